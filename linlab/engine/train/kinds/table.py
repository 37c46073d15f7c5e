"""The table of kinds: a recipe names one, and an optimiser that works on the whole objective makes
it a solver."""

from linlab.engine.learner.learner import Learner

from .bag import BAG
from .boost import BOOST
from .counting import COUNTING
from .gradient import GRADIENT
from .kind import Kind
from .solver import SOLVER
from .stack import STACK
from .vote import VOTE

KINDS: dict[str, Kind] = {
    kind.key: kind for kind in (GRADIENT, SOLVER, COUNTING, VOTE, BAG, STACK, BOOST)
}


def kind_of(learner: Learner) -> Kind:
    return KINDS[SOLVER.key if learner.optimiser.solver else learner.recipe.kind]
