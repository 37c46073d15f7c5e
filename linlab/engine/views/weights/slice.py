"""A slice through weight space: two weights of one row of θ vary, all others stay.

The score of an example is then s = s₀ + u·a + v·c with its two features a and c, so that J is had
for thousands of places at once, and a margin that a loss asks for is a half-plane n·(u, v) ≥ o.
"""

from dataclasses import dataclass
from typing import Any

import numpy as np

from linlab.engine.ground.arrays import Floats
from linlab.engine.ground.once import cached_property
from linlab.engine.learner.losses import Kink, softplus
from linlab.engine.picture.shapes import View
from linlab.engine.train.measures import objective
from linlab.engine.train.models import Linear
from linlab.engine.train.problem import Problem

NUMBERS_AT_ONCE = 2**15  # numbers in the largest table: it stays in a cache


@dataclass(frozen=True, eq=False)
class Slice:
    """The θ of which the weights `across` and `up` of a row vary."""

    problem: Problem
    theta: Floats  # (rows, d)
    row: int
    across: int
    up: int

    @property
    def columns(self) -> list[int]:
        return [self.across, self.up]

    @property
    def place(self) -> Floats:
        """Where θ itself is. (2,)"""
        return self.of(self.theta)

    def of(self, theta: Floats) -> Floats:
        """Where another θ is, seen from here. (2,)"""
        return np.asarray(theta[self.row, self.columns])

    def at(self, u: float, v: float) -> Floats:
        """θ with these two weights. (rows, d)"""
        theta = self.theta.copy()
        theta[self.row, self.columns] = u, v
        return theta

    @cached_property
    def features(self) -> Floats:
        """a and c of each example. (n, 2)"""
        return np.ascontiguousarray(self.problem.columns[:, self.columns])

    @cached_property
    def rest(self) -> Floats:
        """Scores of the examples where both weights are 0. (n, rows)"""
        return self.problem.scores(self.at(0.0, 0.0))

    def height(self, places: Any) -> Floats:
        """J at each place (m, 2). (m,)"""
        places = np.asarray(places, float).reshape(-1, 2)
        size = max(1, NUMBERS_AT_ONCE // self.problem.n)
        parts = [self._losses(places[k : k + size]) for k in range(0, len(places), size)]
        return np.concatenate(parts) + self.penalty(places) if parts else np.zeros(0)

    def share_wrong(self, places: Any) -> Floats:
        """The zero-one loss at each place (m, 2): the share of examples whose margin is 0 or less.
        (m,)"""
        places = np.asarray(places, float).reshape(-1, 2)
        size = max(1, NUMBERS_AT_ONCE // self.problem.n)
        parts = [self._wrong(places[k : k + size]) for k in range(0, len(places), size)]
        return np.concatenate(parts) if parts else np.zeros(0)

    def _wrong(self, places: Floats) -> Floats:
        own = self.rest[:, self.row, None] + self.features @ places.T  # (n, m) scores of this row
        if self.problem.rows == 1:
            margins = np.where(self.problem.y == 1, 1.0, -1.0)[:, None] * own
        else:
            mine = (self.problem.y == self.row)[:, None]
            best = self._best[:, None]
            rivals = np.maximum(own, best)
            margins = np.where(mine, own - best, self._truth[:, None] - rivals)
        return np.asarray((margins <= 0).mean(axis=0))

    def _losses(self, places: Floats) -> Floats:
        """The mean loss at each place."""
        problem = self.problem
        loss = self.problem.learner.recipe.loss
        own = self.rest[:, self.row, None] + self.features @ places.T  # (n, m) scores of this row
        joint = problem.rows > 1 and loss.of_scores is not None and not loss.probabilistic
        if loss.of_many is None or joint:
            return np.array([objective(Linear(problem, self.at(*place)))[0] for place in places])
        if problem.rows == 1:
            return np.asarray(
                loss.of_many(np.where(problem.y == 1, 1.0, -1.0)[:, None] * own).mean(axis=0)
            )
        mine = (problem.y == self.row)[:, None]
        truth = self._truth[:, None]
        if loss.of_scores is None:
            best = self._best[:, None]
            return np.asarray(
                loss.of_many(np.where(mine, own - best, truth - np.maximum(own, best))).mean(axis=0)
            )
        others = np.delete(self.rest, self.row, axis=1)
        top = others.max(axis=1, keepdims=True)
        together = top + np.log(
            np.exp(others - top).sum(axis=1, keepdims=True)
        )  # −log P(y|x) is softplus of a difference
        lost = softplus(np.where(mine, together - own, own - together)) + np.where(
            mine, 0.0, together - truth
        )
        return np.asarray(lost.mean(axis=0))

    @cached_property
    def _truth(self) -> Floats:
        """Scores of the true classes where both weights are 0. (n,)"""
        return np.asarray(self.rest[np.arange(self.problem.n), self.problem.y])

    @cached_property
    def _best(self) -> Floats:
        """The best score of a wrong class among those that stay as they are. (n,)"""
        rivals = self.rest.copy()
        rivals[:, self.row] = -np.inf
        rivals[np.arange(self.problem.n), self.problem.y] = -np.inf
        return np.asarray(rivals.max(axis=1))

    def penalty(self, places: Floats) -> Floats:
        """λ·R at each place."""
        problem = self.problem
        seen = places[:, [column < problem.decayed for column in self.columns]]
        sizes = (
            np.abs(seen).sum(axis=1)
            if problem.learner["penalty"] == "l1"
            else 0.5 * (seen * seen).sum(axis=1)
        )
        return np.asarray(problem.penalty(self.at(0.0, 0.0)) + problem.learner.decay * sizes)

    def walls(self, kink: Kink) -> tuple[Floats, Floats]:
        """n and o of each example: its margin is at least that of the wall where n·(u, v) ≥ o. (n,
        2), (n,)

        o is ∞ where no place of the slice is so, because two other classes are in each other's way.
        """
        problem, rest, asked = self.problem, self.rest, kink.at
        if problem.rows == 1:
            sign = np.where(problem.y == 1, 1.0, -1.0)
            return sign[:, None] * self.features, asked - sign * rest[:, 0]
        mine = problem.y == self.row
        truth = self._truth
        best = self._best
        offset = np.where(mine, asked + best - rest[:, self.row], asked + rest[:, self.row] - truth)
        offset[~mine & ((truth - best <= asked) if kink.touching else (truth - best < asked))] = (
            np.inf
        )
        return np.where(mine, 1.0, -1.0)[:, None] * self.features, offset


def clipped(ring: Floats, normals: Floats, offsets: Floats) -> Floats:
    """What all half-planes n·x ≥ o leave of a convex polygon. (k, 2)

    >>> square = np.array([(0.0, 0.0), (2, 0), (2, 2), (0, 2)])
    >>> clipped(square, np.array([(1.0, 0.0)]), np.array([1.0])).tolist()
    [[1.0, 0.0], [2.0, 0.0], [2.0, 2.0], [1.0, 2.0]]
    """
    if not np.isfinite(offsets).all():
        return np.empty((0, 2))
    cuts = ((ring @ normals.T) < offsets).any(axis=0)  # the others leave it whole
    for normal, offset in zip(normals[cuts], offsets[cuts], strict=True):
        side = ring @ normal - offset
        if (side >= 0).all():
            continue
        if (side < 0).all():
            return np.empty((0, 2))
        out = []
        for k in range(len(ring)):
            a = ring[k - 1]
            b = ring[k]
            s = side[k - 1]
            r = side[k]
            if (s < 0) != (r < 0):
                out.append(a + (b - a) * (s / (s - r)))
            if r >= 0:
                out.append(b)
        ring = np.array(out)
    return ring


def chords(box: View, normals: Floats, offsets: Floats) -> tuple[Any, Floats]:
    """The lines n·x = o within a box: which of them cross it, and from where to where.
    (k,), (k, 2, 2)"""
    left, bottom, right, top = box
    size = np.abs(normals).max(axis=1)
    known = np.flatnonzero(np.isfinite(offsets) & (size > 0))
    with np.errstate(over="ignore"):  # so far out that no number says where: not in the box
        near = np.isfinite(offsets[known] / size[known])
    known = known[near]
    n = normals[known] / size[known, None]
    o = offsets[known] / size[known]
    foot = n * (o / (n * n).sum(axis=1))[:, None]
    along = np.stack([-n[:, 1], n[:, 0]], axis=1)
    low = np.full(len(n), -np.inf)
    high = np.full(len(n), np.inf)
    for axis, (a, b) in enumerate(((left, right), (bottom, top))):
        with np.errstate(over="ignore", divide="ignore", invalid="ignore"):
            one, other = (a - foot[:, axis]) / along[:, axis], (b - foot[:, axis]) / along[:, axis]
        level = along[:, axis] == 0
        inside = (a <= foot[:, axis]) & (foot[:, axis] <= b)
        low = np.maximum(
            low, np.where(level, np.where(inside, -np.inf, np.inf), np.fmin(one, other))
        )
        high = np.minimum(
            high, np.where(level, np.where(inside, np.inf, -np.inf), np.fmax(one, other))
        )
    crosses = low < high
    ends = [foot[crosses] + along[crosses] * end[crosses, None] for end in (low, high)]
    return known[crosses], np.stack(ends, axis=1)
