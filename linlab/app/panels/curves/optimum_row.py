"""A button that asks for the exact optimum of the run in hand, or cancels that, and what came of it in words."""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QHBoxLayout, QLabel, QPushButton, QWidget

from linlab.app.session.session import Session

ASK, TIP = "Exact optimum", "Minimise the objective exactly: its boundary, J* and J − J*."
CANCEL, CANCEL_TIP = "Cancel", "Do not wait for the exact optimum."


class OptimumRow(QWidget):
    """While it is computed, the button cancels it and the note counts the seconds."""

    def __init__(self, session: Session) -> None:
        super().__init__()
        self.session = session
        self.button, self.note = QPushButton(ASK), QLabel()
        self.button.setObjectName("curves-optimum")
        self.button.setStyleSheet("padding: 3px 9px; font-size: 11px;")
        self.button.setFocusPolicy(Qt.FocusPolicy.TabFocus)  # after a click, Space still plays
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
        for signal in (session.changed, session.measured):
            signal.connect(self.refresh)
        self.refresh()

    def refresh(self) -> None:
        run = self.session.run
        busy, words = run.exact.busy, run.exact.words
        self.button.setEnabled(run.trace is not None)
        self.button.setText(CANCEL if busy else ASK)
        self.button.setToolTip(CANCEL_TIP if busy else run.trouble or TIP)
        if words != self.note.text():
            self.note.setText(words)

    def _pressed(self) -> None:
        exact = self.session.run.exact
        exact.cancel() if exact.busy else exact.ask()
