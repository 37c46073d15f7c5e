"""The optimum of a smooth loss: Newton steps from the result of L-BFGS, in a good basis, and
certified.

    v ← v − s·(∇²J)⁻¹∇J,   s = 1, ½, ¼, … until J falls

P/N are multipliers of a dual value, which bounds how far J may lie above its minimum.
"""

from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np

from linlab.engine.ground.arrays import Floats
from linlab.engine.ground.errors import LinlabError
from linlab.engine.ground.numerals import number
from linlab.engine.ground.progress import Watch, unwatched
from linlab.engine.train.problem import Problem

from . import qp
from .basis import Basis, Mask
from .large_margin import Candidate, climb, conflict, posed, thetas

MOST_IN_A_HESSIAN = 1_500


def minimise(
    problem: Problem, height: Callable[[Floats], float], watch: Watch = unwatched
) -> tuple[Candidate, str]:
    """The minimum of a smooth loss with L2 or none, and a note on it."""
    basis = Basis(problem)
    loss = problem.learner.recipe.loss
    n = problem.n
    lam = problem.learner.decay
    watch("directions")
    if loss.probabilistic and lam == 0.0:
        columns, _ = posed(basis, basis.kept(1e-13), 0.0)
        watch("linear program")
        if qp.recedes(columns, problem.y, len(problem.classes)):
            raise LinlabError(
                "The examples are separable in this space, so without a penalty the log loss keeps falling towards 0 as the weights grow, and has no minimum: use the penalty l2 with λ > 0."
            )

    def attempt(exact: bool, kept: Mask) -> Candidate:
        columns, cost = posed(basis, kept, lam)

        def value(v: Floats, cost: Floats) -> tuple[float, Floats]:
            losses, pulls = loss.value_and_pull(columns @ v.T, problem.y)
            return float(
                losses.mean() + 0.5 * np.sum(cost * v * v)
            ), cost * v - pulls.T @ columns / n

        small = loss.probabilistic and problem.rows * len(cost) <= MOST_IN_A_HESSIAN
        v = np.zeros((problem.rows, len(cost)))
        if small and exact:
            v = _descended(v, columns, cost, value, watch)
        else:
            v = _lbfgs(partial(value, cost=cost), v, np.sqrt(0.25 / n + cost), watch)
        if small:
            v = newton(
                v, partial(value, cost=cost), partial(_bend, columns, cost, exact=exact), watch
            )
        (least, slope), p = value(v, cost), chances(columns @ v.T)

        def lack(alpha: Floats) -> float:
            return float((alpha * np.log(np.where(alpha > 0.0, n * alpha / p, 1.0))).sum())

        short, proof = (
            qp.shortfall(columns, problem.y, cost, v, p / n, lack, exact)
            if small
            else (np.inf, p / n)
        )
        pulls = (
            qp.coefficients(proof, problem.y)[:, qp.rows_of(len(problem.classes))]
            if small
            else (loss.value_and_pull(columns @ v.T, problem.y)[1] / n)
        )
        if short == np.inf and lam > 0.0:
            short = _convexity(
                slope,
                cost,
                np.log(n * len(problem.classes)) + 2.0 * np.sqrt(2.0 * least / lam) * basis.radius,
            )
        if not kept.all():
            lost = basis.directions[:, ~kept].T @ pulls * basis.sizes[~kept, None]
            short += 0.5 * float((lost * lost).sum()) / lam if lam else np.inf
        found = None
        for theta in thetas(basis, kept, v, pulls / (lam or 1.0)):
            centred = theta.copy()
            centred[:, problem.decayed :] -= centred[:, problem.decayed :].mean(axis=0) * (
                problem.rows > 1
            )
            found = Candidate(
                centred, height(centred), max(0.0, least - short), np.zeros(0)
            ).better(found)
        assert found is not None
        return found

    floor = conflict(problem, _doubt) if loss.probabilistic else 0.0
    return climb(
        basis, floor, attempt
    ), "" if loss.probabilistic else "Found by L-BFGS: exact if the loss is convex."


def _doubt(counts: Floats) -> Floats:
    """Log loss: the entropy."""
    return np.asarray(
        (
            counts
            * np.log(counts.sum(axis=1, keepdims=True) / np.where(counts > 0.0, counts, 1.0))
            * (counts > 0.0)
        ).sum(axis=1)
    )


def _descended(
    v: Floats,
    columns: Floats,
    cost: Floats,
    value: Callable[..., tuple[float, Floats]],
    watch: Watch,
) -> Floats:
    """From a penalty so large that nothing is flat down to the right one: while no probability is
    near 0 or 1, no step is too long."""
    n = len(columns)
    for factor in 10.0 ** np.arange(
        np.ceil(np.log10(0.25 / n / cost[cost > 0.0].min(initial=0.25 / n))), 0.0, -1.0
    ):
        more = factor * cost
        v = newton(v, partial(value, cost=more), partial(_bend, columns, more), watch, 20, 1e-3)
    return v


def _bend(
    columns: Floats, cost: Floats, v: Floats, exact: bool = False
) -> Callable[[Floats], Floats]:
    """(∇²J)⁻¹ of log loss."""
    return qp.curved(columns, chances(columns @ v.T) / len(columns), cost, exact)


def _convexity(slope: Floats, cost: Floats, far: float) -> float:
    """How far J may lie above its minimum, from its slope m: m²/2q, and for an unpenalised bias m
    times its largest distance from the optimum."""
    free = cost == 0.0
    paid = 0.5 * float((slope[:, ~free] ** 2 / cost[~free]).sum())
    return paid + far * float(np.abs(slope[:, free]).sum())


def _lbfgs(
    value: Callable[[Floats], tuple[float, Floats]], start: Floats, scale: Floats, watch: Watch
) -> Floats:
    """L-BFGS, in units where the curvature at 0 is the same in all directions."""
    from scipy.optimize import minimize

    if not start.size:
        return start

    def flat(x: Floats) -> tuple[float, Floats]:
        watch("L-BFGS")
        with np.errstate(over="ignore", invalid="ignore"):
            height, slope = value(x.reshape(start.shape) / scale)
        return height, (slope / scale).ravel()

    options = {"maxiter": 2000, "maxfun": 4000, "maxcor": 30, "gtol": 1e-10, "ftol": 1e-16}
    found = minimize(flat, (start * scale).ravel(), jac=True, method="L-BFGS-B", options=options)
    return np.asarray(found.x.reshape(start.shape) / scale)


def newton(
    v: Floats,
    value: Callable[[Floats], tuple[float, Floats]],
    hessian: Callable[[Floats], Any],
    watch: Watch,
    most: int = 100,
    near: float = 0.0,
) -> Floats:
    """Newton steps, halved until J falls, while the gradient shrinks and promises more than a share
    of J."""
    height, slope = value(v)
    if not v.size:
        return v
    for k in range(most):
        watch(f"Newton step {k + 1}, gradient {number(float(np.abs(slope).max()), 1)}")
        step = hessian(v)(slope)
        if not np.isfinite(step).all() or float(np.sum(slope * step)) < near * height:
            break
        size = 1.0
        while size > 1e-6:
            new_height, new_slope = value(v - size * step)
            level = new_height <= height + 1e-14 * abs(height)  # to rounding error
            if new_height < height or (
                level and np.abs(new_slope).max() < 0.9 * np.abs(slope).max()
            ):
                break
            size *= 0.5
        else:
            break
        v = v - size * step
        height = new_height
        slope = new_slope
        if np.abs(slope).max() < 1e-18:
            break
    return v


def chances(scores: Floats) -> Floats:
    """P(class|x) from scores (n, rows). (n, K)"""
    s = qp.all_scores(scores)
    s = np.exp(s - s.max(axis=1, keepdims=True))
    return np.asarray(s / s.sum(axis=1, keepdims=True))
