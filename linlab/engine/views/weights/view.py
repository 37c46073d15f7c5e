"""Weight space: the objective J over two weights, with the path of θ down into it and, as a cross,
where it is least.

Here a θ is a place and an example a line: beyond it the example's margin is what the loss asks for.
Where such half-planes meet lie the θ that are right about all examples, a perceptron's version
space. A click chooses where training starts.
"""

from dataclasses import replace

import numpy as np

from linlab.engine.ground.arrays import Floats
from linlab.engine.ground.numerals import DUST, number
from linlab.engine.ground.sanitise import shorten
from linlab.engine.learner.spaces import space
from linlab.engine.picture.palette import Palette
from linlab.engine.picture.shapes import (
    CORNERS,
    Entry,
    Frame,
    Item,
    Panel,
    Pen,
    Shading,
)
from linlab.engine.train.models import Linear
from linlab.engine.train.problem import Problem
from linlab.engine.views.chart import chart
from linlab.engine.views.figure import Figure
from linlab.engine.views.kit.ready import Need, Ready, ReadyRun
from linlab.engine.views.kit.view import view
from linlab.engine.views.kit.ways_out import of_member, use_model, use_space
from linlab.engine.views.kit.words import foot, lines_of, with_foot
from linlab.engine.views.plane_and_curves import roomy
from linlab.engine.views.snapshot import Snapshot
from linlab.engine.views.table import Table, table_panel
from linlab.engine.views.view import WATCH, Adoption, Choices, Option, Refusal

from . import labels, weight_items
from .path import path, seen, without_momentum
from .slice import Slice
from .surface import best_of, surface, third
from .table import typed, weights_table
from .window import window

START_DIGITS = 4  # of the weights that a click chooses
FEW_EXAMPLES = 12  # examples whose lines can all be told apart
FOOT = 3.6  # sizes of the type: two lines of words


PERCEPTRON = use_model("perceptron", "the perceptron")
LINEAR = use_space("linear")


def _linear(moment: ReadyRun) -> Linear | Refusal:
    """The model, if it has one θ whose weights have a meaning each."""
    model = moment.model
    otherwise, straight = of_member(moment, PERCEPTRON), of_member(moment, LINEAR)
    if model.vote is not None:
        return Refusal(
            f"{model.title} answers by a vote of many weights, so it has no single place in weight space.",
            otherwise,
        )
    if model.counted is not None:
        return Refusal(
            f"{model.title} counts: its weights are logarithms of counts and follow no gradient.",
            otherwise,
        )
    if model.single is None:
        return Refusal(model.why_no_weights, otherwise)
    if model.objective() is None:
        return Refusal(
            f"{model.title} does not minimise an objective, so there is no gradient to follow.",
            otherwise,
        )
    problem = model.single.problem
    if problem.reads_texts:
        return Refusal(
            "There is a weight for each word, too many for a landscape: the view Words lists them.",
            straight,
        )
    if problem.names is None:
        return Refusal(
            "A kernel space has coefficients of examples instead of weights: choose Linear or Monomials to see weights.",
            straight,
        )
    if "features" in space(problem.learner["space"]).parameters:
        return Refusal(
            "Weights of random Fourier features mean nothing one by one: choose Linear or Monomials to see weights.",
            straight,
        )
    return model.single


NEED = Need(_linear)
Weighted = Ready[Linear, None]


def keys_of(problem: Problem) -> tuple[str, ...]:
    """The columns of θ by their features, the bias last."""
    return (*(problem.names or ()), *(("b",) if problem.constant else ()))


def titled(problem: Problem, key: str, whose: str = "") -> str:
    """What a weight is called: w₁ and w₂ where the plane is the space, elsewhere the weight of a
    feature."""
    plain = key == "b" or problem.straight
    name = key.replace("x", "w") if plain else f"w of {key}"
    return f"{name}{', ' if whose else ''}{shorten(whose)}"


def _weights(moment: Weighted) -> Choices:
    problem = moment.subject.problem
    return tuple((key, titled(problem, key)) for key in keys_of(problem))


def _other_weights(moment: Weighted) -> Choices:
    first, *others = _weights(moment)
    return (*others, first)


def _rows(moment: Weighted) -> Choices:
    problem = moment.subject.problem
    return () if problem.rows == 1 else tuple((name, name) for name in problem.classes)


def _others(moment: Snapshot) -> Choices:
    ready = NEED.of(moment)
    if isinstance(ready, str) or ready.subject.problem.rows > 1 or ready.subject.problem.d != 3:
        return (("present", "kept"),)
    return ("present", "kept"), ("minimised", "minimised out")


def _lines(moment: Weighted) -> Choices:
    """Examples have lines where the loss rests from some margin on."""
    return () if moment.model.kink is None else LINES_OF


LINES_OF = (("some", "of this step"), ("all", "of all examples"))
SHOW = Option(
    "show",
    "Show",
    "J over two weights as a picture, or all weights as a table to type into",
    lambda moment: (("space", "a picture"), ("table", "a table")),
)


def _as_table(figure: Figure, moment: Snapshot) -> bool:
    return bool(SHOW.value(figure, moment) == "table")


ACROSS = Option(
    "across",
    "Across",
    "the weight on the horizontal axis",
    NEED.choices(_weights),
    idle=_as_table,
)
UP = Option(
    "up",
    "Up",
    "the weight on the vertical axis",
    NEED.choices(_other_weights),
    beside=True,
    idle=_as_table,
)
ROW = Option(
    "of",
    "Weights of",
    "the class whose weights are shown",
    NEED.choices(_rows),
    beside=True,
    idle=_as_table,
)
OTHERS = Option(
    "others",
    "Others",
    "whether the other weights keep their values or minimise J for these two",
    _others,
    beside=True,
    idle=_as_table,
)
LINES = Option(
    "lines",
    "Lines",
    "the examples whose lines are drawn: beyond its line, an example has the margin that the loss "
    "asks for; of this step also draws the selected ones and the one under the mouse",
    NEED.choices(_lines),
    beside=True,
    idle=_as_table,
)


def slice_of(figure: Figure, moment: Weighted) -> Slice:
    """The two weights that are chosen, around the θ that is trained."""
    problem = moment.subject.problem
    keys = keys_of(problem)
    row = ROW.value(figure, moment)
    across, up = ACROSS.value(figure, moment), UP.value(figure, moment)
    if across == up:
        up = next(key for key in keys if key != across)
    last = problem.learner["average"] == "last"
    theta = moment.subject.theta if last else moment.trace.at(moment.t).theta
    return Slice(
        problem, theta, problem.classes.index(row) if row else 0, keys.index(across), keys.index(up)
    )


def rows(figure: Figure, moment: Weighted) -> Table | None:
    """The weights with their slopes, if that is what is to be shown."""
    if not _as_table(figure, moment):
        return None
    cut = slice_of(figure, moment)
    return weights_table(cut.problem, cut.theta, _names(cut.problem))


def types(figure: Figure, moment: Weighted, row: int, text: str) -> Adoption:
    cut = slice_of(figure, moment)
    return typed(cut.problem, cut.theta, _names(cut.problem), row, text)


def _names(problem: Problem) -> list[str]:
    classes = problem.classes if problem.rows > 1 else ("",)
    return [titled(problem, key, name) for name in classes for key in keys_of(problem)]


def weights(figure: Figure, moment: Weighted, palette: Palette, room: Frame) -> tuple[Panel, ...]:
    table = rows(figure, moment)
    if table is not None:
        return (table_panel(table, room, palette, figure.font),)
    cut = slice_of(figure, moment)
    minimised = OTHERS.value(figure, moment) == "minimised"
    own = seen(path(moment.trace, moment.t).values(), cut.row, cut.columns)
    plain = without_momentum(moment.trace, moment.t)
    other = (
        seen(path(plain, moment.t).values(), cut.row, cut.columns)
        if plain is not None
        else np.empty((0, 2))
    )
    answer = cut.of(moment.subject.theta)
    best = _optimum(moment, cut)
    high = min(FOOT * figure.font, 0.25 * room.height)
    upper, lower = with_foot(room, high)
    whose = cut.problem.classes[cut.row] if cut.problem.rows > 1 else ""
    keys = keys_of(cut.problem)
    places = np.concatenate([own, other, answer[None]])

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
        items += weight_items.levels(figure, palette, j)
    words, entries = list[str](), list[Entry]()
    kink = moment.model.kink
    if kink is not None and not minimised:
        region = weight_items.agreed(cut, kink, panel.view, palette)
        items += region
        if region:
            entries.append(
                Entry(f"all margins {kink.rests} {kink.at}", symbol="square", fill=palette.test)
            )
        everyone = LINES.value(figure, moment) == "all" or cut.problem.n <= FEW_EXAMPLES
        items += weight_items.walls(figure, moment, palette, cut, kink, panel, everyone)
    items += weight_items.ways(figure, palette, own, other)
    if len(other):
        entries += [
            Entry("momentum", pen=Pen(palette.text, 1.6)),
            Entry("plain SGD", pen=Pen(palette.quiet, 1.6, (4.0, 3.0))),
        ]
    step = moment.step
    capped = cut.problem.learner.rate.capped
    if capped and kink is not None and step is not None and step.updated and not minimised:
        found, words_of_it = weight_items.projection(figure, step, palette, cut, kink, panel)
        items += found
        words += [words_of_it]
    items += weight_items.marks(
        figure, palette, cut, answer, str(cut.problem.learner["average"]), best, panel
    )
    panel = empty(panel.frame, tuple(items), tuple(entries))
    wanted = labels.path_words(palette, panel, own)
    if kink is not None and not minimised:
        wanted += labels.example_words(moment, palette, kink, panel)
    wanted += labels.level_words(palette, panel, j, own)
    words_placed = labels.place_words(figure, palette, panel, wanted, places)
    panel = replace(panel, items=(*panel.items, *words_placed))
    lines = lines_of(figure, lower.width, [_objective(cut, minimised), *words])
    return panel, foot(figure, palette, lower, lines, rows=2)


def _crowded(places: Floats, corner: str) -> int:
    """How many of the places, seen from the middle, lie towards a corner."""
    height, side = corner.split()
    return int(
        (
            ((places[:, 0] > 0) == (side == "right")) & ((places[:, 1] > 0) == (height == "top"))
        ).sum()
    )


def _optimum(moment: Weighted, cut: Slice) -> Floats | None:
    """Where the exact optimum is, if it is known and of this problem."""
    theta = getattr(moment.optimum, "theta", None)
    if theta is None or theta.shape != cut.theta.shape or not np.isfinite(theta).all():
        return None
    return cut.of(theta)


def _objective(cut: Slice, minimised: bool) -> str:
    """J, and what is with the other weights."""
    keys = keys_of(cut.problem)
    k = third(cut)
    text = f"J = {number(float(cut.height(cut.place)[0]), 4)} at this step"
    if minimised and k is not None:
        return f"{text}; the lines are J minimised over {titled(cut.problem, keys[k])}"
    many = cut.problem.d * cut.problem.rows - 2
    if k is not None:
        other = float(cut.theta[cut.row, k])
        dust = DUST * float(np.abs(cut.theta).max())
        if abs(other) < dust < np.inf:
            other = 0.0
        return f"{text}; {titled(cut.problem, keys[k])} = {number(other)} everywhere"
    return f"{text}; the other {many} weights keep their values" if many else text


def adopts(figure: Figure, moment: Weighted, panel: int, x: float, y: float) -> Adoption | None:
    """Training starts there, the others where they are or, minimised out, where they are best."""
    cut = slice_of(figure, moment)
    if panel != 0 or cut.problem.base_outputs is not None:
        return None
    theta = cut.at(x, y)
    k = third(cut)
    if OTHERS.value(figure, moment) == "minimised" and k is not None:
        theta[cut.row, k] = best_of(cut, np.array([(x, y)]))[1][0]
    text = "; ".join(" ".join(f"{each:.{START_DIGITS}g}" for each in row) for row in theta)
    return Adoption(f"start at ({number(x)}, {number(y)})", cut.problem.learner.replace(start=text))


WEIGHTS_VIEW = view(
    "weights",
    "Landscape",
    "the objective J over two weights, larger where the colour is stronger, and the path of the weights: "
    "an example is a line; click, drag or type a number to choose where training starts",
    NEED,
    weights,
    options=(SHOW, ROW, LINES, ACROSS, UP, OTHERS),
    adopts=adopts,
    drags=True,
    table=rows,
    types=types,
    group=WATCH,
    key="4",
)
