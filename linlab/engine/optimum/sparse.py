"""Losses with L1, which makes weights exactly 0: hinge by a linear program, log loss by Newton
steps on the others.

    J ≥ (1/N) Σ −ℓ*(−αᵢ)   for every α in balance:   |Σᵢ (αᵢ φ(xᵢ))ⱼ| ≤ λ,   Σᵢ αᵢ = 0 if the bias is free

An α that is nearly in balance is scaled down until it is. The columns are scaled together with
their costs, so that the objective stays the same.
"""

from collections.abc import Callable
from typing import Any

import numpy as np

from linlab.engine.ground.arrays import Floats
from linlab.engine.ground.errors import LinlabError
from linlab.engine.ground.progress import Watch, unwatched
from linlab.engine.train.problem import Problem

from . import qp
from .basis import Basis
from .large_margin import MOST_WEIGHTS, TOO_MANY, Candidate
from .smooth import chances, newton

MOST_COST = 1e100  # the highest cost: no example pulls by more than 1, so the weight is 0 anyway
Height = Callable[[Floats], float]


def hinge(problem: Problem, j: Height, watch: Watch = unwatched) -> Candidate:
    """The minimum of hinge loss with L1."""
    columns, cost, theta_of = _posed(problem)
    watch("linear program")
    found = qp.linear_program(columns, problem.y, len(problem.classes), cost)
    if found is None:
        raise LinlabError(
            "The linear program of this objective could not be solved: its numbers differ too much in size."
        )
    v, alpha = found
    theta = theta_of(v)

    def gained(p: Floats) -> Floats:
        return np.asarray(1.0 - p[np.arange(problem.n), problem.y])

    return Candidate(
        theta,
        j(theta),
        _floor(problem, columns, cost, alpha, gained),
        qp.multipliers(alpha, problem.y),
    )


def _posed(problem: Problem) -> tuple[Floats, Floats, Callable[[Floats], Floats]]:
    """Columns (n, d), the constant last if it is free, what they cost (d,), and θ of weights (rows,
    d) in them."""
    basis = Basis(problem)
    assert basis.columns is not None
    widths = np.abs(basis.columns).max(axis=0)
    widths[widths == 0.0] = 1.0
    columns = basis.columns / widths
    lam = problem.learner.decay
    cost = lam / np.maximum(widths, lam / MOST_COST)
    if problem.rows * columns.shape[1] > MOST_WEIGHTS:
        raise LinlabError(TOO_MANY)
    if not basis.free:
        return columns, cost, lambda v: v / widths
    centred = lambda v: basis.shifted(v[:, :-1] / widths, v[:, -1] - v[:, -1].mean() * (len(v) > 1))  # noqa: E731
    return np.concatenate([columns, np.ones((problem.n, 1))], axis=1), np.append(cost, 0.0), centred


def _floor(
    problem: Problem,
    columns: Floats,
    cost: Floats,
    alpha: Floats,
    gained: Callable[[Floats], Floats],
) -> float:
    """A floor of J by α (n, K), Σ_z α_iz = 1/N; gained: −ℓ* of probabilities (n, K)."""
    n = problem.n
    y = problem.y
    everyone = np.arange(problem.n)
    pull = np.abs(qp.pull_of(columns, alpha, y))  # (rows, d)
    costly = cost > 0.0
    share = float((cost[costly] / np.maximum(pull[:, costly], cost[costly])).min())
    p = share * n * alpha
    p[everyone, y] = 0.0
    p[everyone, y] = 1.0 - p.sum(axis=1)
    start = float(gained(np.full_like(p, 1.0 / p.shape[1])).mean())  # no less than J(0)
    far = (
        np.log(n * p.shape[1]) + 1.0 + 2.0 * max(1.0, start) / cost[cost > 0.0].min()
    )  # no better bias is larger
    return max(
        0.0, float(gained(p).mean()) - share * float(pull[:, cost == 0.0].sum()) * float(far)
    )


def log(problem: Problem, j: Height, watch: Watch = unwatched) -> Candidate:
    """The minimum of log loss with L1: a corner that is smoothed less and less shows which weights
    are 0; the others take Newton steps."""
    columns, each, theta_of = _posed(problem)
    n = problem.n
    rows = problem.rows
    loss = problem.learner.recipe.loss
    cost = np.tile(each, (rows, 1))  # (rows, d)

    def value(w: Floats, level: float = 0.0) -> tuple[float, Floats, Floats]:
        """J, and the slope and the curvature's diagonal of its terms: |w| rounded off at `level`,
        as a barrier does."""
        losses, pulls = loss.value_and_pull(columns @ w.T, problem.y)
        slope = -pulls.T @ columns / n
        size = cost * np.abs(w)
        if level == 0.0:
            return float(losses.mean() + size.sum()), slope, np.zeros_like(w)
        root = np.hypot(level, size)
        rounded = np.where(cost > 0, root - level * np.log1p(root / level), 0.0)
        return (
            float(losses.mean() + rounded.sum()),
            slope + cost**2 * w / (level + root),
            cost**2 * level / (root * (level + root)),
        )

    def bend(w: Floats, used: Any = slice(None)) -> Floats:
        return qp.curvature(columns[:, used], chances(columns @ w.T) / n)

    def rounded(w: Floats, level: float) -> Callable[[Floats], Floats]:
        inverse = qp.by_cholesky(bend(w) + np.diag(value(w, level)[2].ravel()) + pin)
        return lambda slope: inverse(slope.ravel()).reshape(slope.shape)

    w = np.zeros_like(cost)
    level = 1.0
    pin = np.kron(
        np.ones((rows, rows)) * (rows > 1), np.diag((cost[0] == 0) * 1.0)
    )  # Σb = 0, else undetermined
    while level > 1e-14:
        level *= 0.1
        w = newton(
            w,
            lambda w, level=level: value(w, level)[:2],  # type: ignore[misc]
            lambda w, level=level: rounded(w, level),  # type: ignore[misc]
            watch,
        )
    w[(cost > 0) & (cost * np.abs(w) < np.sqrt(level * (cost * np.abs(w)).max()))] = 0.0
    height, slope, _ = value(w)
    for _ in range(500):
        watch(f"{np.count_nonzero(w)} weights are not 0")
        moving = (w != 0.0) | (cost == 0.0)
        outside = np.where(w == 0.0, np.abs(slope) - cost, 0.0)
        side = np.where(w != 0.0, np.sign(w), -np.sign(slope))
        lean = slope + cost * side
        if np.abs(lean[moving]).max(initial=0.0) < max(1e-15, outside.max()):
            moving |= outside == max(
                outside.max(), 1e-15
            )  # one at a time: together they may undo each other
        used = moving.any(axis=0)
        some = np.flatnonzero(moving[:, used].ravel())
        if np.abs(lean[moving]).max(initial=0.0) < 1e-15:
            break
        step = np.zeros_like(w)
        matrix = bend(w, used)[np.ix_(some, some)]
        damping = np.diag(matrix).max() * min(
            1e-3, float(np.abs(lean[moving]).max() / cost.max())
        )  # flat directions stay
        step[moving] = qp.by_cholesky(matrix + damping * np.eye(len(some)))(lean[moving])
        size = 1.0
        while size > 1e-9:
            new = w - size * step
            new[(cost > 0) & (new * side < 0)] = 0.0  # a weight stops at 0 before it changes sign
            with np.errstate(over="ignore", invalid="ignore"):  # too far does not help
                new_height, new_slope, _ = value(new)
            if new_height < height:
                break
            size *= 0.5
        else:
            break
        w, height, slope = new, new_height, new_slope
    theta = theta_of(w)
    p = chances(columns @ w.T)

    def gained(p: Floats) -> Floats:
        return np.asarray(-(p * np.log(np.where(p > 0.0, p, 1.0))).sum(axis=1))

    return Candidate(theta, j(theta), _floor(problem, columns, each, p / n, gained), np.zeros(0))
