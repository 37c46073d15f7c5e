"""Stacking (Z 4.4): model A sees φ(x), and what model B says about x as further features.

    label           1 for the class that B says, 0 for the others           K features
    probability     P_B(c|x)                                                K features
    bins            1 for the tenth that P_B(c|x) lies in, [0, 0.1) …       10 K features

B knows the examples it was trained on better than it will know any others, and A would trust it too much. So B is
*jackknifed*: what A is told about the examples of fold k comes from the B that was trained on the other folds. What it is
told about new points comes from the B trained on all. A is posed the ordinary problem with these columns beside φ(x), so it
has to be a model with weights of features: a kernel and naive Bayes' counts know x₁ and x₂ alone.
"""

from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from linlab.engine.data.checks import count
from linlab.engine.data.given import points_and_labels
from linlab.engine.data.points import Points
from linlab.engine.ground.arrays import Floats, Ints
from linlab.engine.ground.errors import LinlabError
from linlab.engine.ground.progress import tell
from linlab.engine.learner.features import FeatureMap
from linlab.engine.learner.learner import Learner
from linlab.engine.train.models import Model
from linlab.engine.train.problem import pose

from .answering import Answering, answers, called, chances, one_of
from .folds import check_classes, folds_of
from .plan import Plan, labelled_only, learner_of

OUTPUTS = ("label", "probability", "bins")
BINS = 10


@dataclass(frozen=True, eq=False)
class Outputs:
    """What A is told of B's answers."""

    kind: str
    classes: tuple[str, ...]

    @property
    def names(self) -> tuple[str, ...]:
        if self.kind == "label":
            return tuple(f"B says {name}" for name in self.classes)
        if self.kind == "probability":
            return tuple(f"P_B({name}|x)" for name in self.classes)
        return tuple(f"P_B({name}|x) in [{k / BINS}, {(k + 1) / BINS}]" for name in self.classes for k in range(BINS))

    def of(self, model: Model, x: Floats) -> Floats:
        """(m, features)"""
        if self.kind == "label":
            return one_of(answers(model, self.classes, x), len(self.classes))
        found = chances(model, self.classes, x)
        if found is None:
            raise LinlabError(f"{model.title} gives scores, not probabilities: use outputs=\"label\", "
                              "or logistic or naive Bayes.")
        if self.kind == "probability":
            return found
        tenth = np.minimum((found * BINS).astype(np.int64), BINS - 1)
        return one_of(tenth, BINS).reshape(len(x), -1)


@dataclass(frozen=True, eq=False)
class Beside:
    """A feature map, and beside it what is told of B."""

    inner: FeatureMap
    outputs: Outputs
    b: Model

    @property
    def names(self) -> tuple[str, ...]:
        return (*self.inner.names, *self.outputs.names)

    def features(self, x: Floats) -> Floats:
        return np.concatenate([self.inner.features(x), self.outputs.of(self.b, x)], axis=1)

    def grid(self, weights: Floats, xs: Floats, ys: Floats) -> Floats:
        across, up = np.meshgrid(xs, ys)
        own = len(self.inner.names)
        told = self.outputs.of(self.b, np.stack([across.ravel(), up.ravel()], axis=1)) @ weights[:, own:].T
        return self.inner.grid(weights[:, :own], xs, ys) + told.T.reshape(len(weights), len(ys), len(xs))


@dataclass(frozen=True, eq=False)
class Stack(Answering):
    """A trained upon B."""

    model: Model  # A
    classes: tuple[Any, ...]
    b: Model  # trained on all
    fold: Ints  # (n,) of each labelled point
    told: Floats  # (n, features) what A was told about each
    names: tuple[str, ...]  # what the columns of `told` are called


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
    """Train A on x and B's outputs. Without `jackknife` A is told what B says about examples that it was trained on, to see
    why that is wrong. Settings are those of a linlab.Learner.of("svm", lam=0.1) instead of a name.
    """
    if outputs not in OUTPUTS:
        raise LinlabError(f"There is no output “{outputs}”: it is one of {', '.join(OUTPUTS)}.")
    plans = [Plan(learner_of(each, {}), count(seed, "seed", 0), epochs, updates, stop) for each in (a, b)]
    learner = plans[0].learner
    if learner.recipe.counting or learner.dual:
        why = "counts bins of x₁ and x₂ alone" if learner.recipe.counting else "in a kernel space has no weights of features"
        raise LinlabError(f"{learner.recipe.title} {why}, so it cannot be told what another model says: "
                          "use a model in the space linear, monomial or fourier.")
    points, labels = points_and_labels(X, y)
    points = labelled_only(points)
    problem = pose(points, learner, plans[0].seed)
    fold = folds_of(len(points), count(folds, "folds", 2), plans[0].seed)
    check_classes(points, fold)
    tell("B on all examples")
    whole = plans[1].trained(points)
    kind = Outputs(outputs, points.classes)
    told = kind.of(whole, points.x)
    for k in range(int(fold.max()) + 1 if jackknife else 0):
        tell(f"B without fold {k + 1} of {int(fold.max()) + 1}")
        told[fold == k] = kind.of(plans[1].trained(points.take(fold != k)), points.x[fold == k])
    assert problem.map is not None
    noted = np.concatenate([problem.map.features(problem.x), told], axis=1)
    tell("A on x and what B says")
    posed = replace(problem, map=Beside(problem.map, kind, whole), noted=noted)
    return Stack(plans[0].trained(points, posed), called(points.classes, labels), whole, fold, told, kind.names)
