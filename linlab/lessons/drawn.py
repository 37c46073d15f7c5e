"""What is drawn of a question: in the plane what somebody clicked or dragged, and beside it the
engine's answer; and a curve.

One's own answer is dashed and in the accent colour, the engine's is solid and in the colour of the
ink.
"""

from typing import Any

import numpy as np

from linlab.engine.data.points import Points
from linlab.engine.ground.numerals import grouped
from linlab.engine.picture.metrics import text_width
from linlab.engine.picture.palette import Palette
from linlab.engine.picture.shapes import Axis, Frame, Item, Lines, Marks, Panel, Pen, View
from linlab.engine.picture.ticks import ticks
from linlab.lessons.questions import Answer, Question

OWN, TRUE = "own answer", "true answer"
DASH = (5.0, 4.0)
ROOM = 0.12  # above the curves, of their height
CURVE_FONT = 11.0  # pixels of the letters at a curve, usually
HEIGHTS = 5  # that are written at a curve, at most: so many that there are two at least


def in_plane(
    question: Question,
    given: Any,
    answer: Answer | None,
    points: Points,
    view: View,
    palette: Palette,
    scale: float = 1.0,
) -> tuple[Item, ...]:
    """What is drawn in the plane of an answer that is being given, and of the engine's once that is
    told."""
    out: list[Item] = []
    own, true = Pen(palette.accent, 2.4 * scale, DASH), Pen(palette.text, 2.4 * scale)
    if question.kind == "click":
        for name, ids, size, pen in (
            (TRUE, answer.value if answer else (), 30.0, true),
            (OWN, given or (), 24.0, own),
        ):
            places = points.x[np.isin(points.ids, list(ids))]
            if len(places):
                out.append(Marks(name, "disc", places, size * scale, None, pen))
    elif question.kind == "drag" and question.answer == "w":
        for name, tip, pen in ((TRUE, answer.value if answer else None, true), (OWN, given, own)):
            if tip is not None and tuple(tip) != (0.0, 0.0):
                out.append(
                    Lines(
                        name,
                        (np.array([(0.0, 0.0), tip]),),
                        Pen(pen.colour, pen.width, pen.dash),
                        arrow=True,
                    )
                )
    elif question.kind == "drag":
        if answer is not None:
            out += [
                Lines(TRUE, (line,), Pen(palette.text, 3.0 * scale))
                for line in _across(answer.value, view)
            ]
        if given is not None:
            out.append(Lines(OWN, (np.array(given, float),), own))
    return tuple(out)


def _across(boundary: Any, view: View) -> list[Any]:
    """The line w·x + b = 0 through a view, from edge to edge."""
    w1, w2, b = boundary
    middle = np.array([(view.left + view.right) / 2, (view.bottom + view.top) / 2])
    foot = middle - (w1 * middle[0] + w2 * middle[1] + b) / (w1 * w1 + w2 * w2) * np.array([w1, w2])
    along = (
        np.array([-w2, w1])
        / np.hypot(w1, w2)
        * np.hypot(view.right - view.left, view.top - view.bottom)
    )
    return [np.array([foot - along, foot + along])]


def curve_reach(question: Question, answer: Answer) -> tuple[float, float]:
    """From where to where a curve is drawn: shares of errors from 0 to 1, all else with some air
    around it."""
    low, top = min(0.0, float(answer.value.min())), float(answer.value.max())
    if str(question.answer).endswith("_error"):
        return 0.0, 1.0
    air = ROOM * max(top - low, 1e-9)
    return low - (air if low < 0 else 0.0), top + 3 * air


def curve_panel(
    moments: Any,
    curves: tuple[Any, Any],
    reach: tuple[float, float],
    palette: Palette,
    size: tuple[float, float],
    title: str,
    font: float = CURVE_FONT,
) -> Panel:
    """A curve that is drawn by hand over the updates, and the true one once it is told; None: not
    drawn. Lines and margins are as large as its letters."""
    scale = font / CURVE_FONT
    wide = 2.2 * scale
    pens = (OWN, Pen(palette.accent, wide, DASH)), (TRUE, Pen(palette.text, wide))
    items = tuple(
        Lines(name, (np.column_stack([moments, curve]),), pen)
        for (name, pen), curve in zip(pens, curves, strict=True)
        if curve is not None
    )
    ends = sorted({int(moments[0]), int(moments[-1])})
    across = Axis(tuple((float(t), grouped(t)) for t in ends), "updates")
    up = Axis(tuple(ticks(*reach, False, HEIGHTS)), title, grid=True)
    over = 0.5 * text_width(grouped(ends[-1]), 0.85 * font)  # of the last number, beside the frame
    frame = Frame(
        52 * scale,
        8 * scale,
        max(20.0, size[0] - 54 * scale - max(8 * scale, over)),
        max(20.0, size[1] - 46 * scale),
        pen=Pen(palette.border),
    )
    view = View(float(moments[0]), reach[0], float(max(moments[-1], moments[0] + 1)), reach[1])
    return Panel(frame, view, items, palette, font, across, up)
