"""J over a window of weight space: its level lines, and how it is shaded. What is not drawn anew is
not computed anew."""

from dataclasses import dataclass
from typing import Any
from weakref import WeakKeyDictionary

import numpy as np

from linlab.engine.ground.arrays import Floats
from linlab.engine.ground.once import cached_property
from linlab.engine.picture.shapes import View
from linlab.engine.train.problem import Problem

from .slice import NUMBERS_AT_ONCE, Slice

LEVELS = 12  # lines; their J grows with the square of their number, as the sides of a bowl do
NUMBERS = 600_000  # losses that are looked at for a picture
COARSEST, FINEST = 17, 49  # places of the grid, each way
STEPPED = 121  # of a surface with steps
FEWEST = 11  # of one at each place of which the third weight is looked for
HALVINGS = 40  # of golden section, of a number that is told
HALVINGS_DRAWN = (
    20  # of one that is drawn: 0.0001 of the way is left, and J is flat where it is least
)
GOLDEN = (5**0.5 - 1) / 2
MOST_SURFACES = 6


@dataclass(frozen=True, eq=False)
class Surface:
    """J on a grid."""

    xs: Floats
    ys: Floats
    heights: Floats  # (len(ys), len(xs))

    @cached_property
    def span(self) -> tuple[float, float]:
        known = self.heights[np.isfinite(self.heights)]
        return (float(known.min()), float(known.max())) if len(known) else (0.0, 0.0)

    @cached_property
    def strength(self) -> Floats:
        """√ of how high it is between the lowest and the highest place. (ny, nx) from 0 to 1"""
        low, high = self.span
        return np.sqrt(
            np.clip(
                (np.nan_to_num(self.heights, posinf=high, neginf=low) - low)
                / max(high - low, 1e-300),
                0,
                1,
            )
        )

    @cached_property
    def levels(self) -> list[tuple[float, list[Floats]]]:
        """Values of J, and where it has them."""
        import contourpy

        low, high = self.span
        if not high > low:
            return []
        generator = contourpy.contour_generator(
            self.xs, self.ys, np.nan_to_num(self.heights, posinf=high), name="serial"
        )
        values = [low + (high - low) * (k / LEVELS) ** 2 for k in range(1, LEVELS)]
        return [(value, list(generator.lines(value))) for value in values]  # type: ignore[arg-type]


_known: WeakKeyDictionary[Problem, dict[Any, Surface]] = WeakKeyDictionary()


def surface(cut: Slice, box: View, minimised: bool = False, zero_one: bool = False) -> Surface:
    """J over a box, all other weights where they are or, if there is one and it is `minimised` out,
    where it is best; or the zero-one loss."""
    kept = _known.setdefault(cut.problem, {})
    key = (
        cut.row,
        cut.across,
        cut.up,
        box,
        minimised,
        zero_one,
        b"" if minimised else cut.at(0.0, 0.0).tobytes(),
    )
    if key not in kept:
        while len(kept) >= MOST_SURFACES:
            kept.pop(next(iter(kept)))
        kept[key] = _counted(cut, box) if zero_one else _made(cut, box, minimised)
    return kept[key]


def _made(cut: Slice, box: View, minimised: bool) -> Surface:
    dear = (4 if minimised else 1) * (
        3 if cut.problem.learner.recipe.loss.smooth else 1
    )  # logarithms take their time
    many = int(np.sqrt(NUMBERS / dear / (cut.problem.n * cut.problem.rows)))
    many = min(max(many, FEWEST if minimised else COARSEST), FINEST)
    xs, ys = np.linspace(box[0], box[2], many), np.linspace(box[1], box[3], many)
    across, up = np.meshgrid(xs, ys)
    places = np.stack([across.ravel(), up.ravel()], axis=1)
    with np.errstate(over="ignore", invalid="ignore"):
        heights = best_of(cut, places, HALVINGS_DRAWN)[0] if minimised else cut.height(places)
    return Surface(xs, ys, heights.reshape(many, many))


def _counted(cut: Slice, box: View) -> Surface:
    """The share of wrong examples, on a fine grid: it has steps."""
    many = int(np.sqrt(NUMBERS / (cut.problem.n * cut.problem.rows)))
    many = min(max(many, FINEST), STEPPED)
    xs, ys = np.linspace(box[0], box[2], many), np.linspace(box[1], box[3], many)
    across, up = np.meshgrid(xs, ys)
    places = np.stack([across.ravel(), up.ravel()], axis=1)
    return Surface(xs, ys, cut.share_wrong(places).reshape(many, many))


def third(cut: Slice) -> int | None:
    """The one weight that is neither across nor up; None if there are more, or none."""
    others = _others(cut)
    return others[0] if cut.problem.rows == 1 and len(others) == 1 else None


def _others(cut: Slice) -> list[int]:
    return [k for k in range(cut.problem.d) if k not in cut.columns]


def best_of(cut: Slice, places: Floats, halvings: int = HALVINGS) -> tuple[Floats, Floats]:
    """J at each place with the third weight where that is least, and that weight. (m,) each"""
    step = max(1, NUMBERS_AT_ONCE // cut.problem.n)
    parts = [_best_of(cut, places[k : k + step], halvings) for k in range(0, len(places), step)]
    heights, weights = zip(*parts, strict=True)
    return np.concatenate(heights), np.concatenate(weights)


def _best_of(cut: Slice, places: Floats, halvings: int) -> tuple[Floats, Floats]:
    """The same of few places, by golden section: J is convex."""
    (k,) = _others(cut)
    apart = _Apart(cut, k, places)
    reach = 1.0
    for _ in range(40):
        outer, inner = (
            np.minimum(apart(np.full(len(places), s * reach)), np.inf) for s in (1.0, 0.5)
        )
        under, within = (apart(np.full(len(places), -s * reach)) for s in (1.0, 0.5))
        if (outer >= inner).all() and (under >= within).all():
            break
        reach *= 2
    low = np.full(len(places), -reach)
    high = np.full(len(places), reach)
    one = high - GOLDEN * (high - low)
    other = low + GOLDEN * (high - low)
    j_one, j_other = apart(one), apart(other)
    for _ in range(halvings):
        left = j_one <= j_other  # the least lies left of the other
        low, high = np.where(left, low, one), np.where(left, other, high)
        fresh = np.where(left, high - GOLDEN * (high - low), low + GOLDEN * (high - low))
        j_fresh = apart(fresh)
        one, other, j_one, j_other = (
            np.where(left, fresh, other),
            np.where(left, one, fresh),
            np.where(left, j_fresh, j_other),
            np.where(left, j_one, j_fresh),
        )
    best = np.where(j_one <= j_other, one, other)
    return np.minimum(j_one, j_other), best


class _Apart:
    """J at the places, as a function of the third weight at each."""

    def __init__(self, cut: Slice, k: int, places: Floats) -> None:
        problem = cut.problem
        zero = cut.at(0.0, 0.0)
        zero[cut.row, k] = 0.0
        self.problem = problem
        self.read = problem.columns[:, k]
        self.sign = np.where(problem.y == 1, 1.0, -1.0)[:, None]
        self.scores = cut.features @ places.T  # (n, m)
        flat = Slice(problem, zero, cut.row, cut.across, cut.up)
        self.penalty = flat.penalty(places)
        self.decay = problem.learner.decay if k < problem.decayed else 0.0
        self.l1 = problem.learner["penalty"] == "l1"

    def __call__(self, w: Floats) -> Floats:
        loss = self.problem.learner.recipe.loss
        scores = self.scores + self.read[:, None] * w
        if loss.of_many is None:
            lost = loss.value(
                scores.reshape(-1, 1), np.repeat(self.problem.y, scores.shape[1])
            ).reshape(scores.shape)
        else:
            lost = loss.of_many(self.sign * scores)
        return np.asarray(
            lost.mean(axis=0) + self.penalty + self.decay * (np.abs(w) if self.l1 else 0.5 * w * w)
        )
