"""Whether a lesson on disk has changed since it was opened or saved: the stamps of its files, or of
its archive."""

from collections.abc import Iterable, Mapping
from pathlib import Path

from linlab.engine.ground.stamps import NOTHING, stamp_of

Stamps = Mapping[str, str]
ARCHIVE = ""  # the name of the archive itself


def stamps_of(path: Path, names: Iterable[str]) -> Stamps:
    """The stamps of these files of a folder, or of an archive, as they are now; empty if nothing is
    there."""
    if not path.is_dir():
        stamps = {ARCHIVE: stamp_of(path)}
    else:
        stamps = {name: stamp_of(path / name) for name in names}
    return stamps if any(stamp != NOTHING for stamp in stamps.values()) else {}
