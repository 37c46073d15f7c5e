"""The entry of a term: a small card below its word, with the way to the page that shows it."""

import html

from PySide6.QtCore import QPoint, QRect, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QFrame, QVBoxLayout, QWidget

from linlab.app.controls.accessibility.text_size import px
from linlab.app.controls.widgets import PRESS, LinkButton, theme_in_force
from linlab.engine.views.views import VIEWS
from linlab.lessons.glossary.entry import Entry
from linlab.lessons.glossary.pages import place_of
from linlab.lessons.written.tags import formula_tag

from .rich_text import RichText

WIDE = 340  # pixels at 100 %
BELOW = 4  # pixels between a word and its card
ALL = "All terms (Ctrl+F1)"


def entry_html(entry: Entry) -> str:
    """What an entry says."""
    formula = formula_tag(entry.formula, True) if entry.formula else ""
    also = f"<p>Also: {html.escape(', '.join(entry.also))}.</p>" if entry.also else ""
    heading = html.escape(entry.heading)
    return f"<p><b>{heading}</b></p><p>{html.escape(entry.means)}</p>{formula}{also}"


def way_to(entry: Entry) -> str:
    """What the link to its page or view says; empty if it has none."""
    place = place_of(entry)
    if place is not None:
        return f"{place.words} ›"
    return f"Show the view “{VIEWS[entry.view].title}” ›" if entry.view in VIEWS else ""


class TermCard(QFrame):
    """An entry, until a click elsewhere or Escape."""

    wanted = Signal(str)  # the page or view of this entry
    all_wanted = Signal(str)  # the glossary, at this entry

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent, Qt.WindowType.Popup)
        self.setObjectName("term-card")
        self.key = ""
        self.text = RichText(13)
        self.go = LinkButton("", accent=True)
        self.go.setObjectName("term-page")
        self.all = LinkButton(ALL)
        self.all.setObjectName("term-glossary")
        column = QVBoxLayout(self)
        column.setContentsMargins(14, 10, 14, 10)
        column.setSpacing(6)
        column.addWidget(self.text)
        column.addWidget(self.go, 0, Qt.AlignmentFlag.AlignLeft)
        column.addWidget(self.all, 0, Qt.AlignmentFlag.AlignLeft)
        for button in (self.go, self.all):
            button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
            button.clicked.connect(self.close)
        self.go.clicked.connect(lambda: self.wanted.emit(self.key))
        self.all.clicked.connect(lambda: self.all_wanted.emit(self.key))

    def show_entry(self, entry: Entry, word: QRect) -> None:
        """Show an entry below this place on the screen, or above it if there is no room."""
        theme = theme_in_force()
        self.key = entry.key
        self.setStyleSheet(
            f"QFrame#term-card {{ background: {theme.card}; border: 1px solid {theme.border}; "
            "border-radius: 9px; }"
        )
        self.setAccessibleName(f"{entry.heading}: {entry.means}")
        self.setFixedWidth(px(WIDE))
        self.text.setFixedWidth(px(WIDE) - 28)
        self.text.show_html(entry_html(entry), theme)
        self.go.setText(way_to(entry))
        self.go.setVisible(bool(self.go.text()))
        self.adjustSize()
        room = self.screen().availableGeometry()
        top = word.bottom() + BELOW
        if top + self.height() > room.bottom():
            top = word.top() - BELOW - self.height()
        left = max(room.left(), min(word.left(), room.right() - self.width()))
        self.move(QPoint(left, max(room.top(), top)))
        self.show()
        (self.go if self.go.isVisible() else self.all).setFocus(Qt.FocusReason.TabFocusReason)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Escape closes it, and Enter presses the link with the focus."""
        focus = self.focusWidget()
        if event.key() == Qt.Key.Key_Escape:
            self.close()
        elif event.key() in PRESS and isinstance(focus, LinkButton):
            focus.click()
        else:
            super().keyPressEvent(event)
