"""What is drawn of a scene, layer by layer: each is a function of the scene, and a line in LAYERS.

From its line follow its switch in the bar, its key, its place in the legend, the export dialog and
the command line. From the bottom up: regions, lines, points, and what marks points.
"""

from collections.abc import Iterable
from typing import Any

import numpy as np

from linlab.engine.ground.numerals import grouped
from linlab.engine.ground.once import with_it
from linlab.engine.ground.sanitise import shorten
from linlab.engine.learner.learner import Learner
from linlab.engine.train.kinds.table import kind_of
from linlab.engine.train.models import decisions

from . import other_models
from .dots import guesses, numbers, points, true_classes
from .field import Contours
from .inside import (
    alpha,
    arrows,
    bump,
    coefficients,
    distance,
    ellipses,
    last_line,
    members,
    readouts,
    rounds,
    symbol_highlights,
    upcoming,
)
from .placing.texts import classes_on_axes, why_no_score
from .scene import COARSE, Scene, drawable, shade
from .shapes import Entry, Item, Lines, Marks, Pen, View
from .showing.layer import DefaultFor, Layer

DASHES, DOTS, LONG, SHORT = (
    (5.6, 3.6),
    (1.6, 3.2),
    (7.4, 2.6, 1.8, 2.6),
    (2.6, 2.6),
)  # of margins, slack, and the optimum's
OF_A_STEP = frozenset(
    {"step arrows", "next", "bump"}
)  # on by default in the lab, not in figures or lessons


def _hinge(learner: Learner) -> bool:
    """Whether its loss wants a margin of 1; the top model of a stack may."""
    return learner.recipe.loss.wants_margin or "upon" in learner.recipe.parameters


def _no_hinge(learner: Learner, classes: int) -> str:
    if _hinge(learner):
        return ""
    return "Only models with the hinge loss have a street: SVM, Pegasos, MIRA."


def _no_margin(learner: Learner, classes: int) -> str:
    return kind_of(learner).why_no("margin", learner) or why_no_score(learner, classes)


def regions(scene: Scene) -> Iterable[Item]:
    """If the grid is so coarse that its cells would be visible, each is drawn as four."""
    if scene.drawn:
        yield shade(scene).finer() if scene.cell > COARSE else shade(scene)


def _two_of_several(scene: Scene) -> Iterable[Entry]:
    """Of texts in several classes, the plane shows only how two of them compare."""
    if scene.of_texts and scene.drawn and len(scene.field) > 1 and scene.model is not None:
        own = scene.model.examples.classes
        first, second = (shorten(own[k], 20) for k in classes_on_axes(scene.model))
        yield Entry(f"regions: {first} or {second} only", "square", None, Pen(scene.palette.border))


def margins(scene: Scene) -> Iterable[Item]:
    """Where the score is ±1, or where the best class leads by 1."""
    if scene.street:
        yield Lines("margins", tuple(scene.street), _dashed(scene))


def _margin(scene: Scene) -> Iterable[Entry]:
    if scene.street:
        yield Entry(_margin_lines(scene), pen=_dashed(scene))


def _margin_lines(scene: Scene) -> str:
    """What the dashed lines are: the street only for a hinge loss."""
    if scene.hinge:
        return "street"
    return "s = ±1 (no street)" if len(scene.field) == 1 else "lead of 1 (no street)"


def _scale_only(learner: Learner) -> str:
    """What the dashed lines are if the loss has no street."""
    if _hinge(learner) or _no_margin(learner, 2):
        return ""
    what = "Draw the lines s = ±1, dashed"
    if learner.recipe.loss.probabilistic:
        return f"{what}. They are not a street: the more likely of two classes has P = 0.73 there"
    return (
        f"{what}. They are not a street: this loss has none, and a longer w moves the lines closer"
    )


def _dashed(scene: Scene) -> Pen:
    return Pen(scene.palette.text, 1.4 * scene.scale, _scaled(DASHES, scene))


def optimum(scene: Scene) -> Iterable[Item]:
    """Its boundary and margins, in a colour and dashes of their own, on a light or dark background
    that sets them off."""
    for kind, (lines, pen) in enumerate(_best(scene)):
        if kind == 0:
            yield Lines(
                "ground",
                lines,
                Pen(scene.palette.plane, pen.width + 2.6 * scene.scale, opacity=0.75),
            )
        yield Lines("optimum" if kind == 0 else "optimum margins", lines, pen)


def _exact(scene: Scene) -> Iterable[Entry]:
    for (lines, pen), text in zip(_best(scene), ("exact optimum", "its street"), strict=False):
        if lines:
            yield Entry(text, pen=pen)


def _best(scene: Scene) -> tuple[tuple[tuple[Any, ...], Pen], ...]:
    """The boundary and the margins of the optimum, and the pens that draw them."""
    if scene.optimum is None or scene.of_texts:  # there it would be the same diagonal
        return ()
    best = _contours(scene.optimum, scene.view, len(scene.xs), len(scene.ys))
    ink = scene.palette.best
    by = scene.scale
    kink = scene.optimum.model.kink
    margin = () if kink is None else best.margin  # for log loss s = ±1 is no street
    return (
        (tuple(best.boundary), Pen(ink, 2.2 * by, _scaled(LONG, scene))),
        (tuple(margin), Pen(ink, 1.6 * by, _scaled(SHORT, scene))),
    )


@with_it()
def _contours(optimum: Any, view: View, nx: int, ny: int) -> Contours:
    xs, ys = np.linspace(view.left, view.right, nx), np.linspace(view.bottom, view.top, ny)
    return Contours(drawable(optimum.model.grid(xs, ys)), xs, ys)


def boundary(scene: Scene) -> Iterable[Item]:
    """Where the predicted class changes."""
    if scene.drawn:
        yield Lines("boundary", tuple(scene.contours.boundary), scene.line)


def slack(scene: Scene) -> Iterable[Item]:
    """A line from each training point that violates its margin to the margin."""
    if scene.ways:
        yield Lines("slack", tuple(scene.ways), _dotted(scene))


def _slack(scene: Scene) -> Iterable[Entry]:
    if scene.ways:
        yield Entry("slack", pen=_dotted(scene))


def _dotted(scene: Scene) -> Pen:
    return Pen(scene.palette.in_plane(scene.palette.wrong), 1.2 * scene.scale, _scaled(DOTS, scene))


def supports(scene: Scene) -> Iterable[Item]:
    """On or inside the street; at the exact optimum bounded ones have a thin ring, free ones a
    thick one."""
    chosen, free = scene.supports
    if not len(chosen):
        return
    x = scene.places[chosen]
    size = scene.ring
    if free is None:
        yield Marks("supports", "disc", x, size, None, _ring(scene, "supports"))
        return
    yield Marks("free", "disc", x[free], size, None, _ring(scene, "free"))
    yield Marks("bounded", "disc", x[~free], size, None, _ring(scene, "bounded"))


def _rings(scene: Scene) -> Iterable[Entry]:
    chosen, free = scene.supports
    kinds = {"on or inside the street": ("supports", len(chosen))} if len(chosen) else {}
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
    """The ring around support vectors: thinner if there are many."""
    close = scene.ring / (23 * scene.dot)
    return Pen(
        scene.palette.text,
        {"supports": 1.5, "free": 2.6, "bounded": 1.1}[name] * scene.scale * close,
    )


def wrong(scene: Scene) -> Iterable[Item]:
    """A cross on each labelled point that is on the wrong side, or of a class that was never
    trained on. A guessed label is crossed where it is drawn, if it is not the true one."""
    if scene.decided:
        assert scene.model is not None
        said = decisions(scene.model, scene.scores)
        crossed = (
            (scene.points.label >= 0) & ((said != scene.truth) | (said < 0)) & ~scene.points.guessed
        )
        hollow = (scene.parts > 0) & scene.hollow
        x = scene.places
        size = 7 * scene.dot  # the class stays visible behind it
        yield Marks(
            "wrong", "cross", x[crossed & ~hollow], size, "#FFFFFF", Pen("#1F2933", 0.7 * scene.dot)
        )
        if (crossed & hollow).any():  # in ink, on the light ground of a hollow point
            rim = Pen(scene.palette.card, 0.7 * scene.dot)
            yield Marks("wrong", "cross", x[crossed & hollow], size, scene.palette.text, rim)


def example(scene: Scene) -> Iterable[Item]:
    """A ring around the example of this step, or thinner ones around those of a small batch."""
    x = scene.places[scene.trained_on]
    width = scene.ring + 8 * scene.scale
    if len(x) == 1:
        if not scene.palette.dark:  # there the ring itself would hardly be seen
            edge = Pen(scene.palette.text, 4.8 * scene.scale)
            yield Marks("edge of the example", "disc", x, width, None, edge)
        yield Marks("example", "disc", x, width, None, Pen(scene.palette.halo, 3.2 * scene.scale))
    elif ringed(scene):
        yield Marks("example", "disc", x, width - 3 * scene.scale, None, _thin(scene))


def _batch(scene: Scene) -> Iterable[Entry]:
    if len(scene.trained_on) > 1 and ringed(scene):
        yield Entry(f"this step ({len(scene.trained_on)})", "disc", None, _thin(scene))


def _thin(scene: Scene) -> Pen:
    return Pen(scene.palette.in_plane(scene.palette.halo), 1.8 * scene.scale)


def ringed(scene: Scene) -> bool:
    """Whether the examples of this step are so few that each has a ring."""
    return 0 < len(scene.trained_on) <= scene.few


def selection(scene: Scene) -> Iterable[Item]:
    if scene.selection:
        x = scene.places[np.isin(scene.points.ids, list(scene.selection))]
        yield Marks(
            "selection",
            "disc",
            x,
            19 * scene.dot,
            None,
            Pen(scene.palette.in_plane(scene.palette.accent), 2.2 * scene.scale),
        )
    if scene.pointed is not None:
        x = scene.points.x[scene.points.ids == scene.pointed]
        yield Marks(
            "pointed", "disc", x, 17 * scene.dot, None, Pen(scene.palette.text, 1.6 * scene.scale)
        )


LAYERS: dict[str, Layer] = {
    layer.name: layer
    for layer in (
        Layer(
            "regions",
            "Regions",
            "Shade the plane by score",
            regions,
            why_no_score,
            _two_of_several,
            on=True,
        ),
        Layer(
            "margins",
            "Street",
            "Draw the edges of the street, where m = ±1, dashed",
            margins,
            _no_margin,
            _margin,
            usual=DefaultFor("street", _hinge),
            means=_scale_only,
        ),
        Layer(
            "optimum",
            "Optimum",
            "Draw the boundary and the street of the exact optimum, once it is computed",
            optimum,
            legend=_exact,
            on=True,
        ),
        Layer(
            "members",
            "Members",
            "Draw the boundaries of the members, thin, and hatch where the members disagree",
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
            other_models.others,
            legend=other_models.legend,
            always=True,
        ),
        Layer(
            "last line",
            "Last weights",
            "Draw the boundary of the last weights, which the step changes, if others answer",
            last_line.draw,
            last_line.refuses,
            last_line.legend,
            follows="example",
        ),
        Layer(
            "boundary",
            "Boundary",
            "Draw the boundary between the classes",
            boundary,
            why_no_score,
            on=True,
        ),
        Layer(
            "readouts",
            "Read-outs",
            "Draw the boundaries of the last weights, the mean weights and the best weights on dev, thin, if they differ",
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
            "Draw the slack ξ = max(0, 1 − m), from each point with m < 1 to its edge of the street",
            slack,
            _no_hinge,
            _slack,
        ),
        Layer(
            "bump",
            "Bump",
            "Show the bump that this step adds to the score around its example, in the space of a kernel such as RBF",
            bump.draw,
            bump.refuses,
            bump.legend,
            on=True,
            at_hand=True,
            keyed=False,
        ),
        Layer(
            "distance",
            "Distance",
            "Draw the distance of the point under the mouse to the line",
            distance.draw,
            arrows.refuses,
            always=True,
            at_hand=True,
        ),
        Layer(
            "points", "Points", "Draw the points", points, legend=guesses, always=True, at_hand=True
        ),
        Layer(
            "coefficients",
            "Coefficients",
            "Draw each example as large as its coefficient, in a kernel space or at the exact optimum",
            coefficients.draw,
            coefficients.refuses,
            coefficients.legend,
            at_hand=True,
            keyed=False,
        ),
        Layer(
            "supports",
            "Supports",
            "Ring the examples on the edge of the street or inside it, m ≤ 1; at the optimum the support vectors: thick if free, m = 1, thin if bounded, m < 1",
            supports,
            _no_hinge,
            _rings,
            on=True,
        ),
        Layer(
            "wrong", "Errors", "Cross out the points that the model gets wrong now", wrong, on=True
        ),
        Layer(
            "true classes",
            "True classes",
            "Mark the true class of a flipped label",
            true_classes,
            always=True,
            at_hand=True,
        ),
        Layer(
            "weights",
            "Weights",
            "Draw w as an arrow from the origin: w before thin, the update at its tip, w bold; and the line before, thin",
            arrows.draw,
            arrows.refuses,
            arrows.legend,
            usual=DefaultFor("step arrows", arrows.added_step_by_step),
            at_hand=True,
        ),
        Layer(
            "symbol",
            "Symbol",
            "Highlight what the symbol under the mouse stands for",
            symbol_highlights.draw,
            always=True,
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
            "Ring the example of this step and write its margin",
            example,
            legend=_batch,
            on=True,
            at_hand=True,
        ),
        Layer(
            "next",
            "Next example",
            "Mark the example that comes next with four corners",
            upcoming.draw,
            upcoming.refuses,
            upcoming.legend,
            on=True,
            at_hand=True,
            asks=upcoming.asks,
            keyed=False,
        ),
        Layer(
            "alpha",
            "Mistake counts",
            "Write beside each example how often it was a mistake; α times that is the size of its coefficient in a kernel space",
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
            "Write beside each guessed label its round and how sure the models were",
            rounds.draw,
            legend=rounds.legend,
            at_hand=True,
            keyed=False,
        ),
        Layer(
            "stacks",
            "Numbers",
            "Write how many points share a mark",
            numbers,
            always=True,
            at_hand=True,
        ),
    )
}
MANNERS = (  # general options of the plane
    Layer(
        "hollow",
        "Dev and test hollow",
        "Draw dev and test points hollow",
        lambda scene: (),
    ),
    Layer("legend", "Legend", "Explain the marks and lines in a corner", lambda scene: ()),
    Layer("axes", "Axes", "Show numbers and names on the axes", lambda scene: ()),
)


def switches() -> tuple[Layer, ...]:
    """The layers that can be switched on and off."""
    return tuple(layer for layer in LAYERS.values() if not layer.always and not layer.follows)


def at_first() -> frozenset[str]:
    """The names of the layers that are on by default."""
    usual = [layer.usual.name for layer in LAYERS.values() if layer.usual is not None]
    return frozenset([*(layer.name for layer in LAYERS.values() if layer.on), *usual])


def _scaled(dash: tuple[float, ...], scene: Scene) -> tuple[float, ...]:
    return tuple(part * scene.scale for part in dash)
