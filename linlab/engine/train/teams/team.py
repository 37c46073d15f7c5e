"""A team: runs that go on together for a learner which learns nothing itself, and the model that is
made of theirs.

Whoever is in it follows from the document: its other models that are made of no others, in their
order. A model of one of them on a sample of the points is a run of the same document whose problems
are posed on that sample.
"""

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace

import numpy as np

from linlab.engine.data.points import Points
from linlab.engine.document.document import Document
from linlab.engine.ground.arrays import Floats
from linlab.engine.ground.errors import LinlabError
from linlab.engine.learner.learner import Learner
from linlab.engine.learner.losses import rivals_and_margins
from linlab.engine.learner.names import names_of
from linlab.engine.learner.parameters import PLACES, numbers_in
from linlab.engine.train.models import Model
from linlab.engine.train.problem import Problem
from linlab.engine.train.state import Step

from .follower import Follower
from .samples import bootstrap, outside, pose_sample
from .shared_classes import chances, in_classes
from .voting import Voting, dev_accuracy

Posing = Callable[[Points, Learner, Floats | None], Problem]  # points, learner and ghosts


Follow = Callable[[int, Posing | None], Follower]  # the run of the learner at this place


@dataclass(eq=False)
class Team:
    """Runs of which each has a name, and what `made` makes of their models."""

    names: tuple[str, ...]
    runs: tuple[Follower, ...]
    made: Callable[[tuple[Model, ...]], Model]
    _last: tuple[int, Model] | None = field(
        default=None, init=False
    )  # several views look at the same moment

    def reach(self, t: int, seconds: float) -> int:
        """Train all towards t for about so many seconds, those first that are behind; how far all
        of them are."""
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
        for run in self.runs:
            run.at(t, passing=True)

    @property
    def end(self) -> int | None:
        """Where the last of them ends, if all do."""
        ends = [run.end for run in self.runs if run.end is not None]
        return max(ends) if len(ends) == len(self.runs) else None

    @property
    def reason(self) -> str:
        last = max(self.runs, key=lambda run: run.end or 0)
        return (
            last.reason
            if len(self.runs) == 1
            else f"all members have come to their end, the last one because {last.reason}"
        )

    def mistakes(self, t: int) -> int:
        """Those of all."""
        return sum(run.mistakes(t) for run in self.runs)

    def model(self, t: int) -> Model:
        if self._last is None or self._last[0] != t:
            self._last = t, self.made(tuple(run.model(t) for run in self.runs))
        return self._last[1]

    def step(self, t: int, problem: Problem) -> Step:
        """What all did in update t, on the examples of any of them, of which it tells what the team
        said before."""
        made = [_among(run.step(t), problem) if run.at(t).t == t else None for run in self.runs]
        learners = [run.problem(t - 1).learner for run in self.runs]
        ids = np.unique(
            np.concatenate([step.ids for step in made if step is not None] or [problem.ids[:0]])
        )
        examples = np.flatnonzero(np.isin(problem.ids, ids))
        y, many = problem.y[examples], len(examples)
        scores = self.model(t - 1).scores(problem.x[examples])
        rivals, margins = rivals_and_margins(scores, y)
        margins = np.where(np.isnan(margins), 0.0, margins)  # what is left open is a mistake
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
            team=tuple(zip(self.names, learners, made, strict=True)),
        )


def _among(step: Step | None, problem: Problem) -> Step | None:
    """A step that tells its examples by their places among those of the team, of which its run may
    know a sample alone."""
    if step is None:
        return None
    order = np.argsort(problem.ids, kind="stable")
    return replace(step, examples=order[np.searchsorted(problem.ids, step.ids, sorter=order)])


def team_of(
    document: Document, t: int, points: Points, problem: Problem, follow: Follow
) -> Team | None:
    """The team of the learner of a problem that is in force from update t on; None for one that
    learns itself."""
    make = _TEAMS.get(problem.learner.recipe.team)
    return None if make is None else make(document, t, points, problem, follow)


def others(learners: Sequence[Learner]) -> list[int]:
    """The places of those that are made of no others."""
    return [k for k, learner in enumerate(learners) if not learner.recipe.team]


def alone(learners: Sequence[Learner], which: int) -> tuple[Learner, ...]:
    """A learner, and those that it is made of: what it needs of a document."""
    own = learners[which]
    return (own, *(learners[k] for k in others(learners))) if own.recipe.team else (own,)


def other(learners: Sequence[Learner], place: str, title: str) -> int:
    """The first of them, the second, …; or a sentence that there is no such model."""
    found, k = others(learners), PLACES.index(place)
    if k >= len(found):
        have = (
            "no other model"
            if not found
            else "1 other model"
            if len(found) == 1
            else f"{len(found)} other models"
        )
        raise LinlabError(
            f"{title} is made of other models, but there is no {place} one in this document, which has {have}: "
            "add one."
        )
    return found[k]


def _voters(document: Document, t: int, points: Points, problem: Problem, follow: Follow) -> Team:
    learners, own = document.learners_at(t), problem.learner
    places = others(learners)
    if not places:
        raise LinlabError(
            "A vote asks the other models of the document, but it has no others yet: add some."
        )
    if own["how"] == "weighted" and own["voices"] == "dev" and not len(problem.held_out[0][1]):
        raise LinlabError(
            "A vote weighted by dev accuracy needs dev points, but there are none: set aside a share of the "
            "points as dev, or give weights of your own."
        )
    names = names_of([learners[k] for k in places])
    voices = next(iter(numbers_in(own["voices"]) or ((),)))
    fixed = np.array([*voices, *[1.0] * len(places)])[: len(places)]
    if own["how"] == "weighted" and own["voices"] != "dev" and not fixed.any():
        raise LinlabError("The weights of a vote must not all be 0.")

    def made(models: tuple[Model, ...]) -> Model:
        named, weights = list(zip(names, models, strict=True)), np.ones(len(models))
        if own["how"] == "soft" and own["without"] == "leave-out":
            named = [
                each
                for each in named
                if chances(each[1], each[1].examples.classes, np.zeros((1, 2))) is not None
            ]
            if not named:
                raise LinlabError(
                    "None of the models gives probabilities: there is nobody left for a soft vote."
                )
            weights = weights[: len(named)]
        if own["how"] == "weighted":
            weights = (
                np.array([dev_accuracy(model) for model in models])
                if own["voices"] == "dev"
                else fixed
            )
            weights = (
                weights if weights.any() else np.ones(len(models))
            )  # nobody is right about anything
        kept, voters = zip(*named, strict=True)
        return Voting(voters, in_classes(problem, problem.classes), own["how"], weights, kept)

    return Team(names, tuple(follow(k, None) for k in places), made)


def _bag(document: Document, t: int, points: Points, problem: Problem, follow: Follow) -> Team:
    learners, seed = document.learners_at(t), document.seed
    place = other(learners, problem.learner["of"], problem.title)

    def posing(b: int) -> Posing:
        return lambda points, learner, ghosts: pose_sample(
            points, learner, seed, document.parts_of(points), b, ghosts
        )

    runs, drawn, names = [], [], []
    for b in range(problem.learner["members"]):
        sample = bootstrap(seed, b, problem.n)
        if len(np.unique(problem.y[sample])) > 1:  # nothing can be trained on a single class
            runs.append(follow(place, posing(b)))
            drawn.append(sample)
            names.append(f"Sample {b + 1}")
    if not runs:
        raise LinlabError("Every sample has points of one class alone: there are too few points.")
    unseen, over = outside(drawn, problem.n), in_classes(problem, problem.classes)

    def made(models: tuple[Model, ...]) -> Model:
        return Voting(
            models, over, "plurality", np.ones(len(models)), tuple(names), unseen, problem.title
        )

    return Team(tuple(names), tuple(runs), made)


_TEAMS: dict[str, Callable[[Document, int, Points, Problem, Follow], Team]] = {
    "vote": _voters,
    "bag": _bag,
}
