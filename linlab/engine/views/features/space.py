"""Which three features span the scene, and where points stand in it: flat on the floor at their
(x₁, x₂), lifted wholly at φ(x), and on a straight way between the two.

The scene is a box, as wide as deep, that holds all points; each feature has its own unit along its
edge.
"""

import math
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

import numpy as np

from linlab.engine.data.points import Points
from linlab.engine.ground.arrays import Floats
from linlab.engine.learner.features import Monomials
from linlab.engine.train.polynomial import Power, monomial

from .components import Component

HALF = np.array([1.0, 1.0, 0.75])  # of the edges of the box
PADDING = 0.06  # beyond the outermost points, of their extent
NEAR_ZERO_SHARE = 0.3  # of the extent: a 0 that is not farther away is where the edge begins


@dataclass(frozen=True)
class Feature:
    """A monomial, and what it is multiplied by.

    >>> Feature("sqrt2*x1x2", "√2x₁x₂", (1, 1), math.sqrt(2)).of(np.array([(3.0, 1.0)])).round(3).tolist()
    [4.243]
    """

    key: str
    title: str
    power: Power
    factor: float = 1.0

    def of(self, x: Floats) -> Floats:
        """Of each point. (n,)"""
        return self.factor * monomial(x, self.power)


Three = tuple[Feature | Component, Feature | Component, Feature | Component]
SQUARE = Feature("x1^2", "x₁²", (2, 0))
MIXED = Feature("sqrt2*x1x2", "√2x₁x₂", (1, 1), math.sqrt(2))
OTHER = Feature("x2^2", "x₂²", (0, 2))
LECTURE: tuple[Feature, Feature, Feature] = (SQUARE, MIXED, OTHER)  # φ(x)·φ(x′) = (x·x′)²


@lru_cache(maxsize=16)
def features(degree: int) -> tuple[Feature, ...]:
    """All monomials up to a degree, and the lecture's √2x₁x₂."""
    space = Monomials(degree)
    plain = [
        Feature(_key(i, j), name, (i, j))
        for name, (i, j) in zip(space.names, space.powers, strict=True)
    ]
    return tuple(plain if degree < 2 else [*plain[:4], MIXED, *plain[4:]])


def _key(i: int, j: int) -> str:
    """
    >>> _key(1, 0), _key(2, 1)
    ('x1', 'x1^2x2')
    """
    return "".join(base if n == 1 else f"{base}^{n}" for base, n in (("x1", i), ("x2", j)) if n)


@dataclass(frozen=True, eq=False)
class Space:
    """Three features, how far points are lifted to them, and what the edges of the box measure."""

    features: Three
    flat: Floats  # (2, 2) from and to, of x₁ and x₂
    full: Floats  # (2, 3) of the features
    lift: float = 1.0

    def place(self, x: Floats) -> Floats:
        """Where points stand in the box, from −HALF to HALF. (n, 3)"""
        out = self.lift * self.lifted(x)
        if self.lift < 1:
            low = np.concatenate(
                [_within(x, self.flat) * HALF[:2], np.full((len(x), 1), -HALF[2])], axis=1
            )
            out += (1 - self.lift) * low
        return np.asarray(out)

    def lifted(self, x: Floats) -> Floats:
        """The same when they are lifted wholly. (n, 3)"""
        return np.asarray(
            _within(np.stack([each.of(x) for each in self.features], axis=1), self.full) * HALF
        )

    def at(self, lift: float) -> "Space":
        return self if lift == self.lift else replace(self, lift=lift)


def _within(values: Floats, ends: Floats) -> Floats:
    """−1 where they begin, 1 where they end."""
    return np.asarray(2.0 * (values - ends[0]) / (ends[1] - ends[0]) - 1.0)


@lru_cache(maxsize=8)  # while the run goes on the points stay
def space_of(points: Points, three: Three) -> Space:
    """The box around all points."""
    values = np.stack([each.of(points.x) for each in three], axis=1)
    return Space(three, _ends(points.x), _ends(values))


def _ends(values: Floats) -> Any:
    """From and to, column by column. (2, columns)"""
    with np.errstate(over="ignore", invalid="ignore"):
        low, high = values.min(axis=0), values.max(axis=0)
        wide = np.where(high > low, high - low, np.maximum(1e-9, np.abs(high)))
        finest = np.maximum(1e-12 * np.maximum(np.abs(low), np.abs(high)), 1e-100)
        wide = np.maximum(wide, finest)  # as the plane is: there are not always numbers in between
        bottom = np.where((low >= 0) & (low <= NEAR_ZERO_SHARE * wide), 0.0, low - PADDING * wide)
        top = np.where((high <= 0) & (-high <= NEAR_ZERO_SHARE * wide), 0.0, high + PADDING * wide)
        return np.stack([bottom, np.where(top > bottom, top, bottom + wide)])
