"""Whole-objective solvers (L-BFGS, Newton-CG, conjugate gradient) by scipy, an iteration being an update.

They minimise J(θ) = (1/N) Σ ℓ + λ/2 ‖w‖² for a smooth loss; in a dual space over the coefficients, with ‖w‖² = aᵀKa.
"""

from typing import Any

import numpy as np

from .losses import rivals_and_margins
from .problem import Floats, Problem

MOST_ITERATIONS = 500


def value_and_gradient(problem: Problem, theta: Floats) -> tuple[float, Floats]:
    """J and ∂J/∂θ, the ordinary gradient in the coordinates of θ. θ (rows, d)"""
    scores = problem.read @ theta.T  # (n, rows)
    losses, pulls = problem.learner.recipe.loss.value_and_pull(scores, problem.y)
    gradient = -(pulls.T @ problem.read) / problem.n
    lam, k = problem.learner.decay, problem.decayed
    slope = theta[:, :k] @ problem.gram if problem.dual else theta[:, :k]
    gradient[:, :k] += lam * slope
    return float(losses.mean() + 0.5 * lam * np.sum(theta[:, :k] * slope)), gradient


def iterates(problem: Problem, theta: Floats) -> tuple[list[Floats], str]:
    """θ after each iteration, the start first, and in words why it ended."""
    from scipy.optimize import minimize

    path = [theta.copy()]
    shape = theta.shape

    def objective(flat: Any) -> tuple[float, Any]:
        with np.errstate(over="ignore", invalid="ignore"):
            value, gradient = value_and_gradient(problem, flat.reshape(shape))
        if not np.isfinite(value) or not np.isfinite(gradient).all():  # a line search that went too far comes back
            return 1e300, np.zeros(flat.size)
        return value, gradient.ravel()

    options = {"maxiter": MOST_ITERATIONS}
    solver = problem.learner.optimiser.solver
    if solver != "Newton-CG":
        options["gtol"] = 1e-8  # type: ignore[assignment]
    minimize(objective, theta.ravel(), jac=True, method=solver, options=options,
             callback=lambda flat: path.append(flat.reshape(shape).copy()))
    if len(path) > 2 and np.array_equal(path[-1], path[-2]):
        path.pop()
    slope = float(np.abs(value_and_gradient(problem, path[-1])[1]).max())
    if slope < 1e-5:
        return path, f"converged: the gradient is down to {slope:.1g}"
    return path, f"{problem.learner.optimiser.title} found no better θ; the gradient is {slope:.1g}"


def margins(problem: Problem, theta: Floats) -> Any:
    """The margin of every example at θ. (n,)"""
    return rivals_and_margins(problem.read @ theta.T, problem.y)[1]
