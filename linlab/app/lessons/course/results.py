"""What the search of the course page finds: terms of the glossary and pages of lessons."""

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QListWidget, QListWidgetItem

from linlab.lessons.course.search import Hit
from linlab.lessons.glossary.entry import Entry

from .result_row import ResultRow

MOST_TERMS = 4
NOTHING = "No page and no term has these words. Try fewer letters, or a symbol such as λ."
READING = "Reading the lessons …"
TARGET = Qt.ItemDataRole.UserRole


class Results(QListWidget):
    """A list; `page_wanted` gets the path of a lesson and a page from 0, `term_wanted` the key of an
    entry of the glossary."""

    page_wanted = Signal(object, object)
    term_wanted = Signal(str)

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("course-results")
        self.setAccessibleName("Search results")
        self.setItemDelegate(ResultRow(self))
        self.setResizeMode(QListWidget.ResizeMode.Adjust)
        self.setVerticalScrollMode(QListWidget.ScrollMode.ScrollPerPixel)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.itemActivated.connect(self._open)
        self.itemClicked.connect(self._open)

    def show_results(self, terms: Sequence[Entry], hits: Sequence[Hit]) -> None:
        self.clear()
        for term in terms[:MOST_TERMS]:
            self._add(f"Glossary · {term.heading}\n{term.means}", term.key)
        for hit in hits:
            page = hit.page
            number = f"{page.number}  " if page.number else ""
            where = f"{number}{page.lesson} · page {page.page}: {page.title}"
            self._add(f"{where}\n{hit.snippet}", (page.path, page.page - 1))
        if not self.count():
            self.show_words(NOTHING)
        self.setCurrentRow(0)

    def show_words(self, words: str) -> None:
        """A sentence instead of results."""
        self.clear()
        item = QListWidgetItem(words)
        item.setFlags(Qt.ItemFlag.NoItemFlags)
        self.addItem(item)

    def open_first(self) -> None:
        """Open the current result; at first that is the best one."""
        item = self.currentItem() or self.item(0)
        if item is not None:
            self._open(item)

    def _add(self, words: str, target: object) -> None:
        item = QListWidgetItem(words)
        item.setData(TARGET, target)
        self.addItem(item)

    def _open(self, item: QListWidgetItem) -> None:
        target = item.data(TARGET)
        if isinstance(target, str):
            self.term_wanted.emit(target)
        elif target is not None:
            path, page = target
            self.page_wanted.emit(path, page)
