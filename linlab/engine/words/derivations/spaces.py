r"""How derivations write what a learner reads, and measure it: x in the plane, φ(x) in a feature or
kernel space, with the constant 1 of the bias as part of it."""

import math
from dataclasses import dataclass
from typing import Any

import numpy as np

from linlab.engine.ground.arrays import Floats
from linlab.engine.learner.losses import rivals_and_margins
from linlab.engine.optimum import theory
from linlab.engine.train.problem import Problem

from .line import Vector


@dataclass(frozen=True)
class Signs:
    """How x, the score of an example and the margin of a u are written."""

    x: str  # as LaTeX
    xi: str
    several: bool

    @property
    def margin_of_u(self) -> str:
        if self.several:
            return rf"(u_y - u_z) \cdot {self.xi}"
        return rf"y_i \, u \cdot {self.xi}"


def signs_of(problem: Problem) -> Signs:
    plain = problem.straight and not problem.dual
    x, xi = ("x", "x_i") if plain else (r"\varphi(x)", r"\varphi(x_i)")
    return Signs(x, xi, problem.rows > 1)


def theta_in_words(problem: Problem) -> str:
    """What θ and x mean, where both together are meant."""
    x = f"${signs_of(problem).x}$"
    if problem.bias == "none":
        return r"$\theta = w$"
    return rf"$\theta = (w, b)$, and {x} has a 1 for $b$"


def margins_of(problem: Problem, theta: Floats) -> Floats:
    """(n,)"""
    return np.asarray(rivals_and_margins(problem.scores(theta), problem.y)[1])


def length_of(problem: Problem, theta: Floats) -> float:
    """‖θ‖, the constant feature included."""
    return theory.length(problem, theta)


def penalised_length(problem: Problem, theta: Floats) -> float:
    """‖w‖, with the bias only where it is regularised."""
    return math.sqrt(problem.square(theta))


def weights_as_vector(problem: Problem, theta: Floats) -> Vector:
    """w as the penalty sees it."""
    numbers = theta[:, : problem.decayed] if not problem.dual else theta[:, : len(problem.centres)]
    return Vector(np.ravel(numbers), penalised_length(problem, theta))


def in_space(problem: Problem, theta: Any) -> Vector:
    """θ, or a change of it, with its length."""
    theta = np.atleast_2d(np.asarray(theta, float))
    return Vector(np.ravel(theta), theory.length(problem, theta))
