"""Naive Bayes: θ holds counts, and an update adds one example to the row of its class.

Categorical: each axis is cut into equal-width bins, P(y) and P(bin|y) are normalised counts, the latter with the
pseudo-count `smoothing`. Gaussian: sums of z and z² give a mean and a variance per class and axis, in the units
z = (x − centre)/scale that keep every digit of far-away points. Either way log P(y, x) = log P(y) + Σ_j log P(x_j|y).
What was never counted has probability 0 and the logarithm −∞: such a class is impossible.

Counts are whole numbers, so classes can tie exactly, and a sum of rounded logarithms would decide the tie by chance.
Therefore P(y, x) is a product of counts over a product of counts, divided once, and its logarithm taken last.
"""

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from linlab.engine.learner.learner import Learner

Floats = NDArray[np.float64]

FLOOR = 1e-9  # of a variance in z, whose largest variance is 1


class Counting(Protocol):
    """What an example adds to the counts, and what the counts (K, d) say about points."""

    def features(self, x: Floats) -> Floats: ...
    def names(self) -> tuple[str, ...]: ...
    def prior(self, counts: Floats) -> Floats: ...
    def joint(self, counts: Floats, x: Floats) -> Floats:
        """log P(y, x) of points x (…, 2) by counts (K, …, d) that may differ from point to point. (K, …)"""
        ...

    def grid(self, counts: Floats, xs: Floats, ys: Floats) -> Floats:
        """The same by counts (K, d) at every (x, y). (K, len(ys), len(xs))"""
        ...

    def linear(self, counts: Floats) -> tuple[Floats, Floats]: ...
    def tables(self, counts: Floats) -> dict[str, Any]: ...


def log(p: Floats) -> Floats:
    """log p, and log 0 = −∞."""
    with np.errstate(divide="ignore"):
        return np.asarray(np.log(p))


def contrast(rows: Floats) -> Floats:
    """The classes' rows (K, …) as scores have them: for two classes the second minus the first, NaN for −∞ − (−∞)."""
    with np.errstate(invalid="ignore"):
        return rows[1:] - rows[:1] if len(rows) == 2 else rows


def mistakes(counting: Counting, classes: int, read: Floats, x: Floats, y: Any) -> Any:
    """How many of these examples, taken in turn, were misjudged by the counts of those before. (n,) running total"""
    wrong, counts = [], np.zeros((classes, 1, read.shape[1]))
    for first in range(0, len(y), 1000):
        some = slice(first, first + 1000)
        added = (y[some] == np.arange(classes)[:, None])[..., None] * read[some]  # (K, b, d)
        after = counts + np.cumsum(added, axis=1)
        s, everyone = counting.joint(after - added, x[some]), np.arange(len(y[some]))  # (K, b)
        counts, own = after[:, -1:], s[y[some], everyone]
        s[y[some], everyone] = -np.inf
        wrong.append(own <= s.max(axis=0))
    return np.cumsum(np.concatenate(wrong))


def _prior(seen: Floats) -> Floats:
    """P(y) from the number of examples of each class (K, …); even, before the first."""
    seen, total = _shares(seen)
    return seen / total


def _shares(seen: Floats) -> tuple[Floats, Floats]:
    """Each class's part (K, …), and what it is a part of: one of K, before the first example."""
    total = seen.sum(axis=0)
    return np.where(total > 0, seen, 1.0), np.where(total > 0, total, float(len(seen)))


@dataclass(frozen=True)
class Categorical:
    """Bins of equal width from low to high; what lies outside belongs to the outermost bin."""

    bins: int
    smoothing: float
    low: tuple[float, float]
    width: tuple[float, float]

    def bin(self, axis: int, values: Floats) -> Any:
        with np.errstate(over="ignore"):
            return np.clip(np.floor((values - self.low[axis]) / self.width[axis]), 0, self.bins - 1).astype(int)

    def features(self, x: Floats) -> Floats:
        return np.concatenate([np.eye(self.bins)[self.bin(j, x[:, j])] for j in (0, 1)], axis=1)  # (n, 2 bins)

    def names(self) -> tuple[str, ...]:
        return tuple(f"{axis} in bin {k + 1}" for axis in ("x₁", "x₂") for k in range(self.bins))

    def prior(self, counts: Floats) -> Floats:
        return _prior(counts[..., -1])

    @cached_property
    def _weight(self) -> tuple[float, float]:
        """What an example counts for and what a bin has before the first, as whole numbers: smoothing 0.1 is 10 and 1."""
        ratio = Fraction(repr(self.smoothing))
        return (float(ratio.denominator), float(ratio.numerator)) if ratio.denominator < 2**53 else (1.0, self.smoothing)

    def in_bins(self, counts: Floats, axis: int) -> tuple[Floats, Floats]:
        """The smoothed counts of the bins along one axis (…, bins), and of them all (…); even, where nothing counts."""
        one, before = self._weight
        seen = counts[..., axis * self.bins : (axis + 1) * self.bins] * one + before
        total = seen.sum(axis=-1)
        return np.where(total[..., None] > 0, seen, 1.0), np.where(total > 0, total, float(self.bins))

    def conditional(self, counts: Floats, axis: int) -> Floats:
        """P(bin|y) along one axis. (K, bins)"""
        seen, total = self.in_bins(counts, axis)
        return seen / total[..., None]

    def products(self, counts: Floats) -> dict[str, Floats]:
        """The whole numbers of which P(y, x) = seen · in_x1 · in_x2 / of, those of the bins of x taken."""
        seen, all = _shares(counts[..., -1])
        (one, of_one), (other, of_other) = (self.in_bins(counts, j) for j in (0, 1))
        return {"seen": seen, "in_x1": one, "in_x2": other, "of": all * (of_one * of_other)}

    def joint(self, counts: Floats, x: Floats) -> Floats:
        counts = counts if counts.ndim > 2 else counts[:, None]
        seen, *in_bins, of = self.products(counts).values()
        one, other = (np.take_along_axis(bins, self.bin(j, x[..., j])[None, ..., None], axis=-1)[..., 0]
                      for j, bins in enumerate(in_bins))  # fmt: skip
        return log(seen * (one * other) / of)

    def grid(self, counts: Floats, xs: Floats, ys: Floats) -> Floats:
        middle = [[self.low[j] + (k + 0.5) * self.width[j] for k in range(self.bins)] for j in (0, 1)]
        table = self.joint(counts[:, None, None], np.stack(np.meshgrid(*middle), axis=-1))  # (K, bins, bins)
        return table[:, self.bin(1, ys)[:, None], self.bin(0, xs)]

    def linear(self, counts: Floats) -> tuple[Floats, Floats]:
        """The log-probabilities as weights over bin indicators (K, 2 bins), and log P(y) as bias (K,)."""
        both = np.concatenate([self.conditional(counts, j) for j in (0, 1)], axis=1)
        return log(both), log(self.prior(counts))

    def tables(self, counts: Floats) -> dict[str, Any]:
        return {"P(y)": self.prior(counts), "P(x1|y)": self.conditional(counts, 0), "P(x2|y)": self.conditional(counts, 1)}


@dataclass(frozen=True)
class Gaussian:
    """Mean and variance per class and axis; a variance is at least 1e-9 of the largest that all examples have on an axis."""

    centre: tuple[float, float]
    scale: float

    def z(self, axis: int, values: Floats) -> Floats:
        return (values - self.centre[axis]) / self.scale

    def features(self, x: Floats) -> Floats:
        z = np.stack([self.z(j, x[:, j]) for j in (0, 1)], axis=1)
        return np.concatenate([z, z * z], axis=1)  # (n, 4)

    def names(self) -> tuple[str, ...]:
        return ("x₁", "x₂", "x₁²", "x₂²")

    def prior(self, counts: Floats) -> Floats:
        return _prior(counts[..., -1])

    def moments(self, counts: Floats) -> tuple[Floats, Floats]:
        """Means and variances in z. (K, 2) each"""
        seen = np.maximum(counts[..., -1:], 1.0)
        mean = counts[..., :2] / seen
        variance = np.maximum(counts[..., 2:4] / seen - mean * mean, FLOOR)
        return mean, np.where(counts[..., -1:] > 0, variance, 1.0)  # not yet seen: as wide as all

    def joint(self, counts: Floats, x: Floats) -> Floats:
        counts = counts if counts.ndim > 2 else counts[:, None]
        return log(self.prior(counts)) + self._axis(counts, 0, x[..., 0]) + self._axis(counts, 1, x[..., 1])

    def grid(self, counts: Floats, xs: Floats, ys: Floats) -> Floats:
        counts = counts[:, None]
        across, up = self._axis(counts, 0, xs), self._axis(counts, 1, ys)
        return up[:, :, None] + across[:, None, :] + log(self.prior(counts))[:, :, None]

    def _axis(self, counts: Floats, axis: int, values: Floats) -> Floats:
        """log P(x_j|y) along one axis. (K, …)"""
        mean, variance = (m[..., axis] for m in self.moments(counts))
        with np.errstate(over="ignore"):
            distance = np.minimum((self.z(axis, values) - mean) ** 2 / variance, 1e300)
        return -0.5 * (np.log(2.0 * np.pi * variance * self.scale**2) + distance)

    def linear(self, counts: Floats) -> tuple[Floats, Floats]:
        """Weights over (x₁, x₂, x₁², x₂²) and bias: expanding (x − μ)²/σ² makes it a linear model of these.

        A class that was never counted has the bias −∞ and no weights.
        """
        mean, variance = self.moments(counts)
        mu, var = mean * self.scale + np.array(self.centre), variance * self.scale**2
        prior = self.prior(counts)
        bias = log(prior) - 0.5 * (np.log(2.0 * np.pi * var) + mu * mu / var).sum(axis=1)
        weights = np.concatenate([mu / var, -0.5 / var], axis=1)
        return np.where(prior[:, None] > 0, weights, 0.0), bias

    def tables(self, counts: Floats) -> dict[str, Any]:
        mean, variance = self.moments(counts)
        return {"P(y)": self.prior(counts), "mean": mean * self.scale + np.array(self.centre),
                "variance": variance * self.scale**2}


def counting(learner: Learner, x: Floats, classes: int) -> Counting:
    """How `learner` counts examples that lie at x (n, 2)."""
    low, high = x.min(axis=0), x.max(axis=0)
    if learner.recipe.counting == "gaussian":
        spread = float(x.std(axis=0).max())
        return Gaussian((float(x[:, 0].mean()), float(x[:, 1].mean())), spread if spread > 0 else 1.0)
    bins = int(learner["bins"])
    width = [float(w) if w > 0 else 1.0 for w in (high - low) / bins]
    return Categorical(bins, float(learner["smoothing"]), (float(low[0]), float(low[1])), (width[0], width[1]))
