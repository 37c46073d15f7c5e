"""The vote of the voted perceptron: Σ_k c_k sign(θ_k · φ(x)), c_k being how long θ_k survived.

No θ_k is stored. A log of the updates (which example, which rival, how far) rebuilds the scores of every voter at any
points one update at a time, because adding p ⊗ write(i) to θ adds p·⟨φ(xᵢ), φ(x)⟩ to the scores.
"""

from dataclasses import dataclass
from typing import Any

import numpy as np
from numba import float64, int64, njit, void

from .models import BLOCK, Floats, score_grid
from .problem import Problem


@dataclass(frozen=True, eq=False)
class Log:
    """The updates up to some t: when, at which centre, the change of each row; and θ at the start."""

    start: Floats  # (rows, d)
    when: Any  # (k,)
    place: Any  # (k,) positions among the centres
    step: Floats  # (k, rows)


@dataclass(frozen=True, eq=False)
class Voted:
    """Every θ so far votes, as often as it stood after an update; θ itself is the last."""

    problem: Problem
    theta: Floats
    t: int
    log: Log
    centres: Floats  # (c, 2) where the log's updates happened

    def scores(self, x: Any) -> Floats:
        x = np.asarray(x, float).reshape(-1, 2)
        rows = len(self.theta)
        lives = np.diff(np.append(self.log.when, self.t + 1)).astype(np.int64)
        early = (int(self.log.when[0]) if len(self.log.when) else self.t + 1) - 1  # how long the start survived
        votes = np.zeros((len(x), rows))
        place, step = self.log.place.astype(np.int64), np.ascontiguousarray(self.log.step)
        at_once = max(1, BLOCK // max(1, len(self.centres)))
        for k in range(0, len(x), at_once):
            some = slice(k, k + at_once)
            s = np.ascontiguousarray(self.log.start @ self.problem.reads(x[some]).T)  # (rows, m)
            part = np.zeros((rows, s.shape[1]))
            cast(s, self._gram(x[some]), place, step, lives, early, part)
            votes[some] = part.T
        return votes

    def grid(self, xs: Any, ys: Any) -> Floats:
        return score_grid(self, np.asarray(xs, float), np.asarray(ys, float))

    def _gram(self, x: Floats) -> Floats:
        """⟨φ(c), φ(x)⟩ of the log's centres, the constant feature included. (c, m)"""
        problem = self.problem
        if problem.kernel is None:
            return np.ascontiguousarray(problem.reads(self.centres) @ problem.reads(x).T)
        gram = problem.kernel.gram(self.centres, x, problem.learner.settings)
        return np.ascontiguousarray(gram + (0.0 if problem.bias == "none" else 1.0))


@njit(
    void(float64[:, ::1], float64[:, ::1], int64[::1], float64[:, ::1], int64[::1], int64, float64[:, ::1]),
    cache=True,
)
def cast(s, gram, place, step, lives, early, votes):  # type: ignore[no-untyped-def]
    """Let each voter in turn add its life to the class (one row: the sign) it gives each point."""
    rows, m = s.shape
    for k in range(-1, place.size):
        life = early if k < 0 else lives[k]
        for r in range(rows):
            if k >= 0 and step[k, r] != 0.0:
                for j in range(m):
                    s[r, j] += step[k, r] * gram[place[k], j]
        if rows == 1:
            for j in range(m):
                if s[0, j] > 0.0:
                    votes[0, j] += life
                elif s[0, j] < 0.0:
                    votes[0, j] -= life
        else:
            for j in range(m):
                best = 0
                for r in range(1, rows):
                    if s[r, j] > s[best, j]:
                        best = r
                votes[best, j] += life
