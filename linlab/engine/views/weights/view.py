"""Weight space: the objective J over two weights, with the way of θ down into it and, as a cross,
where it is least.

Here a θ is a place and an example a line: beyond it the example's margin is what the loss asks for.
Where such half-planes meet lie the θ that are right about all examples, a perceptron's version
space. A click chooses where training starts.
"""

from dataclasses import replace

import numpy as np

from linlab.engine.ground.arrays import Floats
from linlab.engine.ground.harmless import brief
from linlab.engine.ground.numerals import DUST, number
from linlab.engine.learner.spaces import space
from linlab.engine.picture.metrics import shortened, wrapped
from linlab.engine.picture.palette import Palette
from linlab.engine.picture.shapes import (
    CORNERS,
    Entry,
    Frame,
    Item,
    Label,
    Panel,
    Pen,
    Shading,
    View,
)
from linlab.engine.train.problem import Problem
from linlab.engine.views.chart import bare, chart
from linlab.engine.views.figure import Figure
from linlab.engine.views.plane_and_curves import roomy
from linlab.engine.views.snapshot import Snapshot
from linlab.engine.views.table import Table, table_panel
from linlab.engine.views.view import Adopted, Choices, FigureView, Option

from . import drawn
from .slice import Slice
from .surface import best_of, surface, third
from .table import typed, weights_table
from .way import seen, way, without_momentum
from .window import window

DIGITS = 4  # of the weights that a click chooses
FOOT = 3.6  # sizes of the type: two lines of words


def refuses(moment: Snapshot) -> str:
    model = moment.model
    if model is None:
        return "There is nothing to learn from yet: training needs points of at least two classes."
    if model.vote is not None:
        return (
            f"{model.title} answers by a vote of many θ, so there is no one place in weight space."
        )
    if model.counted is not None:
        return f"{model.title} counts: its weights are logarithms of counts and go down no slope."
    if model.single is None or moment.trace is None:
        return model.lineless
    if model.objective() is None:
        return f"{model.title} makes no objective small, so there is no slope to go down."
    problem = model.single.problem
    if problem.names is None:
        return "A kernel space has coefficients of examples instead of weights: choose Linear or Monomials to see weights."
    if "features" in space(problem.learner["space"]).parameters:
        return "Weights of random waves have no meaning one by one: choose Linear or Monomials to see weights."
    return ""


def keys_of(problem: Problem) -> tuple[str, ...]:
    """The columns of θ by their features, the bias last."""
    return (*(problem.names or ()), *(("b",) if problem.constant else ()))


def titled(problem: Problem, key: str, whose: str = "") -> str:
    """What a weight is called: w₁ and w₂ where the plane is the space, elsewhere the weight of a
    feature."""
    plain = key == "b" or problem.straight
    name = key.replace("x", "w") if plain else f"w of {key}"
    return f"{name}{', ' if whose else ''}{brief(whose)}"


def _weights(moment: Snapshot) -> Choices:
    problem = _problem(moment)
    return () if problem is None else tuple((key, titled(problem, key)) for key in keys_of(problem))


def _other_weights(moment: Snapshot) -> Choices:
    every = _weights(moment)
    return (*every[1:], *every[:1])


def _rows(moment: Snapshot) -> Choices:
    problem = _problem(moment)
    return (
        ()
        if problem is None or problem.rows == 1
        else tuple((name, name) for name in problem.classes)
    )


def _others(moment: Snapshot) -> Choices:
    problem = _problem(moment)
    one = problem is not None and problem.rows == 1 and problem.d == 3
    stay = ("present", "at its present value" if one else "at present values")
    return (stay, ("minimised", "minimised out")) if one else (stay,)


def _problem(moment: Snapshot) -> Problem | None:
    return (
        None
        if refuses(moment) or moment.model is None or moment.model.single is None
        else moment.model.single.problem
    )


SHOW = Option(
    "show",
    "Show",
    "J over two weights as a picture, or all weights as a table to type into",
    lambda moment: (("space", "a picture"), ("table", "a table")),
)


def _as_table(figure: Figure, moment: Snapshot) -> bool:
    return bool(SHOW.value(figure, moment) == "table")


ACROSS = Option("across", "Across", "the weight that grows to the right", _weights, idle=_as_table)
UP = Option(
    "up", "Up", "the weight that grows upwards", _other_weights, beside=True, idle=_as_table
)
ROW = Option(
    "of", "Weights of", "the class whose weights they are", _rows, beside=True, idle=_as_table
)
OTHERS = Option(
    "others",
    "The others",
    "weights that are not shown stay as they are, or are where J is least for these two",
    _others,
    idle=_as_table,
)


def slice_of(figure: Figure, moment: Snapshot) -> Slice:
    """The two weights that are chosen, around the θ that is trained."""
    problem = _problem(moment)
    assert problem is not None and moment.trace is not None
    keys, row = keys_of(problem), ROW.value(figure, moment)
    across, up = ACROSS.value(figure, moment), UP.value(figure, moment)
    if across == up:
        up = next(key for key in keys if key != across)
    assert moment.model is not None and moment.model.single is not None
    last = problem.learner["average"] == "last"
    theta = moment.model.single.theta if last else moment.trace.at(moment.t).theta
    return Slice(
        problem, theta, problem.classes.index(row) if row else 0, keys.index(across), keys.index(up)
    )


def rows(figure: Figure, moment: Snapshot) -> Table | None:
    """The weights with their slopes, if that is what is to be shown."""
    if not _as_table(figure, moment):
        return None
    cut = slice_of(figure, moment)
    return weights_table(cut.problem, cut.theta, _names(cut.problem))


def types(figure: Figure, moment: Snapshot, row: int, text: str) -> Adopted:
    cut = slice_of(figure, moment)
    return typed(cut.problem, cut.theta, _names(cut.problem), row, text)


def _names(problem: Problem) -> list[str]:
    classes = problem.classes if problem.rows > 1 else ("",)
    return [titled(problem, key, name) for name in classes for key in keys_of(problem)]


def weights(figure: Figure, moment: Snapshot, palette: Palette, room: Frame) -> tuple[Panel, ...]:
    table = rows(figure, moment)
    if table is not None:
        return (table_panel(table, room, palette, figure.font),)
    cut, minimised = slice_of(figure, moment), OTHERS.value(figure, moment) == "minimised"
    assert moment.trace is not None and moment.model is not None and moment.model.single is not None
    own = seen(way(moment.trace, moment.t).values(), cut.row, cut.columns)
    plain = without_momentum(moment.trace, moment.t)
    other = (
        seen(way(plain, moment.t).values(), cut.row, cut.columns)
        if plain is not None
        else np.empty((0, 2))
    )
    answer = cut.of(moment.model.single.theta)
    best = _optimum(moment, cut)
    high = min(FOOT * figure.font, 0.25 * room.height)
    upper = Frame(room.x, room.y, room.width, room.height - high)
    lower = Frame(room.x, room.y + room.height - high + 1, room.width, high - 2)
    whose = cut.problem.classes[cut.row] if cut.problem.rows > 1 else ""
    keys, places = keys_of(cut.problem), np.concatenate([own, other, answer[None]])

    names = titled(cut.problem, keys[cut.across], whose), titled(cut.problem, keys[cut.up], whose)

    def empty(frame: Frame, items: tuple[Item, ...] = (), legend: tuple[Entry, ...] = ()) -> Panel:
        left, bottom, right, top = figure.held or window(cut, places, best, frame)
        crowd = places - ((left + right) / 2, (bottom + top) / 2)
        return chart(
            figure,
            frame,
            palette,
            items,
            (left, right),
            (bottom, top),
            legend=legend,
            legend_at=min(reversed(CORNERS), key=lambda corner: _crowded(crowd, corner)),
            titles=names,
        )

    panel = roomy(empty, figure, upper, palette)
    j = surface(cut, panel.view, minimised)
    items: list[Item] = []
    if j.span[1] > j.span[0]:
        half = (j.xs[1] - j.xs[0]) / 2, (j.ys[1] - j.ys[0]) / 2
        extent = (j.xs[0] - half[0], j.xs[-1] + half[0], j.ys[0] - half[1], j.ys[-1] + half[1])
        items.append(
            Shading(
                np.zeros(j.heights.shape, int),
                j.strength,
                (palette.accent,),
                palette.card,
                0.8 * palette.shade,
                extent,
                0.04,
                "J",
            )
        )
        items += drawn.levels(figure, palette, j)
    words, entries = list[str](), list[Entry]()
    wall = moment.model.wall
    if wall is not None and not minimised:
        region = drawn.agreed(cut, wall, panel.view, palette)
        items += region
        if region:
            entries.append(
                Entry(f"all margins {wall.rests} {wall.at}", symbol="square", fill=palette.test)
            )
        items += drawn.walls(figure, moment, palette, cut, wall, panel)
    items += drawn.ways(figure, palette, own, other)
    if len(other):
        entries += [
            Entry("momentum", pen=Pen(palette.text, 1.6)),
            Entry("plain SGD", pen=Pen(palette.quiet, 1.6, (4.0, 3.0))),
        ]
    step, capped = moment.step, cut.problem.learner.rate.capped
    if capped and wall is not None and step is not None and step.updated and not minimised:
        found, told = drawn.projection(figure, step, palette, cut, wall, panel)
        items += found
        words += [told]
    items += drawn.marks(
        figure, palette, cut, answer, str(cut.problem.learner["average"]), best, panel
    )
    panel = empty(panel.frame, tuple(items), tuple(entries))
    if wall is not None and not minimised:
        said = drawn.said_of_example(figure, moment, palette, wall, panel, places)
        panel = replace(panel, items=(*panel.items, *said))
    return panel, _foot(figure, palette, lower, [_told(cut, minimised), *words])


def _crowded(places: Floats, corner: str) -> int:
    """How many of the places, seen from the middle, lie towards a corner."""
    height, side = corner.split()
    return int(
        (
            ((places[:, 0] > 0) == (side == "right")) & ((places[:, 1] > 0) == (height == "top"))
        ).sum()
    )


def _optimum(moment: Snapshot, cut: Slice) -> Floats | None:
    """Where the exact optimum is, if it is known and of this problem."""
    theta = getattr(moment.optimum, "theta", None)
    if theta is None or theta.shape != cut.theta.shape or not np.isfinite(theta).all():
        return None
    return cut.of(theta)


def _told(cut: Slice, minimised: bool) -> str:
    """J, and what is with the other weights."""
    keys, k = keys_of(cut.problem), third(cut)
    text = f"J = {number(float(cut.height(cut.place)[0]), 4)} at θ"
    if minimised and k is not None:
        return f"{text}; the lines are J with {titled(cut.problem, keys[k])} where J is least"
    many = cut.problem.d * cut.problem.rows - 2
    if k is not None:
        other, dust = float(cut.theta[cut.row, k]), DUST * float(np.abs(cut.theta).max())
        if abs(other) < dust < np.inf:
            other = 0.0
        return f"{text}; {titled(cut.problem, keys[k])} = {number(other)} everywhere"
    return f"{text}; the other {many} weights stay as they are" if many else text


def _foot(figure: Figure, palette: Palette, room: Frame, words: list[str]) -> Panel:
    """Words below the chart."""
    size = 0.9 * figure.font
    wide = room.width - 2 * size
    lines = wrapped(". ".join(each for each in words if each) + ".", wide, size)[:2]
    items = tuple(
        Label(shortened(line, wide, size), (size, 1.5 - k), size, palette.quiet)
        for k, line in enumerate(lines)
    )
    return bare(room, View(0, 0, room.width, 2), items, palette, figure.font)


def adopts(figure: Figure, moment: Snapshot, panel: int, x: float, y: float) -> Adopted | None:
    """Training starts there, the others where they are or, minimised out, where they are best."""
    cut = slice_of(figure, moment)
    if panel != 0 or cut.problem.told is not None:
        return None
    theta, k = cut.at(x, y), third(cut)
    if OTHERS.value(figure, moment) == "minimised" and k is not None:
        theta[cut.row, k] = best_of(cut, np.array([(x, y)]))[1][0]
    text = "; ".join(" ".join(f"{each:.{DIGITS}g}" for each in row) for row in theta)
    return Adopted(f"start at ({number(x)}, {number(y)})", cut.problem.learner.replace(start=text))


WEIGHTS_VIEW = FigureView(
    "weights",
    "Weight space",
    "the objective over two weights, and the way of θ through it: every "
    "example is a line; a click or a drag chooses where training starts, or a number in the table",
    weights,
    refuses=refuses,
    options=(SHOW, ROW, ACROSS, UP, OTHERS),
    adopts=adopts,
    drags=True,
    table=rows,
    types=types,
)
