"""A model made of models that vote (Z 4.4): v_c = Σ_m 1[m says c] over the members m.

majority     c with v_c > |M|/2, else undecided
plurality    the c with the most votes, ties to the lowest class
weighted     the c with the largest Σ_m w_m 1[m says c], ties to the lowest class
soft         the c with the largest mean of P_m(c|x), ties to the lowest class

Weights are added as whole numbers if possible, so that 0.1 + 0.2 ties with 0.3.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from linlab.engine.data.inputs import are_texts, given_inputs
from linlab.engine.data.points import Points
from linlab.engine.ground.arrays import Floats, Ints
from linlab.engine.ground.errors import LinlabError
from linlab.engine.ground.once import cached_property
from linlab.engine.ground.whole_numbers import whole_numbers
from linlab.engine.train.models import UNDECIDED, Model, grid_of_texts

from .shared_classes import Examples, answers, answers_by, chances_by, one_of, rows

HOW = ("majority", "plurality", "soft", "weighted")


@dataclass(frozen=True, eq=False)
class Voting(Model):
    """Its scores are each class's share of the votes; NaN where a majority is undecided."""

    members: tuple[Model, ...]
    over: Examples
    how: str
    weights: Floats  # (members,)
    names: tuple[str, ...] = ()  # of the members, if their titles are not enough
    unseen: Any = None  # (members, n) of bool: which examples each has not been trained on, where that is told
    called: str = ""

    @property
    def examples(self) -> Examples:
        return self.over

    @property
    def title(self) -> str:
        return (
            f"{self.called} of {len(self.members)}"
            if self.called
            else f"Vote of {len(self.members)}, {self.how}"
        )

    @property
    def abstains(self) -> bool:
        """There may be no majority, except for an odd number of members and two classes."""
        clear = len(self.over.classes) == 2 and len(self.members) % 2 == 1
        silent = any(member.abstains for member in self.members)
        return self.how == "majority" and (silent or not clear)

    @property
    def decided(self) -> bool:
        return any(member.decided for member in self.members)

    @property
    def ballots(self) -> Callable[[Points], Floats] | None:
        return (lambda points: self.votes(self.inputs(points))) if are_texts(self.over.x) else None

    @property
    def why_no_weights(self) -> str:
        return "A vote of several models has no single w."

    @property
    def team(self) -> tuple[tuple[str, Model], ...]:
        names = self.names or tuple(member.title for member in self.members)
        return tuple(zip(names, self.members, strict=True))

    @property
    def member_weights(self) -> Floats:
        return self.weights

    def inputs(self, points: Points) -> Any:
        return self.members[0].inputs(points)

    def member_answers(self, x: Any) -> Ints:
        """The answer of each member, as an index of the classes, −1 for undecided. (members, m)"""
        x = given_inputs(x)
        return np.array([answers(member, self.over.classes, x) for member in self.members])

    def votes(self, x: Any) -> Floats:
        """v_c: how many say each class; by their weights if weighted, the sum of their P(c|x) if
        soft. (m, K)"""
        x = given_inputs(x)
        return self._counted(member.scores(x) for member in self.members)

    def scores(self, x: Any) -> Floats:
        return self._shares(self.votes(x))

    def uncached_scores(self, x: Any) -> Floats:
        return self._shares(self._counted(member.uncached_scores(x) for member in self.members))

    def grid(self, xs: Any, ys: Any) -> Floats:
        if are_texts(self.over.x):
            return grid_of_texts(
                1 if len(self.over.classes) == 2 else len(self.over.classes), (0, 1), xs, ys
            )
        found = self._shares(self._counted(map(_listed, self._fields(xs, ys))))
        return np.ascontiguousarray(found.T).reshape(-1, len(ys), len(xs))

    def disputed(self, xs: Any, ys: Any) -> Any:
        fields = zip(self.members, self._fields(xs, ys), strict=True)
        said = np.array(
            [answers_by(member, self.over.classes, _listed(field)) for member, field in fields]
        )
        return (said != said[:1]).any(axis=0).reshape(len(ys), len(xs))

    def _fields(self, xs: Any, ys: Any) -> list[Floats]:
        """The scores of each member on a grid, cached because regions and disputes need the
        same."""
        key = np.asarray(xs, float).tobytes(), np.asarray(ys, float).tobytes()
        if self._seen[:1] != [key]:
            self._seen[:] = [key, [member.grid(xs, ys) for member in self.members]]
        return list(self._seen[1])

    @cached_property
    def _seen(self) -> list[Any]:
        return []

    def chances(self, scores: Floats) -> Floats | None:
        if self.how != "soft":
            return None
        return (
            np.concatenate([(1 - scores) / 2, (1 + scores) / 2], axis=1)
            if scores.shape[1] == 1
            else scores
        )

    def effort(self, places: int, cells: int = 0) -> int:
        return sum(member.effort(places, cells) for member in self.members)

    @cached_property
    def out_of_bag(self) -> Ints:
        """The answer for each example by the members that have not seen it, −1 if all have. (n,)"""
        if self.unseen is None:
            return np.full(len(self.over.y), UNDECIDED)
        said = self.member_answers(self.over.x)
        classes = np.arange(len(self.over.classes))
        votes = ((said[..., None] == classes) & self.unseen[..., None]).sum(axis=0)  # (n, K)
        return np.where(self.unseen.any(axis=0), votes.argmax(axis=1), UNDECIDED)

    @property
    def out_of_bag_error(self) -> float | None:
        judged = self.out_of_bag != UNDECIDED
        return (
            float(np.mean(self.out_of_bag[judged] != self.over.y[judged])) if judged.any() else None
        )

    def _counted(self, scores: Any) -> Floats:
        """The votes from the scores (m, rows) of each member. (m, K)"""
        classes = self.over.classes
        out = None
        weights, one = whole_numbers(self.weights.tolist())
        for member, weight, own in zip(self.members, weights, scores, strict=True):
            found = chances_by(member, classes, own) if self.how == "soft" else None
            ballot = (
                one_of(answers_by(member, classes, own), len(classes)) if found is None else found
            )
            out = weight * ballot if out is None else out + weight * ballot
        return np.asarray(out) / one

    def _shares(self, votes: Floats) -> Floats:
        found = rows(votes / self.weights.sum())
        if self.abstains:
            found[2 * votes.max(axis=1, initial=0.0) <= self.weights.sum()] = np.nan
        return found


def vote_of(
    members: Sequence[Model],
    over: Examples,
    how: str,
    weights: Floats | None = None,
    names: Sequence[str] = (),
    leave_out: bool = False,
) -> Voting:
    """These models vote. Without `weights` those of a weighted vote are the accuracies on dev points,
    or all the same if no model is right on any. A model without probabilities is left out of a soft
    vote, or votes as if it were certain."""
    called = tuple(names) or tuple(model.title for model in members)
    named = list(zip(called, members, strict=True))
    if how == "soft" and leave_out:
        named = [each for each in named if gives_chances(each[1])]
        if not named:
            raise LinlabError(
                "None of the models gives probabilities: a soft vote needs one that does."
            )
    if how != "weighted":
        weights = np.ones(len(named))
    elif weights is None:
        weights = np.array([dev_accuracy(model) for model in members])
        weights = weights if weights.any() else np.ones(len(members))
    kept, voters = zip(*named, strict=True)
    return Voting(voters, over, how, weights, kept)


def gives_chances(model: Model) -> bool:
    return chances_by(model, model.examples.classes, model.scores(model.examples.x[:1])) is not None


def dev_accuracy(model: Model) -> float:
    """The share of dev points that it gets right."""
    x, y = model.examples.held_out[0]
    if not len(y):
        raise LinlabError(
            f"{model.title} has no dev points to measure its accuracy: set some aside, split=(80, 20, 0), or give numbers."
        )
    return float(np.mean(answers(model, model.examples.classes, x) == y))


def _listed(field: Floats) -> Floats:
    """Scores on a grid (rows, ny, nx), place by place. (m, rows)"""
    return field.reshape(len(field), -1).T
