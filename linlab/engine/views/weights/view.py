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
from linlab.engine.train.problem import Problem
from linlab.engine.views.chart import chart, side_by_side, stacked
from linlab.engine.views.figure import Figure
from linlab.engine.views.kit.view import view
from linlab.engine.views.kit.words import foot, lines_of, with_foot
from linlab.engine.views.plane_and_curves import roomy
from linlab.engine.views.table import Table, table_panel
from linlab.engine.views.view import WATCH, Adoption

from . import labels, weight_items
from .choices import (
    ACROSS,
    LINES,
    NEED,
    OTHERS,
    ROW,
    SHOW,
    UP,
    Weighted,
    as_table,
    keys_of,
    slice_of,
    titled,
)
from .line import (
    CHORD,
    FROM,
    LINE,
    MISTAKE,
    SURFACE,
    TO,
    ZERO_ONE,
    chosen_ends,
    handles_of_map,
    in_the_map,
    line_of,
    line_panel,
    words_of_share,
)
from .path import path, seen, without_momentum
from .slice import Slice
from .surface import best_of, surface, third
from .table import typed, weights_table
from .window import window

START_DIGITS = 4  # of the weights that a click chooses
FEW_EXAMPLES = 12  # examples whose lines can all be told apart
FOOT = 3.6  # sizes of the type: two lines of words
MAP_AND_LINE = (3.0, 2.0)  # shares of the height, where there is a chord
LOW = 24.0  # sizes of the type: in a lower room the line is beside the map


def rows(figure: Figure, moment: Weighted) -> Table | None:
    """The weights with their slopes, if that is what is to be shown."""
    if not as_table(figure, moment):
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
    zero_one = SURFACE.value(figure, moment) == ZERO_ONE
    minimised = not zero_one and OTHERS.value(figure, moment) == "minimised"
    chord = CHORD.value(figure, moment) == LINE
    own = seen(path(moment.trace, moment.t).values(), cut.row, cut.columns)
    plain = without_momentum(moment.trace, moment.t)
    other = (
        seen(path(plain, moment.t).values(), cut.row, cut.columns)
        if plain is not None
        else np.empty((0, 2))
    )
    answer = cut.of(moment.subject.theta)
    best = _optimum(moment, cut)
    high = min((FOOT + 1.5 * chord) * figure.font, 0.25 * room.height)
    upper, lower = with_foot(room, high)
    below = None
    low = False
    if chord:
        low = upper.height < LOW * figure.font
        parts = side_by_side(upper, (1, 1)) if low else stacked(upper, MAP_AND_LINE)
        upper, below = parts
    whose = cut.problem.classes[cut.row] if cut.problem.rows > 1 else ""
    keys = keys_of(cut.problem)
    places = np.concatenate([own, other, answer[None]])
    ends = [end for end in chosen_ends(figure, moment) if end is not None] if chord else []
    around = np.concatenate([places, np.array(ends).reshape(-1, 2)])

    names = titled(cut.problem, keys[cut.across], whose), titled(cut.problem, keys[cut.up], whose)

    def empty(frame: Frame, items: tuple[Item, ...] = (), legend: tuple[Entry, ...] = ()) -> Panel:
        left, bottom, right, top = figure.held or window(cut, around, best, frame)
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
    j = surface(cut, panel.view, minimised, zero_one)
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
                "share wrong" if zero_one else "J",
            )
        )
        items += [] if zero_one else weight_items.levels(figure, palette, j)
    words, entries = list[str](), list[Entry]()
    kink = MISTAKE if zero_one else moment.model.kink
    if kink is not None and not minimised:
        region = weight_items.agreed(cut, kink, panel.view, palette)
        items += region
        if region:
            entries.append(
                Entry(f"all margins {kink.rests} {kink.at}", symbol="square", fill=palette.test)
            )
        chosen = LINES.value(figure, moment) == "all"
        everyone = chosen or zero_one or cut.problem.n <= FEW_EXAMPLES
        items += weight_items.walls(figure, moment, palette, cut, kink, panel, everyone)
    items += weight_items.ways(figure, palette, own, other)
    if len(other):
        entries += [
            Entry("momentum", pen=Pen(palette.text, 1.6)),
            Entry("plain SGD", pen=Pen(palette.quiet, 1.6, (4.0, 3.0))),
        ]
    step = moment.step
    capped = cut.problem.learner.rate.capped and not zero_one
    if capped and kink is not None and step is not None and step.updated and not minimised:
        found, words_of_it = weight_items.projection(figure, step, palette, cut, kink, panel)
        items += found
        words += [words_of_it]
    items += weight_items.marks(
        figure, palette, cut, answer, str(cut.problem.learner["average"]), best, panel
    )
    line = line_of(figure, moment, panel.view) if chord else None
    items += [] if line is None else in_the_map(line, figure, palette)
    panel = empty(panel.frame, tuple(items), () if low else tuple(entries))
    wanted = labels.path_words(palette, panel, own)
    if kink is not None and not minimised:
        wanted += labels.example_words(moment, palette, kink, panel)
    wanted += [] if zero_one else labels.level_words(palette, panel, j, own)
    taken = places if line is None else np.concatenate([places, line.ends])
    words_placed = labels.place_words(figure, palette, panel, wanted, taken)
    panel = replace(panel, items=(*panel.items, *words_placed))
    panels: tuple[Panel, ...] = (panel,)
    if line is not None and below is not None:
        along, shown = line_panel(cut, line, figure, palette, below, (minimised, zero_one))
        panels = (replace(panel, handles=handles_of_map(line)), along)
        words = [shown]
    height = words_of_share(cut) if zero_one else _objective(cut, minimised)
    lines = lines_of(figure, lower.width, [height, *words])
    return *panels, foot(figure, palette, lower, lines, rows=2 + chord)


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
    options=(SHOW, ROW, LINES, ACROSS, UP, OTHERS, SURFACE, CHORD, FROM, TO),
    adopts=adopts,
    drags=True,
    table=rows,
    types=types,
    group=WATCH,
    key="4",
)
