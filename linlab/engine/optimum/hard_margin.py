"""The hard margin: the shortest θ with every margin ≥ 1, and whether there is any.

    min ½‖w‖²,   margin of xᵢ ≥ 1

A θ that gets every example right proves that one exists; a mean hinge loss with a floor above 0
proves that none does. If neither is found, it is unknown.
"""

from dataclasses import dataclass, replace

import numpy as np

from linlab.engine.ground.arrays import Floats, Ints
from linlab.engine.ground.errors import LinlabError
from linlab.engine.ground.progress import Watch, unwatched
from linlab.engine.learner.losses import rivals_and_margins
from linlab.engine.train.problem import Problem

from . import qp
from .basis import Basis, Mask
from .large_margin import FLOOR_TOLERANCE, alike, certificate, posed, thetas

SOME = 200  # examples to start with; this few are taken all at once
CLOSER = 1e-9  # margins that differ by less than this share count as equal
UNDECIDED = "It cannot be decided whether some weights get every example right: 16 digits are too few for this space."


class Undecided(LinlabError):
    """A float has too few digits to decide."""


@dataclass(frozen=True, eq=False)
class Separator:
    """θ with every margin ≥ 1, and multipliers a (n,) with w = Σ aᵢyᵢφ(xᵢ); no other such θ has
    ‖w‖² below `floor`."""

    theta: Floats
    a: Floats
    floor: float


def separator(problem: Problem, whole: bool = False, watch: Watch = unwatched) -> Separator | None:
    """θ with the largest margin; None if no θ gets every example right, and an error if that cannot
    be decided.

    Few of many examples determine the largest margin: it is the margin of some of them, once no
    other comes closer. If even some cannot be separated, neither can all."""
    at = alike(problem)
    if len(np.unique(at)) < len(np.unique(np.column_stack([at, problem.y]), axis=0)):
        return None  # two classes at one place
    some = np.sort(
        np.argsort(problem.y, kind="stable")[:: 1 + (problem.n - 1) // SOME]
    )  # from each class its share
    some = np.union1d(some, np.unique(problem.y, return_index=True)[1])  # and at least one
    while True:
        part = problem if len(some) == problem.n else _only(problem, some)
        found = _hard(Basis(part, whole), watch)
        if found is None:
            return None
        theta = found.theta if part is problem else _among(problem, some, part.split(found.theta))
        margins = _margins(problem, theta)
        closer = np.setdiff1d(np.flatnonzero(margins < 1.0 - CLOSER), some)
        if not len(closer):
            a = np.zeros(problem.n)
            a[some] = found.a
            return Separator(theta / min(1.0, float(margins.min())), a, found.floor)
        worst = closer[np.argsort(margins[closer], kind="stable")]
        some = np.union1d(some, worst[: len(some)])


def _hard(basis: Basis, watch: Watch) -> Separator | None:
    """First any separator, in all directions; then the shortest."""
    problem = basis.problem
    y = basis.problem.y
    classes = len(basis.problem.classes)
    watch("directions")
    for exact, least in ((False, 1e-13), (True, 1e-13), (True, 0.0), (True, 1e-10), (True, 1e-7)):
        kept = basis.kept(least)
        columns, cost = posed(basis, kept, 0.0)
        way = qp.soft_margin(columns, y, classes, cost, 1.0 / problem.n, exact, watch)
        best = max((v for v, _ in way), key=lambda v: _least_margin(columns, v, y))
        margin = _least_margin(columns, best, y)
        if margin > 0.0:
            found = _shortest(basis, kept, best, margin, exact, watch)
            if found is not None:
                return found
        elif not basis.complete:
            break  # it is impossible with fewer directions, too
        elif kept.all():
            for v, alpha in way:  # at the edge α may be too small to prove it, further in it is not
                value, short, _ = certificate(columns, y, cost, v, alpha, exact)
                if value - short > 1e-9:
                    return None  # a separator would have loss 0
    raise Undecided(UNDECIDED)


def _shortest(
    basis: Basis, kept: Mask, v: Floats, margin: float, exact: bool, watch: Watch
) -> Separator | None:
    """The shortest separator, starting from one whose margins are all above 0; None if no θ is
    exact enough.

    The multipliers of the shortest separator add up to its ‖w‖², so none exceeds ‖w‖² of any other
    separator: a soft margin with that bound is hard."""
    problem = basis.problem
    y = basis.problem.y
    classes = len(basis.problem.classes)
    columns, cost = posed(basis, kept, 1.0)
    with np.errstate(over="ignore"):  # refuse lengths that overflow
        length = float(np.square(np.sqrt(cost) * (v / margin)).sum())
    if not np.isfinite(length):
        return None
    best = (np.inf, v, v)
    floor = 0.0
    size = np.inf
    while length < 0.1 * size:
        size = length
        scaled = cost / length
        for v, alpha in qp.soft_margin(columns, y, classes, scaled, 2.0, exact, watch)[:4]:
            value, short, _ = certificate(columns, y, scaled, v, alpha, exact)
            floor = max(floor, 2.0 * size * (value - short))
            for theta in thetas(
                basis, kept, v, qp.coefficients(alpha, y)[:, qp.rows_of(classes)] * size
            ):
                margin = float(_margins(problem, theta).min())
                if margin > 0.0:
                    theta = theta / margin
                    found = basis.square(theta), theta, qp.multipliers(alpha, y) * size
                    best = min(best, found, key=lambda each: each[0])
            length = min(length, best[0])
            if best[0] - floor < FLOOR_TOLERANCE * best[0]:
                break
    return None if best[0] == np.inf else Separator(best[1], best[2], min(floor, best[0]))


def _least_margin(columns: Floats, v: Floats, y: Ints) -> float:
    return float(rivals_and_margins(columns @ v.T, y)[1].min())


def _margins(problem: Problem, theta: Floats) -> Floats:
    return np.asarray(rivals_and_margins(problem.read @ theta.T, problem.y)[1])


def _only(problem: Problem, some: Ints) -> Problem:
    """The problem of some of the examples."""
    return replace(
        problem,
        x=problem.x[some],
        y=problem.y[some],
        ids=problem.ids[some],
        ghosts=np.empty((0, 2)),
    )


def _among(problem: Problem, some: Ints, parts: tuple[Floats, Floats]) -> Floats:
    """Weights and bias found for some of the examples, as θ for all."""
    weights, bias = parts
    if problem.dual:
        few = weights
        weights = np.zeros((problem.rows, len(problem.centres)))
        weights[:, some] = few
    return problem.join(weights, bias)
