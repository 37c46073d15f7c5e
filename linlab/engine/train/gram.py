"""Gram matrices of the centres of a kernel space, built quickly and rarely.

A gesture needs a new one at every move of the mouse. If the last ones still exist, their numbers
are reused: all of them if neither the centres nor the kernel changed, else those of the centres
that stayed. They are exactly what would have been computed. Matrices are only referenced here: they
live as long as a problem holds them.
"""

import threading
import weakref
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from linlab.engine.ground.arrays import Floats
from linlab.engine.ground.progress import tell
from linlab.engine.learner.kernels import Kernel, Settings

LARGE = 256  # centres; for fewer, computing the matrix is as fast as finding it
_REMEMBERED = 3
_AT_ONCE = 2**20  # numbers computed at once, in some rows
_PATIENCE = 0.02  # seconds between two checks whether it is still needed
_turn = threading.Lock()  # one at a time: a gesture needs many, and each is large


@dataclass(frozen=True, eq=False)
class _Known:
    """A Gram matrix that may still exist, with its centres and kernel."""

    rule: tuple[Any, ...]
    centres: Floats
    matrix: "weakref.ref[Floats]"


_known: tuple[
    _Known, ...
] = ()  # the last one first; replaced as a whole, because another thread may be reading it


def whole(
    kernel: Kernel, centres: Floats, settings: Settings, plus: float = 0.0, constant: bool = False
) -> Floats:
    """k + `plus` of all pairs of centres, with a last column of ones for a constant feature. (c, c
    or c + 1), not to be written to."""
    global _known
    c = len(centres)
    if c < LARGE:
        return _sealed(between(kernel, centres, centres, settings, plus, constant))
    rule = (kernel.gram, tuple(settings[name] for name in kernel.parameters), plus, constant)
    alive = [
        (known.centres, matrix)
        for known in _known
        if known.rule == rule and (matrix := known.matrix()) is not None
    ]
    for before, matrix in alive:
        if np.array_equal(before, centres):
            return matrix
    while not _turn.acquire(timeout=_PATIENCE):
        tell("waiting for another kernel matrix")
    try:
        made = _taken_over(alive, kernel, centres, settings, plus, constant)
        made = _sealed(
            _computed(kernel, centres, settings, plus, constant) if made is None else made
        )
        _known = (
            _Known(rule, centres, weakref.ref(made)),
            *(k for k in _known if k.matrix() is not None),
        )[:_REMEMBERED]
    finally:
        _turn.release()
    return made


def between(
    kernel: Kernel,
    x: Floats,
    centres: Floats,
    settings: Settings,
    plus: float = 0.0,
    constant: bool = False,
) -> Floats:
    """The same of other points against the centres. (m, c or c + 1)"""
    out = np.ones((len(x), len(centres) + constant))
    out[:, : len(centres)] = kernel.gram(x, centres, settings)
    out[:, : len(centres)] += plus
    return out


def times(weights: Floats, matrix: Floats) -> Floats:
    """weights (rows, c) · matrix (c, c), only over the centres with a coefficient if they are few.
    (rows, c)"""
    held = np.flatnonzero(weights.any(axis=0))
    if 8 * len(held) > len(matrix):
        return weights @ matrix
    return weights[:, held] @ matrix[held]


def _computed(
    kernel: Kernel, centres: Floats, settings: Settings, plus: float, constant: bool
) -> Floats:
    """From the points, some rows at a time."""
    c = len(centres)
    out = np.empty((c, c + constant))
    for some in _stripes(0, c, c):
        out[some] = between(kernel, centres[some], centres, settings, plus, constant)
    return out


def _stripes(first: int, last: int, c: int) -> Iterator[slice]:
    """Some rows at a time: memory is as slow to allocate as numbers are to compute, and a watcher
    may end it."""
    step = max(1, _AT_ONCE // c)
    for k in range(first, last, step):
        _tell(k / c)
        yield slice(k, min(last, k + step))


def _tell(share: float) -> None:
    tell(f"computing the kernel matrix, {100 * share:.0f} %")


def _taken_over(
    alive: list[tuple[Floats, Floats]],
    kernel: Kernel,
    centres: Floats,
    settings: Settings,
    plus: float,
    constant: bool,
) -> Floats | None:
    """From an existing matrix, if most of the centres stayed together: only the rows and columns of
    the others are computed."""
    c = len(centres)
    if not kernel.stationary or not alive:
        return None
    found = [(_where(before, centres), matrix) for before, matrix in alive]
    where, matrix = min(found, key=lambda pair: int((pair[0] < 0).sum()))
    new = np.flatnonzero(where < 0)
    table_segments = list(_stretches(where))
    if 8 * len(new) > c or len(table_segments) > 64:
        return None
    out = np.empty((c, c + constant))
    for a, b, at in table_segments:
        for some in _stripes(a, b, c):
            there = slice(some.start - a + at, some.stop - a + at)
            for left, right, above in table_segments:
                out[some, left:right] = matrix[there, above : above + right - left]
    out[:, c:] = 1.0
    if len(new):
        rows = between(kernel, centres[new], centres, settings, plus)
        out[new, :c] = rows
        out[:, new] = rows.T
    return out


def _where(before: Floats, centres: Floats) -> Any:
    """The position of each centre among the earlier ones, −1 for a new one. (c,)"""
    old, new = (np.ascontiguousarray(x).view(np.complex128).ravel() for x in (before, centres))
    order = np.argsort(old, kind="stable")
    rank = np.minimum(np.searchsorted(old, new, sorter=order), len(old) - 1)
    at = order[rank]
    same = np.arange(
        len(new)
    )  # among several at one place, the one with the same position if there is one
    stayed = same[: len(old)][old[: len(new)] == new[: len(old)]]
    at[stayed] = stayed
    return np.where(old[at] == new, at, -1)


def _stretches(where: Any) -> Iterator[tuple[int, int, int]]:
    """(from, to, from where): the stretches of centres that stayed together."""
    edges = [
        0,
        *(np.flatnonzero((np.diff(where) != 1) | (where[:-1] < 0)) + 1).tolist(),
        len(where),
    ]
    for a, b in zip(edges[:-1], edges[1:], strict=True):
        if where[a] >= 0:
            yield a, b, int(where[a])


def _sealed(matrix: Floats) -> Floats:
    matrix.flags.writeable = False
    return matrix
