"""Fields and their level sets: what the plane shows of a model.

Scores on a regular grid come from the model's own factorised form; contourpy finds the lines. Two
classes: the boundary is s = 0, the street s = ±1. More: the boundary is where the best class
changes, the margin where it leads by 1.
"""

from functools import cache, partial
from typing import Any

import numpy as np

from linlab.engine.ground.arrays import Floats
from linlab.engine.ground.once import cached_property
from linlab.engine.train.models import Model, decisions

HALVINGS = 7  # of the distance between two grid points: smaller errors are invisible


def winner(field: Floats) -> Any:
    """The class at each place of a field (rows, ny, nx); ties go to the lowest. (ny, nx)"""
    return (field[0] > 0).astype(np.int64) if len(field) == 1 else np.argmax(field, axis=0)


def lead(field: Floats) -> Floats:
    """How far the best class leads the second best; two classes: |f|. (ny, nx)"""
    if len(field) == 1:
        return np.asarray(np.abs(field[0]))
    top = np.partition(field, len(field) - 2, axis=0)[-2:]
    return np.asarray(top[1] - top[0])


def winner_and_strength(field: Floats, unit: float) -> tuple[Any, Floats]:
    """The class at each place, and its lead ℓ as ℓ/(ℓ + unit), from 0 to 1. (ny, nx) each"""
    ahead = lead(field)
    return winner(field), ahead / (ahead + unit)


class Contours:
    """The level sets of a field (rows, ny, nx) on a grid: lines, each (k, 2).

    Where scores jump, as votes do, the boundary would run half-way between grid points, as a
    staircase. With the `model`, bisection finds where the class changes. Regions that are
    `left_open` (undecided) have a border, too.
    """

    def __init__(
        self,
        field: Floats,
        xs: Floats,
        ys: Floats,
        model: Model | None = None,
        halvings: int = HALVINGS,
        left_open: Any = None,
    ) -> None:
        self.field = field
        self.xs = xs
        self.ys = ys
        self.model = model
        self.halvings = halvings
        self.left_open = left_open  # (ny, nx) of bool

    @cached_property
    def boundary(self) -> list[Floats]:
        """Where the predicted class changes; a border of two classes is drawn by the lower of
        them."""
        if self.left_open is not None:
            return [
                line for c in range(max(2, len(self.field))) for line in self._sharp(c, self.model)
            ]
        if self.model is not None:
            return [
                line
                for c in range(max(1, len(self.field) - 1))
                for line in self._sharp(c, self.model)
            ]
        if len(self.field) == 1:
            return _lines(self._one, 0.0)
        lines = []
        for c in range(len(self.field) - 1):
            others = np.delete(self.field, c, axis=0).max(axis=0)
            lines += _lines(self._levels(self.field[c] - others), 0.0)
        return lines

    @cached_property
    def margin(self) -> list[Floats]:
        """Where the score is ±1, or where the best class leads by 1."""
        if len(self.field) == 1:
            return _lines(self._one, -1.0, 1.0)
        return _lines(self._levels(lead(self.field)), 1.0)

    @cached_property
    def _one(self) -> Any:
        """The contour generator of two classes."""
        return self._levels(self.field[0])

    def _levels(self, z: Floats) -> Any:
        """What finds the lines on which z, on the grid (ny, nx), has a value."""
        finite = np.isfinite(z)
        mask = None if finite.all() else ~finite
        x = np.empty(z.shape)
        y = np.empty(z.shape)
        x[:] = self.xs
        y[:] = self.ys[:, None]
        return _generator()(x, y, z, mask)

    def _sharp(self, c: int, model: Model | None) -> list[Floats]:
        """The border of class c, which runs between neighbouring grid points of which one is c:
        found by bisection."""
        won = winner(self.field) == c
        lines = _lines(
            self._levels(
                np.where(won if self.left_open is None else won & ~self.left_open, 1.0, -1.0)
            ),
            0.0,
        )
        if not lines or model is None:
            return lines
        origin = np.array([self.xs[0], self.ys[0]])
        step = np.array([self.xs[1] - self.xs[0], self.ys[1] - self.ys[0]])
        low, high = (
            origin + step * at for at in _neighbours((np.concatenate(lines) - origin) / step)
        )
        own = decisions(model, model.uncached_scores(low)) == c
        for _ in range(self.halvings):
            middle = (low + high) / 2
            same = ((decisions(model, model.uncached_scores(middle)) == c) == own)[:, None]
            low, high = np.where(same, middle, low), np.where(same, high, middle)
        return np.split((low + high) / 2, np.cumsum([len(line) for line in lines])[:-1])


@cache
def _generator() -> Any:
    """contourpy's own with its defaults, without the checks of shapes that are right: they take
    longer than the lines of a plane."""
    from contourpy import SerialContourGenerator as Serial  # the window starts without it
    from contourpy import ZInterp

    return partial(
        Serial,
        corner_mask=True,
        line_type=Serial.default_line_type,
        fill_type=Serial.default_fill_type,
        quad_as_tri=False,
        z_interp=ZInterp.Linear,
    )


def _lines(levels: Any, *values: float) -> list[Floats]:
    return [line for value in values for line in levels.lines(value)]


def _neighbours(at: Floats) -> tuple[Floats, Floats]:
    """The grid points on both sides of the points half-way between them, in steps of the grid. (k,
    2) each"""
    return np.floor(at + 0.25), np.ceil(at - 0.25)


def scores(model: Model, xs: Any, ys: Any) -> Floats:
    """The model's scores on the grid. (rows, len(ys), len(xs))"""
    return model.grid(np.asarray(xs, float), np.asarray(ys, float))
