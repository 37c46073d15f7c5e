"""A line with tinted words, such as the legend under a list of texts."""

from PySide6.QtCore import QSize
from PySide6.QtGui import QFontMetrics, QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from linlab.app.controls.widgets import sized, theme_in_force
from linlab.engine.views.table import Tint

from .tinted_text import draw, lay_out

FONT_PX = 11  # pixels: its letters


class TintedLine(QWidget):
    """One line of a text with tinted words, cut with “…” if it is too long."""

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("text-legend")
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self._text = ""
        self._tints: tuple[Tint, ...] = ()

    @property
    def text(self) -> str:
        return self._text

    def show_text(self, text: str, tints: tuple[Tint, ...]) -> None:
        """Show this text; nothing, if it is empty."""
        self.setVisible(bool(text))
        if (text, tints) != (self._text, self._tints):
            self._text = text
            self._tints = tints
            self.setAccessibleName(text)
            self.update()

    def sizeHint(self) -> QSize:
        return QSize(0, QFontMetrics(sized(self, FONT_PX)).lineSpacing() + 2)

    def paintEvent(self, event: QPaintEvent) -> None:
        theme = theme_in_force()
        with QPainter(self) as painter:
            layout = lay_out(self._text, self._tints, self.width(), 1, sized(self, FONT_PX), theme)
            draw(painter, layout, 0.0, 1.0, theme.quiet)
