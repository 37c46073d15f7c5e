"""Convexity: the chord between two points of a loss. Of a convex loss it lies nowhere below the
graph,

    ℓ(τa + (1 − τ)b) ≤ τℓ(a) + (1 − τ)ℓ(b),   0 ≤ τ ≤ 1,

so that every slope leads down to the same minimum; of the zero-one loss it does not.
"""

from typing import NamedTuple

import numpy as np

from linlab.engine.ground.arrays import Floats
from linlab.engine.ground.numerals import number, steady
from linlab.engine.learner.losses import LOSSES, Loss
from linlab.engine.picture.palette import Palette
from linlab.engine.picture.shapes import Item, Lines, Marks, Pen
from linlab.engine.views.figure import Figure
from linlab.engine.views.snapshot import Snapshot
from linlab.engine.views.view import Choices, Option

NONE, ZERO_ONE = "none", "zero-one"
ENDS = (-4.0, 4.0)  # between which margins a chord may be laid
PLACES_COMPARED = 801  # places at which graph and chord are compared
ROUNDING = 1e-9


def _choices(moment: Snapshot) -> Choices:
    losses = tuple((key, loss.title.removesuffix(" loss").lower()) for key, loss in LOSSES.items())
    return ((NONE, "none"), *losses, (ZERO_ONE, "zero-one"))


def _idle(figure: Figure, moment: Snapshot) -> bool:
    return bool(CHORD.value(figure, moment) == NONE)


CHORD = Option(
    "chord",
    "Chord",
    "a chord of a loss: of a convex one it is nowhere below the graph",
    _choices,
    beside=True,
)
FROM, TO = (
    Option(
        name,
        title,
        "the margin at which the chord " + ("begins" if name == "from" else "ends"),
        span=ENDS,
        default=default,
        beside=name == "to",
        idle=_idle,
    )
    for name, title, default in (("from", "from m", -1.5), ("to", "to m", 2.0))
)


class Chord(NamedTuple):
    """The two ends, and where the graph is highest above it: the margin, and by how much."""

    name: str
    ends: Floats  # (2, 2)
    at: float
    above: float

    @property
    def convex(self) -> bool:
        return self.above <= ROUNDING


def values_of(key: str, m: Floats) -> Floats:
    """ℓ of each margin; of the zero-one loss m ≤ 0 is a mistake. (n,)"""
    if key == ZERO_ONE:
        return np.where(m <= 0, 1.0, 0.0)
    loss: Loss = LOSSES[key]
    return np.asarray(loss.value(m[:, None], np.ones(len(m), np.int64)))


def chord_of(key: str, a: float, b: float) -> Chord:
    """The chord of a loss from the margin a to b."""
    low, high = sorted((a, b))
    m = np.union1d(np.linspace(low, high, PLACES_COMPARED), np.clip(0.0, low, high))
    graph = values_of(key, m)
    ends = np.array([(low, graph[0]), (high, graph[-1])])
    wide = max(high - low, 1e-300)
    line = graph[0] + (graph[-1] - graph[0]) * (m - low) / wide
    k = int(np.argmax(graph - line))
    return Chord(key, ends, float(m[k]), float(graph[k] - line[k]))


def chosen_chord(figure: Figure, moment: Snapshot) -> Chord | None:
    key = CHORD.value(figure, moment)
    if key == NONE:
        return None
    return chord_of(key, float(FROM.value(figure, moment)), float(TO.value(figure, moment)))


def drawn(chord: Chord, figure: Figure, palette: Palette) -> list[Item]:
    """The chord and its ends; where the graph is above it, a line up to the graph."""
    ink = palette.accent if chord.convex else palette.wrong
    items: list[Item] = [
        Lines("chord", (chord.ends,), Pen(ink, 1.8 * figure.scale)),
        Marks(
            "ends of the chord", "disc", chord.ends, 9 * figure.scale, ink, Pen(palette.card, 1.2)
        ),
    ]
    if not chord.convex:
        (x0, y0), (x1, y1) = chord.ends
        below = y0 + (y1 - y0) * (chord.at - x0) / (x1 - x0)
        rise = np.array([(chord.at, below), (chord.at, below + chord.above)])
        items.append(Lines("above the chord", (rise,), Pen(palette.wrong, 1.4, (3, 2))))
    return items


def words_of(chord: Chord) -> str:
    """What the chord shows."""
    low, high = chord.ends[:, 0].tolist()
    where = f"from m = {steady(low)} to {steady(high)}"
    if low == high:
        return "move the ends apart"
    if chord.convex:
        return f"{where} the chord is nowhere below the graph: here the loss is convex"
    return (
        f"{where} the graph is above the chord, at m = {steady(chord.at)} by {number(chord.above)}: "
        "this loss is not convex"
    )
