"""How a question is answered: a control for each kind, which says what is `given` as soon as that can be taken.

Those that are answered in the plane put a tool into the hand there, and lay what was clicked or dragged into the picture.
"""

from collections.abc import Callable, Generator
from typing import Any, Protocol

import numpy as np
from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent
from PySide6.QtWidgets import QButtonGroup, QHBoxLayout, QLineEdit, QRadioButton, QVBoxLayout, QWidget

from linlab.app.canvas.canvas import Canvas
from linlab.app.controls.widgets import LinkButton, label, theme_in_force
from linlab.app.plane.plane import Plane
from linlab.app.plane.tools import Ground, Touch
from linlab.app.session.lessons.prepared import Prepared
from linlab.engine.ground.numerals import read_number
from linlab.engine.picture.shapes import Picture
from linlab.lessons.drawn import curve_panel, curve_reach, in_plane
from linlab.lessons.questions import Question, moments

from .rich_text import RichText

HIGH = 170  # pixels of a curve
MOVES = {Qt.Key.Key_Left: (-1, 0), Qt.Key.Key_Right: (1, 0), Qt.Key.Key_Up: (0, 1), Qt.Key.Key_Down: (0, -1)}
STEP = 0.05  # of its height, that an arrow key moves it


class AnswerBox(Protocol):
    """What the panel asks of a control."""

    given: Any  # a signal: what is answered, None if nothing yet

    def reveal(self, value: Any) -> None: ...
    def dress(self) -> None: ...  # in the colours of the theme
    def leave(self) -> None: ...


class ChooseBox(QWidget):
    """One of several."""

    given = Signal(object)

    def __init__(self, step: Prepared, plane: Plane) -> None:
        super().__init__()
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(6)
        self.group = QButtonGroup(self)
        self.rows = []
        for k, text in enumerate(step.texts.choices):
            row = Choice(text, step)
            self.group.addButton(row.button, k)
            row.setObjectName(f"choice-{k + 1}")
            column.addWidget(row)
            self.rows.append(row)
        self.group.idToggled.connect(self._chosen)

    def _chosen(self, k: int, on: bool) -> None:
        self.rows[k].light(on)
        if on:
            self.given.emit(k)

    def reveal(self, value: Any) -> None:
        for k, row in enumerate(self.rows):
            row.settle(k == value, k == self.group.checkedId())

    def dress(self) -> None:
        for row in self.rows:
            row.dress()

    def leave(self) -> None: ...


class Choice(QWidget):
    """A choice in a frame; a click anywhere in it takes it."""

    def __init__(self, text: str, step: Prepared) -> None:
        super().__init__()
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.button, self.words, self.tick = QRadioButton(), RichText(13), label("", "value")
        self.words.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.words.show_html(text)
        self.button.setAccessibleName(self.words.plain())
        self.button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        row = QHBoxLayout(self)
        row.setContentsMargins(9, 7, 9, 7)
        row.setSpacing(8)
        row.addWidget(self.button)
        row.addWidget(self.words, 1)
        row.addWidget(self.tick)
        self._lit = self._right = False
        self.dress()

    def light(self, on: bool) -> None:
        self._lit = on
        self.dress()

    def settle(self, right: bool, chosen: bool) -> None:
        """The engine's answer is known: the right one is marked by its frame and a tick, whatever its colour."""
        self.button.setEnabled(False)
        self.setCursor(Qt.CursorShape.ArrowCursor)
        self._lit = self._right = right
        self.dress()
        self.setToolTip("This is so." if right else "This was your answer." if chosen else "")
        self.tick.setText("✓" if right else "")

    def dress(self) -> None:
        theme = theme_in_force()
        ground = theme.soft if self._right else theme.card
        edge = f"2px solid {theme.accent}" if self._lit else f"1px solid {theme.border}"
        self.setStyleSheet(f"Choice {{ background: {ground}; border: {edge}; border-radius: 7px; }}")

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if self.button.isEnabled():
            self.button.setChecked(True)


class NumberBox(QWidget):
    """A number to type."""

    given = Signal(object)

    def __init__(self, step: Prepared, plane: Plane) -> None:
        super().__init__()
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        self.box = QLineEdit()
        self.box.setObjectName("number-answer")
        self.box.setProperty("line", "true")
        self.box.setMaxLength(40)
        self.box.setMinimumHeight(28)
        unit = step.shown.question.unit if step.shown is not None and step.shown.question is not None else ""
        self.box.setPlaceholderText(f"a number, in {unit}" if unit else "a number")
        self.box.setAccessibleName("Your answer, a number")
        self.box.textEdited.connect(self._typed)
        column.addWidget(self.box)

    def _typed(self, text: str) -> None:
        self.given.emit(read_number(text) if text.strip() else None)

    def reveal(self, value: Any) -> None:
        self.box.setReadOnly(True)

    def dress(self) -> None: ...

    def leave(self) -> None: ...


class InPlane(QWidget):
    """Answered in the plane: `gesture` says what the mouse does there."""

    given = Signal(object)

    def __init__(self, step: Prepared, plane: Plane) -> None:
        super().__init__()
        assert step.shown is not None and step.shown.question is not None
        self.question: Question = step.shown.question
        self.plane, self._answer = plane, step.answer
        self.value: Any = None
        self._told = False
        plane.asked = self.gesture
        plane.session.changed.connect(self.lay)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        words = {"click": "Click in the plane, or aim with Alt and arrows and press Enter. A second click takes it back.",
                 "w": "Drag in the plane: the arrow from the origin follows the mouse.",
                 "boundary": "Drag a line in the plane, from one end to the other."}  # fmt: skip
        self.again = LinkButton("✎ Answer in the plane")
        self.again.setToolTip("Take the tool that answers the question into the hand again")
        hint = label(words["click" if self.question.kind == "click" else self.question.answer])
        hint.setWordWrap(True)
        column.addWidget(hint)
        column.addWidget(self.again)

    def gesture(self, plane: Ground, touch: Touch) -> Generator[None, Touch, None]:
        if self._told:
            return
        if self.question.kind == "click":
            if touch.id is not None:
                self._take(frozenset(self.value or ()) ^ {touch.id})
            return
        if self.question.answer == "w":
            self._take((touch.x, touch.y))
            while (touch := (yield)).kind == "move":
                self._take((touch.x, touch.y))
            return
        first = begun = (touch.x, touch.y)
        if isinstance(self.value, tuple) and len(self.value) == 1:
            first = self.value[0]  # the other end was clicked before
        while (touch := (yield)).kind == "move":
            self._take((first, (touch.x, touch.y)))
        last = (touch.x, touch.y)
        if first == begun and np.hypot(last[0] - first[0], last[1] - first[1]) < 6 * plane.unit():
            self.value = (first,)
        else:
            self._take((first, last))

    def _take(self, value: Any) -> None:
        self.value = value or None
        self.lay()
        self.given.emit(self.value)

    def lay(self) -> None:
        plane = self.plane
        shown = self.value if not isinstance(self.value, tuple) or len(self.value) > 1 else None
        items = in_plane(self.question, shown, self._answer if self._told else None, plane.session.points, plane.view,
                         plane.theme, plane.scale_by)  # fmt: skip
        plane.session.laid.put(self, items)

    def reveal(self, value: Any) -> None:
        self._told = True
        self.plane.asked = None  # the hand is free for the lab
        self.hide()
        self.lay()

    def dress(self) -> None:
        self.lay()

    def leave(self) -> None:
        self.plane.asked = None
        self.plane.session.changed.disconnect(self.lay)
        self.plane.session.laid.put(self)


class CurveBox(Canvas):
    """A curve to draw: the mouse pulls it, or arrows move a place and its height."""

    given = Signal(object)

    def __init__(self, step: Prepared, plane: Plane) -> None:
        super().__init__()
        self.setObjectName("curve-answer")
        self.setFixedHeight(HIGH)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.viewport().setCursor(Qt.CursorShape.CrossCursor)
        self.setToolTip("Draw with the mouse, or use the arrow keys: ← → choose a place, ↑ ↓ move it")
        assert step.shown is not None and step.shown.question is not None and step.answer is not None
        self._title = str(step.shown.question.answer).replace("_", " ")
        self._t, self._true = moments(step.shown.here), np.asarray(step.answer.value)
        self._reach = curve_reach(step.shown.question, step.answer)
        self.value: Any = np.full(len(self._t), float(self._true[0]))
        self._told = self._touched = False
        self._last: tuple[int, float] | None = None  # where the hand was

    @property
    def picture(self) -> Picture:
        theme, size = theme_in_force(), (float(self.width()), float(self.height()))
        curves = (self.value if self._touched or not self._told else None), self._true if self._told else None
        return Picture(*size, theme.card, (curve_panel(self._t, curves, self._reach, theme, size, self._title),))

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
        self.value[between] = np.interp(between, sorted((j, k)), (before, height) if j <= k else (height, before))
        if low == high:
            self.value[k] = height
        self._last = (k, height)
        self._changed()

    def event(self, event: QEvent) -> bool:
        """Arrows are its own, not the window's, while it has the keys."""
        if event.type() == QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent) and Qt.Key(event.key()) in MOVES:
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
        height = self._within(float(self.value[k]) + by[1] * STEP * (self._reach[1] - self._reach[0]))
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


BOXES: dict[str, Callable[[Prepared, Plane], Any]] = {
    "choose": ChooseBox, "number": NumberBox, "click": InPlane, "drag": InPlane, "curve": CurveBox,
}  # fmt: skip
