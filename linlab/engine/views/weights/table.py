"""The weights as a table: each with its value and the slope of J there, once by the formula and
once by trying.

    ∂J/∂θ = −(1/N) Σ pᵢ ⊗ φ(xᵢ) + λ·∂R,     (J(θ + h) − J(θ − h)) / 2h

A weight that is typed is where training starts. Where J has a corner its slope is not one number:
what is tried to the left and to the right of it differ, and the formula's lies between.
"""

import numpy as np

from linlab.engine.ground.arrays import Floats
from linlab.engine.ground.errors import LinlabError
from linlab.engine.ground.numerals import number, read_number
from linlab.engine.ground.sanitise import shorten
from linlab.engine.train.measures import without_noise
from linlab.engine.train.models import Linear
from linlab.engine.train.problem import Problem
from linlab.engine.views.table import Column, Table
from linlab.engine.views.view import Adoption

DIFFERENCE = 1e-5  # h, of a weight around 1
DUST = 1e-8  # what rounding leaves of a slope of 0


def gradient(problem: Problem, theta: Floats) -> Floats:
    """∂J/∂θ as training has it; of the penalty l1 at 0 it takes 0. (rows, d)"""
    pulls = problem.learner.recipe.loss.value_and_pull(problem.scores(theta), problem.y)[1]
    slope = np.asarray(-(pulls.T @ problem.columns) / problem.n)
    seen = theta[:, : problem.decayed]
    slope[:, : problem.decayed] += problem.learner.decay * (
        np.sign(seen) if problem.learner["penalty"] == "l1" else seen
    )
    return slope


def tried(problem: Problem, theta: Floats) -> Floats:
    """(J(θ + h) − J(θ))/h to the left, to both sides and to the right of each weight. (3, rows,
    d)"""
    out = np.zeros((3, *theta.shape))
    middle = _height(problem, theta)
    for place in np.ndindex(*theta.shape):
        h = DIFFERENCE * max(1.0, abs(float(theta[place])))
        below, above = (theta.copy(), theta.copy())
        below[place] -= h
        above[place] += h
        low, high = _height(problem, below), _height(problem, above)
        out[(slice(None), *place)] = (middle - low) / h, (high - low) / (2 * h), (high - middle) / h
    return out


def _height(problem: Problem, theta: Floats) -> float:
    return float(sum(Linear(problem, theta).objective()))


def weights_table(problem: Problem, theta: Floats, names: list[str]) -> Table:
    """A row for each weight, class by class."""
    slopes, (left, both, right) = (
        gradient(problem, theta).ravel(),
        tried(problem, theta).reshape(3, -1),
    )
    scale = max(1.0, float(np.abs(slopes).max(initial=0.0)))
    pairs = [
        _agreeing(g, a, b, c, scale) for g, a, b, c in zip(slopes, left, both, right, strict=True)
    ]
    values = theta.ravel()
    return Table(
        (
            Column("weight", "weight", "the weight", tuple(names), words=True),
            Column(
                "value",
                "value",
                "its value now; type another to start training there",
                tuple(number(float(v), 4) for v in without_noise(problem, theta).ravel()),
                values,
                typed=True,
            ),
            Column(
                "gradient",
                "∂J/∂w",
                "the gradient of J, by its formula",
                tuple(pair[0] for pair in pairs),
                slopes,
            ),
            Column(
                "tried",
                "ΔJ/Δw",
                "(J(w + h) − J(w − h))/2h for a small h; at a corner of J, the slopes on both sides",
                tuple(pair[1] for pair in pairs),
                both,
            ),
        )
    )


def _agreeing(
    slope: float, left: float, both: float, right: float, scale: float
) -> tuple[str, str]:
    """A slope by its formula and by trying, to the digits in which they agree; at a corner what was
    tried on both sides."""
    slope, left, both, right = (
        0.0 if abs(each) < DUST * scale else float(each) for each in (slope, left, both, right)
    )
    return next(
        (
            (number(slope, n), number(both, n))
            for n in (4, 3, 2)
            if number(slope, n) == number(both, n)
        ),
        (number(slope, 4), f"{number(left, 4)} … {number(right, 4)}"),
    )


def typed(problem: Problem, theta: Floats, names: list[str], row: int, text: str) -> Adoption:
    """Training starts at θ with another weight; all others are what they are, to the last bit."""
    if problem.base_outputs is not None:
        raise LinlabError(f"{problem.title} starts where its top model does: select that model.")
    value = read_number(text)
    if value is None:
        raise LinlabError(f"“{shorten(text)}” is not a number.")
    theta = theta.copy()
    theta[np.unravel_index(row, theta.shape)] = value
    start = "; ".join(" ".join(map(repr, each)) for each in theta.tolist())
    return Adoption(
        f"start with {names[row]} = {number(value)}", problem.learner.replace(start=start)
    )
