"""The stretches of a run: from one change of its timeline to the next, each with a problem of its
own."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from linlab.engine.document.document import Document
from linlab.engine.ground.arrays import Floats, Ints
from linlab.engine.ground.once import cached_property
from linlab.engine.learner.learner import Learner
from linlab.engine.train.problem import Problem
from linlab.engine.train.state import State
from linlab.engine.train.teams.team import Team
from linlab.engine.train.updates.advance import BoundLoop
from linlab.engine.train.updates.counted import Counted
from linlab.engine.train.updates.picks import Picks, positions

from .vote_log import Book

NOBODY: Ints = np.zeros(0, np.int64)


def segments_of(document: Document, which: int) -> list[tuple[int, Any, Any]]:
    """(from t, points, learner), one for each time the timeline changes either, or one of those
    that the learner is made of."""
    points, learners = document.points, document.learners
    out, before = [(0, points, learners[which])], [_of(learners, which)]
    for change in document.timeline:
        points = change.points if change.points is not None else points
        learners = change.learners if change.learners is not None else learners
        if change.pick is None:
            if out[-1][0] == change.t:
                out.pop()
                before.pop()
            if not out or (out[-1][1], before[-1]) != (points, _of(learners, which)):
                out.append((change.t, points, learners[which]))
                before.append(_of(learners, which))
    return out


def _of(learners: tuple[Learner, ...], which: int) -> tuple[Learner, ...]:
    """The learner, and with one that is made of others all."""
    return (learners[which], *(learners if learners[which].recipe.team else ()))


@dataclass(frozen=True, eq=False)
class Stretch:
    """The run from one change of the timeline to the next, and what it took over from before."""

    begins: int
    loop: BoundLoop
    averaged: int  # the mean is that of θ after each update since this one
    book: Book | None  # of the vote, if every θ has one
    counts: Counted | None  # where an update counts its example
    picked: Mapping[int, int]  # ids by t
    team: Team | None = None  # where others learn

    @property
    def problem(self) -> Problem:
        return self.loop.problem

    @cached_property
    def picks(self) -> Picks:
        return (
            Picks(positions(self.problem, self.picked))
            if self.counts is None
            else self.counts.picks
        )


def stretch_of(
    problem: Problem,
    begun: State,
    averaged: int,
    book: Book | None,
    picked: Mapping[int, int],
    change: int | None,
    counted: Ints = NOBODY,
    team: Team | None = None,
) -> Stretch:
    """The stretch that begins in a state and ends at a change, if one follows; `counted` are the
    ids of what has been."""
    loop = BoundLoop(problem)
    counts = None if problem.counting is None else Counted(loop, begun, counted, picked, change)
    return Stretch(begun.t, loop, averaged, book, counts, picked, team)


def book_of(problem: Problem, since: int, start: Floats, elder: Book | None = None) -> Book | None:
    return Book(problem, since, start, elder) if problem.learner["average"] == "voted" else None
