"""A class as a small picture for buttons and menus."""

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QColor, QIcon, QPainter, QPixmap

from linlab.app.canvas.pens import draw_symbol
from linlab.engine.picture.palette import colour_of, symbol_of


def class_icon(label: int, size: int = 12) -> QIcon:
    """A class's colour in its shape."""
    pixmap = QPixmap(QSize(size, size) * 2)
    pixmap.setDevicePixelRatio(2)
    pixmap.fill(Qt.GlobalColor.transparent)
    painter = QPainter(pixmap)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(QColor(colour_of(label)))
    draw_symbol(painter, symbol_of(label), size / 2, size / 2, size - 2)
    painter.end()
    return QIcon(pixmap)
