"""Bins of naive Bayes: each axis is cut into equal-width bins, P(y) and P(bin|y) are normalised
counts, the latter with the pseudo-count `smoothing`.

Counts are whole numbers, so classes can tie exactly, and a sum of rounded logarithms would break
the tie at random. So P(y, x) is a product of counts over a product of counts, divided once; its
logarithm is taken last.
"""

import math
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from linlab.engine.ground.arrays import Floats, Ints
from linlab.engine.ground.once import cached_property
from linlab.engine.ground.whole_numbers import as_fraction, whole_numbers
from linlab.engine.learner.features import FeatureMap

from .counting import Counting, CountingRule, Fields, Settings, log, shares


@dataclass(frozen=True)
class Categorical(Counting):
    """Bins of equal width from low to high; points outside belong to the outermost bin."""

    bins: int
    smoothing: float
    low: tuple[float, float]
    width: tuple[float, float]

    @cached_property
    def edges(self) -> Floats:
        """Where the second, third, … bin of each axis begins; each bin includes its lower edge.
        These are the nearest floats, so that 0.3 lies in the bin that begins at 0.3. (2, bins −
        1)"""
        return np.array([self._edges(j) for j in (0, 1)]).reshape(2, self.bins - 1)

    def _edges(self, axis: int) -> list[float]:
        low = self.low[axis]
        width = as_fraction(self.width[axis])
        least = math.nextafter(low, math.inf)  # the first bin includes the lowest value
        begins = as_fraction(low)
        return [max(least, float(begins + k * width)) for k in range(1, self.bins)]

    def bin(self, axis: int, values: Floats) -> Any:
        return np.searchsorted(self.edges[axis], values, side="right")

    def features(self, x: Floats) -> Floats:
        return np.concatenate(
            [np.eye(self.bins)[self.bin(j, x[:, j])] for j in (0, 1)], axis=1
        )  # (n, 2 bins)

    @property
    def names(self) -> tuple[str, ...]:
        return bin_names(self.bins)

    @cached_property
    def _weight(self) -> tuple[float, float]:
        """What an example counts and what an empty bin counts, as whole numbers: 10 and 1 for
        smoothing 0.1."""
        (smoothing,), one = whole_numbers([self.smoothing])
        return one, smoothing

    def in_bins(self, counts: Floats, axis: int) -> tuple[Floats, Floats]:
        """The smoothed counts of the bins along one axis (…, bins), and their sum (…); uniform if
        all are 0."""
        one, before = self._weight
        seen = counts[..., axis * self.bins : (axis + 1) * self.bins] * one + before
        total = seen.sum(axis=-1)
        return np.where(total[..., None] > 0, seen, 1.0), np.where(
            total > 0, total, float(self.bins)
        )

    def conditional(self, counts: Floats, axis: int) -> Floats:
        """P(bin|y) along one axis. (K, bins)"""
        seen, total = self.in_bins(counts, axis)
        return seen / total[..., None]

    def draw(self, counts: Floats, label: Ints, rng: np.random.Generator) -> Floats:
        """A bin of each axis by P(bin|y), and a place in it, all equally likely. (n, 2)"""
        x = np.empty((len(label), 2))
        for j in (0, 1):
            upto = np.cumsum(self.conditional(counts, j), axis=1)[label]  # (n, bins)
            bin = (rng.uniform(size=len(label))[:, None] >= upto[:, :-1]).sum(axis=1)
            x[:, j] = self.low[j] + (bin + rng.uniform(size=len(label))) * self.width[j]
        return x

    def products(self, counts: Floats) -> dict[str, Floats]:
        """The whole numbers in P(y, x) = seen · in_x1 · in_x2 / of, for the bins of x."""
        seen, all = shares(counts[..., -1])
        (one, of_one), (other, of_other) = (self.in_bins(counts, j) for j in (0, 1))
        return {"seen": seen, "in_x1": one, "in_x2": other, "of": all * (of_one * of_other)}

    def joint(self, counts: Floats, x: Floats) -> Floats:
        counts = counts if counts.ndim > 2 else counts[:, None]
        seen, *in_bins, of = self.products(counts).values()
        one, other = (
            np.take_along_axis(bins, self.bin(j, x[..., j])[None, ..., None], axis=-1)[..., 0]
            for j, bins in enumerate(in_bins)
        )
        return log(seen * (one * other) / of)

    def grid(self, counts: Floats, xs: Floats, ys: Floats) -> Floats:
        middle = [
            [self.low[j] + (k + 0.5) * self.width[j] for k in range(self.bins)] for j in (0, 1)
        ]
        table = self.joint(
            counts[:, None, None], np.stack(np.meshgrid(*middle), axis=-1)
        )  # (K, bins, bins)
        return table[:, self.bin(1, ys)[:, None], self.bin(0, xs)]

    def linear(self, counts: Floats) -> tuple[Floats, Floats]:
        """The log-probabilities as weights over bin indicators (K, 2 bins), and log P(y) as bias
        (K,)."""
        both = np.concatenate([self.conditional(counts, j) for j in (0, 1)], axis=1)
        return log(both), log(self.prior(counts))

    def tables(self, counts: Floats) -> dict[str, Any]:
        return {
            "P(y)": self.prior(counts),
            "P(x1|y)": self.conditional(counts, 0),
            "P(x2|y)": self.conditional(counts, 1),
        }

    def arrays(self, counts: Floats) -> dict[str, Any]:
        return {
            "prior": self.prior(counts),
            "p_x1": self.conditional(counts, 0),
            "p_x2": self.conditional(counts, 1),
            "low": np.array(self.low),
            "width": np.array(self.width),
            "edges": self.edges,
        }

    def factors(self, counts: Floats) -> dict[str, Any]:
        return {**self.products(counts), "edges": self.edges}

    def rows(self, counts: Floats, classes: tuple[str, ...]) -> Iterator[list[Any]]:
        yield ["class", "feature", "from", "to", "probability", "log_probability"]
        prior, (weights, bias) = self.prior(counts), self.linear(counts)  # −∞ where P is 0
        for c, name in enumerate(classes):
            yield [name, "P(y)", "", "", float(prior[c]), float(bias[c])]
            for j in (0, 1):
                edges = ["", *self.edges[j].tolist(), ""]  # the outermost bins have no end
                for k, p in enumerate(self.conditional(counts, j)[c].tolist()):
                    yield [
                        name,
                        f"x{j + 1} in bin {k + 1}",
                        edges[k],
                        edges[k + 1],
                        p,
                        float(weights[c, j * self.bins + k]),
                    ]

    def of_class(self, counts: Floats, y: int, x: Floats) -> dict[str, float]:
        return {
            rf"n_{{y_i}}(\text{{bin of }} x_{j + 1})": counts[
                y, j * self.bins + int(self.bin(j, x[j]))
            ]
            for j in (0, 1)
        }

    @property
    def meaning(self) -> tuple[Any, ...]:
        return "bins", self.bins, self.low, self.width

    def possible(self, counts: Floats) -> bool:
        """Every example is in one bin of each axis."""
        along = [counts[:, j * self.bins : (j + 1) * self.bins].sum(axis=1) for j in (0, 1)]
        whole = all(np.allclose(each, counts[:, -1], rtol=1e-9) for each in along)
        return bool(((counts == 0.0) | (counts > 1e-9)).all()) and whole

    def unsmoothed(self) -> "Categorical":
        return replace(self, smoothing=0.0)

    def to_json(self) -> dict[str, Any]:
        return {"low": list(self.low), "width": list(self.width)}


def bin_names(bins: int) -> tuple[str, ...]:
    return tuple(f"{axis} in bin {k + 1}" for axis in ("x₁", "x₂") for k in range(bins))


def _make(settings: Settings, x: Floats, map: FeatureMap | None) -> Categorical:
    low, high = x.min(axis=0).tolist(), x.max(axis=0).tolist()
    bins = int(settings["bins"])
    return _of(settings, low, [_width(*ends, bins) for ends in zip(low, high, strict=True)])


def _width(low: float, high: float, bins: int) -> float:
    """The width of each bin, as worked out on paper: from 0.1 to 0.7 three bins are 0.2 wide."""
    return float((as_fraction(high) - as_fraction(low)) / bins) or 1.0


def _restore(settings: Settings, fields: Fields, map: FeatureMap | None) -> Categorical | None:
    low, width = fields("low", 2), fields("width", 2)
    return _of(settings, low, width) if min(width) > 0 else None


def _of(settings: Settings, low: list[float], width: list[float]) -> Categorical:
    return Categorical(
        int(settings["bins"]),
        float(settings["smoothing"]),
        (low[0], low[1]),
        (width[0], width[1]),
    )


BINS = CountingRule(
    "categorical",
    r"P(c) \prod_j P(\mathrm{bin}_j(x) | c)",
    _make,
    _restore,
    no_space="{title} counts bins of x₁ and x₂ themselves and needs no space.",
    columns=lambda settings: bin_names(int(settings["bins"])),
)
