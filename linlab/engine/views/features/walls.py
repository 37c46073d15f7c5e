"""What the model says in the scene, where its scores are linear there: one linear function for each
class, and the walls between the places where one and where another is the greatest. For two classes
that is the separating plane.

Along a line of sight towards the eye the winner's slope grows: s_a − s_b is linear. So the cells of
the classes lie behind each other in the order of their slopes, a wall lies over the farther of its
two cells and under the nearer, and painting cell by cell is painting from back to front, exactly.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np

from linlab.engine.ground.arrays import Floats, Ints
from linlab.engine.train.models import Model
from linlab.engine.train.polynomial import Polynomial, Power, monomial, polynomial

from .space import HALF, Space
from .turning import Turn


@dataclass(frozen=True, eq=False)
class Answer:
    """A linear function slope·q + offset of the scene for each class, two at least."""

    slopes: Floats  # (K, 3)
    offsets: Floats  # (K,)

    def cell(self, q: Floats) -> Ints:
        """Whose function is the greatest at each place; ties go to the lowest. (n,)"""
        return np.asarray(np.argmax(q @ self.slopes.T + self.offsets, axis=1))

    def order(self, turn: Turn) -> list[int]:
        """The cells from back to front."""
        return [int(k) for k in np.argsort(self.slopes @ turn.axes[2], kind="stable")]

    def walls(self) -> dict[tuple[int, int], Floats]:
        """Between each two classes that meet in the box, the polygon where they do. (k, 3)"""
        out = {}
        for a, b in combinations(range(len(self.offsets)), 2):
            ring = _through_box(
                self.slopes[b] - self.slopes[a], float(self.offsets[b] - self.offsets[a])
            )
            for c in range(len(self.offsets)):
                if c not in (a, b) and len(ring):
                    ring = _kept(
                        ring,
                        self.slopes[a] - self.slopes[c],
                        float(self.offsets[a] - self.offsets[c]),
                    )
            if len(ring) > 2:
                out[a, b] = ring
        return out


@dataclass(frozen=True, eq=False)
class Reading:
    """A model's polynomial in the three features: what it weighs them with, and what is with the
    features not shown."""

    weights: Floats  # (rows, 3)
    bias: Floats  # (rows,) with the others where they are fixed
    others: tuple[
        tuple[Power, float], ...
    ]  # features with a weight that are not shown, and the value they are fixed at

    @property
    def exact(self) -> bool:
        """Whether the score is linear in what is shown, so that the plane is the model's own."""
        return not self.others

    @property
    def flat(self) -> bool:
        """Whether nothing that is shown makes a difference between classes."""
        weights = self.weights if len(self.weights) == 1 else self.weights - self.weights[:1]
        return not weights.any()


def reading(model: Model, space: Space) -> Reading | None:
    """None if its scores are no polynomial, or not finite ones. The others are fixed at their mean
    over the examples."""
    found = polynomial(model)
    if found is None or not (np.isfinite(found.weights).all() and np.isfinite(found.bias).all()):
        return None
    shown = [each.power for each in space.features]
    weights = np.stack([found.of(each.power) / each.factor for each in space.features], axis=1)
    others = tuple(
        (power, float(monomial(model.examples.x, power).mean()))
        for power in found.powers
        if power not in shown and _distinguishes_classes(found, power)
    )
    bias = found.bias + sum((value * found.of(power) for power, value in others), 0.0 * found.bias)
    return Reading(weights, bias, others) if np.isfinite(bias).all() else None


def _distinguishes_classes(found: Polynomial, power: Power) -> bool:
    """Whether a monomial makes a difference between classes."""
    weights = found.of(power)
    return bool(np.any(weights if len(weights) == 1 else weights != weights[0]))


def answer(found: Reading, space: Space) -> Answer:
    """The same in the units of the box."""
    low, high = space.full
    slopes = found.weights * (high - low) / (2 * HALF)
    offsets = found.bias + found.weights @ (low + high) / 2
    if len(offsets) == 1:  # two classes: the first has 0
        slopes, offsets = (
            np.concatenate([0 * slopes, slopes]),
            np.concatenate([0 * offsets, offsets]),
        )
    size = max(float(np.abs(slopes).max()), float(np.abs(offsets).max()), 1e-300)
    return Answer(slopes / size, offsets / size)


def _through_box(normal: Floats, offset: float) -> Floats:
    """Where normal·q + offset = 0 within the box: a convex polygon, or nothing. (k, 3)"""
    k = int(np.argmax(np.abs(normal)))
    if not normal[k]:
        return np.empty((0, 3))
    i, j = (axis for axis in range(3) if axis != k)
    ring = np.zeros((4, 3))
    ring[:, i] = np.array([-1, 1, 1, -1]) * HALF[i]
    ring[:, j] = np.array([-1, -1, 1, 1]) * HALF[j]
    ring[:, k] = -(ring @ normal + offset) / normal[k]
    up = np.eye(3)[k]
    return _kept(_kept(ring, up, float(HALF[k])), -up, float(HALF[k]))


def _kept(ring: Floats, normal: Floats, offset: float) -> Floats:
    """The part of a convex polygon where normal·q + offset ≥ 0. (k, 3)"""
    height = ring @ normal + offset
    out = []
    for k in range(len(ring)):
        a = ring[k - 1]
        b = ring[k]
        h = height[k - 1]
        g = height[k]
        if (h >= 0) != (g >= 0):
            out.append(a + (b - a) * (h / (h - g)))
        if g >= 0:
            out.append(b)
    return np.array(out).reshape(-1, 3)


def cut(lines: Sequence[Floats], found: Answer | None) -> tuple[Floats, Ints, Ints]:
    """Lines of short steps, as far as they are in the box, with a place more on both sides of each
    wall that they go through.

    The places, the number of the line of each, and the cell, −1 outside of the box. (n, 3), (n,),
    (n,)"""
    q = np.concatenate(lines) if len(lines) else np.empty((0, 3))
    line = np.repeat(np.arange(len(lines)), [len(each) for each in lines])
    cell = np.zeros(len(q), np.int64) if found is None else found.cell(q)
    cell = np.where((np.abs(q) <= HALF + 1e-9).all(axis=1), cell, -1)
    at = np.flatnonzero((line[1:] == line[:-1]) & (cell[1:] != cell[:-1]))
    if not len(at):
        return q, line, cell
    swapped = cell[at] < 0  # it comes in
    here = np.where(swapped, at + 1, at)
    there = np.where(swapped, at, at + 1)
    step = q[there] - q[here]
    share = np.zeros(len(at))
    leaves = cell[there] < 0
    with np.errstate(divide="ignore", invalid="ignore"):
        ways = np.where(step != 0, (np.copysign(HALF, step) - q[here]) / step, np.inf)
        share[leaves] = np.clip(ways[leaves].min(axis=1), 0, 1)
    if found is not None:
        a, b = cell[here], cell[there]
        slope, offset = found.slopes[a] - found.slopes[b], found.offsets[a] - found.offsets[b]
        h, g = ((slope * q[end]).sum(axis=1) + offset for end in (here, there))
        share = np.where(leaves, share, np.where(h > g, h / np.where(h > g, h - g, 1.0), 0.0))
    edge = q[here] + share[:, None] * step
    after = np.repeat(at + 1, 2)
    return (
        np.insert(q, after, np.repeat(edge, 2, axis=0), axis=0),
        np.insert(line, after, line[after]),
        np.insert(cell, after, np.stack([cell[at], cell[at + 1]], axis=1).ravel()),
    )
