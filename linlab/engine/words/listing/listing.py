"""The listing of a learner, by its kind."""

from collections.abc import Callable
from functools import lru_cache

from linlab.engine.learner.learner import Learner
from linlab.engine.train.problem import Problem

from .kinds import teams
from .kinds.batch import batched
from .kinds.counting import counting
from .kinds.online import online
from .kinds.unified import unified
from .kinds.whole_objective import whole
from .line import Listing
from .notation import Notation


def listing_of(learner: Learner, problem: Problem) -> Listing:
    """The listing of a learner; in a stack `problem` is that of its top model."""
    return _listing(learner, problem.learner, len(problem.classes))


def unified_listing(learner: Learner, classes: int) -> Listing | None:
    """The step of an online learner as an instance of the one update; None where there is none."""
    return unified(Notation(learner, classes > 2)) if is_online(learner) else None


def is_online(learner: Learner) -> bool:
    """Whether it takes one example at a time by the plain step."""
    own = learner.recipe
    plain = own.counting is None and not own.of_others
    return bool(plain and learner["batch"] == 1 and learner["optimiser"] == "sgd")


@lru_cache(maxsize=64)
def _listing(learner: Learner, top: Learner, classes: int) -> Listing:
    return _KINDS[learner.recipe.kind](learner, top, classes)


def _by_gradients(learner: Learner, stacked: bool, classes: int) -> Listing:
    notation = Notation(learner, classes > 2, stacked)
    if learner.optimiser.solver:
        return whole(notation)
    return online(notation) if is_online(learner) else batched(notation)


_KINDS: dict[str, Callable[[Learner, Learner, int], Listing]] = {
    "gradient": lambda learner, top, classes: _by_gradients(learner, False, classes),
    "counting": lambda learner, top, classes: counting(learner),
    "vote": lambda learner, top, classes: teams.vote(learner),
    "bag": lambda learner, top, classes: teams.bag(learner),
    "boost": lambda learner, top, classes: teams.boost(learner, classes),
    "stack": lambda learner, top, classes: teams.stack(learner, _by_gradients(top, True, classes)),
}
