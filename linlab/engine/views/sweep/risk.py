"""The expected risk of a model, where it is known who draws the points.

The share of wrong answers among N fresh points estimates it; its standard error is √(p(1 − p)/N),
that of a mean loss sd/√N.
"""

from functools import lru_cache
from typing import Any

import numpy as np

from linlab.engine.data.datasets import DATASETS, fresh
from linlab.engine.data.points import Points
from linlab.engine.document.document import Source
from linlab.engine.ground.progress import tell
from linlab.engine.train.models import Model, decisions

FRESH = 10_000  # points
PIECE = 1000  # of them at once: then somebody may have cancelled


def generator(source: Source | None) -> Source | None:
    """What draws a fresh sample, where the distribution is known."""
    return (
        source
        if source is not None and source.name in DATASETS and DATASETS[source.name].known
        else None
    )


def expected_risk(
    model: Model, source: Source, names: tuple[str, ...], doing: str = "", many: int = FRESH
) -> tuple[tuple[float, float], tuple[float, float]]:
    """Error and mean loss on a fresh sample, and the standard errors of both. Classes are known by
    their place among the names that the document gives them; one that the model does not know is an
    error, and has no loss."""
    sample = _fresh(source, many)
    known = model.examples.classes
    called = [*names, *sample.classes[len(names) :]]
    y = np.array([known.index(name) if name in known else -1 for name in called])[sample.label]
    wrong, losses = [], []
    for k in range(0, len(y), PIECE):
        x, own = sample.x[k : k + PIECE], y[k : k + PIECE]
        scores = model.scores(x)
        said = decisions(model, scores)
        wrong.append((said != own) | (said < 0))
        found = model.losses(x[own >= 0], own[own >= 0], scores[own >= 0])
        losses.append(np.empty(0) if found is None else found)
        tell(doing)
    errs, lost = np.concatenate(wrong), np.concatenate(losses)
    p = float(errs.mean())
    mean, spread = (
        (float(lost.mean()), float(lost.std() / np.sqrt(len(lost))))
        if len(lost)
        else (np.nan, np.nan)
    )
    return (p, mean), (float(np.sqrt(p * (1 - p) / len(errs))), spread)


@lru_cache(maxsize=4)
def _fresh(source: Source, many: int) -> Points:
    values: dict[str, Any] = {name: value for name, value in source.values if name != "n"}
    return fresh(source.name, many, seed=source.seed, **values)
