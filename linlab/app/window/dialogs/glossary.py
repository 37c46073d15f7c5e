"""The glossary: a window that may stay open beside the lab, with a list of terms to search, and the
entry of the current one."""

from collections.abc import Callable

from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import (
    QDialog,
    QHBoxLayout,
    QLineEdit,
    QListWidget,
    QListWidgetItem,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from linlab.app.controls.accessibility.text_size import px
from linlab.app.controls.scroll_column import Scrolled
from linlab.app.controls.widgets import label, theme_in_force
from linlab.app.lessons.rich_text import RichText
from linlab.app.lessons.term_card import entry_html, way_to
from linlab.lessons.glossary.entry import Entry
from linlab.lessons.glossary.table import GLOSSARY, find

TITLE = "Glossary"
WIDE, HIGH, LIST = 640, 440, 240  # pixels at 100 %: the window, and the width of the list
KEY = Qt.ItemDataRole.UserRole
NOTHING = "No term or symbol matches. Try fewer letters."
DOWNWARDS = (Qt.Key.Key_Down, Qt.Key.Key_Up, Qt.Key.Key_PageDown, Qt.Key.Key_PageUp)


class Glossary(QDialog):
    """Terms on the left, the current entry on the right; `show_page` opens the page or view of an
    entry."""

    def __init__(self, show_page: Callable[[str], object], parent: QWidget) -> None:
        super().__init__(parent, Qt.WindowType.Tool)  # the lab's keys still work
        self.setObjectName("glossary")
        self.setWindowTitle(TITLE)
        self._show_page = show_page
        self.search = QLineEdit()
        self.search.setObjectName("glossary-search")
        self.search.setPlaceholderText("A term or a symbol, such as margin or λ")
        self.search.setAccessibleName("Search the glossary")
        self.search.setClearButtonEnabled(True)
        self.list = QListWidget()
        self.list.setObjectName("glossary-list")
        self.list.setAccessibleName("Terms and symbols")
        self.list.setFixedWidth(px(LIST))
        self.nothing = label(NOTHING)
        self.nothing.setWordWrap(True)
        self.text = RichText(14)
        self.go = QPushButton()
        self.go.setObjectName("glossary-page")
        self.go.setAutoDefault(False)
        self._lay_out()
        self.search.textChanged.connect(self._fill)
        self.search.returnPressed.connect(self._open_page)
        self.list.currentItemChanged.connect(self._show)
        self.list.itemActivated.connect(self._open_page)
        self.go.clicked.connect(self._open_page)
        self._fill()

    def _lay_out(self) -> None:
        left = QVBoxLayout()
        left.addWidget(self.search)
        left.addWidget(self.list, 1)
        left.addWidget(self.nothing)
        area = Scrolled(steady=False)
        area.setAccessibleName("The entry of this term")
        area.body.addWidget(self.text)
        area.body.addStretch()
        right = QVBoxLayout()
        right.addWidget(area, 1)
        right.addWidget(self.go, 0, Qt.AlignmentFlag.AlignLeft)
        row = QHBoxLayout(self)
        row.setSpacing(16)
        row.addLayout(left)
        row.addLayout(right, 1)
        self.search.setFixedWidth(px(LIST))
        self.resize(px(WIDE), px(HIGH))

    @property
    def entry(self) -> Entry | None:
        """The current entry."""
        item = self.list.currentItem()
        return None if item is None else GLOSSARY[item.data(KEY)]

    def show_entry(self, key: str = "") -> None:
        """Show the window at an entry, or as it is."""
        if key:
            self.search.clear()
            rows = range(self.list.count())
            wanted = [k for k in rows if self.list.item(k).data(KEY) == key]
            self.list.setCurrentRow(wanted[0] if wanted else 0)
        self._show()  # the theme may have changed
        self.show()
        self.raise_()
        self.activateWindow()
        self.search.setFocus()
        self.search.selectAll()

    def _fill(self) -> None:
        entries = find(self.search.text())
        self.list.clear()
        for entry in entries:
            item = QListWidgetItem(entry.heading)
            item.setData(KEY, entry.key)
            self.list.addItem(item)
        self.nothing.setVisible(not entries)
        self.list.setCurrentRow(0)
        self._show()

    def _show(self) -> None:
        entry = self.entry
        self.text.show_html("" if entry is None else entry_html(entry), theme_in_force())
        words = "" if entry is None else way_to(entry)
        self.go.setText(words)
        self.go.setVisible(bool(words))

    def _open_page(self) -> None:
        if self.entry is not None:
            self._show_page(self.entry.key)

    def event(self, event: QEvent) -> bool:
        if (
            event.type() == QEvent.Type.ShortcutOverride
            and isinstance(event, QKeyEvent)
            and event.key() in (*DOWNWARDS, Qt.Key.Key_Escape)
        ):
            event.accept()  # these keys are for this window first
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """The arrows walk the list while the search has the focus."""
        if event.key() in DOWNWARDS:
            self.list.keyPressEvent(event)
        else:
            super().keyPressEvent(event)
