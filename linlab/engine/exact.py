"""The exact optimum: the θ* that every run is measured against.

    θ* = argmin J(θ),   J(θ) = (1/N) Σ ℓ(θ·φ(xᵢ), yᵢ) + λ·R(w)

Hinge loss with L2 is a quadratic program (libsvm, or interior points), with L1 or λ = 0 a linear one; log loss is
smooth and takes Newton steps, on the weights that are not 0 if the penalty is L1; counts are their own optimum.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import numpy as np

from . import measures, qp
from .errors import LinlabError
from .losses import rivals_and_margins
from .models import Bayes, Linear, Model
from .problem import Floats, Ints, Problem

MOST_WEIGHTS = 5_000  # in one Newton system of interior points
MOST_IN_A_HESSIAN = 1_500
_TOO_MANY = (f"The exact optimum has more than {MOST_WEIGHTS} unknowns here, which takes too long: use fewer points or "
             "another space.")
MOST_FOR_LIBSVM = 4_000  # examples of a feature space: libsvm wants their Gram matrix


def _nobody() -> Ints:
    return np.empty(0, np.int64)


@dataclass(frozen=True, eq=False)
class Optimum:
    """θ* and J(θ*). Hinge loss: multipliers aᵢ of the margins, with w = Σ aᵢyᵢφ(xᵢ) for L2 and 0 ≤ aᵢ ≤ `bound`."""

    problem: Problem
    theta: Floats  # (rows, d); counts (K, d) for naive Bayes
    objective: float
    coefficients: Floats | None = None  # (n,)
    free: Ints = field(default_factory=_nobody)  # positions of the support vectors with 0 < a < bound, on the margin
    bounded: Ints = field(default_factory=_nobody)  # positions of those with a = bound, which violate it
    bound: float = np.inf  # 1/(λN), 1/N in a linear program, ∞ for a hard margin
    note: str = ""

    @property
    def model(self) -> Model:
        counting = self.problem.counting is not None
        return Bayes(self.problem, self.theta) if counting else Linear(self.problem, self.theta)

    @property
    def weights(self) -> Floats:
        """w (rows, features), or coefficients (rows, centres) in a dual space."""
        return self.problem.split(self.model.theta)[0]

    @property
    def bias(self) -> Floats:
        return self.problem.split(self.model.theta)[1]


def optimum(problem: Problem) -> Optimum:
    """The exact minimiser of the problem's own objective.

    >>> from linlab.engine.run import train
    >>> run = train("svm", [(0, 0), (2, 0)], ["no", "yes"], lam=0.01)
    >>> optimum(run.problem).weights.round(6).tolist()
    [[1.0, 0.0]]
    """
    loss, l1 = measures.loss_of(problem), problem.learner["penalty"] == "l1" and problem.learner.decay > 0
    if problem.counting is not None:
        return _counts(problem)
    if loss.name == "perceptron":
        return _perceptron(problem)
    if loss.name == "hinge":
        return _linear_program(problem) if l1 else _hinge(problem)
    if loss.name == "log" or (loss.smooth and not l1):
        return _lasso(problem) if l1 else _smooth(problem)
    raise LinlabError(f"No exact method is known for {loss.title.lower()} with the penalty "
                      f"{problem.learner['penalty']}: only losses that say they are smooth have one, with l2 or none.")


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


def separator(problem: Problem, whole: bool = False) -> tuple[Floats, Floats] | None:
    """θ of the largest margin with every margin ≥ 1, and its multipliers; None if no θ is right about every example."""
    if len(np.unique(problem.x, axis=0)) < len(np.unique(np.column_stack([problem.x, problem.y]), axis=0)):
        return None  # two classes at one place
    frame = Frame(problem, whole)
    theta, alpha, _ = _large_margin(frame, np.inf)
    slim = rivals_and_margins(problem.read @ theta.T, problem.y)[1].min()
    if not slim > 0.0:
        return None
    return theta / min(slim, 1.0), qp.multipliers(alpha, problem.y) / frame.scale**2


def _large_margin(frame: Frame, bound: float) -> tuple[Floats, Floats, float]:
    """θ and α of the least ½‖W‖² + C Σ ξ and the C it was solved for: polished, unless that makes it worse."""
    problem, classes = frame.problem, len(frame.problem.classes)
    machine = None
    if classes == 2 and frame.free and bound < np.inf and (problem.dual or problem.n <= MOST_FOR_LIBSVM):
        machine = _libsvm(frame, bound)
    if machine is None:
        if frame.features.shape[1] * problem.rows > MOST_WEIGHTS:
            raise LinlabError(_TOO_MANY)
        machine = qp.large_margin(frame.features, problem.y, classes, bound, frame.free)
    kept = qp.rows_of(classes)

    def theta_of(alpha: Floats, bias: Floats) -> Floats:
        return frame.theta_of(qp.coefficients(alpha, problem.y)[:, kept].T, bias)

    found = [(theta_of(machine.alpha, machine.bias), machine.alpha)]
    if machine.weights.size:  # large coefficients that nearly cancel are less exact than their sum
        found.append((frame.theta(machine.weights, machine.bias), machine.alpha))
    heights = [_penalised(frame, theta, machine.bound) for theta, _ in found]
    slack = qp.slack_of(qp.scores_of(problem.read, found[int(np.argmin(heights))][0], classes), problem.y)
    exact = qp.polish(machine.alpha, slack, problem.y, machine.bound, frame.free, frame.gram,
                      frame.answers)
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


def _hinge(problem: Problem) -> Optimum:
    """Hinge loss with L2 or without a penalty."""
    frame, lam = Frame(problem), problem.learner.decay
    if lam == 0.0:
        found = separator(problem)
        if found is None:
            return _overlapping(problem)
        return _supported(problem, found[0], found[1], np.inf,
                          "Without a penalty every θ with all margins ≥ 1 is optimal; this is the shortest.")
    theta, alpha, _ = _large_margin(frame, frame.scale**2 / (lam * problem.n))
    bound = 1.0 / (lam * problem.n)
    a = qp.multipliers(alpha, problem.y) / frame.scale**2
    chosen = _supported(problem, theta, a, bound)
    unsure = frame.free and not len(chosen.free)
    return chosen if not unsure else _supported(
        problem, theta, a, bound, "No example lies on the margin alone, so other biases may be as good.")  # fmt: skip


def _supported(problem: Problem, theta: Floats, a: Floats, bound: float, note: str = "") -> Optimum:
    """The optimum with its support vectors told apart."""
    edge = 1e-9 * min(bound, float(a.max()))
    a = np.where(a <= edge, 0.0, np.where(a >= bound - edge, bound, a))
    return Optimum(problem, theta, _objective(problem, theta), a, np.flatnonzero((a > 0) & (a < bound)),
                   np.flatnonzero(a == bound), bound, note)  # fmt: skip


def _objective(problem: Problem, theta: Floats) -> float:
    return float(sum(measures.objective(Linear(problem, theta))))


def _linear_program(problem: Problem) -> Optimum:
    """Hinge loss with L1, which knows only the axes it is given."""
    frame, lam = Frame(problem), problem.learner.decay
    features, classes = frame.columns / frame.scale, len(problem.classes)
    weights, bias, a = qp.linear_program(features, problem.y, classes, frame.free, lam / frame.scale)
    return _supported(problem, frame.joined(weights / frame.scale, bias), a, 1.0 / problem.n)


def _overlapping(problem: Problem) -> Optimum:
    """Hinge loss without a penalty on classes that overlap: for a small enough λ > 0 the optimum is the shortest of
    those for λ = 0. That it is small enough, a linear program tells, unless it has as many unknowns as examples."""
    frame, y, classes = Frame(problem), problem.y, len(problem.classes)
    shortest = []
    for bound in (1e3, 1e5, 1e7):
        theta, alpha, used = _large_margin(frame, bound)
        shortest.append((_objective(problem, theta), theta, qp.multipliers(alpha, y) / (used * problem.n)))
    least = min(height for height, _, _ in shortest)
    if not frame.wide:
        weights, bias, a = qp.linear_program(frame.features, y, classes, frame.free, 0.0)
        theta = frame.theta(weights, bias)
        height = _objective(problem, theta)
        if height < least * (1 - 1e-9):
            return _supported(problem, theta, a, 1.0 / problem.n, "Without a penalty other θ may be as good.")
    theta, a = next((theta, a) for height, theta, a in shortest if height <= least * (1 + 1e-10))
    note = "Without a penalty other θ may be as good; this is the shortest."
    if frame.wide and theta is shortest[-1][1]:
        note = "Without a penalty ever longer θ are ever better here; this is the optimum for a tiny λ."
    return _supported(problem, theta, a, 1.0 / problem.n, note)


def _perceptron(problem: Problem) -> Optimum:
    found = separator(problem)
    if found is None:
        return Optimum(problem, np.zeros((problem.rows, problem.d)), 0.0, note="θ = 0 has no perceptron loss, and nothing "
                       "has less; no θ was found that is right about every example.")
    return Optimum(problem, found[0], _objective(problem, found[0]),
                   note="θ = 0 has no perceptron loss, nor has any separator; this is the one of the largest margin.")


def _counts(problem: Problem) -> Optimum:
    counts = np.zeros((problem.rows, problem.d))
    np.add.at(counts, problem.y, problem.read)
    smooth = problem.learner.recipe.counting == "categorical" and problem.learner["smoothing"] > 0
    return Optimum(problem, counts, measures.objective(Bayes(problem, counts))[0],
                   note="Smoothing moves the counts away from the largest likelihood on purpose." if smooth else "")


def _smooth(problem: Problem) -> Optimum:
    """A smooth loss with L2 or none: L-BFGS where the curvature at 0 is a ball, then Newton steps for the log loss."""
    from scipy.optimize import minimize

    frame, loss, n, rows = Frame(problem), problem.learner.recipe.loss, problem.n, problem.rows
    lam = problem.learner.decay / frame.scale**2
    columns = np.concatenate([frame.features, np.ones((n, 1))], axis=1) if frame.free else frame.features
    penalised = np.ones(columns.shape[1])
    penalised[frame.features.shape[1] :] = 0.0
    values, vectors = np.linalg.eigh(0.25 / n * columns.T @ columns + lam * np.diag(penalised))
    kept = values > 1e-15 * values[-1]
    back = vectors[:, kept] / np.sqrt(values[kept])  # θ = back · x
    inputs, penalty = columns @ back, lam * (back.T * penalised) @ back
    if loss.name == "log" and lam == 0.0:
        _refuse_endless(problem, inputs)

    def value(x: Floats) -> tuple[float, Floats]:
        losses, pulls = loss.value_and_pull(inputs @ x.T, problem.y)
        slope = x @ penalty
        return float(losses.mean() + 0.5 * np.sum(x * slope)), slope - pulls.T @ inputs / n

    def flat(x: Floats) -> tuple[float, Floats]:
        with np.errstate(over="ignore", invalid="ignore"):
            height, slope = value(x.reshape(rows, -1))
        return height, slope.ravel()

    options = {"maxiter": 2000, "maxfun": 4000, "maxcor": 30, "gtol": 1e-10, "ftol": 1e-16}
    x = minimize(flat, np.zeros(rows * inputs.shape[1]), jac=True, method="L-BFGS-B", options=options).x
    x = x.reshape(rows, -1)
    if loss.name == "log" and x.size <= MOST_IN_A_HESSIAN:
        ridge = np.kron(np.eye(rows), penalty)
        if rows > 1:  # a shift common to all classes changes no probability: it stays 0
            ridge = ridge + np.kron(np.ones((rows, rows)), np.eye(inputs.shape[1]))
        x = _newton(x, value, lambda x: qp.curvature(inputs, _chances(inputs @ x.T) / n) + ridge)
    theta = x @ back.T
    bias = theta[:, -1] if frame.free else np.zeros(rows)
    theta = frame.theta(theta[:, penalised > 0], bias - bias.mean() * (rows > 1))
    note = "" if loss.name == "log" else "Found by L-BFGS: exact if the loss is convex."
    return Optimum(problem, theta, _objective(problem, theta), note=note)


def _newton(x: Floats, value: Callable[[Floats], tuple[float, Floats]], hessian: Callable[[Floats], Floats]) -> Floats:
    """Newton steps, halved until they help, for as long as the gradient shrinks."""
    height, slope = value(x)
    for _ in range(50):
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


def _refuse_endless(problem: Problem, inputs: Floats) -> None:
    if separator(problem) is not None or qp.recedes(inputs, problem.y, len(problem.classes)):
        raise LinlabError("The examples can be separated in this space, so without a penalty the log loss falls forever, "
                          "towards 0, as the weights grow, and has no minimum: use the penalty l2 with λ > 0.")


def _lasso(problem: Problem) -> Optimum:
    """Log loss with L1: a corner that is rounded off less and less tells which weights are 0; the others take Newton
    steps of their own."""
    frame, n, rows, loss = Frame(problem), problem.n, problem.rows, problem.learner.recipe.loss
    widths = np.abs(frame.columns).max(axis=0)
    widths[widths == 0.0] = 1.0
    columns, cost = frame.columns / widths, problem.learner.decay / widths
    if frame.free:
        columns, cost = np.concatenate([columns, np.ones((n, 1))], axis=1), np.append(cost, 0.0)
    if rows * columns.shape[1] > MOST_WEIGHTS:
        raise LinlabError(_TOO_MANY)
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
                    lambda w, level=level: bend(w) + np.diag(value(w, level)[2].ravel()) + pin)  # type: ignore[misc]
    w[(cost > 0) & (cost * np.abs(w) < np.sqrt(level * (cost * np.abs(w)).max()))] = 0.0
    height, slope, _ = value(w)
    for _ in range(500):
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
    theta = frame.joined(w[:, : len(widths)] / widths, bias - bias.mean() * (rows > 1))
    return Optimum(problem, theta, _objective(problem, theta))
