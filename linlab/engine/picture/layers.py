"""What is drawn of a scene, layer by layer: each is a function of the scene, and a line in LAYERS.

From its line follow its switch in the bar, its key, its place in the legend, the export dialog and
the command line. From the bottom up: regions, lines, points, and what marks points.
"""

from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np

from linlab.engine.ground.numerals import grouped
from linlab.engine.learner.learner import Learner
from linlab.engine.train.kinds.table import kind_of
from linlab.engine.train.models import decisions
from linlab.engine.train.trace import Trace

from . import fellows
from .dots import guesses, numbers, points
from .field import Contours
from .inside import alpha, coefficients, ellipses, members, readouts, rounds
from .scene import COARSE, Scene, drawable, shade
from .shapes import Entry, Item, Lines, Marks, Pen, View

DASHES, DOTS, LONG, SHORT = (
    (5.6, 3.6),
    (1.6, 3.2),
    (7.4, 2.6, 1.8, 2.6),
    (2.6, 2.6),
)  # of margins, slack, and the optimum's
FEW = (
    24  # examples of a batch that are ringed one by one; of more, or of most there are, it is said
)


@dataclass(frozen=True)
class Layer:
    """Something that can be shown or not."""

    name: str
    title: str
    tip: str
    draw: Callable[[Scene], Iterable[Item]]
    refuses: Callable[[Learner, int], str] = lambda learner, classes: (
        ""
    )  # why it has nothing to show of a learner, in words
    legend: Callable[[Scene], Iterable[Entry]] = (
        lambda scene: ()
    )  # what it draws that is not plain to see
    on: bool = False  # from the start
    always: bool = False  # so that there is no switch
    at_hand: bool = False  # drawn without a question to the model
    asks: Callable[[Trace, int, float | None], Any] | None = (
        None  # of the run at t, within so many seconds; None: on its way
    )
    keyed: bool = True  # whether it has one of the keys, as far as there are some


def _no_hinge(learner: Learner, classes: int) -> str:
    wants = (
        learner.recipe.loss.wants_margin or "upon" in learner.recipe.parameters
    )  # whose A may want one
    return (
        ""
        if wants
        else "Only the hinge loss has a margin to be on or inside of: SVM, Pegasos, MIRA."
    )


def _no_margin(learner: Learner, classes: int) -> str:
    return kind_of(learner).why_no("margin", learner)


def _not_straight(learner: Learner, classes: int) -> str:
    straight = classes <= 2 and learner.straight
    return (
        "" if straight else "w is an arrow of the plane only for two classes in the linear space."
    )


def regions(scene: Scene) -> Iterable[Item]:
    """Where a grid is so coarse that its cells would be seen, they are drawn in four."""
    if scene.drawn:
        yield shade(scene).finer() if scene.cell > COARSE else shade(scene)


def margins(scene: Scene) -> Iterable[Item]:
    """Where the score is ±1, or where the best class leads by 1."""
    if scene.street:
        yield Lines("margins", tuple(scene.street), _dashed(scene))


def _margin(scene: Scene) -> Iterable[Entry]:
    if scene.street:
        yield Entry("margin", pen=_dashed(scene))


def _dashed(scene: Scene) -> Pen:
    return Pen(scene.palette.text, 1.4 * scene.scale, _scaled(DASHES, scene))


def optimum(scene: Scene) -> Iterable[Item]:
    """Its boundary and margins, in a colour and dashes of their own, on a light or dark ground that
    sets them off."""
    for kind, (lines, pen) in enumerate(_best(scene)):
        if kind == 0:
            yield Lines(
                "ground",
                lines,
                Pen(scene.palette.plane, pen.width + 2.6 * scene.scale, opacity=0.75),
            )
        yield Lines("optimum" if kind == 0 else "optimum margins", lines, pen)


def _exact(scene: Scene) -> Iterable[Entry]:
    for (lines, pen), text in zip(_best(scene), ("exact optimum", "its margin"), strict=False):
        if lines:
            yield Entry(text, pen=pen)


def _best(scene: Scene) -> tuple[tuple[tuple[Any, ...], Pen], ...]:
    """The boundary and the margins of the optimum, and the pens that draw them."""
    if scene.optimum is None:
        return ()
    best, ink, by = (
        _contours(scene.optimum, scene.view, len(scene.xs), len(scene.ys)),
        scene.palette.best,
        scene.scale,
    )
    return (
        (tuple(best.boundary), Pen(ink, 2.2 * by, _scaled(LONG, scene))),
        (tuple(best.margin), Pen(ink, 1.6 * by, _scaled(SHORT, scene))),
    )


@lru_cache(maxsize=4)  # while the run goes on it stays
def _contours(optimum: Any, view: View, nx: int, ny: int) -> Contours:
    xs, ys = np.linspace(view.left, view.right, nx), np.linspace(view.bottom, view.top, ny)
    return Contours(drawable(optimum.model.grid(xs, ys)), xs, ys)


def boundary(scene: Scene) -> Iterable[Item]:
    """Where the predicted class changes."""
    if scene.drawn:
        yield Lines("boundary", tuple(scene.contours.boundary), scene.line)


def slack(scene: Scene) -> Iterable[Item]:
    """From each training point that violates its margin, the way to it."""
    if scene.ways:
        yield Lines("slack", tuple(scene.ways), _dotted(scene))


def _slack(scene: Scene) -> Iterable[Entry]:
    if scene.ways:
        yield Entry("slack", pen=_dotted(scene))


def _dotted(scene: Scene) -> Pen:
    return Pen(scene.palette.wrong, 1.2 * scene.scale, _scaled(DOTS, scene))


def supports(scene: Scene) -> Iterable[Item]:
    """On or inside the margin; at the exact optimum bounded ones have a thin ring, free ones a
    thick one."""
    chosen, free = scene.supports
    if not len(chosen):
        return
    x, size = scene.places[chosen], scene.ring
    if free is None:
        yield Marks("supports", "disc", x, size, None, _ring(scene, "supports"))
        return
    yield Marks("free", "disc", x[free], size, None, _ring(scene, "free"))
    yield Marks("bounded", "disc", x[~free], size, None, _ring(scene, "bounded"))


def _rings(scene: Scene) -> Iterable[Entry]:
    chosen, free = scene.supports
    kinds = {"support vector": ("supports", len(chosen))} if len(chosen) else {}
    if free is not None and len(chosen):
        kinds = {
            "free, at the optimum": ("free", int(free.sum())),
            "bounded": ("bounded", int((~free).sum())),
        }
    return [
        Entry(f"{text} ({grouped(count)})", "disc", None, _ring(scene, name))
        for text, (name, count) in kinds.items()
    ]


def _ring(scene: Scene, name: str) -> Pen:
    """What support vectors are ringed with: thinner where there are many."""
    close = scene.ring / (23 * scene.dot)
    return Pen(
        scene.palette.text,
        {"supports": 1.5, "free": 2.6, "bounded": 1.1}[name] * scene.scale * close,
    )


def wrong(scene: Scene) -> Iterable[Item]:
    """A cross on each labelled point that is on the wrong side, or of a class that was never
    trained on. A guessed label is crossed where it is drawn, if it is not the true one."""
    if scene.drawn:
        assert scene.model is not None
        said = decisions(scene.model, scene.scores)
        crossed = (
            (scene.points.label >= 0) & ((said != scene.truth) | (said < 0)) & ~scene.points.guessed
        )
        hollow = (scene.parts > 0) & scene.hollow
        x, size = scene.places, 7 * scene.dot  # the class is to be seen behind it
        yield Marks(
            "wrong", "cross", x[crossed & ~hollow], size, "#FFFFFF", Pen("#1F2933", 0.7 * scene.dot)
        )
        if (crossed & hollow).any():  # in ink, on the light ground of a hollow point
            rim = Pen(scene.palette.card, 0.7 * scene.dot)
            yield Marks("wrong", "cross", x[crossed & hollow], size, scene.palette.text, rim)


def weights(scene: Scene) -> Iterable[Item]:
    """w from the origin, and the update just made, tip to tail; straight boundaries of two classes
    only."""
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
            yield Lines(
                "weights" if k == 0 else "update",
                (np.stack([a, b]),),
                Pen(ink, (2.4 - 0.4 * k) * scene.scale),
                True,
            )


def _arrows(scene: Scene) -> Iterable[Entry]:
    for item in weights(scene):
        assert isinstance(item, Lines)
        yield Entry("w" if item.name == "weights" else item.name, pen=item.pen)


def arrows(scene: Scene) -> tuple[Any, Any] | None:
    """w before and after the last update, in the plane; None if the boundary is not a line."""
    model = None if scene.model is None else scene.model.single
    now = None if model is None else model.problem.in_plane(model.theta)
    if model is None or now is None:
        return None
    same = scene.step is not None and scene.step.before.shape == model.theta.shape
    moved = same and model.problem.learner["average"] == "last"
    return (
        (model.problem.in_plane(scene.step.before), now)
        if moved and scene.step is not None
        else (now, now)
    )


def example(scene: Scene) -> Iterable[Item]:
    """A ring around the example of this update, or thinner ones around those of a small batch."""
    x, width = scene.places[scene.trained_on], scene.ring + 8 * scene.scale
    if len(x) == 1:
        yield Marks("example", "disc", x, width, None, Pen(scene.palette.halo, 3.2 * scene.scale))
    elif ringed(scene):
        yield Marks("example", "disc", x, width - 3 * scene.scale, None, _thin(scene))


def _batch(scene: Scene) -> Iterable[Entry]:
    if len(scene.trained_on) > 1 and ringed(scene):
        yield Entry(f"this update ({len(scene.trained_on)})", "disc", None, _thin(scene))


def _thin(scene: Scene) -> Pen:
    return Pen(scene.palette.halo, 1.8 * scene.scale)


def ringed(scene: Scene) -> bool:
    """Whether the examples of this update are so few that each has a ring."""
    return 0 < len(scene.trained_on) <= min(FEW, max(1, int((scene.parts == 0).sum()) // 3))


def selection(scene: Scene) -> Iterable[Item]:
    if scene.selection:
        x = scene.places[np.isin(scene.points.ids, list(scene.selection))]
        yield Marks(
            "selection",
            "disc",
            x,
            19 * scene.dot,
            None,
            Pen(scene.palette.accent, 2.2 * scene.scale),
        )
    if scene.pointed is not None:
        x = scene.points.x[scene.points.ids == scene.pointed]
        yield Marks(
            "pointed", "disc", x, 17 * scene.dot, None, Pen(scene.palette.text, 1.6 * scene.scale)
        )


LAYERS: dict[str, Layer] = {
    layer.name: layer
    for layer in (
        Layer("regions", "Regions", "Shade the plane by score", regions, on=True),
        Layer(
            "margins",
            "Margins",
            "Draw the margin lines f = ±1, the edges of the street, dashed",
            margins,
            _no_margin,
            _margin,
            on=True,
        ),
        Layer(
            "optimum",
            "Optimum",
            "Draw boundary and margin lines of the exact optimum, once it is computed",
            optimum,
            legend=_exact,
            on=True,
        ),
        Layer(
            "members",
            "Members",
            "Draw the boundaries of the members of a team, thin, and hatch where they do not all say "
            "the same",
            members.draw,
            members.refuses,
            members.legend,
            on=True,
            keyed=False,
        ),
        Layer(
            "models",
            "Models",
            "Draw the boundaries of the document's other models",
            fellows.others,
            legend=fellows.legend,
            always=True,
        ),
        Layer("boundary", "Boundary", "Draw the decision boundary, f = 0", boundary, on=True),
        Layer(
            "readouts",
            "Read-outs",
            "Draw the boundaries of the last θ, the mean θ and the best on dev, thin, where they "
            "differ",
            readouts.draw,
            readouts.refuses,
            readouts.legend,
            asks=readouts.asks,
            keyed=False,
        ),
        Layer(
            "ellipses",
            "Ellipses",
            "Draw the Gaussians of naive Bayes: mean, and 1 and 2 standard deviations around it",
            ellipses.draw,
            ellipses.refuses,
            ellipses.legend,
            on=True,
            keyed=False,
        ),
        Layer(
            "slack",
            "Slack",
            "Draw the slack ξ = max(0, 1 − m), from each point with m < 1 to its margin line",
            slack,
            _no_hinge,
            _slack,
        ),
        Layer(
            "points", "Points", "Draw the points", points, legend=guesses, always=True, at_hand=True
        ),
        Layer(
            "coefficients",
            "Coefficients",
            "Draw an example as large as its coefficient is, in a kernel space or at the "
            "exact optimum",
            coefficients.draw,
            coefficients.refuses,
            coefficients.legend,
            at_hand=True,
            keyed=False,
        ),
        Layer(
            "supports",
            "Supports",
            "Ring the support vectors, m ≤ 1; at the optimum thick: free, m = 1; thin: bounded, "
            "m < 1",
            supports,
            _no_hinge,
            _rings,
            on=True,
        ),
        Layer("wrong", "Errors", "Cross out the points whose answer is wrong", wrong, on=True),
        Layer(
            "weights",
            "Weights",
            "Draw w as an arrow from the origin, and the last update tip to tail",
            weights,
            _not_straight,
            _arrows,
            at_hand=True,
        ),
        Layer(
            "selection",
            "Selection",
            "Ring the selected points",
            selection,
            always=True,
            at_hand=True,
        ),
        Layer(
            "example",
            "Example",
            "Ring the example of this update and say its margin",
            example,
            legend=_batch,
            on=True,
            at_hand=True,
        ),
        Layer(
            "alpha",
            "α counts",
            "Write at each example how often it was a mistake, its αᵢ in the kernel perceptron",
            alpha.draw,
            alpha.refuses,
            alpha.legend,
            at_hand=True,
            asks=alpha.asks,
            keyed=False,
        ),
        Layer(
            "rounds",
            "Rounds",
            "Write at each guessed label the round that gave it, and how sure its givers were",
            rounds.draw,
            legend=rounds.legend,
            at_hand=True,
            keyed=False,
        ),
        Layer(
            "stacks", "Numbers", "Say how many points a mark is", numbers, always=True, at_hand=True
        ),
    )
}
MANNERS = (  # how the plane shows what it shows
    Layer(
        "hollow",
        "Dev and test hollow",
        "Draw points that are set aside as dev or test hollow",
        lambda scene: (),
    ),
    Layer("legend", "Legend", "Say in a corner what the marks and lines are", lambda scene: ()),
    Layer("axes", "Axes", "Number the axes and say what they measure", lambda scene: ()),
)


def switches() -> tuple[Layer, ...]:
    """The layers that can be shown or not."""
    return tuple(layer for layer in LAYERS.values() if not layer.always)


def answers(
    shown: Collection[str], trace: Trace | None, t: int, seconds: float | None = None
) -> dict[str, Any]:
    """What the layers that are shown ask of a run at t, by their names; None: not there after so
    many seconds."""
    asking = [layer for layer in LAYERS.values() if layer.asks is not None and layer.name in shown]
    return (
        {}
        if trace is None
        else {
            layer.name: layer.asks(trace, t, seconds) for layer in asking if layer.asks is not None
        }
    )


def at_first() -> frozenset[str]:
    """The names of those that are shown until somebody switches them off."""
    return frozenset(layer.name for layer in LAYERS.values() if layer.on)


def _scaled(dash: tuple[float, ...], scene: Scene) -> tuple[float, ...]:
    return tuple(part * scene.scale for part in dash)
