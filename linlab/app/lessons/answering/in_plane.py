"""An answer given in the plane with a tool."""

from collections.abc import Callable, Generator
from typing import Any

import numpy as np
from PySide6.QtCore import Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from linlab.app.controls.widgets import LinkButton, label
from linlab.app.plane.gestures.tool import Ground
from linlab.app.plane.gestures.touch import Touch
from linlab.app.plane.plane import Plane
from linlab.app.session.lessons.prepared import Prepared

Gesture = Generator[None, Touch, None]


class InPlane(QWidget):
    """Answered in the plane: `hand` is the tool."""

    given = Signal(object)

    def __init__(
        self,
        hand: "Callable[[InPlane, Ground, Touch], Gesture]",
        step: Prepared,
        plane: Plane,
    ) -> None:
        super().__init__()
        assert step.question is not None
        self._hand, self._plane = hand, plane
        self.value: Any = None
        self._revealed = False
        plane.asked = self.gesture
        plane.arrows_to_scale = hand is drag_arrow
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        self.again = LinkButton("✎ Answer in the plane")
        self.again.setToolTip("Switch back to the tool that answers the question")
        hint = label(step.question.kind.hint(step.question))
        hint.setWordWrap(True)
        column.addWidget(hint)
        column.addWidget(self.again)

    def gesture(self, plane: Ground, touch: Touch) -> Gesture:
        if not self._revealed:
            yield from self._hand(self, plane, touch)

    def take(self, value: Any) -> None:
        self.value = value or None
        self.given.emit(self.value)

    def reveal(self, value: Any) -> None:
        self._revealed = True
        self._plane.asked = None  # the mouse is free for the lab
        self.hide()

    def apply_theme(self) -> None: ...

    def leave(self) -> None:
        self._plane.asked = None
        self._plane.arrows_to_scale = False

    def for_stage(self) -> None: ...


def click_examples(box: InPlane, plane: Ground, touch: Touch) -> Gesture:
    """A click selects an example; a second click deselects it."""
    if touch.id is not None:
        box.take(frozenset(box.value or ()) ^ {touch.id})
    yield from ()


def drag_arrow(box: InPlane, plane: Ground, touch: Touch) -> Gesture:
    """The tip of the arrow follows the mouse."""
    box.take((touch.x, touch.y))
    while (touch := (yield)).kind == "move":
        box.take((touch.x, touch.y))


def drag_segment(box: InPlane, plane: Ground, touch: Touch) -> Gesture:
    """A line from press to release, or between two clicks."""
    first = begun = (touch.x, touch.y)
    if isinstance(box.value, tuple) and len(box.value) == 1:
        first = box.value[0]  # the other end was clicked before
    while (touch := (yield)).kind == "move":
        box.take((first, (touch.x, touch.y)))
    last = (touch.x, touch.y)
    if first == begun and np.hypot(last[0] - first[0], last[1] - first[1]) < 6 * plane.unit():
        box.value = (first,)
    else:
        box.take((first, last))
