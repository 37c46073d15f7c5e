"""What a team is made of when it is chosen: the model in hand, and as many more as it needs.

A bag and AdaBoost train the model in hand; a vote asks at least three; a stack puts the model in
hand on a base model, or, where that cannot use another's output, another model on it.
"""

from collections.abc import Sequence

from linlab.engine.document.document import MOST_MODELS
from linlab.engine.document.resampling import fitted_to
from linlab.engine.ground.errors import LinlabError
from linlab.engine.learner.catalog import USUAL
from linlab.engine.learner.learner import Learner
from linlab.engine.learner.parameters import PLACES

from .team import others

VOTERS = 3
CANDIDATES = (USUAL, "logistic", "gaussian-naive-bayes", "svm")  # as unlike each other as possible
TOP, BASE = "logistic", "gaussian-naive-bayes"


def team_of(
    learners: Sequence[Learner], focus: int, team: Learner
) -> tuple[list[int | Learner], int]:
    """The models of a document in which a team has been chosen for the model in hand, which stays:
    those that there are, by their places, and new ones; and the place of the team.

    >>> team_of([Learner.of("svm")], 0, Learner.of("bagging"))[0][1].model
    'bagging'
    """
    places: list[int | Learner] = list(range(len(learners)))
    new, named = _gathered(learners, focus, team)
    in_place = learners[focus].recipe.of_others  # one team takes the place of another
    if len(places) + len(new) + (not in_place) > MOST_MODELS:
        return [*places[:focus], team, *places[focus + 1 :]], focus
    if in_place:
        return [*places[:focus], named, *places[focus + 1 :], *new], focus
    return [*places, *new, named], len(places) + len(new)


def members_of(learners: Sequence[Learner], which: int) -> list[int]:
    """The places of the models that a team is made of."""
    own, found = learners[which], others(learners)
    wanted = [PLACES.index(own[name]) for name in ("of", "upon") if name in own.recipe.parameters]
    return [found[k] for k in wanted if k < len(found)] if wanted else found


def _gathered(
    learners: Sequence[Learner], focus: int, team: Learner
) -> tuple[list[Learner], Learner]:
    """The models that are missing, which come after those that there are, and the team that names
    its own."""
    own = learners[focus]
    found = [learners[k] for k in others(learners)]
    if own.recipe.of_others:
        first = found[0] if found else _like(own, USUAL)
    else:
        first = own
        found = [own, *(each for each in found if each is not own)]
    parameters = team.recipe.parameters
    if "of" not in parameters:
        return _voters(first, found), team
    wanted = [first] if "upon" not in parameters else _stacked(first, found)
    if "each" in parameters:  # it gives examples weights
        wanted = [_weighted(first, found)]
    there = [learners[k] for k in others(learners)]
    new = [each for each in wanted if not any(each is other for other in there)]
    at = [next(k for k, other in enumerate([*there, *new]) if other is each) for each in wanted]
    names = dict(zip(("of", "upon"), (PLACES[k] for k in at), strict=False))
    return new, team.replace(**names)


def another(learners: Sequence[Learner], focus: int) -> Learner:
    """A model unlike those that there are, to compare with."""
    used = {each.model for each in learners}
    free = [key for key in CANDIDATES if key not in used]
    return _like(learners[focus], next(iter(free), USUAL))


def _voters(own: Learner, found: Sequence[Learner]) -> list[Learner]:
    used = {each.model for each in found}
    free = [_like(own, key) for key in CANDIDATES if key not in used]
    return free[: max(0, VOTERS - len(found))]


def _stacked(own: Learner, found: Sequence[Learner]) -> list[Learner]:
    """The top model and the base model."""
    if _can_be_top(own):
        rest = [each for each in found if each is not own]
        return [own, rest[0] if rest else fitted_to(Learner.of(BASE), own.reads_texts)]
    tops = [each for each in found if _can_be_top(each)]
    return [tops[0] if tops else fitted_to(Learner.of(TOP), own.reads_texts), own]


def _can_be_top(learner: Learner) -> bool:
    """Whether it can use the output of another: a count and a kernel cannot."""
    return learner.recipe.counting is None and not learner.dual


def _weighted(own: Learner, found: Sequence[Learner]) -> Learner:
    """A model to which examples can have weights, best that in hand."""
    able = [each for each in (own, *found) if each.recipe.counting is None]
    return able[0] if able else fitted_to(Learner.of(USUAL), own.reads_texts)


def _like(own: Learner, key: str) -> Learner:
    """A model in the space of another, if it can learn there; beside one of texts, a model of
    texts."""
    plain = fitted_to(Learner.of(key), own.reads_texts)
    if own.reads_texts:
        return plain
    try:
        spaced = "space" in plain.recipe.parameters and "space" in own.recipe.parameters
        return plain.replace(space=own["space"]) if spaced else plain
    except LinlabError:
        return plain
