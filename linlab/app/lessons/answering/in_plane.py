"""An answer given in the plane: a tool in the hand there, and what was clicked or dragged laid into
the picture."""

from collections.abc import Generator
from typing import Any

import numpy as np
from PySide6.QtCore import Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from linlab.app.controls.widgets import LinkButton, label
from linlab.app.plane.plane import Plane
from linlab.app.plane.tools import Ground, Touch
from linlab.app.session.lessons.prepared import Prepared
from linlab.engine.picture.scene import Scene
from linlab.engine.picture.shapes import Item
from linlab.lessons.drawn import in_plane
from linlab.lessons.questions import Question


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
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        words = {
            "click": "Click in the plane, or aim with Alt and arrows and press Enter. A second click takes it back.",
            "w": "Drag in the plane: the arrow from the origin follows the mouse.",
            "boundary": "Drag a line in the plane, from one end to the other.",
        }
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
        """Put it into the plane, where it is drawn into each picture anew: as large and in the
        colours that the plane has then."""
        self.plane.session.laid.put(self, self._drawn)

    def _drawn(self, scene: Scene) -> tuple[Item, ...]:
        shown = self.value if not isinstance(self.value, tuple) or len(self.value) > 1 else None
        return in_plane(
            self.question,
            shown,
            self._answer if self._told else None,
            scene.points,
            scene.view,
            scene.palette,
            scene.scale,
        )

    def reveal(self, value: Any) -> None:
        self._told = True
        self.plane.asked = None  # the hand is free for the lab
        self.hide()
        self.lay()

    def dress(self) -> None: ...

    def leave(self) -> None:
        self.plane.asked = None
        self.plane.session.laid.put(self)
