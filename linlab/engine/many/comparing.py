"""Comparing models: each is trained on K − 1 folds and judged on the one left out; tests say
whether the difference may be chance."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from linlab.engine.data.checks import count
from linlab.engine.data.notebook_data import points_and_labels
from linlab.engine.data.points import Points
from linlab.engine.ground.arrays import Floats, Ints
from linlab.engine.ground.cells import html_table
from linlab.engine.ground.cores.parallel import on_all_cores
from linlab.engine.ground.errors import LinlabError, perhaps
from linlab.engine.ground.numerals import percent
from linlab.engine.ground.progress import tell
from linlab.engine.ground.sanitise import shorten
from linlab.engine.learner.learner import Learner
from linlab.engine.train.stopping import steps_asked
from linlab.engine.train.teams.folds import check_classes, folds_of

from . import significance
from .answering import answers
from .plan import Plan, labelled_only, learner_of
from .significance import Interval, McNemar, TTest


@dataclass(frozen=True, eq=False, repr=False)
class Comparison:
    """Which examples each model gets right in the fold where it had not seen them."""

    fold: Ints  # (n,) of each labelled point
    right: Mapping[str, NDArray[np.bool_]]  # (n,) by the name of the model

    def __repr__(self) -> str:
        found = ", ".join(f"{name} {error}" for name, _, error in self._rows)
        return f"Comparison({self.folds} folds of {len(self.fold)} examples; errors: {found})"

    def _repr_html_(self) -> str:
        title = f"{len(self.fold)} examples in {self.folds} folds"
        return html_table(title, ["model", "accuracy", "error"], self._rows)

    @property
    def _rows(self) -> list[tuple[str, str, str]]:
        """Each model with its mean accuracy over the folds, and its share of wrong answers."""
        return [
            (shorten(name), percent(float(each.mean())), percent(float(self.error(name).share)))
            for name, each in self.accuracy.items()
        ]

    @property
    def folds(self) -> int:
        return int(self.fold.max()) + 1

    @property
    def accuracy(self) -> dict[str, Floats]:
        """The share of right answers in each fold. {name: (folds,)}"""
        size = np.bincount(self.fold)
        return {name: np.bincount(self.fold, right) / size for name, right in self.right.items()}

    def paired(self, a: str, b: str) -> TTest:
        """Student's t of the differences a − b, fold by fold. The folds share most of their
        training points, so p is too small."""
        return significance.paired(*self._accuracies(a, b))

    def two_sample(self, a: str, b: str) -> TTest:
        """The lecture's t, which ignores that both were judged on the same folds."""
        return significance.two_sample(*self._accuracies(a, b))

    def mcnemar(self, a: str, b: str, fold: int | None = None) -> McNemar:
        """McNemar's exact test on one fold as the test set; by default on all examples, each judged
        once by models that had not seen it."""
        one, other = self._of(self.right, a), self._of(self.right, b)
        if fold is not None:
            k = count(fold, "fold", 0)
            if k >= self.folds:
                raise LinlabError(f"There is no fold {k}: the folds are 0 to {self.folds - 1}.")
            one, other = one[self.fold == k], other[self.fold == k]
        return significance.mcnemar(int((one & ~other).sum()), int((other & ~one).sum()))

    def error(self, name: str) -> Interval:
        """The share of examples it gets wrong, with Wilson's 95 % interval."""
        right = self._of(self.right, name)
        return significance.wilson(int((~right).sum()), len(right))

    def _accuracies(self, a: str, b: str) -> tuple[Floats, Floats]:
        accuracy = self.accuracy
        return self._of(accuracy, a), self._of(accuracy, b)

    def _of(self, found: Mapping[str, Any], name: str) -> Any:
        if name not in found:
            raise LinlabError(
                f"There is no “{shorten(str(name))}” in this comparison{perhaps(str(name), found)}: it has {', '.join(map(shorten, found))}."
            )
        return found[name]


def compare(
    models: Mapping[str, Mapping[str, Any] | Learner],
    X: ArrayLike | Points,
    y: Any = None,
    *,
    folds: int = 10,
    epochs: int | None = None,
    steps: int | None = None,
    updates: int | None = None,
    stop: str | None = None,
    seed: int = 0,
) -> Comparison:
    """Train each model on every K − 1 of K folds. `models` maps the name of a model to its
    settings, or a name of your own to a linlab.Learner; points without a label are left out.

    >>> compared = compare({"perceptron": {}, "svm": {}}, [(0, 0), (0, 1), (4, 0), (4, 1)], [0, 0, 1, 1], folds=4, epochs=5)
    >>> compared.mcnemar("svm", "perceptron").p <= 1
    True
    """
    if not isinstance(models, Mapping) or not models:
        raise LinlabError(
            'Give the models to compare as a dictionary: {"svm": {}, "perceptron": {}}.'
        )
    steps = steps_asked(steps, updates)
    plans = {
        name: Plan(_learner(name, given), count(seed, "seed", 0), epochs, steps, stop)
        for name, given in models.items()
    }
    return compared(
        plans, points_and_labels(X, y)[0], count(folds, "folds", 2), count(seed, "seed", 0)
    )


def compared(
    plans: Mapping[str, Plan],
    points: Points,
    folds: int,
    seed: int,
    so_far: Callable[[Comparison], None] = lambda comparison: None,
) -> Comparison:
    """The models of these plans, compared on the labelled points; after each fold, `so_far` gets
    the results up to there."""
    points = labelled_only(points)
    fold = folds_of(len(points), folds, seed)
    check_classes(points, fold)
    right = {name: np.zeros(len(points), bool) for name in plans}

    def judged(k: int) -> dict[str, NDArray[np.bool_]]:
        out = fold == k
        found = {}
        for name, plan in plans.items():
            tell(doing := f"fold {k + 1} of {folds}: {shorten(name)}")
            model = plan.trained(points.take(~out), doing=doing)
            said = answers(model, points.classes, model.inputs(points)[out])
            found[name] = said == points.label[out]
        return found

    for k, found in enumerate(on_all_cores(judged, range(folds))):
        for name, own in found.items():
            right[name][fold == k] = own
        done = fold <= k
        so_far(Comparison(fold[done], {name: each[done] for name, each in right.items()}))
    return Comparison(fold, right)


def _learner(name: Any, given: Any) -> Learner:
    if not isinstance(name, str):
        raise LinlabError(f"The name of a model must be a text, not {shorten(repr(name))}.")
    if isinstance(given, Learner):
        return given
    if not isinstance(given, Mapping):
        raise LinlabError(
            f"The settings of “{shorten(name)}” must be a dictionary or a linlab.Learner, "
            f"not {shorten(repr(given))}."
        )
    return learner_of(name, given)
