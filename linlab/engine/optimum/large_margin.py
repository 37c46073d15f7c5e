"""The largest margin: the separator of hinge loss, found by libsvm or interior points and polished until it is exact.

    min ½‖W‖² + C Σ ξᵢ,   margin of xᵢ ≥ 1 − ξᵢ,   ξᵢ ≥ 0

A `Frame` shows the examples as the penalty measures them, so that one scale of numbers suits every space; C = ∞ allows no ξ.
"""

from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from linlab.engine.ground.arrays import Floats, Ints
from linlab.engine.ground.errors import LinlabError
from linlab.engine.ground.progress import Watch, unwatched
from linlab.engine.learner.losses import rivals_and_margins
from linlab.engine.train.problem import Problem

from . import qp

MOST_WEIGHTS = 5_000  # in one Newton system of interior points
TOO_MANY = (f"The exact optimum has more than {MOST_WEIGHTS} unknowns here, which takes too long: use fewer points or "
            "another space.")
SOME = 200  # examples to begin a largest margin with; so few are taken all at once
CLOSER = 1e-9  # a margin that is smaller by less than this share is as large
MOST_FOR_LIBSVM = 4_000  # examples of a feature space: libsvm wants their Gram matrix


@dataclass(frozen=True, eq=False)
class Frame:
    """The examples as the penalty measures them: scaled to length 1 at most, without the constant if it is free.

    f = φ(x)/σ, so w = W/σ; features of a free bias are centred, which moves only b. `whole` makes the constant feature
    a part of w, as the mistake bound counts it. Where there are more features than examples, as in a dual space, the
    coordinates are those of the eigenvectors of the Gram matrix."""

    problem: Problem
    whole: bool = False

    @property
    def free(self) -> bool:
        return self.problem.bias == "free" and not self.whole

    @cached_property
    def columns(self) -> Floats:
        """φ(xᵢ) of a feature space, centred. (n, p)"""
        return (self.problem.read[:, :-1] - self.centre) if self.free else self.problem.read

    @cached_property
    def centre(self) -> Floats:
        return np.asarray(self.problem.read[:, :-1].mean(axis=0))

    @cached_property
    def scale(self) -> float:
        squares = np.diag(self.kernel) if self.problem.dual else np.einsum("ij,ij->i", self.columns, self.columns)
        return float(np.sqrt(squares.max())) or 1.0

    @cached_property
    def kernel(self) -> Floats:
        """⟨φ(xᵢ), φ(xⱼ)⟩ of a dual space. (n, n)"""
        problem = self.problem
        own = problem.gram[: problem.n, : problem.n]
        return own + 1.0 if self.whole and problem.bias == "free" else own

    def gram(self, i: Ints) -> Floats:
        """⟨fᵢ, fⱼ⟩ of some examples. (i, i)"""
        if self.problem.dual:
            return self.kernel[np.ix_(i, i)] / self.scale**2
        some = self.columns[i] / self.scale
        return some @ some.T

    def answers(self, signed: Floats, i: Ints) -> Floats:
        """⟨Σⱼ aⱼfⱼ, fᵢ⟩ for coefficients a (n, rows). (i, rows)"""
        if self.problem.dual:
            used = np.flatnonzero(signed.any(axis=1))
            return self.kernel[np.ix_(i, used)] @ (signed[used] / self.scale**2)
        return self.columns[i] @ (self.columns.T @ (signed / self.scale**2))

    @property
    def wide(self) -> bool:
        return self.problem.dual or self.columns.shape[1] > self.problem.n

    @cached_property
    def _eigen(self) -> tuple[Floats, Floats]:
        everyone = np.arange(self.problem.n)
        values, vectors = np.linalg.eigh(self.gram(everyone))
        kept = values > 1e-15 * max(values[-1], np.finfo(float).tiny)
        return np.sqrt(values[kept]), vectors[:, kept]

    @cached_property
    def features(self) -> Floats:
        """fᵢ. (n, p)"""
        return self.columns / self.scale if not self.wide else self._eigen[1] * self._eigen[0]

    def theta(self, weights: Floats, bias: Floats) -> Floats:
        """W (rows, p) and b (rows,) as θ of the problem."""
        if self.wide:
            return self.theta_of((weights / self._eigen[0]) @ self._eigen[1].T, bias)
        return self.joined(weights / self.scale, bias)

    def theta_of(self, signed: Floats, bias: Floats) -> Floats:
        """Coefficients of the examples (rows, n), in the units of f, and b as θ of the problem."""
        signed = signed / self.scale**2
        if not self.problem.dual:
            return self.joined(signed @ self.columns, bias)
        if self.whole:
            bias = signed.sum(axis=1)
        ghosts = np.zeros((len(signed), len(self.problem.ghosts)))
        return self.problem.join(np.concatenate([signed, ghosts], axis=1), bias)

    def joined(self, weights: Floats, bias: Floats) -> Floats:
        return np.concatenate([weights, (bias - weights @ self.centre)[:, None]], axis=1) if self.free else weights


def separator(problem: Problem, whole: bool = False, watch: Watch = unwatched) -> tuple[Floats, Floats] | None:
    """θ of the largest margin with every margin ≥ 1, and its multipliers; None if no θ is right about every example.

    Few of many examples hold the largest margin: it is that of some of them, once no other comes closer. If even some
    cannot be told apart, all cannot."""
    if len(np.unique(problem.x, axis=0)) < len(np.unique(np.column_stack([problem.x, problem.y]), axis=0)):
        return None  # two classes at one place
    some = np.sort(np.argsort(problem.y, kind="stable")[:: 1 + (problem.n - 1) // SOME])  # of each class its share
    while True:
        frame = Frame(problem if len(some) == problem.n else _only(problem, some), whole)
        own, alpha, _ = large_margin(frame, np.inf, watch)
        slim = min(1.0, float(_margins(frame.problem, own).min()))
        if not slim > 0.0:
            return None
        theta = own if frame.problem is problem else _among(problem, some, frame.problem.split(own))
        margins = _margins(problem, theta)
        closer = np.setdiff1d(np.flatnonzero(margins < slim * (1.0 - CLOSER)), some)
        if not len(closer):
            multipliers = np.zeros(problem.n)
            multipliers[some] = qp.multipliers(alpha, frame.problem.y) / frame.scale**2
            return theta / min(1.0, float(margins.min())), multipliers
        worst = closer[np.argsort(margins[closer], kind="stable")]
        some = np.union1d(some, worst[: len(some)])


def _margins(problem: Problem, theta: Floats) -> Floats:
    return np.asarray(rivals_and_margins(problem.read @ theta.T, problem.y)[1])


def _only(problem: Problem, some: Ints) -> Problem:
    """The problem of some of the examples."""
    return replace(problem, x=problem.x[some], y=problem.y[some], ids=problem.ids[some], ghosts=np.empty((0, 2)))


def _among(problem: Problem, some: Ints, parts: tuple[Floats, Floats]) -> Floats:
    """Weights and bias that some of the examples were found to have, as θ of all."""
    weights, bias = parts
    if problem.dual:
        few, weights = weights, np.zeros((problem.rows, len(problem.centres)))
        weights[:, some] = few
    return problem.join(weights, bias)


def large_margin(frame: Frame, bound: float, watch: Watch = unwatched) -> tuple[Floats, Floats, float]:
    """θ and α of the least ½‖W‖² + C Σ ξ and the C it was solved for: polished, unless that makes it worse."""
    problem, classes = frame.problem, len(frame.problem.classes)
    machine = None
    if classes == 2 and frame.free and bound < np.inf and (problem.dual or problem.n <= MOST_FOR_LIBSVM):
        watch("libsvm")
        machine = _libsvm(frame, bound)
    if machine is None:
        watch("eigenvectors" if frame.wide else "features")
        if frame.features.shape[1] * problem.rows > MOST_WEIGHTS:
            raise LinlabError(TOO_MANY)
        machine = qp.large_margin(frame.features, problem.y, classes, bound, frame.free, watch)
    kept = qp.rows_of(classes)

    def theta_of(alpha: Floats, bias: Floats) -> Floats:
        return frame.theta_of(qp.coefficients(alpha, problem.y)[:, kept].T, bias)

    found = [(theta_of(machine.alpha, machine.bias), machine.alpha)]
    if machine.weights.size:  # large coefficients that nearly cancel are less exact than their sum
        found.append((frame.theta(machine.weights, machine.bias), machine.alpha))
    heights = [_penalised(frame, theta, machine.bound) for theta, _ in found]
    slack = qp.slack_of(qp.scores_of(problem.read, found[int(np.argmin(heights))][0], classes), problem.y)
    exact = qp.polish(machine.alpha, slack, problem.y, machine.bound, frame.free, frame.gram,
                      frame.answers, watch)
    if exact is not None:
        found.insert(0, (theta_of(*exact), exact[0]))
        heights.insert(0, _penalised(frame, found[0][0], machine.bound))
    theta, alpha = next(each for each, height in zip(found, heights, strict=True) if height <= min(heights) * (1 + 1e-12))
    return theta, alpha, machine.bound


def _penalised(frame: Frame, theta: Floats, bound: float) -> float:
    """½‖W‖² + C Σ ξ of θ."""
    problem = frame.problem
    slack = np.maximum(0.0, 1.0 - rivals_and_margins(problem.read @ theta.T, problem.y)[1]).sum()
    part = theta if frame.whole or not problem.constant or problem.bias != "free" else theta[:, :-1]
    size = float((part * part).sum())
    if problem.dual:
        a = part[:, : problem.n]
        size = float(np.sum((a @ frame.kernel) * a))
    return 0.5 * size * frame.scale**2 + bound * float(slack)


def _libsvm(frame: Frame, bound: float) -> qp.Machine | None:
    """Two classes with a free bias by libsvm; None if it does not arrive."""
    import warnings

    from sklearn.exceptions import ConvergenceWarning
    from sklearn.svm import SVC

    y, everyone = frame.problem.y, np.arange(frame.problem.n)
    if not 1e-9 < bound < 1e6:  # slow, and rounded away
        return None
    svc = SVC(C=bound, kernel="precomputed", tol=1e-9, cache_size=500, max_iter=200_000)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ConvergenceWarning)
        svc.fit(frame.gram(everyone), y)
    if svc.fit_status_ != 0:
        return None
    a = np.zeros(len(y))
    a[svc.support_] = np.abs(svc.dual_coef_[0])
    alpha = np.zeros((len(y), 2))
    alpha[everyone, 1 - y], alpha[everyone, y] = a, bound - a
    weights = np.zeros((1, 0)) if frame.problem.dual else qp.coefficients(alpha, y)[:, 1:].T @ frame.features
    return qp.Machine(weights, np.array(svc.intercept_, float), alpha, bound, 0.0)
