"""A switch: a small pill that is on or off, and what it switches."""

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFontMetrics, QPainter, QPaintEvent
from PySide6.QtWidgets import QAbstractButton, QSizePolicy

from linlab.app.controls.accessibility.text_size import px

from .widgets import off, sized, theme_in_force

PILL_WIDTH_PX, PILL_HEIGHT_PX, GAP_PX = (
    24.0,
    14.0,
    7,
)  # pixels of the pill, and between it and its words


class Switch(QAbstractButton):
    """On or off; a click, Space or Enter toggles it."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.setText(text)
        self.setCheckable(True)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)  # after a click, Space still plays

    def sizeHint(self) -> QSize:
        metrics = QFontMetrics(sized(self, 12))
        return QSize(
            px(PILL_WIDTH_PX) + GAP_PX + metrics.horizontalAdvance(self.text()) + 2,
            max(px(20), metrics.height() + 4),
        )

    def paintEvent(self, event: QPaintEvent) -> None:
        theme = theme_in_force()
        painter = QPainter(self)
        on = self.isChecked()
        long, high = float(px(PILL_WIDTH_PX)), float(px(PILL_HEIGHT_PX))
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(theme.accent if on and self.isEnabled() else theme.groove))
        pill = QRectF(0.0, (self.height() - high) / 2, long, high)
        painter.drawRoundedRect(pill, high / 2, high / 2)
        painter.setBrush(QColor(theme.on_accent if on else theme.card))
        painter.drawEllipse(
            QPointF(long - high / 2 if on else high / 2, pill.center().y()),
            high / 2 - 2,
            high / 2 - 2,
        )
        painter.setFont(sized(self, 12))
        painter.setPen(QColor(theme.text) if self.isEnabled() else off(theme))
        painter.drawText(
            self.rect().adjusted(round(long) + GAP_PX, 0, 0, 0),
            Qt.AlignmentFlag.AlignVCenter,
            self.text(),
        )
