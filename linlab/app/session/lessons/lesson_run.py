"""The lesson that is open: its steps, where we are, what was answered and played.

Each step is a document that is shown as prepared: nobody is asked about what becomes of it. What
was open before is put aside with its undo history, and taken back when the lesson is left.
"""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

from PySide6.QtCore import QObject, Signal

from linlab.app.session.background import Background
from linlab.app.session.document_files import Aside, DocumentFiles
from linlab.app.session.player import Player
from linlab.engine.document.document import Document
from linlab.engine.ground.errors import LinlabError
from linlab.lessons.questions import judge
from linlab.lessons.shown import Shown
from linlab.lessons.written.lesson import Lesson
from linlab.lessons.written.reading import read_lesson

from .prepared import Prepared, plain, prepare
from .summary import Given, Line, lines

LONGEST_SECONDS = 3.0  # seconds that a play takes which does not say how fast it is
WAIT = "This page is being prepared."
SLOWEST = 8.0  # updates a second that such a play has at least


class LessonRun(QObject):
    """A lesson in a window, or none."""

    opened = Signal()  # another lesson, or none
    turned = Signal()  # another step is shown, or the same one anew
    changed = Signal()  # what is known of the step, answered or played

    def __init__(self, player: Player, files: DocumentFiles) -> None:
        super().__init__(player)
        self.player = player
        self.session = player.session
        self.files = files
        self.lesson: Lesson | None = None
        self.path: Path | None = None
        self.at = 0
        self.given: dict[int, Given] = {}
        self.pending: Any = None  # what was typed, chosen or drawn so far, not yet given
        self.finished = False  # whether the last step has been left for the summary
        self._record: dict[int, Given] = {}  # the answers, also those of steps that were shown anew
        self.played: set[int] = set()
        self._ready: list[Prepared] = []
        self._aside: Aside | None = None
        self._showing = False
        self._back = Background(self)
        self._back.answered.connect(self._arrived)
        files.opened.connect(self._elsewhere)
        player.state_changed.connect(self._rest)

    # What there is

    @property
    def active(self) -> bool:
        return self.lesson is not None

    @property
    def step(self) -> Prepared:
        """The step that we are at, as far as it is known."""
        assert self.lesson is not None
        return (
            self._ready[self.at]
            if self.at < len(self._ready)
            else plain(self.lesson.steps[self.at])
        )

    @property
    def waiting(self) -> bool:
        """Whether the state of this step is still being worked out."""
        return self.active and self.at >= len(self._ready)

    @property
    def last(self) -> bool:
        return self.lesson is not None and self.at == len(self.lesson.steps) - 1

    @property
    def answered(self) -> Given | None:
        """What was answered to the question of this step."""
        return self.given.get(self.at)

    @property
    def asks(self) -> bool:
        """Whether this step has a question that is open."""
        return (
            self.step.shown is not None and self.step.answer is not None and self.answered is None
        )

    @property
    def plays(self) -> bool:
        """Whether there is something to play that has not been played."""
        shown = self.step.shown
        return shown is not None and shown.play is not None and self.at not in self.played

    @property
    def strayed(self) -> bool:
        """Whether points or models are others than those of the step."""
        shown, now = self.step.shown, self.session.settled
        return shown is not None and any(
            getattr(now, part) != getattr(shown.document, part)
            for part in ("points", "learners", "timeline")
        )

    # Opening and leaving

    def open(self, path: Path, at: int = 0) -> bool:
        """Begin a lesson; one that cannot be read is told, and everything stays as it is."""
        try:
            lesson = read_lesson(path)
        except (LinlabError, MemoryError) as error:
            self.session.note(str(error) or "This lesson is far too large.")
            return False
        self.begin(lesson, path, at)
        return True

    def begin(self, lesson: Lesson, path: Path | None = None, at: int = 0) -> None:
        self.player.pause()
        if self._aside is None:
            self._aside = self.files.put_aside()
        self._back.forget()
        self.lesson = lesson
        self.path = path
        self.at = min(at, len(lesson.steps) - 1)
        self._ready = []
        self.given = {}
        self.played = set()
        self._record = {}
        self.finished = False
        self.pending = None
        self.opened.emit()
        self.turned.emit()
        self._prepare()

    def leave(self) -> None:
        """Back to what was open before."""
        aside = self._aside
        self._aside = None
        if self.lesson is None:
            return
        self.player.pause()
        self._end()
        if aside is not None:
            self._showing = True
            self.files.take_back(aside)
            self._showing = False

    def _end(self) -> None:
        self._back.forget()
        self.lesson = None
        self.path = None
        self._ready = []
        self.session.lock(frozenset())
        self.opened.emit()

    def _elsewhere(self) -> None:
        """Something else was opened in its place."""
        if self.active and not self._showing:
            self._aside = None
            self._end()

    # From step to step

    def go(self, k: int) -> None:
        """To a step."""
        if self.lesson is not None and 0 <= k < len(self.lesson.steps):
            self.player.pause()
            self.at = k
            self.finished = False
            self.pending = None
            self.given.pop(k, None)
            self.played.discard(k)
            self._show()

    def next(self) -> None:
        """To the next step; after the last one to the summary, and then out of the lesson."""
        if self.finished:
            self.leave()
        elif self.last:
            self.player.pause()
            self.finished = True
            self.turned.emit()
        else:
            self.go(self.at + 1)

    def back(self) -> None:
        self.go(self.at if self.finished else self.at - 1)

    def summary(self) -> list[Line]:
        """What was asked and answered."""
        return [] if self.lesson is None else lines(self.lesson, self._ready, self._record)

    def restore(self) -> None:
        """This step, as it was when it was shown."""
        self.go(self.at)

    def on(self) -> None:
        """What a clicker does: see what happens, after what was answered so far, else play, else
        the next step."""
        if self.waiting:
            self.session.note(WAIT)
        elif self.asks:
            self.answer(self.pending)
        elif self.plays:
            self.play()
        elif self.last:
            self.session.note("This was the last page.")
        else:
            self.next()

    def _show(self) -> None:
        step = self.step
        if step.shown is not None:
            document = self._document(step.shown)
            name = f"{document.title}, page {self.at + 1}"
            locks = frozenset(step.shown.lock)
            self._showing = True
            self.files.show_step(document, name, locks)
            self._showing = False
        self.turned.emit()

    def _document(self, shown: Shown) -> Document:
        return replace(
            shown.document,
            look=shown.look,
            title=self.lesson.title if self.lesson is not None else "",
        )

    # What is made ready

    def _prepare(self) -> None:
        """The next step that is not ready, in another thread."""
        lesson = self.lesson
        k = len(self._ready)
        if lesson is None or k >= len(lesson.steps):
            return
        before = next(
            (each.shown for each in reversed(self._ready) if each.shown is not None), None
        )  # the last that could be
        question: Callable[[], Any] = lambda: (lesson, k, prepare(lesson, lesson.steps[k], before))  # noqa: E731
        self._back.ask(question, follow=True)

    def _arrived(self, found: Any) -> None:
        if isinstance(found, LinlabError):
            self.session.note(str(found))
            return
        lesson, k, prepared = found
        if lesson is not self.lesson or k != len(self._ready):
            return
        self._ready.append(prepared)
        if prepared.trouble:
            self.session.note(prepared.trouble)
        if k == self.at:
            self._show()
        self._prepare()

    # Questions, and what plays

    def answer(self, value: Any) -> None:
        """Take an answer, or None to see what happens without one; then what the step plays is
        played."""
        shown, question, found = self.step.shown, self.step.question, self.step.answer
        if shown is None or question is None or found is None:
            return
        if self.strayed:  # what is told is true of the step, and so it is shown of it; undo brings back what was tried
            self.session.edit("restore the page", self._document(shown))
        given = Given(value, None if value is None else judge(question, found, value))
        self.given[self.at] = given
        if value is not None or self.at not in self._record:
            self._record[self.at] = given
        self.changed.emit()
        if self.plays:
            self.play()

    def play(self) -> None:
        """What the step plays, from where it begins."""
        shown = self.step.shown
        if shown is None or shown.play is None:
            return
        self.played.add(self.at)
        if self.session.replay.now != shown.look.t:
            self.session.go(shown.look.t)
        speed = shown.play.speed or max(SLOWEST, (shown.end - shown.look.t) / LONGEST_SECONDS)
        self.player.play_to(shown.end, speed)
        self.changed.emit()

    def _rest(self) -> None:
        if self.active:
            self.changed.emit()
