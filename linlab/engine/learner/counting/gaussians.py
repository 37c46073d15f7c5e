"""Gaussians of naive Bayes: sums of z and z² give a mean and a variance per class and axis.

They are kept in the units z = (x − centre)/scale, which keep every digit of far-away points.
"""

import math
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from linlab.engine.data.checks import FARTHEST
from linlab.engine.ground.arrays import Floats, Ints
from linlab.engine.ground.numerals import DUST
from linlab.engine.learner.features import FeatureMap

from .counting import Counting, CountingRule, Fields, Settings, log

TINY = 1e-100  # squares of smaller numbers lose their digits
FLOOR = 1e-9  # of a variance in z, whose largest variance is 1


@dataclass(frozen=True)
class Gaussian(Counting):
    """Mean and variance per class and axis; a variance is at least 1e-9 of the largest that all
    examples have on an axis."""

    centre: tuple[float, float]
    scale: float

    def z(self, axis: int, values: Floats) -> Floats:
        return (values - self.centre[axis]) / self.scale

    def features(self, x: Floats) -> Floats:
        z = np.stack([self.z(j, x[:, j]) for j in (0, 1)], axis=1)
        return np.concatenate([z, z * z], axis=1)  # (n, 4)

    @property
    def names(self) -> tuple[str, ...]:
        return ("x₁", "x₂", "x₁²", "x₂²")

    @property
    def powers(self) -> list[tuple[int, int]]:
        """The powers of x₁ and x₂ in each column."""
        return [(1, 0), (0, 1), (2, 0), (0, 2)]

    def moments(self, counts: Floats) -> tuple[Floats, Floats]:
        """Means and variances in z. (K, 2) each"""
        seen = np.maximum(counts[..., -1:], 1.0)
        mean = counts[..., :2] / seen
        variance = np.maximum(counts[..., 2:4] / seen - mean * mean, FLOOR)
        return mean, np.where(
            counts[..., -1:] > 0, variance, 1.0
        )  # not yet seen: as wide as all examples

    def draw(self, counts: Floats, label: Ints, rng: np.random.Generator) -> Floats:
        """A normal number of each axis, with the mean and variance of the class. (n, 2)"""
        mean, variance = self.moments(counts)
        z = mean[label] + np.sqrt(variance[label]) * rng.standard_normal((len(label), 2))
        return np.asarray(np.array(self.centre) + self.scale * z)

    def joint(self, counts: Floats, x: Floats) -> Floats:
        counts = counts if counts.ndim > 2 else counts[:, None]
        return (
            log(self.prior(counts))
            + self._axis(counts, 0, x[..., 0])
            + self._axis(counts, 1, x[..., 1])
        )

    def grid(self, counts: Floats, xs: Floats, ys: Floats) -> Floats:
        counts = counts[:, None]
        across, up = self._axis(counts, 0, xs), self._axis(counts, 1, ys)
        return up[:, :, None] + across[:, None, :] + log(self.prior(counts))[:, :, None]

    def _axis(self, counts: Floats, axis: int, values: Floats) -> Floats:
        """log P(x_j|y) along one axis. (K, …)"""
        mean, variance = (m[..., axis] for m in self.moments(counts))
        with np.errstate(over="ignore"):
            distance = np.minimum((self.z(axis, values) - mean) ** 2 / variance, 1e300)
        return -0.5 * (np.log(2.0 * np.pi * variance) + 2.0 * math.log(self.scale) + distance)

    def linear(self, counts: Floats) -> tuple[Floats, Floats]:
        """Weights over (x₁, x₂, x₁², x₂²) and bias: expanding (x − μ)²/σ² makes it a linear model
        of these.

        A class that was never counted has the bias −∞ and no weights.
        """
        mean, variance = self.moments(counts)
        prior = self.prior(counts)
        scale = self.scale
        with np.errstate(over="ignore", invalid="ignore"):  # points that nearly coincide: ∞
            mu = mean + np.array(self.centre) / scale  # in units of the scale, as σ² is
            square = np.log(2.0 * np.pi * variance) + 2.0 * math.log(scale) + mu * mu / variance
            weights = np.concatenate(
                [mu / variance / scale, -0.5 / variance / scale / scale], axis=1
            )
        bias = log(prior) - 0.5 * square.sum(axis=1)
        return np.where(prior[:, None] > 0, weights, 0.0), bias

    def tables(self, counts: Floats) -> dict[str, Any]:
        mean, variance = self.moments(counts)
        return {
            "P(y)": self.prior(counts),
            "mean": mean * self.scale + np.array(self.centre),
            "variance": variance * self.scale**2,
        }

    def arrays(self, counts: Floats) -> dict[str, Any]:
        mean, variance = self.moments(counts)
        return {
            "prior": self.prior(counts),
            "mean": mean,
            "variance": variance,
            "centre": np.array(self.centre),
            "scale": np.asarray(self.scale),
        }

    def rows(self, counts: Floats, classes: tuple[str, ...]) -> Iterator[list[Any]]:
        yield ["class", "prior", "mean_x1", "mean_x2", "variance_x1", "variance_x2"]
        prior, mean, variance = (table.tolist() for table in self.tables(counts).values())
        for c, name in enumerate(classes):
            yield [name, prior[c], *mean[c], *variance[c]]

    def of_class(self, counts: Floats, y: int, x: Floats) -> dict[str, float]:
        _, mean, variance = self.tables(counts).values()
        return {
            f"{symbol}_{{y_i, {j + 1}}}": float(table[y, j])
            for symbol, table in ((r"\mu", mean), (r"\sigma^2", variance))
            for j in (0, 1)
        }

    def named_values(self, counts: Floats) -> list[tuple[str, float]]:
        names = ("mean of x₁", "mean of x₂", "variance of x₁", "variance of x₂")
        return list(zip(names, self.moments_of(counts), strict=False))

    def moments_of(self, counts: Floats) -> list[float]:
        """In the points' own units; 0 if only rounding is left."""
        if not counts[-1]:
            return []
        mean = counts[:2] / counts[-1]
        square = counts[2:4] / counts[-1]
        means = [
            float(centre + self.scale * m) for centre, m in zip(self.centre, mean, strict=True)
        ]
        sizes = [DUST * (abs(centre) + self.scale) for centre in self.centre]
        variances = [
            float(v) if v > DUST * (1.0 + s) else 0.0
            for v, s in zip(square - mean * mean, square, strict=True)
        ]
        return [
            *(m if abs(m) > size else 0.0 for m, size in zip(means, sizes, strict=True)),
            *(v * self.scale**2 for v in variances),
        ]

    @property
    def least_variance(self) -> float:
        return FLOOR * self.scale**2

    @property
    def sums(self) -> tuple[str, ...]:
        return tuple(name.replace("x", "z") for name in self.names)

    @property
    def meaning(self) -> tuple[Any, ...]:
        return ("moments",)

    def into(self, other: "Gaussian", counts: Floats) -> Floats:
        """Sums of z and z² in other units: z' = az + b."""
        if self == other:
            return counts
        a, b = (
            self.scale / other.scale,
            (np.array(self.centre) - other.centre) / other.scale,
        )  # (2,)
        z = counts[:, :2]
        squares = counts[:, 2:4]
        n = counts[:, 4:]
        return np.concatenate(
            [a * z + b * n, a * a * squares + 2.0 * a * b * z + b * b * n, n], axis=1
        )

    def possible(self, counts: Floats) -> bool:
        """Whether means lie where points can be, and no sum of squares is smaller than its mean
        allows."""
        seen = np.maximum(counts[:, -1:], 1.0)
        mean = counts[:, :2] / seen
        square = counts[:, 2:4] / seen
        far = FARTHEST / self.scale
        near = (np.abs(mean) <= 2.0 * far).all() and (square <= (2.0 * far) ** 2).all()
        none = not counts[counts[:, -1] == 0.0].any()
        return bool(near and none and (square >= mean * mean * (1.0 - 1e-6) - 1e-6).all())

    def to_json(self) -> dict[str, Any]:
        return {"centre": list(self.centre), "scale": self.scale}


def _make(settings: Settings, x: Floats, map: FeatureMap | None) -> Gaussian:
    centre = x.mean(axis=0)
    return Gaussian((float(centre[0]), float(centre[1])), _spread(x - centre) or 1.0)


def _spread(apart: Floats) -> float:
    """The larger standard deviation of the two axes, even if its square underflows; apart (n, 2)
    are distances from the mean."""
    far = float(np.abs(apart).max())
    unit = far if 0.0 < far < TINY else 1.0
    return unit * float(np.sqrt(np.square(apart / unit).mean(axis=0)).max())


def _restore(settings: Settings, fields: Fields, map: FeatureMap | None) -> Gaussian | None:
    centre, (scale,) = fields("centre", 2), fields("scale", 1)
    return Gaussian((centre[0], centre[1]), scale) if scale > 0 else None


GAUSSIANS = CountingRule(
    "gaussian",
    r"P(c) \prod_j \mathcal{N}(x_j; \mu_{c,j}, \sigma_{c,j}^2)",
    _make,
    _restore,
    no_space="{title} uses x₁ and x₂ themselves and needs no space.",
    has_moments=True,
)
