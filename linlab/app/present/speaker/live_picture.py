"""What is on stage now, small: a picture of the window that is taken again when it has been
painted."""

from PySide6.QtCore import QEvent, QObject, QRectF, Qt, Signal
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPaintEvent, QPen, QPixmap, QResizeEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from linlab.app.session.background import Pace
from linlab.engine.picture.palette import Palette

CORNER = 8.0  # pixels


class Framed(QWidget):
    """A picture in a frame with round corners, as large as fits."""

    def __init__(self, parent: QWidget, palette: Palette, edge: int = 1) -> None:
        super().__init__(parent)
        self._palette = palette
        self._edge = edge
        self.pixmap = QPixmap()
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.setMinimumSize(120, 90)

    def apply_theme(self, palette: Palette) -> None:
        self._palette = palette
        self.update()

    def show_pixmap(self, pixmap: QPixmap) -> None:
        self.pixmap = pixmap
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        inside = QRectF(self.rect()).adjusted(1, 1, -1, -1)
        path = QPainterPath()
        path.addRoundedRect(inside, CORNER, CORNER)
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.fillPath(path, QColor(self._palette.card))
            if not self.pixmap.isNull():
                ratio = self.pixmap.devicePixelRatio()
                wide, high = self.pixmap.width() / ratio, self.pixmap.height() / ratio
                painter.setClipPath(path)
                left = inside.x() + (inside.width() - wide) / 2
                painter.drawPixmap(
                    round(left), round(inside.y() + (inside.height() - high) / 2), self.pixmap
                )
                painter.setClipping(False)
            colour = self._palette.accent if self._edge > 1 else self._palette.border
            painter.setPen(QPen(QColor(colour), self._edge))
            painter.drawPath(path)


class LivePicture(Framed):
    """Follows a window: whenever it has been painted, a picture of it is taken, but never so often
    that it slows the window down."""

    taken = Signal()  # there is a new picture

    def __init__(self, parent: QWidget, palette: Palette, window: QWidget) -> None:
        super().__init__(parent, palette, edge=2)
        self.setObjectName("on-stage")
        self.setAccessibleName("On the screen now")
        self._window = window
        self.refresh = Pace(self, self._take)
        window.installEventFilter(self)
        self.refresh()

    def end(self) -> None:
        self._window.removeEventFilter(self)
        self.refresh.stop()

    def _take(self) -> None:
        ratio = self.devicePixelRatioF()
        picture = self._window.grab().scaled(
            self.size() * ratio,
            Qt.AspectRatioMode.KeepAspectRatio,
            Qt.TransformationMode.SmoothTransformation,
        )
        picture.setDevicePixelRatio(ratio)
        self.show_pixmap(picture)
        self.taken.emit()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.refresh()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() in (QEvent.Type.UpdateRequest, QEvent.Type.Resize):
            self.refresh()
        return False
