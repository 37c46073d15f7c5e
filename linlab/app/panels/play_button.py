"""The buttons of the transport, whose signs are drawn by hand."""

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetrics, QPainter, QPaintEvent, QPolygonF
from PySide6.QtWidgets import QToolButton

from linlab.app.controls.accessibility.text_size import percent, px
from linlab.app.controls.theme import Theme


class PlayButton(QToolButton):
    """A round button with its sign drawn by hand."""

    def __init__(self, sign: str, theme: Theme, primary: bool = False) -> None:
        super().__init__()
        self.sign, self.theme, self.primary = sign, theme, primary
        self.words = ""  # in the place of the sign
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.make_small(False)

    def make_small(self, small: bool, low: bool = False) -> None:
        if self.primary:
            side = 32 if low else 42
        elif small or low:
            side = min(26, round(39 * 100 / percent()))
        else:
            side = 30
        side = px(side)
        wide = QFontMetrics(_letters(12)).horizontalAdvance(self.words) + 14 if self.words else side
        self.setFixedSize(wide, side)
        self.setProperty("ring", side / 2 + 3 if self.primary else 7)  # how round its focus is

    def paintEvent(self, event: QPaintEvent) -> None:
        p = QPainter(self)
        p.setRenderHint(QPainter.RenderHint.Antialiasing)
        p.setPen(Qt.PenStyle.NoPen)
        box = QRectF(self.rect()).adjusted(1, 1, -1, -1)
        if self.primary:
            p.setBrush(QColor(self.theme.accent).lighter(112 if self.underMouse() else 100))
            p.drawEllipse(box)
        elif self.underMouse() or self.hasFocus():
            p.setBrush(QColor(self.theme.soft))
            p.drawRoundedRect(box, 7, 7)
        ink = QColor(self.theme.on_accent if self.primary else self.theme.text)
        if not self.isEnabled():
            ink.setAlpha(90)
        p.setBrush(ink)
        if self.words:
            p.setPen(ink)
            p.setFont(_letters(12))
            p.drawText(self.rect(), Qt.AlignmentFlag.AlignCenter, self.words)
            return
        p.translate(box.center())
        size = 7.5 * self.width() / 42 if self.primary else 5.5 * percent() / 100
        for kind, at in SIGNS[self.sign]:
            if kind == "bar":
                p.drawRoundedRect(QRectF(at * size - 1.2, -size, 2.4, 2 * size), 1, 1)
            elif kind not in ("left", "right"):  # a letter
                p.setPen(ink)
                p.setFont(_letters(14))
                p.drawText(
                    QRectF(at * size - px(10), -px(10), px(20), px(19)),
                    Qt.AlignmentFlag.AlignCenter,
                    kind,
                )
                p.setPen(Qt.PenStyle.NoPen)
            else:
                way = 1 if kind == "right" else -1
                x = at * size
                p.drawPolygon(
                    QPolygonF(
                        [
                            QPointF(x - way * size * 0.8, -size),
                            QPointF(x - way * size * 0.8, size),
                            QPointF(x + way * size * 0.8, 0),
                        ]
                    )
                )
        p.end()


def _letters(size: int) -> QFont:
    font = QFont("Inter")
    font.setPixelSize(px(size))
    font.setWeight(QFont.Weight.DemiBold)
    return font


SIGNS: dict[str, list[tuple[str, float]]] = {
    "rewind": [("bar", -1.3), ("left", -0.4), ("left", 0.8)],
    "back": [("left", -0.2), ("bar", 1.0)],
    "play": [("right", 0.15)],
    "pause": [("bar", -0.5), ("bar", 0.5)],
    "step": [("bar", -1.0), ("right", 0.2)],
    "change": [("right", -1.0), ("Δ", 0.85)],
    "mistake": [("right", -1.0), ("×", 0.85)],
    "epoch": [("right", -0.8), ("right", 0.4)],
    "end": [("right", -0.8), ("right", 0.4), ("bar", 1.3)],
    "start-over": [("↺", 0.0)],
}
