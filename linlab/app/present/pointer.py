"""The mouse on stage: a ring around it and the close button in the corner; both, and the cursor,
are hidden while it rests."""

from PySide6.QtCore import QEvent, QObject, Qt, QTimer
from PySide6.QtGui import QCursor, QMouseEvent

from linlab.app.plane.plane import Plane
from linlab.engine.picture.palette import Palette

from .overlays import Cross, Spot

STILL = 3000  # ms without a move
DISC = 64  # pixels at 100 %


class Pointer(QObject):
    """The ring and the close button, as long as the stage is there."""

    def __init__(self, plane: Plane) -> None:
        super().__init__(plane)
        self._plane = plane
        self.pointing = True
        self.spot, self.cross = Spot(plane), Cross(plane)
        self.still = QTimer(self, interval=STILL, singleShot=True)
        self.still.timeout.connect(self._clear_message)
        plane.viewport().installEventFilter(self)
        self._move_on()

    def clear(self) -> None:
        """Remove them from the plane."""
        self._plane.viewport().removeEventFilter(self)
        self.still.stop()
        self._plane.unsetCursor()
        for part in (self.spot, self.cross):
            part.hide()
            part.deleteLater()
        self.deleteLater()

    def apply_theme(self, size: float, scale: float, palette: Palette) -> None:
        self.spot.apply_theme(round(DISC * scale), palette.text)
        self.cross.apply_theme(size, palette.card, palette.text, palette.border)

    def switch(self) -> None:
        """Switch the ring on or off."""
        self.pointing = not self.pointing
        self.spot.follow(self._plane.mapFromGlobal(QCursor.pos()))
        self.spot.setVisible(self.pointing and self._plane.underMouse())

    def _move_on(self) -> None:
        self._plane.unsetCursor()
        self.still.start()

    def _clear_message(self) -> None:
        """The mouse rests: hide the cursor and the close button, unless the mouse is on it."""
        if self.cross.underMouse():
            self.still.start()
            return
        self.cross.hide()
        self._plane.setCursor(Qt.CursorShape.BlankCursor)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Leave:
            self.spot.hide()
        elif isinstance(event, QMouseEvent) and event.type() == QEvent.Type.MouseMove:
            self.spot.follow(event.position().toPoint())
            self.spot.setVisible(self.pointing)
            self.cross.show()
            self._move_on()
        return False
