"""The thumbnails of the gallery: each data set as a small picture, drawn by its own generator.

A picture is drawn once for each size and kept; its dots have the colours of the classes.
"""

from functools import lru_cache

import numpy as np
from PySide6.QtCore import QPointF, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFontMetrics, QPainter, QPaintEvent, QPixmap
from PySide6.QtWidgets import QAbstractButton, QSizePolicy

from linlab.app.controls.widgets import CENTRE, sized, theme_in_force
from linlab.engine.data.datasets import DATASETS, make_points
from linlab.engine.picture.palette import colour_of

FEW = 90  # points in a thumbnail, at most


class Thumbnail(QAbstractButton):
    """A small picture of a data set, or a word (“more…”)."""

    def __init__(self, name: str, text: str) -> None:
        super().__init__()
        self._name = name
        self.setText(text)
        self.setObjectName(f"data-{name}")
        self.setCheckable(name in DATASETS)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def sizeHint(self) -> QSize:
        return QSize(50, 57)

    def paintEvent(self, event: QPaintEvent) -> None:
        theme, painter = theme_in_force(), QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        hovered = self.underMouse() and not self.isChecked()
        painter.setPen(QColor(theme.accent if self.isChecked() else theme.border))
        painter.setBrush(QColor(theme.window if hovered else theme.card))
        edge = 0.75 if self.isChecked() else 0.5
        if self.isChecked():
            pen = painter.pen()
            pen.setWidthF(1.5)
            painter.setPen(pen)
        painter.drawRoundedRect(QRectF(self.rect()).adjusted(edge, edge, -edge, -edge), 6, 6)
        size = 10
        while size > 8 and QFontMetrics(sized(self, size)).horizontalAdvance(self.text()) > self.width() - 4:
            size -= 1
        painter.setFont(sized(self, size))
        painter.setPen(QColor(theme.accent if self.isChecked() else theme.text if hovered else theme.quiet))
        if self._name not in DATASETS:
            painter.drawText(self.rect(), CENTRE, self.text())
            return
        painter.drawText(QRect(0, self.height() - 16, self.width(), 14), CENTRE, self.text())
        side = min(self.width() - 8, self.height() - 20)
        if side > 0:  # a panel can be dragged to nothing
            picture = thumbnail(self._name, side, self.devicePixelRatioF())
            painter.drawPixmap(QPointF((self.width() - side) / 2, 4), picture)


@lru_cache(maxsize=64)
def thumbnail(name: str, side: int, ratio: float) -> QPixmap:
    """A data set as dots on a transparent square."""
    knobs = {knob.name: knob for knob in DATASETS[name].knobs}
    points = make_points(name, n=min(FEW, int(knobs["n"].default))) if "n" in knobs else make_points(name)
    low, high = points.x.min(axis=0), points.x.max(axis=0)
    scale = (side - 6) / max(float(np.max(high - low)), 1e-9)
    places = (points.x - (low + high) / 2) * (scale, -scale) + side / 2  # (n, 2), y upwards
    pixmap = QPixmap(round(side * ratio), round(side * ratio))
    pixmap.setDevicePixelRatio(ratio)
    pixmap.fill(Qt.GlobalColor.transparent)
    painter = QPainter(pixmap)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(Qt.PenStyle.NoPen)
    for (x, y), label in zip(places.tolist(), points.label.tolist(), strict=True):
        painter.setBrush(QColor(colour_of(label)))
        painter.drawEllipse(QPointF(x, y), 1.5, 1.5)
    painter.end()
    return pixmap
