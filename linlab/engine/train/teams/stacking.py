"""Stacking as a model of a document (Z 4.4): one of the other models, the top model, gets its
ordinary problem with the output of another, the base model, beside φ(x).

The base model is trained first, from its own start, until it has converged by its own rule or for 50
epochs; then the top model learns, and its steps are the ones that count. If points or settings change
during the run, the top model gets another problem, with the base model trained again.
"""

from collections.abc import Callable
from dataclasses import replace
from functools import lru_cache
from typing import Any

import numpy as np

from linlab.engine.data.points import Points
from linlab.engine.document.document import Document
from linlab.engine.ground.effort import within
from linlab.engine.ground.errors import LinlabError
from linlab.engine.learner.learner import Learner
from linlab.engine.learner.names import names_of
from linlab.engine.train.models import Model
from linlab.engine.train.problem import Problem, pose

from .base_outputs import BaseOutputs, Jackknife, Outputs, check_pair
from .folds import check_classes, folds_of
from .team import Posing, other, others

EPOCHS = 50  # epochs of each base model at most
CHECK_EFFORT = within(0.0005)  # to check after an epoch whether a run has converged
ITERATION = within(0.004)  # for a solver, which passes from thread to thread
Train = Callable[
    [Document, Posing, str], Model
]  # trains the only learner of a document to its end, with progress


def top_model(learner: Learner, learners: tuple[Learner, ...]) -> Learner:
    """The top model of a stack, whose steps are made."""
    return learners[other(learners, learner["of"], learner.recipe.title)]


def pose_stack(
    document: Document, t: int, points: Points, learner: Learner, train: Train
) -> Problem:
    """The top model's problem that is in force from step t on, with the base model beside it."""
    learners = document.learners_at(t)
    a = top_model(learner, learners)
    b = other(learners, learner["upon"], learner.recipe.title)
    check_pair(a, learners[b], learner["outputs"])
    if a.reads_texts != learners[b].reads_texts:
        raise LinlabError(
            f"{learner.recipe.title} needs two models that read the same: both texts, or both places in the plane."
        )
    problem = pose(points, a, document.seed, document.parts_of(points))
    places = others(learners)
    name = names_of([learners[k] for k in places])[places.index(b)]
    plain = Document(points, (learners[b],), document.seed, document.shares)
    assert problem.map is not None
    base = BaseOutputs(
        problem.map,
        Outputs(learner["outputs"], problem.classes),
        _jackknife(plain, learner["folds"], train),
        learner["jackknife"] == "on",
        f"base model ({name})",
    )
    return stacked(problem, base, learner.recipe.title)


def stacked(problem: Problem, base: BaseOutputs, title: str = "") -> Problem:
    """The top model's problem with the output of the base model beside its features."""
    return replace(problem, map=base, base_outputs=base, called=title)


@lru_cache(maxsize=4)  # the base model is kept while the top model's settings change
def _jackknife(document: Document, folds: int, train: Train) -> Jackknife:
    points = document.points
    parts = document.parts_of(document.points)
    mine = np.flatnonzero((points.label >= 0) & (parts == 0))
    fold = folds_of(len(mine), folds, document.seed)
    check_classes(points.take(mine), fold)
    problem = pose(
        points, document.learners[0], document.seed, parts
    )  # raises at once if it is impossible

    def trained(without: int | None, doing: str) -> Model:
        kept: Any = np.ones(len(points), bool)
        kept[mine[fold == without]] = False

        def posing(points: Points, learner: Learner, ghosts: Any) -> Problem:
            return pose(points.take(kept), learner, document.seed, parts[kept], ghosts)

        return train(document, posing, doing)

    return Jackknife(problem.x, fold, trained, _effort_of_training(problem))


def _effort_of_training(problem: Problem) -> int:
    """Of one base model. After each epoch all examples are judged, which takes as long as the epoch; counts
    are made in a single one."""
    epoch = problem.n * problem.rows * (problem.d + 16)
    if problem.counting is not None:
        return CHECK_EFFORT + 2 * epoch
    if problem.learner.optimiser.solver:
        return EPOCHS * (ITERATION + 20 * epoch)
    return EPOCHS * (CHECK_EFFORT + 2 * epoch)
