"""Fields and their level sets: what the plane shows of a model.

Scores on a regular grid come from the model's own factorised form; contourpy draws the lines. Two classes: the boundary
is f = 0, the margins f = ±1. More: the boundary is where the best class changes, the margin where it leads by 1.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from .models import Model

Floats = NDArray[np.float64]


def winner(field: Floats) -> Any:
    """The class at each place of a field (rows, ny, nx); ties go to the lowest. (ny, nx)"""
    return (field[0] > 0).astype(np.int64) if len(field) == 1 else np.argmax(field, axis=0)


def lead(field: Floats) -> Floats:
    """How far the best class leads the second best; two classes: |f|. (ny, nx)"""
    if len(field) == 1:
        return np.asarray(np.abs(field[0]))
    top = np.partition(field, len(field) - 2, axis=0)[-2:]
    return np.asarray(top[1] - top[0])


def boundary(field: Floats, xs: Floats, ys: Floats) -> list[Floats]:
    """The lines where the predicted class changes, each (k, 2)."""
    if len(field) == 1:
        return level(field[0], xs, ys, 0.0)
    lines = []
    for c in range(len(field) - 1):  # a border of two classes is drawn by the lower of them
        others = np.delete(field, c, axis=0).max(axis=0)
        lines += level(field[c] - others, xs, ys, 0.0)
    return lines


def margin(field: Floats, xs: Floats, ys: Floats) -> list[Floats]:
    """The lines where the score is ±1, or where the best class leads by 1."""
    if len(field) == 1:
        return level(field[0], xs, ys, -1.0, 1.0)
    return level(lead(field), xs, ys, 1.0)


def level(z: Floats, xs: Floats, ys: Floats, *at: float) -> list[Floats]:
    """The lines on the grid (ny, nx) where z is one of these levels."""
    import contourpy

    low, high = z.min(), z.max()
    crossed = [value for value in at if low <= value <= high]
    if not crossed:
        return []
    generator = contourpy.contour_generator(xs, ys, z, name="serial", line_type=contourpy.LineType.Separate)
    return [np.asarray(line) for value in crossed for line in generator.lines(value)]


def scores(model: Model, xs: Any, ys: Any) -> Floats:
    """The model's scores on the grid. (rows, len(ys), len(xs))"""
    return model.grid(np.asarray(xs, float), np.asarray(ys, float))
