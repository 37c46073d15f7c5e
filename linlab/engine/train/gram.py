"""Gram matrices of the centres of a kernel space, built quickly and seldom.

A gesture asks for a new one at every move of the mouse. If the last ones still exist, their numbers are taken over: all
of them if neither the centres nor the kernel changed, else those of the centres that stayed. What is taken over is what
would have been computed, to the last bit. Matrices are only remembered here, not kept: they last as long as a problem
holds them.
"""

import weakref
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from linlab.engine.ground.arrays import Floats
from linlab.engine.ground.progress import tell
from linlab.engine.learner.kernels import Kernel, Settings

LARGE = 256  # centres; the matrices of fewer are made as quickly as found
_REMEMBERED = 3
_AT_ONCE = 2**20  # numbers of some rows that are computed at once


@dataclass(frozen=True, eq=False)
class _Known:
    """A Gram matrix that may still exist, and what it is one of."""

    rule: tuple[Any, ...]
    centres: Floats
    matrix: "weakref.ref[Floats]"


_known: tuple[_Known, ...] = ()  # the last one first; replaced as a whole, because another thread may be looking


def whole(kernel: Kernel, centres: Floats, settings: Settings, plus: float = 0.0, constant: bool = False) -> Floats:
    """k + `plus` of all pairs of centres, with a last column of ones for a constant feature. (c, c or c + 1), not to be
    written to."""
    global _known
    c = len(centres)
    if c < LARGE:
        return _sealed(between(kernel, centres, centres, settings, plus, constant))
    rule = (kernel.gram, tuple(settings[name] for name in kernel.parameters), plus, constant)
    alive = [(known.centres, matrix) for known in _known if known.rule == rule and (matrix := known.matrix()) is not None]
    for before, matrix in alive:
        if np.array_equal(before, centres):
            return matrix
    made = _taken_over(alive, kernel, centres, settings, plus, constant)
    if made is None:
        made = _computed(kernel, centres, settings, plus, constant)
    made = _sealed(made)
    _known = (_Known(rule, centres, weakref.ref(made)), *(k for k in _known if k.matrix() is not None))[:_REMEMBERED]
    return made


def between(
    kernel: Kernel, x: Floats, centres: Floats, settings: Settings, plus: float = 0.0, constant: bool = False
) -> Floats:
    """The same of other points against the centres. (m, c or c + 1)"""
    out = _room(len(x), len(centres), constant)
    out[:, : len(centres)] = kernel.gram(x, centres, settings)
    out[:, : len(centres)] += plus
    return out


def times(weights: Floats, matrix: Floats) -> Floats:
    """weights (rows, c) · matrix (c, c), over the centres that hold a coefficient if those are few. (rows, c)"""
    held = np.flatnonzero(weights.any(axis=0))
    if 8 * len(held) > len(matrix):
        return weights @ matrix
    return weights[:, held] @ matrix[held]


def _computed(kernel: Kernel, centres: Floats, settings: Settings, plus: float, constant: bool) -> Floats:
    """From the points, some rows at a time."""
    out, c = _room(len(centres), len(centres), constant), len(centres)
    step = max(1, _AT_ONCE // c)
    for k in range(0, c, step):
        _tell(k / c)
        out[k : k + step, :c] = kernel.gram(centres[k : k + step], centres, settings)
        out[k : k + step, :c] += plus
    return out


def _tell(share: float) -> None:
    tell(f"comparing all examples with each other, {100 * share:.0f} %")


def _taken_over(
    alive: list[tuple[Floats, Floats]], kernel: Kernel, centres: Floats, settings: Settings, plus: float, constant: bool
) -> Floats | None:
    """From a matrix at hand, if most of the centres stayed in stretches: only the rows and columns of the others are new."""
    c = len(centres)
    if not kernel.stationary or not alive:
        return None
    found = [(_where(before, centres), matrix) for before, matrix in alive]
    where, matrix = min(found, key=lambda pair: int((pair[0] < 0).sum()))
    new, stretches = np.flatnonzero(where < 0), list(_stretches(where))
    if 8 * len(new) > c or len(stretches) > 64:
        return None
    out = _room(c, c, constant)
    for a, b, at in stretches:
        _tell(a / c)
        for left, right, above in stretches:
            out[a:b, left:right] = matrix[at : at + b - a, above : above + right - left]
    if len(new):
        rows = between(kernel, centres[new], centres, settings, plus)
        out[new, :c], out[:, new] = rows, rows.T
    return out


def _where(before: Floats, centres: Floats) -> Any:
    """The place of each centre among those before, −1 for one that was not there. (c,)"""
    old, new = (np.ascontiguousarray(x).view(np.complex128).ravel() for x in (before, centres))
    order = np.argsort(old, kind="stable")
    rank = np.minimum(np.searchsorted(old, new, sorter=order), len(old) - 1)
    at = order[rank]
    same = np.arange(len(new))  # of several that lie in one place, the one with the same number if there is one
    stayed = same[: len(old)][old[: len(new)] == new[: len(old)]]
    at[stayed] = stayed
    return np.where(old[at] == new, at, -1)


def _stretches(where: Any) -> Iterator[tuple[int, int, int]]:
    """(from, to, from where): the stretches of centres that stayed together."""
    edges = [0, *(np.flatnonzero((np.diff(where) != 1) | (where[:-1] < 0)) + 1).tolist(), len(where)]
    for a, b in zip(edges[:-1], edges[1:], strict=True):
        if where[a] >= 0:
            yield a, b, int(where[a])


def _room(m: int, c: int, constant: bool) -> Floats:
    out = np.empty((m, c + constant))
    out[:, c:] = 1.0
    return out


def _sealed(matrix: Floats) -> Floats:
    matrix.flags.writeable = False
    return matrix
