"""The trace: the whole history of a learner as a function of its document.

`at(t)` is the state after t steps, the same to the last bit however it is reached; `step(t)` is
the step that led to t, `sample(t)` are the measures there. The learner's kind makes the steps;
the trace keeps the history.
"""

import time
from bisect import bisect_right
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial

import numpy as np

from linlab.engine.document.document import Document
from linlab.engine.ground.arrays import Floats
from linlab.engine.ground.effort import MOMENT
from linlab.engine.learner.learner import Learner

from .kinds.kind import PreviousSegment, RunContext, Segment, SegmentRun
from .kinds.table import kind_of
from .measures import Sample, sample
from .models import Model
from .problem import Problem
from .state import State, Step
from .stopping import settled
from .teams.follower import Follower
from .teams.stacking import EPOCHS
from .teams.team import Posing
from .tracing.carry_over import carry_over, goes_on, keeps_on, start
from .tracing.keyframes import Keyframes
from .tracing.pace import updates_in_a_moment
from .tracing.segments import segments_of

KEYFRAME_BYTES = 24 * 2**20  # bytes of keyframes
SMALL_BUDGET = KEYFRAME_BYTES // 8  # for a run that is one of several, or beside another
_APART = MOMENT  # between two keyframes, if there is room for them


class Trace:
    """The history of one learner of a document.

    It may compute more or cache less, but its answers depend only on the document.
    """

    def __init__(
        self,
        document: Document,
        which: int = 0,
        budget: int = KEYFRAME_BYTES,
        orders: int | None = None,
        posing: Posing | None = None,
    ) -> None:
        """`orders` is a seed for the orders only, if not the document's; `posing` makes the
        problems of points and learners if they are not the plain ones: for a sample, or with
        further features."""
        self.document, self.which, self._posing = document, which, posing
        self._segments = segments_of(document, which)
        self._begins = [segment.begins for segment in self._segments]
        picks = {change.t: change.pick for change in document.timeline if change.pick is not None}
        self._around = RunContext(
            document,
            picks,
            partial(_follow, document, min(budget, SMALL_BUDGET)),
            _lone,
            _to_its_end,
        )
        self._runs: list[SegmentRun] = []  # of the segments reached so far
        self._frames = Keyframes(budget)
        self._samples: dict[int, Sample] = {}
        self.end: int | None = None  # the last t, once known
        self.reason = ""  # why it ends there
        self.diverged = False
        problem = self._posed(self._segments[0])
        begun = start(problem)
        self._cursor = self._eve = begun  # where we are, and one step before
        self._begin(problem if orders is None else replace(problem, seed=orders), begun)

    # Where things are

    def problem(self, t: int) -> Problem:
        """The problem in force at t."""
        return self.segment_run(t).problem

    def segment_run(self, t: int) -> SegmentRun:
        """The run of the segment that t lies in, as its kind makes it."""
        if self._segment(t) >= len(self._runs):  # it begins after the last state reached
            self.at(t)
        return self._runs[min(self._segment(t), len(self._runs) - 1)]

    def learner(self, t: int) -> Learner:
        """The learner of the document that is in force at t; the problem of a stack is that of its
        A."""
        return self._segments[self._segment(t)].learner

    def learning(self, t: int) -> Sequence[Follower]:
        """The runs that learn at t: this one, or its members."""
        return self.segment_run(t).members or (self,)

    def span(self, t: int) -> tuple[int, int | None]:
        """The first and last step of the problem in force at t; None: to the end."""
        segment = self._segments[self._segment(t)]
        return segment.begins, segment.ends

    def clamp(self, t: int) -> int:
        return max(0, t) if self.end is None else min(max(0, t), self.end)

    def reached(self, t: int) -> int:
        """The last step up to t whose state is known without training."""
        return self._nearest(self.clamp(t)).t

    def at(self, t: int, passing: bool = False) -> State:
        """The state after t steps, or at the end of the trace if that comes first; `passing`, if
        the step before it will not be needed."""
        t = self.clamp(t)
        state = self._nearest(t)
        if state.t == t:
            return state
        while state.t < t and (self.end is None or state.t < self.end):
            state = self._on(state, t if passing or state.t == t - 1 else t - 1)
            if state.t == t - 1:
                self._eve = state
            self._frames.offer(state)
        self._cursor = state
        return state

    def reach(self, t: int, seconds: float) -> int:
        """Train towards t for about this many seconds; longer work continues in another thread.
        Return the step reached."""
        until = time.perf_counter() + seconds
        now = self.reached(t)
        while now < self.clamp(t):
            after = self._piece(now, self.clamp(t), until - time.perf_counter())
            if after == now or time.perf_counter() > until:
                return after
            now = after
        return now

    def moment(self, t: int) -> int:
        """How many steps from t on take a moment."""
        return updates_in_a_moment(self.problem(t).effort)

    def cancel_tasks(self) -> None:
        """Cancel the work in other threads."""
        for run in self._runs:
            run.cancel_tasks()

    @property
    def doing(self) -> str:
        """What another thread is doing, in words."""
        return next((run.doing for run in self._runs if run.doing), "")

    def model(self, t: int) -> Model:
        """The model after t steps, by the learner's read-out."""
        return self._read_out(self.at(t))

    def step(self, t: int) -> Step | None:
        """The step that led to t; None for t = 0."""
        t = self.clamp(t)
        if t == 0:
            return None
        before = self.at(t - 1)
        if self.clamp(t) < t:  # on the way there the end was found
            return self.step(t)
        step, after = self._runs[self._segment(before.t)].step(before)
        if after is not None and after.t not in self._begins:
            self._cursor = after  # a walk from step to step trains each step once
        return step

    def mistakes(self, t: int) -> int:
        """The number of mistakes after t steps."""
        return self._mistakes(self.at(t))

    def sample(self, t: int) -> Sample:
        """The measures after t steps."""
        return self.measured(t) or self.measuring(t)()

    def measured(self, t: int) -> Sample | None:
        """The same, if they are known."""
        return self._samples.get(self.clamp(t))

    def measuring(self, t: int) -> Callable[[], Sample]:
        """What measures it, in whatever thread it is called."""
        state = self.at(t)
        model, mistakes = self._read_out(state), self._mistakes(state)
        if len(self._samples) > 4 * len(self._frames.times) + 64:
            self._samples = {k: s for k, s in self._samples.items() if k in self._frames}

        samples = self._samples

        def measure() -> Sample:
            made = samples[state.t] = samples.get(state.t) or sample(model, state.t, mistakes)
            return made

        return measure

    @property
    def nbytes(self) -> int:
        """About how much memory the keyframes take."""
        return self._frames.nbytes

    # How it gets there

    def _posed(self, segment: Segment, ghosts: Floats | None = None) -> Problem:
        if self._posing is not None:
            return self._posing(segment.points, segment.learner, ghosts)
        return kind_of(segment.learner).pose(self._around, segment, ghosts)

    def _segment(self, t: int) -> int:
        return bisect_right(self._begins, t) - 1

    def _nearest(self, t: int) -> State:
        nearest = self._frames.before(t)
        for state in (self._eve, self._cursor):
            if nearest.t < state.t <= t:
                nearest = state
        return nearest

    def _mistakes(self, state: State) -> int:
        return self._runs[self._segment(state.t)].mistakes(state)

    def _read_out(self, state: State) -> Model:
        return self._runs[self._segment(state.t)].read_out(state)

    def _piece(self, now: int, t: int, seconds: float) -> int:
        """Make some steps after `now` that take a moment; wait that long for a slow one."""
        segment = self._segment(now)
        until = self._segments[segment].until(t)
        stop = self._runs[segment].soon(self._nearest(now), until, seconds)
        return self.at(stop, passing=stop < t).t if stop > now else now

    def _on(self, state: State, t: int) -> State:
        """From a state to the next place to stop, at most t; across a change of the timeline if
        there is one here."""
        segment = self._segment(state.t)
        run = self._runs[segment]
        until = min(self.clamp(t), self._frames.next_mark(state.t))
        after = run.advance(state, self._segments[segment].until(until))
        self._look_for_the_end(run)
        return after if run.diverged else self._entered(after)

    def _entered(self, state: State) -> State:
        """The state carried into the segment that begins at its t, if one does."""
        k = self._segment(state.t)
        segment = self._segments[k]
        if k == 0 or segment.begins != state.t:
            return state
        if state.t in self._frames:
            return self._frames[state.t]
        old = self._runs[k - 1]
        if not old.problem.learner.recipe.of_others:  # mistakes of members are their own
            state = replace(state, tally=np.array([old.mistakes(state), *state.tally[1:]]))
        votes = old.book if segment.learner.votes else None
        problem, after, first = carry_over(
            partial(self._posed, segment),
            old.problem,
            state,
            None if votes is None else votes.start,
        )
        same = goes_on(old.problem, problem)
        summed = same and keeps_on(old.problem, problem)
        self._begin(problem, after, PreviousSegment(old, summed, same, first))
        return after

    def _begin(
        self, problem: Problem, begun: State, earlier: PreviousSegment | None = None
    ) -> None:
        """Begin the next segment in a state."""
        segment = self._segments[len(self._runs)]
        run = kind_of(segment.learner).begin(self._around, segment, problem, begun, earlier)
        self._runs.append(run)
        self._frames.begin(begun, _APART // problem.effort)
        self._look_for_the_end(run)

    def _look_for_the_end(self, run: SegmentRun) -> None:
        if run.end is not None:
            self.end, self.reason, self.diverged = run.end, run.reason, run.diverged


def _follow(document: Document, budget: int, which: int, posing: Posing | None) -> Trace:
    """The run of another learner of the document, for one that is made of others."""
    return Trace(document, which, budget, posing=posing)


def _lone(document: Document, posing: Posing) -> Trace:
    return Trace(document, budget=SMALL_BUDGET, posing=posing)


def _to_its_end(document: Document, posing: Posing, doing: str) -> Model:
    """The model of the only learner of a document at its end."""
    trace = Trace(document, budget=0, posing=posing)  # no need to go back
    return trace.model(settled(trace, EPOCHS, doing))
