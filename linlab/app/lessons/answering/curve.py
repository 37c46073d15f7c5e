"""A curve to draw by hand, and the true one beside it afterwards: in the lesson's column, and large
on stage."""

from typing import Any

import numpy as np
from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent

from linlab.app.canvas.canvas import Canvas
from linlab.app.controls.widgets import theme_in_force
from linlab.app.plane.plane import Plane
from linlab.app.session.lessons.prepared import Prepared
from linlab.engine.picture.palette import Palette
from linlab.engine.picture.shapes import Picture
from linlab.lessons.kinds import curve

HIGH = 170  # pixels of a curve
MOVES = {
    Qt.Key.Key_Left: (-1, 0),
    Qt.Key.Key_Right: (1, 0),
    Qt.Key.Key_Up: (0, 1),
    Qt.Key.Key_Down: (0, -1),
}
AGAIN = 0.1  # a stroke that begins within this share of the width draws the curve anew
STEP = 0.05  # how far an arrow key moves it, as a share of its height


class DrawnCurve(QObject):
    """The answer to a question for a curve: what was drawn so far, and the true curve once it is
    shown."""

    changed = Signal()

    def __init__(self, step: Prepared) -> None:
        super().__init__()
        question, answer = step.question, step.answer
        assert step.shown is not None and question is not None and answer is not None
        self.title = curve.title_of(question)
        self.t = curve.moments(step.shown.here)
        self._true = np.asarray(answer.value)
        self.reach = curve.reach(question, answer)
        self.value: Any = np.full(len(self.t), float(self._true[0]))
        self.revealed = self._touched = False
        self._last: tuple[int, float] | None = None  # the last position of the mouse
        self._drawn_to = 0  # what lies to the right of it was never drawn

    @property
    def curves(self) -> tuple[Any, Any]:
        """The curves to show: the drawn one and the true one; None: not shown."""
        own = self.value if self._touched or not self.revealed else None
        return own, self._true if self.revealed else None

    def lift(self) -> None:
        """End the stroke."""
        self._last = None

    def pull(self, x: float, y: float) -> None:
        """Let the curve pass through the mouse position, in a straight line from the last one."""
        if self.revealed:
            return
        k = int(np.argmin(np.abs(self.t - x)))
        height = self._within(y)
        if self._last is None and k <= AGAIN * len(self.t):
            self._drawn_to = 0
        j, before = self._last or (k, height)
        low, high = sorted((j, k))
        between = np.arange(low, high + 1)
        self.value[between] = np.interp(
            between, sorted((j, k)), (before, height) if j <= k else (height, before)
        )
        if low == high:
            self.value[k] = height
        if k >= self._drawn_to:
            self._drawn_to = k
            self.value[k:] = height  # a stroke that ends early goes on level
        self._put(k, height)

    def move(self, places: int, steps: int) -> None:
        """Move to another place, or move the curve there up or down; what follows moves along."""
        if self.revealed:
            return
        k = self._last[0] if self._last else 0
        k = min(max(0, k + places), len(self.t) - 1)
        by = steps * STEP * (self.reach[1] - self.reach[0])
        height = self._within(float(self.value[k]) + by)
        self.value[k:] = height
        self._put(k, height)

    def tell(self) -> None:
        self.revealed = True
        self.changed.emit()

    def _put(self, k: int, height: float) -> None:
        self._last = (k, height)
        self._touched = True
        self.changed.emit()

    def _within(self, height: float) -> float:
        return min(max(self.reach[0], height), self.reach[1])


class CurveCanvas(Canvas):
    """Shows such an answer; the mouse draws it."""

    def __init__(self, drawn: DrawnCurve) -> None:
        super().__init__()
        self.drawn = drawn
        self.palette_worn: Palette | None = None  # None: that of the window
        self.letters = curve.FONT
        self.viewport().setCursor(Qt.CursorShape.CrossCursor)
        drawn.changed.connect(self.apply_theme)

    @property
    def picture(self) -> Picture:
        palette = self.palette_worn or theme_in_force()
        size = float(self.width()), float(self.height())
        drawn = self.drawn
        panel = curve.curve_panel(
            drawn.t, drawn.curves, drawn.reach, palette, size, drawn.title, self.letters
        )
        return Picture(*size, palette.card, (panel,))

    def mousePressEvent(self, event: QMouseEvent) -> None:
        self.drawn.lift()
        self._pull(event)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if event.buttons() & Qt.MouseButton.LeftButton:
            self._pull(event)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        self.drawn.lift()

    def _pull(self, event: QMouseEvent) -> None:
        at = event.position()
        self.drawn.pull(*self.picture.panels[0].from_page(at.x(), at.y()))

    def switch_theme(self, palette: Palette, letters: float) -> None:
        """Use the colours and the font of the stage."""
        self.palette_worn, self.letters = palette, letters
        self.apply_theme()

    def apply_theme(self) -> None:
        self.viewport().update()


class CurveBox(CurveCanvas):
    """A curve to draw with the mouse, or with the arrow keys."""

    given = Signal(object)

    def __init__(self, step: Prepared, plane: Plane) -> None:
        super().__init__(DrawnCurve(step))
        self.setObjectName("curve-answer")
        self.setFixedHeight(HIGH)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setToolTip(
            "Draw with the mouse, or use the arrow keys: ← → choose a point, ↑ ↓ move it"
        )
        self.drawn.changed.connect(self._changed)

    def event(self, event: QEvent) -> bool:
        """Keep the arrow keys from the window while it has the focus."""
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
        if by is None or self.drawn.revealed:
            event.ignore()
        else:
            self.drawn.move(*by)

    def _changed(self) -> None:
        if not self.drawn.revealed:
            self.given.emit(self.drawn.value.copy())

    def reveal(self, value: Any) -> None:
        self.drawn.tell()

    def leave(self) -> None: ...

    def for_stage(self) -> CurveCanvas:
        """The same axes, large."""
        canvas = CurveCanvas(self.drawn)
        canvas.setObjectName("stage-curve")
        return canvas
