"""Whole-objective solvers: a step is an iteration of scipy's solver, along its own path."""

from collections.abc import Mapping
from dataclasses import dataclass, field

import numpy as np

from linlab.engine.ground.arrays import Floats
from linlab.engine.ground.errors import LinlabError
from linlab.engine.ground.once import cached_property
from linlab.engine.learner.learner import Learner
from linlab.engine.train.models import Linear, Model
from linlab.engine.train.problem import Problem
from linlab.engine.train.state import State, Step
from linlab.engine.train.tracing.pace import is_quick
from linlab.engine.train.updates import solvers

from .kind import Kind, PreviousSegment, RunContext, Segment, SegmentRun, pose_plainly


@dataclass(eq=False)
class SolverRun(SegmentRun):
    """Iterations of a solver."""

    problem: Problem
    segment: Segment
    begun: State
    end: int | None = field(default=None, init=False)
    reason: str = field(default="", init=False)
    diverged: bool = field(default=False, init=False)

    @cached_property
    def path(self) -> solvers.Path:
        return solvers.Path(self.problem, self.begun.theta)

    def advance(self, state: State, until: int) -> State:
        path = self.path
        begins = self.segment.begins
        k = path.upto(until - begins)
        last = begins + len(path.thetas) - 1
        if self.segment.ends is None and path.why and until >= last:
            self.end = last
            self.reason = path.why
            until = last
        tally = self.begun.tally.copy()
        made = np.flatnonzero(np.diff(path.mistakes[: k + 1]))
        tally[0] += path.mistakes[k]
        tally[1] = begins + made[-1] + 1 if len(made) else tally[1]
        return State(max(until, state.t), path.thetas[k], state.total, state.memory, tally)

    def soon(self, state: State, t: int, seconds: float) -> int:
        problem = self.problem
        done = state.t - self.segment.begins
        quick = is_quick(problem.n * problem.d * problem.rows)
        found = self.path.upto(done + 1, None if quick else max(0.0, seconds))
        return state.t if found <= done and not self.path.why else min(t, state.t + 1)

    def step(self, before: State) -> tuple[Step, State | None]:
        after = self.advance(before, before.t + 1)
        return self.path.step(before, before.t - self.segment.begins, after.theta), None

    def read_out(self, state: State) -> Model:
        return Linear(self.problem, state.theta)


def _pose(around: RunContext, segment: Segment, ghosts: Floats | None) -> Problem:
    problem = pose_plainly(around, segment, ghosts)
    learner = segment.learner
    smooth = learner.recipe.loss.smooth_in(problem.rows)
    if not smooth and not learner.optimiser.corners:
        raise LinlabError(
            f"{learner.optimiser.title} needs a smooth objective, but with more than two classes "
            f"{learner.recipe.loss.title.lower()} has a corner where two classes tie: use the optimiser sgd."
        )
    return problem


def begin(
    around: RunContext,
    segment: Segment,
    problem: Problem,
    state: State,
    earlier: PreviousSegment | None,
) -> SolverRun:
    return SolverRun(problem, segment, state)


def _lacks(learner: Learner) -> Mapping[str, str]:
    return {"read-outs": "{optimiser} has only its last weights to answer with."}


SOLVER = Kind("solver", _pose, begin, _lacks, ends_by_itself=True, most_updates=1000)
