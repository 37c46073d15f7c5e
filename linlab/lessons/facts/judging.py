"""Facts that judge a model beyond its error: class by class, by how sure it is, and member by
member."""

import numpy as np

from linlab.engine.data.datasets import fresh
from linlab.engine.data.points import Points
from linlab.engine.ground.errors import LinlabError
from linlab.engine.learner.losses import LOSSES
from linlab.engine.train.models import decisions
from linlab.lessons.written.expressions import Value

from .situation import Situation
from .texts import class_of

FRESH = 4000  # points that are drawn anew
ZERO_ONE = "zero-one"


def fresh_points(here: Situation, n: int = FRESH, seed: int | None = None) -> Points | None:
    """New points from the data set of the document, if it is one that can be drawn again; by default
    with the seed of its own points."""
    source = here.document.source
    if source is None:
        return None
    values = {name: value for name, value in source.values if name not in ("n", "hidden")}
    return fresh(source.name, n, seed=source.seed if seed is None else seed, **values)


def fresh_error(here: Situation) -> float | None:
    points = fresh_points(here)
    return None if points is None else error_on(here, points)


def error_on(here: Situation, points: Points) -> float:
    """The share of these points that the model gets wrong."""
    classes = here.model.examples.classes
    said = decisions(here.model, here.model.scores(points.x))
    truth = np.array([classes.index(name) if name in classes else -1 for name in points.classes])[
        points.label
    ]
    return float(np.mean(said != truth))


def fresh_confidence(here: Situation) -> float | None:
    """The mean of the largest P(c|x) over new points."""
    points = fresh_points(here)
    found = None if points is None else here.model.chances(here.model.scores(points.x))
    return None if found is None else float(found.max(axis=1).mean())


def recall(here: Situation, name: Value) -> float:
    k = class_of(here, name)
    y = here.model.examples.y
    said = decisions(here.model, here.model.answers())
    return float(np.mean(said[y == k] == k))


def precision(here: Situation, name: Value) -> float:
    k = class_of(here, name)
    said = decisions(here.model, here.model.answers())
    if not (said == k).any():
        raise LinlabError(
            f"The model gives no training point the class {name}, so there is no precision."
        )
    return float(np.mean(here.model.examples.y[said == k] == k))


def loss_at(here: Situation, name: Value, margin: Value) -> float:
    """A loss of two classes at a margin."""
    if isinstance(margin, str):
        raise LinlabError("A margin is a number.")
    if name == ZERO_ONE:
        return 1.0 if margin <= 0 else 0.0
    if name not in LOSSES:
        raise LinlabError(f"A loss is one of {', '.join(LOSSES)}, {ZERO_ONE}.")
    value = LOSSES[str(name)].value(np.array([[float(margin)]]), np.ones(1, np.int64))
    return float(np.asarray(value)[0])


def member_vote(here: Situation, number: Value) -> float:
    """The weight of a member's vote; members are counted from 1."""
    votes = here.model.member_weights
    if not here.model.team:
        raise LinlabError(f"{here.model.title} has no members.")
    if isinstance(number, str) or not 1 <= number <= len(votes):
        raise LinlabError(f"Members have the numbers 1 to {len(votes)}.")
    return float(votes[int(number) - 1])
