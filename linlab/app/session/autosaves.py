"""What labs keep safe from a crash, in a folder of the user's own.

Each lab writes an autosave of its own, under a lock that ends with its process. An autosave whose
lock nobody holds was left behind by a crash and can be recovered. It is an ordinary document with
one more field, which says where it is from.
"""

from dataclasses import dataclass, replace
from pathlib import Path

from PySide6.QtCore import QLockFile

from linlab.engine.document.document import Document
from linlab.engine.document.look import MOST_UPDATES, Look
from linlab.engine.ground.jsonfile import read_json

from .settings import state_folder

YEAR_10_000 = 253_402_300_800  # in seconds since 1970, which no calendar goes beyond
SUFFIX = ".linlab"


@dataclass(frozen=True)
class Autosave:
    """What a lab left behind: its document, the file that it was editing, if any, and when."""

    file: Path
    document: Document
    origin: Path | None
    when: float  # seconds since 1970

    @property
    def t(self) -> int:
        return self.document.look.t if self.document.look is not None else 0

    @property
    def name(self) -> str:
        return f"Recovered {self.origin.name}" if self.origin else "Recovered document"


def folder() -> Path:
    return state_folder() / "autosave"


def autosaves() -> list[Path]:
    """Those of all labs."""
    try:
        return sorted(folder().glob(f"*{SUFFIX}"))
    except OSError:  # a home that is closed to us holds nothing of ours
        return []


def lock_of(file: Path) -> QLockFile:
    lock = QLockFile(str(file.with_suffix(".lock")))
    lock.setStaleLockTime(0)  # it ends with its process, not with time
    return lock


def abandoned(file: Path) -> bool:
    """Whether the lab that wrote it is no longer running."""
    lock = lock_of(file)  # let go of at once, as it goes out of scope
    return lock.tryLock(0)


def read(file: Path) -> Autosave:
    """The autosave in a file, or a sentence why it cannot be read."""
    whole = read_json(file)
    document = Document.from_json(whole)
    about = whole.get("autosave")
    about = about if isinstance(about, dict) else {}
    origin, t, when = about.get("origin"), about.get("t"), about.get("when")
    if (
        document.look is None and type(t) is int and 0 <= t <= MOST_UPDATES
    ):  # as it was written before documents had a look
        document = replace(document, look=Look(t))
    return Autosave(
        file,
        document,
        Path(origin) if isinstance(origin, str) else None,
        when if isinstance(when, int | float) and 0 <= when < YEAR_10_000 else 0.0,
    )
