"""The exact optimum as a solver for `engine/train`: one step leads to it.

linlab registers it when it is imported, so this file imports next to nothing.
"""

from typing import Any

from linlab.engine.train.updates.registered import EXACT, register


def optimum_of(problem: Any) -> Any:
    """The optimum of a problem; scipy and libsvm are loaded when it is first asked for."""
    from .exact import optimum

    return optimum(problem)


def register_exact_solver() -> None:
    register(EXACT, optimum_of)
