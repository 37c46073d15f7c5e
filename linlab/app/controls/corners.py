"""Round corners and a thin border over a widget that paints its whole area, like the cards beside
it."""

from functools import lru_cache

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPixmap

from .theme import Theme

ROUND = 9.0  # radius in pixels


def draw_frame(painter: QPainter, width: int, height: int, theme: Theme, ratio: float) -> None:
    """Draw the frame of a widget of this size; corners are cached images, as a path around
    everything would take time in each frame."""
    side = round(ROUND) + 1
    border = QColor(theme.border)
    for x, y, w, h in (
        (0, 0, width, 1),
        (0, height - 1, width, 1),
        (0, 0, 1, height),
        (width - 1, 0, 1, height),
    ):
        painter.fillRect(x, y, w, h, border)
    for corner, (x, y) in zip(
        _corners(theme.window, theme.border, ratio), ((0, 0), (1, 0), (0, 1), (1, 1)), strict=True
    ):
        painter.drawPixmap(x * (width - side), y * (height - side), corner)


@lru_cache(maxsize=4)
def _corners(outside: str, border: str, ratio: float) -> list[QPixmap]:
    """The four corners of a round frame: the area outside it, and its line."""
    side = round(ROUND) + 1
    made = QPixmap(QSize(2 * side, 2 * side) * ratio)
    made.setDevicePixelRatio(ratio)
    made.fill(Qt.GlobalColor.transparent)
    inside = QRectF(0.5, 0.5, 2 * side - 1, 2 * side - 1)
    path = QPainterPath()
    path.addRect(QRectF(0, 0, 2 * side, 2 * side))
    path.addRoundedRect(inside, ROUND, ROUND)
    with QPainter(made) as painter:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.fillPath(path, QColor(outside))
        painter.setPen(QColor(border))
        painter.drawRoundedRect(inside, ROUND, ROUND)
    half = round(side * ratio)
    return [made.copy(x * half, y * half, half, half) for y in (0, 1) for x in (0, 1)]
