"""The line above the plane while presenting: the title of the document, the model, and the position
in a programme."""

from PySide6.QtCore import QRect, QSize, Qt
from PySide6.QtGui import QColor, QFontMetrics, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from linlab.engine.ground.sanitise import sanitise
from linlab.engine.picture.palette import Palette

from .overlays import WRAPPED, font_of

LEFT, RIGHT = Qt.AlignmentFlag.AlignLeft, Qt.AlignmentFlag.AlignRight
TITLE, WORDS = 1.2, 0.95  # in font sizes


class Header(QWidget):
    """A title, a description, and a position such as “2 of 3”: on one line if there is room,
    otherwise on two or more."""

    def __init__(self, parent: QWidget, palette: Palette) -> None:
        super().__init__(parent)
        self.setObjectName("header")
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self.title, self.words, self.place = "", "", ""
        self.apply_theme(14.0, palette)

    def apply_theme(self, size: float, palette: Palette) -> None:
        self._palette = palette
        self._air = round(0.55 * size)
        self._large = font_of(TITLE * size, True)
        self._small = font_of(WORDS * size)
        self._lay()

    def tell(self, title: str, words: str, place: str) -> None:
        title = sanitise(title)
        if (title, words, place) != (self.title, self.words, self.place):
            self.title, self.words, self.place = title, words, place
            self.setAccessibleName(". ".join(part for part in (title, words, place) if part))
            self._lay()

    def sizeHint(self) -> QSize:
        return QSize(self.width(), self.height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if event.oldSize().width() != event.size().width():
            self._lay()

    @property
    def _beside(self) -> bool:
        """Whether the description fits on the line of the title."""
        large, small = QFontMetrics(self._large), QFontMetrics(self._small)
        needed = (
            large.horizontalAdvance(self.title)
            + small.horizontalAdvance(self.words)
            + small.horizontalAdvance(self.place)
        )
        return not self.title or needed + 10 * self._air <= self.width()

    def _room(self, left: int, line: int) -> QRect:
        """The width beside the position, on the first line or the ones below it."""
        taken = (
            QFontMetrics(self._small).horizontalAdvance(self.place) + 2 * self._air
            if self.place and line == 0
            else 0
        )
        return QRect(left, 0, max(50, self.width() - left - 2 * self._air - taken), 10_000)

    def _lay(self) -> None:
        """Fit the height to the lines."""
        large, small = QFontMetrics(self._large), QFontMetrics(self._small)
        left = 2 * self._air
        if self._beside:
            words = (
                small.boundingRect(self._room(left, 0), WRAPPED, self.words).height()
                if not self.title
                else 0
            )
            height = max(large.height() if self.title else small.height(), words)
        else:
            title = large.boundingRect(self._room(left, 0), WRAPPED, self.title)
            height = (
                title.height()
                + small.boundingRect(self._room(left, 1), WRAPPED, self.words).height()
            )
        self.setFixedHeight(height + 2 * self._air)
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        large = QFontMetrics(self._large)
        small = QFontMetrics(self._small)
        air = self._air
        ink, quiet = QColor(self._palette.text), QColor(self._palette.quiet)
        with QPainter(self) as painter:
            painter.fillRect(self.rect(), QColor(self._palette.card))
            painter.fillRect(0, self.height() - 1, self.width(), 1, QColor(self._palette.border))
            painter.setFont(self._small)
            painter.setPen(quiet)
            base = (
                air + (large.ascent() if self.title else small.ascent()) - small.ascent()
            )  # on the line of the title
            painter.drawText(
                QRect(0, base, self.width() - 2 * air, small.height()), int(RIGHT), self.place
            )
            left = 2 * air
            top = air
            if self.title:
                room = self._room(left, 0).translated(0, air)
                painter.setFont(self._large)
                painter.setPen(ink)
                painter.drawText(room, WRAPPED, self.title)
                if self._beside:
                    left = left + large.horizontalAdvance(self.title) + 3 * air
                    top = base
                else:
                    top = air + large.boundingRect(room, WRAPPED, self.title).height()
            painter.setFont(self._small)
            painter.setPen(quiet if self.title else ink)
            painter.drawText(
                self._room(left, 0 if self._beside else 1).translated(0, top), WRAPPED, self.words
            )
