"""Learners that count: an update adds one example to the counts of its class, each example once.
The loop adds; each example is judged by the counts before it."""

from collections.abc import Mapping
from dataclasses import dataclass, field

import numpy as np

from linlab.engine.ground.arrays import Ints
from linlab.engine.learner.learner import Learner
from linlab.engine.train.models import Bayes, Model
from linlab.engine.train.problem import Problem
from linlab.engine.train.state import State, Step
from linlab.engine.train.updates.advance import BoundLoop
from linlab.engine.train.updates.counting_segment import CountingSegment
from linlab.engine.train.updates.picks import Picks

from .gradient import GradientRun
from .kind import Kind, PreviousSegment, RunContext, Segment, SegmentRun, pose_plainly

NO_EXAMPLES: Ints = np.zeros(0, np.int64)


@dataclass(eq=False)
class CountingRun(SegmentRun):
    """The loop over the examples not yet counted; the last segment ends when all are."""

    problem: Problem
    loop_run: GradientRun
    counts: CountingSegment
    end: int | None = field(init=False)
    reason: str = field(init=False)
    diverged: bool = field(default=False, init=False)

    def __post_init__(self) -> None:
        last = self.counts.change is None
        self.end, self.reason = (self.counts.whole, self.counts.reason) if last else (None, "")

    @property
    def loop(self) -> BoundLoop:
        return self.loop_run.loop

    @property
    def picks(self) -> Picks:
        return self.counts.picks

    def counted(self, t: int) -> Ints:
        return self.counts.ids(t)

    def advance(self, state: State, until: int) -> State:
        return self.loop_run.advance(state, until)

    def soon(self, state: State, t: int, seconds: float) -> int:
        return self.loop_run.soon(state, t, seconds)

    def step(self, before: State) -> tuple[Step, State | None]:
        step, after = self.loop_run.step(before)
        return self.counts.judged(step), after

    def upcoming(self, state: State) -> Ints:
        return self.loop_run.upcoming(state)

    def read_out(self, state: State) -> Model:
        return Bayes(self.problem, state.theta)

    def mistakes(self, state: State) -> int:
        begun = self.counts.begun
        return state.mistakes if state.t == begun.t else self.counts.mistakes(state.t)

    @property
    def doing(self) -> str:
        return self.loop_run.doing

    def cancel_tasks(self) -> None:
        self.loop_run.cancel_tasks()


def begin(
    around: RunContext,
    segment: Segment,
    problem: Problem,
    state: State,
    earlier: PreviousSegment | None,
) -> CountingRun:
    before = None
    if earlier is not None and earlier.goes_on:
        before = earlier.run.counted(segment.begins)
    loop_run = GradientRun(problem, around, segment.begins, segment.begins)
    counts = CountingSegment(
        loop_run.loop, state, NO_EXAMPLES if before is None else before, around.picks, segment.ends
    )
    loop_run.choose = lambda: counts.picks
    return CountingRun(problem, loop_run, counts)


def _lacks(learner: Learner) -> Mapping[str, str]:
    rule = learner.recipe.counting
    assert rule is not None
    if not rule.probabilistic:
        return {
            "space": rule.no_space,
            "mistakes": "Every example is counted once, right or wrong.",
            "coefficients": "Means have no coefficients of examples.",
            "read-outs": "{title} has only one read-out: its means.",
            "loss": "{title} has no loss to minimise.",
            "optimum": "{title} minimises no objective, so it has no optimum.",
            "bound": "{title} counts every example, right or wrong: the proof is about the perceptron.",
        }
    return {
        "space": rule.no_space,
        "margin": "Counts have no street: s = ±1 is a ratio of two probabilities like any other.",
        "mistakes": "Counting does not depend on mistakes: every example counts once.",
        "coefficients": "Counts have no coefficients of examples.",
        "read-outs": "Counts have only one read-out.",
        "bound": "{title} counts every example, right or wrong: the proof is about the perceptron.",
    }


COUNTING = Kind("counting", pose_plainly, begin, _lacks, ends_by_itself=True)
