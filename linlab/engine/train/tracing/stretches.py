"""The stretches of a run: from one change of its timeline to the next, each with a problem of its own."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from linlab.engine.document.document import Document
from linlab.engine.ground.arrays import Floats, Ints
from linlab.engine.ground.once import cached_property
from linlab.engine.train.problem import Problem
from linlab.engine.train.state import State
from linlab.engine.train.updates.advance import BoundLoop
from linlab.engine.train.updates.counted import Counted
from linlab.engine.train.updates.picks import Picks, positions

from .vote_log import Book

NOBODY: Ints = np.zeros(0, np.int64)


def segments_of(document: Document, which: int) -> list[tuple[int, Any, Any]]:
    """(from t, points, learner), one for each time the timeline changes either."""
    points, learner = document.points, document.learners[which]
    out = [(0, points, learner)]
    for change in document.timeline:
        points = change.points if change.points is not None else points
        learner = change.learners[which] if change.learners is not None else learner
        if change.pick is None:
            if out[-1][0] == change.t:
                out.pop()
            if not out or out[-1][1:] != (points, learner):
                out.append((change.t, points, learner))
    return out


@dataclass(frozen=True, eq=False)
class Stretch:
    """The run from one change of the timeline to the next, and what it took over from before."""

    begins: int
    loop: BoundLoop
    averaged: int  # the mean is that of θ after each update since this one
    book: Book | None  # of the vote, if every θ has one
    counts: Counted | None  # where an update counts its example
    picked: Mapping[int, int]  # ids by t

    @property
    def problem(self) -> Problem:
        return self.loop.problem

    @cached_property
    def picks(self) -> Picks:
        return Picks(positions(self.problem, self.picked)) if self.counts is None else self.counts.picks


def stretch_of(problem: Problem, begun: State, averaged: int, book: Book | None, picked: Mapping[int, int],
               change: int | None, counted: Ints = NOBODY) -> Stretch:  # fmt: skip
    """The stretch that begins in a state and ends at a change, if one follows; `counted` are the ids of what has been."""
    loop = BoundLoop(problem)
    counts = None if problem.counting is None else Counted(loop, begun, counted, picked, change)
    return Stretch(begun.t, loop, averaged, book, counts, picked)


def book_of(problem: Problem, since: int, start: Floats, elder: Book | None = None) -> Book | None:
    return Book(problem, since, start, elder) if problem.learner["average"] == "voted" else None
