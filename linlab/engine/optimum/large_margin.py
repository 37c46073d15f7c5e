"""The largest margin: hinge loss with L2 or without a penalty, found in a good basis and certified.

    min λ/2 ‖w‖² + (1/N) Σ ξᵢ,   margin of xᵢ ≥ 1 − ξᵢ,   ξᵢ ≥ 0

A solution has a height and a floor that no θ goes below. If the two differ, it is tried again: with
slower and more exact linear algebra, in all directions, or without those that a θ of this space
cannot represent exactly enough.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

import numpy as np

from linlab.engine.ground.arrays import Floats, Ints
from linlab.engine.ground.errors import LinlabError
from linlab.engine.ground.progress import Watch, unwatched
from linlab.engine.train.problem import Problem

from . import qp
from .basis import Basis, Mask

MOST_WEIGHTS = 5_000  # unknowns in one Newton system of interior points
TOO_MANY = (
    f"The exact optimum has more than {MOST_WEIGHTS} unknowns here, which takes too long: use fewer points or "
    "another space."
)
LIBSVM_FIRST_FROM = 1_000  # with this many examples of a kernel, libsvm is tried first
FLOOR_TOLERANCE = 1e-6  # a height this close to its floor is exact
TRIES = (
    (False, 1e-13),
    (True, 1e-13),
    (True, 0.0),
    (False, 0.0),
    (True, 1e-10),
    (True, 1e-7),
)  # exact?, least digits
FEWER = (
    (False, 1e-13),
    (False, 1e-10),
    (False, 1e-7),
)  # for a kernel, which has few digits but a small range of sizes


Height = Callable[[Floats], float]


@dataclass(frozen=True, eq=False)
class Candidate:
    """θ, its height J(θ), a floor that no θ goes below, and the multipliers aᵢ of the margins.
    (n,)"""

    theta: Floats
    height: float
    floor: float
    a: Floats
    by_class: Floats | None = None  # (n, K) the same by the wrong class: aᵢ = Σ_z a_iz; of L2 only

    @property
    def exact(self) -> bool:
        return self.height - self.floor <= FLOOR_TOLERANCE * self.height + 1e-15

    def above(self, floor: float) -> "Candidate":
        return replace(self, floor=min(self.height, max(self.floor, floor)))

    def better(self, other: "Candidate | None") -> "Candidate":
        """The lower of two, above the higher floor."""
        if other is None:
            return self
        low = self if self.height <= other.height else other
        return low.above(max(self.floor, other.floor))


def climb(
    basis: Basis,
    floor: float,
    attempt: Callable[[bool, Mask], Candidate],
    tries: Sequence[tuple[bool, float]] = (),
) -> Candidate:
    """Try until height and floor meet: attempt(exact, which directions), above a known floor."""
    best = None
    seen = set()
    for exact, least in tries or (TRIES if basis.columns is not None else FEWER):
        kept = basis.kept(least)
        if (exact, kept.tobytes()) not in seen:
            seen.add((exact, kept.tobytes()))
            best = attempt(exact, kept).above(floor).better(best)
            if best.exact:
                break
    assert best is not None
    return best


def posed(basis: Basis, kept: Mask, lam: float) -> tuple[Floats, Floats]:
    """Directions, the constant last if it is free, and what they cost: λ/S². (n, d), (d,)"""
    problem = basis.problem
    columns = basis.directions[:, kept]
    cost = lam / basis.sizes[kept] / basis.sizes[kept]
    if columns.shape[1] * problem.rows > MOST_WEIGHTS:
        raise LinlabError(TOO_MANY)
    if basis.free:
        columns = np.concatenate([columns, np.ones((problem.n, 1))], axis=1)
        cost = np.append(cost, 0.0)
    return columns, cost


def thetas(basis: Basis, kept: Mask, v: Floats, signed: Floats) -> Iterator[Floats]:
    """v in the kept directions as θ, and in a dual space the coefficients themselves: large ones
    that nearly cancel are less exact in the one, small directions in the other. signed (n, rows): w
    = Σ signedᵢ φ(xᵢ)"""
    full = np.zeros((len(v), len(basis.sizes)))
    full[:, kept] = v[:, : int(kept.sum())]
    bias = v[:, -1] if basis.free else np.zeros(len(v))
    yield basis.theta(full, bias)
    if basis.problem.dual:
        yield basis.theta_of(signed, bias)


def _middle(basis: Basis, theta: Floats) -> Floats:
    """The middle of the optimal biases of two classes: the slope of the hinge loss in b is the
    number of knots below b minus the number of examples above."""
    problem = basis.problem
    if not basis.free or len(theta) > 1:
        return theta
    knots = np.sort(np.where(problem.y == 1, 1.0, -1.0) - (problem.columns[:, :-1] @ theta[0, :-1]))
    above = int((problem.y == 1).sum())
    return np.append(theta[:, :-1], [[0.5 * (knots[above - 1] + knots[above])]], axis=1)


def hinge(problem: Problem, lam: float, height: Height, watch: Watch = unwatched) -> Candidate:
    """The minimum of the mean hinge loss and λ/2 ‖w‖², λ > 0."""
    basis = Basis(problem)
    if problem.dual and len(problem.classes) == 2 and basis.free and problem.n > LIBSVM_FIRST_FROM:
        watch("libsvm")
        found = _libsvm(problem, lam, height)
        if found is not None:
            return found
    watch("directions")
    return climb(
        basis,
        conflict(problem, _doubt),
        lambda exact, kept: _soft(basis, kept, lam, exact, height, watch)[0],
    )


def unpenalised(problem: Problem, height: Height, watch: Watch = unwatched) -> Candidate:
    """The minimum of the mean hinge loss alone: for a small enough λ > 0 it is the shortest of all
    θ that reach it."""
    basis = Basis(problem)

    def attempt(exact: bool, kept: Mask) -> Candidate:
        found, length = _soft(basis, kept, 0.0, exact, height, watch)
        for share in (1e-3, 1e-6, 1e-9):
            lam = share * found.height / max(length, 1e-300)
            shorter = _soft(basis, kept, lam, exact, height, watch)[0]
            if shorter.height <= found.height * (1.0 + 1e-10):
                return replace(shorter, floor=found.floor, a=shorter.a * lam, by_class=None)
        return found

    watch("directions")
    return climb(
        basis, conflict(problem, _doubt), attempt, () if basis.columns is not None else FEWER[::-1]
    )


def conflict(problem: Problem, doubt: Callable[[Floats], Floats]) -> float:
    """The mean loss of examples of several classes at one place, in any space; doubt: their least
    loss by the counts (places, K) of the classes."""
    at = alike(problem)
    counts = np.zeros((at.max() + 1, len(problem.classes)))
    np.add.at(counts, (at, problem.y), 1.0)
    return float(doubt(counts).sum()) / problem.n


def alike(problem: Problem) -> Ints:
    """Which examples no model can tell apart, by a number that they have in common: those at one
    place, or texts of the same features. (n,)"""
    if not problem.sparse:
        return np.unique(problem.x, axis=0, return_inverse=True)[1].ravel()
    rows = problem.read.tocsr()
    rows.sort_indices()
    ends = rows.indptr
    seen: dict[tuple[bytes, bytes], int] = {}
    return np.array(
        [
            seen.setdefault((rows.indices[a:b].tobytes(), rows.data[a:b].tobytes()), len(seen))
            for a, b in pairwise(ends)
        ],
        np.int64,
    )


def _doubt(counts: Floats) -> Floats:
    """Hinge loss: no score at all, or the most frequent class 1 above the others."""
    total = counts.sum(axis=1)
    return np.asarray(np.minimum(total, 2.0 * (total - counts.max(axis=1))))


def _soft(
    basis: Basis, kept: Mask, lam: float, exact: bool, height: Height, watch: Watch
) -> tuple[Candidate, float]:
    """The lowest θ and the highest floor that interior points find in these directions, and ‖w‖²; λ
    = 0 has a = multipliers of the mean loss."""
    problem = basis.problem
    y = basis.problem.y
    classes = len(basis.problem.classes)
    columns, cost = posed(basis, kept, lam)
    best = None
    length = 0.0
    unit = lam or 1.0
    for v, alpha in qp.soft_margin(columns, y, classes, cost, 1.0 / problem.n, exact, watch)[:6]:
        value, short, proof = certificate(columns, y, cost, v, alpha, exact)
        lost = basis.directions[:, ~kept].T @ qp.coefficients(proof, y) * basis.sizes[~kept, None]
        whole = lam > 0.0 or (kept.all() and basis.complete)
        floor = max(0.0, value - short - 0.5 * float((lost * lost).sum()) / unit) if whole else 0.0
        length = length or float((v[:, : int(kept.sum())] ** 2 / basis.sizes[kept] ** 2).sum())
        for theta in thetas(
            basis, kept, v, qp.coefficients(alpha, y)[:, qp.rows_of(classes)] / unit
        ):
            theta = _middle(basis, theta)
            best = Candidate(
                theta,
                height(theta),
                floor,
                qp.multipliers(alpha, y) / unit,
                by_wrong_class(alpha, y) / unit,
            ).better(best)
        if best is not None and (best.exact or value - floor <= FLOOR_TOLERANCE * value):
            break
    assert best is not None
    return best, length


def by_wrong_class(alpha: Floats, y: Ints) -> Floats:
    """a_iz = α_iz for each wrong class z, and 0 for yᵢ itself. (n, K)"""
    out = alpha.copy()
    out[np.arange(len(y)), y] = 0.0
    return out


def certificate(
    columns: Floats, y: Ints, cost: Floats, v: Floats, alpha: Floats, exact: bool
) -> tuple[float, float, Floats]:
    """½ Σ qv² + B Σ ξ, how far it may lie above its minimum, and the α that proves it."""
    slack = qp.slack_of(qp.all_scores(columns @ v.T), y)
    value = 0.5 * float((cost * v * v).sum()) + float(alpha[0].sum()) * float(
        slack[np.arange(len(y)), y].sum()
    )
    return value, *qp.shortfall(
        columns, y, cost, v, alpha, lambda alpha: float((slack * alpha).sum()), exact
    )


def _libsvm(problem: Problem, lam: float, height: Height) -> Candidate | None:
    """Two classes with a free bias by libsvm; None if it does not converge."""
    import warnings

    from sklearn.exceptions import ConvergenceWarning
    from sklearn.svm import SVC

    own = problem.gram[: problem.n, : problem.n]
    scale = float(np.diag(own).max()) or 1.0
    bound = scale / (lam * problem.n)
    if not 1e-9 < bound < 1e6:  # slow, and rounded away
        return None
    svc = SVC(C=bound, kernel="precomputed", tol=1e-9, cache_size=500, max_iter=200_000)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ConvergenceWarning)
        svc.fit(own / scale, problem.y)
    if svc.fit_status_ != 0:
        return None
    theta = np.zeros((1, problem.d))
    theta[0, svc.support_] = svc.dual_coef_[0] / scale
    theta[0, -1] = svc.intercept_[0]
    a = np.zeros(problem.n)
    a[svc.support_] = np.abs(svc.dual_coef_[0]) / scale
    least = lam * float(a.sum()) - 0.5 * lam * problem.square(theta)
    far = 1.0 + 2.0 * np.sqrt(
        2.0 * scale / lam
    )  # no better bias is larger: each class has an example on or inside the margin
    found = Candidate(theta, height(theta), least - lam * abs(float(theta[0, :-1].sum())) * far, a)
    return found if found.height - found.floor < 1e-6 * found.height else None
