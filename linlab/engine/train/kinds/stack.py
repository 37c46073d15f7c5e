"""A stack: one of the other models, the top model, learns with the output of another, the base
model, as extra features. Its steps are those of the top model, of whatever kind."""

from collections.abc import Mapping

from linlab.engine.ground.arrays import Floats
from linlab.engine.learner.learner import Learner
from linlab.engine.train.problem import Problem
from linlab.engine.train.state import State
from linlab.engine.train.teams.stacking import pose_stack

from . import team
from .gradient import GRADIENT
from .kind import Kind, PreviousSegment, RunContext, Segment, SegmentRun
from .solver import SOLVER


def _pose(around: RunContext, segment: Segment, ghosts: Floats | None) -> Problem:
    return pose_stack(
        around.document, segment.begins, segment.points, segment.learner, around.train
    )


def _begin(
    around: RunContext,
    segment: Segment,
    problem: Problem,
    state: State,
    earlier: PreviousSegment | None,
) -> SegmentRun:
    top = SOLVER if problem.learner.optimiser.solver else GRADIENT  # there is no other output
    return top.begin(around, segment, problem, state, earlier)


def _lacks(learner: Learner) -> Mapping[str, str]:
    """Like a team, but the top model has margins."""
    return {what: why for what, why in team.lacks(learner).items() if what != "margin"}


STACK = Kind("stack", _pose, _begin, _lacks, frozenset({"members"}))
