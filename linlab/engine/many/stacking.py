"""Stacking two models of your own (Z 4.4): A is trained on φ(x) and on the output of B (see
`told`)."""

from dataclasses import dataclass
from typing import Any

from numpy.typing import ArrayLike

from linlab.engine.data.checks import count
from linlab.engine.data.given import points_and_labels
from linlab.engine.data.points import Points
from linlab.engine.ground.arrays import Floats, Ints
from linlab.engine.ground.progress import tell
from linlab.engine.learner.learner import Learner
from linlab.engine.train.models import Model
from linlab.engine.train.problem import pose
from linlab.engine.train.teams.folds import check_classes, folds_of
from linlab.engine.train.teams.stacking import stacked
from linlab.engine.train.teams.told import Jackknife, Outputs, Told, check_pair

from .answering import Answering, called
from .plan import Plan, labelled_only, learner_of


@dataclass(frozen=True, eq=False)
class Stack(Answering):
    """A trained on top of B."""

    model: Model  # A
    classes: tuple[Any, ...]
    b: Model  # trained on all
    fold: Ints  # (n,) of each labelled point
    told: Floats  # (n, features) what A was told about each
    names: tuple[str, ...]  # names of the columns of `told`


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
    updates: int | None = None,
    stop: str | None = None,
) -> Stack:
    """Train A on x and B's outputs. Without `jackknife` A gets B's output for examples that B was
    trained on, which shows why that is wrong. For settings, give linlab.Learner.of("svm", lam=0.1)
    instead of a name.
    """
    plans = [
        Plan(learner_of(each, {}), count(seed, "seed", 0), epochs, updates, stop) for each in (a, b)
    ]
    check_pair(plans[0].learner, plans[1].learner, outputs)
    points, labels = points_and_labels(X, y)
    points = labelled_only(points)
    problem = pose(points, plans[0].learner, plans[0].seed)
    fold = folds_of(len(points), count(folds, "folds", 2), plans[0].seed)
    check_classes(points, fold)

    def trained(without: int | None, doing: str) -> Model:
        return plans[1].trained(
            points if without is None else points.take(fold != without), doing=doing
        )

    assert problem.map is not None
    told = Told(
        problem.map, Outputs(outputs, points.classes), Jackknife(points.x, fold, trained), jackknife
    )
    told.prepare()
    tell("A on x and the output of B")
    model, classes = (
        plans[0].trained(points, stacked(problem, told)),
        called(points.classes, labels),
    )
    return Stack(model, classes, told.jackknife.b(), fold, told.rows, told.further)
