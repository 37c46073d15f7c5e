"""The field that adds a text: its class, what is typed, and what the model says of it meanwhile. The
sentence is that of the view Words, which writes it as a sum."""

from PySide6.QtCore import QMimeData, Qt, Signal
from PySide6.QtGui import QGuiApplication, QKeyEvent, QKeySequence
from PySide6.QtWidgets import QHBoxLayout, QLineEdit, QPushButton, QVBoxLayout, QWidget

from linlab.app.controls.accessibility.text_size import set_style_sheet
from linlab.app.controls.choices import Choice
from linlab.app.controls.widgets import LinkButton, label
from linlab.app.session.session import Session
from linlab.app.session.texts import add_text, paste_texts
from linlab.engine.data.lexicon import LONGEST_TEXT as LONGEST_SENTENCE
from linlab.engine.data.texts.tables import LONGEST_TEXT
from linlab.engine.ground.sanitise import shorten
from linlab.engine.views.snapshot import Snapshot
from linlab.engine.views.words.contributions import lines_below, sum_of
from linlab.engine.views.words.vocabulary import Vocabulary

HINT = "New text"
TIP = (
    "Type a text and press Return; several lines can be pasted at once.\n"
    "A line “class, tab, text” has its own class; others get the class on the left."
)


class TextField(QLineEdit):
    """One line; several lines that are pasted are emitted instead."""

    lines_pasted = Signal(str)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.matches(QKeySequence.StandardKey.Paste):
            mime: QMimeData | None = QGuiApplication.clipboard().mimeData()
            text = "" if mime is None else mime.text()
            if len(text.strip().splitlines()) > 1 or "\t" in text:
                self.lines_pasted.emit(text)
                return
        super().keyPressEvent(event)


class AddText(QWidget):
    """Adds texts to the session. `class_wanted` emits the class that was chosen, `words_wanted` that
    the sentence should be shown as a sum."""

    class_wanted = Signal(int)
    words_wanted = Signal()

    def __init__(self, session: Session) -> None:
        super().__init__()
        self.setObjectName("add-text")
        self.session = session
        self.classes = Choice()
        self.classes.setObjectName("text-class")
        self.classes.setAccessibleName("Class of the new text")
        self.classes.setToolTip("The class of the new text; the digit keys choose it, too")
        self.classes.activated.connect(self._choose)
        self.field = TextField()
        self.field.setObjectName("new-text")
        self.field.setAccessibleName("New text")
        self.field.setPlaceholderText(HINT)
        self.field.setToolTip(TIP)
        self.field.setMaxLength(LONGEST_TEXT)
        self.field.setProperty("line", "true")
        self.field.returnPressed.connect(self.add)
        self.field.textEdited.connect(self._typed)
        self.field.lines_pasted.connect(lambda text: paste_texts(session, text))
        self.button = QPushButton("Add")
        self.button.setObjectName("add-text-button")
        set_style_sheet(self.button, "padding: 2px 9px; font-size: 12px;")
        self.button.clicked.connect(self.add)
        self.answer = label("")
        self.answer.setObjectName("text-answer")
        self.answer.setTextFormat(Qt.TextFormat.PlainText)
        self.answer.setWordWrap(True)
        self.sum = LinkButton("as a sum", accent=True)
        self.sum.setObjectName("text-as-sum")
        self.sum.setToolTip("Show the view Words, which adds up the words of this text (Alt+R)")
        self.sum.clicked.connect(self.words_wanted)
        row, below, column = QHBoxLayout(), QHBoxLayout(), QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(3)
        row.setSpacing(6)
        row.addWidget(self.classes)
        row.addWidget(self.field, 1)
        row.addWidget(self.button)
        below.addWidget(self.answer, 1)
        below.addWidget(self.sum, 0, Qt.AlignmentFlag.AlignTop)
        column.addLayout(row)
        column.addLayout(below)
        self._shown: tuple[str, ...] = ()

    def show_moment(self, moment: Snapshot) -> None:
        """Show the classes, the class in hand, and the answer to what is typed."""
        classes = moment.points.classes
        if self._shown != classes:
            self._shown = classes
            self.classes.clear()
            for name in (*classes, "unlabelled"):
                self.classes.addItem(shorten(name, 24))
        own = self.session.label
        self.classes.setCurrentIndex(own if 0 <= own < len(classes) else len(classes))
        text = self.field.text()
        found = Vocabulary.of(moment) if text.strip() else None
        words = "" if found is None else lines_below(found, sum_of(found, text))[0]
        self.answer.setText(words)
        self.answer.setVisible(bool(words))
        self.sum.setVisible(bool(words))

    def add(self) -> None:
        """Add what is typed; it stays in the field if it cannot be added."""
        if add_text(self.session, self.field.text()):
            self.field.clear()
            self._typed()

    def _typed(self) -> None:
        self.session.choices.choose("words", "text", self.field.text()[:LONGEST_SENTENCE])
        self.show_moment(self.session.snapshot)

    def _choose(self, k: int) -> None:
        self.class_wanted.emit(k if k < len(self._shown) else -1)
