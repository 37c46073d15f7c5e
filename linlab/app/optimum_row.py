"""The exact optimum on demand: a button, and what came of it.

It is computed in the background and belongs to the problem in force: when that changes, the answer is dropped and
`found` says None. Whatever draws the optimum listens to `found`.
"""

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QLabel, QPushButton, QWidget

from linlab.app.pace import Background
from linlab.app.session import Session
from linlab.app.yardsticks import Yardsticks
from linlab.engine.errors import LinlabError
from linlab.engine.numerals import number
from linlab.engine.problem import Problem

if TYPE_CHECKING:
    from linlab.engine.exact import Optimum

ASK, TIP = "Exact optimum", "Minimise the objective exactly: its boundary, J* and J − J*."


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
        self.button, self.note = QPushButton(ASK), QLabel()
        self.button.setObjectName("curves-optimum")
        self.button.setStyleSheet("padding: 3px 9px; font-size: 11px;")
        self.button.setFocusPolicy(Qt.FocusPolicy.TabFocus)  # after a click, Space still plays
        self.button.setToolTip(TIP)
        self.button.clicked.connect(self.ask)
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
        self._background.forget()
        self.button.setText(ASK)
        self.button.setEnabled(problem is not None)
        self.button.setToolTip(self.session.trouble or TIP)
        self.note.setText("")
        if self.optimum is not None:
            self.optimum = None
            self.found.emit(None)

    def ask(self) -> None:
        """Begin to compute it."""
        self.look()
        problem = self._problem
        if problem is not None:
            self.button.setText("Computing …")
            self.button.setEnabled(False)
            self.note.setText("")
            from linlab.engine.exact import optimum  # loaded when the first one is wanted

            self._background.ask(lambda: optimum(problem))

    def _answered(self, answer: "Optimum | LinlabError") -> None:
        self.button.setText(ASK)
        self.button.setEnabled(True)
        if not isinstance(answer, LinlabError):
            self.optimum = answer
            self.note.setText(f"J* = {number(answer.objective, 4)}. {answer.note}".strip())
            self.found.emit(answer)
        else:
            self.note.setText(str(answer))
