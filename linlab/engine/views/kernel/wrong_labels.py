"""Of more classes: the coefficients of each example by the wrong label. An update adds to the row of
its own class and subtracts from that of the class that won instead, so −a of row z counts, times
the rate, how often z was the wrong label."""

from typing import Any

import numpy as np

from linlab.engine.picture.palette import Palette
from linlab.engine.picture.shapes import Areas, Entry, Frame, Item, Panel
from linlab.engine.train.models import Linear
from linlab.engine.views.chart import chart, span_of
from linlab.engine.views.figure import Figure
from linlab.engine.views.kit.marks import class_colour
from linlab.engine.views.snapshot import Snapshot

ROOM = 0.5  # above the bars, for the legend


def by_wrong_label(model: Linear) -> Any:
    """−a of every other class than an example's own, 0 for its own. (K, n)"""
    problem = model.problem
    weights = problem.split(model.theta)[0][:, : problem.n]
    own = np.arange(len(problem.classes))[:, None] == problem.y
    return np.where(own, 0.0, -weights)


def wrong_labels_panel(
    model: Linear, figure: Figure, moment: Snapshot, palette: Palette, frame: Frame
) -> Panel:
    """Bars on each other, by the colour of the wrong label; the examples by class and size."""
    problem = model.problem
    found = by_wrong_label(model)
    order = np.lexsort((-np.abs(found).sum(axis=0), problem.y))
    up = np.zeros(problem.n)
    down = np.zeros(problem.n)
    items, entries = list[Item](), list[Entry]()
    for z, name in enumerate(problem.classes):
        ink = class_colour(moment.points, name)
        rings, ids = [], []
        for place, i in enumerate(order.tolist()):
            value = float(found[z, i])
            if value == 0.0:
                continue
            base = up if value > 0 else down
            rings.append(_bar(place, base[i], base[i] + value))
            ids.append((int(problem.ids[i]),))
            base[i] += value
        items.append(Areas(name, tuple(rings), ink, ids=tuple(ids)))
        entries.append(Entry(f"taken for {name}", "square", ink))
    low, high = span_of(up, down)
    return chart(
        figure,
        frame,
        palette,
        items,
        (0.0, float(problem.n)),
        (low, high + ROOM * (high - low)),
        titles=("examples by class", "−a of the wrong label"),
        legend=tuple(entries),
        narrow=True,
    )


def _bar(place: int, low: float, high: float) -> Any:
    return np.array(
        [(place + 0.1, low), (place + 0.9, low), (place + 0.9, high), (place + 0.1, high)]
    )
