"""Where w or the boundary will be; the answer is the tip of an arrow, or two places on a line."""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from linlab.engine.ground.errors import LinlabError
from linlab.engine.ground.numerals import number
from linlab.engine.picture.shapes import Item, Lines, Pen, View
from linlab.lessons.facts.known import Facts
from linlab.lessons.facts.situation import Situation
from linlab.lessons.written.checks import real_number

from .ink import OWN, TRUE, Area
from .kind import ABOUT, Answer, Field, Question, QuestionKind, Verdict
from .names import named

TEMPLATE = """kind = "drag"
ask = "Where will the boundary be?"
answer = "boundary\""""


@dataclass(frozen=True)
class Thing:
    """Something that can be dragged."""

    box: str
    hint: str
    shown_by: frozenset[str]  # the layers that show where it is
    answer: Callable[[Facts, bool], Answer]  # from the facts there, and whether there is a bias
    judge: Callable[[Question, Answer, Any], Verdict]
    draw: Callable[[Any, Answer | None, Area], tuple[Item, ...]]


def _weights(there: Facts) -> tuple[float, float]:
    return float(there.fact("w1")), float(there.fact("w2"))


# w


def _w(there: Facts, bias: bool) -> Answer:
    w = _weights(there)
    return Answer(w, f"w is ({number(w[0])}, {number(w[1])}).")


def _judge_w(question: Question, answer: Answer, given: Sequence[float]) -> Verdict:
    off = _between(given, answer.value)
    length = math.hypot(*answer.value)
    apart = math.hypot(given[0] - answer.value[0], given[1] - answer.value[1])
    about = length / 2 <= math.hypot(*given) <= 2 * length
    right = apart <= max(0.25 * length, 1e-9) or (off <= question["tolerance"] and about)
    return Verdict(right, f"{ABOUT[right]}: yours is {number(off, 2)}° from it. {answer.words}")


def _draw_w(given: Any, answer: Answer | None, area: Area) -> tuple[Item, ...]:
    tips = ((TRUE, answer.value if answer else None, area.true), (OWN, given, area.own))
    return tuple(
        Lines(name, (np.array([(0.0, 0.0), tip]),), pen, arrow=True)
        for name, tip, pen in tips
        if tip is not None and tuple(tip) != (0.0, 0.0)
    )


# The boundary


def _boundary(there: Facts, bias: bool) -> Answer:
    w = _weights(there)
    if w == (0.0, 0.0):
        raise LinlabError("w is 0 there, so there is no boundary.")
    b = float(there.fact("b")) if bias else 0.0
    return Answer(
        (*w, b), "The boundary is drawn in the plane.", "The boundary is as in the picture."
    )


def _judge_boundary(question: Question, answer: Answer, given: Any) -> Verdict:
    (x1, y1), (x2, y2) = given
    if (x1, y1) == (x2, y2):
        return Verdict(False, f"That is a point, not a line. {answer.words}")
    w1, w2, b = answer.value
    off = _between((y2 - y1, x1 - x2), (w1, w2))
    off = min(off, 180.0 - off)
    middle = ((x1 + x2) / 2, (y1 + y2) / 2)
    far = abs(w1 * middle[0] + w2 * middle[1] + b) / math.hypot(w1, w2)
    right = off <= question["tolerance"] and far <= 0.35 * math.hypot(x2 - x1, y2 - y1)
    return Verdict(
        right,
        f"{ABOUT[right]}: yours is turned by {number(off, 2)}° and its middle lies "
        f"{number(far, 2)} away. {answer.words}",
    )


def _draw_boundary(given: Any, answer: Answer | None, area: Area) -> tuple[Item, ...]:
    out = []
    if answer is not None:
        line = _across(answer.value, area.view)
        out.append(Lines(TRUE, (line,), Pen(area.palette.text, 3.0 * area.scale)))
    if given is not None:
        out.append(Lines(OWN, (np.array(given, float),), area.own))
    return tuple(out)


def _across(boundary: Any, view: View) -> Any:
    """The line w·x + b = 0 through a view, from edge to edge."""
    w1, w2, b = boundary
    middle = np.array([(view.left + view.right) / 2, (view.bottom + view.top) / 2])
    foot = middle - (w1 * middle[0] + w2 * middle[1] + b) / (w1 * w1 + w2 * w2) * np.array([w1, w2])
    along = (
        np.array([-w2, w1])
        / np.hypot(w1, w2)
        * np.hypot(view.right - view.left, view.top - view.bottom)
    )
    return np.array([foot - along, foot + along])


def _between(one: Sequence[float], other: Sequence[float]) -> float:
    """The angle between two arrows in degrees; 180 if one of them is missing."""
    a, b = math.hypot(*one), math.hypot(*other)
    if a == 0.0 or b == 0.0:
        return 0.0 if a == b else 180.0
    return math.degrees(
        math.acos(max(-1.0, min(1.0, (one[0] * other[0] + one[1] * other[1]) / (a * b))))
    )


THINGS = {
    "w": Thing(
        "arrow",
        "Drag in the plane: the arrow from the origin follows the mouse.",
        frozenset({"weights"}),
        _w,
        _judge_w,
        _draw_w,
    ),
    "boundary": Thing(
        "segment",
        "Drag a line in the plane, from one end to the other.",
        frozenset({"boundary", "regions"}),
        _boundary,
        _judge_boundary,
        _draw_boundary,
    ),
}


def _thing(question: Question) -> Thing:
    return THINGS[question["answer"]]


def _answer(question: Question, here: Situation) -> Answer:
    there = Facts(here.after if here.then is not None else here)
    return _thing(question).answer(there, here.problem.constant)


DRAG = QuestionKind(
    "drag",
    "Drag",
    TEMPLATE,
    {
        "answer": Field(lambda value: named(value, THINGS, "drag"), needed=True),
        "tolerance": Field(real_number(0, 1e9), default=15.0),  # degrees
    },
    _answer,
    lambda question, answer, given: _thing(question).judge(question, answer, given),
    predicts=True,
    shown_by=lambda question: _thing(question).shown_by,
    box=lambda question: _thing(question).box,
    hint=lambda question: _thing(question).hint,
    draw=lambda question, given, answer, area: _thing(question).draw(given, answer, area),
    task="Draw it in the picture.",
)
