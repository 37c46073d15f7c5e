"""One of several planes side by side, each for one model."""

import math
from collections.abc import Callable
from typing import Any

from linlab.app.canvas.canvas import Canvas, Pane
from linlab.engine.picture.shapes import Panel

from .background_picture import BackgroundPicture

ZOOM, TURN = (
    0.85,
    120,
)  # zoom factor per notch of the wheel, and the size of a notch


class Cell:
    """The state of one plane among several: its view box, its background requests, and its last
    picture, so that labels keep their places."""

    def __init__(
        self, plane: Canvas, follow: Callable[[Any], object], show_answer: Callable[[], object]
    ) -> None:
        self.before: Panel | None = None
        pane = Pane(plane)
        plane.panes.append(pane)
        box = pane.box
        box.setMouseEnabled(True, True)
        box.setAspectLocked(True)
        box.state["wheelScaleFactor"] = math.log(ZOOM, 1.02) / TURN
        box.sigRangeChangedManually.connect(lambda: follow(box))
        self.answers = BackgroundPicture(plane)
        self.answers.arrived.connect(show_answer)
