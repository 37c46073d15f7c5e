"""Documents on disk: new, open, save; and an autosave, so that a crash costs at most the last
seconds.

A document is saved with what was shown of it, and opened in the same way. A prepared document may be
changed freely in front of a class: linlab never asks whether to save it.
"""

import json
import os
import time
import uuid
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path

from PySide6.QtCore import QLockFile, QObject, QTimer, Signal

from linlab.engine.data.columns.choice import WhichColumns
from linlab.engine.data.points import Points
from linlab.engine.data.texts.tables import are_texts_alone
from linlab.engine.document.document import Document
from linlab.engine.document.loading import is_web_page, load
from linlab.engine.document.look import Look
from linlab.engine.document.resampling import fitted_to_texts
from linlab.engine.ground.errors import LinlabError
from linlab.engine.ground.sanitise import file_name
from linlab.engine.ground.stamps import NOTHING, stamp_of, stamp_of_bytes
from linlab.engine.ground.writing import write_text

from .autosaves import SUFFIX, Autosave, abandoned, autosaves, folder, lock_of, read
from .session import Session
from .settings import Settings
from .state.aside import PutAside, put_aside, take_back

PERIOD = 2000  # milliseconds that a change may wait for its autosave


@dataclass(frozen=True)
class DocumentAside:
    """A document put aside while something else is shown, with the state of its file."""

    session: PutAside
    look: Look
    path: Path | None
    stamp: str
    suggestion: Path | None
    name: str
    saved: Document | None
    prepared: bool
    autosave: Path | None
    lock: QLockFile | None


class DocumentFiles(QObject):
    """The file of the session's document, and whether it is up to date."""

    renamed = Signal()  # another path or name, or the document was saved
    opened = Signal()  # a document should be shown with its own look: see `look`

    def __init__(self, session: Session, settings: Settings | None = None) -> None:
        super().__init__()
        self.session = session
        self.settings = settings or Settings()
        self.path: Path | None = None
        self._stamp = NOTHING  # the stamp of the file, when it was read or written
        self.suggestion: Path | None = None  # where “Save as” starts if there is no path
        self.name = "Untitled"
        self._saved: Document | None = session.settled
        self._seen: Document | None = session.settled
        self.dirty = False
        self.look = (
            session.settled.look
        )  # the look with which the document should be shown, if there is one
        self.prepared = False  # whether changes to the document are temporary
        self.looked_at: Callable[[], Look] = lambda: Look(
            session.replay.now
        )  # how to get the look; the window knows more about it
        self.choose_columns = self._refuse_columns  # the window asks instead
        self._autosave: Path | None = None
        self._lock: QLockFile | None = None
        self._passing = False  # whether what is shown is temporary and needs no autosave
        self._warned = False
        self._complaint = ""  # the last error, until something succeeds
        self._timer = QTimer(self, interval=PERIOD, singleShot=True)
        self._timer.timeout.connect(self.autosave)
        session.changed.connect(self._note_change)

    def title(self) -> str:
        """The title of the window."""
        return f"{'• ' if self.dirty else ''}{self.name} — linlab"

    @property
    def state(self) -> str:
        """Whether it is saved, in words."""
        if self.prepared:
            return "as prepared"
        if self.dirty:
            return "unsaved"
        if self.path is not None:
            return "saved"
        return "not saved yet"

    @property
    def may_go(self) -> bool:
        """Whether the document may be closed without asking."""
        return self.prepared or not self.dirty

    @property
    def recent(self) -> tuple[Path, ...]:
        """The files opened or saved last, newest first."""
        return tuple(map(Path, self.settings.now.recent))

    def new(self, document: Document | None = None) -> None:
        """Open an untitled document: this one, or an empty plane with the current learners, all
        points for training.

        Undo brings back the one before.
        """
        document = document or _undivided(self._document_of(Points.empty(("A", "B"))))
        self._begin(document, saved=document, step="new document")

    def read(
        self, path: str | os.PathLike[str], columns: str | None = None, standardise: bool = False
    ) -> Document | Points | None:
        """The content of a file; if it cannot be read, report why. Which two columns of a table
        become the axes is asked, unless it is known."""
        file = Path(os.path.abspath(path))
        try:
            return load(file, columns=columns, standardise=standardise)
        except WhichColumns as which:
            return self.choose_columns(which)
        except (LinlabError, ArithmeticError, MemoryError) as error:
            if not os.path.exists(file):
                self.settings.forget(str(file))
            broken = f"{file.name} cannot be opened: the file, or a number in it, is far too large."
            self._complain(str(error) if isinstance(error, LinlabError) else broken)
            return None

    def open(
        self,
        path: str | os.PathLike[str],
        prepared: bool = False,
        found: Document | Points | None = None,
    ) -> bool:
        """Open a document, or points for the current learners; if that fails, report why and change
        nothing. The document of a web page has no file yet: the page is not written to.

        A prepared document may be changed freely: nothing is asked, and `revert` goes back.
        `found` is what was read before.
        """
        file = Path(os.path.abspath(path))
        stamp = stamp_of(file)
        found = self.read(path) if found is None else found
        if found is None:
            return False
        other = file.with_suffix(SUFFIX)
        if not isinstance(found, Document):
            document = self._document_of(found)
            self._begin(document, saved=document, suggestion=other, prepared=prepared)
        elif is_web_page(file):
            self._begin(found, saved=found, name=file.name, suggestion=other, prepared=prepared)
        else:
            self._begin(
                found, saved=found, path=file, stamp=stamp, name=file.name, prepared=prepared
            )
        self.settings.used(str(file))
        return True

    def revert(self) -> None:
        """Go back to the document and the look as they were opened or saved; one undo."""
        if self._saved is None:
            self.session.note(
                "This document was recovered and has not been saved since: there is nothing to go back to."
            )
            return
        self.session.edit("restore the document as it was opened", self._saved)
        self.session.go(self.look.t if self.look is not None else 0)
        self.opened.emit()

    def changed_outside(self, path: str | os.PathLike[str] | None = None) -> bool:
        """Whether saving would overwrite changes that someone else has made to the file since it
        was read."""
        if self.path is None or (path is not None and Path(os.path.abspath(path)) != self.path):
            return False
        return stamp_of(self.path) not in (NOTHING, self._stamp)

    def reload(self) -> bool:
        """Load the file again; undo brings back what was here."""
        if self.path is None:
            return False
        stamp = stamp_of(self.path)
        found = self.read(self.path)
        if not isinstance(found, Document):
            return False
        self._saved = found
        self._stamp = stamp
        self._seen = None
        self.look = found.look
        self.session.edit("reload the file", found)
        self.session.go(found.look.t if found.look is not None else 0)
        self._note_change()
        self.opened.emit()
        return True

    def put_aside(self) -> DocumentAside:
        """Put the open document aside; its autosave stays, so that a crash does not lose it."""
        self.autosave()
        aside = DocumentAside(
            put_aside(self.session),
            self.looked_at(),
            self.path,
            self._stamp,
            self.suggestion,
            self.name,
            self._saved,
            self.prepared,
            self._autosave,
            self._lock,
        )
        self._autosave = self._lock = None
        self._passing = True
        return aside

    def show_step(self, document: Document, name: str, locks: frozenset[str]) -> None:
        """Show a temporary document while another is put aside; these parts of it are locked."""
        self._begin(document, saved=document, name=name, prepared=True, locks=locks)

    def take_back(self, aside: DocumentAside) -> None:
        """Restore the document that was put aside."""
        self._drop()
        self._passing = False
        self._autosave = aside.autosave
        self._lock = aside.lock
        self.path = aside.path
        self._stamp = aside.stamp
        self.suggestion = aside.suggestion
        self.name = aside.name
        self.prepared = aside.prepared
        self._saved = aside.saved
        self._seen = None
        self.look = aside.look
        take_back(self.session, aside.session)
        self.renamed.emit()
        self.opened.emit()

    @property
    def proposal(self) -> Path:
        """Where “Save as” starts: the document's file, or a name from its title."""
        if self.path is not None:
            return self.path
        title = self.session.settled.title
        if self.suggestion is not None and not title:
            return self.suggestion
        named = f"{file_name(title, 'Untitled')}{SUFFIX}"
        return self.suggestion.with_name(named) if self.suggestion is not None else Path(named)

    def save(self, path: str | os.PathLike[str] | None = None, look: Look | None = None) -> bool:
        """Write the document to its file or another one, with its look now or at another moment; if
        that fails, report why: the old file is unchanged."""
        document = replace(self.session.settled, look=look or self.looked_at())
        text = json.dumps(document.to_json(), allow_nan=False)
        try:
            file = self._target(path)
            write_text(file, text)
        except LinlabError as error:
            self._complain(str(error))
            return False
        self._stamp = stamp_of_bytes(text.encode())
        self.path = file
        self.suggestion = None
        self.name = file.name
        self._saved = document
        self.look = document.look
        self.dirty = False
        self._drop()
        self._content()
        self.settings.used(str(file))
        self.renamed.emit()
        return True

    def close(self) -> None:
        """The user has saved or discarded the work: nothing is left to recover."""
        self.dirty = False
        self._drop()

    def autosave(self) -> None:
        """Write the unsaved document where a later start finds it."""
        self._timer.stop()
        if not self.dirty:
            self._drop()
            return
        begun = time.perf_counter()
        origin = self.path or self.suggestion
        about = {"origin": str(origin) if origin else None, "when": time.time()}
        document = replace(self.session.settled, look=self.looked_at())
        text = json.dumps({**document.to_json(), "autosave": about}, allow_nan=False)
        try:
            write_text(self._own_autosave(), text)
            self._warned = False
        except LinlabError as error:
            if not self._warned:  # once is enough
                self._complain(f"Unsaved work cannot be backed up: {error}")
            self._warned = True
        # A very large document takes noticeable time: at most a twentieth of all time.
        self._timer.setInterval(max(PERIOD, round(20_000 * (time.perf_counter() - begun))))

    def recoverable(self) -> tuple[Autosave, ...]:
        """The autosaves of labs that are no longer running, newest first; broken ones are reported,
        and stay."""
        found = []
        for file in autosaves():
            if abandoned(file):
                try:
                    found.append(read(file))
                except (LinlabError, ArithmeticError, MemoryError) as error:
                    reason = f" ({error})" if isinstance(error, LinlabError) else ""
                    self.session.said.emit(f"Unsaved work in {file} cannot be recovered{reason}.")
        return tuple(sorted(found, key=lambda entry: -entry.when))

    def recover(self, entry: Autosave) -> None:
        """Continue with an autosave, as an unsaved document."""
        self._begin(entry.document, saved=None, name=entry.name, suggestion=entry.origin)
        self.autosave()
        if not self._warned:  # we have our own autosave now
            self.discard(entry)

    def discard(self, entry: Autosave) -> None:
        """Delete an autosave."""
        with suppress(OSError):
            entry.file.unlink(missing_ok=True)

    def _begin(
        self,
        document: Document,
        *,
        saved: Document | None,
        path: Path | None = None,
        stamp: str = NOTHING,
        name: str = "Untitled",
        suggestion: Path | None = None,
        prepared: bool = False,
        step: str = "",
        locks: frozenset[str] | None = None,
    ) -> None:
        self._drop()
        self.path, self.name, self.suggestion, self.prepared = path, name, suggestion, prepared
        self._stamp = stamp
        self._saved = saved
        self._seen = None
        self.look = document.look
        self._content()
        look = self.look or Look()
        focus = look.focus if look.focus < len(document.learners) else 0
        self.session.open(document, look.t, step, focus, locks)  # and see whether it is unsaved
        self.renamed.emit()
        self.opened.emit()

    def _complain(self, sentence: str) -> None:
        self._complaint = sentence
        self.session.said.emit(sentence)

    def _content(self) -> None:
        """The document was saved or replaced: an earlier file error no longer matters."""
        sentence = self._complaint
        self._complaint = ""
        if sentence:
            self.session.over.emit(sentence)

    def _note_change(self) -> None:
        """If the settled document has changed, it may differ from the saved one, and needs an
        autosave."""
        if self.session.settled is self._seen:
            return
        self._seen = self.session.settled
        dirty = self.dirty
        self.dirty = self._saved is None or self._seen != self._saved
        if self.dirty != dirty:
            self.renamed.emit()
        if (
            (self.dirty or self._autosave is not None)
            and not self._timer.isActive()
            and not self._passing
        ):
            self._timer.start()

    def _refuse_columns(self, which: WhichColumns) -> Points | None:
        self._complain(str(which))
        return None

    def _document_of(self, points: Points) -> Document:
        """A document of these points and the current learners."""
        base = self.session.settled
        learners = base.learners_at(self.session.replay.now)
        if are_texts_alone(points):
            learners = tuple(map(fitted_to_texts, learners))
        notes = "" if points.axes is None else points.axes.in_words
        return replace(
            base.bare, points=points, learners=learners, timeline=(), source=None, notes=notes
        )

    def _target(self, path: str | os.PathLike[str] | None) -> Path:
        if path is None:
            if self.path is None:
                raise LinlabError("This document has no file yet: choose one with “Save as”.")
            return self.path
        chosen = Path(os.path.abspath(path))
        if chosen.suffix.lower() == SUFFIX:
            return chosen
        file = chosen.with_name(chosen.name + SUFFIX)  # with another suffix it would not open again
        if os.path.exists(file):
            raise LinlabError(
                f"The file {file.name} already exists: choose it by its full name to replace it."
            )
        return file

    def _own_autosave(self) -> Path:
        try:
            folder().mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise LinlabError(
                f"{folder()} cannot be created ({error.strerror or error})."
            ) from None
        if self._autosave is None:
            file = folder() / f"{os.getpid()}-{uuid.uuid4().hex[:8]}{SUFFIX}"
            self._lock = lock_of(file)
            self._lock.tryLock(0)
            self._autosave = file
        return self._autosave

    def _drop(self) -> None:
        self._timer.stop()
        if self._autosave is not None:
            with suppress(OSError):
                self._autosave.unlink(missing_ok=True)
        if self._lock is not None:
            self._lock.unlock()
        self._autosave = self._lock = None


def _undivided(document: Document) -> Document:
    """With the default split, and no read-out that needs dev points."""
    learners = tuple(
        each.replace(average="last") if each["average"] == "best" else each
        for each in document.learners
    )
    return replace(document, shares=Document.shares, learners=learners)
