"""A fact over the steps that are played; the answer is its values at these steps."""

from dataclasses import replace
from typing import Any

import numpy as np

from linlab.engine.ground.arrays import Floats
from linlab.engine.ground.numerals import grouped, number
from linlab.engine.picture.metrics import text_width
from linlab.engine.picture.palette import Palette
from linlab.engine.picture.shapes import Axis, Frame, Lines, Panel, Pen, View
from linlab.engine.picture.ticks import ticks
from linlab.lessons.facts.known import Facts
from linlab.lessons.facts.situation import Situation
from linlab.lessons.written.checks import real_number

from .ink import DASH, OWN, TRUE
from .kind import ABOUT, Answer, Field, Question, QuestionKind, Verdict
from .names import named

TEMPLATE = """kind = "curve"
ask = "How will the training error change?"
answer = "training_error\""""
CURVES = (
    "training_error",
    "dev_error",
    "test_error",
    "training_loss",
    "dev_loss",
    "objective",
    "norm",
    "mistakes",
    "hidden_error",
    "angle",
)
PLACES = 48  # points of a curve drawn by hand
ROOM = 0.12  # space above the curves, as a share of their height
FONT = 11.0  # usual font size at a curve, in pixels
HEIGHTS = 5  # most numbers at a curve: enough that there are at least two


def moments(here: Situation) -> Any:
    """The steps at which a curve is asked for: from the one shown to the one at which the play
    ends."""
    return np.unique(np.linspace(here.at, here.after.at, PLACES).round().astype(int))


def _answer(question: Question, here: Situation) -> Answer:
    values = [
        float(Facts(replace(here, t=int(t), then=None)).fact(question["answer"]))
        for t in moments(here)
    ]
    return Answer(np.array(values), f"It goes from {number(values[0])} to {number(values[-1])}.")


def _judge(question: Question, answer: Answer, given: Floats) -> Verdict:
    height = max(float(np.ptp(answer.value)), 0.1 * float(np.abs(answer.value).max()), 1e-9)
    off = float(np.mean(np.abs(np.asarray(given) - answer.value))) / height
    right = off <= question["tolerance"]
    return Verdict(
        right,
        f"{ABOUT[right]}: yours is off by {number(100 * off, 2)} % of its height on "
        f"average. {answer.words}",
    )


def title_of(question: Question) -> str:
    return str(question["answer"]).replace("_", " ")


def reach(question: Question, answer: Answer) -> tuple[float, float]:
    """The range of a curve's axis: 0 to 1 for shares of errors, otherwise with some space around
    the values."""
    low = min(0.0, float(answer.value.min()))
    top = float(answer.value.max())
    if question["answer"].endswith("_error"):
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
    font: float = FONT,
) -> Panel:
    """A curve drawn by hand over the steps, and the true one once it is shown; None: not drawn.
    Lines and margins scale with the font."""
    scale = font / FONT
    wide = 2.2 * scale
    pens = (OWN, Pen(palette.accent, wide, DASH)), (TRUE, Pen(palette.text, wide))
    items = tuple(
        Lines(name, (np.column_stack([moments, curve]),), pen)
        for (name, pen), curve in zip(pens, curves, strict=True)
        if curve is not None
    )
    ends = sorted({int(moments[0]), int(moments[-1])})
    across = Axis(tuple((float(t), grouped(t)) for t in ends), "steps")
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


def _chart(
    question: Question,
    answer: Answer,
    here: Situation,
    palette: Palette,
    size: tuple[float, float],
    told: bool,
) -> Panel:
    curves = (None, answer.value if told else None)
    heights = reach(question, answer)
    return curve_panel(moments(here), curves, heights, palette, size, title_of(question))


CURVE = QuestionKind(
    "curve",
    "Draw the curve",
    TEMPLATE,
    {
        "answer": Field(lambda value: named(value, CURVES, "draw"), needed=True),
        "tolerance": Field(real_number(0, 1e9), default=0.15),  # of its height
    },
    _answer,
    _judge,
    predicts=True,
    box=lambda question: "curve",
    chart=_chart,
    task="Draw the curve.",
)
