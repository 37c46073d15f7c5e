"""Whether a lesson on disk is still the one that somebody opened or saved there: the stamps of its
files, or the one of its archive."""

from collections.abc import Iterable, Mapping
from pathlib import Path

from linlab.engine.ground.stamps import NOTHING, stamp_of

Stamps = Mapping[str, str]
ARCHIVE = ""  # the name of the archive itself


def stamps_of(path: Path, names: Iterable[str]) -> Stamps:
    """The stamps of the files with these names in a folder, or of an archive, as they are now;
    empty if there is nothing any more."""
    if not path.is_dir():
        stamps = {ARCHIVE: stamp_of(path)}
    else:
        stamps = {name: stamp_of(path / name) for name in names}
    return stamps if any(stamp != NOTHING for stamp in stamps.values()) else {}
