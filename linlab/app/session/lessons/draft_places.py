"""Folders for drafts of lessons: one for each writer, under a lock that ends with its process.

A draft without a live lock is free, and the first writer that takes it continues it.
"""

import os
import time
import uuid
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from PySide6.QtCore import QLockFile

from linlab.app.session.autosaves import abandoned, lock_of
from linlab.app.session.settings import state_folder
from linlab.engine.ground.errors import LinlabError
from linlab.lessons.drafts.draft import Draft
from linlab.lessons.drafts.earlier import earlier_draft
from linlab.lessons.drafts.kept import DraftFolder, Kept
from linlab.lessons.written.files import TEXT


def drafts_folder() -> Path:
    return state_folder() / "drafts"


def earlier_folder() -> Path:
    """Where earlier versions kept their only draft."""
    return state_folder() / "draft-lesson"


def _new_folder() -> Path:
    return drafts_folder() / f"{os.getpid()}-{uuid.uuid4().hex[:8]}"


class DraftPlace:
    """The folder of one writer; it is created when there is something to keep."""

    def __init__(self, folder: Path | None = None) -> None:
        self._files = DraftFolder(folder or _new_folder())
        self._lock: QLockFile | None = None

    @property
    def folder(self) -> Path:
        return self._files.folder

    def take(self) -> bool:
        """Take the folder; return whether this writer has it now."""
        if self._lock is None:
            lock = lock_of(self.folder)
            if lock.tryLock(0):
                self._lock = lock
        return self._lock is not None

    def read(self) -> Kept:
        return self._files.read()

    def keep(self, draft: Draft, at: int) -> None:
        try:
            self.folder.parent.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise LinlabError(
                f"{self.folder.parent} cannot be created ({error.strerror or error})."
            ) from None
        if not self.take() and self.folder.exists():  # another writer took it in the meantime
            self._files = DraftFolder(_new_folder())
            self.take()
        self._files.keep(draft, at)

    def leave(self) -> None:
        """Release the folder for other writers."""
        if self._lock is not None:
            self._lock.unlock()
        self._lock = None

    def discard(self) -> None:
        if self.folder.exists():
            self._files.discard()
        self.leave()


@dataclass(frozen=True)
class Waiting:
    """A draft that no writer has open."""

    folder: Path
    title: str
    steps: int
    when: float  # seconds since 1970

    @property
    def words(self) -> str:
        pages = "1 page" if self.steps == 1 else f"{self.steps} pages"
        return (
            f"{self.title} · {pages} · {time.strftime('%d %B, %H:%M', time.localtime(self.when))}"
        )


def waiting() -> list[Waiting]:
    """The drafts that no writer has open, newest first."""
    found = []
    with suppress(OSError):  # a folder that we cannot read holds nothing of ours
        for folder in sorted(drafts_folder().iterdir()):
            files = DraftFolder(folder)
            with suppress(OSError, LinlabError):
                if folder.is_dir() and abandoned(folder):
                    title, steps = files.about()
                    found.append(Waiting(folder, title, steps, files.list.stat().st_mtime))
    return sorted(found, key=lambda each: -each.when)


def convert_earlier_draft() -> str:
    """Convert a draft of an earlier version; return a sentence if that fails."""
    earlier = earlier_folder()
    if not (earlier / TEXT).is_file():
        return ""
    lock = lock_of(earlier)
    if not lock.tryLock(0):
        return ""
    place = DraftPlace()
    try:
        draft = earlier_draft(earlier)
        place.keep(draft, 0)
        if draft.left_out:  # files that are not part of a lesson stay where they are
            earlier.rename(f"{earlier}-{uuid.uuid4().hex[:8]}")
        else:
            DraftFolder(earlier).discard()
    except (LinlabError, OSError) as error:
        return f"The draft in {earlier} cannot be opened: {error}"
    finally:
        place.leave()
        lock.unlock()
    return ""
