"""A team: runs that advance together for a learner that learns nothing itself, and the model made
of theirs.

The document decides its members: the other models that are not made of others, in their order. A
model of one of them on a sample of the points is a run of the same document whose problems are
posed on that sample.
"""

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace

import numpy as np

from linlab.engine.data.points import Points
from linlab.engine.ground.arrays import Floats
from linlab.engine.ground.cores.parallel import on_all_cores
from linlab.engine.ground.effort import MOMENT
from linlab.engine.ground.errors import LinlabError
from linlab.engine.learner.learner import Learner
from linlab.engine.learner.losses import rivals_and_margins
from linlab.engine.learner.parameters import PLACES
from linlab.engine.train.models import Model
from linlab.engine.train.problem import Problem
from linlab.engine.train.state import Step

from .follower import Follower

Posing = Callable[[Points, Learner, Floats | None], Problem]  # points, learner and ghosts


@dataclass(eq=False)
class Team:
    """Named runs, and the model that `made` makes of theirs."""

    names: tuple[str, ...]
    runs: tuple[Follower, ...]
    made: Callable[[tuple[Model, ...]], Model]
    _last: tuple[int, Model] | None = field(
        default=None, init=False
    )  # several views show the same moment

    def reach(self, t: int, seconds: float) -> int:
        """Train all towards t for about this many seconds, those that are behind first; return how
        far all of them are."""
        until = time.perf_counter() + seconds
        for k, run in enumerate(sorted(self.runs, key=lambda run: run.reached(t))):
            left = until - time.perf_counter()
            if k and left <= 0:
                break
            run.reach(t, left)
        behind = [run.reached(t) for run in self.runs if run.reached(t) < run.clamp(t)]
        return min(behind, default=t)

    @property
    def doing(self) -> str:
        return next((run.doing for run in self.runs if run.doing), "")

    def cancel_tasks(self) -> None:
        for run in self.runs:
            run.cancel_tasks()

    def be_at(self, t: int) -> None:
        """Train all up to t, on all cores if that takes longer than a moment."""

        def go(run: Follower) -> None:
            run.at(t, passing=True)

        behind = [run for run in self.runs if run.reached(t) < run.clamp(t)]
        todo = sum((run.clamp(t) - run.reached(t)) * run.problem(0).effort for run in behind)
        for _ in on_all_cores(go, self.runs) if todo > MOMENT else map(go, self.runs):
            pass

    @property
    def end(self) -> int | None:
        """Where the last of them ends, if all end."""
        ends = [run.end for run in self.runs if run.end is not None]
        return max(ends) if len(ends) == len(self.runs) else None

    @property
    def reason(self) -> str:
        last = max(self.runs, key=lambda run: run.end or 0)
        return (
            last.reason
            if len(self.runs) == 1
            else f"all members have finished, the last one because {last.reason}"
        )

    def mistakes(self, t: int) -> int:
        """The mistakes of all."""
        return sum(run.mistakes(t) for run in self.runs)

    def model(self, t: int) -> Model:
        if self._last is None or self._last[0] != t:
            self._last = t, self.made(tuple(run.model(t) for run in self.runs))
        return self._last[1]

    def step(self, t: int, problem: Problem) -> Step:
        """What all did in step t."""
        made = [run.step(t) if run.at(t).t == t else None for run in self.runs]
        learners = [run.problem(t - 1).learner for run in self.runs]
        named = tuple(zip(self.names, learners, made, strict=True))
        return step_together(t, problem, self.model(t - 1), named)


def step_together(
    t: int, problem: Problem, before: Model, named: tuple[tuple[str, Learner, Step | None], ...]
) -> Step:
    """What the members did in step t, by name, on the examples of all of them, with the answers
    of the team's model before it."""
    members = tuple((name, learner, _among(step, problem)) for name, learner, step in named)
    made = [step for _, _, step in members]
    ids = np.unique(
        np.concatenate([step.ids for step in made if step is not None] or [problem.ids[:0]])
    )
    examples = np.flatnonzero(np.isin(problem.ids, ids))
    y = problem.y[examples]
    many = len(examples)
    scores = before.scores(problem.x[examples])
    rivals, margins = rivals_and_margins(scores, y)
    margins = np.where(np.isnan(margins), 0.0, margins)  # undecided is a mistake
    nothing = np.zeros((problem.rows, problem.d))
    return Step(
        t=t,
        epoch=(t - 1) // problem.updates_per_epoch,
        examples=examples,
        ids=problem.ids[examples],
        labels=y,
        classes=problem.classes,
        scores=scores,
        rivals=rivals,
        margins=margins,
        losses=np.zeros(many),
        pulls=np.zeros((many, problem.rows)),
        loss=0.0,
        rate=0.0,
        reach=0.0,
        shrink=1.0,
        threshold=0.0,
        updated=any(step is not None and step.updated for step in made),
        before=nothing,
        change=nothing.copy(),
        decayed=0,
        x=problem.x[examples],
        team=members,
    )


def _among(step: Step | None, problem: Problem) -> Step | None:
    """A step with its examples as positions among those of the team; its own run may have only a
    sample."""
    if step is None:
        return None
    order = np.argsort(problem.ids, kind="stable")
    return replace(step, examples=order[np.searchsorted(problem.ids, step.ids, sorter=order)])


def others(learners: Sequence[Learner]) -> list[int]:
    """The indices of the learners that are not made of others."""
    return [k for k, learner in enumerate(learners) if not learner.recipe.of_others]


def alone(learners: Sequence[Learner], which: int) -> tuple[Learner, ...]:
    """A learner and the learners it is made of: what it needs from a document."""
    own = learners[which]
    return (own, *(learners[k] for k in others(learners))) if own.recipe.of_others else (own,)


def other(learners: Sequence[Learner], place: str, title: str) -> int:
    """The first of them, the second, …; or an error if there is no such model."""
    found = others(learners)
    k = PLACES.index(place)
    if k >= len(found):
        if not found:
            have = "no other model"
        elif len(found) == 1:
            have = "1 other model"
        else:
            have = f"{len(found)} other models"
        raise LinlabError(
            f"{title} needs a {place} other model, but this document has {have}: add one."
        )
    return found[k]
