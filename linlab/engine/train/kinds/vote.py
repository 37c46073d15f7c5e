"""A vote: the other models of the document learn by themselves, and this one combines their
answers."""

import numpy as np

from linlab.engine.ground.errors import LinlabError
from linlab.engine.learner.names import names_of
from linlab.engine.learner.parameters import numbers_in
from linlab.engine.train.models import Model
from linlab.engine.train.problem import Problem
from linlab.engine.train.teams.shared_classes import in_classes
from linlab.engine.train.teams.team import Team, others
from linlab.engine.train.teams.voting import vote_of

from .kind import Kind, RunContext, Segment, pose_plainly
from .team import beginning_with, lacks


def _team(around: RunContext, segment: Segment, problem: Problem) -> Team:
    learners = around.document.learners_at(segment.begins)
    own = problem.learner
    places = others(learners)
    if not places:
        raise LinlabError("A vote needs other models, but the document has none yet: add some.")
    if own["how"] == "weighted" and own["voices"] == "dev" and not len(problem.held_out[0][1]):
        raise LinlabError(
            "A vote weighted by dev accuracy needs dev points, but there are none: set aside some points as dev, or give your own weights."
        )
    names = names_of([learners[k] for k in places])
    voices = next(iter(numbers_in(own["voices"]) or ((),)))
    fixed = np.array([*voices, *[1.0] * len(places)])[: len(places)]
    if own["how"] == "weighted" and own["voices"] != "dev" and not fixed.any():
        raise LinlabError("The weights of a vote must not all be 0.")

    weights = None if own["voices"] == "dev" else fixed
    leave_out = own["without"] == "leave-out"
    over = in_classes(problem, problem.classes)

    def made(models: tuple[Model, ...]) -> Model:
        return vote_of(models, over, own["how"], weights, names, leave_out)

    return Team(names, tuple(around.follow(k, None) for k in places), made)


VOTE = Kind(
    "vote", pose_plainly, beginning_with(_team), lacks, frozenset({"members"}), ends_by_itself=True
)
