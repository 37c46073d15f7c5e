"""What a learner answers with: scores, predictions, probabilities and fields of any points.

A model is read out of a state: the last θ, the mean of all, the best on dev, the vote of all, or counts turned into
log-probabilities. Two classes have one row, the score of the last class; more have a row each; ties go to the lowest.
"""

from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from linlab.engine.ground.errors import LinlabError

from .bayes import contrast
from .problem import Problem

Floats = NDArray[np.float64]
BLOCK = 4_000_000  # numbers in the largest table made at once


class Model(Protocol):
    """scores(x (m, 2)) -> (m, rows); grid(xs, ys) -> (rows, len(ys), len(xs)); theta is what is shown and exported."""

    @property
    def problem(self) -> Problem: ...
    @property
    def theta(self) -> Floats: ...
    def scores(self, x: Any) -> Floats: ...
    def grid(self, xs: Any, ys: Any) -> Floats: ...


def winners(scores: Floats) -> Any:
    """The class of each row of scores (m, rows): the last class if one row is above 0."""
    return (scores[:, 0] > 0).astype(np.int64) if scores.shape[1] == 1 else np.argmax(scores, axis=1)


def probabilities(model: Model, scores: Floats) -> Floats:
    """P(class|x) from scores (m, rows), NaN where the scores are. (m, K)"""
    recipe = model.problem.learner.recipe
    if not (recipe.counting or recipe.loss.probabilistic):
        raise LinlabError(f"{recipe.title} gives scores, not probabilities; logistic and naive Bayes give both.")
    s = scores
    if s.shape[1] == 1:
        s = np.concatenate([np.zeros_like(s), np.clip(s, -1e3, 1e3)], axis=1)  # exp(−1000) is 0, and ∞ − ∞ is nothing
    s = np.exp(s - s.max(axis=1, keepdims=True))
    return np.asarray(s / s.sum(axis=1, keepdims=True))


@dataclass(frozen=True, eq=False)
class Linear:
    """Scores θ · read(x)."""

    problem: Problem
    theta: Floats

    def scores(self, x: Any) -> Floats:
        x = np.asarray(x, float).reshape(-1, 2)
        at_once = max(1, BLOCK // self.problem.d)
        parts = [self.problem.scores_at(x[k : k + at_once], self.theta) for k in range(0, len(x), at_once)]
        return np.concatenate(parts) if parts else np.zeros((0, len(self.theta)))

    def grid(self, xs: Any, ys: Any) -> Floats:
        problem, (weights, bias) = self.problem, self.problem.split(self.theta)
        xs, ys = np.asarray(xs, float), np.asarray(ys, float)
        if problem.map is not None:
            f = problem.map.grid(weights, xs, ys)
            f += bias[:, None, None]
            return f
        assert problem.kernel is not None
        if problem.kernel.grid is None:
            return score_grid(self, xs, ys)
        f = problem.kernel.grid(weights, problem.centres, problem.learner.settings, xs, ys)
        f += bias[:, None, None]
        return f


@dataclass(frozen=True, eq=False)
class Bayes:
    """Scores log P(y, x); for two classes their difference, so that the sign decides as everywhere.

    A score is ±∞ where a class is impossible, and NaN where all of them are: 0/0 says nothing, and the lowest class answers.
    """

    problem: Problem
    counts: Floats  # (K, d)

    @property
    def theta(self) -> Floats:
        assert self.problem.counting is not None
        weights, bias = self.problem.counting.linear(self.counts)
        return contrast(np.concatenate([weights, bias[:, None]], axis=1))

    def joint(self, x: Any) -> Floats:
        """log P(y, x) of each point and class. (m, K)"""
        assert self.problem.counting is not None
        return self.problem.counting.joint(self.counts, np.asarray(x, float).reshape(-1, 2)).T

    def scores(self, x: Any) -> Floats:
        return _scores(self.joint(x).T).T

    def grid(self, xs: Any, ys: Any) -> Floats:
        assert self.problem.counting is not None
        return _scores(self.problem.counting.grid(self.counts, np.asarray(xs, float), np.asarray(ys, float)))


def _scores(joint: Floats) -> Floats:
    """What log P(y, x) (K, …) makes of the classes. (rows, …)"""
    return np.where(joint.max(axis=0) == -np.inf, np.nan, contrast(joint))


def score_grid(model: Model, xs: Floats, ys: Floats) -> Floats:
    """A grid scored point by point, for a model that does not factor."""
    across, up = np.meshgrid(xs, ys)
    s = model.scores(np.stack([across.ravel(), up.ravel()], axis=1))
    return np.ascontiguousarray(s.T).reshape(s.shape[1], len(ys), len(xs))
