"""Points drawn from a generative model: a class by P(y), then a place by P(x|y), as if the model were
the world. Naive Bayes draws both coordinates apart, and so shows what it has forgotten."""

from typing import NamedTuple

import numpy as np

from linlab.engine.ground.arrays import Floats, Ints
from linlab.engine.ground.errors import LinlabError
from linlab.engine.picture.palette import Palette, mixed
from linlab.engine.picture.shapes import Item, Marks, Pen
from linlab.engine.train.models import Bayes, Model
from linlab.engine.views.kit.marks import class_colour, class_symbol
from linlab.engine.views.snapshot import Snapshot

MANY = 40  # points that are drawn at once
TAG = 21  # with the seed, it selects the random numbers
NOT_GENERATIVE = (
    "Only a generative model draws points of its own: choose naive Bayes or Gaussian naive Bayes."
)


class Drawn(NamedTuple):
    x: Floats  # (n, 2)
    label: Ints  # (n,) among the classes of the model


def generative(model: Model | None) -> Bayes | None:
    """The model as one that draws points, if it does."""
    counted = None if model is None else model.counted
    if counted is None or counted.problem.reads_texts:
        return None
    return counted


def drawn_from(model: Bayes, many: int, seed: int, round: int = 0) -> Drawn:
    """This many points; another round draws others."""
    rng = np.random.default_rng((seed, TAG, round))
    prior = np.asarray(model.counting.prior(model.counts), float)
    label = np.searchsorted(np.cumsum(prior), rng.uniform(size=many), side="right")
    label = np.minimum(label, len(prior) - 1).astype(np.int64)
    x = model.counting.draw(model.counts, label, rng)
    if x is None:
        raise LinlabError(NOT_GENERATIVE)
    return Drawn(x, label)


def ghosts(moment: Snapshot, palette: Palette, scale: float) -> tuple[Item, ...]:
    """Some points of the model, faint, in the plane."""
    model = generative(moment.model)
    if model is None or moment.trace is None:
        return ()
    found = drawn_from(model, MANY, moment.trace.document.seed, len(moment.points))
    items = list[Item]()
    for k, name in enumerate(model.problem.classes):
        ink = class_colour(moment.points, name)
        faint = mixed(ink, palette.card, 0.25)
        symbol = class_symbol(moment.points, name)
        places = found.x[found.label == k]
        pen = Pen(mixed(ink, palette.card, 0.6), 1.2 * scale)
        items.append(Marks(f"ghosts of {name}", symbol, places, 8 * scale, faint, pen))
    return tuple(items)
