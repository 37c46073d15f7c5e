"""A kind of learner: values and functions in one object.

A run is cut into segments by the changes of its timeline. Each segment has one kind: its `begin`
returns a `SegmentRun`, which goes from state to state and reads a model out of any of them.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

import numpy as np

from linlab.engine.data.points import Points
from linlab.engine.document.document import Document
from linlab.engine.ground.arrays import Floats, Ints
from linlab.engine.ground.errors import LinlabError
from linlab.engine.learner.learner import Learner
from linlab.engine.train.models import Model
from linlab.engine.train.problem import Problem, pose
from linlab.engine.train.state import State, Step
from linlab.engine.train.teams.follower import Follower
from linlab.engine.train.teams.team import Posing, others
from linlab.engine.train.tracing.vote_log import Book
from linlab.engine.train.updates.advance import BoundLoop
from linlab.engine.train.updates.picks import Picks


@dataclass(frozen=True, eq=False)
class Segment:
    """The part of a run between two changes of its timeline; `ends` is None for the last one."""

    begins: int
    points: Points
    learner: Learner
    ends: int | None = None

    def until(self, t: int) -> int:
        """t, or the end of the segment if that comes first."""
        return t if self.ends is None else min(t, self.ends)


@dataclass(frozen=True, eq=False)
class RunContext:
    """What a segment may need besides its problem."""

    document: Document
    picks: Mapping[int, int]  # ids of examples by t
    follow: Callable[[int, Posing | None], Follower]  # the run of another learner of the document
    lone: Callable[[Document, Posing], Follower]  # the run of the only learner of a document
    train: Callable[[Document, Posing, str], Model]  # the same, to its end


@dataclass(frozen=True, eq=False)
class PreviousSegment:
    """What a segment may take over: the previous run, and the first θ of its vote in terms of the
    new problem."""

    run: "SegmentRun"
    summed: bool  # whether the sum of θ continues
    goes_on: bool  # whether θ, or the counts, keep their meaning
    first: Floats | None


class SegmentRun(Protocol):
    """One segment of a run. Its answers depend only on the document."""

    problem: Problem
    end: int | None  # the last t, once known
    reason: str  # why it ends there
    diverged: bool

    @property
    def loop(self) -> BoundLoop | None:
        """The loop that makes its steps, if there is one."""
        return None

    @property
    def picks(self) -> Picks:
        return Picks({})

    @property
    def book(self) -> Book | None:
        """The log of its vote, if every θ votes."""
        return None

    @property
    def averaged(self) -> int | None:
        """The step since which θ is summed."""
        return None

    def counted(self, t: int) -> Ints | None:
        """The ids of the examples counted up to t."""
        return None

    @property
    def members(self) -> Sequence[Follower]:
        """The runs that learn for it, if it learns nothing itself."""
        return ()

    def advance(self, state: State, until: int) -> State:
        """A later state, `until` at the latest."""
        ...

    def soon(self, state: State, t: int, seconds: float) -> int:
        """How far towards t `advance` gets in a moment; it waits that long for other threads."""
        ...

    def step(self, before: State) -> tuple[Step, State | None]:
        """The step after a state, and the state after it if known."""
        ...

    def upcoming(self, state: State) -> Ints:
        """The ids of the examples of the step after a state; of none if the order is not known in
        advance."""
        return np.zeros(0, np.int64)

    def read_out(self, state: State) -> Model: ...

    def mistakes(self, state: State) -> int:
        """The number of mistakes up to a state."""
        return state.mistakes

    @property
    def doing(self) -> str:
        """What another thread is doing, in words."""
        return ""

    def cancel_tasks(self) -> None:
        """Cancel the work in other threads."""
        return


@dataclass(frozen=True, eq=False)
class Kind:
    """A kind of learner.

    `lacks` says in words why something that most others have is missing: space, margin, loss,
    coefficients (of examples), read-outs (other θ to answer with), mistakes (of an example),
    optimum, bound. {title} in it is the model's, {optimiser} that of its optimiser. `offers` names
    what few others have: members, out-of-bag.
    """

    key: str
    pose: Callable[[RunContext, Segment, Floats | None], Problem]
    begin: Callable[[RunContext, Segment, Problem, State, PreviousSegment | None], SegmentRun]
    lacks: Callable[[Learner], Mapping[str, str]] = lambda learner: {}
    offers: frozenset[str] = frozenset()
    ends_by_itself: bool = False  # else by a rule at the ends of epochs
    most_updates: int | None = None  # the default number

    def why_no(self, what: str, learner: Learner) -> str:
        """Why a learner of this kind does not have it, in words; empty if it does."""
        return (
            self.lacks(learner)
            .get(what, "")
            .format(title=learner.recipe.title, optimiser=learner.optimiser.title)
        )


def pose_plainly(around: RunContext, segment: Segment, ghosts: Floats | None) -> Problem:
    """The problem of the labelled training points."""
    document, points = around.document, segment.points
    texts = reads_texts(segment.learner, document.learners_at(segment.begins))
    return pose(points, segment.learner, document.seed, document.parts_of(points), ghosts, texts)


def reads_texts(learner: Learner, learners: Sequence[Learner]) -> bool:
    """Whether a learner, or the members of a team, learn from texts."""
    if not learner.recipe.of_others:
        return learner.reads_texts
    read = {learners[k].reads_texts for k in others(learners)}
    if len(read) == 2:
        raise LinlabError(
            f"{learner.recipe.title} needs models that read the same: all of them texts, or all of them places in the plane."
        )
    return read == {True}
