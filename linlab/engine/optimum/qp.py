"""Hinge loss exactly: a quadratic program by an interior-point method.

    minimise ½ Σ qₖvₖ² + B Σ (tᵢ − s_{i,yᵢ})   with   t_i ≥ s_iz + [z ≠ yᵢ]  for every class z

is the hinge loss of K classes (Crammer & Singer); two classes are the scores (0, s). Each
constraint has a multiplier α_iz ≥ 0 with Σ_z α_iz = B, and q·v_c = Σᵢ (B[yᵢ = c] − α_ic) uᵢ. Slack
and multipliers eliminate example by example, so a Newton step (Mehrotra's predictor and corrector)
solves a system of the size of v and costs O(n d²).
"""

from collections.abc import Callable
from typing import Any

import numpy as np

from linlab.engine.ground.arrays import Floats, Ints
from linlab.engine.ground.numerals import number
from linlab.engine.ground.progress import Watch, unwatched

MOST_STEPS = 100
STEPS_WITHOUT_PROGRESS = 8  # steps without progress
MOST_FOR_QR = 4e6  # numbers in the matrix that is decomposed
MOST_REPAIRS = 12
LEAST_SLACK = (
    1e-100  # compared with margins of 1; with a smaller slack α may be too large to be squared
)
ROUNDING = 1e3 * float(np.finfo(float).eps)


def rows_of(classes: int) -> slice:
    """The classes that have their own row; with two classes, only the last."""
    return slice(1, 2) if classes == 2 else slice(0, classes)


def all_scores(scores: Floats) -> Floats:
    """A score for every class; with two classes the first is 0. (n, K)"""
    return (
        np.concatenate([np.zeros_like(scores), scores], axis=1) if scores.shape[1] == 1 else scores
    )


def coefficients(alpha: Floats, y: Ints) -> Floats:
    """B[yᵢ = c] − α_ic, as the sum of the other α: small ones keep their digits beside a large B.
    (n, K)"""
    everyone = np.arange(len(y))
    out = -alpha
    out[everyone, y] = 0.0
    out[everyone, y] = -out.sum(axis=1)
    return out


def multipliers(alpha: Floats, y: Ints) -> Floats:
    """aᵢ = Σ_{z ≠ yᵢ} α_iz, how much an example supports: 0 ≤ aᵢ ≤ B. (n,)"""
    return np.asarray(coefficients(alpha, y)[np.arange(len(y)), y])


def pull_of(columns: Floats, alpha: Floats, y: Ints) -> Floats:
    """Σᵢ (B[yᵢ = c] − α_ic) uᵢ. (rows, d)"""
    return coefficients(alpha, y)[:, rows_of(alpha.shape[1])].T @ columns


def slack_of(scores: Floats, y: Ints) -> Floats:
    """tᵢ − s_iz − [z ≠ yᵢ] for the least tᵢ that keeps all of them from falling below 0; scores (n,
    K). (n, K)"""
    lifted = scores + 1.0 - np.eye(scores.shape[1])[y]
    return np.asarray(lifted.max(axis=1, keepdims=True) - lifted)


def curvature(columns: Floats, v: Floats) -> Floats:
    """Σᵢ (diag vᵢ − vᵢvᵢᵀ/Σvᵢ) ⊗ uᵢuᵢᵀ over the rows of θ; v (n, K) ≥ 0. (rows·d, rows·d)"""
    classes, d = v.shape[1], columns.shape[1]
    kept = range(classes)[rows_of(classes)]
    total = v.sum(axis=1)
    out = np.empty((len(kept), d, len(kept), d))
    others = v @ (1.0 - np.eye(classes))  # not Σv − v, which loses digits
    for a, c in enumerate(kept):
        for b, e in enumerate(kept[: a + 1]):
            weight = v[:, c] * ((others[:, c] if a == b else -v[:, e]) / total)
            out[a, :, b] = (columns * weight[:, None]).T @ columns
            out[b, :, a] = out[a, :, b].T
    return out.reshape(len(kept) * d, len(kept) * d)


def curved(
    columns: Floats, v: Floats, cost: Floats, exact: bool = False
) -> Callable[[Floats], Floats]:
    """The inverse of curvature(columns, v) + diag(cost), (rows, d) to (rows, d): by Cholesky, or by
    the slower QR, which does not square rounding errors of the columns and v.

    A shift common to all classes changes no margin: it stays 0."""
    rows = len(range(v.shape[1])[rows_of(v.shape[1])])
    d = columns.shape[1]
    if not d:  # all examples are at one place, and there is no bias
        return lambda right: right
    if exact and v.size * v.shape[1] * rows * d < MOST_FOR_QR:
        root = _roots(columns, v)
        pin = np.tile(
            np.diag(np.sqrt((root * root).sum(axis=0).reshape(rows, d).mean(axis=0) * (rows > 1))),
            rows,
        )
        inverse = _by_qr(np.concatenate([root, np.diag(np.sqrt(np.tile(cost, rows))), pin]))
    else:
        matrix = curvature(columns, v)
        pin = np.kron(
            np.ones((rows, rows)),
            np.diag(np.diag(matrix).reshape(rows, d).mean(axis=0) * (rows > 1)),
        )
        inverse = by_cholesky(matrix + np.diag(np.tile(cost, rows)) + pin)
    return lambda right: inverse(right.ravel()).reshape(rows, d)


def _roots(columns: Floats, v: Floats) -> Floats:
    """G with GᵀG = curvature(columns, v): √(v_c v_z/Σv)·(e_c − e_z) ⊗ uᵢ of every example and pair
    of classes."""
    n, classes = v.shape
    first, second = np.triu_indices(classes, 1)
    weight = np.sqrt(v[:, first] * (v[:, second] / v.sum(axis=1, keepdims=True)))  # (n, pairs)
    turn = (np.eye(classes)[first] - np.eye(classes)[second])[:, rows_of(classes)]  # (pairs, rows)
    return np.asarray(
        weight[:, :, None, None] * turn[:, :, None] * columns[:, None, None, :]
    ).reshape(n * len(first), -1)


def _by_qr(root: Floats) -> Callable[[Floats], Floats]:
    """(GᵀG)⁻¹ by the QR decomposition of G, the longest rows first, which keeps the digits of the
    short ones."""
    from scipy.linalg import qr, solve_triangular

    size = np.abs(root).max(axis=1)
    root = root[np.argsort(-size, kind="stable")]
    right, order = qr(root, mode="r", pivoting=True, check_finite=False)
    right = right[: root.shape[1]]
    least = np.abs(np.diag(right)) < 1e-150
    right[least, least] = 1e-150

    def once(b: Floats) -> Floats:
        x = np.empty_like(b)
        x[order] = solve_triangular(
            right,
            solve_triangular(right, b[order], trans=1, check_finite=False),
            check_finite=False,
        )
        return x

    def inverse(b: Floats) -> Floats:
        with np.errstate(over="ignore", invalid="ignore"):  # callers check for ∞, and ∞ − ∞
            x = once(b)
            for _ in range(2):
                x = x + once(b - root.T @ (root @ x))
        return x

    return inverse


def by_cholesky(matrix: Floats) -> Callable[[Floats], Floats]:
    """The inverse of a positive definite matrix, also if rounding made it singular."""
    from scipy.linalg import cho_factor, cho_solve

    diagonal = np.diag(matrix)
    scale = 1.0 / np.sqrt(np.maximum(diagonal, 1e-200 * max(1e-100, float(diagonal.max()))))
    scaled = scale[:, None] * matrix * scale  # the same digits for every weight
    mend = 0.0
    while True:
        try:
            factor = cho_factor(scaled + mend * np.eye(len(scaled)), lower=True)
            break
        except np.linalg.LinAlgError:
            mend = 10.0 * mend or 1e-15

    def inverse(right: Floats) -> Floats:
        with np.errstate(over="ignore", invalid="ignore"):  # callers check whether it is finite
            step = cho_solve(factor, scale * right, check_finite=False)
            step += cho_solve(factor, scale * right - scaled @ step, check_finite=False)
            return np.asarray(scale * step)

    return inverse


def soft_margin(
    columns: Floats,
    y: Ints,
    classes: int,
    cost: Floats,
    bound: float,
    exact: bool = False,
    watch: Watch = unwatched,
) -> list[tuple[Floats, Floats]]:
    """v (rows, d) and α (n, K) near the least ½ Σ qv² + B Σ ξ, q = `cost`, B = `bound`, the nearest
    first: from the middle of the constraints to their edge, where rounding ends the progress."""
    n, d = columns.shape
    demand = 1.0 - np.eye(classes)[y]  # (n, K)
    alpha = np.full((n, classes), bound / classes)
    v = np.zeros((len(range(classes)[rows_of(classes)]), d))
    scores = np.zeros((n, classes))
    top = np.full((n, 1), 10.0)
    slack = top - scores - demand
    way = list[tuple[float, Floats, Floats]]()
    for k in range(MOST_STEPS):
        missing = pull_of(columns, alpha, y) - cost * v  # the residual of stationarity
        mean = float((slack * alpha).mean())
        gap = mean * slack.size + float(np.abs(missing).sum())
        watch(f"step {k + 1}, duality gap {number(gap / bound / n, 1)}")
        way.append((gap, v, alpha))
        if gap < 1e-16 * bound * n or min(each[0] for each in way[-STEPS_WITHOUT_PROGRESS:]) > min(
            each[0] for each in way
        ):
            break
        if float(slack.min()) < LEAST_SLACK:  # at the edge; the rest is rounding
            break
        short = bound - alpha.sum(axis=1, keepdims=True)
        off = top - scores - demand - slack
        newton = _newton(
            columns,
            y,
            slack,
            alpha,
            missing,
            short,
            off,
            curved(columns, alpha / slack, cost, exact),
        )
        _, _, give, more = newton(-slack * alpha)
        far = reach(slack, alpha, give, more)
        ahead = float(((slack + far * give) * (alpha + far * more)).mean())
        change, rise, give, more = newton((ahead / mean) ** 3 * mean - slack * alpha - give * more)
        far = min(1.0, 0.995 * reach(slack, alpha, give, more))
        if not far > 1e-9 or not np.isfinite(change).all():
            break
        v, top = v + far * change, top + far * rise
        slack, alpha = slack + far * give, alpha + far * more
        alpha = alpha * (bound / alpha.sum(axis=1, keepdims=True))
        scores = all_scores(columns @ v.T)
    return [(v, alpha) for _, v, alpha in sorted(way, key=lambda each: each[0])]


def _newton(
    columns: Floats,
    y: Ints,
    slack: Floats,
    alpha: Floats,
    missing: Floats,
    short: Floats,
    off: Floats,
    inverse: Callable[[Floats], Floats],
) -> Callable[[Floats], tuple[Floats, Floats, Floats, Floats]]:
    """The changes of v, t, slack and α that close every residual and add `wanted` to slack · α, to
    first order."""
    d = alpha / slack
    h = d.sum(axis=1, keepdims=True)

    def newton(wanted: Floats) -> tuple[Floats, Floats, Floats, Floats]:
        u = wanted / slack - d * off
        fixed = (
            u - d * (u.sum(axis=1, keepdims=True) - short) / h
        )  # Δα without its part that follows Δv
        change = inverse(missing + pull_of(columns, fixed, y))
        s = all_scores(columns @ change.T)
        rise = ((u + d * s).sum(axis=1, keepdims=True) - short) / h
        give = rise - s + off
        return change, rise, give, (wanted - alpha * give) / slack

    return newton


def shortfall(
    columns: Floats,
    y: Ints,
    cost: Floats,
    v: Floats,
    alpha: Floats,
    lack: Callable[[Floats], float],
    exact: bool = False,
) -> tuple[float, Floats]:
    """How far ½ Σ qv² + losses of v may lie above the minimum, and the α that proves it; ∞ if it
    proves nothing.

    For α ≥ 0 in balance, qw = Σᵢ (B[yᵢ = c] − α_ic) uᵢ, the dual value of α is that of v less
    lack(α) + ½ Σ q(w − v)²; for hinge loss lack(α) = Σ α·slack. Balance is restored by the smallest
    changes relative to α. It counts as restored if the rest may be rounding and a thousandth of α
    would remove it; a larger rest is added to the cost."""
    bound = float(alpha[0].sum())
    w = v
    least = np.inf
    proof = alpha
    kept = rows_of(alpha.shape[1])
    # α = 0 of a whole row is 0/0, a bound of 0 divides by 0; far out there are ∞ and ∞ − ∞. What is
    # not finite ends the search.
    with np.errstate(divide="ignore", over="ignore", invalid="ignore"):
        for _ in range(MOST_REPAIRS):
            signed = coefficients(alpha, y)[:, kept]
            missing = signed.T @ columns - cost * w
            weight = alpha * (alpha / bound)
            if not np.isfinite(missing).all():
                break
            h = curved(columns, weight, cost, exact)(missing)
            step = all_scores(columns @ h.T)
            change = weight * (
                step
                - (weight * step).sum(axis=1, keepdims=True) / weight.sum(axis=1, keepdims=True)
            )
            share = float(np.nan_to_num(np.abs(change) / alpha).max())
            if share < 1e-3:
                paid = imbalance(
                    missing, ROUNDING * (np.abs(signed).sum(axis=1) @ np.abs(columns)), cost
                )
                found = (
                    (1.0 + share) * lack(alpha)
                    + float((cost * (w + h - v) ** 2).sum())
                    + 2.0 * paid
                )
                if least < np.inf and found >= 0.5 * least:
                    break
                if found < least:
                    least, proof = found, alpha
            w = w + h
            alpha = np.maximum(0.0, alpha + change)
            alpha[alpha < 1e-14 * bound * (share > 0.5)] = 0.0
            alpha = alpha * (bound / alpha.sum(axis=1, keepdims=True))
    return least, proof


def imbalance(missing: Floats, rounding: Floats, cost: Floats) -> float:
    """The loss of a dual value for a residual m of stationarity: m²/2q; 0 if it may be rounding."""
    missing = np.where(np.abs(missing) <= rounding, 0.0, missing)
    # what costs nothing divides by 0: m/0 is ∞, and 0/0 is not taken; m² may be beyond all numbers
    with np.errstate(divide="ignore", over="ignore", invalid="ignore"):
        return float(np.where(missing == 0.0, 0.0, 0.5 * missing * (missing / cost)).sum())


def reach(slack: Floats, alpha: Floats, give: Floats, more: Floats) -> float:
    """How far slack and α stay positive along their changes, at most 2."""
    with np.errstate(divide="ignore", over="ignore", invalid="ignore"):
        ratio = np.minimum(
            np.where(give < 0, -slack / give, 2.0), np.where(more < 0, -alpha / more, 2.0)
        )
    return float(np.min(ratio, initial=2.0))


def linear_program(
    columns: Floats, y: Ints, classes: int, cost: Floats
) -> tuple[Floats, Floats] | None:
    """v (rows, d) and α (n, K) of the least (1/N) Σ ξ + Σ cost·|v|, by HiGHS; None if it does not
    converge."""
    from scipy.optimize import linprog
    from scipy.sparse import csr_array, hstack

    n, d = columns.shape
    margins, who, rival = margin_rows(columns, y, classes)
    rows = margins.shape[1] // d
    slack = csr_array((np.ones(len(who)), (np.arange(len(who)), who)), shape=(len(who), n))
    table = hstack([-margins, margins, -slack], format="csr")
    costs = np.concatenate([np.tile(cost, 2 * rows), np.full(n, 1.0 / n)])
    tight = {"primal_feasibility_tolerance": 1e-10, "dual_feasibility_tolerance": 1e-10}
    answer = linprog(
        costs, table, -np.ones(len(who)), bounds=(0, None), method="highs", options=tight
    )
    if answer.x is None:
        return None
    x = np.asarray(answer.x)
    alpha = np.zeros((n, classes))
    alpha[who, rival] = np.maximum(0.0, -np.asarray(answer.ineqlin.marginals))
    alpha[np.arange(n), y] = np.maximum(0.0, 1.0 / n - alpha.sum(axis=1))
    return (x[: rows * d] - x[rows * d : 2 * rows * d]).reshape(rows, d), alpha


def recedes(columns: Floats, y: Ints, classes: int) -> bool:
    """Whether some v ≠ 0 has no margin below 0 and one above: then the log loss falls forever along
    it."""
    from scipy.optimize import linprog

    if not columns.shape[1]:
        return False
    margins, _, _ = margin_rows(columns, y, classes)
    answer = linprog(
        -np.asarray(margins.sum(axis=0)).ravel(),
        -margins,
        np.zeros(margins.shape[0]),
        bounds=(-1, 1),
        method="highs",
        options={"primal_feasibility_tolerance": 1e-10, "time_limit": 10},
    )
    return (
        answer.fun is None or answer.fun < -1e-6
    )  # time runs out only with nearly as many unknowns as examples


def margin_rows(columns: Floats, y: Ints, classes: int) -> tuple[Any, Ints, Ints]:
    """The margins s_y − s_z of all examples and rivals z as a sparse table over v, with their
    examples and rivals."""
    from scipy.sparse import csr_array

    who, rival = np.nonzero(np.arange(classes) != y[:, None])
    turn = (np.eye(classes)[y[who]] - np.eye(classes)[rival])[:, rows_of(classes)]  # (m, rows)
    return (
        csr_array((turn[:, :, None] * columns[who][:, None, :]).reshape(len(who), -1)),
        who,
        rival,
    )
