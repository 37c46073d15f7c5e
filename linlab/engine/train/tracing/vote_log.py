"""The log of a vote: no θ_k is stored, but the updates (which example, which rival, how far) that
lead from one to the next.

A vote begins where its learner does: after another learner, or in another space, only the θ carried
over and those after it vote. If points or settings change, the vote continues, with every θ_k
carried over as θ is.
"""

from dataclasses import dataclass, field
from typing import Any

import numpy as np

from linlab.engine.ground.arrays import Floats
from linlab.engine.train.problem import Problem

from .carry_over import row_map


@dataclass(frozen=True, eq=False)
class Log:
    """The θ that vote: the first of them, and the updates since then: when, counted from there, at
    which centre, and the change of each row."""

    start: Floats  # (rows, d)
    when: Any  # (k,)
    place: Any  # (k,) positions among the centres
    step: Floats  # (k, rows)
    centres: Floats  # (c, 2) where the updates happened
    t: int  # votes so far, one for each update
    counts: "list[Count]" = field(
        default_factory=list
    )  # counts of this log and of any that continues it; the last one first


@dataclass(frozen=True, eq=False)
class Count:
    """The votes of the first k voters of a log at some places, and the scores of the next one."""

    key: bytes  # where
    k: int
    scores: Floats  # (rows, m)
    votes: Floats  # (rows, m)


class Book:
    """The growing log of a vote. Readers get views of it: nothing is copied as the run
    continues."""

    def __init__(
        self, problem: Problem, since: int, start: Floats, elder: "Book | None" = None
    ) -> None:
        """From θ = `start` after update `since`; a vote continued from another problem has its
        updates in the terms of this one."""
        self.problem, self.since, self.start = problem, since, start
        self.centres = problem.x
        self._offset = 0
        self._k = 0
        self._counts = list[Count]()
        self._when = np.zeros(0, np.int64)
        self._place = np.zeros(0, np.int64)
        self._step = np.zeros((0, problem.rows))
        if elder is not None:
            self._offset = len(elder.centres)
            self.centres = np.concatenate([elder.centres, problem.x])
            self._append(
                elder._when[: elder._k],
                elder._place[: elder._k],
                elder._step[: elder._k] @ row_map(elder.problem, problem).T,
            )

    def write(self, entries: Any, rates: Any) -> None:
        """Append updates: entries (k, 3) of t, example and rival, and their rates (k,)."""
        own = self.problem
        pulls = np.zeros((len(entries), self.problem.rows))
        everyone = np.arange(len(entries))
        y = own.y[entries[:, 1]]
        if own.rows == 1:
            pulls[:, 0] = np.where(y == 1, rates, -rates)
        else:
            pulls[everyone, y] = rates
            pulls[everyone, entries[:, 2]] = -rates
        self._append(entries[:, 0] - self.since, entries[:, 1] + self._offset, pulls)

    def read(self, t: int) -> Log:
        """The log at t."""
        k = int(np.searchsorted(self._when[: self._k], t - self.since, side="right"))
        return Log(
            self.start,
            self._when[:k],
            self._place[:k],
            self._step[:k],
            self.centres,
            t - self.since,
            self._counts,
        )

    def _append(self, *columns: Any) -> None:
        k = self._k + len(columns[0])
        names = ("_when", "_place", "_step")
        for name, new in zip(names, columns, strict=True):
            old = getattr(self, name)
            if k > len(old):  # views handed out stay valid
                grown = np.empty((2 * k, *old.shape[1:]), old.dtype)
                grown[: self._k] = old[: self._k]
                setattr(self, name, grown)
                old = grown
            old[self._k : k] = new
        self._k = k
