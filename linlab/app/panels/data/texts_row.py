"""What the data card has for texts: the size of the vocabulary, and where texts are read, pasted and
added."""

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from linlab.app.controls.widgets import LinkButton, label
from linlab.app.session.session import Session
from linlab.engine.ground.numerals import grouped

COMMANDS = (
    ("view-examples", "Read and edit", "The texts with their words tinted, in Examples (Alt+8)"),
    ("paste", "Paste", "Add lines from the clipboard, each a text, or “class, tab, text” (Ctrl+V)"),
    ("add-from-file", "Add a file…", "The texts of a table with the columns text and label"),
)  # a command, the title of its link, and its tooltip


class TextsRow(QWidget):
    """Links to commands on texts; `command_wanted` emits the name of one."""

    command_wanted = Signal(str)

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("texts-row")
        self.words = label("")
        self.words.setObjectName("vocabulary")
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(3)
        row = QHBoxLayout()
        row.setSpacing(6)
        for name, title, tip in COMMANDS:
            link = LinkButton(title, accent=True)
            link.setObjectName(f"texts-{name}")
            link.setToolTip(tip)
            link.clicked.connect(lambda _=False, name=name: self.command_wanted.emit(name))
            row.addWidget(link)
        row.addStretch()
        column.addWidget(self.words)
        column.addLayout(row)

    def read(self, session: Session) -> None:
        """Show the size of the vocabulary."""
        trace = session.trace
        names = () if trace is None else trace.problem(session.t).names or ()
        many = f"{grouped(len(names))} word{'s' if len(names) != 1 else ''}"
        self.words.setText(f"Vocabulary of {many}" if names else "No vocabulary yet")
