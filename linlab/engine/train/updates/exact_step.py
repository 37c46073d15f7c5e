"""The exact optimum as a solver: one step leads from the start to the minimum of J.

The room of the optimum comes after this one, so it registers what it computes (`registered.py`).
"""

from collections.abc import Callable

import numpy as np

from linlab.engine.ground.arrays import Floats
from linlab.engine.ground.errors import LinlabError
from linlab.engine.ground.progress import tell
from linlab.engine.train.problem import Problem

from .registered import EXACT, registered


def solve(problem: Problem, start: Floats, show: Callable[[Floats], None]) -> str:
    """Show the optimum; why there are no more steps, in words."""
    tell("computing the exact optimum")
    try:
        found = registered(EXACT)(problem)
    except LinlabError as error:
        return f"there is no exact optimum to step to: {error}".rstrip(".")
    if not np.array_equal(found.theta, start):
        show(np.asarray(found.theta))
    return "this is the exact optimum"
