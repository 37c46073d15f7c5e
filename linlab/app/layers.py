"""What the plane draws: one graphics item per drawn thing, re-read from the session and updated in place.

A layer has a name, a title for its switch, and `update(scene)`; a Scene is everything drawn from (document, trace, t),
computed once a frame: the field on a grid, the scores of the points, the step. Adding a layer is a class and a line in
LAYERS.
"""

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
import pyqtgraph as pg
from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QPen

from linlab.engine import field as fields
from linlab.engine.losses import rivals_and_margins
from linlab.engine.models import Linear, Model, probabilities, winners
from linlab.engine.points import Points
from linlab.engine.state import Step

from .theme import CLASS_COLOURS, Theme, class_colour, class_symbol

BANDS = 6
CELL = 5  # screen pixels to a grid cell


@dataclass(frozen=True, eq=False)
class Scene:
    """One moment, ready to draw."""

    theme: Theme
    points: Points
    parts: Any  # (n,) 0 train, 1 dev, 2 test
    model: Model | None
    step: Step | None
    optimum: Any
    selection: frozenset[int]
    left: float
    bottom: float
    width: float
    height: float
    pixels: tuple[int, int]
    scale: float = 1.0  # of points and lines
    towards: tuple[Model, float] | None = None  # the next moment, and how far on the way to it we are

    @cached_property
    def xs(self) -> Any:
        return np.linspace(self.left, self.left + self.width, max(2, self.pixels[0] // CELL))

    @cached_property
    def ys(self) -> Any:
        return np.linspace(self.bottom, self.bottom + self.height, max(2, self.pixels[1] // CELL))

    @cached_property
    def field(self) -> Any:
        """Scores on the grid (rows, ny, nx), on the way to the next moment if we are."""
        assert self.model is not None
        f = self.model.grid(self.xs, self.ys)
        if self.towards is not None:
            model, share = self.towards
            f = (1 - share) * f + share * model.grid(self.xs, self.ys)
        return f

    @cached_property
    def class_of_row(self) -> list[int]:
        """The index among the points' classes of each class that the model knows."""
        assert self.model is not None
        return [self.points.classes.index(c) if c in self.points.classes else 0 for c in self.model.problem.classes]

    @cached_property
    def scores(self) -> Any:
        """Scores of all points; the training examples have been read already. (n, rows)"""
        assert self.model is not None
        problem = self.model.problem
        if isinstance(self.model, Linear) and np.array_equal(problem.ids, self.points.ids):
            return problem.read @ self.model.theta.T
        return self.model.scores(self.points.x)

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
    def drawn(self) -> bool:
        """Whether there is anything to see: θ = 0 decides nothing anywhere."""
        return self.model is not None and (self.towards is not None or bool(np.any(self.model.theta)))


class Regions:
    """The plane shaded by score, or by probability where there is one."""

    name, title, tip = "regions", "Regions", "Shade the plane by score"

    def __init__(self, plot: Any) -> None:
        self.item = pg.ImageItem(axisOrder="row-major")
        self.item.setZValue(-10)
        plot.addItem(self.item)

    def update(self, scene: Scene, on: bool) -> None:
        self.item.setVisible(on and scene.drawn)
        if on and scene.drawn:
            self.item.setImage(shade(scene), levels=None, autoLevels=False)
            dx, dy = scene.xs[1] - scene.xs[0], scene.ys[1] - scene.ys[0]
            self.item.setRect(scene.xs[0] - dx / 2, scene.ys[0] - dy / 2, dx * len(scene.xs), dy * len(scene.ys))


def shade(scene: Scene) -> Any:
    """RGBA of the field: the winner's colour, stronger with its lead, in soft bands. (ny, nx, 4) uint8"""
    f, model = scene.field, scene.model
    assert model is not None
    recipe = model.problem.learner.recipe
    if recipe.counting or recipe.loss.probabilistic:
        flat = f.reshape(len(f), -1).T
        top = probabilities(model, flat).max(axis=1).reshape(f.shape[1:])
        low = 1.0 / len(model.problem.classes)
        strength = (top - low) / (1.0 - low)
    else:
        lead = fields.lead(f)
        unit = 1.0 if recipe.loss.name == "hinge" else max(float(np.median(lead)), 1e-12)
        strength = lead / (lead + unit)
    bands = strength * BANDS
    whole = np.floor(bands)
    soft = (whole + np.clip((bands - whole - 0.8) * 5, 0, 1)) / BANDS
    most = 0.55 if scene.theme.dark else 0.42
    inks = [QColor(CLASS_COLOURS[c % 8]) for c in scene.class_of_row]
    colours = np.array([(ink.red(), ink.green(), ink.blue()) for ink in inks], np.uint8)
    image = np.empty((*strength.shape, 4), np.uint8)
    image[..., :3] = colours[fields.winner(f)]
    image[..., 3] = (255 * most * (0.12 + 0.88 * soft)).astype(np.uint8)
    return image


class _Lines:
    """Level sets as one curve with gaps."""

    def __init__(self, plot: Any, z: float) -> None:
        self.item = pg.PlotCurveItem(connect="finite", antialias=True)
        self.item.setZValue(z)
        plot.addItem(self.item)

    def draw(self, lines: list[Any], pen: QPen) -> None:
        gap = np.full((1, 2), np.nan)
        path = np.concatenate([part for line in lines for part in (line, gap)]) if lines else np.empty((0, 2))
        self.item.setData(path[:, 0], path[:, 1], pen=pen)


def pen(colour: str, width: float, style: Qt.PenStyle = Qt.PenStyle.SolidLine) -> QPen:
    return QPen(pg.mkPen(QColor(colour), width=width, style=style))


class Boundary(_Lines):
    """Where the predicted class changes."""

    name, title, tip = "boundary", "Boundary", "Draw the decision boundary, f = 0"

    def __init__(self, plot: Any) -> None:
        super().__init__(plot, 2)

    def update(self, scene: Scene, on: bool) -> None:
        self.item.setVisible(on and scene.drawn)
        if on and scene.drawn:
            self.draw(fields.boundary(scene.field, scene.xs, scene.ys), pen(scene.theme.text, 2.6 * scene.scale))


class Margins(_Lines):
    """Where the score is ±1, or where the best class leads by 1."""

    name, title, tip = "margins", "Margins", "Draw the margins, f = ±1, dashed"

    def __init__(self, plot: Any) -> None:
        super().__init__(plot, 1)

    def update(self, scene: Scene, on: bool) -> None:
        self.item.setVisible(on and scene.drawn)
        if on and scene.drawn:
            dashed = pen(scene.theme.text, 1.4 * scene.scale, Qt.PenStyle.DashLine)
            self.draw(fields.margin(scene.field, scene.xs, scene.ys), dashed)


class Optimum(_Lines):
    """The boundary of the exact optimum, once it is known."""

    name, title, tip = "optimum", "Optimum", "Draw the boundary of the exact optimum as a thin line, once it is computed"

    def __init__(self, plot: Any) -> None:
        super().__init__(plot, 1.5)

    def update(self, scene: Scene, on: bool) -> None:
        shown = on and scene.optimum is not None
        self.item.setVisible(shown)
        if shown:
            f = scene.optimum.model.grid(scene.xs, scene.ys)
            self.draw(fields.boundary(f, scene.xs, scene.ys), pen(scene.theme.accent, 1.2 * scene.scale))


class Dots:
    """The points: colour and shape by class, hollow if set aside as dev or test."""

    name, title, tip = "points", "Points", "Draw the points"

    def __init__(self, plot: Any) -> None:
        self.item = pg.ScatterPlotItem(pxMode=True)
        self.item.setZValue(5)
        plot.addItem(self.item)
        self._shown: tuple[Any, ...] = ()

    def update(self, scene: Scene, on: bool) -> None:
        self.item.setVisible(on)
        now = (scene.points, scene.parts.tobytes(), scene.theme, scene.scale)
        same = bool(self._shown) and self._shown[0] is now[0] and self._shown[1:] == now[1:]
        if not on or same:  # while the run goes on the points stay
            return
        self._shown = now
        rim = pg.mkPen(QColor(scene.theme.card if not scene.theme.dark else "#0E1216"), width=1.3)
        size = 12 * scene.scale
        labels = range(-1, len(scene.points.classes))
        brush = {c: pg.mkBrush(class_colour(c)) for c in labels}
        hollow = {c: pg.mkPen(class_colour(c), width=2.2) for c in labels}
        empty = pg.mkBrush(QColor(scene.theme.card))
        own = scene.points.label.tolist()
        aside = (scene.parts > 0).tolist()
        self.item.setData(
            x=scene.points.x[:, 0], y=scene.points.x[:, 1], size=size,
            symbol=[class_symbol(c) for c in own],
            brush=[empty if a else brush[c] for c, a in zip(own, aside, strict=True)],
            pen=[hollow[c] if a or c < 0 else rim for c, a in zip(own, aside, strict=True)],
        )  # fmt: skip


class _Rings:
    """Rings around some points."""

    def __init__(self, plot: Any, z: float) -> None:
        self.item = pg.ScatterPlotItem(pxMode=True, symbol="o")
        self.item.setZValue(z)
        plot.addItem(self.item)
        self._shown: Any = None

    def ring(self, x: Any, size: float, outline: Any) -> None:
        pens = outline if isinstance(outline, list) else [outline]
        now = (x.tobytes(), size, [(p.color().rgba(), p.widthF()) for p in pens])
        if now == self._shown:
            return
        self._shown = now
        self.item.setData(x=x[:, 0], y=x[:, 1], size=size, brush=None, pen=outline, symbol="o")


class Supports(_Rings):
    """Support vectors: on or inside the margin; at the exact optimum bounded ones have a thin ring, free ones a thick."""

    name, title, tip = "supports", "Supports", "Ring the support vectors: m ≤ 1 (at the optimum: thick = free, thin = bounded)"

    def __init__(self, plot: Any) -> None:
        super().__init__(plot, 4)
        self.count = 0

    def update(self, scene: Scene, on: bool) -> None:
        hinge = scene.drawn and scene.model is not None and scene.model.problem.learner.recipe.loss.name == "hinge"
        self.item.setVisible(on and hinge)
        self.count = 0
        if not hinge:
            return
        training = (scene.parts == 0) & (scene.truth >= 0)
        chosen = np.flatnonzero(training & (scene.margins <= 1 + 1e-9))
        self.count = len(chosen)
        if not on:
            return
        outlines: Any = pen(scene.theme.text, 1.4 * scene.scale)
        if scene.optimum is not None and scene.optimum.coefficients is not None:
            assert scene.model is not None
            ids = scene.model.problem.ids
            free, bounded = set(ids[scene.optimum.free].tolist()), set(ids[scene.optimum.bounded].tolist())
            chosen = np.flatnonzero([id in free or id in bounded for id in scene.points.ids.tolist()])
            thick, thin = pen(scene.theme.text, 2.4 * scene.scale), pen(scene.theme.text, 1.0 * scene.scale)
            outlines = [thick if id in free else thin for id in scene.points.ids[chosen].tolist()]
            self.count = len(chosen)
        self.ring(scene.points.x[chosen], 23 * scene.scale, outlines)


class Wrong:
    """A cross on each labelled point that is on the wrong side."""

    name, title, tip = "wrong", "Mistakes", "Cross out the points that are classified wrongly"

    def __init__(self, plot: Any) -> None:
        self.item = pg.ScatterPlotItem(pxMode=True, symbol="x")
        self.item.setZValue(6)
        plot.addItem(self.item)
        self._shown: Any = None

    def update(self, scene: Scene, on: bool) -> None:
        self.item.setVisible(on and scene.drawn)
        if on and scene.drawn:
            x = scene.points.x[(scene.truth >= 0) & (winners(scene.scores) != scene.truth)]
            if (x.tobytes(), scene.scale) == self._shown:
                return
            self._shown = (x.tobytes(), scene.scale)
            self.item.setData(x=x[:, 0], y=x[:, 1], size=9 * scene.scale, symbol="x", brush=pg.mkBrush("w"),
                              pen=pg.mkPen("#1F2933", width=0.8))  # fmt: skip


class Slack(_Lines):
    """From each point that violates its margin, the way to it."""

    name, title, tip = "slack", "Slack", "Draw ξ = max(0, 1 − m), from each violating point to its margin"

    def __init__(self, plot: Any) -> None:
        super().__init__(plot, 3)

    def update(self, scene: Scene, on: bool) -> None:
        hinge = scene.drawn and isinstance(scene.model, Linear) and scene.model.problem.learner.recipe.loss.name == "hinge"
        self.item.setVisible(on and hinge)
        if on and hinge:
            inside = (scene.parts == 0) & (scene.truth >= 0) & (scene.margins < 1 - 1e-9)
            lines = ways_to_margin(scene, np.flatnonzero(inside))
            self.draw(lines, pen(scene.theme.wrong, 1.2 * scene.scale, Qt.PenStyle.DotLine))


def ways_to_margin(scene: Scene, which: Any) -> list[Any]:
    """Newton's way along the slope of the margin to where it is 1; short of it where the slope dies out."""
    assert scene.model is not None
    if not len(which):
        return []
    start, y = scene.points.x[which], scene.truth[which]
    h = 1e-4 * max(scene.width, scene.height)
    reach = 0.6 * max(scene.width, scene.height)

    def margin(x: Any) -> Any:
        return rivals_and_margins(scene.model.scores(x), y)[1]  # type: ignore[union-attr]

    x = start.copy()
    for _ in range(4):
        m = margin(x)
        slope = np.stack([(margin(x + d) - margin(x - d)) / (2 * h) for d in (np.array([h, 0]), np.array([0, h]))], axis=1)
        steep = np.maximum((slope**2).sum(axis=1), 1e-12)
        x = x + ((1 - m) / steep)[:, None] * slope
        away = x - start
        length = np.linalg.norm(away, axis=1, keepdims=True)
        x = start + away * np.minimum(1.0, reach / np.maximum(length, 1e-12))
    return [np.stack([a, b]) for a, b, m in zip(start, x, margin(x), strict=True) if abs(m - 1) < 0.2]


class Arrow:
    """The weight vector from the origin, and the update just made, tip to tail; straight boundaries of two classes only."""

    name, title, tip = "weights", "Weights", "Draw w as an arrow from the origin, and the last update tip to tail"

    def __init__(self, plot: Any) -> None:
        self.lines = [pg.PlotCurveItem(antialias=True) for _ in range(2)]
        self.tips = [pg.ArrowItem(headLen=12, tipAngle=40, pxMode=True, pen=None) for _ in range(2)]
        for item in (*self.lines, *self.tips):
            item.setZValue(7)
            plot.addItem(item)

    def update(self, scene: Scene, on: bool) -> None:
        w = self._weights(scene)
        shown = on and w is not None
        for item in (*self.lines, *self.tips):
            item.setVisible(shown)
        if not shown:
            return
        assert w is not None
        before, after = w
        longest = max(float(np.linalg.norm(before)), float(np.linalg.norm(after)), 1e-12)
        factor = min(1.0, 0.4 * min(scene.width, scene.height) / longest)
        ends = (np.zeros(2), before * factor, after * factor)
        colours = (scene.theme.text, scene.theme.halo)
        for k, (line, tip, a, b, colour) in enumerate(zip(self.lines, self.tips, ends[:-1], ends[1:], colours, strict=True)):
            line.setData([a[0], b[0]], [a[1], b[1]], pen=pen(colour, (2.4 - 0.4 * k) * scene.scale))
            long = np.linalg.norm(b - a) > 1e-9
            tip.setVisible(bool(long))
            if long:
                tip.setStyle(angle=180 - np.degrees(np.arctan2(b[1] - a[1], b[0] - a[0])), brush=QColor(colour))
                tip.setPos(*b)

    @staticmethod
    def _weights(scene: Scene) -> tuple[Any, Any] | None:
        """w before and after the last update, in the plane; None if the boundary is not a line."""
        model = scene.model
        if not isinstance(model, Linear) or len(model.theta) > 1:
            return None
        problem = model.problem
        if problem.learner["space"] not in ("linear", "linear-kernel"):
            return None

        def flat(theta: Any) -> Any:
            weights = problem.split(theta)[0]
            return weights[0] @ problem.centres if problem.dual else weights[0, :2]

        now = flat(model.theta)
        same = scene.step is not None and scene.step.before.shape == model.theta.shape and problem.learner["average"] == "last"
        return (flat(scene.step.before), now) if same and scene.step is not None else (now, now)


class Halo(_Rings):
    """The example of this update, with its margin."""

    name, title, tip = "example", "Example", "Ring the example of this update and say its margin"

    def __init__(self, plot: Any) -> None:
        super().__init__(plot, 8)
        self.text = pg.TextItem(anchor=(0, 0.5))
        self.text.setZValue(9)
        plot.addItem(self.text)

    def update(self, scene: Scene, on: bool) -> None:
        step = scene.step
        shown = on and step is not None and step.jump is None
        self.item.setVisible(shown)
        self.text.setVisible(False)
        if not shown:
            return
        assert step is not None
        here = np.isin(scene.points.ids, step.ids)
        x = scene.points.x[here]
        self.ring(x, 31 * scene.scale, pen(scene.theme.halo, 3.2 * scene.scale))
        if len(step.ids) == 1 and len(x) == 1:
            sub = str(step.example + 1).translate(str.maketrans("0123456789", "₀₁₂₃₄₅₆₇₈₉"))
            what = "y·f(x)" if len(step.score) == 1 else "margin"
            veil = QColor(scene.theme.card)
            veil.setAlpha(205)
            self.text.fill = pg.mkBrush(veil)
            self.text.setText(f"x{sub}  {what} = {step.margin:.2f}".replace("-", "−"), color=QColor(scene.theme.text))
            right = x[0, 0] < scene.left + 0.75 * scene.width
            self.text.setAnchor((0, 0.5) if right else (1, 0.5))
            away = 22 * scene.scale * scene.width / scene.pixels[0]
            self.text.setPos(x[0, 0] + (away if right else -away), x[0, 1])
            self.text.setVisible(True)


class Selected(_Rings):
    """The selected points."""

    name, title, tip = "selection", "Selection", "Ring the selected points"

    def __init__(self, plot: Any) -> None:
        super().__init__(plot, 7)

    def update(self, scene: Scene, on: bool) -> None:
        chosen = np.isin(scene.points.ids, list(scene.selection)) if scene.selection else np.zeros(len(scene.points), bool)
        self.item.setVisible(bool(chosen.any()))
        self.ring(scene.points.x[chosen], 19 * scene.scale, pen(scene.theme.accent, 2.2 * scene.scale))


LAYERS = (Regions, Margins, Boundary, Optimum, Slack, Supports, Dots, Wrong, Arrow, Halo, Selected)
SWITCHES = tuple(layer.name for layer in LAYERS if layer not in (Dots, Selected))
ON_AT_FIRST = ("regions", "margins", "boundary", "optimum", "supports", "wrong", "example")
