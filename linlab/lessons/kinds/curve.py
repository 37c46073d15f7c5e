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
from .kind import Answer, Field, Question, QuestionKind, Verdict
from .mistakes import judged, mistakes_field, own_mistakes
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
PART = 0.3  # of the axis: the least height that a curve is judged by
ROOM = 0.12  # space above the curves, as a share of their height
FONT = 11.0  # usual font size at a curve, in pixels
HEIGHTS = 5  # most numbers at a curve: enough that there are at least two


def moments(here: Situation) -> Any:
    """The steps at which a curve is asked for: from the one shown to the one at which the play
    ends."""
    return np.unique(np.linspace(here.at, here.after.at, PLACES).round().astype(int))


def _values(name: str, here: Situation) -> Floats:
    return np.array(
        [float(Facts(replace(here, t=int(t), then=None)).fact(name)) for t in moments(here)]
    )


def _answer(question: Question, here: Situation) -> Answer:
    values = _values(question["answer"], here)
    words = f"It goes from {number(values[0])} to {number(values[-1])}."
    return Answer(
        values, words, mistakes=(*own_mistakes(question, lambda name: _values(name, here)),)
    )


def _judge(question: Question, answer: Answer, given: Floats) -> Verdict:
    """By the mean distance, as a share of the curve's height or of a part of the axis."""
    curve = np.asarray(given, float)
    height = _height(question, answer)
    off = float(np.mean(np.abs(curve - answer.value))) / height
    return judged(
        off <= question["tolerance"],
        answer,
        lambda other: bool(np.mean(np.abs(curve - other)) / height <= question["tolerance"] / 2),
        _shape(curve, answer.value, height),
    )


def _height(question: Question, answer: Answer) -> float:
    """The height that distances are measured by: the curve's, or a part of the axis."""
    low, top = reach(question, answer)
    return max(
        float(np.ptp(answer.value)),
        0.1 * float(np.abs(answer.value).max()),
        PART * (top - low),
        1e-9,
    )


def _page(question: Question, answer: Answer, here: Situation) -> dict[str, Any]:
    return {
        "control": "curve",
        "answer": answer.value.tolist(),
        "steps": moments(here).tolist(),
        "height": _height(question, answer),
        "tolerance": question["tolerance"],
        "mistakes": [[each.value.tolist(), each.because] for each in answer.mistakes],
    }


def _shape(given: Floats, true: Floats, height: float) -> str:
    """What is wrong with the shape of a curve, in words."""
    rise = (given[-1] - given[0]) / height
    true_rise = (true[-1] - true[0]) / height
    if np.ptp(given) < 0.1 * height <= 0.5 * np.ptp(true):
        return "You drew it almost flat, but it changes."
    if np.ptp(true) < 0.1 * height <= 0.5 * np.ptp(given):
        return "It changes much less than you drew."
    if rise * true_rise < 0 and min(abs(rise), abs(true_rise)) > 0.2:
        return f"Yours {_goes(rise)} from its beginning to its end, but it {_goes(true_rise)}."
    if abs(given[0] - true[0]) > 0.25 * height:
        return f"It starts at {number(true[0])}, which is where the run is now."
    if abs(given[-1] - true[-1]) <= 0.25 * height:
        early = float(np.mean(true - given)) * (1 if true_rise >= 0 else -1) > 0
        return f"Its ends are about right, but most of the change comes {'early' if early else 'late'}."
    return f"It ends {'higher' if true[-1] > given[-1] else 'lower'} than you drew."


def _goes(rise: float) -> str:
    return "rises" if rise > 0 else "falls"


SYMBOLS = {"norm": "‖w‖"}  # of facts whose name is not what the lesson calls them


def title_of(question: Question) -> str:
    name = str(question["answer"])
    return SYMBOLS.get(name, name.replace("_", " "))


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
    revealed: bool,
) -> Panel:
    curves = (None, answer.value if revealed else None)
    heights = reach(question, answer)
    return curve_panel(moments(here), curves, heights, palette, size, title_of(question))


CURVE = QuestionKind(
    "curve",
    "Draw the curve",
    TEMPLATE,
    {
        "answer": Field(lambda value: named(value, CURVES, "draw"), needed=True),
        "tolerance": Field(real_number(0, 1e9), default=0.15),  # of its height
        "mistakes": mistakes_field(lambda value: named(value, CURVES, "draw")),
    },
    _answer,
    _judge,
    predicts=True,
    box=lambda question: "curve",
    chart=_chart,
    page=_page,
    task="Draw the curve.",
    asked_again=lambda question, old, new: not np.array_equal(old.value, new.value),
)
