"""A score written out as a polynomial of the coordinates, if it is one: s(x) = Σ w_ij x₁ⁱx₂ʲ + b.

That is so in a space of monomials, for a polynomial kernel, whose coefficients sum to weights, w_ij
= m_ij Σ aₙ xₙ₁ⁱxₙ₂ʲ, and for two Gaussians, whose logarithms are quadratic.
"""

from dataclasses import dataclass
from typing import Any

import numpy as np

from linlab.engine.ground.arrays import Floats
from linlab.engine.ground.once import with_it

from .models import Model
from .problem import Problem

Power = tuple[int, int]


@dataclass(frozen=True, eq=False)
class Polynomial:
    """Weights by powers of x₁ and x₂, a row for each row of scores."""

    powers: tuple[Power, ...]  # none is (0, 0): that is the bias
    weights: Floats  # (rows, p)
    bias: Floats  # (rows,)

    @property
    def degree(self) -> int:
        return max((i + j for i, j in self.powers), default=0)

    def of(self, power: Power) -> Floats:
        """The weights of a monomial, 0 if it does not occur. (rows,)"""
        return (
            self.weights[:, self.powers.index(power)] if power in self.powers else 0.0 * self.bias
        )


def monomial(x: Floats, power: Power) -> Floats:
    """x₁ⁱx₂ʲ of each point. (n,)"""
    with np.errstate(over="ignore", under="ignore"):
        return np.asarray(x[:, 0] ** power[0] * x[:, 1] ** power[1])


def polynomial(model: Model) -> Polynomial | None:
    """The polynomial of its scores; None if they are not one."""
    own = model.single or model.counted
    return None if own is None else _written(own)


@with_it()
def _written(own: Any) -> Polynomial | None:
    problem, (weights, bias) = own.problem, own.parts()
    if problem.kernel is not None:
        return _of_kernel(problem, weights, bias)
    powers = getattr(problem.map if problem.counting is None else problem.counting, "powers", None)
    return None if powers is None else Polynomial(tuple(powers), weights, bias)


def _of_kernel(problem: Problem, coefficients: Floats, bias: Floats) -> Polynomial | None:
    kernel, x = problem.kernel, problem.centres
    if kernel is None or kernel.monomials is None:
        return None
    held = np.flatnonzero(coefficients.any(axis=0))  # the others add nothing
    found = {
        (i, j): m * coefficients[:, held] @ monomial(x[held], (i, j))
        for i, j, m in kernel.monomials(problem.learner.settings)
    }
    constant = found.pop((0, 0), 0.0)
    return Polynomial(tuple(found), np.stack(list(found.values()), axis=1), bias + constant)
