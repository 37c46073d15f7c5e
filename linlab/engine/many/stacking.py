"""Stacking in a notebook (Z 4.4): the top model is trained on φ(x) and on what the base model says. It is the model
“stacking” of a document, in the labels of the caller."""

from dataclasses import dataclass
from typing import Any

from numpy.typing import ArrayLike

from linlab.engine.data.checks import count
from linlab.engine.data.notebook_data import points_and_labels
from linlab.engine.data.points import Points
from linlab.engine.ground.arrays import Floats, Ints
from linlab.engine.learner.learner import Learner
from linlab.engine.train.models import Model
from linlab.engine.train.stopping import steps_asked
from linlab.engine.train.teams.base_outputs import BaseOutputs

from .answering import Answering, called
from .plan import labelled_only, learner_of, team_of


@dataclass(frozen=True, eq=False, repr=False)
class Stack(Answering):
    """A top model trained on the output of a base model."""

    model: Model  # the top model
    classes: tuple[Any, ...]
    b: Model  # trained on all
    fold: Ints  # (n,) of each labelled point
    base_outputs: Floats  # (n, features) what the top model got for each
    names: tuple[str, ...]  # names of the columns of `base_outputs`


def stack(
    a: str | Learner,
    b: str | Learner,
    X: ArrayLike | Points,
    y: Any = None,
    *,
    folds: int = 5,
    outputs: str = "label",
    jackknife: bool = True,
    seed: int = 0,
    epochs: int | None = None,
    steps: int | None = None,
    updates: int | None = None,
    stop: str | None = None,
) -> Stack:
    """Train the top model `a` on x and the outputs of the base model `b`. The base model is trained
    first, until it is done by its own rule or for 50 epochs; `epochs`, `steps` and `stop` are the
    top model's. Without `jackknife` the top model gets what the base model says about examples that
    it was trained on, to show why that is wrong. For settings, give a
    linlab.Learner.of("svm", lam=0.1) instead of a name.
    """
    pair = [learner_of(each, {}) for each in (a, b)]
    how = {
        "outputs": outputs,
        "folds": count(folds, "folds", 2),
        "jackknife": "on" if jackknife else "off",
    }
    plan = team_of("stacking", pair, how, seed, epochs, steps_asked(steps, updates), stop)
    points, labels = points_and_labels(X, y)
    points = labelled_only(points)
    model = plan.trained(points, "top model on x and the output of the base model")
    base = model.own_problem.base_outputs if model.own_problem is not None else None
    assert isinstance(base, BaseOutputs)
    classes = called(points.classes, labels)
    return Stack(model, classes, base.jackknife.b(), base.jackknife.fold, base.rows, base.further)
