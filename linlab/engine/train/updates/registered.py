"""Solvers that a later room computes. This room cannot import them, so they are registered here when
linlab is imported: the arrow points from that room to this one."""

from collections.abc import Callable
from typing import Any

EXACT = "exact"  # the exact optimum of a problem
Solver = Callable[[Any], Any]  # of a problem; what it finds has a theta
_solvers: dict[str, Solver] = {}


def register(name: str, solver: Solver) -> None:
    _solvers[name] = solver


def registered(name: str) -> Solver:
    return _solvers[name]
