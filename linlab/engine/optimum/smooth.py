"""The optimum of a smooth loss: Newton steps from where L-BFGS arrives.

    θ ← θ − s·(∇²J)⁻¹∇J,   s = 1, ½, ¼, … until J falls

With L1, which has a corner at 0, they are taken on the weights that are not 0.
"""

from collections.abc import Callable
from typing import Any

import numpy as np

from linlab.engine.ground.arrays import Floats
from linlab.engine.ground.errors import LinlabError
from linlab.engine.ground.numerals import number
from linlab.engine.ground.progress import Watch, unwatched
from linlab.engine.train.problem import Problem

from . import qp
from .large_margin import MOST_WEIGHTS, TOO_MANY, Frame, separator

MOST_IN_A_HESSIAN = 1_500


def minimise(problem: Problem, watch: Watch = unwatched) -> tuple[Floats, str]:
    """θ* of a smooth loss with L2 or none, and a note on it: L-BFGS where the curvature at 0 is a ball, then Newton steps
    for the log loss."""
    from scipy.optimize import minimize

    frame, loss, n, rows = Frame(problem), problem.learner.recipe.loss, problem.n, problem.rows
    lam = problem.learner.decay / frame.scale**2
    watch("eigenvectors")
    columns = np.concatenate([frame.features, np.ones((n, 1))], axis=1) if frame.free else frame.features
    penalised = np.ones(columns.shape[1])
    penalised[frame.features.shape[1] :] = 0.0
    values, vectors = np.linalg.eigh(0.25 / n * columns.T @ columns + lam * np.diag(penalised))
    kept = values > 1e-15 * values[-1]
    back = vectors[:, kept] / np.sqrt(values[kept])  # θ = back · x
    inputs, penalty = columns @ back, lam * (back.T * penalised) @ back
    if loss.probabilistic and lam == 0.0:
        _refuse_endless(problem, inputs, watch)

    def value(x: Floats) -> tuple[float, Floats]:
        losses, pulls = loss.value_and_pull(inputs @ x.T, problem.y)
        slope = x @ penalty
        return float(losses.mean() + 0.5 * np.sum(x * slope)), slope - pulls.T @ inputs / n

    def flat(x: Floats) -> tuple[float, Floats]:
        watch("L-BFGS")
        with np.errstate(over="ignore", invalid="ignore"):
            height, slope = value(x.reshape(rows, -1))
        return height, slope.ravel()

    options = {"maxiter": 2000, "maxfun": 4000, "maxcor": 30, "gtol": 1e-10, "ftol": 1e-16}
    x = minimize(flat, np.zeros(rows * inputs.shape[1]), jac=True, method="L-BFGS-B", options=options).x
    x = x.reshape(rows, -1)
    if loss.probabilistic and x.size <= MOST_IN_A_HESSIAN:
        ridge = np.kron(np.eye(rows), penalty)
        if rows > 1:  # a shift common to all classes changes no probability: it stays 0
            ridge = ridge + np.kron(np.ones((rows, rows)), np.eye(inputs.shape[1]))
        x = _newton(x, value, lambda x: qp.curvature(inputs, _chances(inputs @ x.T) / n) + ridge, watch)
    theta = x @ back.T
    bias = theta[:, -1] if frame.free else np.zeros(rows)
    theta = frame.theta(theta[:, penalised > 0], bias - bias.mean() * (rows > 1))
    note = "" if loss.probabilistic else "Found by L-BFGS: exact if the loss is convex."
    return theta, note


def _newton(
    x: Floats, value: Callable[[Floats], tuple[float, Floats]], hessian: Callable[[Floats], Floats], watch: Watch
) -> Floats:
    """Newton steps, halved until they help, for as long as the gradient shrinks."""
    height, slope = value(x)
    for k in range(50):
        watch(f"Newton step {k + 1}, gradient {number(float(np.abs(slope).max()), 1)}")
        step = qp.solve(hessian(x))(slope.ravel()).reshape(x.shape)
        size = 1.0
        while size > 1e-6:
            new_height, new_slope = value(x - size * step)
            level = new_height <= height + 1e-14 * abs(height)  # as far as rounding can tell
            if new_height < height or (level and np.abs(new_slope).max() < 0.9 * np.abs(slope).max()):
                break
            size *= 0.5
        else:
            break
        x, height, slope = x - size * step, new_height, new_slope
        if np.abs(slope).max() < 1e-16:
            break
    return x


def _chances(scores: Floats) -> Floats:
    """P(class|x) from scores (n, rows). (n, K)"""
    s = np.concatenate([np.zeros_like(scores), scores], axis=1) if scores.shape[1] == 1 else scores
    s = np.exp(s - s.max(axis=1, keepdims=True))
    return np.asarray(s / s.sum(axis=1, keepdims=True))


def _refuse_endless(problem: Problem, inputs: Floats, watch: Watch) -> None:
    if separator(problem, watch=watch) is not None or qp.recedes(inputs, problem.y, len(problem.classes)):
        raise LinlabError("The examples can be separated in this space, so without a penalty the log loss falls forever, "
                          "towards 0, as the weights grow, and has no minimum: use the penalty l2 with λ > 0.")


def lasso(problem: Problem, watch: Watch = unwatched) -> Floats:
    """θ* of log loss with L1: a corner that is rounded off less and less tells which weights are 0; the others take
    Newton steps of their own."""
    frame, n, rows, loss = Frame(problem), problem.n, problem.rows, problem.learner.recipe.loss
    widths = np.abs(frame.columns).max(axis=0)
    widths[widths == 0.0] = 1.0
    columns, cost = frame.columns / widths, problem.learner.decay / widths
    if frame.free:
        columns, cost = np.concatenate([columns, np.ones((n, 1))], axis=1), np.append(cost, 0.0)
    if rows * columns.shape[1] > MOST_WEIGHTS:
        raise LinlabError(TOO_MANY)
    cost = np.tile(cost, (rows, 1))  # (rows, d)

    def value(w: Floats, level: float = 0.0) -> tuple[float, Floats, Floats]:
        """J, and the slope and the curvature's diagonal of its terms: |w| rounded off at `level`, as a barrier does."""
        losses, pulls = loss.value_and_pull(columns @ w.T, problem.y)
        slope, size = -pulls.T @ columns / n, cost * np.abs(w)
        if level == 0.0:
            return float(losses.mean() + size.sum()), slope, np.zeros_like(w)
        root = np.hypot(level, size)
        rounded = np.where(cost > 0, root - level * np.log1p(root / level), 0.0)
        return (float(losses.mean() + rounded.sum()), slope + cost**2 * w / (level + root),
                cost**2 * level / (root * (level + root)))  # fmt: skip

    def bend(w: Floats, used: Any = slice(None)) -> Floats:
        return qp.curvature(columns[:, used], _chances(columns @ w.T) / n)

    w, level = np.zeros_like(cost), 1.0
    pin = np.kron(np.ones((rows, rows)) * (rows > 1), np.diag((cost[0] == 0) * 1.0))  # Σb = 0, else undetermined
    while level > 1e-14:
        level *= 0.1
        w = _newton(w, lambda w, level=level: value(w, level)[:2],  # type: ignore[misc]
                    lambda w, level=level: bend(w) + np.diag(value(w, level)[2].ravel()) + pin, watch)  # type: ignore[misc]
    w[(cost > 0) & (cost * np.abs(w) < np.sqrt(level * (cost * np.abs(w)).max()))] = 0.0
    height, slope, _ = value(w)
    for _ in range(500):
        watch(f"{np.count_nonzero(w)} weights are not 0")
        moving, outside = (w != 0.0) | (cost == 0.0), np.where(w == 0.0, np.abs(slope) - cost, 0.0)
        side = np.where(w != 0.0, np.sign(w), -np.sign(slope))
        lean = slope + cost * side
        if np.abs(lean[moving]).max(initial=0.0) < max(1e-15, outside.max()):
            moving |= outside == max(outside.max(), 1e-15)  # one at a time: together they may push each other back
        used = moving.any(axis=0)
        some = np.flatnonzero(moving[:, used].ravel())
        if np.abs(lean[moving]).max(initial=0.0) < 1e-15:
            break
        step = np.zeros_like(w)
        matrix = bend(w, used)[np.ix_(some, some)]
        damping = np.diag(matrix).max() * min(1e-3, float(np.abs(lean[moving]).max() / cost.max()))  # what is flat stays put
        step[moving] = qp.solve(matrix + damping * np.eye(len(some)))(lean[moving])
        size = 1.0
        while size > 1e-9:
            new = w - size * step
            new[(cost > 0) & (new * side < 0)] = 0.0  # a weight stops at 0 before it changes sides
            new_height, new_slope, _ = value(new)
            if new_height < height:
                break
            size *= 0.5
        else:
            break
        w, height, slope = new, new_height, new_slope
    bias = w[:, -1] if frame.free else np.zeros(rows)
    return frame.joined(w[:, : len(widths)] / widths, bias - bias.mean() * (rows > 1))
