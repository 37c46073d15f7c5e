"""The lab without a mouse: what a key does to the control that has the focus, where Tab goes, and
the ring that shows it.

Space plays and the arrows step, unless a control was reached by Tab: then it handles the keys that
it understands, and Space and Enter press it. Tab follows the reading order. All controls are
handled here.
"""

from collections.abc import Callable, Iterator
from functools import cmp_to_key
from itertools import pairwise

import shiboken6
from PySide6.QtCore import QEvent, QObject, QRectF, Qt
from PySide6.QtGui import QColor, QKeyEvent, QPainter, QPaintEvent, QPen, QRegion
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractScrollArea,
    QAbstractSlider,
    QApplication,
    QComboBox,
    QLabel,
    QLineEdit,
    QScrollArea,
    QWidget,
)

from linlab.app.controls.widgets import PRESS, by_keyboard, theme_in_force
from linlab.app.plane.plane import Plane

Key = Qt.Key
ARROWS = (Key.Key_Left, Key.Key_Right, Key.Key_Up, Key.Key_Down)
WALK = (*ARROWS, Key.Key_Home, Key.Key_End, Key.Key_PageUp, Key.Key_PageDown)
PLACES = (QEvent.Type.Move, QEvent.Type.Resize, QEvent.Type.Show, QEvent.Type.Hide)
AIR, LINE = 2, 2  # pixels between a control and its ring, and the width of the ring


def keys_of(control: QWidget | None) -> tuple[Qt.Key, ...]:
    """The keys that a control handles itself while it has the ring."""
    own: tuple[Qt.Key, ...] | None = getattr(control, "own_keys", None)
    if own is not None:
        return own
    if isinstance(control, QAbstractSlider):
        return WALK
    if isinstance(control, QComboBox):
        return (*PRESS, *WALK)
    if isinstance(control, QAbstractButton):
        return PRESS if control.group() is None else (*PRESS, *ARROWS)
    if isinstance(control, QScrollArea):
        return (Key.Key_Up, Key.Key_Down, Key.Key_PageUp, Key.Key_PageDown)
    return PRESS if isinstance(control, QLabel) else ()  # the heading of a card


class Keyboard(QObject):
    """Handles the keys of a window before its shortcuts do, and draws the ring."""

    def __init__(self, window: QWidget, click: Callable[[], object]) -> None:
        super().__init__(window)
        self._window, self._click = window, click  # the position of the cross in the plane
        self._ring: Ring | None = None
        window.installEventFilter(self)
        app = QApplication.instance()
        assert isinstance(app, QApplication)
        app.focusChanged.connect(self._moved)

    @property
    def control(self) -> QWidget | None:
        """The control with the ring."""
        return (
            self._ring.control if self._ring is not None and shiboken6.isValid(self._ring) else None
        )

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        kind = event.type()
        if kind not in (QEvent.Type.ShortcutOverride, QEvent.Type.KeyPress) or not isinstance(
            event, QKeyEvent
        ):
            return False
        if event.modifiers() & ~(
            Qt.KeyboardModifier.KeypadModifier | Qt.KeyboardModifier.ShiftModifier
        ):
            return False
        key = Key(event.key())
        if key in (Key.Key_Tab, Key.Key_Backtab):
            order(self._window)  # widgets come and go
            return False
        if event.modifiers() & Qt.KeyboardModifier.ShiftModifier:
            return False
        if kind == QEvent.Type.KeyPress:
            return self._press(key)
        mine = key in keys_of(self.control)
        if mine:
            event.accept()
        return mine

    def _press(self, key: Qt.Key) -> bool:
        """Handle a key that the control itself does not use."""
        control = self.control
        enter = key in (Key.Key_Return, Key.Key_Enter)
        if enter and isinstance(QApplication.focusWidget(), Plane):
            self._click()
        elif isinstance(control, QComboBox) and enter:
            control.showPopup()
        elif isinstance(control, QAbstractButton) and enter:
            control.click()
        else:
            return False
        return True

    def _moved(self, _: QWidget | None, now: QWidget | None) -> None:
        if self._ring is not None and shiboken6.isValid(self._ring):
            self._ring.leave()
            self._ring = None
        if now is None or not _belongs(now, self._window) or not by_keyboard(now):
            return
        _bring_into_sight(now)
        if isinstance(now, QLineEdit) or (isinstance(now, Plane) and not now.framed):
            return  # a text field has its own border, and the stage has no controls
        if now.window().windowType() not in (Qt.WindowType.Popup, Qt.WindowType.ToolTip):
            self._ring = Ring(now)


class Ring(QWidget):
    """The ring around a control: above it and its neighbours, and inside what scrolls with it."""

    def __init__(self, control: QWidget) -> None:
        line = list(_line(control))
        super().__init__(line[-1])
        self.setObjectName("ring")
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.control, self._line = control, line
        self._round = control.property("ring") or 6
        for widget in line[:-1]:
            widget.installEventFilter(self)
        self._place()

    def leave(self) -> None:
        for widget in self._line[:-1]:
            if shiboken6.isValid(widget):
                widget.removeEventFilter(self)
        self.hide()
        self.deleteLater()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() in PLACES:
            self._place()
        return False

    def _place(self) -> None:
        host = self._line[-1]
        wide = AIR + LINE
        if isinstance(self.control, Plane):
            wide = 0  # its card has no room around it
        inside = self.control.rect()
        inside.moveTopLeft(self.control.mapTo(host, inside.topLeft()))
        self.setGeometry(inside.adjusted(-wide, -wide, wide, wide))
        if self._round < 10:  # what is under it is not repainted with it
            edge = self._round + LINE
            self.setMask(
                QRegion(self.rect()) - QRegion(self.rect().adjusted(edge, edge, -edge, -edge))
            )
        self.setVisible(self.control.isVisible())
        self.raise_()

    def paintEvent(self, event: QPaintEvent) -> None:
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setPen(QPen(QColor(theme_in_force().accent), LINE))
            painter.drawRoundedRect(
                QRectF(self.rect()).adjusted(1, 1, -1, -1), self._round, self._round
            )


def order(window: QWidget) -> None:
    """Set the Tab order in reading order."""
    for before, after in pairwise(stops(window)):
        QWidget.setTabOrder(before, after)


def stops(widget: QWidget) -> Iterator[QWidget]:
    """Where Tab stops inside a widget: row by row, each part before the next."""
    if (
        widget.focusPolicy() & Qt.FocusPolicy.TabFocus
        and widget.isEnabled()
        and not widget.isWindow()
    ):
        yield widget
    parts = [
        part
        for part in widget.children()
        if isinstance(part, QWidget) and part.isVisible() and not part.isWindow()
    ]
    for part in sorted(parts, key=cmp_to_key(_reading)):
        yield from stops(part)


def _reading(a: QWidget, b: QWidget) -> int:
    """Which of two neighbours is read first: the upper one, or in one row the left one."""
    one, other = a.geometry(), b.geometry()
    if one.bottom() < other.top() or other.bottom() < one.top():
        return one.top() - other.top()
    return one.left() - other.left()


def _line(control: QWidget) -> Iterator[QWidget]:
    """The control and its parents, up to what scrolls or the window."""
    widget: QWidget | None = control
    while widget is not None:
        yield widget
        above = widget.parentWidget()
        scrolled = above is not None and isinstance(above.parentWidget(), QAbstractScrollArea)
        if widget is not control and (widget.isWindow() or scrolled):
            return
        widget = above


def _bring_into_sight(control: QWidget) -> None:
    above = control.parentWidget()
    while above is not None:
        if isinstance(above, QScrollArea):
            above.ensureWidgetVisible(control, 0, 8)
        above = above.parentWidget()


def _belongs(widget: QWidget, window: QWidget) -> bool:
    """Whether it is in the window or in one of its dialogs."""
    above: QWidget | None = widget
    while above is not None and above is not window:
        above = above.parentWidget()
    return above is window
