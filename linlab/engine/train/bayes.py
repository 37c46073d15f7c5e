"""Naive Bayes: θ holds counts, and an update adds one example to the row of its class.

Categorical: each axis is cut into equal-width bins, P(y) and P(bin|y) are normalised counts, the latter with the
pseudo-count `smoothing`. Gaussian: sums of z and z² give a mean and a variance per class and axis, in the units
z = (x − centre)/scale that keep every digit of far-away points. Either way log P(y, x) = log P(y) + Σ_j log P(x_j|y).
What was never counted has probability 0 and the logarithm −∞: such a class is impossible.
"""

from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from linlab.engine.learner.learner import Learner

Floats = NDArray[np.float64]

FLOOR = 1e-9  # of a variance in z, whose largest variance is 1


class Counting(Protocol):
    """What an example adds to the counts, and what the counts (K, d) say about points.

    prior and axis also take a stack of counts (b, K, d), then with values (b, 1, 1).
    """

    def features(self, x: Floats) -> Floats: ...
    def names(self) -> tuple[str, ...]: ...
    def prior(self, counts: Floats) -> Floats: ...
    def axis(self, counts: Floats, axis: int, values: Floats) -> Floats: ...
    def linear(self, counts: Floats) -> tuple[Floats, Floats]: ...
    def tables(self, counts: Floats) -> dict[str, Any]: ...


def log(p: Floats) -> Floats:
    """log p, and log 0 = −∞."""
    with np.errstate(divide="ignore"):
        return np.asarray(np.log(p))


def joint(counting: Counting, counts: Floats, x: Floats) -> Floats:
    """log P(y, x) of each point and class. (m, K)"""
    x = np.asarray(x, float).reshape(-1, 2)
    parts = [counting.axis(counts, j, x[:, j]) for j in (0, 1)]  # (K, m) each
    return (log(counting.prior(counts))[:, None] + parts[0] + parts[1]).T


def contrast(rows: Floats) -> Floats:
    """The classes' rows (K, …) as scores have them: for two classes the second minus the first, NaN for −∞ − (−∞)."""
    with np.errstate(invalid="ignore"):
        return rows[1:] - rows[:1] if len(rows) == 2 else rows


def mistakes(counting: Counting, classes: int, read: Floats, x: Floats, y: Any) -> Any:
    """How many of these examples, taken in turn, were misjudged by the counts of those before. (n,) running total"""
    wrong, counts = [], np.zeros((classes, read.shape[1]))
    for first in range(0, len(y), 1000):
        some = slice(first, first + 1000)
        added = (y[some, None] == np.arange(classes))[:, :, None] * read[some, None]  # (b, K, d)
        before = counts + np.cumsum(added, axis=0) - added
        counts = before[-1] + added[-1]
        s = log(counting.prior(before))  # (b, K)
        for j in (0, 1):
            s = s + counting.axis(before, j, x[some, j, None, None])[..., 0]
        own = np.take_along_axis(s, y[some, None], axis=1)[:, 0]
        np.put_along_axis(s, y[some, None], -np.inf, axis=1)
        wrong.append(own <= s.max(axis=1))
    return np.cumsum(np.concatenate(wrong))


def _prior(seen: Floats) -> Floats:
    """P(y) from the number of examples of each class; even, before the first."""
    total = seen.sum(axis=-1, keepdims=True)
    return np.where(total > 0, seen / np.where(total > 0, total, 1.0), 1.0 / seen.shape[-1])


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

    def conditional(self, counts: Floats, axis: int) -> Floats:
        """P(bin|y) along one axis. (K, bins)"""
        seen = counts[..., axis * self.bins : (axis + 1) * self.bins] + self.smoothing
        total = seen.sum(axis=-1, keepdims=True)
        return np.where(total > 0, seen / np.where(total > 0, total, 1.0), 1.0 / self.bins)

    def axis(self, counts: Floats, axis: int, values: Floats) -> Floats:
        table = log(self.conditional(counts, axis))
        where = self.bin(axis, values)
        return np.take_along_axis(table, np.broadcast_to(where, (*table.shape[:-1], where.shape[-1])), axis=-1)

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

    def axis(self, counts: Floats, axis: int, values: Floats) -> Floats:
        mean, variance = (m[..., axis, None] for m in self.moments(counts))
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
