"""Nearest centroid: the mean of each class in the space of features, one example after the other.

    μ_y ← μ_y + (φ(x) − μ_y)/n_y,    s_c = μ_c · φ(x) − ½‖μ_c‖²

The class whose mean is nearest has the largest s_c, because ‖φ(x) − μ_c‖² = ‖φ(x)‖² − 2 s_c. So it
is a linear model with the weights μ_c and the bias −½‖μ_c‖². A class not yet seen does not answer:
its score is −∞.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from linlab.engine.data.checks import FARTHEST
from linlab.engine.data.inputs import are_texts
from linlab.engine.ground.arrays import Floats
from linlab.engine.learner.features import FeatureMap

from .counting import Counting, CountingRule, Fields, Settings

MOST_MEANS_LISTED = 6  # means listed one by one


@dataclass(frozen=True)
class Centroids(Counting):
    """Sums of φ(x), and the number of examples of each class."""

    map: FeatureMap

    def features(self, x: Floats) -> Floats:
        return self.map.features(x)

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(self.map.names)

    @property
    def powers(self) -> Any:
        return getattr(self.map, "powers", None)

    def means(self, counts: Floats) -> Floats:
        """(K, …, features)"""
        return counts[..., :-1] / np.maximum(counts[..., -1:], 1.0)

    def linear(self, counts: Floats) -> tuple[Floats, Floats]:
        mean = self.means(counts)
        bias = -0.5 * (mean * mean).sum(axis=-1)
        seen = counts[..., -1] > 0
        return mean, np.where(
            seen | ~seen.any(axis=0), bias, -np.inf
        )  # before the first example: all equal

    def joint(self, counts: Floats, x: Floats) -> Floats:
        counts = counts if counts.ndim > 2 else counts[:, None]
        weights, bias = self.linear(counts)
        features = self._rows(x)
        return np.asarray((weights * features).sum(axis=-1) + bias)

    def _rows(self, x: Any) -> Floats:
        """φ(x) of places (…, 2), or of texts (…,). (…, features)"""
        if are_texts(x):
            sparse: Any = self.map.features(x)
            return np.asarray(sparse.toarray())
        return self.map.features(x.reshape(-1, 2)).reshape(*x.shape[:-1], -1)

    def grid(self, counts: Floats, xs: Floats, ys: Floats) -> Floats:
        weights, bias = self.linear(counts)
        return self.map.grid(weights, xs, ys) + bias[:, None, None]

    def tables(self, counts: Floats) -> dict[str, Any]:
        return {"mean": self.means(counts), "examples": counts[..., -1]}

    def arrays(self, counts: Floats) -> dict[str, Any]:
        return self.tables(counts)

    def rows(self, counts: Floats, classes: tuple[str, ...]) -> Iterator[list[Any]]:
        yield ["class", "examples", *(f"mean_{name}" for name in self.names)]
        for name, row, mean in zip(classes, counts, self.means(counts).tolist(), strict=True):
            yield [name, float(row[-1]), *mean]

    def of_class(self, counts: Floats, y: int, x: Floats) -> dict[str, float]:
        mean = self.means(counts)[y]
        return {
            rf"\mu_{{y_i, {j + 1}}}": float(mean[j])
            for j in range(min(MOST_MEANS_LISTED, len(mean)))
        }

    def named_values(self, counts: Floats) -> list[tuple[str, float]] | None:
        if not counts[-1]:
            return []
        mean = self.means(counts)
        return [
            (f"mean of {name}", float(mean[j]))
            for j, name in enumerate(self.names[:MOST_MEANS_LISTED])
        ]

    @property
    def meaning(self) -> tuple[Any, ...]:
        return ("means", *self.names)

    def possible(self, counts: Floats) -> bool:
        """Whether the means lie where features can be, and classes without examples have sums of
        0."""
        near = (np.abs(self.means(counts)) <= FARTHEST).all()
        return bool(near and not counts[counts[:, -1] == 0.0].any())


def _make(settings: Settings, x: Floats, map: FeatureMap | None) -> Centroids:
    assert map is not None
    return Centroids(map)


def _restore(settings: Settings, fields: Fields, map: FeatureMap | None) -> Centroids:
    return _make(settings, np.empty((0, 2)), map)


CENTROIDS = CountingRule(
    "centroids",
    r"\left( \mu_c \cdot \varphi(x) - \frac{1}{2} \|\mu_c\|^2 \right)",
    _make,
    _restore,
    update=r"\mu_y \leftarrow \mu_y + \frac{1}{n_y} (\varphi(x) - \mu_y)",
    probabilistic=False,
)
