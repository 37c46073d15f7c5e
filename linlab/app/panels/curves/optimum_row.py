"""The switch of the exact optimum of the current run, and its result in words."""

from PySide6.QtWidgets import QHBoxLayout, QWidget

from linlab.app.controls.accessibility.text_size import follow
from linlab.app.controls.live_text import LiveText, Paragraph
from linlab.app.controls.switch import Switch
from linlab.app.controls.widgets import sized
from linlab.app.session.session import Session

TITLE = "Exact optimum"
TIP = "Minimise the objective exactly: its boundary, J* and J − J*.\nIt stays on and follows the settings and the points (O)"
BUSY = "It is being computed; switch it off to cancel (O)"


class OptimumRow(QWidget):
    """While it takes long, the note counts the seconds; a note about an earlier problem is grey."""

    def __init__(self, session: Session) -> None:
        super().__init__()
        self.session = session
        self.button = Switch(TITLE)
        self.note = LiveText()
        self.button.setObjectName("curves-optimum")
        self.button.clicked.connect(lambda on: session.run.exact.switch(on))
        self.note.setObjectName("curves-note")
        follow(self.note, lambda note: note.setFont(sized(note, 11)))
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(10)
        row.addWidget(self.button)
        row.addWidget(self.note, 1)
        for signal in (session.changed, session.measured):
            signal.connect(self.refresh)
        self.refresh()

    def refresh(self) -> None:
        run = self.session.run
        exact = self.session.run.exact
        self.button.setEnabled(run.trace is not None)
        self.button.setChecked(exact.on)
        self.button.setToolTip(run.trouble or (BUSY if exact.busy else TIP))
        self.note.setEnabled(not exact.busy or exact.last is None)
        if exact.words != self.note.text():
            self.note.set_text((Paragraph(exact.words, quiet=True),) if exact.words else ())
            self.note.forget()
