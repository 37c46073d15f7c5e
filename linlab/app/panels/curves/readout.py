"""The values under the mouse on one line in place of the legend: a piece of each curve, its name,
its value.

If there is no room for the names, the pieces say whose values they are.
"""

from collections.abc import Sequence

from PySide6.QtCore import QRect, QSize, Qt
from PySide6.QtGui import QFontMetrics, QIcon, QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget

from linlab.app.controls.accessibility.text_size import px
from linlab.app.controls.widgets import sized, theme_in_force
from linlab.engine.picture.curves import Curve

from .plot import icon_of

PIECE, GAP, HEIGHT = 18, 10, 20  # pixels: a piece of a curve, between two values, of the line


class Readout(QWidget):
    """Curves with their values, in one line."""

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("curves-readout")
        self._values: Sequence[tuple[Curve, str]] = ()
        self._why = ""  # why there are no values

    def say(self, values: Sequence[tuple[Curve, str]], why: str = "") -> None:
        self._values, self._why = values, why
        self.setAccessibleName(self.text())
        self.update()

    def text(self) -> str:
        """All of it as text."""
        return " · ".join(f"{line.title} {value}" for line, value in self._values) or self._why

    def sizeHint(self) -> QSize:
        return QSize(0, px(HEIGHT))

    def minimumSizeHint(self) -> QSize:
        return QSize(0, px(HEIGHT))

    def paintEvent(self, event: QPaintEvent) -> None:
        theme = theme_in_force()
        painter = QPainter(self)
        plain = QFontMetrics(sized(self, 11))
        bold = QFontMetrics(sized(self, 11, bold=True))
        names = [f"{line.title} " for line, _ in self._values]
        wide = [
            PIECE + plain.horizontalAdvance(name) + bold.horizontalAdvance(value) + GAP
            for name, (_, value) in zip(names, self._values, strict=True)
        ]
        if sum(wide) - GAP > self.width():
            names = ["" for _ in names]
        x = 2
        if not self._values:
            painter.setFont(sized(self, 11))
            painter.setPen(theme.quiet)
            painter.drawText(self.rect(), Qt.AlignmentFlag.AlignVCenter, self._why)
        for name, (line, value) in zip(names, self._values, strict=True):
            piece = icon_of(line, theme).pixmap(
                QSize(14, 10), self.devicePixelRatioF(), state=QIcon.State.On
            )
            painter.drawPixmap(x, (self.height() - 10) // 2, piece)
            x += PIECE
            for text, metrics, heavy, colour in (
                (name, plain, False, theme.quiet),
                (value, bold, True, theme.text),
            ):
                painter.setFont(sized(self, 11, bold=heavy))
                painter.setPen(colour)
                room = QRect(x, 0, max(0, self.width() - x), self.height())
                painter.drawText(
                    room,
                    Qt.AlignmentFlag.AlignVCenter,
                    metrics.elidedText(text, Qt.TextElideMode.ElideRight, room.width()),
                )
                x += metrics.horizontalAdvance(text)
            x += GAP
