"""The editor of one page: its title and, in tabs, its text, its question and what the lab shows and
plays."""

from functools import partial

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QFontDatabase, QKeyEvent
from PySide6.QtWidgets import (
    QLineEdit,
    QMenu,
    QPlainTextEdit,
    QPushButton,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from linlab.app.controls.accessibility.text_size import px
from linlab.app.controls.tabs import Tabs
from linlab.app.session.lessons.writing import Writing
from linlab.lessons.kinds.table import QUESTION_KINDS

PAGES = {
    "text": (
        "Text",
        "Markdown, with formulas in $…$ and facts of the run in {{…}}, such as {{mistakes}}.",
    ),
    "question": ("Question", "None yet: choose a kind below. linlab computes the answer."),
    "lab": ("Lab", 'play = "20 steps at 4 a second"\nlock = ["data"]\nexpect = "mistakes == 3"'),
}


class Page(QPlainTextEdit):
    """Plain text; Tab goes to the next control, and undo is that of the draft."""

    undone = Signal(int)

    def __init__(self, hint: str, code: bool) -> None:
        super().__init__()
        self.setTabChangesFocus(True)
        self.setPlaceholderText(hint)
        self.setUndoRedoEnabled(False)
        if code:
            font = QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont)
            font.setPixelSize(px(12))
            self.setFont(font)
        self.setMinimumHeight(120)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        control = bool(event.modifiers() & Qt.KeyboardModifier.ControlModifier)
        if control and event.key() in (Qt.Key.Key_Z, Qt.Key.Key_Y):
            self.undone.emit(-1 if event.key() == Qt.Key.Key_Z else 1)
            event.accept()
            return
        super().keyPressEvent(event)


class StepEditor(QWidget):
    """Puts what is typed into the draft, letter by letter."""

    def __init__(self, writing: Writing) -> None:
        super().__init__()
        self._writing = writing
        self.title, self.tabs, self.stack = QLineEdit(), Tabs(), QStackedWidget()
        self.title.setObjectName("step-title")
        self.title.setAccessibleName("The title of this page")
        self.title.setPlaceholderText("The title of this page")
        self.title.setProperty("line", "true")
        self.title.setMaxLength(120)
        self.title.textEdited.connect(partial(writing.type, "title"))
        self.pages: dict[str, Page] = {}
        for key, (words, hint) in PAGES.items():
            page = self.pages[key] = Page(hint, key != "text")
            page.setObjectName(f"step-{key}")
            page.textChanged.connect(partial(self._typed, key))
            page.undone.connect(lambda by: writing.undo() if by < 0 else writing.redo())
            page.setAccessibleName(words)
            self.tabs.add(key, words)
            self.stack.addWidget(page)
        self.tabs.turned.connect(lambda key: self.stack.setCurrentWidget(self.pages[key]))
        self.ask = QPushButton("Ask a question ▾")
        self.ask.setObjectName("ask")
        menu = QMenu(self.ask)
        for kind in QUESTION_KINDS.values():
            menu.addAction(kind.title, partial(self._ask, kind.template))
        self.ask.setMenu(menu)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        for part in (self.title, self.tabs, self.stack, self.ask):
            column.addWidget(part)
        self.tabs.set_current("text")

    def read(self) -> None:
        """Show the page as the draft has it; the cursor stays where text is being typed."""
        step = self._writing.step
        self.setEnabled(step is not None)
        texts = {key: getattr(step, key) if step is not None else "" for key in ("title", *PAGES)}
        if self.title.text() != texts["title"]:
            self.title.setText(texts["title"])
        for key, page in self.pages.items():
            if page.toPlainText() != texts[key]:
                page.blockSignals(True)
                page.setPlainText(texts[key])
                page.blockSignals(False)
        self.ask.setVisible(step is not None and not step.question.strip())

    def _typed(self, key: str) -> None:
        text = self.pages[key].toPlainText()
        if self._writing.step is not None and text != getattr(self._writing.step, key):
            self._writing.type(key, text)

    def _ask(self, template: str) -> None:
        self._writing.type("question", template)
        self.tabs.set_current("question")
        self.read()
