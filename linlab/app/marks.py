"""The layers that mark points: the dots themselves, rings and crosses on some of them, and the arrow of the weights.

A mark is one graphics item in screen pixels, and is set anew only when what it shows has changed.
"""

from typing import Any

import numpy as np
import pyqtgraph as pg
from PySide6.QtGui import QColor

from linlab.engine.models import Linear, winners

from .scene import Scene, pen
from .theme import class_colour, class_symbol


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
