"""A goal in the lab: live progress towards it, and after a while a hint."""

from typing import Any

from PySide6.QtCore import QTimer, Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from linlab.app.lessons.rich_text import RichText
from linlab.app.plane.plane import Plane
from linlab.app.session.background import Background
from linlab.app.session.lessons.prepared import Prepared, line_of_html
from linlab.lessons.facts.situation import Situation
from linlab.lessons.kinds.goal import Progress, progress

PAUSE_MS = 120  # between two looks at the lab


class GoalBox(QWidget):
    """Checks the goal whenever the lab changes, in another thread."""

    given = Signal(object)

    def __init__(self, step: Prepared, plane: Plane) -> None:
        super().__init__()
        question = step.question
        assert question is not None and step.shown is not None
        assert step.shown.question is not None
        self._question = step.shown.question  # with its facts still to be filled in
        self._looking = True
        self._met = False
        self._solving = False  # whether a solution is shown whose numbers are awaited
        self._session = plane.session
        self.words = RichText(13)
        self.words.setObjectName("goal-progress")
        self.hint = RichText(13)
        self.hint.setObjectName("goal-hint")
        self.hint.show_html(question["hint"])
        self.hint.hide()
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self.words)
        column.addWidget(self.hint)
        self._back = Background(self)
        self._back.answered.connect(self._seen)
        self._pause = QTimer(self, singleShot=True, interval=PAUSE_MS)
        self._pause.timeout.connect(self._look)
        self._hinting = QTimer(self, singleShot=True, interval=1000 * question["wait"])
        if question["hint"]:
            self._hinting.timeout.connect(self.hint.show)
            self._hinting.start()
        self._session.changed.connect(self._wait)
        self._session.moved.connect(self._wait)
        self._wait()

    def _wait(self) -> None:
        if not self._pause.isActive():
            self._pause.start()

    def _look(self) -> None:
        session = self._session
        if session.replay.loading:
            self._wait()
            return
        question = self._question
        here = Situation(session.document, session.focus, session.t)
        self._back.ask(lambda: progress(question, here))

    def _seen(self, found: Any) -> None:
        if isinstance(found, Progress):
            self.words.show_html(line_of_html(found.words))
            self._met = found.met
            if found.met and self._solving:
                self._stop()
                self.words.show()
            elif found.met and self._looking and self._session.document == self._session.settled:
                self.given.emit(True)

    def reveal(self, value: Any) -> None:
        """Once the goal is met, stop; if a solution is shown instead, wait for its numbers."""
        self.hint.hide()
        self._hinting.stop()
        if self._met:
            self._stop()
            return
        self._solving = True
        self.words.hide()  # these are the numbers of what was tried
        self._back.forget()
        self._wait()

    def apply_theme(self) -> None: ...

    def leave(self) -> None:
        self._stop()
        self._back.forget()

    def for_stage(self) -> None: ...

    def _stop(self) -> None:
        if not self._looking:
            return
        self._looking = False
        self._pause.stop()
        self._hinting.stop()
        self._session.changed.disconnect(self._wait)
        self._session.moved.disconnect(self._wait)
