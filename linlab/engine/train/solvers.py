"""Whole-objective solvers (L-BFGS, Newton-CG, conjugate gradient) by scipy, an iteration being an update.

They minimise J(θ) = (1/N) Σ ℓ + λ/2 ‖w‖² for a smooth loss; in a dual space over the coefficients, with ‖w‖² = aᵀKa.
"""

import threading
from collections.abc import Iterator
from queue import SimpleQueue
from typing import Any

import numpy as np

from linlab.engine.ground.numerals import number
from linlab.engine.learner.losses import rivals_and_margins

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


class Path:
    """θ after each iteration, as far as somebody asked, and how many examples each of them found on the wrong side."""

    def __init__(self, problem: Problem, theta: Floats) -> None:
        self._problem = problem
        self._coming = _iterates(problem, theta)
        self.thetas = [theta.copy()]
        self.mistakes = [0]  # made in the iterations up to each
        self.why = ""  # it ended, in words

    def upto(self, k: int) -> int:
        """Have k iterations, or all if there are no more, and look ahead by one, so that the last is known to be it."""
        while len(self.thetas) < k + 2 and not self.why:
            self._iterate()
        return min(k, len(self.thetas) - 1)

    def _iterate(self) -> None:
        theta = next(self._coming, None)
        if theta is not None:
            self.mistakes.append(self.mistakes[-1] + int((margins(self._problem, self.thetas[-1]) <= 0).sum()))
            self.thetas.append(theta)
            return
        if len(self.thetas) > 2 and np.array_equal(self.thetas[-1], self.thetas[-2]):
            self.thetas.pop()
            self.mistakes.pop()
        slope = float(np.abs(value_and_gradient(self._problem, self.thetas[-1])[1]).max())
        if slope < 1e-5:
            self.why = f"converged: the gradient is down to {number(slope, 1)}"
        else:
            self.why = f"{self._problem.learner.optimiser.title} found no better θ; the gradient is {number(slope, 1)}"


def _iterates(problem: Problem, theta: Floats) -> Iterator[Floats]:
    """θ after each iteration, when it is asked for.

    scipy does not stop between two iterations, so it runs in a thread of its own that waits in its callback.
    """
    asked, answers, shape = threading.Semaphore(0), SimpleQueue[Any](), theta.shape
    enough = threading.Event()

    def objective(flat: Any) -> tuple[float, Any]:
        with np.errstate(over="ignore", invalid="ignore"):
            value, gradient = value_and_gradient(problem, flat.reshape(shape))
        if not np.isfinite(value) or not np.isfinite(gradient).all():  # a line search that went too far comes back
            return 1e300, np.zeros(flat.size)
        return value, gradient.ravel()

    def tell(flat: Any) -> None:
        answers.put(flat.reshape(shape).copy())
        asked.acquire()
        if enough.is_set():
            raise _Enough

    def solve() -> None:
        from scipy.optimize import minimize

        solver = problem.learner.optimiser.solver
        options = {"maxiter": MOST_ITERATIONS} if solver == "Newton-CG" else {"maxiter": MOST_ITERATIONS, "gtol": 1e-8}
        try:
            minimize(objective, theta.ravel(), jac=True, method=solver, options=options, callback=tell)
            answers.put(None)
        except _Enough:
            pass
        except BaseException as error:
            answers.put(error)

    threading.Thread(target=solve, name="linlab solver", daemon=True).start()
    try:
        while (answer := answers.get()) is not None:
            if isinstance(answer, BaseException):
                raise answer
            yield answer
            asked.release()
    finally:
        enough.set()
        asked.release()


class _Enough(Exception):
    """Nobody asks any more."""


def margins(problem: Problem, theta: Floats) -> Any:
    """The margin of every example at θ. (n,)"""
    return rivals_and_margins(problem.read @ theta.T, problem.y)[1]
