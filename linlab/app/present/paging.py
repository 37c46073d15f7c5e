"""The two keys of every clicker: to the next stop, and back; if there is none, to another
document."""

from collections.abc import Callable
from typing import TYPE_CHECKING

from linlab.app.session.player import Player
from linlab.app.session.programme import Programme
from linlab.app.session.stops import Stop, seek_stop, stop_ahead
from linlab.engine.document.document import Document

if TYPE_CHECKING:
    from linlab.app.session.lessons.lesson_run import LessonRun

AGAIN = "Page Down again: the next document."


class Paging:
    """Page Down and Page Up; `turn` opens another document of the programme. In a lesson they go
    through its pages."""

    def __init__(
        self,
        player: Player,
        programme: Programme,
        turn: Callable[[int], object],
        lesson: "Callable[[], LessonRun | None]" = lambda: None,
    ) -> None:
        self._player = player
        self._session = player.session
        self._programme = programme
        self._turn = turn
        self._lesson = lesson
        self._stuck: tuple[Document, int] | None = (
            None  # where no further step was found, or is being searched
        )
        self._heard = ""  # the last message
        self._session.said.connect(self._hear)

    def clear(self) -> None:
        self._session.said.disconnect(self._hear)

    def _hear(self, sentence: str) -> None:
        self._heard = sentence

    def refresh(self) -> None:
        """The run may have moved, so there may be more steps ahead."""
        if self._stuck is not None and self._stuck[1] != self._session.t:
            self._stuck = None

    def upcoming(self) -> Stop | None:
        """What Page Down goes to next, as far as it is known without training; None if nothing
        follows."""
        lesson = self._lesson()
        if lesson is not None:
            return _in_a_lesson(lesson)
        here = (self._session.document, self._session.t)
        ahead = stop_ahead(self._session)
        if ahead is not None and self._stuck != here:
            return ahead
        return Stop(None, "the next document") if self._programme.has(1) else None

    def go_on(self, by: int) -> None:
        """Go on, or with −1 back. Leaving a document at its end takes a second press, so that
        nobody does it by accident."""
        lesson = self._lesson()
        if lesson is not None:
            lesson.on() if by > 0 else lesson.back()
            return
        session = self._session
        player = self._player
        here = (self._session.document, self._session.t)
        if player.seeking:
            return
        over = self._stuck == here if by > 0 else session.t == 0
        if over and self._programme.has(by):
            self._turn(by)
            return
        self._stuck = here if by > 0 else None
        self._heard = ""
        seek_stop(player, by)
        if player.seeking or session.t != here[1]:
            return
        if by < 0:
            player.rewind()
        elif self._heard and self._programme.has(1):
            session.note(f"{self._heard} {AGAIN}")


def _in_a_lesson(lesson: "LessonRun") -> Stop | None:
    """What Page Down does on this page of a lesson."""
    if lesson.asks:
        return Stop(None, "the answer")
    if lesson.plays:
        return Stop(None, "the page plays")
    if lesson.last or lesson.lesson is None:
        return None
    return Stop(None, lesson.lesson.steps[lesson.at + 1].step.title)
