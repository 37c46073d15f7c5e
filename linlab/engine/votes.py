"""The vote of the voted perceptron: Σ_k c_k sign(θ_k · φ(x)), c_k being how long θ_k survived.

No θ_k is stored. A log of the updates (which example, which rival, how far) rebuilds the scores of every voter at any
points one update at a time, because adding p ⊗ write(i) to θ adds p·⟨φ(xᵢ), φ(x)⟩ to the scores.

A vote begins where its learner does: after another learner, or in another space, only θ as it was taken over from there
and those after it have a vote. Changed points and settings leave it going, every θ_k carried along as θ is.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numba import float64, int64, njit, void

from .carry import row_map
from .models import BLOCK, Floats, score_grid
from .problem import Problem


@dataclass(frozen=True, eq=False)
class Log:
    """The updates since the vote began: when, counted from there, at which centre, the change of each row; and θ then."""

    start: Floats  # (rows, d)
    when: Any  # (k,)
    place: Any  # (k,) positions among the centres
    step: Floats  # (k, rows)


@dataclass(frozen=True, eq=False)
class Voted:
    """Every θ since the vote began votes, as often as it stood after an update; θ itself is the last."""

    problem: Problem
    theta: Floats
    t: int  # votes so far, one for each update
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


Part = tuple[Problem, Any, Any]  # entries (k, 3) of t, example and rival, and their rates (k,)


def tell(theta: Floats, t: int, since: int, start: Floats, parts: Sequence[Part]) -> Voted:
    """The vote at t that began with θ = `start` after update `since`, from the updates of each stretch of the run since
    then, the present one last."""
    problem = parts[-1][0]
    rows, when, place, step = np.eye(problem.rows), list[Any](), list[Any](), list[Any]()
    offsets = np.cumsum([0, *(own.n for own, _, _ in parts)])
    for k in reversed(range(len(parts))):
        own, entries, rates = parts[k]
        if k + 1 < len(parts):
            rows = rows @ row_map(own, parts[k + 1][0])
        some = entries[:, 0] <= t
        entries, rates = entries[some], rates[some]
        y, everyone = own.y[entries[:, 1]], np.arange(len(entries))
        pulls = np.zeros((len(entries), own.rows))
        if own.rows == 1:
            pulls[:, 0] = np.where(y == 1, rates, -rates)
        else:
            pulls[everyone, y] = rates
            pulls[everyone, entries[:, 2]] = -rates
        when.insert(0, entries[:, 0] - since)
        place.insert(0, entries[:, 1] + offsets[k])
        step.insert(0, pulls @ rows.T)
    log = Log(start, np.concatenate(when), np.concatenate(place), np.concatenate(step))
    return Voted(problem, theta, t - since, log, np.concatenate([own.x for own, _, _ in parts]))


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
