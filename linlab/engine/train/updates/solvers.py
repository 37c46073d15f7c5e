"""Whole-objective solvers: L-BFGS, Newton-CG and conjugate gradient by scipy, and those of
`OWN_SOLVERS`; an iteration is a step.

They minimise J(θ) = (1/N) Σ ℓ + λ/2 ‖w‖² for a smooth loss; in a dual space over the coefficients,
with ‖w‖² = aᵀKa. scipy does not stop between two iterations, so it is a task in another thread that
waits in its callback. An iteration on thousands of examples in a kernel space takes a second, so
callers say how long to wait.
"""

import threading
import time
import weakref
from collections.abc import Callable
from dataclasses import dataclass
from queue import Empty, SimpleQueue
from typing import Any

import numpy as np

from linlab.engine.ground.arrays import Floats
from linlab.engine.ground.numerals import number
from linlab.engine.ground.progress import tell
from linlab.engine.ground.task import Task
from linlab.engine.learner.losses import rivals_and_margins
from linlab.engine.train.problem import Problem
from linlab.engine.train.state import State, Step

from . import exact_step, iterative_scaling

MOST_ITERATIONS = 500
_RECENT = 4  # cached evaluations: scipy returns to the last ones
_SCORED = 2**20  # scores of examples that a path keeps


@dataclass(frozen=True, eq=False)
class Evaluation:
    """J, ∂J/∂θ, the ordinary gradient in the coordinates of θ, and the scores of the examples."""

    theta: Floats  # (rows, d)
    value: float
    gradient: Floats  # (rows, d)
    scores: Floats  # (n, rows)


def evaluate(problem: Problem, theta: Floats) -> Evaluation:
    scores = problem.read @ theta.T  # (n, rows)
    losses, pulls = problem.learner.recipe.loss.value_and_pull(scores, problem.y)
    if problem.weights is not None:
        losses = problem.weights * losses
        pulls = problem.weights[:, None] * pulls
    gradient = -(pulls.T @ problem.read) / problem.n
    lam = problem.learner.decay
    k = problem.decayed
    slope = theta[:, :k] @ problem.gram if problem.dual else theta[:, :k]
    gradient[:, :k] += lam * slope
    return Evaluation(
        theta, float(losses.mean() + 0.5 * lam * np.sum(theta[:, :k] * slope)), gradient, scores
    )


def curvature_along(problem: Problem, scores: Floats, direction: Floats) -> Floats:
    """(∂²J/∂θ²)·direction, from how the pulls change with the scores. Differences of the whole
    gradient are too inexact: in a dual space their rounding errors are as large as the smaller
    curvatures, so that J seems concave. (rows, d)"""
    change = problem.read @ direction.T  # (n, rows)
    step = 1e-5 / max(float(np.abs(change).max()), 1e-300)
    before, after = (
        problem.learner.recipe.loss.value_and_pull(scores + far * change, problem.y)[1]
        for far in (-step, step)
    )
    bent = (before - after) / (2.0 * step)
    if problem.weights is not None:
        bent = problem.weights[:, None] * bent
    bend = bent.T @ problem.read / problem.n
    k = problem.decayed
    bend[:, :k] += problem.learner.decay * (
        direction[:, :k] @ problem.gram if problem.dual else direction[:, :k]
    )
    return np.asarray(bend)


class Path:
    """θ after each iteration made so far, and how many examples were on the wrong side at each."""

    def __init__(self, problem: Problem, theta: Floats) -> None:
        self._problem = problem
        self._asked, self._answers = asked, answers = threading.Semaphore(0), SimpleQueue[Any]()
        self._task = Task(lambda: _solve(problem, theta, asked, answers))
        self._waiting = False  # a request is pending
        self.thetas = [theta.copy()]
        self.mistakes = [0]  # made in the iterations up to each
        self.squares: list[float] = []  # ‖∂J/∂θ‖² at each
        self._scores: dict[int, Floats] = {}
        self._wrong = 0  # how many examples the last θ has on the wrong side
        self.why = ""  # why it ended, in words
        weakref.finalize(self, _end, self._task, asked)

    def upto(self, k: int, seconds: float | None = None) -> int:
        """Make k iterations, or all there are, and one more, so that the last one is recognised.

        Returns how many there are when the patience ends.
        """
        until = None if seconds is None else time.perf_counter() + seconds
        while len(self.thetas) < k + 2 and not self.why:
            if not self._task.started:
                self._task.start()
            elif not self._waiting:
                self._asked.release()
            self._waiting = True
            try:
                answer = self._answers.get(
                    timeout=None if until is None else max(0.0, until - time.perf_counter())
                )
            except Empty:
                break
            self._waiting = False
            self._take(answer)
        return (
            min(k, len(self.thetas) - (1 if self.why else 2))
            if len(self.thetas) > 1 or self.why
            else 0
        )

    def scores(self, k: int) -> Floats:
        """The scores of the examples before iteration k + 1. (n, rows)"""
        return self._scores[k] if k in self._scores else self._problem.read @ self.thetas[k].T

    def step(self, before: State, k: int, after: Floats) -> Step:
        """Iteration k + 1: it uses every example and moves along its line search."""
        problem = self._problem
        scores = self.scores(k)
        losses, pulls = problem.learner.recipe.loss.value_and_pull(scores, problem.y)
        rivals, margins = rivals_and_margins(scores, problem.y)
        change = after - before.theta
        return Step(
            t=before.t + 1,
            epoch=before.t,
            examples=np.arange(problem.n),
            ids=problem.ids,
            labels=problem.y,
            classes=problem.classes,
            scores=scores,
            rivals=rivals,
            margins=margins,
            losses=losses,
            pulls=pulls,
            loss=float(losses.mean()),
            rate=1.0,
            reach=self.squares[k],
            shrink=1.0,
            threshold=0.0,
            updated=bool(change.any()),
            before=before.theta,
            change=change,
            decayed=problem.decayed,
            jump=after,
            names=(problem.names or ()) if problem.sparse else (),
            features=problem.example_features,
            further=() if problem.base_outputs is None else problem.base_outputs.further,
        )

    def _take(self, answer: "Evaluation | str | BaseException") -> None:
        if isinstance(answer, BaseException):
            raise answer
        if isinstance(answer, str):
            if len(self.thetas) > 2 and np.array_equal(self.thetas[-1], self.thetas[-2]):
                for each in (self.thetas, self.mistakes, self.squares):
                    each.pop()
            self.why = answer
            return
        if self.squares:  # the first is about the start
            self.mistakes.append(self.mistakes[-1] + self._wrong)
            self.thetas.append(answer.theta)
        self._wrong = int((rivals_and_margins(answer.scores, self._problem.y)[1] <= 0).sum())
        self.squares.append(float(np.sum(answer.gradient**2)))
        self._scores[len(self.squares) - 1] = answer.scores
        while len(self._scores) > 2 and len(self._scores) * answer.scores.size > _SCORED:
            del self._scores[min(self._scores)]


OWN_SOLVERS: dict[str, Callable[[Problem, Floats, Callable[[Floats], None]], str]] = {
    "gis": iterative_scaling.solve,
    "exact": exact_step.solve,
}  # solve(problem, start, show) -> why it ended, after it has shown θ after each iteration


def _solve(problem: Problem, theta: Floats, asked: Any, answers: Any) -> None:
    """Send the evaluation of the start and of θ after each iteration, each when requested; then why
    there are no more."""
    from scipy.optimize import minimize

    shape = theta.shape
    recent = list[Evaluation]()
    last = theta.ravel()
    title = problem.learner.optimiser.title
    made = 0

    def evaluated(flat: Any) -> Evaluation:
        for known in recent:
            if np.array_equal(known.theta.ravel(), flat):
                return known
        with np.errstate(over="ignore", invalid="ignore"):
            recent.insert(0, evaluate(problem, flat.reshape(shape).copy()))
        del recent[_RECENT:]
        return recent[0]

    def objective(flat: Any) -> tuple[float, Any]:
        tell(f"{title}, iteration {made}")
        here = evaluated(flat)
        if (
            not np.isfinite(here.value) or not np.isfinite(here.gradient).all()
        ):  # a line search that went too far returns
            return 1e300, np.zeros(flat.size)
        return here.value, here.gradient.ravel().copy()

    def bend(flat: Any, along: Any) -> Any:
        tell(f"{title}, iteration {made}")
        return curvature_along(problem, evaluated(flat).scores, along.reshape(shape)).ravel()

    def show(flat: Any) -> None:
        nonlocal last, made
        last = flat.copy()
        answers.put(evaluated(last))
        asked.acquire()
        made += 1
        tell(f"{title}, iteration {made}")

    solver = problem.learner.optimiser.solver
    if solver in OWN_SOLVERS:
        try:
            show(theta.ravel())
            answers.put(OWN_SOLVERS[solver](problem, theta, lambda new: show(new.ravel())))
        except Exception as error:
            answers.put(error)
        return
    options = (
        {"maxiter": MOST_ITERATIONS}
        if solver == "Newton-CG"
        else {"maxiter": MOST_ITERATIONS, "gtol": 1e-8}
    )
    try:
        show(theta.ravel())
        with np.errstate(over="ignore", invalid="ignore"):  # scipy's own step that went too far
            minimize(
                objective,
                theta.ravel(),
                jac=True,
                hessp=bend if solver == "Newton-CG" else None,
                method=solver,
                options=options,
                callback=show,
            )
        slope = float(np.abs(evaluated(last).gradient).max())
        answers.put(
            f"converged: the gradient is down to {number(slope, 1)}"
            if slope < 1e-5
            else f"{title} found no better weights; the gradient is {number(slope, 1)}"
        )
    except Exception as error:
        answers.put(error)


def _end(task: Task, asked: Any) -> None:
    """End the task: the path is no longer used."""
    task.cancel()
    asked.release()
