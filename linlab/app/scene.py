"""A Scene is everything drawn from (document, trace, t), computed once a frame, and each part only if a layer asks.

It holds the field on a grid, the scores and margins of the points, and the step; with it go the shading of the field and
the ways from points to their margin.
"""

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
import pyqtgraph as pg
from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QPen

from linlab.engine import field as fields
from linlab.engine.losses import rivals_and_margins
from linlab.engine.models import Linear, Model, probabilities
from linlab.engine.points import Points
from linlab.engine.state import Step

from .theme import CLASS_COLOURS, Theme

BANDS = 6
CELL = 5  # screen pixels to a grid cell


@dataclass(frozen=True, eq=False)
class Scene:
    """One moment, ready to draw."""

    theme: Theme
    points: Points
    parts: Any  # (n,) 0 train, 1 dev, 2 test
    model: Model | None
    step: Step | None
    optimum: Any
    selection: frozenset[int]
    left: float
    bottom: float
    width: float
    height: float
    pixels: tuple[int, int]
    scale: float = 1.0  # of points and lines
    towards: tuple[Model, float] | None = None  # the next moment, and how far on the way to it we are

    @cached_property
    def xs(self) -> Any:
        return np.linspace(self.left, self.left + self.width, max(2, self.pixels[0] // CELL))

    @cached_property
    def ys(self) -> Any:
        return np.linspace(self.bottom, self.bottom + self.height, max(2, self.pixels[1] // CELL))

    @cached_property
    def field(self) -> Any:
        """Scores on the grid (rows, ny, nx), on the way to the next moment if we are."""
        assert self.model is not None
        f = self.model.grid(self.xs, self.ys)
        if self.towards is not None:
            model, share = self.towards
            f = (1 - share) * f + share * model.grid(self.xs, self.ys)
        return f

    @cached_property
    def class_of_row(self) -> list[int]:
        """The index among the points' classes of each class that the model knows."""
        assert self.model is not None
        return [self.points.classes.index(c) if c in self.points.classes else 0 for c in self.model.problem.classes]

    @cached_property
    def scores(self) -> Any:
        """Scores of all points; the training examples have been read already. (n, rows)"""
        assert self.model is not None
        problem = self.model.problem
        if isinstance(self.model, Linear) and np.array_equal(problem.ids, self.points.ids):
            return problem.read @ self.model.theta.T
        return self.model.scores(self.points.x)

    @cached_property
    def truth(self) -> Any:
        """Each point's class among the model's, −1 if it has none of them. (n,)"""
        index = np.full(len(self.points.classes) + 1, -1)
        for k, c in enumerate(self.class_of_row):
            index[c] = k
        return index[self.points.label]

    @cached_property
    def margins(self) -> Any:
        """The margin of each labelled point, NaN for the others. (n,)"""
        known = self.truth >= 0
        out = np.full(len(self.points), np.nan)
        if known.any():
            out[known] = rivals_and_margins(self.scores[known], self.truth[known])[1]
        return out

    @cached_property
    def drawn(self) -> bool:
        """Whether there is anything to see: θ = 0 decides nothing anywhere."""
        return self.model is not None and (self.towards is not None or bool(np.any(self.model.theta)))


def shade(scene: Scene) -> Any:
    """RGBA of the field: the winner's colour, stronger with its lead, in soft bands. (ny, nx, 4) uint8"""
    f, model = scene.field, scene.model
    assert model is not None
    recipe = model.problem.learner.recipe
    if recipe.counting or recipe.loss.probabilistic:
        flat = f.reshape(len(f), -1).T
        top = probabilities(model, flat).max(axis=1).reshape(f.shape[1:])
        low = 1.0 / len(model.problem.classes)
        strength = (top - low) / (1.0 - low)
    else:
        lead = fields.lead(f)
        unit = 1.0 if recipe.loss.name == "hinge" else max(float(np.median(lead)), 1e-12)
        strength = lead / (lead + unit)
    bands = strength * BANDS
    whole = np.floor(bands)
    soft = (whole + np.clip((bands - whole - 0.8) * 5, 0, 1)) / BANDS
    most = 0.55 if scene.theme.dark else 0.42
    inks = [QColor(CLASS_COLOURS[c % 8]) for c in scene.class_of_row]
    colours = np.array([(ink.red(), ink.green(), ink.blue()) for ink in inks], np.uint8)
    image = np.empty((*strength.shape, 4), np.uint8)
    image[..., :3] = colours[fields.winner(f)]
    image[..., 3] = (255 * most * (0.12 + 0.88 * soft)).astype(np.uint8)
    return image


def ways_to_margin(scene: Scene, which: Any) -> list[Any]:
    """Newton's way along the slope of the margin to where it is 1; short of it where the slope dies out."""
    assert scene.model is not None
    if not len(which):
        return []
    start, y = scene.points.x[which], scene.truth[which]
    h = 1e-4 * max(scene.width, scene.height)
    reach = 0.6 * max(scene.width, scene.height)

    def margin(x: Any) -> Any:
        return rivals_and_margins(scene.model.scores(x), y)[1]  # type: ignore[union-attr]

    x = start.copy()
    for _ in range(4):
        m = margin(x)
        slope = np.stack([(margin(x + d) - margin(x - d)) / (2 * h) for d in (np.array([h, 0]), np.array([0, h]))], axis=1)
        steep = np.maximum((slope**2).sum(axis=1), 1e-12)
        x = x + ((1 - m) / steep)[:, None] * slope
        away = x - start
        length = np.linalg.norm(away, axis=1, keepdims=True)
        x = start + away * np.minimum(1.0, reach / np.maximum(length, 1e-12))
    return [np.stack([a, b]) for a, b, m in zip(start, x, margin(x), strict=True) if abs(m - 1) < 0.2]


def pen(colour: str, width: float, style: Qt.PenStyle = Qt.PenStyle.SolidLine) -> QPen:
    return QPen(pg.mkPen(QColor(colour), width=width, style=style))
