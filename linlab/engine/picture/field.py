"""Fields and their level sets: what the plane shows of a model.

Scores on a regular grid come from the model's own factorised form; `levels` finds the lines. Two classes: the boundary is
f = 0, the margins f = ±1. More: the boundary is where the best class changes, the margin where it leads by 1.
"""

import itertools
from functools import cache, cached_property
from typing import Any

import numpy as np

from linlab.engine.ground.arrays import Floats
from linlab.engine.train.models import Model


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
    if len(field) == 1:
        return _compiled().halves(np.ascontiguousarray(field[0]), unit)  # type: ignore[no-any-return]
    ahead = lead(field)
    return winner(field), ahead / (ahead + unit)


class Contours:
    """The level sets of a field (rows, ny, nx) on a grid: lines, each (k, 2)."""

    def __init__(self, field: Floats, xs: Floats, ys: Floats) -> None:
        self.field, self.xs, self.ys = field, xs, ys

    @cached_property
    def boundary(self) -> list[Floats]:
        """Where the predicted class changes."""
        if len(self.field) == 1:
            return self._plain.at(0.0)
        lines = []
        for c in range(len(self.field) - 1):  # a border of two classes is drawn by the lower of them
            others = np.delete(self.field, c, axis=0).max(axis=0)
            lines += Level(self.field[c] - others, self.xs, self.ys).at(0.0)
        return lines

    @cached_property
    def margin(self) -> list[Floats]:
        """Where the score is ±1, or where the best class leads by 1."""
        if len(self.field) == 1:
            return self._plain.at(-1.0) + self._plain.at(1.0)
        return Level(lead(self.field), self.xs, self.ys).at(1.0)

    @cached_property
    def _plain(self) -> "Level":
        return Level(self.field[0], self.xs, self.ys)


class Level:
    """The lines on a regular grid (ny, nx) where z has a value."""

    def __init__(self, z: Floats, xs: Floats, ys: Floats) -> None:
        self._z = np.ascontiguousarray(z)
        self._origin = np.array([xs[0], ys[0]])
        self._step = np.array([xs[1] - xs[0], ys[1] - ys[0]])

    def at(self, value: float) -> list[Floats]:
        places, ends = _compiled().trace(self._z, value)
        places *= self._step
        places += self._origin
        return [places[a:b] for a, b in itertools.pairwise([0, *ends.tolist()])]


@cache
def _compiled() -> Any:
    from . import levels  # not before it is needed: compiled code takes a while to load

    return levels


def scores(model: Model, xs: Any, ys: Any) -> Floats:
    """The model's scores on the grid. (rows, len(ys), len(xs))"""
    return model.grid(np.asarray(xs, float), np.asarray(ys, float))
