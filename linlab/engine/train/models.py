"""Models: scores, predictions, probabilities and fields for any points.

A model is read out of a state: the last θ, the mean of all, the best on dev, the vote of all, or
counts turned into log-probabilities. Two classes have one row, the score of the last class; more
have a row each; ties go to the lowest.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np

from linlab.engine.data.inputs import as_inputs, check_kind
from linlab.engine.data.points import Points
from linlab.engine.ground.arrays import Floats, Ints
from linlab.engine.ground.errors import LinlabError
from linlab.engine.learner.counting.counting import Counting, CountingRule, contrast
from linlab.engine.learner.losses import Kink

from .problem import Problem
from .tracing.vote_log import Log

UNDECIDED = -1  # the answer of an undecided model
BLOCK = 4_000_000  # numbers in the largest table made at once


class ExampleSet(Protocol):
    """The training examples of a model and its dev and test points; a Problem is one."""

    @property
    def classes(self) -> tuple[str, ...]: ...
    @property
    def x(self) -> Floats: ...  # (n, 2)
    @property
    def y(self) -> Ints: ...  # (n,)
    @property
    def ids(self) -> Ints: ...  # (n,)
    @property
    def held_out(self) -> tuple[tuple[Floats, Ints], tuple[Floats, Ints]]: ...


class Model(Protocol):
    """A model. Each kind of model is one class that says what it has; measures, views, words and
    exports ask for that and never for the class.

    It must have a title, its examples and scores(x (m, 2)) -> (m, rows), NaN where no class is
    possible. Everything else is optional; None, or the default here, means that it does not have
    it. A model made of other models needs only these three.
    """

    @property
    def title(self) -> str: ...

    @property
    def examples(self) -> ExampleSet: ...

    def scores(self, x: Any) -> Floats: ...

    def inputs(self, points: Points) -> Any:
        """What it reads of points: their places, or their texts. (m, …)"""
        return points.x

    def grid(self, xs: Any, ys: Any) -> Floats:
        """Scores at every (x, y); a model that factors is faster than point by point. (rows,
        len(ys), len(xs))"""
        across, up = np.meshgrid(np.asarray(xs, float), np.asarray(ys, float))
        s = self.scores(np.stack([across.ravel(), up.ravel()], axis=1))
        return np.ascontiguousarray(s.T).reshape(s.shape[1], len(ys), len(xs))

    def uncached_scores(self, x: Any) -> Floats:
        """Scores of places that will not be needed again. (m, rows)"""
        return self.scores(x)

    def answers(self) -> Floats:
        """Scores of its examples, which may have been read already. (n, rows)"""
        return self.scores(self.examples.x)

    @property
    def decided(self) -> bool:
        """Whether it decides anything yet: θ = 0 does not."""
        return True

    @property
    def planar(self) -> bool:
        """Whether every place of the plane has a score: that of texts only where scores, or what
        they are made of, place them."""
        problem = self.own_problem
        return problem is None or not problem.reads_texts or problem.learner["places"] == "weights"

    @property
    def ballots(self) -> Callable[[Points], Floats] | None:
        """The votes for each class on points with texts, (n, K), where these place them."""
        return None

    @property
    def abstains(self) -> bool:
        """Whether NaN scores mean undecided; else the lowest class answers there."""
        return False

    @property
    def kink(self) -> Kink | None:
        """The margin that its loss wants."""
        return None

    def chances(self, scores: Floats) -> Floats | None:
        """P(class|x) from scores (m, rows), NaN where the scores are. (m, K)"""
        return None

    def objective(self) -> tuple[float, float] | None:
        """The two parts of J that training minimises: the mean loss of its examples, or of counts
        the mean of −log P(y, x), and the penalty."""
        return None

    def losses(self, x: Floats, y: Ints, scores: Floats) -> Floats | None:
        """The loss of examples that it gives these scores. (m,)"""
        return None

    def training_loss(self) -> float | None:
        """The mean loss of its examples, if it is not the first part of its objective."""
        return None

    def parts(self) -> tuple[Floats, Floats] | None:
        """The numbers that are shown: weights, or coefficients in a kernel space, (rows, …) and
        bias (rows,)."""
        return None

    def norm(self) -> float | None:
        """‖w‖ of all rows together, without any bias: the street is 2/‖w‖ wide."""
        return None

    @property
    def single(self) -> "Linear | None":
        """The one θ that gives its scores: then margins are distances, and a boundary moves
        smoothly as θ does."""
        return None

    @property
    def why_no_weights(self) -> str:
        """Why there is no such θ, in words."""
        return f"{self.title} has no single w."

    @property
    def counted(self) -> "Bayes | None":
        """The counts that give its scores: P(y, x), and the tables it comes from."""
        return None

    @property
    def statistics(self) -> Floats | None:
        """The counts it was made from, if any. (K, d)"""
        return None

    @property
    def vote(self) -> Log | None:
        """The θ that vote, and for how long each survived."""
        return None

    @property
    def team(self) -> "tuple[tuple[str, Model], ...]":
        """The models that it is made of, each with a name."""
        return ()

    @property
    def member_weights(self) -> Floats:
        """The weight of each of them. (team,)"""
        return np.ones(len(self.team))

    @property
    def own_problem(self) -> Problem | None:
        """The problem that it was trained on, if that is one."""
        return None

    def member_answers(self, x: Any) -> Ints:
        """The answer of each of them, as an index of its own classes, −1 for undecided. (team,
        m)"""
        return np.empty((0, len(x)), np.int64)

    def disputed(self, xs: Any, ys: Any) -> Any:
        """Where on a grid they disagree. (len(ys), len(xs)) of bool"""
        across, up = np.meshgrid(np.asarray(xs, float), np.asarray(ys, float))
        said = self.member_answers(np.stack([across.ravel(), up.ravel()], axis=1))
        return (said != said[:1]).any(axis=0).reshape(len(ys), len(xs))

    @property
    def out_of_bag_error(self) -> float | None:
        """The share of wrong answers on the examples, each answered by the members that have not
        seen it."""
        return None

    def effort(self, places: int, cells: int = 0) -> int:
        """About how many multiplications it takes to score this many places and cells of a grid."""
        return places + cells


class OfOneProblem(Model, Protocol):
    """A model of one learner, trained on the examples of one problem."""

    problem: Problem

    @property
    def title(self) -> str:
        return self.problem.title

    @property
    def examples(self) -> Problem:
        return self.problem

    @property
    def own_problem(self) -> Problem:
        return self.problem

    def inputs(self, points: Points) -> Any:
        return self.problem.inputs(points)

    @property
    def team(self) -> "tuple[tuple[str, Model], ...]":
        """The model that gives it features, if any."""
        return () if self.problem.base_outputs is None else self.problem.base_outputs.team

    def member_answers(self, x: Any) -> Ints:
        return (
            super().member_answers(x)
            if self.problem.base_outputs is None
            else self.problem.base_outputs.member_answers(x)
        )

    def disputed(self, xs: Any, ys: Any) -> Any:
        """Where it disagrees with that model."""
        if self.problem.base_outputs is None:
            return super().disputed(xs, ys)
        base = self.problem.base_outputs.member_answers_on_grid(xs, ys)
        field = self.grid(xs, ys)
        return (
            (base != decisions(self, field.reshape(len(field), -1).T))
            .any(axis=0)
            .reshape(len(ys), len(xs))
        )


def grid_of_texts(rows: int, pair: tuple[int, int], xs: Any, ys: Any) -> Floats:
    """Scores on a grid of such places: s = x₁ − x₂, or the scores of a pair of classes, the others
    far below. (rows, len(ys), len(xs))"""
    across, up = np.meshgrid(np.asarray(xs, float), np.asarray(ys, float))
    if rows == 1:
        return np.asarray((across - up)[None])
    out = np.full((rows, len(ys), len(xs)), -np.inf)
    out[pair[0]] = across
    out[pair[1]] = up
    return out


def winners(scores: Floats) -> Any:
    """The class of each row of scores (m, rows): the last class if one row is above 0."""
    return (
        (scores[:, 0] > 0).astype(np.int64) if scores.shape[1] == 1 else np.argmax(scores, axis=1)
    )


def decisions(model: Model, scores: Floats) -> Any:
    """The answer of a model with these scores (m, rows): a class, or −1 if undecided. (m,)"""
    said = winners(scores)
    return np.where(np.isnan(scores).any(axis=1), UNDECIDED, said) if model.abstains else said


def probabilities(model: Model, scores: Floats) -> Floats:
    """P(class|x), or an error if there is none. (m, K)"""
    found = model.chances(scores)
    if found is None:
        raise LinlabError(
            f"{model.title} gives scores, not probabilities; logistic and naive Bayes give both."
        )
    return found


def softmax(scores: Floats) -> Floats:
    """P(class|x) from scores (m, rows) that are its logarithms up to a common constant. (m, K)"""
    s = scores
    if s.shape[1] == 1:
        s = np.concatenate(
            [np.zeros_like(s), np.clip(s, -1e3, 1e3)], axis=1
        )  # exp(−1000) is 0, and ∞ − ∞ is nothing
    s = np.exp(s - s.max(axis=1, keepdims=True))
    return np.asarray(s / s.sum(axis=1, keepdims=True))


@dataclass(frozen=True, eq=False)
class Linear(OfOneProblem):
    """Scores θ · read(x)."""

    problem: Problem
    theta: Floats

    @property
    def single(self) -> "Linear":
        return self

    @property
    def decided(self) -> bool:
        return bool(np.any(self.theta))

    @property
    def kink(self) -> Kink | None:
        return self.problem.learner.recipe.loss.kink

    def chances(self, scores: Floats) -> Floats | None:
        return softmax(scores) if self.problem.learner.recipe.loss.probabilistic else None

    def answers(self) -> Floats:
        return self.problem.scores(self.theta)

    def objective(self) -> tuple[float, float]:
        """(1/N) Σ vᵢℓᵢ and λ·R(w), with vᵢ = 1 unless a team weights the examples."""
        problem = self.problem
        losses = problem.learner.recipe.loss.value(self.answers(), problem.y)
        if problem.weights is not None:
            losses = problem.weights * losses
        return float(losses.mean()), problem.penalty(self.theta)

    def losses(self, x: Floats, y: Ints, scores: Floats) -> Floats:
        return np.asarray(self.problem.learner.recipe.loss.value(scores, y))

    def parts(self) -> tuple[Floats, Floats]:
        return self.problem.split(self.theta)

    def norm(self) -> float:
        return self.problem.length(self.theta)

    def scores(self, x: Any) -> Floats:
        x = as_inputs(x)
        if self.problem.sparse:
            return self.problem.scores_at(x, self.theta)
        at_once = max(1, BLOCK // self.problem.d)
        parts = [
            self.problem.scores_at(x[k : k + at_once], self.theta)
            for k in range(0, len(x), at_once)
        ]
        return np.concatenate(parts) if parts else np.zeros((0, len(self.theta)))

    def effort(self, places: int, cells: int = 0) -> int:
        each = self.problem.rows * self.problem.d
        base = self.problem.base_outputs
        asking = 0 if base is None else base.effort(places, cells)
        return (
            asking
            + places * each
            + (cells * each // 8 if self.problem.dual else cells * self.problem.rows)
        )

    def grid(self, xs: Any, ys: Any) -> Floats:
        problem, (weights, bias) = self.problem, self.problem.split(self.theta)
        xs, ys = np.asarray(xs, float), np.asarray(ys, float)
        if problem.reads_texts:
            return grid_of_texts(problem.rows, problem.pair, xs, ys)
        if problem.map is not None:
            f = problem.map.grid(weights, xs, ys)
            f += bias[:, None, None]
            return f
        assert problem.kernel is not None
        if problem.kernel.grid is None:
            return super().grid(xs, ys)
        f = problem.kernel.grid(weights, problem.centres, problem.learner.settings, xs, ys)
        f += bias[:, None, None]
        return f


@dataclass(frozen=True, eq=False)
class Bayes(OfOneProblem):
    """Scores log P(y, x); for two classes their difference, so that the sign decides as everywhere.

    A score is ±∞ where a class is impossible, and NaN where all of them are: 0/0 says nothing, and
    the lowest class answers. The loss of an example is −log P(y|x), as of every model with
    probabilities; J is the mean of −log P(y, x), which plain counts minimise.
    """

    problem: Problem
    counts: Floats  # (K, d)

    @property
    def counted(self) -> "Bayes | None":
        return self if self.rule.probabilistic else None

    @property
    def statistics(self) -> Floats:
        return self.counts

    @property
    def rule(self) -> CountingRule:
        rule = self.problem.learner.recipe.counting
        assert rule is not None
        return rule

    @property
    def single(self) -> Linear | None:
        """A linear model of the features, once every class has been seen."""
        theta = self.theta
        if self.rule.probabilistic or not np.isfinite(theta).all():
            return None
        return Linear(self.problem.without_counts, theta)

    @property
    def counting(self) -> Counting:
        assert self.problem.counting is not None
        return self.problem.counting

    @property
    def why_no_weights(self) -> str:
        return "Counts have no margin."

    @property
    def decided(self) -> bool:
        theta = self.theta
        return bool(
            np.any(theta if len(theta) == 1 else theta != theta[:1])
        )  # equal classes decide nothing

    def chances(self, scores: Floats) -> Floats | None:
        return softmax(scores) if self.rule.probabilistic else None

    def joint(self, x: Any) -> Floats:
        """log P(y, x) of each point and class. (m, K)"""
        x = as_inputs(x)
        check_kind(x, self.problem.reads_texts)
        return self.counting.joint(self.counts, x).T

    def scores(self, x: Any) -> Floats:
        return _scores(self.joint(x).T).T

    def grid(self, xs: Any, ys: Any) -> Floats:
        if self.problem.reads_texts:
            rows = 1 if len(self.problem.classes) == 2 else len(self.problem.classes)
            return grid_of_texts(rows, self.problem.pair, xs, ys)
        return _scores(
            self.counting.grid(self.counts, np.asarray(xs, float), np.asarray(ys, float))
        )

    def objective(self) -> tuple[float, float] | None:
        if not self.rule.probabilistic:
            return None
        own = self.joint(self.problem.x)[np.arange(self.problem.n), self.problem.y]
        return float(-own.mean()), 0.0

    def losses(self, x: Floats, y: Ints, scores: Floats) -> Floats | None:
        if not self.rule.probabilistic:
            return None
        impossible = np.isnan(scores).any(axis=1)  # no class is possible, not even its own
        return np.where(impossible, np.inf, self.problem.learner.recipe.judge.value(scores, y))

    def training_loss(self) -> float:
        found = self.losses(self.problem.x, self.problem.y, self.answers())
        return np.nan if found is None else float(found.mean())

    @property
    def theta(self) -> Floats:
        weights, bias = self.counting.linear(self.counts)
        return contrast(np.concatenate([weights, bias[:, None]], axis=1))

    def parts(self) -> tuple[Floats, Floats]:
        return self.theta[:, :-1], self.theta[:, -1]

    def norm(self) -> float:
        weights = self.parts()[0]
        if not np.isfinite(weights).all():  # there are logarithms of 0
            return np.inf
        most = float(np.abs(weights).max(initial=0.0))
        return most * float(np.linalg.norm(weights / most)) if most > 0 else 0.0


def _scores(joint: Floats) -> Floats:
    """Scores from log P(y, x) (K, …). (rows, …)"""
    return np.where(joint.max(axis=0) == -np.inf, np.nan, contrast(joint))
