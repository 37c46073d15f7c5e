"""A lesson being written in the window: the draft with its undo.

The draft is saved to its own folder every few seconds, so a crash loses nothing, and the next start
continues where writing stopped. Each window has its own folder.
"""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from PySide6.QtCore import QObject, QTimer, Signal

from linlab.app.session.document_files import DocumentFiles
from linlab.app.session.lessons.draft_places import (
    DraftPlace,
    Waiting,
    convert_earlier_draft,
    waiting,
)
from linlab.engine.document.document import Document
from linlab.engine.ground.errors import LinlabError
from linlab.lessons.drafts.draft import Draft, DraftStep
from linlab.lessons.drafts.stamped import Stamps, stamps_of
from linlab.lessons.written.faults import Fault
from linlab.lessons.written.files import MOST_IN_ALL, TEXT
from linlab.lessons.written.reading import understood

PERIOD = 1500  # milliseconds that a change may wait to be kept
MOST_UNDO = 200
BEGUN = "Lessons you began"


class Writing(QObject):
    """The draft: `draft`, `edit` to change it, and undo. `changed` is emitted when it changes,
    `listed` when its list of pages does."""

    changed = Signal()
    listed = Signal()

    def __init__(self, files: DocumentFiles) -> None:
        super().__init__(files)
        self.files = files
        self.session = files.session
        self.draft = Draft()
        self.at = 0
        self.path: Path | None = None  # where it was saved or opened
        self._stamps: dict[Path, Stamps] = {}  # the text read or written there
        self._place = DraftPlace()  # where it is kept until then
        self._warned = False
        self._past: list[tuple[Draft, Path | None]] = []  # earlier drafts, each with its page
        self._future: list[tuple[Draft, Path | None]] = []
        self._saved: Draft | None = None  # as it is stored in the file
        self._typing = ""  # the field being typed into: letters typed into one field are one undo
        self._timer = QTimer(self, interval=PERIOD, singleShot=True)
        self._timer.timeout.connect(self.keep)
        self._go_on()

    @property
    def step(self) -> DraftStep | None:
        return self.draft.steps[self.at] if self.at < len(self.draft.steps) else None

    def faults(self) -> list[Fault]:
        """The faults that reading the draft finds."""
        found = understood(self.draft.text)[1]
        return [
            fault
            for fault in found
            if not any(f"“{name}”" in fault.sentence for name in self.draft.others)
        ]

    # Changing it

    def edit(self, draft: Draft, at: int | None = None, typing: str = "") -> None:
        """Set another draft, as one undo; text typed into one field without a break is also one
        undo."""
        if not typing or typing != self._typing:
            self._past = [*self._past[-MOST_UNDO:], (self.draft, self.path)]
        self._typing = typing
        self._future = []
        self._take(draft, self.at if at is None else at, bool(typing))

    def type(self, field: str, text: str) -> None:
        """Text typed into a field of the page, or with `title` and `head` of the lesson itself."""
        if field in ("lesson title", "head"):
            draft = (
                replace(self.draft, head=text)
                if field == "head"
                else replace(self.draft, title=text)
            )
            self.edit(draft, typing=field)
        elif self.step is not None:
            changed: dict[str, str] = {field: text}
            self.edit(
                self.draft.with_step(self.at, replace(self.step, **changed)),
                typing=f"{self.at} {field}",
            )

    def go(self, k: int) -> None:
        """Go to another page."""
        if k != self.at and 0 <= k < len(self.draft.steps):
            self.at = k
            self._typing = ""
            self.changed.emit()

    def undo(self) -> None:
        self._turn(self._past, self._future)

    def redo(self) -> None:
        self._turn(self._future, self._past)

    def _turn(
        self, back: list[tuple[Draft, Path | None]], forth: list[tuple[Draft, Path | None]]
    ) -> None:
        if back:
            forth.append((self.draft, self.path))
            self._typing = ""
            draft, self.path = back.pop()
            self._take(draft, self.at)

    @property
    def can_undo(self) -> tuple[bool, bool]:
        return bool(self._past), bool(self._future)

    def _take(self, draft: Draft, at: int, quiet: bool = False) -> None:
        self.draft = draft
        self.at = max(0, min(at, len(draft.steps) - 1))
        if not self._timer.isActive():  # a writer who never pauses is saved too
            self._timer.start()
        if not quiet:
            self.listed.emit()
        self.changed.emit()

    # Pages from the lab

    def present_state(self) -> Document:
        """The document that the lab shows now, with its look."""
        return replace(self.session.settled, look=self.files.looked_at())

    def make_step(self) -> None:
        """Add a page with what the lab shows after this one."""
        k = min(self.at + 1, len(self.draft.steps))
        self.edit(
            self.draft.add_states(k, [(f"Page {len(self.draft.steps) + 1}", self.present_state())]),
            k,
        )

    def take_state(self) -> None:
        """Replace the document of this page by what the lab shows."""
        if self.step is not None:
            self.edit(self.draft.take_state(self.at, self.present_state()))

    def from_bookmarks(self) -> int:
        """Add a page for each bookmark of the document; return how many."""
        now = self.present_state()
        marks = now.bookmarks
        look = now.look
        assert look is not None
        states = [(mark.name, replace(now, look=replace(look, t=mark.t))) for mark in marks]
        return self._append(states)

    def from_history(self) -> int:
        """Add a page for each document in the undo history and the current one; return how many."""
        now = self.present_state()
        look = now.look
        assert look is not None
        states = [
            (name, replace(document, look=replace(look, t=t, focus=0)))
            for name, document, t in self._history()
        ]
        return self._append([*states, ("Now", now)]) if states else 0

    def _history(self) -> list[tuple[str, Document, int]]:
        """The earlier documents, oldest first, each named after the edit that led to it."""
        past = self.session.undo_stack.past
        names = ["The beginning", *(each.step for each in past)]
        return [
            (name[:1].upper() + name[1:], each.document, each.t)
            for name, each in zip(names, past, strict=False)
        ]

    def _append(self, states: list[tuple[str, Document]]) -> int:
        if states:
            k = len(self.draft.steps)
            self.edit(self.draft.add_states(k, states), k)
        return len(states)

    # Files

    def changed_outside(self, path: Path) -> bool:
        """Whether the lesson file has changed since it was opened or saved."""
        known = self._stamps.get(path)
        return known is not None and stamps_of(path, known) not in (known, {})

    def save(self, path: Path) -> bool:
        try:
            saved = self.draft.save(path)
        except LinlabError as error:
            self.session.note(str(error))
            return False
        self.path, self._saved = saved, self.draft
        self._stamps[saved] = stamps_of(saved, self.draft.names)
        sentences = "".join(f" {each}" for each in self.draft.differences[:2])
        self.session.note(f"The lesson is saved as {saved.name}.{sentences}")
        self.changed.emit()
        return True

    def open(self, make: Callable[[], Draft], path: Path | None = None) -> bool:
        """Open another lesson for writing; undo brings back the one before, and an unsaved draft
        stays in its folder."""
        try:
            draft = make()
        except (LinlabError, OSError) as error:
            self.session.note(str(error))
            return False
        sentences = []
        if self.draft.steps and self.draft is not self._saved:
            self._leave()
            sentences.append(f"Your draft is kept: “More” lists it under “{BEGUN}”.")
        if draft.left_out:
            sentences.append(left_out(draft.left_out))
        if sentences:
            self.session.note(" ".join(sentences))
        self._saved = draft
        self.edit(draft, 0)
        self.path = path.parent if path is not None and path.name == TEXT else path
        if self.path is not None:
            self._stamps[self.path] = stamps_of(self.path, draft.names)
        self.changed.emit()
        return True

    # Kept until it is saved

    def keep(self) -> None:
        """Save the draft in its folder."""
        self._timer.stop()
        try:
            if self.draft.steps or self.draft.title != Draft.title or self.draft.intro:
                self._place.keep(self.draft, self.at)
            else:
                self._place.discard()
            self._warned = False
        except LinlabError as error:
            if not self._warned:  # once is enough
                self.session.note(f"Your draft cannot be backed up: {error}")
            self._warned = True

    def close(self) -> None:
        """Save the draft; another window may continue it."""
        self.keep()
        self._place.leave()

    def go_on_with(self, other: Waiting) -> bool:
        """Continue a free draft; the current one becomes free."""
        place = DraftPlace(other.folder)
        if not place.take():
            self.session.note("That lesson is open for editing in another window.")
            return False
        return self._adopt(place)

    def _adopt(self, place: DraftPlace) -> bool:
        """Continue the draft of a folder that we hold now."""
        try:
            kept = place.read()
        except LinlabError as error:
            place.leave()
            self.session.note(str(error))
            return False
        self._leave()
        self._place = place
        self.path = None
        self._saved = None
        self._past, self._future = [], []  # undo would mix the two
        self._typing = ""
        if kept.damaged:
            self.session.note(damaged(kept.damaged))
        self._take(kept.draft, kept.at)
        return True

    def discard(self, others: list[Waiting]) -> None:
        """Delete free drafts; one that another window has taken stays."""
        for each in others:
            place = DraftPlace(each.folder)
            if place.take():
                place.discard()

    def _leave(self) -> None:
        """Leave an unsaved draft in its folder; the next draft gets its own folder."""
        if self.draft is self._saved:
            self._timer.stop()
            self._place.discard()
        else:
            self.close()
        self._place = DraftPlace()

    def _go_on(self) -> None:
        """Continue the draft that was written last."""
        trouble = convert_earlier_draft()
        if trouble:
            self.session.note(trouble)
        for place in (DraftPlace(each.folder) for each in waiting()):
            if place.take() and self._adopt(place):
                self._timer.stop()  # it stays as it is
                return


def left_out(many: int) -> str:
    files = "1 file of its folder was" if many == 1 else f"{many} files of its folder were"
    return (
        f"{files} left out: a lesson has documents, tables of points and pictures, "
        f"{MOST_IN_ALL // 1_000_000} MB at most."
    )


def damaged(many: int) -> str:
    parts = "1 part" if many == 1 else f"{many} parts"
    return f"{parts} of your draft cannot be read; the rest is here."
