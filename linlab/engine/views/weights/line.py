"""The landscape along a line, with a chord between two places of it that you drag: J is convex, so its
chord is nowhere below the graph; the share of wrong examples, the zero-one loss, is not."""

import re
from dataclasses import replace
from functools import partial
from typing import NamedTuple

import numpy as np

from linlab.engine.ground.arrays import Floats
from linlab.engine.ground.numerals import grouped, number, percent, steady
from linlab.engine.learner.losses import Kink
from linlab.engine.picture.palette import Palette
from linlab.engine.picture.shapes import Frame, Handle, Item, Lines, Marks, Panel, Pen, View
from linlab.engine.views.chart import chart, span_of
from linlab.engine.views.figure import Figure
from linlab.engine.views.kit.chord import Chord, chord_between, draw_chord
from linlab.engine.views.plane_and_curves import roomy
from linlab.engine.views.snapshot import Snapshot
from linlab.engine.views.view import Option

from .slice import Slice
from .surface import best_of

OBJECTIVE, ZERO_ONE = "objective", "zero-one"
NONE, LINE = "none", "line"
MISTAKE = Kink(0, touching=True)  # the margin up to which an example is wrong
SAMPLES = 801  # places of the line, where graph and chord are compared
USUAL = ((0.2, 0.3), (0.8, 0.7))  # where the ends are at first, of the window
LONGEST = 30  # characters of two weights
DIGITS = 4  # of a weight that a drag chooses
_NUMBER = re.compile(r"[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?")


def _in_a_table(figure: Figure, moment: Snapshot) -> bool:
    return dict(figure.options).get("show") == "table"


def _without_chord(figure: Figure, moment: Snapshot) -> bool:
    return _in_a_table(figure, moment) or CHORD.value(figure, moment) == NONE


SURFACE = Option(
    "surface",
    "Height",
    "the objective J, or the share of examples that are wrong: the zero-one loss, which has no slope",
    lambda moment: ((OBJECTIVE, "J"), (ZERO_ONE, "zero-one loss")),
    idle=_in_a_table,
)
CHORD = Option(
    "chord",
    "Chord",
    "the height along a line, with a chord between two places: drag its ends, or type their weights",
    lambda moment: ((NONE, "none"), (LINE, "along a line")),
    beside=True,
    idle=_in_a_table,
)
FROM, TO = (
    Option(
        name,
        name,
        f"the two weights at which the chord {verb}, such as “−1, 2”",
        longest=LONGEST,
        beside=name == "to",
        idle=_without_chord,
    )
    for name, verb in (("from", "begins"), ("to", "ends"))
)


class Line(NamedTuple):
    """The line through two places, as far as it is seen: from `start` by so much along a unit
    vector."""

    ends: Floats  # (2, 2)
    start: Floats  # (2,)
    along: Floats  # (2,)
    length: float

    def place(self, distance: float) -> Floats:
        return np.asarray(self.start + distance * self.along)

    def distances(self) -> Floats:
        """Of both ends from the start. (2,)"""
        return np.asarray((self.ends - self.start) @ self.along)


def read_place(text: str) -> tuple[float, float] | None:
    """Two weights, if the text is two numbers.

    >>> read_place("−1, 2.5"), read_place("1")
    ((-1.0, 2.5), None)
    """
    found = [float(each) for each in _NUMBER.findall(text.replace("−", "-"))]
    known = len(found) == 2 and all(abs(each) < 1e100 for each in found)
    return (found[0], found[1]) if known else None


def write_place(x: float, y: float) -> str:
    return f"{x:.{DIGITS}g}, {y:.{DIGITS}g}"


def chosen_ends(figure: Figure, moment: Snapshot) -> list[tuple[float, float] | None]:
    """The ends that were dragged or typed; None where there is none yet."""
    return [read_place(str(option.value(figure, moment))) for option in (FROM, TO)]


def line_of(figure: Figure, moment: Snapshot, box: View) -> Line:
    """The line through both ends, within a box that they may have left."""
    size = np.array([box.right - box.left, box.top - box.bottom])
    corner = np.array([box.left, box.bottom])
    ends = np.array(
        [
            corner + share * size if place is None else place
            for place, share in zip(chosen_ends(figure, moment), np.array(USUAL), strict=True)
        ]
    )
    away = ends[1] - ends[0]
    long = float(np.hypot(*away))
    along = away / long if long > 0 else np.array([1.0, 0.0])
    with np.errstate(divide="ignore", invalid="ignore"):
        reach = np.stack([(corner - ends[0]) / along, (corner + size - ends[0]) / along])
    first = float(np.nanmax(np.where(along == 0, -np.inf, reach.min(axis=0))))
    last = float(np.nanmin(np.where(along == 0, np.inf, reach.max(axis=0))))
    first = min(first, 0.0)  # both ends are on it, wherever they are
    last = max(last, long)
    return Line(ends, ends[0] + first * along, along, last - first)


def heights(cut: Slice, places: Floats, minimised: bool, zero_one: bool) -> Floats:
    """What the landscape shows at each place. (m,)"""
    if zero_one:
        return cut.share_wrong(places)
    with np.errstate(over="ignore", invalid="ignore"):
        return best_of(cut, places)[0] if minimised else cut.height(places)


def graph_of(cut: Slice, line: Line, minimised: bool, zero_one: bool) -> tuple[Floats, Floats]:
    """Distances along the line, the ends among them, and the height there. (k,) each"""
    at = np.union1d(np.linspace(0.0, line.length, SAMPLES), line.distances())
    places = line.start + at[:, None] * line.along
    return at, heights(cut, places, minimised, zero_one)


def chord_on(at: Floats, graph: Floats, line: Line) -> Chord:
    low, high = np.sort(line.distances())
    between = (at >= low) & (at <= high)
    return chord_between(at[between], graph[between])


def in_the_map(line: Line, figure: Figure, palette: Palette) -> list[Item]:
    """The line across the landscape, and its ends."""
    across = np.stack([line.start, line.place(line.length)])
    thin = Pen(palette.text, 1.2 * figure.scale, (5.0, 3.0))
    return [
        Lines("line", (across,), thin),
        Lines("between the ends", (line.ends,), Pen(palette.text, 2.0 * figure.scale)),
        Marks(
            "ends of the line",
            "disc",
            line.ends,
            10 * figure.scale,
            palette.text,
            Pen(palette.card, 1.4),
        ),
    ]


def handles_of_map(line: Line) -> tuple[Handle, ...]:
    return tuple(
        Handle(
            (float(end[0]), float(end[1])),
            partial(_choose_place, option.name),
            holds=True,
        )
        for end, option in zip(line.ends, (FROM, TO), strict=True)
    )


def line_panel(
    cut: Slice,
    line: Line,
    figure: Figure,
    palette: Palette,
    room: Frame,
    how: tuple[bool, bool],  # minimised, zero-one
) -> tuple[Panel, str]:
    """The height along the line with its chord, and what that shows, in words."""
    zero_one = how[1]
    at, graph = graph_of(cut, line, *how)
    chord = chord_on(at, graph, line)
    up = span_of(graph[np.isfinite(graph)], least=1e-9, air=0.1, zero=zero_one)
    curve = Lines("graph", (np.stack([at, graph], axis=1),), Pen(palette.text, 1.8 * figure.scale))

    def drawn(frame: Frame) -> Panel:
        return chart(
            figure,
            frame,
            palette,
            [curve, *draw_chord(chord, figure, palette)],
            (0.0, max(line.length, 1e-12)),
            up,
            titles=("distance along the line", "share wrong" if zero_one else "J"),
            narrow=True,
        )

    ends = zip(line.distances().tolist(), (FROM, TO), strict=True)
    handles = tuple(
        Handle(
            (distance, float(graph[int(np.abs(at - distance).argmin())])),
            partial(_choose_distance, option.name, line),
        )
        for distance, option in ends
    )
    panel = roomy(drawn, figure, room, palette)
    return replace(panel, handles=handles), words_of(chord, line, zero_one)


def _choose_place(name: str, x: float, y: float) -> dict[str, str]:
    """The option of an end that is dragged across the map."""
    return {name: write_place(x, y)}


def _choose_distance(name: str, line: Line, x: float, y: float) -> dict[str, str]:
    """The option of an end that is dragged along the line."""
    u, v = line.place(min(max(x, 0.0), line.length)).tolist()
    return {name: write_place(u, v)}


def words_of_share(cut: Slice) -> str:
    """How many examples are wrong where θ is."""
    share = float(cut.share_wrong(cut.place)[0])
    many = cut.problem.n
    wrong = f"{grouped(round(share * many))} of {grouped(many)} examples are wrong at this step"
    return f"{wrong} ({percent(share)})"


def words_of(chord: Chord, line: Line, zero_one: bool) -> str:
    """What the chord shows."""
    one, other = (f"({steady(x)}, {steady(y)})" for x, y in line.ends.tolist())
    if one == other:
        return "move the ends of the chord apart"
    where = f"from {one} to {other}"
    name = "the share of wrong examples" if zero_one else "J"
    if chord.convex and zero_one:
        return f"{where} the chord is nowhere below the graph; move an end: the zero-one loss is not convex"
    if chord.convex:
        return f"{where} the chord is nowhere below the graph: along this line J is convex"
    return f"{where} {name} rises above the chord, by {number(chord.above)}: it is not convex"
