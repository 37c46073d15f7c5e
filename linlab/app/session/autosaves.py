"""Autosaves, which protect open documents from a crash, in the user's state folder.

Each lab writes its own autosave under a lock that ends with its process. An autosave without a live
lock was left behind by a crash and can be recovered. It is an ordinary document with one more
field, which says where it comes from.
"""

from dataclasses import dataclass, replace
from pathlib import Path

from PySide6.QtCore import QLockFile

from linlab.engine.document.document import Document
from linlab.engine.document.look import MOST_UPDATES, Look
from linlab.engine.ground.jsonfile import read_json

from .settings import state_folder

YEAR_10_000 = 253_402_300_800  # in seconds since 1970; no calendar goes beyond it
SUFFIX = ".linlab"


@dataclass(frozen=True)
class Autosave:
    """The autosave of a lab: its document, the file it was editing, if any, and the time."""

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
    """The autosaves of all labs."""
    try:
        return sorted(folder().glob(f"*{SUFFIX}"))
    except OSError:  # a folder that we cannot read holds nothing of ours
        return []


def lock_of(file: Path) -> QLockFile:
    lock = QLockFile(str(file.with_suffix(".lock")))
    lock.setStaleLockTime(0)  # it ends with its process, not after some time
    return lock


def abandoned(file: Path) -> bool:
    """Whether the lab that wrote it is no longer running."""
    lock = lock_of(file)  # released at once, as it goes out of scope
    return lock.tryLock(0)


def read(file: Path) -> Autosave:
    """Read an autosave; if that fails, return a sentence that says why."""
    whole = read_json(file)
    document = Document.from_json(whole)
    about = whole.get("autosave")
    about = about if isinstance(about, dict) else {}
    origin, t, when = about.get("origin"), about.get("t"), about.get("when")
    if (
        document.look is None and type(t) is int and 0 <= t <= MOST_UPDATES
    ):  # written before documents stored their look
        document = replace(document, look=Look(t))
    return Autosave(
        file,
        document,
        Path(origin) if isinstance(origin, str) else None,
        when if isinstance(when, int | float) and 0 <= when < YEAR_10_000 else 0.0,
    )
