"""What is drawn of a scene, layer by layer: each is a function of the scene, and a line in LAYERS.

From its line follow its switch in the bar, its key, its place in the legend, the export dialog and the command line. From the
bottom up: regions, lines, points, and what marks points.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np

from linlab.engine.data.points import Points
from linlab.engine.ground.numerals import grouped, steady
from linlab.engine.learner.learner import Learner
from linlab.engine.train.models import winners

from .field import Contours
from .metrics import text_width
from .palette import Palette, colour_of, symbol_of
from .scene import Scene, drawable, shade, ways_to_margin
from .shapes import Entry, Group, Item, Label, Lines, Marks, Pen

COARSE = 3.5  # pixels
DASHES, DOTS = (5.6, 3.6), (1.6, 3.2)


@dataclass(frozen=True)
class Layer:
    """Something that can be shown or not."""

    name: str
    title: str
    tip: str
    draw: Callable[[Scene], Iterable[Item]]
    refuses: Callable[[Learner, int], str] = lambda learner, classes: ""  # why it has nothing to show of a learner, in words
    legend: Callable[[Scene], Iterable[Entry]] = lambda scene: ()  # what it draws that is not plain to see
    on: bool = False  # from the start
    always: bool = False  # so that there is no switch
    at_hand: bool = False  # drawn without a question to the model


def _no_hinge(learner: Learner, classes: int) -> str:
    wants = learner.recipe.loss.wants_margin
    return "" if wants else "Only the hinge loss has a margin to be on or inside of: SVM, Pegasos, MIRA."


def _not_straight(learner: Learner, classes: int) -> str:
    straight = classes <= 2 and learner.straight
    return "" if straight else "w is an arrow of the plane only for two classes in the linear space."


def regions(scene: Scene) -> Iterable[Item]:
    """Where a grid is so coarse that its cells would be seen, they are drawn in four."""
    if scene.drawn:
        yield shade(scene).finer() if scene.cell > COARSE else shade(scene)


def margins(scene: Scene) -> Iterable[Item]:
    """Where the score is ±1, or where the best class leads by 1."""
    if scene.drawn:
        yield Lines("margins", tuple(scene.contours.margin), _dashed(scene))


def _margin(scene: Scene) -> Iterable[Entry]:
    if scene.drawn:
        yield Entry("margin", pen=_dashed(scene))


def _dashed(scene: Scene) -> Pen:
    return Pen(scene.palette.text, 1.4 * scene.scale, _scaled(DASHES, scene))


def optimum(scene: Scene) -> Iterable[Item]:
    if scene.optimum is not None:
        best = Contours(drawable(scene.optimum.model.grid(scene.xs, scene.ys)), scene.xs, scene.ys)
        yield Lines("optimum", tuple(best.boundary), Pen(scene.palette.accent, 1.2 * scene.scale))


def _exact(scene: Scene) -> Iterable[Entry]:
    if scene.optimum is not None:
        yield Entry("exact optimum", pen=Pen(scene.palette.accent, 1.4 * scene.scale))


def boundary(scene: Scene) -> Iterable[Item]:
    """Where the predicted class changes."""
    if scene.drawn:
        yield Lines("boundary", tuple(scene.contours.boundary), Pen(scene.palette.text, 2.6 * scene.scale))


def slack(scene: Scene) -> Iterable[Item]:
    """From each training point that violates its margin, the way to it."""
    if scene.hinge and scene.model is not None and scene.model.single is not None:
        x, view = scene.points.x, scene.view
        seen = ((x >= (view.left, view.bottom)) & (x <= (view.right, view.top))).all(axis=1)
        inside = seen & (scene.parts == 0) & (scene.truth >= 0) & (scene.margins < 1 - 1e-9)
        ways = ways_to_margin(scene, np.flatnonzero(inside))
        yield Lines("slack", tuple(ways), _dotted(scene))


def _slack(scene: Scene) -> Iterable[Entry]:
    if scene.hinge:
        yield Entry("slack", pen=_dotted(scene))


def _dotted(scene: Scene) -> Pen:
    return Pen(scene.palette.wrong, 1.2 * scene.scale, _scaled(DOTS, scene))


def supports(scene: Scene) -> Iterable[Item]:
    """On or inside the margin; at the exact optimum bounded ones have a thin ring, free ones a thick one."""
    chosen, free = scene.supports
    if not len(chosen):
        return
    x, size = scene.points.x[chosen], 23 * scene.dot
    if free is None:
        yield Marks("supports", "disc", x, size, None, _ring(scene, "supports"))
        return
    yield Marks("free", "disc", x[free], size, None, _ring(scene, "free"))
    yield Marks("bounded", "disc", x[~free], size, None, _ring(scene, "bounded"))


def _rings(scene: Scene) -> Iterable[Entry]:
    chosen, free = scene.supports
    kinds = {"support vector": ("supports", len(chosen))} if len(chosen) else {}
    if free is not None and len(chosen):
        kinds = {"free, at the optimum": ("free", int(free.sum())), "bounded": ("bounded", int((~free).sum()))}
    return [Entry(f"{text} ({grouped(count)})", "disc", None, _ring(scene, name)) for text, (name, count) in kinds.items()]


def _ring(scene: Scene, name: str) -> Pen:
    """What support vectors are ringed with."""
    return Pen(scene.palette.text, {"supports": 1.4, "free": 2.4, "bounded": 1.0}[name] * scene.scale)


def points(scene: Scene) -> Iterable[Item]:
    """Colour and shape by class, hollow if set aside as dev or test."""
    yield _dots(scene.points, ((scene.parts > 0) & scene.hollow).tobytes(), scene.palette, scene.dot)


@lru_cache(maxsize=4)  # while the run goes on the points stay
def _dots(all: Points, held_out: bytes, palette: Palette, scale: float) -> Group:
    aside = np.frombuffer(held_out, bool)
    rim = Pen(palette.rim, 1.3 * scale)
    marks = []
    for c in range(-1, len(all.classes)):
        for hollow in (False, True):
            own = all.x[(all.label == c) & (aside == hollow)]
            if len(own):
                fill = palette.card if hollow else colour_of(c)
                pen = Pen(colour_of(c), 2.2 * scale) if hollow or c < 0 else rim
                marks.append(Marks(all.classes[c] if c >= 0 else "unlabelled", symbol_of(c), own, 12 * scale, fill, pen))
    return Group("points", tuple(marks))


def wrong(scene: Scene) -> Iterable[Item]:
    """A cross on each labelled point that is on the wrong side, or of a class that was never trained on."""
    if scene.drawn:
        crossed = (scene.points.label >= 0) & (winners(scene.scores) != scene.truth)
        hollow = (scene.parts > 0) & scene.hollow
        x, size = scene.points.x, 7 * scene.dot  # the class is to be seen behind it
        yield Marks("wrong", "cross", x[crossed & ~hollow], size, "#FFFFFF", Pen("#1F2933", 0.7 * scene.dot))
        if (crossed & hollow).any():  # in ink, on the light ground of a hollow point
            rim = Pen(scene.palette.card, 0.7 * scene.dot)
            yield Marks("wrong", "cross", x[crossed & hollow], size, scene.palette.text, rim)


def weights(scene: Scene) -> Iterable[Item]:
    """w from the origin, and the update just made, tip to tail; straight boundaries of two classes only."""
    both = arrows(scene)
    if both is None:
        return
    before, after = both
    longest = max(float(np.linalg.norm(before)), float(np.linalg.norm(after)), 1e-12)
    factor = min(1.0, 0.4 * min(scene.width, scene.height) / longest)
    ends = (np.zeros(2), before * factor, after * factor)
    inks = (scene.palette.text, scene.palette.halo)
    for k, (a, b, ink) in enumerate(zip(ends[:-1], ends[1:], inks, strict=True)):
        if np.linalg.norm(b - a) > 1e-9:
            yield Lines("weights" if k == 0 else "update", (np.stack([a, b]),), Pen(ink, (2.4 - 0.4 * k) * scene.scale), True)


def _arrows(scene: Scene) -> Iterable[Entry]:
    if scene.drawn and arrows(scene) is not None:
        yield Entry("w", pen=Pen(scene.palette.text, 2.4 * scene.scale))
        yield Entry("update", pen=Pen(scene.palette.halo, 2.0 * scene.scale))


def arrows(scene: Scene) -> tuple[Any, Any] | None:
    """w before and after the last update, in the plane; None if the boundary is not a line."""
    model = None if scene.model is None else scene.model.single
    now = None if model is None else model.problem.in_plane(model.theta)
    if model is None or now is None:
        return None
    same = scene.step is not None and scene.step.before.shape == model.theta.shape
    moved = same and model.problem.learner["average"] == "last"
    return (model.problem.in_plane(scene.step.before), now) if moved and scene.step is not None else (now, now)


def example(scene: Scene) -> Iterable[Item]:
    """The example of this update, with its margin."""
    step = scene.step
    if step is None or step.jump is not None:
        return
    one = len(step.ids) == 1
    x = scene.points.x[scene.points.ids == step.ids[0] if one else np.isin(scene.points.ids, step.ids)]
    yield Marks("example", "disc", x, 31 * scene.scale, None, Pen(scene.palette.halo, 3.2 * scene.scale))
    if len(step.ids) == 1 and len(x) == 1:
        sub = str(step.example + 1).translate(str.maketrans("0123456789", "₀₁₂₃₄₅₆₇₈₉"))
        what, then = "y·f(x)" if len(step.score) == 1 else "margin", step.updated and not scene.coming
        name, margin = f"x{sub}  {what} {'was' if then else '='} ", steady(step.margin)
        text, widest = name + margin, name + max(margin, "−0.000", key=len)  # so that it seldom changes sides
        away, size = 22 * scene.scale, 1.08 * scene.font
        room = (scene.view.right - x[0, 0]) / scene.width * scene.size[0]
        right = room > away + text_width(widest, size) + size
        yield Label(text, (x[0, 0], x[0, 1]), size, scene.palette.text, "start" if right else "end",
                    dx=away if right else -away, veil=scene.palette.card)  # fmt: skip


def selection(scene: Scene) -> Iterable[Item]:
    if scene.selection:
        x = scene.points.x[np.isin(scene.points.ids, list(scene.selection))]
        yield Marks("selection", "disc", x, 19 * scene.dot, None, Pen(scene.palette.accent, 2.2 * scene.scale))


LAYERS: dict[str, Layer] = {
    layer.name: layer
    for layer in (
        Layer("regions", "Regions", "Shade the plane by score", regions, on=True),
        Layer("margins", "Margins", "Draw the margins, f = ±1, dashed", margins, legend=_margin, on=True),
        Layer("optimum", "Optimum", "Draw the boundary of the exact optimum as a thin line, once it is computed", optimum,
              legend=_exact, on=True),
        Layer("boundary", "Boundary", "Draw the decision boundary, f = 0", boundary, on=True),
        Layer("slack", "Slack", "Draw ξ = max(0, 1 − m), from each violating point to its margin", slack, _no_hinge, _slack),
        Layer("supports", "Supports", "Ring the support vectors: m ≤ 1 (at the optimum: thick = free, thin = bounded)",
              supports, _no_hinge, _rings, on=True),
        Layer("points", "Points", "Draw the points", points, always=True, at_hand=True),
        Layer("wrong", "Mistakes", "Cross out the points that are classified wrongly", wrong, on=True),
        Layer("weights", "Weights", "Draw w as an arrow from the origin, and the last update tip to tail", weights,
              _not_straight, _arrows, at_hand=True),
        Layer("selection", "Selection", "Ring the selected points", selection, always=True, at_hand=True),
        Layer("example", "Example", "Ring the example of this update and say its margin", example, on=True, at_hand=True),
    )
}
MANNERS = (  # how the plane shows what it shows
    Layer("hollow", "Dev and test hollow", "Draw points that are set aside as dev or test hollow", lambda scene: ()),
    Layer("legend", "Legend", "Say in a corner what the marks and lines are", lambda scene: ()),
    Layer("axes", "Axes", "Number the axes and say what they measure", lambda scene: ()),
)


def switches() -> tuple[Layer, ...]:
    """The layers that can be shown or not."""
    return tuple(layer for layer in LAYERS.values() if not layer.always)


def at_first() -> frozenset[str]:
    """The names of those that are shown until somebody switches them off."""
    return frozenset(layer.name for layer in LAYERS.values() if layer.on)


def _scaled(dash: tuple[float, ...], scene: Scene) -> tuple[float, ...]:
    return tuple(part * scene.scale for part in dash)
