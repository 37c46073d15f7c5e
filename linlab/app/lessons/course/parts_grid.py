"""The cards of all lessons, part by part, in as many columns as there is room for. The arrows go from
card to card."""

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QLabel, QSizePolicy, QWidget

from linlab.app.controls.accessibility.text_size import px, set_style_sheet
from linlab.lessons.course.overview import Entry, Overview

from .lesson_card import LessonCard

MOST_COLUMNS = 4
NARROWEST, WIDEST = 225, 340  # pixels of a card at 100 %
GAP = 11  # pixels between cards
ABOVE, BELOW = 5, 11  # pixels around the cards of a part
SIDES = 3  # pixels for the ring of the focus

Key = Qt.Key


class PartsGrid(QWidget):
    """Headings and cards; `open_lesson` gets the entry of the card that was pressed."""

    def __init__(self, open_lesson: Callable[[Entry], object]) -> None:
        super().__init__()
        self.setObjectName("course-parts")
        self._open = open_lesson
        self.parts: list[tuple[QLabel, list[LessonCard]]] = []
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    @property
    def cards(self) -> list[LessonCard]:
        return [card for _, cards in self.parts for card in cards]

    def show_overview(self, shown: Overview) -> None:
        """Show these lessons instead of those before."""
        for heading, cards in self.parts:
            for old in (heading, *cards):
                old.hide()
                old.deleteLater()
        self.parts = []
        for title, entries in shown.parts:
            heading = QLabel(title, self)
            set_style_sheet(heading, "QLabel { font-size: 14px; font-weight: 600; }")
            heading.setProperty("role", "quiet")
            cards = [LessonCard(each, each is shown.next, self) for each in entries]
            for card in cards:
                card.clicked.connect(partial(self._open, card.entry))
            self.parts.append((heading, cards))
            for widget in (heading, *cards):
                widget.show()
        self.place()

    def columns(self) -> int:
        fitting = (self.width() - 2 * SIDES + GAP) // (px(NARROWEST) + GAP)
        return max(1, min(MOST_COLUMNS, fitting))

    def place(self) -> None:
        """Place everything to fit the current width."""
        columns = self.columns()
        room = self.width() - 2 * SIDES
        width = min(px(WIDEST), (room - (columns - 1) * GAP) // columns)
        top = 0
        for heading, cards in self.parts:
            heading.setGeometry(SIDES, top, room, heading.sizeHint().height())
            top += heading.height() + ABOVE
            for first in range(0, len(cards), columns):
                row = cards[first : first + columns]
                height = max(card.height_for(width) for card in row)
                for k, card in enumerate(row):
                    card.setGeometry(SIDES + k * (width + GAP), top, width, height)
                top += height + GAP
            top += BELOW - GAP
        self.setFixedHeight(max(1, top))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            self.place()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """The arrows, from the card with the focus."""
        cards = self.cards
        here = next((k for k, card in enumerate(cards) if card.hasFocus()), None)
        to = None if here is None else self._neighbour(here, Key(event.key()))
        if to is None:
            event.ignore()
        else:
            cards[to].setFocus(Qt.FocusReason.TabFocusReason)

    def _neighbour(self, here: int, key: Qt.Key) -> int | None:
        """The card in the direction of a key."""
        cards = self.cards
        if key in (Key.Key_Left, Key.Key_Right):
            to = here + (1 if key == Key.Key_Right else -1)
            return to if 0 <= to < len(cards) else None
        if key in (Key.Key_Home, Key.Key_End):
            return 0 if key == Key.Key_Home else len(cards) - 1
        if key not in (Key.Key_Up, Key.Key_Down):
            return None
        now = cards[here].geometry()
        beyond = [
            k
            for k, card in enumerate(cards)
            if (card.y() > now.y() if key == Key.Key_Down else card.y() < now.y())
        ]
        far = {k: abs(cards[k].y() - now.y()) * 10 + abs(cards[k].x() - now.x()) for k in beyond}
        return min(beyond, key=lambda k: far[k], default=None)
