"""What the lectures prove, in numbers: the perceptron's mistake bound, matched feature counts, the
angle to the optimum.

Novikoff: if some u with ‖u‖ = 1 has every margin ≥ γ and no update is longer than R, then after k
mistakes

    k·γ ≤ u·θ_k ≤ ‖θ_k‖ ≤ √k·R,   so   k ≤ R²/γ².

Lengths are those of the space the learner works in, the constant feature included unless there is
no bias.
"""

import math
from dataclasses import dataclass
from typing import Any
from weakref import WeakKeyDictionary

import numpy as np

from linlab.engine.ground.arrays import Floats
from linlab.engine.ground.errors import LinlabError
from linlab.engine.ground.progress import tell
from linlab.engine.learner.losses import rivals_and_margins
from linlab.engine.train.measures import loss_of
from linlab.engine.train.problem import Problem
from linlab.engine.train.segments import begins
from linlab.engine.train.trace import Trace

from .hard_margin import Separator, separator

MOST_FOR_A_BOUND = 600  # examples; for more, the largest margin takes too long
MIXED = "No weights get every example right, so the mistakes have no bound."


@dataclass(frozen=True, eq=False)
class Bound:
    """The perceptron, started at 0, makes at most `limit` = R²/γ² mistakes, whatever the order and
    the step size."""

    radius: float
    gamma: float  # the margin of `direction`, so the bound holds
    direction: Floats  # (rows, d) u as a θ of the problem, ‖u‖ = 1
    most: float  # no other direction has a larger γ

    @property
    def gap(self) -> float:
        """The smallest bound that the proof allows lies between limit − gap and limit."""
        return max(0.0, self.limit - (self.radius / self.most) ** 2)

    @property
    def limit(self) -> float:
        return (self.radius / self.gamma) ** 2


_found: WeakKeyDictionary[Problem, Bound | None] = (
    WeakKeyDictionary()
)  # problems are compared by identity


def mistake_bound(problem: Problem) -> Bound | None:
    """The bound with the largest γ; None if no θ gets every example right, an error if that cannot
    be decided.

    Two classes: R = max ‖φ(x)‖, γ = min y·u·φ(x). More: R = √2·max ‖φ(x)‖, the length of φ(x, y) −
    φ(x, z), and γ = min (u_y − u_z)·φ(x).

    >>> from linlab import train
    >>> bound = mistake_bound(train("perceptron", [(0, 3), (0, -3)], ["yes", "no"], bias="none").problem)
    >>> round(bound.radius, 6), round(bound.gamma, 6), round(bound.limit, 6)
    (3.0, 3.0, 1.0)
    """
    if problem not in _found:
        found = separator(problem, whole=True, watch=tell)
        _found[problem] = None if found is None else _bound(problem, found)
    return _found[problem]


def _bound(problem: Problem, found: Separator) -> Bound:
    u = found.theta / length(problem, found.theta)
    gamma = float(rivals_and_margins(problem.read @ u.T, problem.y)[1].min())
    return Bound(
        radius_of(problem),
        gamma,
        u,
        max(gamma, found.floor**-0.5 if found.floor > 0.0 else math.inf),
    )


def radius_of(problem: Problem) -> float:
    """R: the length of the longest update, √2·‖φ(x)‖ for more than two classes."""
    return float(np.sqrt(problem.norms.max() * (1.0 if problem.rows == 1 else 2.0)))


def bound_at_hand(trace: Trace, t: int) -> Bound | None:
    """The bound on the mistakes up to t, if it exists and is known already."""
    return None if why_unbounded(trace, t) else _found.get(trace.problem(t))


def why_none(problem: Problem) -> str:
    """Why the problem has no bound: it is not separable, or that is unknown; empty if there is
    one."""
    try:
        return MIXED if mistake_bound(problem) is None else ""
    except LinlabError as error:
        return str(error)


def why_unbounded(trace: Trace, t: int) -> str:
    """Why the bound does not apply to the mistakes up to t, or is not computed; empty if it
    does."""
    problem = trace.problem(t)
    if not loss_of(problem).mistake_driven:
        return "The bound holds only for the perceptron."
    if problem.batch != 1:
        return "The bound holds only for one example at a time."
    if problem.learner["start"] != "zeros":
        return "The bound holds only for a perceptron that starts at 0."
    if changed(trace, t):
        return "The bound holds only for a run without changes, but this run was changed."
    if problem.n > MOST_FOR_A_BOUND:
        return f"The largest margin is computed for at most {MOST_FOR_A_BOUND} examples."
    return ""


def changed(trace: Trace, t: int) -> bool:
    """Whether the timeline changed the problem before t."""
    return any(0 < begin <= t for begin in begins(trace))


def product(problem: Problem, one: Floats, other: Floats) -> float:
    """⟨θ, θ'⟩ in the space the learner works in, the constant feature included."""
    if not problem.dual:
        return float(np.sum(one * other))
    centres = len(problem.centres)
    inner = float(np.sum((one[:, :centres] @ problem.gram) * other[:, :centres]))
    return inner + float(np.sum(one[:, centres:] * other[:, centres:]))


def length(problem: Problem, theta: Floats) -> float:
    """‖θ‖, the constant feature included."""
    return math.sqrt(max(0.0, product(problem, theta, theta)))


def proof(
    problem: Problem, bound: Bound, theta: Floats, k: Any
) -> tuple[float, float, float, float]:
    """α·kγ ≤ u·θ ≤ ‖θ‖ ≤ α·√k·R: the four sides of the proof after k mistakes of a perceptron that
    started at 0."""
    alpha = float(problem.learner["alpha"])
    return (
        alpha * k * bound.gamma,
        product(problem, bound.direction, theta),
        length(problem, theta),
        alpha * math.sqrt(k) * bound.radius,
    )


def angle(problem: Problem, theta: Floats, other: Floats) -> float:
    """Degrees between the weights w of two θ, without any bias; NaN if one of them is 0."""
    one, two = problem.split(theta)[0], problem.split(other)[0]

    def size(w: Floats) -> float:
        return math.sqrt(problem.square(problem.join(w, np.zeros(len(w))), penalised=False))

    if size(one) == 0.0 or size(two) == 0.0:
        return math.nan
    one, two = one / size(one), two / size(two)
    return math.degrees(
        2.0 * math.atan2(size(one - two), size(one + two))
    )  # exact for small angles, unlike arccos
