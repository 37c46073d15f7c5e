"""What the plane draws: one graphics item per drawn thing, updated in place from a Scene. Here are regions and lines.

A layer has a name, a title for its switch, and `update(scene, on)`. Adding a layer is a class and a line in LAYERS.
"""

from typing import Any

import numpy as np
import pyqtgraph as pg
from PySide6.QtCore import Qt
from PySide6.QtGui import QPen

from linlab.engine import field as fields
from linlab.engine.models import Linear

from .marks import Arrow, Dots, Halo, Selected, Supports, Wrong
from .scene import Scene, pen, shade, ways_to_margin


class Regions:
    """The plane shaded by score, or by probability where there is one."""

    name, title, tip = "regions", "Regions", "Shade the plane by score"

    def __init__(self, plot: Any) -> None:
        self.item = pg.ImageItem(axisOrder="row-major")
        self.item.setZValue(-10)
        plot.addItem(self.item)

    def update(self, scene: Scene, on: bool) -> None:
        self.item.setVisible(on and scene.drawn)
        if on and scene.drawn:
            self.item.setImage(shade(scene), levels=None, autoLevels=False)
            dx, dy = scene.xs[1] - scene.xs[0], scene.ys[1] - scene.ys[0]
            self.item.setRect(scene.xs[0] - dx / 2, scene.ys[0] - dy / 2, dx * len(scene.xs), dy * len(scene.ys))


class _Lines:
    """Level sets as one curve with gaps."""

    def __init__(self, plot: Any, z: float) -> None:
        self.item = pg.PlotCurveItem(connect="finite", antialias=True)
        self.item.setZValue(z)
        plot.addItem(self.item)

    def draw(self, lines: list[Any], pen: QPen) -> None:
        gap = np.full((1, 2), np.nan)
        path = np.concatenate([part for line in lines for part in (line, gap)]) if lines else np.empty((0, 2))
        self.item.setData(path[:, 0], path[:, 1], pen=pen)


class Boundary(_Lines):
    """Where the predicted class changes."""

    name, title, tip = "boundary", "Boundary", "Draw the decision boundary, f = 0"

    def __init__(self, plot: Any) -> None:
        super().__init__(plot, 2)

    def update(self, scene: Scene, on: bool) -> None:
        self.item.setVisible(on and scene.drawn)
        if on and scene.drawn:
            self.draw(fields.boundary(scene.field, scene.xs, scene.ys), pen(scene.theme.text, 2.6 * scene.scale))


class Margins(_Lines):
    """Where the score is ±1, or where the best class leads by 1."""

    name, title, tip = "margins", "Margins", "Draw the margins, f = ±1, dashed"

    def __init__(self, plot: Any) -> None:
        super().__init__(plot, 1)

    def update(self, scene: Scene, on: bool) -> None:
        self.item.setVisible(on and scene.drawn)
        if on and scene.drawn:
            dashed = pen(scene.theme.text, 1.4 * scene.scale, Qt.PenStyle.DashLine)
            self.draw(fields.margin(scene.field, scene.xs, scene.ys), dashed)


class Optimum(_Lines):
    """The boundary of the exact optimum, once it is known."""

    name, title, tip = "optimum", "Optimum", "Draw the boundary of the exact optimum as a thin line, once it is computed"

    def __init__(self, plot: Any) -> None:
        super().__init__(plot, 1.5)

    def update(self, scene: Scene, on: bool) -> None:
        shown = on and scene.optimum is not None
        self.item.setVisible(shown)
        if shown:
            f = scene.optimum.model.grid(scene.xs, scene.ys)
            self.draw(fields.boundary(f, scene.xs, scene.ys), pen(scene.theme.accent, 1.2 * scene.scale))


class Slack(_Lines):
    """From each point that violates its margin, the way to it."""

    name, title, tip = "slack", "Slack", "Draw ξ = max(0, 1 − m), from each violating point to its margin"

    def __init__(self, plot: Any) -> None:
        super().__init__(plot, 3)

    def update(self, scene: Scene, on: bool) -> None:
        hinge = scene.drawn and isinstance(scene.model, Linear) and scene.model.problem.learner.recipe.loss.name == "hinge"
        self.item.setVisible(on and hinge)
        if on and hinge:
            inside = (scene.parts == 0) & (scene.truth >= 0) & (scene.margins < 1 - 1e-9)
            lines = ways_to_margin(scene, np.flatnonzero(inside))
            self.draw(lines, pen(scene.theme.wrong, 1.2 * scene.scale, Qt.PenStyle.DotLine))


LAYERS = (Regions, Margins, Boundary, Optimum, Slack, Supports, Dots, Wrong, Arrow, Halo, Selected)
SWITCHES = tuple(layer.name for layer in LAYERS if layer not in (Dots, Selected))
ON_AT_FIRST = ("regions", "margins", "boundary", "optimum", "supports", "wrong", "example")
