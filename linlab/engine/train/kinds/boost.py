"""AdaBoost (SAMME): one of the other models, trained repeatedly, each time with more weight on the
examples that the previous member got wrong.

    d starts at 1/N; member k is trained for E epochs with the weights vᵢ = N·dᵢ
    ε_k = Σ dᵢ [wrong],   β_k = ln((1 − ε_k)/ε_k) + ln(K − 1)
    dᵢ ← dᵢ e^{β_k [wrong]}, normalised;   the answer is argmax_c Σ_k β_k [k says c]

It ends with the last member, or earlier: if ε_k ≥ 1 − 1/K, that member is dropped (unless it is the
first); if ε_k = 0, that member alone answers. Members are trained one after the other, so t runs
through them; the member in training votes with its current state.
"""

from dataclasses import dataclass, field, replace

import numpy as np

from linlab.engine.data.points import Points
from linlab.engine.document.document import Document
from linlab.engine.ground.arrays import Floats
from linlab.engine.ground.errors import LinlabError
from linlab.engine.learner.learner import Learner
from linlab.engine.train.models import Model, decisions
from linlab.engine.train.problem import Problem, pose
from linlab.engine.train.state import State, Step
from linlab.engine.train.teams.follower import Follower
from linlab.engine.train.teams.shared_classes import Examples, in_classes
from linlab.engine.train.teams.team import other, step_together
from linlab.engine.train.teams.voting import Voting

from .kind import Kind, PreviousSegment, RunContext, Segment, SegmentRun, pose_plainly
from .team import lacks


@dataclass(frozen=True, eq=False)
class Member:
    """A member, and the weight of each example for it."""

    run: Follower
    shares: Floats  # (n,) d, which sums to 1

    def judged(self, t: int) -> tuple[Model, float, Floats]:
        """The member after t of its own steps, its weighted error ε, and which examples it gets
        wrong."""
        model = self.run.model(t)
        wrong = decisions(model, model.answers()) != model.examples.y
        return model, float(self.shares @ wrong), wrong


@dataclass(eq=False)
class BoostRun(SegmentRun):
    """Members one after the other, E epochs each."""

    problem: Problem
    around: RunContext
    segment: Segment
    base: Learner
    over: Examples
    end: int | None = field(default=None, init=False)
    reason: str = field(default="", init=False)
    diverged: bool = field(default=False, init=False)
    _members: list[Member] = field(default_factory=list, init=False)
    _last: tuple[int, Model] | None = field(default=None, init=False)

    def __post_init__(self) -> None:
        self._begin_member(np.full(self.problem.n, 1.0 / self.problem.n))
        own = self._members[0].run.problem(0)
        self.length = int(self.problem.learner["each"]) * own.updates_per_epoch
        self.most = int(self.problem.learner["members"])
        self._set_end(self.most, f"all {self.most} members have been trained")

    def advance(self, state: State, until: int) -> State:
        """Finishes members in turn."""
        for k in range(len(self._members) - 1, self._place(until)[0]):
            self._finish(k)
            if k + 1 >= len(self._members):  # it was the last one
                break
        k, local = self._place(self._clamped(until))
        self._members[k].run.at(local, passing=True)
        return replace(state, t=max(state.t, self._clamped(until)))

    def soon(self, state: State, t: int, seconds: float) -> int:
        k, local = self._place(state.t)
        if local == self.length or k >= len(self._members):
            return min(t, state.t + 1)
        goal = min(t, self.segment.begins + (k + 1) * self.length)
        reached = self._members[k].run.reach(goal - self.segment.begins - k * self.length, seconds)
        return self.segment.begins + k * self.length + reached

    def step(self, before: State) -> tuple[Step, State | None]:
        k, local = self._place(before.t + 1)
        member = self._members[k]
        made = member.run.step(local) if member.run.at(local).t == local else None
        named = ((f"Member {k + 1}", member.run.problem(0).learner, made),)
        return step_together(before.t + 1, self.problem, self._model(before.t), named), None

    def read_out(self, state: State) -> Model:
        return self._model(state.t)

    def mistakes(self, state: State) -> int:
        k, local = self._place(state.t)
        earlier = sum(member.run.mistakes(self.length) for member in self._members[:k])
        return earlier + self._members[k].run.mistakes(local)

    @property
    def doing(self) -> str:
        return self._members[-1].run.doing

    def cancel_tasks(self) -> None:
        for member in self._members:
            member.run.cancel_tasks()

    def _clamped(self, t: int) -> int:
        return t if self.end is None else min(t, self.end)

    def _set_end(self, members: int, reason: str) -> None:
        if self.segment.ends is None:
            self.end = self.segment.begins + members * self.length
            self.reason = reason

    def _place(self, t: int) -> tuple[int, int]:
        """Which member is being trained after step t, and how many steps it has made; at its
        end it is still that member."""
        made = max(0, t - self.segment.begins)
        k = min(max(0, made - 1) // self.length, self.most - 1)
        return k, min(made - k * self.length, self.length)

    def _begin_member(self, shares: Floats) -> None:
        document, points = self.around.document, self.segment.points
        plain = Document(points, (self.base,), document.seed, document.shares)

        def posing(points: Points, learner: Learner, ghosts: Floats | None) -> Problem:
            problem = pose(points, learner, document.seed, document.parts_of(points), ghosts)
            return replace(problem, weights=problem.n * shares)

        self._members.append(Member(self.around.lone(plain, posing), shares))

    def _finish(self, k: int) -> None:
        """Reweight the examples by the mistakes of member k, and start the next."""
        member = self._members[k]
        classes = len(self.problem.classes)
        _, wrong_share, wrong = member.judged(self.length)
        if wrong_share == 0.0:
            self._set_end(k + 1, f"member {k + 1} gets every example right, so it decides alone")
            self.most = k + 1
        elif wrong_share >= 1.0 - 1.0 / classes:
            self._set_end(k + 1, f"member {k + 1} does no better than chance")
            self.most = k + 1
        elif k + 1 < self.most:
            raised = member.shares * np.exp(vote(wrong_share, classes) * wrong)
            self._begin_member(raised / raised.sum())

    def _model(self, t: int) -> Model:
        """The members so far, each with its β."""
        if self._last is None or self._last[0] != t:
            self._last = t, self._combined(t)
        return self._last[1]

    def _combined(self, t: int) -> Model:
        k, local = self._place(t)
        classes = len(self.problem.classes)
        models, votes, names = list[Model](), list[float](), list[str]()
        for j in range(k + 1):
            model, wrong_share, _ = self._members[j].judged(self.length if j < k else local)
            if wrong_share == 0.0:
                models = [model]
                votes = [1.0]
                names = [f"Member {j + 1}"]
                break
            if wrong_share < 1.0 - 1.0 / classes:
                models.append(model)
                votes.append(vote(wrong_share, classes))
                names.append(f"Member {j + 1}")
            elif j == 0 and k == 0:
                models = [model]
                votes = [1.0]
                names = ["Member 1"]
        return Voting(
            tuple(models),
            self.over,
            "weighted",
            np.array(votes),
            tuple(names),
            called=self.problem.title,
        )


def vote(wrong_share: float, classes: int) -> float:
    """β of a member with weighted error ε."""
    return float(np.log((1.0 - wrong_share) / wrong_share) + np.log(classes - 1.0))


def _begin(
    around: RunContext,
    segment: Segment,
    problem: Problem,
    state: State,
    earlier: PreviousSegment | None,
) -> BoostRun:
    learners = around.document.learners_at(segment.begins)
    base = learners[other(learners, problem.learner["of"], problem.title)]
    if base.recipe.counting is not None:
        raise LinlabError(
            f"{problem.title} gives examples weights, but {base.recipe.title} counts every example once: choose a model trained by gradients."
        )
    return BoostRun(problem, around, segment, base, in_classes(problem, problem.classes))


BOOST = Kind("boost", pose_plainly, _begin, lacks, frozenset({"members"}), ends_by_itself=True)
