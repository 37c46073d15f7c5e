"""The vote of the voted perceptron: Σ_k c_k sign(θ_k · φ(x)), where c_k is how long θ_k survived.

The log of the updates rebuilds the scores of every voter at any points one update at a time,
because adding p ⊗ write(i) to θ adds p·⟨φ(xᵢ), φ(x)⟩ to the scores.

Counts are cached: as a run continues, only new voters are counted. An interrupted count continues
from where it was and gives the same numbers.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from linlab.engine.data.inputs import are_texts, as_inputs
from linlab.engine.data.points import Points
from linlab.engine.ground.arrays import Floats, Ints
from linlab.engine.ground.progress import tell
from linlab.engine.learner.compiled import Matrix, Vector, Wholes, compiled, inlined

from .models import Linear, OfOneProblem, grid_of_texts
from .problem import Problem
from .tracing.vote_log import Count, Log

AT_ONCE = (
    2**16
)  # numbers in a table of inner products: it stays in a cache, and a product does not wait for threads
VOTERS = 2**16  # voters counted before the result is cached
SLICE = 2**22  # votes between two progress reports
NOT_REMEMBERED = 16  # places that are never cached, such as the one under the mouse
REMEMBERED = 2**20  # numbers in cached counts at the same places


@dataclass(frozen=True, eq=False)
class VotingSegment(OfOneProblem):
    """Every θ since the vote began votes, weighted by how many updates it survived; θ itself is the
    last."""

    problem: Problem
    theta: Floats
    log: Log

    @property
    def vote(self) -> Log:
        return self.log

    @property
    def why_no_weights(self) -> str:
        return "A vote of many models has no single w."

    @property
    def last(self) -> Linear:
        """The θ that an update changes: losses are measured on it; only answers come from the
        vote."""
        return Linear(self.problem, self.theta)

    @property
    def decided(self) -> bool:
        return self.last.decided

    @property
    def ballots(self) -> Callable[[Points], Floats] | None:
        return self._ballots if self.planar and self.problem.reads_texts else None

    def _ballots(self, points: Points) -> Floats:
        """Each θ has a vote for every step that it survived."""
        votes = self.scores(self.inputs(points))
        if votes.shape[1] > 1:
            return votes
        return np.concatenate([self.log.t - votes, self.log.t + votes], axis=1) / 2

    def objective(self) -> tuple[float, float]:
        return self.last.objective()

    def losses(self, x: Floats, y: Ints, scores: Floats) -> Floats:
        return self.last.losses(x, y, self.last.scores(x))

    def parts(self) -> tuple[Floats, Floats]:
        return self.last.parts()

    def norm(self) -> float:
        return self.last.norm()

    def effort(self, places: int, cells: int = 0) -> int:
        """How many votes there are to count, if none has been counted before."""
        product = (
            8 if self.problem.dual else self.problem.d // 8
        )  # ⟨φ(c), φ(x)⟩ of one centre and one place
        each = min(len(self.log.when), len(self.log.centres)) * product
        return (len(self.log.when) + each) * (places + cells) + self.last.effort(places)

    def scores(self, x: Any) -> Floats:
        x = as_inputs(x)
        return np.ascontiguousarray(self._counted(x, len(x) >= NOT_REMEMBERED).T)

    def uncached_scores(self, x: Any) -> Floats:
        return np.ascontiguousarray(self._counted(as_inputs(x), False).T)

    def grid(self, xs: Any, ys: Any) -> Floats:
        if self.problem.reads_texts:
            return grid_of_texts(self.problem.rows, self.problem.pair, xs, ys)
        x = np.stack(
            [axis.ravel() for axis in np.meshgrid(np.asarray(xs, float), np.asarray(ys, float))],
            axis=1,
        )
        return self._counted(x, len(x) >= NOT_REMEMBERED).reshape(-1, len(ys), len(xs))

    def _counted(self, x: Floats, remember: bool) -> Floats:
        """The votes at x: those before the last voter, from the latest count there is, and those of
        the last. (rows, m)"""
        counts = self.log.counts
        key = "\0".join(x).encode() if are_texts(x) else x.tobytes()
        last = len(self.log.when)
        count = max(
            (c for c in counts if c.k <= last and c.key == key), key=lambda c: c.k, default=None
        )
        count = count or Count(key, 0, *self._before_any_vote(x))
        first = count.k
        while count.k < last:
            until = min(last, count.k + VOTERS)
            after = Count(
                key,
                until,
                *self._ask(x, count, until, (count.k - first) / (last - first), last - first),
            )
            if remember:
                counts[:] = [
                    after,
                    *(c for c in counts if c is not count or c.k == first),
                ]  # intermediate counts need not be kept
            count = after
        if last > first and remember:
            counts[:] = _worth_keeping(counts, key)
        votes = count.votes.copy()
        life = float(self.log.t + 1 - (self.log.when[-1] if last else 1))
        if len(votes) == 1:
            votes += life * np.sign(count.scores)
        else:
            votes[count.scores.argmax(axis=0), np.arange(len(x))] += life
        return votes

    def _before_any_vote(self, x: Floats) -> tuple[Floats, Floats]:
        """The scores of the start at x, and no votes yet. (rows, m) each"""
        scores = np.zeros((len(self.theta), len(x)))
        if self.log.start.any():
            for some in _blocks(len(x), self.problem.d):
                scores[:, some] = (self.problem.reads(x[some]) @ self.log.start.T).T
        return scores, np.zeros_like(scores)

    def _ask(
        self, x: Floats, count: Count, until: int, done: float, of: int
    ) -> tuple[Floats, Floats]:
        """The scores that voter `until` gives x and the votes of those before it, from an earlier
        count."""
        k, log = count.k, self.log
        used, place = np.unique(log.place[k:until].astype(np.int64), return_inverse=True)
        lives = np.diff(log.when[k:until], prepend=log.when[k - 1] if k else 1).astype(float)
        step = np.ascontiguousarray(log.step[k:until], float)
        scores, votes = count.scores.copy(), count.votes.copy()
        read = self._read(used) if self.problem.kernel is None else self.log.centres[used]
        for some in _blocks(
            len(x), max(len(used), 1 if self.problem.dual else self.problem.d), SLICE // (until - k)
        ):
            share = done + (until - k) / of * some.start / len(x)
            tell(f"counting votes, {100 * share:.0f} %")
            part = scores[:, some].copy(), votes[:, some].copy()
            cast(*part, self._gram(read, x[some]), place.astype(np.int64), step, lives)
            scores[:, some], votes[:, some] = part
        return scores, votes

    def _read(self, used: Ints) -> Any:
        """φ of the centres as it was when they pulled, the constant included. (used, d)"""
        return (
            self.problem.reads(self.log.centres[used])
            if self.problem.base_outputs is None
            else self.problem.read[used]
        )

    def _gram(self, some: Floats, x: Floats) -> Floats:
        """⟨φ(c), φ(x)⟩ of some centres, which have been read already in a feature space, the
        constant included. (some, m)"""
        problem = self.problem
        if problem.kernel is None:
            product = some @ problem.reads(x).T
            return np.ascontiguousarray(product.toarray() if problem.sparse else product)
        gram = problem.kernel.gram(some, x, problem.learner.settings)
        return np.ascontiguousarray(gram + (0.0 if problem.bias == "none" else 1.0))


def _worth_keeping(counts: list[Count], key: bytes) -> list[Count]:
    """The last counts at these places, and others far apart; of other places, as many as there is
    room for."""
    here = [c for c in counts if c.key == key]
    others = [c for c in counts if c.key != key]
    here.sort(key=lambda c: -c.k)
    while len(here) > 2 and sum(2 * c.votes.size for c in here) > REMEMBERED:
        closest = min(range(1, len(here) - 1), key=lambda i: here[i - 1].k - here[i + 1].k)
        del here[closest]
    while others and sum(2 * c.votes.size for c in others) > 2 * REMEMBERED:
        others.pop()
    return here + others


def _blocks(m: int, width: int, most: int = AT_ONCE) -> Iterator[slice]:
    """m places in parts, a table of which is of that width."""
    step = max(1, min(AT_ONCE // max(1, width), most))
    return (slice(k, k + step) for k in range(0, m, step))


@inlined
def add(s, votes, life):  # type: ignore[no-untyped-def]
    """A voter adds its life to the class (one row: the sign) that its scores s give each place."""
    rows, m = s.shape
    for j in range(m):
        if rows == 1:
            if s[0, j] > 0.0:
                votes[0, j] += life
            elif s[0, j] < 0.0:
                votes[0, j] += -life
            else:
                votes[0, j] += 0.0
        else:
            best = 0
            top = s[0, j]
            for r in range(1, rows):
                above = s[r, j] > top
                best = r if above else best
                top = s[r, j] if above else top
            votes[best, j] += life


@compiled(None, Matrix, Matrix, Matrix, Wholes, Matrix, Vector, nogil=True)
def cast(s, votes, gram, place, step, lives):  # type: ignore[no-untyped-def]
    """Let each voter vote, and then become the next one by its step."""
    rows, m = s.shape
    for k in range(place.size):
        add(s, votes, lives[k])
        for r in range(rows):
            if step[k, r] != 0.0:
                for j in range(m):
                    s[r, j] += step[k, r] * gram[place[k], j]
