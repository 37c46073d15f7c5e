"""Learners that follow gradients: the compiled loop makes their steps, one example or one batch
at a time.

A model is read out of a state: the last θ, the mean of all or of those after a mistake, one of all
drawn at random, the best on dev, or a vote of all.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from linlab.engine.ground.arrays import Floats, Ints
from linlab.engine.ground.errors import LinlabError
from linlab.engine.ground.once import cached_property
from linlab.engine.ground.task import Task
from linlab.engine.learner.learner import Learner
from linlab.engine.train.measures import error
from linlab.engine.train.models import Linear, Model
from linlab.engine.train.problem import Problem
from linlab.engine.train.state import State, Step
from linlab.engine.train.tracing.pace import takes_long, updates_in_a_moment
from linlab.engine.train.tracing.vote_log import Book
from linlab.engine.train.updates.advance import BoundLoop
from linlab.engine.train.updates.picks import Picks, positions

from .kind import Kind, PreviousSegment, RunContext, Segment, SegmentRun, pose_plainly


@dataclass(eq=False)
class GradientRun(SegmentRun):
    """Steps by the loop."""

    problem: Problem
    around: RunContext
    begins: int
    since: int  # the step after which θ is summed
    votes: Book | None = None
    choose: Callable[[], Picks] | None = None  # which examples come, if the document does not say
    end: int | None = field(default=None, init=False)
    reason: str = field(default="", init=False)
    diverged: bool = field(default=False, init=False)
    _task: Task | None = field(default=None, init=False)  # a slow step in another thread
    _logged: int = field(default=0, init=False)  # up to which step the log of the vote is written

    @cached_property
    def loop(self) -> BoundLoop:
        return BoundLoop(self.problem)

    @cached_property
    def picks(self) -> Picks:
        if self.choose is not None:
            return self.choose()
        return Picks(positions(self.problem, self.around.picks))

    @property
    def book(self) -> Book | None:
        return self.votes

    @property
    def averaged(self) -> int:
        return self.since

    def advance(self, state: State, until: int) -> State:
        loop = self.loop
        pick = self.picks.at.get(state.t)
        until = state.t + 1 if pick is not None else min(until, self.picks.after(state.t))
        best = self.problem.learner["average"] == "best"
        if best:
            until = min(until, (loop.epoch(state.t) + 1) * loop.epoch_length)
        after, asked, log = self._made_elsewhere(state) or loop.advance(
            state, until - state.t, pick
        )
        self._remember(after.t, log)
        if after.t < state.t + asked:
            self.end = after.t
            self.diverged = True
            self.reason = f"the weights grew without bound after step {after.t}: the learning rate is too large"
            return after
        return self._judged(after) if best and after.t % loop.epoch_length == 0 else after

    def soon(self, state: State, t: int, seconds: float) -> int:
        loop = self.loop
        if not loop.ready and not self._elsewhere(loop, loop.prepare, seconds):
            return state.t
        if takes_long(self.problem.effort):
            other = BoundLoop(self.problem)
            pick = self.picks.at.get(state.t)
            if not self._elsewhere(state, lambda: (other, other.advance(state, 1, pick)), seconds):
                return state.t
        return min(t, state.t + updates_in_a_moment(self.problem.effort))

    def step(self, before: State) -> tuple[Step, State | None]:
        made = self.loop.step(before, self.picks.at.get(before.t))
        if made is None:
            raise LinlabError("This step diverges.")
        after, step = made
        kept = self.problem.learner["average"] in ("best", "voted")  # more than the loop knows
        return step, None if kept else after

    def upcoming(self, state: State) -> Ints:
        pick = self.picks.at.get(state.t)
        if self.loop.ordering == "hardest" and pick is None:
            return super().upcoming(state)
        return self.problem.ids[self.loop.examples_after(state, pick)]

    def read_out(self, state: State) -> Model:
        average = self.problem.learner["average"]
        if self.votes is not None:
            from linlab.engine.train.votes import (
                VotingSegment,  # compiled code is loaded when needed
            )

            return VotingSegment(self.problem, state.theta, self.votes.read(state.t))
        if average == "mean" and state.t > self.since:
            return Linear(self.problem, state.total / (state.t - self.since))
        if self.problem.learner.read_out.keeps > 1 and state.tally[2]:
            return Linear(self.problem, kept_weights(state, self.problem))
        if average == "best" and state.best is not None:
            return Linear(self.problem, state.best[2])
        return Linear(self.problem, state.theta)

    @property
    def doing(self) -> str:
        return self._task.doing if self._task is not None and not self._task.done() else ""

    def cancel_tasks(self) -> None:
        if self._task is not None:
            self._task.cancel()

    def _elsewhere(self, key: object, work: Callable[[], Any], seconds: float) -> bool:
        """Whether a task in another thread is done after this many seconds."""
        if self._task is None or self._task.key is not key or self._task.cancelled:
            self._task = Task(work, key).end_with(self).start()
        if not self._task.done(seconds):
            return False
        self._task.result()
        return True

    def _made_elsewhere(self, state: State) -> Any:
        """The step after a state, if it was made in another thread."""
        task = self._task
        if task is None or task.key is not state or not task.done() or task.cancelled:
            return None
        other, made = task.result()
        self.loop.made, self.loop.record = other.made, other.record
        return made

    def _judged(self, state: State) -> State:
        """The state with the best θ on dev so far, judged at the end of each epoch."""
        problem = self.problem
        wrong = error(problem.dev_read @ state.theta.T, problem.held_out[0][1])
        if state.best is not None and state.best[0] <= wrong:
            return state
        return replace(state, best=(wrong, state.t, state.theta))

    def _remember(self, after: int, log: Any) -> None:
        """Append the new part of a log; it is the same however often it is made."""
        entries, rates = log
        if self.votes is not None and after > self._logged:
            new = entries[:, 0] > self._logged
            self.votes.write(entries[new], rates[new])
        self._logged = max(self._logged, after)


def kept_weights(state: State, problem: Problem) -> Floats:
    """The mean at mistakes, or the iterate drawn at random. (rows, d)"""
    return state.total / state.tally[2] if problem.learner.read_out.is_mean else state.total


def begin(
    around: RunContext,
    segment: Segment,
    problem: Problem,
    state: State,
    earlier: PreviousSegment | None,
) -> GradientRun:
    since = segment.begins
    book = None
    if earlier is not None and earlier.summed and earlier.run.averaged is not None:
        since = earlier.run.averaged
    if problem.learner.votes:
        elder = None if earlier is None or earlier.first is None else earlier.run.book
        if elder is None or earlier is None or earlier.first is None:
            book = Book(problem, segment.begins, state.theta)
        else:
            book = Book(problem, elder.since, earlier.first, elder)
    run = GradientRun(problem, around, segment.begins, since, book)
    run._logged = segment.begins
    return run


def _lacks(learner: Learner) -> Mapping[str, str]:
    if not learner.votes:
        return {}
    return {
        "margin": "A vote of many models has no margin: its score is a number of votes.",
        "coefficients": "A vote of many models has no coefficients of its own.",
    }


GRADIENT = Kind("gradient", pose_plainly, begin, _lacks)
