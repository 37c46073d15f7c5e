"""Learning from points without a label (Z 4.4): models guess labels and learn from those they are
sure of.

Self-training, with labelled examples D and unlabelled U:

    repeat T times: TRAIN(A, D); each x in U of which A is confident gets A's answer and moves to D; stop when none does

Co-training has two models, A and B, and a point moves if they agree and both are confident. They
may see both features, or one each. Confident means a confidence (see `answering`) of at least the
threshold: max P(c|x) where a model has probabilities, else σ of the lead of its answer, which is
not a probability.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from linlab.engine.data.checks import coordinates, count
from linlab.engine.data.inputs import given_inputs
from linlab.engine.data.notebook_data import points_and_labels
from linlab.engine.data.points import UNLABELLED, Points
from linlab.engine.ground.arrays import Floats, Ints
from linlab.engine.ground.errors import LinlabError
from linlab.engine.ground.progress import tell
from linlab.engine.ground.sanitise import shorten
from linlab.engine.learner.learner import Learner
from linlab.engine.train.models import ExampleSet, Model
from linlab.engine.train.stopping import steps_asked

from .answering import Answering, answers, called, confidence, labelled, rows
from .plan import Plan, in_use, learner_of

VIEWS: dict[str, tuple[float, float]] = {"both": (1.0, 1.0), "x1": (1.0, 0.0), "x2": (0.0, 1.0)}


@dataclass(frozen=True, eq=False)
class OneCoordinate(Model):
    """A model that sees only one feature: the other is always 0 for it."""

    model: Model
    sees: tuple[float, float]

    @property
    def title(self) -> str:
        return self.model.title

    @property
    def examples(self) -> ExampleSet:
        return self.model.examples

    def scores(self, x: Any) -> Floats:
        return self.model.scores(coordinates(x) * self.sees)

    def chances(self, scores: Floats) -> Floats | None:
        return self.model.chances(scores)


@dataclass(frozen=True, eq=False)
class MoreConfident(Model):
    """The most confident of several models answers; in a tie, the first. The scores are these
    confidences."""

    members: tuple[Model, ...]

    @property
    def title(self) -> str:
        return f"The more confident of {' and '.join(member.title for member in self.members)}"

    @property
    def examples(self) -> ExampleSet:
        return self.members[0].examples

    def inputs(self, points: Points) -> Any:
        return self.members[0].inputs(points)

    def scores(self, x: Any) -> Floats:
        x = given_inputs(x)
        classes = self.examples.classes
        sure = np.stack([confidence(member, x) for member in self.members])  # (members, m)
        said = np.stack([answers(member, classes, x) for member in self.members])
        first = sure.argmax(axis=0)
        everyone = np.arange(len(x))
        shares = np.zeros((len(x), len(classes)))
        shares[everyone, said[first, everyone]] = sure[first, everyone]
        return rows(shares)


@dataclass(frozen=True, eq=False, repr=False)
class SemiSupervised(Answering):
    """The labels after the last round, and the models trained on them.

    `confidence` is 1 for a given label. For a guess it is the confidence in the round of the guess
    (of two models, the lower one); for a point without a label, that of the last models.
    """

    model: Model
    classes: tuple[Any, ...]
    label: Ints  # (n,) number of a class, −1 for none
    round_of: Ints  # (n,) 0 for given, r = 1, 2 … for guessed in round r, −1 for not labelled
    confidence: Floats  # (n,)
    members: tuple[Model, ...]

    @property
    def labels(self) -> Any:
        """The label of every point, given or guessed; None if it has none. (n,)"""
        return labelled(self.classes, self.label)

    @property
    def rounds(self) -> int:
        """In how many rounds labels were guessed."""
        return int(self.round_of.max(initial=0))


def self_train(
    model: str | Learner,
    X: ArrayLike | Points,
    y: Any = None,
    *,
    threshold: float = 0.9,
    rounds: int = 10,
    seed: int = 0,
    epochs: int | None = None,
    steps: int | None = None,
    updates: int | None = None,
    stop: str | None = None,
    **settings: Any,
) -> SemiSupervised:
    """Let a model label the points it is confident of and learn from them; y has None for points
    without a label.

    Every round trains from the model's own start, for `epochs` (default: 50) or `steps`, or until
    the rule `stop` holds. After the last round the model is trained on all labels, given and
    guessed.

    >>> self_train("logistic", [(0, 0), (4, 0), (5, 0)], ["a", "b", None], threshold=0.8).labels.tolist()
    ['a', 'b', 'b']
    """
    steps = steps_asked(steps, updates)
    plan = Plan(learner_of(model, settings), count(seed, "seed", 0), epochs, steps, stop)
    return _taught([plan], ["both"], X, y, threshold, rounds)


def co_train(
    a: str | Learner,
    b: str | Learner,
    X: ArrayLike | Points,
    y: Any = None,
    *,
    threshold: float = 0.9,
    rounds: int = 10,
    views: Sequence[str] = ("both", "both"),
    seed: int = 0,
    epochs: int | None = None,
    steps: int | None = None,
    updates: int | None = None,
    stop: str | None = None,
) -> SemiSupervised:
    """Let two models label the points on which they agree and are both confident. `views` says what
    each sees: "both", "x1" or "x2"; the other feature is 0 for it. If they disagree in the end, the
    more confident one answers; in a tie, A.
    """
    if (
        not isinstance(views, (tuple, list))
        or len(views) != 2
        or not all(view in tuple(VIEWS) for view in views)
    ):
        raise LinlabError(
            f"views must say what each of the two models sees, one of {', '.join(VIEWS)}, not {shorten(repr(views))}."
        )
    steps = steps_asked(steps, updates)
    plans = [
        Plan(learner_of(each, {}), count(seed, "seed", 0), epochs, steps, stop) for each in (a, b)
    ]
    return _taught(plans, views, X, y, threshold, rounds)


def _taught(
    plans: Sequence[Plan], views: Sequence[str], X: Any, y: Any, threshold: Any, rounds: Any
) -> SemiSupervised:
    least = checked_threshold(threshold)
    most = count(rounds, "rounds", 0)
    points, labels = points_and_labels(X, y)
    points = in_use(points)
    label = points.label.copy()
    round_of = np.where(label == UNLABELLED, -1, 0)
    sure = np.where(label == UNLABELLED, 0.0, 1.0)
    members = _trained(plans, views, points)
    r = 0
    while (label == UNLABELLED).any():
        left = np.flatnonzero(label == UNLABELLED)
        x = [member.inputs(points)[left] for member in members]
        asked = list(zip(members, x, strict=True))
        said = np.stack([answers(member, points.classes, own) for member, own in asked])
        sure[left] = np.min([confidence(member, own) for member, own in asked], axis=0)
        moves = (said == said[0]).all(axis=0) & (sure[left] >= least)
        if r == most or not moves.any():
            break
        r += 1
        tell(f"round {r}")
        label[left[moves]] = said[0][moves]
        round_of[left[moves]] = r
        members = _trained(plans, views, replace(points, label=label))
    model = members[0] if len(members) == 1 else MoreConfident(members)
    return SemiSupervised(model, called(points.classes, labels), label, round_of, sure, members)


def _trained(plans: Sequence[Plan], views: Sequence[str], points: Points) -> tuple[Model, ...]:
    """Trained on the labelled points."""
    return tuple(
        plan.trained(points)
        if view == "both"
        else OneCoordinate(plan.trained(replace(points, x=points.x * VIEWS[view])), VIEWS[view])
        for plan, view in zip(plans, views, strict=True)
    )


def checked_threshold(value: Any) -> float:
    if (
        isinstance(value, bool)
        or not isinstance(value, (int, float, np.number))
        or not 0 <= value <= 1
    ):
        raise LinlabError(f"threshold must be a number from 0 to 1, not {value!r}.")
    return float(value)
