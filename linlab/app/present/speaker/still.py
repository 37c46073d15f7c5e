"""A picture of the stage that stays on the projector while the window is at the speaker's."""

from PySide6.QtCore import Qt
from PySide6.QtGui import QPainter, QPaintEvent, QPixmap
from PySide6.QtWidgets import QWidget


class Still(QWidget):
    """It belongs to the window, whose keys work here, too, and does not take the focus."""

    def __init__(self, window: QWidget, picture: QPixmap) -> None:
        super().__init__(window, Qt.WindowType.Tool | Qt.WindowType.FramelessWindowHint)
        self.setObjectName("still")
        self.setWindowTitle("linlab: the stage, on hold")
        self.setAttribute(Qt.WidgetAttribute.WA_ShowWithoutActivating)
        self.setAttribute(Qt.WidgetAttribute.WA_MacAlwaysShowToolWindow)
        self.setCursor(Qt.CursorShape.BlankCursor)
        self.picture = picture

    def paintEvent(self, event: QPaintEvent) -> None:
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
            painter.drawPixmap(self.rect(), self.picture)
