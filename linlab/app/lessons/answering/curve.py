"""A curve to draw by hand, and the true one beside it afterwards."""

from typing import Any

import numpy as np
from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent

from linlab.app.canvas.canvas import Canvas
from linlab.app.controls.widgets import theme_in_force
from linlab.app.plane.plane import Plane
from linlab.app.session.lessons.prepared import Prepared
from linlab.engine.picture.shapes import Picture
from linlab.lessons.drawn import curve_panel, curve_reach
from linlab.lessons.questions import moments

HIGH = 170  # pixels of a curve
MOVES = {
    Qt.Key.Key_Left: (-1, 0),
    Qt.Key.Key_Right: (1, 0),
    Qt.Key.Key_Up: (0, 1),
    Qt.Key.Key_Down: (0, -1),
}
STEP = 0.05  # of its height, that an arrow key moves it


class CurveBox(Canvas):
    """A curve to draw: the mouse pulls it, or arrows move a place and its height."""

    given = Signal(object)

    def __init__(self, step: Prepared, plane: Plane) -> None:
        super().__init__()
        self.setObjectName("curve-answer")
        self.setFixedHeight(HIGH)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.viewport().setCursor(Qt.CursorShape.CrossCursor)
        self.setToolTip(
            "Draw with the mouse, or use the arrow keys: ← → choose a place, ↑ ↓ move it"
        )
        assert (
            step.shown is not None and step.shown.question is not None and step.answer is not None
        )
        self._title = str(step.shown.question.answer).replace("_", " ")
        self._t, self._true = moments(step.shown.here), np.asarray(step.answer.value)
        self._reach = curve_reach(step.shown.question, step.answer)
        self.value: Any = np.full(len(self._t), float(self._true[0]))
        self._told = self._touched = False
        self._last: tuple[int, float] | None = None  # where the hand was

    @property
    def picture(self) -> Picture:
        theme, size = theme_in_force(), (float(self.width()), float(self.height()))
        curves = (
            (self.value if self._touched or not self._told else None),
            self._true if self._told else None,
        )
        return Picture(
            *size,
            theme.card,
            (curve_panel(self._t, curves, self._reach, theme, size, self._title),),
        )

    def mousePressEvent(self, event: QMouseEvent) -> None:
        self._last = None
        self._pull(event)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if event.buttons() & Qt.MouseButton.LeftButton:
            self._pull(event)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        self._last = None

    def _pull(self, event: QMouseEvent) -> None:
        """The curve goes where the mouse is, and between two of its places straight on."""
        if self._told:
            return
        x, y = self.picture.panels[0].from_page(event.position().x(), event.position().y())
        k, height = int(np.argmin(np.abs(self._t - x))), self._within(y)
        j, before = self._last or (k, height)
        low, high = sorted((j, k))
        between = np.arange(low, high + 1)
        self.value[between] = np.interp(
            between, sorted((j, k)), (before, height) if j <= k else (height, before)
        )
        if low == high:
            self.value[k] = height
        self._last = (k, height)
        self._changed()

    def event(self, event: QEvent) -> bool:
        """Arrows are its own, not the window's, while it has the keys."""
        if (
            event.type() == QEvent.Type.ShortcutOverride
            and isinstance(event, QKeyEvent)
            and Qt.Key(event.key()) in MOVES
        ):
            event.accept()
            return True
        return bool(super().event(event))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        by = MOVES.get(Qt.Key(event.key()))
        if by is None or self._told:
            event.ignore()
            return
        k = self._last[0] if self._last else 0
        k = min(max(0, k + by[0]), len(self._t) - 1)
        height = self._within(
            float(self.value[k]) + by[1] * STEP * (self._reach[1] - self._reach[0])
        )
        self.value[k:] = height  # what comes after goes along
        self._last = (k, height)
        self._changed()

    def _within(self, height: float) -> float:
        return min(max(self._reach[0], height), self._reach[1])

    def _changed(self) -> None:
        self._touched = True
        self.viewport().update()
        self.given.emit(self.value.copy())

    def reveal(self, value: Any) -> None:
        self._told = True
        self.viewport().update()

    def dress(self) -> None:
        self.viewport().update()

    def leave(self) -> None: ...
