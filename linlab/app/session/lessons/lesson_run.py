"""The open lesson: its pages, the current page, and what was answered and played.

Each page is a document shown as prepared: changes to it are never asked about. The document that
was open before is put aside with its undo history, and restored when the lesson is left.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from PySide6.QtCore import QObject, QTimer, Signal

from linlab.app.session.background import Background
from linlab.app.session.document_files import DocumentAside, DocumentFiles
from linlab.app.session.player import Player
from linlab.app.session.session import Session
from linlab.engine.document.document import Document
from linlab.engine.ground.errors import LinlabError
from linlab.lessons.facts.situation import Situation
from linlab.lessons.progress.records import Attempt, LessonProgress
from linlab.lessons.questions import judge
from linlab.lessons.shown import Shown
from linlab.lessons.written.lesson import Lesson
from linlab.lessons.written.reading import read_lesson

from .kept_answers import kept_answer, last_attempts, page_to_return_to
from .prepared import Prepared, plain, prepare
from .summary import Given, Line, lines

LOOK_FIRST_MS = 900  # milliseconds in which the answer is seen in the question before it plays
LONGEST_SECONDS = 3.0  # seconds for a play without a given speed
WAIT = "This page is being prepared."
NOTHING_KEPT: Mapping[str, Attempt] = {}
SLOWEST = 8.0  # the lowest speed of such a play, in steps a second


def _parts(solved: Situation) -> dict[str, Any]:
    document = solved.document
    return {
        "points": document.points,
        "learners": document.learners,
        "timeline": document.timeline,
        "source": document.source,
    }


class LessonRun(QObject):
    """A lesson in a window, or none."""

    opened = Signal()  # another lesson, or none
    turned = Signal()  # another page is shown, or the same one again
    returned = Signal()  # the lesson was left, and what was open before is back
    changed = Signal()  # the page was prepared, answered or played
    judged = Signal(object)  # an answer on this page, as a Given

    def __init__(self, player: Player, files: DocumentFiles) -> None:
        super().__init__(player)
        self.player = player
        self.session = player.session
        self.files = files
        self.lesson: Lesson | None = None
        self.path: Path | None = None
        self.at = 0
        self.given: dict[int, Given] = {}
        self.tried: Given | None = None  # a wrong answer on this page, until the next try
        self.pending: Any = None  # what was typed, chosen or drawn, but not yet submitted
        self.finished = False  # whether the summary is shown, after the last page
        self._record: dict[int, Given] = {}  # the answers, also of pages that were shown again
        self._kept: Mapping[str, Attempt] = {}  # of an earlier time, by the title of the page
        self.played: set[int] = set()
        self._ready: list[Prepared] = []
        self._aside: DocumentAside | None = None
        self._showing = False
        self._back = Background(self)
        self._back.answered.connect(self._arrived)
        files.opened.connect(self._elsewhere)
        player.state_changed.connect(self._rest)

    # State

    @property
    def active(self) -> bool:
        return self.lesson is not None

    @property
    def step(self) -> Prepared:
        """The current page, as far as it is prepared."""
        assert self.lesson is not None
        return (
            self._ready[self.at]
            if self.at < len(self._ready)
            else plain(self.lesson.steps[self.at])
        )

    @property
    def waiting(self) -> bool:
        """Whether the state of this page is still being computed."""
        return self.active and self.at >= len(self.ready)

    @property
    def ready(self) -> Sequence[Prepared]:
        """The pages that are prepared."""
        return self._ready

    @property
    def last(self) -> bool:
        return self.lesson is not None and self.at == len(self.lesson.steps) - 1

    @property
    def answered(self) -> Given | None:
        """The answer given on this page."""
        return self.given.get(self.at)

    @property
    def asks(self) -> bool:
        """Whether this page has an open question."""
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
        """Whether points or models differ from those of the page."""
        shown, now = self.step.shown, self.session.settled
        return shown is not None and any(
            getattr(now, part) != getattr(shown.document, part)
            for part in ("points", "learners", "timeline")
        )

    # Opening and leaving

    def open(self, path: Path, at: int = 0, before: LessonProgress | None = None) -> bool:
        """Open a lesson, with `before` at the page and with the answers of the time before; if it
        cannot be read, report why and change nothing."""
        try:
            lesson = read_lesson(path)
        except (LinlabError, MemoryError) as error:
            self.session.note(str(error) or "This lesson is far too large.")
            return False
        kept: Mapping[str, Attempt] = {}
        if before is not None:
            at = page_to_return_to(lesson, before)
            kept = last_attempts(before)
        self.begin(lesson, path, at, kept)
        return True

    def begin(
        self,
        lesson: Lesson,
        path: Path | None = None,
        at: int = 0,
        kept: Mapping[str, Attempt] = NOTHING_KEPT,
    ) -> None:
        self.player.pause()
        if self._aside is None:
            self._aside = self.files.put_aside()
        self._back.forget()
        self.lesson = lesson
        self.path = path
        self.at = min(at, len(lesson.steps) - 1)
        self._ready = []
        self.given = {}
        self.tried = None
        self.played = set()
        self._record = {}
        self._kept = kept
        self.finished = False
        self.pending = None
        self.opened.emit()
        self.turned.emit()
        self._prepare()

    def leave(self) -> None:
        """Leave the lesson and restore what was open before."""
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
            self.returned.emit()

    def _end(self) -> None:
        self._back.forget()
        self.lesson = None
        self.path = None
        self._ready = []
        self.session.lock(frozenset())
        self.opened.emit()

    def _elsewhere(self) -> None:
        """Something else was opened instead."""
        if self.active and not self._showing:
            self._aside = None
            self._end()

    # From page to page

    def go(self, k: int) -> None:
        """Go to a page."""
        if self.lesson is not None and 0 <= k < len(self.lesson.steps):
            self.player.pause()
            self.at = k
            self.finished = False
            self.pending = None
            self.tried = None
            self.given.pop(k, None)
            self.played.discard(k)
            self._show()

    def next(self) -> None:
        """Go to the next page; after the last one to the summary, then leave the lesson."""
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
        """The questions and answers."""
        return [] if self.lesson is None else lines(self.lesson, self._ready, self._record)

    def restore(self) -> None:
        """Restore this page as it was when it opened."""
        self.go(self.at)

    def on(self) -> None:
        """What a clicker does: submit the answer given so far, or play, or go to the next page."""
        if self.waiting:
            self.session.note(WAIT)
        elif self.asks:
            self.answer(None if self.tried is not None else self.pending)
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
        """The page as a document; while its question is open, without what would answer it."""
        look = shown.look
        secret = self.step.telling
        if self.asks and secret.anything:
            layers = tuple(name for name in look.layers or () if name not in secret.layers)
            look = replace(look, layers=layers, beside="" if secret.beside else look.beside)
        return replace(
            shown.document,
            look=look,
            title=self.lesson.title if self.lesson is not None else "",
        )

    # Preparing pages

    def _prepare(self) -> None:
        """Prepare the next page that is not ready, in another thread."""
        lesson = self.lesson
        k = len(self._ready)
        if lesson is None or k >= len(lesson.steps):
            return
        before = next(
            (each.shown for each in reversed(self._ready) if each.shown is not None), None
        )  # the last page that can be prepared
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
        self._take_kept(k, prepared)
        if prepared.trouble:
            self.session.note(prepared.trouble)
        if k == self.at:
            self._show()
        elif self.waiting:
            self.changed.emit()  # one page nearer
        self._prepare()

    def _take_kept(self, k: int, prepared: Prepared) -> None:
        """Take over the answer of an earlier time."""
        given = kept_answer(prepared, self._kept.get(prepared.step.title))
        if given is not None and k not in self._record:
            self._record[k] = given
            if k == self.at and (given.verdict is None or given.verdict.right):
                self.given[k] = given

    # Questions and playing

    def try_again(self) -> None:
        """Put the wrong answer away, for another one."""
        self.tried = None
        self.changed.emit()

    def answer(self, value: Any) -> None:
        """Take an answer, or None to see what happens without one. What is right is shown, and
        played, unless the answer is wrong: then it can be given again."""
        shown, question, found = self.step.shown, self.step.question, self.step.answer
        if shown is None or question is None or found is None:
            return
        if question.kind.acts:
            if value is None:
                _show_solution(self.session, found.value)
        elif self.strayed:  # the explanation is about the page as prepared, so show that; undo brings back the changes
            self.session.edit("restore the page", self._document(shown))
        given = Given(value, None if value is None else judge(question, found, value))
        if value is not None or self.at not in self._record:
            self._record[self.at] = given
        self.judged.emit(given)
        if given.verdict is not None and not given.verdict.right:
            self.tried = given
            self.changed.emit()
            return
        self.tried = None
        self.given[self.at] = given
        self.changed.emit()
        if self.plays and not question.kind.acts:
            _play_soon(self)

    def play(self) -> None:
        """Play the page from its start."""
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


def _show_solution(session: Session, solved: Situation) -> None:
    """Show one way to meet a goal; undo brings back what was tried."""
    session.edit("show a solution", replace(session.settled, **_parts(solved)))
    session.go(solved.t)


def _play_soon(run: LessonRun) -> None:
    """Play when the answer has been seen in the question's own picture."""
    lesson, at = run.lesson, run.at

    def play() -> None:
        if run.lesson is lesson and run.at == at and run.answered is not None and run.plays:
            run.play()

    if LOOK_FIRST_MS:
        QTimer.singleShot(LOOK_FIRST_MS, run, play)
    else:
        play()
