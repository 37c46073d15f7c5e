"""Quiet text on one line or two that may change at every frame: it paints itself and triggers no
layout."""

from collections.abc import Callable

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QColor, QEnterEvent, QFont, QFontMetrics, QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from linlab.app.controls.accessibility.text_size import follow, px
from linlab.engine.picture.metrics import text_width

from .theme import Theme

SIZE = 11
SEPARATOR = " · "  # between the parts of a text


class Caption(QWidget):
    """Text on as many lines as there is room for; should that be too little, the last one is cut,
    and the tooltip has all of it."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self.setObjectName("caption")
        self.theme = theme
        self.words = ""
        self.meanings: Callable[[str], str] = lambda words: ""  # of the words of a text
        self._lines = 1  # of room
        follow(self, Caption._size)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        self.setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)

    def _size(self) -> None:
        self._font = QFont("Inter")
        self._font.setPixelSize(px(SIZE))
        self._metrics = QFontMetrics(self._font)
        self.updateGeometry()

    def say(self, words: str) -> None:
        if words != self.words:
            self.words = words
            self.setAccessibleName(words)
            if self.underMouse():
                self._set_tip()
            self.update()

    def make_room(self, lines: int) -> None:
        """Make room for this many lines."""
        if lines != self._lines:
            self._lines = lines
            self.updateGeometry()

    def text(self) -> str:
        """The visible part of the text."""
        return " ".join(self._visible_lines())

    def _visible_lines(self) -> list[str]:
        """The lines that are painted."""
        room = max(40, self.width() - 4)
        if (
            1.15 * text_width(self.words, px(SIZE)) < self.width()
        ):  # well within the width, without asking the font
            return [self.words]
        for between in (SEPARATOR, " "):  # rather between two parts than within one
            lines, rest = self._break(between, room)
            if self._metrics.horizontalAdvance(rest) <= room:
                break
        last = self._metrics.elidedText(rest, Qt.TextElideMode.ElideRight, room)
        return [*lines, last] if rest else lines

    def _break(self, between: str, room: int) -> tuple[list[str], str]:
        """All lines but the last one, filled as far as they go, and the rest."""
        lines: list[str] = []
        words = self.words.split(between)
        while words and len(lines) < self._lines - 1:
            fitting = len(words)
            while fitting > 1 and self._advance(words[:fitting], between) > room:
                fitting -= 1
            lines.append(between.join(words[:fitting]))
            words = words[fitting:]
        return lines, between.join(words)

    def _advance(self, words: list[str], between: str) -> int:
        return self._metrics.horizontalAdvance(between.join(words))

    def sizeHint(self) -> QSize:
        return QSize(200, self._lines * self._metrics.height())

    def minimumSizeHint(self) -> QSize:
        return QSize(0, self.sizeHint().height())

    def enterEvent(self, event: QEnterEvent) -> None:
        self._set_tip()
        super().enterEvent(event)

    def _set_tip(self) -> None:
        """All of the text, and what its words mean."""
        self.setToolTip("\n".join(filter(None, (self.words, self.meanings(self.words)))))

    def paintEvent(self, event: QPaintEvent) -> None:
        with QPainter(self) as painter:
            painter.fillRect(self.rect(), QColor(self.theme.card))
            painter.setFont(self._font)
            painter.setPen(QColor(self.theme.quiet))
            lines = self._visible_lines()
            high = self._metrics.height()
            top = (self.height() - len(lines) * high) // 2
            for k, line in enumerate(lines):
                painter.drawText(0, top + k * high + self._metrics.ascent(), line)
