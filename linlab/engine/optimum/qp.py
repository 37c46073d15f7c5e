"""Large margins exactly: a quadratic program by an interior-point method, polished on its support vectors.

    minimise ½‖w‖² + C Σ (tᵢ − s_{i,yᵢ})   with   t_i ≥ s_iz + [z ≠ yᵢ]  for every class z

is the hinge loss of K classes (Crammer & Singer); two classes are the scores (0, s). Each constraint has a multiplier
α_iz ≥ 0 with Σ_z α_iz = C, and w_c = Σᵢ (C[yᵢ = c] − α_ic) φ(xᵢ). Slack and multipliers eliminate example by example,
so a Newton step (Mehrotra's predictor and corrector) solves a system of the size of θ and costs O(n d²).
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from linlab.engine.ground.arrays import Floats, Ints
from linlab.engine.ground.errors import LinlabError
from linlab.engine.ground.numerals import number
from linlab.engine.ground.progress import Watch, unwatched

MOST_STEPS = 100
HARD = 1e12  # a C that stands for ∞
MOST_FREE = 1500  # pairs in the system that polishes


@dataclass(frozen=True, eq=False)
class Machine:
    """The solution of a large-margin problem; at a `gap` of 0 it is exact."""

    weights: Floats  # (rows, p)
    bias: Floats  # (rows,)
    alpha: Floats  # (n, K)
    bound: float  # the C it was solved for
    gap: float  # between primal and dual value, relative to the value


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


def multipliers(alpha: Floats, y: Ints) -> Floats:
    """aᵢ = Σ_{z ≠ yᵢ} α_iz, how much an example supports: 0 ≤ aᵢ ≤ C. (n,)"""
    everyone = np.arange(len(y))
    return np.asarray(coefficients(alpha, y)[everyone, y])


def slack_of(scores: Floats, y: Ints) -> Floats:
    """tᵢ − s_iz − [z ≠ yᵢ] for the least tᵢ that keeps all of them from falling below 0. (n, K)"""
    lifted = scores + 1.0 - np.eye(scores.shape[1])[y]
    return np.asarray(lifted.max(axis=1, keepdims=True) - lifted)


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
    """The inverse of a positive definite matrix as a function; what rounding made singular is mended."""
    from scipy.linalg import cho_factor, cho_solve

    diagonal = np.diag(matrix)
    scale = 1.0 / np.sqrt(np.maximum(diagonal, 1e-100 * max(1e-100, float(diagonal.max()))))
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


def large_margin(
    features: Floats, y: Ints, classes: int, bound: float, free: bool, watch: Watch = unwatched
) -> Machine:
    """The minimiser of ½‖w‖² + C Σ ξ, C = `bound`, with an unpenalised bias if `free`; ‖features‖ ≤ 1 or so. (n, p)

    If no multiplier reaches a smaller C, then every larger C has the same solution: that is how a huge C, whose
    rounding errors would drown it, and the hard margin, C = ∞, are solved."""
    for smaller in (1e2, 1e4, 1e7, 1e10):
        if smaller < bound:
            machine = soft_margin(features, y, classes, smaller, free, watch)
            most = float(multipliers(machine.alpha, y).max())
            if most < 0.5 * smaller and machine.gap < 1e-9:
                return machine
    return soft_margin(features, y, classes, min(bound, HARD), free, watch)


def soft_margin(
    features: Floats, y: Ints, classes: int, bound: float, free: bool, watch: Watch = unwatched
) -> Machine:
    """The same by interior points, for that very C: from the middle of the constraints to their edge."""
    n, p = features.shape
    columns = np.concatenate([features, np.ones((n, 1))], axis=1) if free else features
    penalised = np.ones(columns.shape[1])
    penalised[p:] = 0.0
    demand = 1.0 - np.eye(classes)[y]  # (n, K)
    alpha = np.full((n, classes), bound / classes)
    theta = _pull(columns, alpha, y) * penalised
    rows = len(theta)
    pin = np.kron(np.ones((rows, rows)), np.diag(1.0 - penalised)) if rows > 1 else 0.0  # Σb = 0, else undetermined
    scores = scores_of(columns, theta, classes)
    top = (scores + demand).max(axis=1, keepdims=True) + 1.0
    slack = top - scores - demand
    best = Machine(theta, theta, alpha, bound, np.inf)
    for k in range(MOST_STEPS):
        pull = _pull(columns, alpha, y)
        missing = pull - penalised * theta  # what stationarity lacks
        value, gap = _gap(scores, demand, y, theta * penalised, pull * penalised, alpha, bound)
        gap = gap / value + float(np.abs(missing[:, p:]).sum()) / (bound * n)
        if gap < best.gap:
            best = Machine(theta[:, :p], theta[:, p] if free else np.zeros(rows), alpha, bound, gap)
        watch(f"C = {number(bound, 1)}, step {k + 1}, duality gap {number(gap, 1)}")
        mean = float((slack * alpha).mean())
        if min(gap, mean * slack.size / value) < 1e-15:
            break
        matrix = np.diag(np.tile(penalised, rows)) + curvature(columns, alpha / slack) + pin
        short, off = bound - alpha.sum(axis=1, keepdims=True), top - scores - demand - slack
        newton = _newton(columns, y, slack, alpha, missing, short, off, solve(matrix))
        _, _, give, more = newton(-slack * alpha)
        far = reach(slack, alpha, give, more)
        ahead = float(((slack + far * give) * (alpha + far * more)).mean())
        change, rise, give, more = newton((ahead / mean) ** 3 * mean - slack * alpha - give * more)
        far = min(1.0, 0.995 * reach(slack, alpha, give, more))
        if not far > 1e-9 or not np.isfinite(change).all():
            break
        theta, top = theta + far * change, top + far * rise
        slack, alpha = slack + far * give, alpha + far * more
        scores = scores_of(columns, theta, classes)
    return best


def _newton(
    columns: Floats, y: Ints, slack: Floats, alpha: Floats, missing: Floats, short: Floats, off: Floats,
    inverse: Callable[[Floats], Floats],
) -> Callable[[Floats], tuple[Floats, Floats, Floats, Floats]]:  # fmt: skip
    """The changes of θ, t, slack and α that close every residual and add `wanted` to slack · α, to first order."""
    d = alpha / slack
    h = d.sum(axis=1, keepdims=True)

    def newton(wanted: Floats) -> tuple[Floats, Floats, Floats, Floats]:
        u = wanted / slack - d * off
        fixed = u - d * (u.sum(axis=1, keepdims=True) - short) / h  # Δα without its part that follows Δθ
        change = inverse((missing + _pull(columns, fixed, y)).ravel()).reshape(missing.shape)
        s = scores_of(columns, change, alpha.shape[1])
        rise = ((u + d * s).sum(axis=1, keepdims=True) - short) / h
        give = rise - s + off
        return change, rise, give, (wanted - alpha * give) / slack

    return newton


def _pull(columns: Floats, alpha: Floats, y: Ints) -> Floats:
    """Σᵢ (C[yᵢ = c] − α_ic) φ(xᵢ). (rows, d)"""
    return coefficients(alpha, y)[:, rows_of(alpha.shape[1])].T @ columns


def reach(slack: Floats, alpha: Floats, give: Floats, more: Floats) -> float:
    """How far slack and α stay positive along their changes, 2 at most."""
    with np.errstate(divide="ignore", over="ignore", invalid="ignore"):
        ratio = np.minimum(np.where(give < 0, -slack / give, 2.0), np.where(more < 0, -alpha / more, 2.0))
    return float(np.min(ratio, initial=2.0))


def _gap(
    scores: Floats, demand: Floats, y: Ints, w: Floats, pull: Floats, alpha: Floats, bound: float
) -> tuple[float, float]:
    """The primal value, and how far it lies above the dual value of α."""
    slack = (scores + demand).max(axis=1) - scores[np.arange(len(y)), y]
    value = 0.5 * float((w * w).sum()) + bound * float(slack.sum())
    return value, abs(value - float((alpha * demand).sum()) + 0.5 * float((pull * pull).sum()))


def polish(
    alpha: Floats, slack: Floats, y: Ints, bound: float, free: bool,
    gram: Callable[[Ints], Floats], answers: Callable[[Floats, Ints], Floats], watch: Watch = unwatched,
) -> tuple[Floats, Floats] | None:  # fmt: skip
    """α and b to the last digit: which constraints are tight says which linear equations they solve.

    Where α_iz > 0 the scores s_iz + [z ≠ yᵢ] of an example are equal. What this moves below 0 is left out, what it
    moves across the margin is taken in, until nothing changes; None if that never comes. gram(i) are the inner
    products of examples i, answers(a (n, rows), i) the scores (i, rows) of examples i under w = Σ aⱼfⱼ."""
    (n, classes), everyone = alpha.shape, np.arange(len(y))
    kept, demand = rows_of(classes), 1.0 - np.eye(classes)[y]
    most, before = float(multipliers(alpha, y).max()), np.zeros(alpha.shape, bool)
    bias = np.zeros(len(range(classes)[kept]))
    for _ in range(20):
        watch("solving for the support vectors")
        tight = alpha > most * slack
        first = np.argmax(np.where(tight, alpha, -1.0), axis=1)
        tight[everyone, first] = True
        if np.array_equal(tight, before):
            return alpha, bias
        before = tight.copy()
        tight[everyone, first] = False
        who, other = np.nonzero(tight)  # (m,) pairs: α moves from the first tight class to another one
        if not 0 < len(who) <= MOST_FREE:
            return None
        turn = (np.eye(classes)[other] - np.eye(classes)[first[who]])[:, kept]  # (m, rows)
        base = np.zeros((n, classes))
        base[everyone, first] = bound
        signed = coefficients(base, y)[:, kept]
        start = answers(signed, who)  # (m, rows)
        right = (turn * start).sum(axis=1) - demand[who, first[who]] + demand[who, other]
        matrix = (turn @ turn.T) * gram(who)
        if free:
            zero = np.zeros((turn.shape[1], turn.shape[1]))
            matrix = np.block([[matrix, -turn], [-turn.T, zero]])
            right = np.concatenate([right, -signed.sum(axis=0)])
        answer = np.linalg.lstsq(matrix, right, rcond=1e-15)[0]
        moved, bias = answer[: len(who)], answer[len(who) :] if free else bias
        alpha = base
        np.add.at(alpha, (who, other), moved)
        np.add.at(alpha, (who, first[who]), -moved)
        signed = coefficients(alpha, y)[:, kept]
        lifted = scores_of(answers(signed, everyone) + bias, np.eye(len(bias)), classes) + demand
        slack = lifted[everyone, first][:, None] - lifted
        slack[who, other] = 0.0
    return None


def linear_program(
    features: Floats, y: Ints, classes: int, free: bool, cost: float
) -> tuple[Floats, Floats, Floats]:
    """W, b and the multipliers of the minimum of (1/N) Σ ξ + cost·‖W‖₁, by HiGHS."""
    from scipy.optimize import linprog
    from scipy.sparse import csr_array, hstack

    n, p = features.shape
    margins, who = margin_rows(features, y, classes, free)
    rows = len(range(classes)[rows_of(classes)])
    slack = csr_array((np.ones(len(who)), (np.arange(len(who)), who)), shape=(len(who), n))
    w, b = margins[:, : rows * p], margins[:, rows * p :]
    table = hstack([-w, w, -b, -slack], format="csr")
    costs = np.concatenate([np.full(2 * rows * p, cost), np.zeros(b.shape[1]), np.full(n, 1.0 / n)])
    limits = [(0, None)] * (2 * rows * p) + [(None, None)] * b.shape[1] + [(0, None)] * n
    tight = {"primal_feasibility_tolerance": 1e-10, "dual_feasibility_tolerance": 1e-10}
    answer = linprog(costs, table, -np.ones(len(who)), bounds=limits, method="highs", options=tight)
    if answer.x is None:
        raise LinlabError("The linear program of this objective could not be solved: its numbers are too far apart.")
    x = np.asarray(answer.x)
    bias = x[2 * rows * p : 2 * rows * p + b.shape[1]] if free else np.zeros(rows)
    a = np.bincount(who, -np.asarray(answer.ineqlin.marginals), minlength=n).astype(float)
    return (x[: rows * p] - x[rows * p : 2 * rows * p]).reshape(rows, p), bias - bias.mean() * (rows > 1), a


def recedes(features: Floats, y: Ints, classes: int) -> bool:
    """Whether some θ ≠ 0 has no margin below 0 and one above: then the log loss falls forever along it."""
    from scipy.optimize import linprog

    margins, _ = margin_rows(features, y, classes, free=False)
    answer = linprog(-np.asarray(margins.sum(axis=0)).ravel(), -margins, np.zeros(margins.shape[0]), bounds=(-1, 1),
                     method="highs", options={"primal_feasibility_tolerance": 1e-10, "time_limit": 10})  # fmt: skip
    return answer.fun is None or answer.fun < -1e-6  # where time runs out, there are nearly as many unknowns as examples


def margin_rows(features: Floats, y: Ints, classes: int, free: bool) -> tuple[Any, Ints]:
    """The margins s_y − s_z of all examples and rivals z as a sparse table over (W, b), and whose they are."""
    from scipy.sparse import csr_array

    who, rival = np.nonzero(np.arange(classes) != y[:, None])
    turn = (np.eye(classes)[y[who]] - np.eye(classes)[rival])[:, rows_of(classes)]  # (m, rows)
    table = (turn[:, :, None] * features[who][:, None, :]).reshape(len(who), -1)
    return csr_array(np.concatenate([table, turn], axis=1) if free else table), who
