"""Generalised iterative scaling (Darroch and Ratcliff): each weight grows by the logarithm of how
much more often its feature occurs with its class than the model expects.

    f_j(x) = φ_j(x) − min φ_j ≥ 0,   f_slack = F − Σ_j f_j,   F = max Σ_j f_j
    v_cj ← v_cj + (1/F) ln(empirical_cj / expected_cj)
    w_cj = v_cj − v_c,slack,   b_c = F v_c,slack − Σ_j w_cj min φ_j

The slack feature makes all features of an example sum to F, and stands for the bias. An empirical
count of 0 is taken as 10⁻⁶, because its logarithm has no value.
"""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from linlab.engine.ground.arrays import Floats
from linlab.engine.ground.numerals import grouped, number
from linlab.engine.ground.once import cached_property
from linlab.engine.train.models import softmax
from linlab.engine.train.problem import Problem

FLOOR = 1e-6  # the share of a class and feature that never occur together
STILL = 1e-7  # a difference of counts below this ends it
MOST_ITERATIONS, MOST_BYTES = 20_000, 40 * 2**20  # which of them comes first


@dataclass(frozen=True, eq=False)
class Scaling:
    """The features of the examples as iterative scaling uses them, and their empirical counts."""

    problem: Problem
    f: Floats  # (n, d + 1) the slack last
    least: Floats  # (d,) what was subtracted
    most: float  # F

    @classmethod
    def of(cls, problem: Problem) -> "Scaling":
        columns = problem.columns[:, :-1]
        least = columns.min(axis=0)
        f = columns - least
        total = f.sum(axis=1)
        most = float(total.max(initial=0.0)) or 1.0
        return cls(problem, np.concatenate([f, (most - total)[:, None]], axis=1), least, most)

    @cached_property
    def empirical(self) -> Floats:
        """How often each feature occurs with each class, as a mean over the examples. (K, d + 1)"""
        return self._counts(np.eye(len(self.problem.classes))[self.problem.y])

    def expected(self, theta: Floats) -> Floats:
        """The same by the probabilities of θ. (K, d + 1)"""
        return self._counts(softmax(self.problem.scores(theta)))

    def wanted(self) -> Floats:
        """The empirical counts, with 10⁻⁶ in place of 0 where the feature occurs at all."""
        occurs = self.f.any(axis=0)
        return np.where((self.empirical == 0) & occurs, FLOOR, self.empirical)

    def scaled(self, theta: Floats, expected: Floats) -> Floats:
        """θ after an iteration, slack and shift folded back into w and b. (rows, d)"""
        wanted = self.wanted()
        ratio = np.where(wanted > 0, wanted, 1.0) / np.where(
            wanted > 0, np.maximum(expected, 1e-300), 1.0
        )
        step = np.log(ratio) / self.most  # (K, d + 1)
        w = step[:, :-1] - step[:, -1:]
        b = self.most * step[:, -1] - w @ self.least
        by = np.concatenate([w, b[:, None]], axis=1)
        return np.asarray(theta + (by if self.problem.rows > 1 else by[1:] - by[:1]))

    def _counts(self, chances: Floats) -> Floats:
        weights = self.problem.example_weights[:, None]
        return np.asarray((weights * chances).T @ self.f / self.problem.n)


def solve(problem: Problem, start: Floats, show: Callable[[Floats], None]) -> str:
    """Show θ after each iteration; why there are no more, in words."""
    scaling = Scaling.of(problem)
    wanted = scaling.wanted()
    never = int((wanted != scaling.empirical).sum())
    counts = "1 count of 0" if never == 1 else f"{grouped(never)} counts of 0"
    floored = f", with {counts} taken as 10⁻⁶" if never else ""
    theta = start
    gap = np.inf
    for _ in range(min(MOST_ITERATIONS, MOST_BYTES // start.nbytes)):
        expected = scaling.expected(theta)
        gap = float(np.abs(wanted - expected).max())
        if gap < STILL:
            return f"converged: empirical and expected counts differ by {number(gap, 1)}{floored}"
        theta = scaling.scaled(theta, expected)
        show(theta)
    return (
        f"it was stopped: empirical and expected counts still differ by {number(gap, 1)}{floored}"
    )
