"""The expected risk of a model, where it is known who draws the points.

The share of wrong answers among N fresh points estimates it; its standard error is √(p(1 − p)/N),
that of a mean loss sd/√N. Runs that are judged on the same N points share what is special about
them: the standard error of their mean is that of the mean of each point.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np

from linlab.engine.data.datasets import DATASETS, fresh
from linlab.engine.data.points import Points
from linlab.engine.document.document import Source
from linlab.engine.ground.progress import tell
from linlab.engine.train.models import Model, decisions

FRESH = 10_000  # points
POINTS_AT_ONCE = 1000  # of them at once: then somebody may have cancelled


def generator(source: Source | None) -> Source | None:
    """What draws a fresh sample, where the distribution is known."""
    return (
        source
        if source is not None and source.name in DATASETS and DATASETS[source.name].known
        else None
    )


@dataclass(frozen=True, eq=False)
class Risk:
    """Error and mean loss on a fresh sample; `off` is by how much the error and the loss of each of
    its points is off them, 0 for the loss of a point that has none. Loss and its row are NaN for a
    model without one."""

    error: float
    loss: float
    off: Any  # (2, N)

    @property
    def spread(self) -> tuple[float, float]:
        """The standard errors of both."""
        square = np.mean(np.square(self.off), axis=1)
        error, loss = np.sqrt(square / self.off.shape[1])
        return float(error), float(loss)


def mean_risk(risks: Sequence[Risk]) -> Risk:
    """The mean over several runs that were judged on the same points: what is off at one point is
    off in all of them, so it is averaged point by point."""
    return Risk(
        float(np.mean([risk.error for risk in risks])),
        float(np.mean([risk.loss for risk in risks])),
        np.mean([risk.off for risk in risks], axis=0),
    )


def expected_risk(
    model: Model, source: Source, names: tuple[str, ...], doing: str = "", many: int = FRESH
) -> Risk:
    """Error and mean loss on a fresh sample. Classes are known by their place among the names that
    the document gives them; one that the model does not know is an error, and has no loss."""
    sample = _fresh(source, many)
    known = model.examples.classes
    called = [*names, *sample.classes[len(names) :]]
    y = np.array([known.index(name) if name in known else -1 for name in called])[sample.label]
    inputs = model.inputs(sample)
    wrong = np.empty(len(y))
    losses = np.zeros(len(y))
    has = np.zeros(len(y), bool)
    for k in range(0, len(y), POINTS_AT_ONCE):
        here = slice(k, k + POINTS_AT_ONCE)
        x = inputs[here]
        own = y[here]
        scores = model.scores(x)
        said = decisions(model, scores)
        wrong[here] = (said != own) | (said < 0)
        found = model.losses(x[own >= 0], own[own >= 0], scores[own >= 0])
        if found is not None:
            losses[here][own >= 0] = found
            has[here] = own >= 0
        tell(doing)
    p = float(wrong.mean())
    if not has.any():
        return Risk(p, np.nan, np.stack([wrong - p, np.full(len(y), np.nan)]))
    loss = float(losses[has].mean())
    with np.errstate(invalid="ignore"):  # ∞ − ∞, of a loss that is not finite
        off = np.where(has, (losses - loss) * len(y) / has.sum(), 0.0)
    return Risk(p, loss, np.stack([wrong - p, off]))


@lru_cache(maxsize=4)
def _fresh(source: Source, many: int) -> Points:
    values: dict[str, Any] = {name: value for name, value in source.values if name != "n"}
    return fresh(source.name, many, seed=source.seed, **values)
