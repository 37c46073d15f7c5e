"""The map of φ(x)·φ(x′) − k(x, x′) over all pairs of examples, for fewer random features than there
are, as many, and more: it fades like 1/√D."""

from typing import Any

import numpy as np

from linlab.engine.ground.numerals import grouped, steady
from linlab.engine.learner.parameters import PARAMETERS
from linlab.engine.learner.spaces import imitation
from linlab.engine.picture.palette import Palette
from linlab.engine.picture.shapes import Cells, Frame, Item, Label, Panel, View
from linlab.engine.train.problem import Problem
from linlab.engine.views.chart import bare
from linlab.engine.views.figure import Figure
from linlab.engine.views.snapshot import Snapshot

from .approximation import difference, size_of
from .gram import inked, order_by_class

FEATURES_FACTOR = 8  # how many times more features the next map has
MOST = 2  # times as many as there may be
APART = 0.08  # between two maps, of their width


def sizes_of(problem: Problem) -> list[int]:
    """D of each map: fewer, as many as the learner has, more."""
    here = size_of(problem)
    own = imitation(problem.learner["space"])
    most = None if own is None else PARAMETERS[own.size].high
    more = here * FEATURES_FACTOR if most is None else min(int(MOST * most), here * FEATURES_FACTOR)
    return list(dict.fromkeys([max(1, here // FEATURES_FACTOR), here, more]))


def maps(problem: Problem) -> list[tuple[int, Any]]:
    """D and φ(xᵢ)·φ(xⱼ) − k(xᵢ, xⱼ), the examples by class. [(D, (m, m))]"""
    x = problem.x[order_by_class(problem)]
    return [(many, difference(problem, x, many)) for many in sizes_of(problem)]


def difference_panel(
    problem: Problem, figure: Figure, moment: Snapshot, palette: Palette, frame: Frame
) -> Panel:
    found = maps(problem)
    wide = len(found) + APART * (len(found) - 1)
    size = figure.font
    side = min(frame.width / (wide + 0.1), frame.height - 4.0 * size)
    left = (frame.width / side - wide) / 2
    high = frame.height / side
    below = max(2.6 * size / side, (high - 1) / 2)
    view = View(-left, -below, frame.width / side - left, high - below)
    most = max(float(np.abs(table).max()) for _, table in found)
    items = list[Item]()
    for k, (many, table) in enumerate(found):
        x = k * (1 + APART)
        colours = inked(table, -most, most, palette)
        items.append(Cells(f"D {many}", colours, (x, x + 1, 0.0, 1.0)))
        words = f"D = {grouped(many)}: mean {steady(float(np.abs(table).mean()))}"
        items.append(
            Label(words, (x + 0.5, -0.8 * size / side), 0.85 * size, palette.text, "middle")
        )
    return bare(frame, view, tuple(items), palette, figure.font)
