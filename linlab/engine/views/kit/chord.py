"""A chord between two points of a graph. Of a convex function it lies nowhere below the graph,

    f(τa + (1 − τ)b) ≤ τf(a) + (1 − τ)f(b),   0 ≤ τ ≤ 1,

so that every slope leads down to the same minimum.
"""

from typing import NamedTuple

import numpy as np

from linlab.engine.ground.arrays import Floats
from linlab.engine.picture.palette import Palette
from linlab.engine.picture.shapes import Item, Lines, Marks, Pen
from linlab.engine.views.figure import Figure

ROUNDING = 1e-9  # of the largest value


class Chord(NamedTuple):
    """The two ends, and where the graph is highest above it: the place, and by how much."""

    ends: Floats  # (2, 2), the left one first
    at: float
    above: float

    @property
    def convex(self) -> bool:
        return self.above <= ROUNDING * max(1.0, float(np.abs(self.ends[:, 1]).max()))


def chord_between(x: Floats, graph: Floats) -> Chord:
    """The chord from the first to the last of these points of a graph, x ascending."""
    ends = np.array([(x[0], graph[0]), (x[-1], graph[-1])])
    wide = max(float(x[-1] - x[0]), 1e-300)
    line = graph[0] + (graph[-1] - graph[0]) * (x - x[0]) / wide
    k = int(np.argmax(graph - line))
    return Chord(ends, float(x[k]), float(graph[k] - line[k]))


def draw_chord(chord: Chord, figure: Figure, palette: Palette) -> list[Item]:
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
