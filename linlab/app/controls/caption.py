"""A line of quiet text that may change at every frame: it paints itself and triggers no layout."""

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QColor, QEnterEvent, QFont, QFontMetrics, QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from linlab.app.controls.accessibility.text_size import follow, px
from linlab.engine.picture.metrics import text_width

from .theme import Theme

SIZE = 11


class Caption(QWidget):
    """Text, cut to the available width; the tooltip has all of it."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self.setObjectName("caption")
        self.theme = theme
        self.words = ""
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
                self.setToolTip(words)
            self.update()

    def text(self) -> str:
        """The visible part of the text."""
        if (
            1.15 * text_width(self.words, px(SIZE)) < self.width()
        ):  # well within the width, without asking the font
            return self.words
        return self._metrics.elidedText(
            self.words, Qt.TextElideMode.ElideRight, max(40, self.width() - 4)
        )

    def sizeHint(self) -> QSize:
        return QSize(200, self._metrics.height())

    def enterEvent(self, event: QEnterEvent) -> None:
        self.setToolTip(self.words)
        super().enterEvent(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        with QPainter(self) as painter:
            painter.fillRect(self.rect(), QColor(self.theme.card))
            painter.setFont(self._font)
            painter.setPen(QColor(self.theme.quiet))
            painter.drawText(
                0,
                (self.height() + self._metrics.ascent() - self._metrics.descent()) // 2,
                self.text(),
            )
