"""A bag: one of the other models, trained on many samples of the points; the trained models
vote."""

import numpy as np

from linlab.engine.ground.errors import LinlabError
from linlab.engine.train.models import Model
from linlab.engine.train.problem import Problem
from linlab.engine.train.teams.samples import bootstrap, outside, pose_sample
from linlab.engine.train.teams.shared_classes import in_classes
from linlab.engine.train.teams.team import Posing, Team, other
from linlab.engine.train.teams.voting import Voting

from .kind import Kind, Segment, Surroundings, pose_plainly
from .team import beginning_with, lacks


def _team(around: Surroundings, segment: Segment, problem: Problem) -> Team:
    document, seed = around.document, around.document.seed
    learners = document.learners_at(segment.begins)
    place = other(learners, problem.learner["of"], problem.title)

    def posing(b: int) -> Posing:
        return lambda points, learner, ghosts: pose_sample(
            points, learner, seed, document.parts_of(points), b, ghosts
        )

    runs, drawn, names = [], [], []
    for b in range(problem.learner["members"]):
        sample = bootstrap(seed, b, problem.n)
        if len(np.unique(problem.y[sample])) > 1:  # nothing can be trained on a single class
            runs.append(around.follow(place, posing(b)))
            drawn.append(sample)
            names.append(f"Sample {b + 1}")
    if not runs:
        raise LinlabError("Every sample has points of only one class: add more points.")
    unseen, over = outside(drawn, problem.n), in_classes(problem, problem.classes)

    def made(models: tuple[Model, ...]) -> Model:
        return Voting(
            models, over, "plurality", np.ones(len(models)), tuple(names), unseen, problem.title
        )

    return Team(tuple(names), tuple(runs), made)


BAG = Kind(
    "bag",
    pose_plainly,
    beginning_with(_team),
    lacks,
    frozenset({"members", "out-of-bag"}),
    ends_by_itself=True,
)
