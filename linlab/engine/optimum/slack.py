"""The mistake bound with slack, for examples that no θ separates (Freund & Schapire 1999, theorem
2).

For any u with ‖u‖ = 1 and any γ > 0 an example may miss the margin by d = max(0, γ − margin under
u). For k mistakes on examples that are shown c times each, with D² = Σ c·d²,

    k·γ − √k·D ≤ u·θ_k ≤ ‖θ_k‖ ≤ √k·R,   so   k ≤ ((R + D)/γ)².

The first is Cauchy and Schwarz's: the d of k mistakes add up to √k·D at most. With v = u/γ the root
of the bound is

    R·‖v‖ + √Σ c·max(0, 1 − margin under v)²

which is convex, so there is one smallest bound. Whatever the minimiser finds, its bound holds.
"""

import math
from dataclasses import dataclass
from typing import Any

import numpy as np

from linlab.engine.ground.arrays import Floats, Ints
from linlab.engine.ground.progress import tell
from linlab.engine.learner.losses import rivals_and_margins
from linlab.engine.train.problem import Problem

from .theory import radius_of

ROUNDS = 12  # runs of the minimiser, each from the end of the last


@dataclass(frozen=True, eq=False)
class Slack:
    """u and γ, and how far each example falls short of γ under u."""

    radius: float
    gamma: float
    direction: Floats  # (rows, d) u as a θ of the problem, ‖u‖ = 1
    short: Floats  # (n,) d

    def deviation(self, shown: Any) -> float:
        """D, if each example is shown this many times (n,)."""
        return math.sqrt(float((np.asarray(shown) * self.short**2).sum()))

    def limit(self, shown: Any) -> float:
        return ((self.radius + self.deviation(shown)) / self.gamma) ** 2


def least_slack(problem: Problem, shown: Any) -> Slack | None:
    """The u and γ with the smallest bound; None if it is not below the number of examples shown,
    which is a bound anyway."""
    from scipy.optimize import minimize

    radius = radius_of(problem)
    columns = _columns(problem)
    shown = np.asarray(shown, float)
    shape = problem.rows, columns.shape[1]

    def root(flat: Floats) -> tuple[float, Floats]:
        tell("slack")
        v = flat.reshape(shape)
        rivals, margins = rivals_and_margins(columns @ v.T, problem.y)
        short = np.maximum(0.0, 1.0 - margins)
        size = math.sqrt(float((v * v).sum()))
        lost = math.sqrt(float((shown * short**2).sum()))
        slope = radius * v / max(size, 1e-300)
        if lost > 0.0:
            pull = np.zeros((problem.n, len(problem.classes)))
            pull[np.arange(problem.n), problem.y] += shown * short
            pull[np.arange(problem.n), rivals] -= shown * short
            slope = slope - (pull[:, -problem.rows :].T @ columns) / lost
        return radius * size + lost, slope.ravel()

    best = _start(problem, columns).ravel()
    for _ in range(ROUNDS):
        found = minimize(
            root,
            best,
            jac=True,
            method="L-BFGS-B",
            options={"maxiter": 2000, "ftol": 1e-15, "gtol": 1e-12},
        )
        better = found.fun < root(best)[0] * (1 - 1e-12)
        best = found.x if found.fun <= root(best)[0] else best
        if not better:
            break
    v = best.reshape(shape)
    if not root(best)[0] < math.sqrt(float(shown.sum())) * (1 - 1e-9):
        return None
    size = math.sqrt(float((v * v).sum()))
    gamma = 1.0 / size
    margins = rivals_and_margins(columns @ (v / size).T, problem.y)[1]
    return Slack(radius, gamma, _theta(problem, v / size), np.maximum(0.0, gamma - margins))


def _start(problem: Problem, columns: Floats) -> Floats:
    """A good direction to start from: least squares towards the classes. (rows, d)"""
    wanted = np.eye(len(problem.classes))[problem.y] * 2.0 - 1.0
    ridge = 1e-6 * float((columns**2).sum()) / len(columns) + 1e-12
    inner = columns.T @ columns + ridge * np.eye(columns.shape[1])
    return np.asarray(np.linalg.solve(inner, columns.T @ wanted[:, -problem.rows :]).T)


def _columns(problem: Problem) -> Floats:
    """φ(x) of each example in coordinates, with the constant; in a kernel space, in coordinates of
    its span. (n, r)"""
    return problem.columns if not problem.dual else _span(problem)[0]


def _span(problem: Problem) -> tuple[Floats, Floats]:
    """Z with Z·Zᵀ the Gram matrix (n, r), and A with φ = Zᵀ·…: coefficients of a direction v are
    A·v. (n, r)"""
    gram = problem.gram + (1.0 if problem.constant else 0.0)
    values, vectors = np.linalg.eigh(gram)
    kept = values > 1e-12 * values[-1]
    sizes = np.sqrt(values[kept])
    return vectors[:, kept] * sizes, vectors[:, kept] / sizes


def _theta(problem: Problem, v: Floats) -> Floats:
    """A direction as a θ of the problem. (rows, d)"""
    if not problem.dual:
        return v
    a = v @ _span(problem)[1].T
    return np.concatenate([a, a.sum(axis=1, keepdims=True)], axis=1) if problem.constant else a


def shown_in(problem: Problem, epochs: int, picked: Ints) -> Floats:
    """How often each example is shown at most in this many epochs, if some (positions) were also
    picked by hand. (n,)"""
    counts = np.full(problem.n, float(epochs))
    if problem.learner["order"] == "sampled":
        from linlab.engine.train.updates.orders import block, epochs_in_a_block

        many = epochs_in_a_block(problem.n)
        tables = [
            block("sampled", problem.seed, problem.y, number)
            for number in range(-(-epochs // many))
        ]
        counts = np.bincount(np.concatenate(tables)[:epochs].ravel(), minlength=problem.n).astype(
            float
        )
    return counts + np.bincount(picked, minlength=problem.n)
