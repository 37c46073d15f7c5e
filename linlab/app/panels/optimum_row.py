"""The exact optimum on demand: a button, and what came of it.

It is computed in the background and belongs to the problem in force: when that changes, the answer is dropped and
`found` says None. Whatever draws the optimum listens to `found`. While it is computed, the button cancels it and the note
counts the seconds.
"""

import threading
import time
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtWidgets import QHBoxLayout, QLabel, QPushButton, QWidget

from linlab.app.session.background import Background
from linlab.app.session.session import Session
from linlab.app.session.yardsticks import Yardsticks
from linlab.engine.ground.errors import LinlabError
from linlab.engine.ground.numerals import number
from linlab.engine.train.problem import Problem

if TYPE_CHECKING:
    from linlab.engine.optimum.exact import Optimum

ASK, TIP = "Exact optimum", "Minimise the objective exactly: its boundary, J* and J − J*."
CANCEL, CANCEL_TIP, CANCELLED = "Cancel", "Do not wait for the exact optimum.", "Cancelled."
WAITING = "waiting for the one before to end"
TICK = 250  # milliseconds


class OptimumRow(QWidget):
    """`optimum` is that of the problem in force, once it was asked for and found."""

    found = Signal(object)  # an Optimum, or None when it is of another problem

    def __init__(self, session: Session) -> None:
        super().__init__()
        self.session = session
        self.optimum: Optimum | None = None
        self._problem: Problem | None = None
        self.found.connect(Yardsticks.of(session).keep)  # before anybody else hears of it
        self._background = Background(self)
        self._background.answered.connect(self._answered)
        self._begun, self._doing = 0.0, ""  # the thread writes what it does, the timer shows it
        self._enough = threading.Event()
        self._tick = QTimer(self, interval=TICK)
        self._tick.timeout.connect(self._tell)
        self.button, self.note = QPushButton(ASK), QLabel()
        self.button.setObjectName("curves-optimum")
        self.button.setStyleSheet("padding: 3px 9px; font-size: 11px;")
        self.button.setFocusPolicy(Qt.FocusPolicy.TabFocus)  # after a click, Space still plays
        self.button.setToolTip(TIP)
        self.button.setMinimumWidth(self.button.sizeHint().width())  # the note stays where it is
        self.button.clicked.connect(self._pressed)
        self.note.setObjectName("curves-note")
        self.note.setProperty("role", "quiet")
        self.note.setWordWrap(True)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(8)
        row.addWidget(self.button)
        row.addWidget(self.note, 1)

    def look(self) -> None:
        """See which problem is in force; the optimum of another one is of no use."""
        trace = self.session.trace
        problem = None if trace is None else trace.problem(self.session.t)
        if problem is self._problem:
            return
        self._problem = problem
        self._forget()
        self.button.setEnabled(problem is not None)
        self.note.setText("")
        if self.optimum is not None:
            self.optimum = None
            self.found.emit(None)

    def ask(self) -> None:
        """Begin to compute it."""
        self.look()
        problem = self._problem
        if problem is not None:
            self._forget()
            self.button.setText(CANCEL)
            self.button.setToolTip(CANCEL_TIP)
            self.note.setText("")
            enough = self._enough = threading.Event()
            self._begun, self._doing = time.monotonic(), WAITING
            self._tick.start()

            def watch(doing: str) -> None:
                if enough.is_set():
                    raise _Unwanted
                self._doing = doing

            def question() -> "Optimum":
                from linlab.engine.optimum.exact import optimum  # loaded when the first one is wanted

                watch("")
                return optimum(problem, watch)

            self._background.ask(question)

    def cancel(self) -> None:
        """Wait no longer. The thread ends at its next step; if it is inside a library, whenever that comes back."""
        self._forget()
        self.note.setText(CANCELLED)

    def _pressed(self) -> None:
        if self._background.busy:
            self.cancel()
        else:
            self.ask()

    def _forget(self) -> None:
        self._enough.set()
        self._background.forget()
        self._rest()

    def _rest(self) -> None:
        self._tick.stop()
        self._doing = ""
        self.button.setText(ASK)
        self.button.setToolTip(self.session.trouble or TIP)

    def _tell(self) -> None:
        """How long it has taken so far, and what it is at."""
        seconds = int(time.monotonic() - self._begun)
        self.note.setText(" · ".join(filter(None, (f"{seconds} s", self._doing))))

    def _answered(self, answer: "Optimum | LinlabError") -> None:
        self._rest()
        if not isinstance(answer, LinlabError):
            self.optimum = answer
            self.note.setText(f"J* = {number(answer.objective, 4)}. {answer.note}".strip())
            self.found.emit(answer)
        else:
            self.note.setText(str(answer))


class _Unwanted(Exception):
    """Nobody waits for the answer any more."""
