"""A hand on the window: real mouse and key events, at places of the plane."""

from PySide6.QtCore import QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QMouseEvent, QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

LEFT, RIGHT, MIDDLE = (
    Qt.MouseButton.LeftButton,
    Qt.MouseButton.RightButton,
    Qt.MouseButton.MiddleButton,
)
NONE = Qt.KeyboardModifier.NoModifier


class Hand:
    """Clicks and drags in a window's plane, given in the plane's own coordinates."""

    def __init__(self, window):
        self.window, self.plane = window, window.plane
        self.session = window.session

    def send(self, kind, place, button, buttons, keys=NONE):
        at = self.plane.from_plane(*place)
        screen = QPointF(self.plane.mapToGlobal(at.toPoint()))
        QApplication.sendEvent(
            self.plane.viewport(), QMouseEvent(kind, at, screen, button, buttons, keys)
        )

    def press(self, place, button=LEFT, keys=NONE):
        self.send(QEvent.Type.MouseButtonPress, place, button, button, keys)

    def move(self, place, button=LEFT, keys=NONE):
        self.send(QEvent.Type.MouseMove, place, Qt.MouseButton.NoButton, button, keys)

    def release(self, place, button=LEFT, keys=NONE):
        self.send(QEvent.Type.MouseButtonRelease, place, button, Qt.MouseButton.NoButton, keys)

    def click(self, place, button=LEFT, keys=NONE):
        self.press(place, button, keys)
        self.release(place, button, keys)

    def drag(self, *places, button=LEFT, keys=NONE):
        self.press(places[0], button, keys)
        for place in places[1:]:
            self.move(place, button, keys)
        self.release(places[-1], button, keys)

    def wheel(self, place, turns):
        at = self.plane.from_plane(*place)
        screen = QPointF(self.plane.mapToGlobal(at.toPoint()))
        event = QWheelEvent(
            at,
            screen,
            QPoint(0, 0),
            QPoint(0, 120 * turns),
            Qt.MouseButton.NoButton,
            NONE,
            Qt.ScrollPhase.NoScrollPhase,
            False,
        )
        QApplication.sendEvent(self.plane.viewport(), event)

    def key(self, key, keys=NONE):
        QTest.keyClick(self.window, key, keys)

    def point(self, id):
        points = self.session.points
        return tuple(points.x[points.index(id)])

    def free(self):
        """A place in view where there is no point."""
        view = self.plane.view
        for k in range(1, 40):
            for m in range(1, 40):
                place = (
                    view.left + (view.right - view.left) * k / 41,
                    view.bottom + (view.top - view.bottom) * m / 41,
                )
                if self.plane.hand.hit(*place) is None and k > 8 and m < 34:
                    return place
        raise AssertionError("the plane is full")
