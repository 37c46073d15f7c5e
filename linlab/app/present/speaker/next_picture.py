"""The picture of what comes next, made in the background and painted when it is there."""

from dataclasses import replace

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QPainter, QPixmap, QResizeEvent
from PySide6.QtWidgets import QWidget

from linlab.app.canvas.painter import Painter
from linlab.app.session.background import Background
from linlab.engine.picture.palette import Palette
from linlab.engine.picture.shapes import Picture

from .live_picture import Framed
from .next_stop import NextStop, SmallPicture, drawn

SHAPE = 0.6  # height by width


class NextPicture(Framed):
    """Shows one stop at a time; until its picture is there, an empty frame. It is as high as a
    stage of its width."""

    told = Signal(str)  # what comes next, in words

    def __init__(self, parent: QWidget, palette: Palette) -> None:
        super().__init__(parent, palette)
        self.setObjectName("comes-next")
        self._key: object = None
        self._shown: tuple[NextStop, SmallPicture] | None = None
        self._back = Background(self)
        self._back.answered.connect(self._paint)

    def show_stop(self, stop: NextStop, how: SmallPicture) -> None:
        """Show this stop, unless it is shown or being drawn already."""
        self._shown = (stop, how)
        how = replace(how, width=float(self.width() - 2), height=float(self.height() - 2))
        key = (stop.key, how)
        if key == self._key:
            return
        self._key = key
        self.setAccessibleName(f"Next: {stop.title}")
        self.show_pixmap(QPixmap())
        self.told.emit(stop.title)
        if stop.find is not None:
            self._back.ask(lambda: drawn(stop, how))
        else:
            self._back.forget()

    def end(self) -> None:
        self._back.forget()

    def _paint(self, found: object) -> None:
        if not isinstance(found, tuple):  # it cannot be drawn: the title stays
            return
        title, picture = found
        self.told.emit(title)
        self.setAccessibleName(f"Next: {title}")
        if picture is not None:
            self._show(picture)

    def _show(self, found: Picture) -> None:
        ratio = self.devicePixelRatioF()
        made = QPixmap(round(ratio * found.width), round(ratio * found.height))
        made.setDevicePixelRatio(ratio)
        made.fill(Qt.GlobalColor.transparent)
        with QPainter(made) as painter:
            Painter().paint(painter, found)
        self.show_pixmap(made)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.setFixedHeight(round(SHAPE * self.width()))
        if self._shown is not None:
            self.show_stop(*self._shown)
