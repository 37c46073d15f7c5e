"""Large margins exactly: a quadratic program by an interior-point method, polished on its support vectors.

    minimise ½‖w‖² + C Σ (tᵢ − s_{i,yᵢ})   with   t_i ≥ s_iz + [z ≠ yᵢ]  for every class z

is the hinge loss of K classes (Crammer & Singer); two classes are the scores (0, s). Each constraint has a multiplier
α_iz ≥ 0 with Σ_z α_iz = C, and w_c = Σᵢ (C[yᵢ = c] − α_ic) φ(xᵢ). Slack and multipliers eliminate example by example, so
a Newton step (Mehrotra's predictor and corrector) solves a system of the size of θ and costs O(n d²).
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

MOST_STEPS = 100
MOST_FREE = 1500  # pairs in the system that polishes


@dataclass(frozen=True, eq=False)
class Machine:
    """Weights, bias and multipliers of a large-margin problem; `gap` is what may be missing of the optimum."""

    weights: Floats  # (rows, p)
    bias: Floats  # (rows,)
    alpha: Floats  # (n, K)
    gap: float


def rows_of(classes: int) -> slice:
    """The classes that have a row of their own: of two only the last."""
    return slice(1, 2) if classes == 2 else slice(0, classes)


def scores_of(features: Floats, theta: Floats, classes: int) -> Floats:
    """A score for every class; of two the first is 0. (n, K)"""
    scores = features @ theta.T
    return np.concatenate([np.zeros_like(scores), scores], axis=1) if classes == 2 else scores


def coefficients(alpha: Floats, y: Ints) -> Floats:
    """C[yᵢ = c] − α_ic, as the sum of the other α: small ones keep their digits beside a large C. (n, K)"""
    everyone = np.arange(len(y))
    out = -alpha
    out[everyone, y] = 0.0
    out[everyone, y] = -out.sum(axis=1)
    return out


def curvature(features: Floats, v: Floats) -> Floats:
    """Σᵢ (diag vᵢ − vᵢvᵢᵀ/Σvᵢ) ⊗ fᵢfᵢᵀ over the rows of θ; v (n, K) ≥ 0. (rows·d, rows·d)"""
    classes, d = v.shape[1], features.shape[1]
    kept, total = range(classes)[rows_of(classes)], v.sum(axis=1)
    out = np.empty((len(kept), d, len(kept), d))
    others = v @ (1.0 - np.eye(classes))  # not Σv − v, which cancels
    for a, c in enumerate(kept):
        for b, e in enumerate(kept[: a + 1]):
            weight = v[:, c] * (others[:, c] if a == b else -v[:, e]) / total
            out[a, :, b] = (features * weight[:, None]).T @ features
            out[b, :, a] = out[a, :, b].T
    return out.reshape(len(kept) * d, len(kept) * d)


def solve(matrix: Floats) -> Callable[[Floats], Floats]:
    """The inverse of a positive definite matrix as a function; what rounding made singular is mended on its diagonal."""
    from scipy.linalg import cho_factor, cho_solve

    scale = 1.0 / np.sqrt(np.maximum(np.diag(matrix), np.finfo(float).tiny))
    scaled = scale[:, None] * matrix * scale  # the same digits for every weight
    mend = 0.0
    while True:
        try:
            factor = cho_factor(scaled + mend * np.eye(len(scaled)), lower=True)
            break
        except np.linalg.LinAlgError:
            mend = 10.0 * mend or 1e-15

    def inverse(right: Floats) -> Floats:
        step = cho_solve(factor, scale * right)
        step += cho_solve(factor, scale * right - scaled @ step)
        return np.asarray(scale * step)

    return inverse


def soft_margin(features: Floats, y: Ints, classes: int, bound: float, free: bool) -> Machine:
    """The minimiser of ½‖w‖² + C Σ ξ, C = `bound`, with an unpenalised bias if `free`; features (n, p) of length about 1."""
    (n, p), kept = features.shape, rows_of(classes)
    columns = np.concatenate([features, np.ones((n, 1))], axis=1) if free else features
    penalised = np.ones(columns.shape[1])
    penalised[p:] = 0.0
    demand = 1.0 - np.eye(classes)[y]  # (n, K)
    alpha = np.full((n, classes), bound / classes)
    theta = (coefficients(alpha, y)[:, kept].T @ columns) * penalised
    rows = len(theta)
    pin = np.kron(np.ones((rows, rows)), np.diag(1.0 - penalised)) if rows > 1 else 0.0  # keeps Σ b = 0, else undetermined
    top = (scores_of(columns, theta, classes) + demand).max(axis=1, keepdims=True) + 1.0
    slack = top - scores_of(columns, theta, classes) - demand
    best = (np.inf, theta, alpha)
    for _ in range(MOST_STEPS):
        scores = scores_of(columns, theta, classes)
        pull = coefficients(alpha, y)[:, kept].T @ columns
        missing = pull - penalised * theta  # what stationarity lacks
        short = bound - alpha.sum(axis=1, keepdims=True)
        off = (top - scores - demand) - slack
        value, gap = _gap(scores, demand, y, theta * penalised, pull * penalised, alpha, bound)
        gap = gap / value + np.abs(missing[:, p:]).sum() / (bound * n)
        if gap < best[0]:
            best = (gap, theta, alpha)
        mean = float((slack * alpha).mean())
        if mean * slack.size < 1e-15 * value or gap < 1e-15:
            break
        d = alpha / slack
        h = d.sum(axis=1, keepdims=True)
        inverse = solve(np.diag(np.tile(penalised, rows)) + curvature(columns, d) + pin)

        def newton(wanted: Floats) -> tuple[Floats, Floats, Floats, Floats]:
            u = wanted / slack - d * off  # noqa: B023
            e = u - d * (u.sum(axis=1, keepdims=True) - short) / h  # noqa: B023
            change = inverse((missing + coefficients(e, y)[:, kept].T @ columns).ravel()).reshape(rows, -1)  # noqa: B023
            s = scores_of(columns, change, classes)
            rise = ((u + d * s).sum(axis=1, keepdims=True) - short) / h  # noqa: B023
            give = rise - s + off  # noqa: B023
            return change, rise, give, (wanted - alpha * give) / slack  # noqa: B023

        _, _, give, more = newton(-slack * alpha)
        reach = min(_reach(slack, give), _reach(alpha, more))
        ahead = float(((slack + reach * give) * (alpha + reach * more)).mean())
        change, rise, give, more = newton((ahead / mean) ** 3 * mean - slack * alpha - give * more)
        reach = min(1.0, 0.995 * _reach(slack, give), 0.995 * _reach(alpha, more))
        if reach < 1e-9 or not np.isfinite(change).all():
            break
        theta, top = theta + reach * change, top + reach * rise
        slack, alpha = slack + reach * give, alpha + reach * more
    gap, theta, alpha = best
    return Machine(theta[:, :p], theta[:, p] if free else np.zeros(rows), alpha, gap)


def _reach(value: Floats, change: Floats) -> float:
    """How far along the change the value stays positive, 1e3 at most."""
    with np.errstate(divide="ignore", over="ignore"):
        return float(np.min(np.where(change < 0, -value / change, 1e3), initial=1e3))


def _gap(scores: Floats, demand: Floats, y: Ints, w: Floats, pull: Floats, alpha: Floats, bound: float) -> tuple[float, float]:
    """The primal value, and how far it lies above the dual value of α."""
    slack = (scores + demand).max(axis=1) - scores[np.arange(len(y)), y]
    value = 0.5 * float((w * w).sum()) + bound * float(slack.sum())
    return value, abs(value - float((alpha * demand).sum()) + 0.5 * float((pull * pull).sum()))
