"""Learners that learn nothing themselves: the runs of their members advance together, and their
models make one model."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from linlab.engine.learner.learner import Learner
from linlab.engine.train.models import Model
from linlab.engine.train.problem import Problem
from linlab.engine.train.state import State, Step
from linlab.engine.train.teams.follower import Follower
from linlab.engine.train.teams.team import Team

from .kind import PreviousSegment, RunContext, Segment, SegmentRun

MakeTeam = Callable[[RunContext, Segment, Problem], Team]


@dataclass(eq=False)
class TeamRun(SegmentRun):
    """The members' steps."""

    problem: Problem
    segment: Segment
    team: Team
    end: int | None = field(default=None, init=False)
    reason: str = field(default="", init=False)
    diverged: bool = field(default=False, init=False)

    @property
    def members(self) -> Sequence[Follower]:
        return self.team.runs

    def advance(self, state: State, until: int) -> State:
        """The last segment ends when all members have ended."""
        if self.segment.ends is not None:
            return replace(state, t=until)
        self.team.be_at(until)
        if self.team.end is not None and self.team.end <= until:
            self.end, self.reason = max(self.team.end, self.segment.begins), self.team.reason
            until = max(min(until, self.end), state.t)
        return replace(state, t=until)

    def soon(self, state: State, t: int, seconds: float) -> int:
        return max(state.t, self.team.reach(t, seconds))

    def step(self, before: State) -> tuple[Step, State | None]:
        return self.team.step(before.t + 1, self.problem), None

    def read_out(self, state: State) -> Model:
        return self.team.model(state.t)

    def mistakes(self, state: State) -> int:
        return self.team.mistakes(state.t)

    @property
    def doing(self) -> str:
        return self.team.doing

    def cancel_tasks(self) -> None:
        self.team.cancel_tasks()


def lacks(learner: Learner) -> Mapping[str, str]:
    return {
        "space": "{title} uses other models, each with its own space.",
        "margin": "A vote of several models has no margin: its score is a share of the votes.",
        "coefficients": "{title} has no coefficients of its own: its members may have some.",
        "read-outs": "{title} has only one read-out: its members' answers.",
        "loss": "{title} has no loss of its own: see Error.",
        "optimum": "{title} minimises nothing itself, so it has no optimum: its members may have one.",
        "bound": "{title} learns nothing itself: the proof is about the perceptron.",
    }


def beginning_with(make: MakeTeam) -> Callable[..., TeamRun]:
    """The `begin` of a kind whose team is made by `make`."""

    def begin(
        around: RunContext,
        segment: Segment,
        problem: Problem,
        state: State,
        earlier: PreviousSegment | None,
    ) -> TeamRun:
        return TeamRun(problem, segment, make(around, segment, problem))

    return begin
