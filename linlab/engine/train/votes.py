"""The vote of the voted perceptron: Σ_k c_k sign(θ_k · φ(x)), c_k being how long θ_k survived.

No θ_k is stored. A log of the updates (which example, which rival, how far) rebuilds the scores of every voter at any
points one update at a time, because adding p ⊗ write(i) to θ adds p·⟨φ(xᵢ), φ(x)⟩ to the scores.

What was counted on a grid is remembered: as a run goes on, only the voters that are new are asked.

A vote begins where its learner does: after another learner, or in another space, only θ as it was taken over from there
and those after it have a vote. Changed points and settings leave it going, every θ_k carried along as θ is.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any
from weakref import WeakKeyDictionary

import numpy as np
from numba import float64, int64, njit, void

from .carry_over import row_map
from .models import Floats
from .problem import Problem

AT_ONCE = 2**16  # numbers in a table of inner products: it stays in a cache, and a product does not wait for threads
REMEMBERED = 2**20  # numbers in what was counted on grids, of each problem


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
        return np.ascontiguousarray(self._votes(*self._ask(x, self._nobody(x))).T)

    def grid(self, xs: Any, ys: Any) -> Floats:
        xs, ys = np.asarray(xs, float), np.asarray(ys, float)
        known = _known.get(self.problem, ())
        before = max((count for count in known if count.begins(self, xs, ys)), key=lambda count: count.k, default=None)
        count = before
        if count is None or count.k < len(self.log.when):
            x = np.stack([axis.ravel() for axis in np.meshgrid(xs, ys)], axis=1)
            said = self._nobody(x) if before is None else (before.scores.copy(), before.votes.copy())
            count = _Count((xs, ys), self.log, self.centres, *self._ask(x, said, before.k if before is not None else 0))
        kept = [count, *(each for each in known if each is not count)]
        while len(kept) > 1 and sum(2 * each.votes.size for each in kept) > REMEMBERED:
            kept.pop()
        _known[self.problem] = tuple(kept)
        return self._votes(count.scores, count.votes).reshape(-1, len(ys), len(xs))

    def _nobody(self, x: Floats) -> tuple[Floats, Floats]:
        """What the start gives x, and no votes yet. (rows, m) each"""
        scores = np.zeros((len(self.theta), len(x)))
        if self.log.start.any():
            for some in _blocks(len(x), self.problem.d):
                scores[:, some] = self.log.start @ self.problem.reads(x[some]).T
        return scores, np.zeros_like(scores)

    def _ask(self, x: Floats, said: tuple[Floats, Floats], k: int = 0) -> tuple[Floats, Floats]:
        """The scores that the last voter gives x and the votes of those before it, from what was so k updates before."""
        scores, votes = said
        used, place = np.unique(self.log.place[k:].astype(np.int64), return_inverse=True)
        lives = np.diff(self.log.when[k:], prepend=self.log.when[k - 1] if k else 1).astype(float)
        step = np.ascontiguousarray(self.log.step[k:], float)
        for some in _blocks(len(x), max(len(used), 1 if self.problem.dual else self.problem.d)):
            part = scores[:, some].copy(), votes[:, some].copy()
            cast(*part, self._gram(used, x[some]), place.astype(np.int64), step, lives)
            scores[:, some], votes[:, some] = part
        return scores, votes

    def _votes(self, scores: Floats, votes: Floats) -> Floats:
        """The votes with those of the last voter, which is still alive. (rows, m)"""
        votes = votes.copy()
        add(scores, votes, float(self.t + 1 - (self.log.when[-1] if len(self.log.when) else 1)))
        return votes

    def _gram(self, some: Any, x: Floats) -> Floats:
        """⟨φ(c), φ(x)⟩ of some of the log's centres, the constant feature included. (some, m)"""
        problem = self.problem
        if problem.kernel is None:
            return np.ascontiguousarray(problem.reads(self.centres[some]) @ problem.reads(x).T)
        gram = problem.kernel.gram(self.centres[some], x, problem.learner.settings)
        return np.ascontiguousarray(gram + (0.0 if problem.bias == "none" else 1.0))


@dataclass(frozen=True, eq=False)
class _Count:
    """What the voters of a log said on a grid: the scores of the last one, and the votes of those before it."""

    axes: tuple[Floats, Floats]
    log: Log
    centres: Floats
    scores: Floats  # (rows, m)
    votes: Floats  # (rows, m)

    @property
    def k(self) -> int:
        """How many updates there were."""
        return len(self.log.when)

    def begins(self, voted: Voted, *axes: Floats) -> bool:
        """Whether the vote on these axes goes on from here."""
        mine, its = self.log, voted.log
        same = [*zip(self.axes, axes, strict=True), (mine.when, its.when[: self.k]), (mine.place, its.place[: self.k]),
                (mine.step, its.step[: self.k]), (mine.start, its.start), (self.centres, voted.centres)]  # fmt: skip
        return all(np.array_equal(a, b) for a, b in same)


_known: WeakKeyDictionary[Problem, tuple[_Count, ...]] = WeakKeyDictionary()  # the last one first


def _blocks(m: int, width: int) -> Iterator[slice]:
    """m places in parts, a table of which is of that width."""
    step = max(1, AT_ONCE // max(1, width))
    return (slice(k, k + step) for k in range(0, m, step))


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


_matrix = float64[:, ::1]


@njit(void(_matrix, _matrix, float64), cache=True, nogil=True)
def add(s, votes, life):  # type: ignore[no-untyped-def]
    """A voter adds its life to the class (one row: the sign) it gives each place by its scores s."""
    rows, m = s.shape
    for j in range(m):
        if rows == 1:
            votes[0, j] += life if s[0, j] > 0.0 else (-life if s[0, j] < 0.0 else 0.0)
        else:
            best, top = 0, s[0, j]
            for r in range(1, rows):
                above = s[r, j] > top
                best, top = (r if above else best), (s[r, j] if above else top)
            votes[best, j] += life


@njit(void(_matrix, _matrix, _matrix, int64[::1], _matrix, float64[::1]), cache=True, nogil=True)
def cast(s, votes, gram, place, step, lives):  # type: ignore[no-untyped-def]
    """Let each voter vote, and then become the next one by its step."""
    rows, m = s.shape
    for k in range(place.size):
        add(s, votes, lives[k])
        for r in range(rows):
            if step[k, r] != 0.0:
                for j in range(m):
                    s[r, j] += step[k, r] * gram[place[k], j]
