"""Bagging (Z 4.4): one recipe trained on many samples of the same points, and the vote of what
comes of it. It is the model “bagging” of a document, in the labels of the caller."""

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from linlab.engine.data.checks import count
from linlab.engine.data.notebook_data import points_and_labels
from linlab.engine.data.points import Points
from linlab.engine.ground.arrays import Floats, Ints
from linlab.engine.ground.errors import LinlabError
from linlab.engine.learner.learner import Learner
from linlab.engine.train.stopping import steps_asked
from linlab.engine.train.teams.samples import NOTHING_OUTSIDE, samples
from linlab.engine.train.teams.voting import Voting

from .answering import Answering, called, labelled
from .plan import labelled_only, learner_of, team_of


@dataclass(frozen=True, eq=False, repr=False)
class Bag(Answering):
    """The members of a bag and their samples."""

    model: Voting
    classes: tuple[Any, ...]
    drawn: Ints  # (members, n) positions among the labelled points
    lacking: int = 0  # without samples of a single class, which cannot be trained on

    def votes(self, x: ArrayLike) -> Floats:
        """How many members say each class. (m, K)"""
        return self.model.votes(x)

    @property
    def outside(self) -> Any:
        """Which examples each member has not seen. (members, n) of bool"""
        return self.model.unseen

    @property
    def out_of_bag(self) -> Any:
        """The answer for each labelled point by the members that have not seen it, None if all
        have. (n,)"""
        return labelled(self.classes, self.model.out_of_bag)

    @property
    def out_of_bag_error(self) -> float:
        """The share of wrong answers among the examples that some member has not seen."""
        found = self.model.out_of_bag_error
        if found is None:
            raise LinlabError(NOTHING_OUTSIDE)
        return found


def bag(
    model: str | Learner,
    X: ArrayLike | Points,
    y: Any = None,
    *,
    members: int = 25,
    seed: int = 0,
    epochs: int | None = None,
    steps: int | None = None,
    updates: int | None = None,
    stop: str | None = None,
    **settings: Any,
) -> Bag:
    """Train `members` models of one recipe on bootstrap samples of the labelled points; they vote
    by plurality. With `stop` they go on until the rule holds for all of them.

    >>> bag("perceptron", [(0, 0), (0, 1), (4, 0), (4, 1)], [0, 0, 1, 1], members=5, epochs=9).predict([(5, 0)]).tolist()
    [1]
    """
    learner = learner_of(model, settings)
    many = count(members, "members", 1)
    plan = team_of(
        "bagging", [learner], {"members": many}, seed, epochs, steps_asked(steps, updates), stop
    )
    points, labels = points_and_labels(X, y)
    points = labelled_only(points)
    voting = plan.trained(points, "members of the bag")
    assert isinstance(voting, Voting)
    drawn = np.stack([sample for _, sample in samples(plan.seed, many, points.label)])
    return Bag(voting, called(points.classes, labels), drawn, many - len(drawn))
