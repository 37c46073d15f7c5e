"""A bag: one of the other models, trained on many samples of the points; the trained models
vote."""

import numpy as np

from linlab.engine.ground.errors import LinlabError
from linlab.engine.train.models import Model
from linlab.engine.train.problem import Problem
from linlab.engine.train.teams.samples import outside, pose_sample, samples
from linlab.engine.train.teams.shared_classes import in_classes
from linlab.engine.train.teams.team import Posing, Team, other
from linlab.engine.train.teams.voting import Voting

from .kind import Kind, RunContext, Segment, pose_plainly
from .team import beginning_with, lacks


def _team(around: RunContext, segment: Segment, problem: Problem) -> Team:
    document = around.document
    seed = around.document.seed
    learners = document.learners_at(segment.begins)
    place = other(learners, problem.learner["of"], problem.title)

    def posing(b: int) -> Posing:
        return lambda points, learner, ghosts: pose_sample(
            points, learner, seed, document.parts_of(points), b, ghosts
        )

    drawn = samples(seed, problem.learner["members"], problem.y)
    if not drawn:
        raise LinlabError("Every sample has points of only one class: add more points.")
    runs = tuple(around.follow(place, posing(b)) for b, _ in drawn)
    names = tuple(f"Sample {b + 1}" for b, _ in drawn)
    unseen = outside([sample for _, sample in drawn], problem.n)
    over = in_classes(problem, problem.classes)

    def made(models: tuple[Model, ...]) -> Model:
        weights = np.ones(len(models))
        return Voting(models, over, "plurality", weights, names, unseen, problem.title)

    return Team(names, runs, made)


BAG = Kind(
    "bag",
    pose_plainly,
    beginning_with(_team),
    lacks,
    frozenset({"members", "out-of-bag"}),
    ends_by_itself=True,
)
