"""The weights of pinned words after each step so far, as curves. Of several classes each has its
colour, and each word its dashes."""

from collections.abc import Sequence
from dataclasses import replace
from weakref import WeakKeyDictionary

import numpy as np

from linlab.engine.ground.arrays import Floats
from linlab.engine.ground.sanitise import shorten
from linlab.engine.picture.model_styles import style_of
from linlab.engine.picture.palette import Palette
from linlab.engine.picture.shapes import ABOVE, Entry, Frame, Item, Lines, Panel, Pen
from linlab.engine.train.trace import Trace
from linlab.engine.views.chart import chart
from linlab.engine.views.figure import Figure
from linlab.engine.views.kit.marks import class_colour
from linlab.engine.views.plane_and_curves import roomy
from linlab.engine.views.weights.path import times

from .vocabulary import Vocabulary

MOST_CURVES = 6  # words with a curve: more could not be told apart
MOST_REMEMBERED = 2_000  # steps whose weights are remembered

_known: WeakKeyDictionary[Trace, tuple[tuple[int, ...], dict[int, Floats]]] = WeakKeyDictionary()


def weights_so_far(trace: Trace, t: int, words: Sequence[int]) -> tuple[list[int], Floats]:
    """Some steps up to t, and the weights of these words after each. (steps, rows, words)"""
    own = tuple(words)
    before = _known.get(trace)
    known = before[1] if before is not None and before[0] == own else dict[int, Floats]()
    wanted = times(trace, t)
    for k in wanted:
        if k not in known:
            parts = trace.model(k).parts()
            if parts is not None:
                known[k] = parts[0][:, list(own)]
    trace.at(wanted[-1])  # back to where the trace was
    if len(known) > MOST_REMEMBERED:
        known = {k: known[k] for k in wanted if k in known}
    _known[trace] = own, known
    steps = [k for k in wanted if k in known]
    return steps, np.array([known[k] for k in steps])


def history_panel(
    figure: Figure,
    found: Vocabulary,
    trace: Trace,
    t: int,
    words: Sequence[int],
    palette: Palette,
    room: Frame,
) -> Panel:
    """The curves of the first of these words."""
    steps, weights = weights_so_far(trace, t, words[:MOST_CURVES])
    items = list[Item]()
    entries = list[Entry]()
    several = len(found.weights) > 1
    for k, j in enumerate(words[:MOST_CURVES]):
        pen = style_of(palette, k)
        entries.append(Entry(shorten(found.words[j], 20), pen=pen))
        for row in range(len(found.weights)):
            values = weights[:, row, k]
            good = np.isfinite(values)
            line = np.stack([np.array(steps, float)[good], values[good]], axis=1)
            own = replace(pen, colour=_ink(found, row, palette)) if several else pen
            if len(line):
                name = f"history {found.words[j]} {row}"
                items.append(Lines(name, (line,), own))
    low, high = _span(weights)
    across = (float(steps[0]), float(max(steps[-1], steps[0] + 1)))
    zero = Lines(
        "zero", (np.array([(across[0], 0.0), (across[1], 0.0)]),), Pen(palette.border, 1.0)
    )
    return roomy(
        lambda frame: chart(
            figure,
            frame,
            palette,
            [zero, *items],
            across,
            (low, high),
            titles=("step", "w" if found.chances is None or not several else "log P(v|y)"),
            legend=tuple(entries),
            legend_at=ABOVE,
        ),
        figure,
        room,
        palette,
    )


def _ink(found: Vocabulary, row: int, palette: Palette) -> str:
    return palette.on_card(class_colour(found.points, found.classes[row]))


def _span(weights: Floats) -> tuple[float, float]:
    """The values of the curves, with some air, and at least something."""
    finite = weights[np.isfinite(weights)]
    low = float(finite.min(initial=0.0))
    high = float(finite.max(initial=0.0))
    air = 0.08 * (high - low) or 1.0
    return low - (air if low < 0 else 0.0), high + (air if high > 0 or high == low else 0.0)
