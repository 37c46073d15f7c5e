"""The exact optimum: the θ* that every run is measured against.

    θ* = argmin J(θ),   J(θ) = (1/N) Σ ℓ(θ·φ(xᵢ), yᵢ) + λ·R(w)

Hinge loss is a quadratic program (libsvm, or interior points), with L1 a linear one; log loss is
smooth and takes Newton steps; plain counts are their own optimum. Every optimum has a certificate:
no θ has J below J(θ*) − gap.
"""

from collections.abc import Callable
from dataclasses import dataclass, field, replace

import numpy as np

from linlab.engine.ground.arrays import Floats, Ints
from linlab.engine.ground.errors import LinlabError
from linlab.engine.ground.numerals import certain, number
from linlab.engine.ground.progress import Watch, unwatched
from linlab.engine.learner.learner import Learner
from linlab.engine.train import measures
from linlab.engine.train.kinds.table import kind_of
from linlab.engine.train.models import Bayes, Linear
from linlab.engine.train.problem import Problem

from . import large_margin, sparse
from .hard_margin import Undecided, separator
from .large_margin import Candidate
from .smooth import minimise

ROUNDING_OF_J = 1e-13  # J is a mean of numbers around 1: no claim is made below this
Height = Callable[[Floats], float]


def _no_examples() -> Ints:
    return np.empty(0, np.int64)


@dataclass(frozen=True, eq=False)
class Optimum:
    """θ*, J(θ*) and its certificate. Hinge loss: multipliers aᵢ of the margins, with w = Σ
    aᵢyᵢφ(xᵢ) for L2 and 0 ≤ aᵢ ≤ `bound`."""

    problem: Problem
    theta: Floats  # (rows, d); counts (K, d) for naive Bayes
    objective: float
    gap: float  # the minimum lies between objective − gap and objective
    coefficients: Floats | None = None  # (n,)
    free: Ints = field(
        default_factory=_no_examples
    )  # positions of the support vectors with 0 < a < bound, on the margin
    bounded: Ints = field(
        default_factory=_no_examples
    )  # positions of those with a = bound, which violate it
    bound: float = np.inf  # 1/(λN), 1/N in a linear program, ∞ for a hard margin
    note: str = ""
    by_class: Floats | None = (
        None  # (n, K) the multipliers by the wrong class, where they are known
    )

    @property
    def model(self) -> Bayes | Linear:
        counting = self.problem.counting is not None
        return (
            Bayes(_plain(self.problem), self.theta)
            if counting
            else Linear(self.problem, self.theta)
        )

    @property
    def best_text(self) -> str:
        """J* to the digits that are certain, or in words."""
        text = certain(self.objective, self.gap)
        return (
            f"J* = {text}"
            if text
            else (
                f"J* is not known exactly: it lies between {number(self.objective - self.gap, 2)} and "
                f"{number(self.objective, 2)}"
            )
        )

    @property
    def weights(self) -> Floats:
        """w (rows, features), or coefficients (rows, centres) in a dual space."""
        return self.model.parts()[0]

    @property
    def bias(self) -> Floats:
        return self.model.parts()[1]


def has_method(learner: Learner) -> bool:
    """Whether an exact method is known for its objective."""
    loss = learner.recipe.judge
    l1 = learner["penalty"] == "l1" and learner.decay > 0
    if kind_of(learner).why_no("optimum", learner):
        return False
    corner = loss.kink is not None and not loss.smooth
    return corner or loss.probabilistic or (loss.smooth and not l1)


def optimum(problem: Problem, watch: Watch = unwatched) -> Optimum:
    """The exact minimiser of the problem's own objective. `watch` gets progress reports, and may
    raise to end it.

    >>> from linlab import train
    >>> run = train("svm", [(0, 0), (2, 0)], ["no", "yes"], lam=0.01)
    >>> optimum(run.problem).weights.round(6).tolist()
    [[1.0, 0.0]]
    """
    loss = measures.loss_of(problem)
    l1 = problem.learner["penalty"] == "l1" and problem.learner.decay > 0
    why = kind_of(problem.learner).why_no("optimum", problem.learner)
    if why:
        raise LinlabError(why)
    if problem.kernel is not None and not problem.kernel.definite:
        raise LinlabError(
            f"{problem.kernel.title} is not positive semi-definite, so the objective is not convex and has no exact optimum: use another space."
        )
    if problem.counting is not None:
        return _counts(problem)
    if loss.mistake_driven:
        return _perceptron(problem, watch)

    def height(theta: Floats) -> float:
        with np.errstate(over="ignore", invalid="ignore"):
            found = float(sum(measures.objective(Linear(problem, theta))))
        return found if found == found else np.inf

    if loss.wants_margin and not loss.smooth:
        if l1:
            return _supported(problem, sparse.hinge(problem, height, watch), 1.0 / problem.n)
        return (
            _hinge(problem, height, watch)
            if problem.learner.decay
            else _unpenalised(problem, height, watch)
        )
    if not has_method(problem.learner):
        raise LinlabError(
            f"No exact method is known for {loss.title.lower()} with the penalty "
            f"{problem.learner['penalty']}: only losses marked as smooth have one, with l2 or none."
        )
    if not loss.probabilistic and not loss.smooth_in(problem.rows):
        raise LinlabError(
            f"No exact method is known for {loss.title.lower()} with more than two classes, where it has a corner: "
            "use two classes, or the hinge loss."
        )
    found, note = (
        (sparse.log(problem, height, watch), "") if l1 else minimise(problem, height, watch)
    )
    return _certified(problem, found, note)


def _hinge(problem: Problem, height: Height, watch: Watch) -> Optimum:
    """Hinge loss with L2."""
    found = _supported(
        problem,
        large_margin.hinge(problem, problem.learner.decay, height, watch),
        1.0 / (problem.learner.decay * problem.n),
    )
    unsure = problem.bias == "free" and not len(found.free)
    return (
        found
        if not unsure
        else replace(
            found,
            note="No example is exactly on the margin, so other biases may be as good.",
        )
    )


def _unpenalised(problem: Problem, height: Height, watch: Watch) -> Optimum:
    """Hinge loss without a penalty: the shortest separator, or for a small enough λ > 0 the
    shortest of all optima."""
    try:
        found = separator(problem, watch=watch)
    except Undecided:
        found = None
    if found is not None:
        return _supported(
            problem,
            Candidate(found.theta, height(found.theta), 0.0, found.a),
            np.inf,
            "Without a penalty all weights that give every example a margin ≥ 1 are optimal; these are the shortest.",
        )
    best = large_margin.unpenalised(problem, height, watch)
    return _supported(
        problem, best, 1.0 / problem.n, "Without a penalty other weights may be as good."
    )


def _certified(problem: Problem, found: Candidate, note: str = "") -> Optimum:
    """The optimum or θ = 0, whichever is better; the certificate includes rounding errors of J."""
    zero = np.zeros_like(found.theta)
    if (height := float(sum(measures.objective(Linear(problem, zero))))) < found.height:
        found = replace(found, theta=zero, height=height)
    gap = (
        max(0.0, found.height - found.floor)
        + _rounding(problem, found.theta)
        + ROUNDING_OF_J
        + 2e-15 * found.height
    )
    return Optimum(problem, found.theta, found.height, min(found.height, gap), note=note)


def _rounding(problem: Problem, theta: Floats) -> float:
    """The possible rounding error of J: scores, and ‖w‖² of a dual space, are sums whose largest
    terms lose their last digits."""
    noise = (
        4 * float(np.finfo(float).eps) * (np.abs(problem.columns) @ np.abs(theta).T)
    )  # (n, rows)
    own = np.eye(len(problem.classes), dtype=bool)[problem.y][:, -problem.rows :]
    loss, scores = measures.loss_of(problem), problem.scores(theta)
    worse = np.where(own, scores - noise, scores + noise)
    losses = float((loss.value(worse, problem.y) - loss.value(scores, problem.y)).mean())
    if not problem.dual or not problem.learner.decay:
        return losses
    squared = float((np.abs(theta[:, : problem.n]) * noise.T).sum())
    return losses + problem.learner.decay * squared


def _supported(problem: Problem, found: Candidate, bound: float, note: str = "") -> Optimum:
    """The optimum with its support vectors, free and bounded."""
    edge = 1e-9 * min(bound, float(found.a.max()))
    a = np.where(found.a <= edge, 0.0, np.where(found.a >= bound - edge, bound, found.a))
    return replace(
        _certified(problem, found, note),
        coefficients=a,
        bound=bound,
        free=np.flatnonzero((a > 0) & (a < bound)),
        bounded=np.flatnonzero(a == bound),
        by_class=found.by_class,
    )


def _perceptron(problem: Problem, watch: Watch) -> Optimum:
    try:
        found = separator(problem, watch=watch)
    except Undecided:
        found = None
    if found is None:
        return Optimum(
            problem,
            np.zeros((problem.rows, problem.d)),
            0.0,
            0.0,
            note="Weights of 0 have a perceptron loss of 0, the smallest possible; no weights were found that get every example right.",
        )
    return Optimum(
        problem, found.theta, 0.0, 0.0, note="This is the separator with the largest margin."
    )


def _counts(problem: Problem) -> Optimum:
    counts = np.zeros((problem.rows, problem.d))
    np.add.at(counts, problem.y, problem.columns)
    plain = _plain(problem)
    note = "This is for plain counts, without smoothing."
    return Optimum(
        problem,
        counts,
        measures.objective(Bayes(plain, counts))[0],
        0.0,
        note="" if plain is problem else note,
    )


def _plain(problem: Problem) -> Problem:
    """The same without smoothing: plain counts maximise the likelihood."""
    assert problem.counting is not None
    plain = problem.counting.unsmoothed()
    return problem if plain == problem.counting else replace(problem, counting=plain)
