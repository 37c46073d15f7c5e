"""Multinomial naive Bayes: how often each word occurs in the texts of each class.

    P(v|y) = (n(v, y) + n₀) / (Σ_u n(u, y) + n₀|V|),    s_y = log P(y) + Σ_v count(v) log P(v|y)

The number of orders in which the same words could stand, the multinomial coefficient, is the same
for every class and cancels. So it is a linear model over counts with the weights log P(v|y) and the
bias log P(y).
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

import numpy as np

from linlab.engine.ground.arrays import Floats
from linlab.engine.ground.whole_numbers import as_fraction
from linlab.engine.learner.features import FeatureMap

from .counting import Counting, CountingRule, Fields, Settings, log, shares

TIE_TOLERANCE = (
    1e-9  # scores whose difference is smaller, relative to their size, may be an exact tie
)


@dataclass(frozen=True, eq=False)
class Multinomial(Counting):
    """Counts of words by class; the last column counts texts."""

    map: FeatureMap
    smoothing: float

    def features(self, x: Any) -> Any:
        return self.map.features(x)

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(self.map.names)

    def conditional(self, counts: Floats) -> Floats:
        """P(v|y), uniform before the first word. (K, …, words)"""
        seen = counts[..., :-1] + self.smoothing
        total = seen.sum(axis=-1, keepdims=True)
        with np.errstate(invalid="ignore"):
            return np.asarray(np.where(total > 0, seen / total, 1.0 / max(1, seen.shape[-1])))

    def linear(self, counts: Floats) -> tuple[Floats, Floats]:
        return log(self.conditional(counts)), log(self.prior(counts))

    def joint(self, counts: Floats, x: Any) -> Floats:
        rows: Any = self.map.features(x)  # (m, words)
        if counts.ndim > 2:
            dense = np.asarray(rows.toarray())
            weights, bias = self.linear(counts)  # (K, m, words), (K, m)
            with np.errstate(invalid="ignore"):  # 0 · log 0 is 0: a word that is not there
                scores = bias + np.where(dense > 0, dense * weights, 0.0).sum(axis=-1)
        else:
            weights, bias = self.linear(counts)
            possible = np.isfinite(weights)
            scores = (rows @ np.where(possible, weights, 0.0).T + bias).T
            if not possible.all():
                scores[(rows @ np.where(possible, 0.0, 1.0).T).T > 0] = -np.inf
        return self._settled(scores, counts, rows)

    def _settled(self, scores: Floats, counts: Floats, rows: Any) -> Floats:
        """The scores (K, m), equal where the products of counts are equal: sums of rounded
        logarithms would break a tie at random."""
        best = scores.max(axis=0)
        with np.errstate(invalid="ignore"):
            gap = best - scores
        close = (gap > 0) & (gap <= TIE_TOLERANCE * (1.0 + np.abs(best)))
        for m in np.flatnonzero(close.any(axis=0)).tolist():
            own = counts[:, m] if counts.ndim > 2 else counts
            row = np.asarray(rows[[m]].toarray()[0])
            top = int(scores[:, m].argmax())
            exact = self._exact(own, row, top)
            for k in np.flatnonzero(close[:, m]).tolist():
                if self._exact(own, row, k) == exact:
                    scores[k, m] = scores[top, m]
        return scores

    def _exact(self, counts: Floats, row: Floats, k: int) -> Fraction:
        """P(y, x) of class k as a fraction, without the multinomial coefficient."""
        seen, total = shares(counts[:, -1])
        smoothing = as_fraction(self.smoothing)
        words = counts[k, :-1]
        whole = _sum(words) + len(words) * smoothing
        chance = as_fraction(float(seen[k])) / as_fraction(float(total))
        for j in np.flatnonzero(row).tolist():
            often = as_fraction(float(words[j])) + smoothing
            share = often / whole if whole else Fraction(1, max(1, len(words)))
            chance *= share ** int(row[j])
        return chance

    def grid(self, counts: Floats, xs: Floats, ys: Floats) -> Floats:
        return self.map.grid(counts, xs, ys)

    def tables(self, counts: Floats) -> dict[str, Any]:
        return {"P(y)": self.prior(counts), "P(v|y)": self.conditional(counts)}

    def arrays(self, counts: Floats) -> dict[str, Any]:
        return {"p_word": self.conditional(counts), "prior": self.prior(counts)}

    def rows(self, counts: Floats, classes: tuple[str, ...]) -> Iterator[list[Any]]:
        yield ["class", "word", "count", "probability", "log_probability"]
        (weights, bias), chances = self.linear(counts), self.conditional(counts)
        for c, name in enumerate(classes):
            yield [name, "P(y)", float(counts[c, -1]), float(self.prior(counts)[c]), float(bias[c])]
            for j, word in enumerate(self.names):
                numbers = (counts[c, j], chances[c, j], weights[c, j])
                yield [name, word, *map(float, numbers)]

    def of_class(self, counts: Floats, y: int, x: Any) -> dict[str, float]:
        return {r"\sum_v n(v, y_i)": float(counts[y, :-1].sum())}

    @property
    def meaning(self) -> tuple[Any, ...]:
        return ("multinomial",)

    def possible(self, counts: Floats) -> bool:
        return bool((counts >= 0).all() and not counts[counts[:, -1] == 0.0].any())

    def unsmoothed(self) -> "Multinomial":
        return replace(self, smoothing=0.0)


def _sum(counts: Floats) -> Fraction:
    """The exact sum of counts, which are whole numbers unless words are counted by tf·idf."""
    if (counts == np.rint(counts)).all():
        return Fraction(int(counts.sum()))
    return sum((as_fraction(float(n)) for n in counts), Fraction(0))


def _make(settings: Settings, x: Any, map: FeatureMap | None) -> Multinomial:
    assert map is not None
    return Multinomial(map, float(settings["smoothing"]))


def _restore(settings: Settings, fields: Fields, map: FeatureMap | None) -> Multinomial:
    return _make(settings, None, map)


MULTINOMIAL = CountingRule(
    "multinomial",
    r"P(c) \prod_v P(v | c)^{\mathrm{count}(v)}",
    _make,
    _restore,
    update=r"n_y \leftarrow n_y + 1, \quad n(v, y) \leftarrow n(v, y) + \mathrm{count}(v)",
    no_space="{title} counts words, so its space is always Words.",
)
