"""The exact optimum: the θ* that every run is measured against.

    θ* = argmin J(θ),   J(θ) = (1/N) Σ ℓ(θ·φ(xᵢ), yᵢ) + λ·R(w)

Hinge loss with L2 is a quadratic program (libsvm, or interior points), with L1 or λ = 0 a linear one; log loss is
smooth and takes Newton steps, on the weights that are not 0 if the penalty is L1; plain counts are their own optimum.
"""

from dataclasses import dataclass, field, replace

import numpy as np

from linlab.engine.ground.arrays import Floats, Ints
from linlab.engine.ground.errors import LinlabError
from linlab.engine.ground.progress import Watch, unwatched
from linlab.engine.train import measures
from linlab.engine.train.models import Bayes, Linear
from linlab.engine.train.problem import Problem

from . import qp
from .large_margin import Frame, large_margin, separator
from .smooth import lasso, minimise


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
    def model(self) -> Bayes | Linear:
        counting = self.problem.counting is not None
        return Bayes(_plain(self.problem), self.theta) if counting else Linear(self.problem, self.theta)

    @property
    def weights(self) -> Floats:
        """w (rows, features), or coefficients (rows, centres) in a dual space."""
        return self.model.parts()[0]

    @property
    def bias(self) -> Floats:
        return self.model.parts()[1]


def optimum(problem: Problem, watch: Watch = unwatched) -> Optimum:
    """The exact minimiser of the problem's own objective. `watch` hears what is being done, and may raise to end it.

    >>> from linlab.engine.notebook import train
    >>> run = train("svm", [(0, 0), (2, 0)], ["no", "yes"], lam=0.01)
    >>> optimum(run.problem).weights.round(6).tolist()
    [[1.0, 0.0]]
    """
    loss, l1 = measures.loss_of(problem), problem.learner["penalty"] == "l1" and problem.learner.decay > 0
    if problem.counting is not None:
        return _counts(problem)
    if loss.mistake_driven:
        return _perceptron(problem, watch)
    if loss.wants_margin:
        return _linear_program(problem, watch) if l1 else _hinge(problem, watch)
    if loss.probabilistic or (loss.smooth and not l1):
        theta, note = (lasso(problem, watch), "") if l1 else minimise(problem, watch)
        return Optimum(problem, theta, _objective(problem, theta), note=note)
    raise LinlabError(f"No exact method is known for {loss.title.lower()} with the penalty "
                      f"{problem.learner['penalty']}: only losses that say they are smooth have one, with l2 or none.")


def _hinge(problem: Problem, watch: Watch) -> Optimum:
    """Hinge loss with L2 or without a penalty."""
    frame, lam = Frame(problem), problem.learner.decay
    if lam == 0.0:
        found = separator(problem, watch=watch)
        if found is None:
            return _overlapping(problem, watch)
        return _supported(problem, found[0], found[1], np.inf,
                          "Without a penalty every θ with all margins ≥ 1 is optimal; this is the shortest.")
    theta, alpha, _ = large_margin(frame, frame.scale**2 / (lam * problem.n), watch)
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


def _linear_program(problem: Problem, watch: Watch) -> Optimum:
    """Hinge loss with L1, which knows only the axes it is given."""
    frame, lam = Frame(problem), problem.learner.decay
    features, classes = frame.columns / frame.scale, len(problem.classes)
    watch("linear program")
    weights, bias, a = qp.linear_program(features, problem.y, classes, frame.free, lam / frame.scale)
    return _supported(problem, frame.joined(weights / frame.scale, bias), a, 1.0 / problem.n)


def _overlapping(problem: Problem, watch: Watch) -> Optimum:
    """Hinge loss without a penalty on classes that overlap: for a small enough λ > 0 the optimum is the shortest of
    those for λ = 0. That it is small enough, a linear program tells, unless it has as many unknowns as examples."""
    frame, y, classes = Frame(problem), problem.y, len(problem.classes)
    shortest = []
    for bound in (1e3, 1e5, 1e7):
        theta, alpha, used = large_margin(frame, bound, watch)
        shortest.append((_objective(problem, theta), theta, qp.multipliers(alpha, y) / (used * problem.n)))
    least = min(height for height, _, _ in shortest)
    if not frame.wide:
        watch("linear program")
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


def _perceptron(problem: Problem, watch: Watch) -> Optimum:
    found = separator(problem, watch=watch)
    if found is None:
        return Optimum(problem, np.zeros((problem.rows, problem.d)), 0.0, note="θ = 0 has no perceptron loss, and nothing "
                       "has less; no θ was found that is right about every example.")
    return Optimum(problem, found[0], _objective(problem, found[0]),
                   note="θ = 0 has no perceptron loss, nor has any separator; this is the one of the largest margin.")


def _counts(problem: Problem) -> Optimum:
    counts = np.zeros((problem.rows, problem.d))
    np.add.at(counts, problem.y, problem.read)
    plain = _plain(problem)
    note = "This is without smoothing, which moves the counts away from the largest likelihood on purpose."
    return Optimum(problem, counts, measures.objective(Bayes(plain, counts))[0], note="" if plain is problem else note)


def _plain(problem: Problem) -> Problem:
    """The same without smoothing: plain counts maximise the likelihood."""
    assert problem.counting is not None
    plain = problem.counting.unsmoothed()
    return problem if plain == problem.counting else replace(problem, counting=plain)
