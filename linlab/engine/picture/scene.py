"""A Scene is everything drawn from (document, trace, t), computed once per frame, and each part
only if a layer needs it.

It holds the field on a grid, the scores and margins of the points, and the step; also the shading
of the field and the lines from points to their margin.
"""

import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

import numpy as np

from linlab.engine.data.dataset import FEATURES
from linlab.engine.data.inputs import are_texts
from linlab.engine.data.points import Points
from linlab.engine.ground.effort import MOMENT
from linlab.engine.ground.once import cached_property
from linlab.engine.learner.learner import Learner
from linlab.engine.learner.losses import rivals_and_margins
from linlab.engine.train.models import Linear, Model
from linlab.engine.train.moment import Moment
from linlab.engine.train.state import Step

from . import field as fields
from .model_styles import style_of
from .palette import Palette
from .placing.stacks import Stacks, stacks
from .shapes import Pen, Shading, View

COARSE = 3.5  # pixels per cell of a coarse grid
DOT = 12.0  # width of a point's mark
MARKED_UP_TO = 24  # most examples of a batch with a mark each; for more, a text says how many


@dataclass(frozen=True, eq=False)
class Scene:
    """One moment, ready to draw."""

    palette: Palette
    points: Points
    parts: Any  # (n,) 0 train, 1 dev, 2 test
    model: Model | None
    step: Step | None
    view: View
    size: tuple[float, float]  # of the view on the page
    optimum: Any = None
    selection: frozenset[int] = frozenset()
    pointed: int | None = None  # the id of the highlighted point, in any view
    measured: int | None = None  # the id of the point whose distance to the line is drawn
    scale: float = 1.0  # of points and lines
    font: float = 12.0
    cell: float = 5.0  # of the grid, on the page
    hollow: bool = True  # whether dev and test points are hollow
    coming: bool = False  # whether the step is still to be made, or is seen to be made
    slid: float = 1.0  # then: how far what it adds has slid from the origin to the tip of w
    features: tuple[str, str] = FEATURES  # names of the axes
    towards: tuple[Model, float] | None = None  # the next moment, and how far towards it we are
    asked: Mapping[str, Any] = field(
        default_factory=dict
    )  # results that layers, by name, need from the run; None: not ready
    other_models: tuple[
        Moment, ...
    ] = ()  # all models of the document, if the boundaries of the others are drawn too
    which: int = 0  # its own place among them
    learner: Learner | None = None  # the learner in force, if not that of the model's problem
    symbol: str = ""  # the symbol that is pointed at, whose place is highlighted
    arrow_factor: float | None = None  # by which arrows are scaled; None: so that they fit
    ended: bool = False  # whether training has ended or converged: no example is marked as next

    @cached_property
    def of_texts(self) -> bool:
        """Whether the points stand where the model puts their texts: the diagonal is its boundary,
        and no other model has one there."""
        return self.model is not None and self.model.planar and are_texts(self.model.examples.x)

    @cached_property
    def in_force(self) -> Learner | None:
        """The learner that the layers show."""
        posed = None if self.model is None else self.model.own_problem
        if self.learner is not None or posed is None or posed.base_outputs is not None:
            return self.learner
        return posed.learner

    @cached_property
    def averaged(self) -> bool:
        """Whether another θ than the last one answers: the mean, the best on dev, or a vote."""
        return self.in_force is not None and self.in_force["average"] != "last"

    @cached_property
    def last(self) -> Linear | None:
        """The θ that the step changes, as far as it has moved, if another one answers."""
        posed = None if self.model is None else self.model.own_problem
        if posed is None or self.step is None or not self.averaged:
            return None
        theta = self.moved(self.step.before, self.step.after)
        return Linear(posed, theta) if theta.shape == (posed.rows, posed.d) else None

    def moved(self, before: Any, after: Any) -> Any:
        """The value now, between before and after the step in slow motion."""
        if not self.coming:
            return after
        share = 0.0 if self.towards is None else self.towards[1]
        return before + share * (after - before)

    @property
    def width(self) -> float:
        return self.view.right - self.view.left

    @property
    def height(self) -> float:
        return self.view.top - self.view.bottom

    @cached_property
    def dot(self) -> float:
        """The scale of points and their rings."""
        return dot_of(len(self.points), self.scale)

    @property
    def ring(self) -> float:
        """The width of a ring around a point: close to it where there are many, or rings would lie
        on each other."""
        return self.dot * (
            DOT + round(min(11.0, max(4.5, 11 * math.sqrt(40 / max(1, len(self.points))))))
        )

    @property
    def line(self) -> Pen:
        """The pen of the boundary: with several models, in its own style."""
        wide = 2.6 * self.scale
        return (
            style_of(self.palette, self.which, wide)
            if self.other_models
            else Pen(self.palette.text, wide)
        )

    @property
    def unit(self) -> float:
        """The size of a pixel in the plane."""
        return self.width / self.size[0]

    @cached_property
    def stacks(self) -> Stacks:
        """Which points share a place, and how they are drawn there."""
        return stacks(self.points)

    @cached_property
    def places(self) -> Any:
        """Where the points are drawn: those of other classes on the same place stand beside each
        other. (n, 2)"""
        return places_of(self.points, self.scale, self.unit)

    @property
    def xs(self) -> Any:
        return _even(self.view.left, self.view.right, max(2, int(self.size[0] / self.cell)))

    @property
    def ys(self) -> Any:
        return _even(self.view.bottom, self.view.top, max(2, int(self.size[1] / self.cell)))

    @property
    def effort(self) -> int:
        """About how many multiplications the layers need from the models."""
        asked = (
            self.model,
            self.towards and self.towards[0],
            self.last,
            *(other for _, other in self.others),
        )
        models = [model for model in asked if model is not None and self.drawn]
        models += [other.model for other in self.other_models if other.which != self.which]
        return sum(model.effort(len(self.points), len(self.xs) * len(self.ys)) for model in models)

    @property
    def others(self) -> tuple[tuple[str, Model], ...]:
        """The other read-outs of the run, if a layer shows them."""
        return self.asked.get("readouts") or ()

    @property
    def late(self) -> bool:
        """Whether something that a layer shows is not ready yet."""
        return any(answer is None for answer in self.asked.values())

    @cached_property
    def field(self) -> Any:
        """Scores on the grid (rows, ny, nx), all of them finite, on the way to the next moment if
        we are."""
        f = drawable(self._scored)
        if self.towards is not None:
            model, share = self.towards
            f = (1 - share) * f + share * drawable(model.grid(self.xs, self.ys))
        return f

    @cached_property
    def _scored(self) -> Any:
        assert self.model is not None
        return self.model.grid(self.xs, self.ys)

    @cached_property
    def left_open(self) -> Any:
        """Where on the grid the model is undecided; None if it never is. (ny, nx) of bool"""
        abstains = self.model is not None and self.model.abstains
        return np.isnan(self._scored).any(axis=0) if abstains else None

    @cached_property
    def contours(self) -> fields.Contours:
        """Level sets; of a model whose scores jump, with the jump where it is, if there is time to
        look for it."""
        assert self.model is not None
        asked = self.model.effort(16 * (len(self.xs) + len(self.ys)))  # about
        jumps = (
            self.model.single is None
            and self.towards is None
            and not self.of_texts
            and (self.cell < COARSE or asked < MOMENT // 2)
        )
        return fields.Contours(
            self.field, self.xs, self.ys, self.model if jumps else None, left_open=self.left_open
        )

    @property
    def street(self) -> list[Any]:
        """The lines f = ±1 in view: none for votes and counts, whose scores are not margins."""
        return (
            self.contours.margin
            if self.drawn and self.model is not None and self.model.single is not None
            else []
        )

    @cached_property
    def class_of_row(self) -> list[int]:
        """The index among the points' classes of each class that the model knows."""
        assert self.model is not None
        return [
            self.points.classes.index(c) if c in self.points.classes else 0
            for c in self.model.examples.classes
        ]

    @cached_property
    def scores(self) -> Any:
        """Scores of all points; the training examples have been read already. (n, rows)"""
        assert self.model is not None
        if np.array_equal(self.model.examples.ids, self.points.ids):
            return self.model.answers()
        return self.model.scores(self.model.inputs(self.points))

    @cached_property
    def truth(self) -> Any:
        """Each point's class among the model's, −1 if it has none of them. (n,)"""
        index = np.full(len(self.points.classes) + 1, -1)
        for k, c in enumerate(self.class_of_row):
            index[c] = k
        return index[self.points.label]

    @cached_property
    def margins(self) -> Any:
        """The margin of each labelled point, NaN for the others. (n,)"""
        known = self.truth >= 0
        out = np.full(len(self.points), np.nan)
        if known.any():
            out[known] = rivals_and_margins(self.scores[known], self.truth[known])[1]
        return out

    @cached_property
    def trained_on(self) -> Any:
        """The places among the points of the examples of this step; of none if a solver looks at
        all. (m,)"""
        if self.step is None or self.step.jump is not None:
            return np.empty(0, np.intp)
        ids = self.step.ids
        of_them = self.points.ids == ids[0] if len(ids) == 1 else np.isin(self.points.ids, ids)
        return np.flatnonzero(of_them)

    @property
    def few(self) -> int:
        """The most examples of a step that are marked one by one."""
        return min(MARKED_UP_TO, max(1, int((self.parts == 0).sum()) // 3))

    @property
    def decided(self) -> bool:
        """Whether the model decides anything: θ = 0 does not."""
        return self.model is not None and (self.towards is not None or self.model.decided)

    @cached_property
    def drawn(self) -> bool:
        """Whether it does so at every place."""
        return self.model is not None and self.model.planar and self.decided

    @property
    def hinge(self) -> bool:
        """Whether margins are learnt, so that there are support vectors and slack."""
        return (
            self.drawn
            and self.model is not None
            and self.model.kink is not None
            and self.model.kink.at > 0
        )

    @cached_property
    def ways(self) -> list[Any]:
        """The lines from each visible training point that violates its margin to the margin."""
        if not self.hinge or self.model is None or self.model.single is None:
            return []
        x = self.points.x
        view = self.view
        seen = ((x >= (view.left, view.bottom)) & (x <= (view.right, view.top))).all(axis=1)
        return ways_to_margin(
            self,
            np.flatnonzero(
                seen & (self.parts == 0) & (self.truth >= 0) & (self.margins < 1 - 1e-9)
            ),
        )

    @cached_property
    def supports(self) -> tuple[Any, Any]:
        """The places among the points of the support vectors, and which of them are free (None
        before the optimum)."""
        if not self.hinge:
            return np.empty(0, np.intp), None
        if self.optimum is None or self.optimum.coefficients is None:
            training = (self.parts == 0) & (self.truth >= 0)
            return np.flatnonzero(training & (self.margins <= 1 + 1e-9)), None
        ids = self.optimum.problem.ids
        free, bounded = ids[self.optimum.free], ids[self.optimum.bounded]
        chosen = np.flatnonzero(np.isin(self.points.ids, np.concatenate([free, bounded])))
        return chosen, np.isin(self.points.ids[chosen], free)


def dot_of(many: int, scale: float) -> float:
    """The scale of so many points: many are smaller, or they would bury everything."""
    shrunk = math.sqrt(math.sqrt(500 / max(1, many)))
    return scale * round(20 * min(1.0, max(0.5, shrunk))) / 20


def places_of(points: Points, scale: float, unit: float) -> Any:
    """Where points are drawn, a pixel being that long in the plane. (n, 2)"""
    return stacks(points).placed(points.x, DOT * dot_of(len(points), scale) * unit)


@lru_cache(maxsize=8)  # without a zoom the grid stays
def _even(low: float, high: float, count: int) -> Any:
    places = np.linspace(low, high, count)
    places.flags.writeable = False
    return places


def drawable(f: Any) -> Any:
    """A field with finite numbers for infinities: an impossible class is far below; if all are
    impossible, they tie."""
    if np.isfinite(f.min()) and np.isfinite(f.max()):
        return f
    far = (
        2.0 * np.abs(f[np.isfinite(f)]).max(initial=0.0) + 50.0
    )  # e⁻⁵⁰ is invisible as a probability
    impossible = np.isnan(f).any(axis=0)
    f = np.nan_to_num(f, nan=0.0, posinf=far, neginf=-far)
    if len(f) > 1:
        f[0][impossible] = (
            1e-9  # the lowest class wins, so that the boundary is where the answer changes
        )
    return f


def shade(scene: Scene) -> Shading:
    """The winner of each place and its lead; where there are probabilities, how far the best is
    above chance.

    Where counts decide nothing, no class wins, and the plane is blank.
    """
    f, model = scene.field, scene.model
    assert model is not None
    inks = tuple(scene.palette.tint_of(c) for c in scene.class_of_row)
    chances = model.chances(f.reshape(len(f), -1).T)
    if chances is not None:
        top = chances.max(axis=1).reshape(f.shape[1:])
        low = 1.0 / len(model.examples.classes)
        winner = fields.winner(f)
        strength = (top - low) / (1.0 - low)
        if model.counted is not None and (strength < 1e-6).any():
            winner = np.where(strength < 1e-6, len(inks), winner)
            inks = (*inks, scene.palette.plane)
    else:
        unit = 1.0 if scene.hinge else max(float(np.median(fields.lead(f[:, ::3, ::3]))), 1e-12)
        winner, strength = fields.winner_and_strength(f, unit)
    if scene.left_open is not None:
        winner = np.where(scene.left_open, len(inks), winner)
        inks = (*inks, scene.palette.plane)
    dx, dy = (scene.xs[1] - scene.xs[0]) / 2, (scene.ys[1] - scene.ys[0]) / 2
    return Shading(
        winner,
        strength,
        inks,
        scene.palette.plane,
        scene.palette.shade,
        (scene.view.left - dx, scene.view.right + dx, scene.view.bottom - dy, scene.view.top + dy),
        scene.palette.tint,
    )


def ways_to_margin(scene: Scene, which: Any) -> list[Any]:
    """Newton's method along the gradient of the margin to where it is 1; it stops earlier where the
    gradient vanishes.

    It uses the field that is drawn anyway, so it ends on the dashed line.
    """
    start = scene.points.x[which]
    y = scene.truth[which]
    cell = np.array([scene.xs[1] - scene.xs[0], scene.ys[1] - scene.ys[0]])
    reach = 0.6 * max(scene.width, scene.height)

    def margin(x: Any) -> Any:
        return rivals_and_margins(_between(scene, x), y)[1]

    x = start.copy()
    for _ in range(5):
        m = margin(x)
        slope = np.stack(
            [(margin(x + d) - margin(x - d)) / (2 * d.sum()) for d in np.diag(cell / 2)], axis=1
        )
        steep = np.maximum((slope**2).sum(axis=1), 1e-12)
        x = x + ((1 - m) / steep)[:, None] * slope
        away = x - start
        length = np.linalg.norm(away, axis=1, keepdims=True)
        x = start + away * np.minimum(1.0, reach / np.maximum(length, 1e-12))
    return [
        np.stack([a, b]) for a, b, m in zip(start, x, margin(x), strict=True) if abs(m - 1) < 0.2
    ]


def _between(scene: Scene, x: Any) -> Any:
    """The field between grid points; beyond the edge it is extrapolated linearly. (n, rows)"""
    ny, nx = scene.field.shape[1:]
    u = (x[:, 0] - scene.xs[0]) / (scene.xs[1] - scene.xs[0])
    v = (x[:, 1] - scene.ys[0]) / (scene.ys[1] - scene.ys[0])
    i, j = (
        np.clip(np.floor(u), 0, nx - 2).astype(np.intp),
        np.clip(np.floor(v), 0, ny - 2).astype(np.intp),
    )
    u, v = u - i, v - j
    f = scene.field
    low = (1 - u) * f[:, j, i] + u * f[:, j, i + 1]
    high = (1 - u) * f[:, j + 1, i] + u * f[:, j + 1, i + 1]
    return ((1 - v) * low + v * high).T
