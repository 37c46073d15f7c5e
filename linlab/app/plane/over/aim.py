"""What the current tool would touch: a circle around the mouse, or around a cross that Alt and the
arrow keys move.

Enter clicks at the cross with the current tool, so that points are added, selected, sprayed and
erased without a mouse.
"""

from PySide6.QtCore import QEvent, QObject, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QMouseEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QWidget

from linlab.app.plane.plane import Plane
from linlab.engine.picture.palette import colour_of

STRIDE, ARM = 10, 9  # pixels that a key moves the cross, and the length of its arms
LEFT, NO_BUTTON = Qt.MouseButton.LeftButton, Qt.MouseButton.NoButton
MOUSE = (QEvent.Type.MouseMove, QEvent.Type.MouseButtonPress, QEvent.Type.Leave)


class Aim(QWidget):
    """A small picture that follows the mouse over a plane."""

    def __init__(self, plane: Plane) -> None:
        super().__init__(plane)
        self.setObjectName("aim")
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.plane = plane
        self.at: QPointF | None = None  # in the plane's pixels
        self.crossed = False  # whether it was moved there by keys
        plane.viewport().installEventFilter(self)
        self.hide()

    @property
    def reach(self) -> float:
        """The radius of what the tool touches, in pixels; 0 for a single place."""
        return self.plane.tool.reach(self.plane)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() in MOUSE:
            if isinstance(event, QMouseEvent):
                self.at = event.position()
                self.crossed = False
            elif not self.crossed:
                self.at = None
            self.refresh()
        return False

    def move_by(self, dx: int, dy: int) -> None:
        """Move the cross by this many strides; it starts at the mouse, or in the middle."""
        plane = self.plane
        plane.setFocus()
        start = QPointF(plane.rect().center()) if self.at is None else self.at
        at = start + QPointF(STRIDE * dx, -STRIDE * dy)
        self.at = QPointF(
            min(max(at.x(), 0), plane.width() - 1), min(max(at.y(), 0), plane.height() - 1)
        )
        self.crossed = True
        self.refresh()
        plane.hand.point_at(self.at)

    def click(self) -> None:
        """Use the tool at the cross; the first time, only show it."""
        if self.at is None or not self.crossed:
            self.move_by(0, 0)
            return
        screen = QPointF(self.plane.mapToGlobal(self.at.toPoint()))
        none = Qt.KeyboardModifier.NoModifier
        self.plane.mousePressEvent(
            QMouseEvent(QEvent.Type.MouseButtonPress, self.at, screen, LEFT, LEFT, none)
        )
        self.plane.mouseReleaseEvent(
            QMouseEvent(QEvent.Type.MouseButtonRelease, self.at, screen, LEFT, NO_BUTTON, none)
        )

    def refresh(self) -> None:
        """Follow the mouse with the size of the tool, or hide."""
        half = round(max(self.reach, ARM)) + 3
        seen = QRectF(self.plane.rect()).adjusted(
            -half, -half, half, half
        )  # a drag may leave the plane
        if self.at is None or not (self.reach or self.crossed) or not seen.contains(self.at):
            self.hide()
            return
        self.setGeometry(
            round(self.at.x()) - half, round(self.at.y()) - half, 2 * half + 1, 2 * half + 1
        )
        self.show()
        self.raise_()
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        theme = self.plane.theme
        label = self.plane.session.label
        spraying = self.plane.tool.sized
        ink = QColor(colour_of(label) if spraying and label >= 0 else theme.text)
        around = QColor(theme.plane)
        middle = QRectF(self.rect()).center()
        around.setAlpha(190)
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            for colour, width in ((around, 4.0), (ink, 1.8)):
                painter.setPen(QPen(colour, width))
                if self.reach:
                    painter.drawEllipse(middle, self.reach, self.reach)
                if self.crossed:
                    for arm in (QPointF(ARM, 0), QPointF(0, ARM)):
                        painter.drawLine(middle - arm, middle + arm)
