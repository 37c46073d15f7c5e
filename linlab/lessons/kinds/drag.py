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
from linlab.lessons.written.checks import a_text, list_of, real_number
from linlab.lessons.written.expressions import Expression

from .ink import OWN, TRUE, Area
from .kind import Answer, Field, Mistake, Question, QuestionKind, Verdict
from .mistakes import distinct, judged, mistakes_field, own_mistakes
from .names import named

TEMPLATE = """kind = "drag"
ask = "Where will the boundary be?"
answer = "boundary\""""
SHIFT = 0.2  # how far off the middle of a line may be, as a share of the line's length
LONGER = 2.5  # times the length of w: an arrow with other points may have
LEAST_SHARE = 0.1  # of the length of w: how far it has to move to be another answer


@dataclass(frozen=True)
class Thing:
    """Something that can be dragged."""

    box: str
    hint: str
    shown_by: frozenset[str]  # the layers that show where it is
    answer: Callable[[Question, Situation], Answer]
    judge: Callable[[Question, Answer, Any], Verdict]
    draw: Callable[[Any, Answer | None, Area], tuple[Item, ...]]
    page: Callable[[Question, Answer], dict[str, Any]]


def _there(here: Situation) -> Situation:
    """The situation that is asked about: after the play, or now if nothing plays."""
    return here if here.then is None else here.after


def _weights(there: Facts) -> tuple[float, float]:
    return float(there.fact("w1")), float(there.fact("w2"))


# w


def _w(question: Question, here: Situation) -> Answer:
    w = _weights(Facts(_there(here)))
    mistakes = [*own_mistakes(question, lambda pair: _pair(pair, here))]
    if here.then is not None:
        mistakes += _moves(here, w)
    mistakes += [
        Mistake(
            (-w[0], -w[1]), "That points to the negative side; $w$ points to the positive one."
        ),
        Mistake((w[1], w[0]), "You swapped $w_1$ and $w_2$."),
        Mistake((-w[1], w[0]), "That runs along the line; $w$ is at a right angle to it."),
        Mistake((w[1], -w[0]), "That runs along the line; $w$ is at a right angle to it."),
    ]
    words = f"w is ({number(w[0])}, {number(w[1])})."
    return Answer(w, words, mistakes=distinct(mistakes, w, lambda one, other: one == other))


def _moves(here: Situation, w: tuple[float, float]) -> list[Mistake]:
    """Wrong places of w after the step, from where it was before."""
    before = np.array(_weights(Facts(here)))
    change = np.array(w) - before
    other_way = "You moved $w$ the other way."
    if here.then == here.at + 1 and here.next.example is not None:
        sign = "added" if here.next.label == here.problem.classes[-1] else "subtracted"
        wrong = "−x" if sign == "added" else "x"
        other_way = (
            f"You moved $w$ by {wrong}. The example is in class {here.next.label}, so x is {sign}."
        )
    places = (
        (before - change, other_way),
        (before, "That is where $w$ is now. It moves."),
        (change, "That is what is added to $w$. Put it at the tip of the present $w$."),
    )
    return [Mistake((float(x), float(y)), because) for (x, y), because in places]


def _pair(pair: tuple[Expression, Expression], here: Situation) -> tuple[float, float]:
    x, y = (float(each.value(Facts(here))) for each in pair)
    return x, y


def _judge_w(question: Question, answer: Answer, given: Sequence[float]) -> Verdict:
    """By the distance between the tips, as a share of the length of w."""
    reach = _reach_of_w(question, answer)
    off = math.dist(given, answer.value)
    return judged(
        off <= reach,
        answer,
        lambda value: math.dist(given, value) <= min(reach, 0.6 * math.dist(value, answer.value)),
        f"The tip is {number(off, 2)} away from where it should be.",
    )


def _reach_of_w(question: Question, answer: Answer) -> float:
    """How far from the true tip an arrow may end."""
    share = math.tan(math.radians(min(question["tolerance"], 60.0)))
    length = math.hypot(*answer.value)
    length = length or max((math.hypot(*each.value) for each in answer.mistakes), default=0.0)
    return max(share * length, 1e-9)


def _page_w(question: Question, answer: Answer) -> dict[str, Any]:
    return {"control": "arrow", "answer": answer.value, "reach": _reach_of_w(question, answer)}


def _draw_w(given: Any, answer: Answer | None, area: Area) -> tuple[Item, ...]:
    tips = ((TRUE, answer.value if answer else None, area.true), (OWN, given, area.own))
    return tuple(
        Lines(name, (np.array([(0.0, 0.0), tip]),), pen, arrow=True)
        for name, tip, pen in tips
        if tip is not None and tuple(tip) != (0.0, 0.0)
    )


# The boundary


def _boundary(question: Question, here: Situation) -> Answer:
    line = _line(Facts(_there(here)), here.problem.constant)
    if line[:2] == (0.0, 0.0):
        raise LinlabError("w is 0 there, so there is no boundary.")
    mistakes = []
    if here.then is not None:
        now = _line(Facts(here), here.problem.constant)
        if now[:2] != (0.0, 0.0):
            mistakes.append(Mistake(now, "That is where the line is now. It moves."))
    mistakes += [
        Mistake((*line[:2], 0.0), "You left out the bias: it shifts the line off the origin."),
        Mistake((*line[:2], -line[2]), "The bias shifts the line to the other side."),
    ]
    return Answer(
        line,
        "The boundary is drawn in the plane.",
        "The boundary is as in the picture.",
        distinct(mistakes, line, lambda one, other: one == other),
    )


def _line(there: Facts, bias: bool) -> tuple[float, float, float]:
    return (*_weights(there), float(there.fact("b")) if bias else 0.0)


def _judge_boundary(question: Question, answer: Answer, given: Any) -> Verdict:
    """By its angle, and by how far off its middle is as a share of its length."""
    (x1, y1), (x2, y2) = given
    if (x1, y1) == (x2, y2):
        return Verdict(False, "That is a point, not a line.")
    off, far = _turn_and_shift(given, answer.value)
    degrees = question["tolerance"]
    if off >= 90.0 - degrees:
        otherwise = "That is almost at a right angle to the boundary: it runs along w."
    elif off <= degrees:
        otherwise = "Its direction is right, but it lies too far to one side."
    else:
        otherwise = f"Its direction is off by {number(off, 2)}°."
    return judged(
        off <= degrees and far <= question["shift"],
        answer,
        lambda line: _is_line(given, line, degrees / 2),
        otherwise,
    )


def _page_boundary(question: Question, answer: Answer) -> dict[str, Any]:
    degrees = question["tolerance"]
    return {
        "control": "segment",
        "answer": answer.value,
        "degrees": degrees,
        "shift": question["shift"],
    }


def _turn_and_shift(given: Any, line: tuple[float, float, float]) -> tuple[float, float]:
    """The angle between a segment and a line in degrees, and the distance of the segment's middle
    from the line as a share of its length."""
    (x1, y1), (x2, y2) = given
    w1, w2, b = line
    off = _between((y2 - y1, x1 - x2), (w1, w2))
    far = abs(w1 * (x1 + x2) / 2 + w2 * (y1 + y2) / 2 + b) / math.hypot(w1, w2)
    return min(off, 180.0 - off), far / math.hypot(x2 - x1, y2 - y1)


def _is_line(given: Any, line: tuple[float, float, float], degrees: float) -> bool:
    off, far = _turn_and_shift(given, line)
    return off <= degrees and far <= SHIFT / 2


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


def _another(question: Question, old: Answer, new: Answer) -> bool:
    """Whether w has another direction, or another length that is not far from the old one."""
    before = math.hypot(*old.value[:2])
    after = math.hypot(*new.value[:2])
    if not before or not after or not 1 / LONGER <= after / before <= LONGER:
        return False
    turned = _between(old.value[:2], new.value[:2]) > question["tolerance"]
    return turned or math.dist(old.value, new.value) > LEAST_SHARE * before


THINGS = {
    "w": Thing(
        "arrow",
        "Drag in the plane: the arrow from the origin follows the mouse.",
        frozenset({"weights"}),
        _w,
        _judge_w,
        _draw_w,
        _page_w,
    ),
    "boundary": Thing(
        "segment",
        "Drag a line in the plane, from one end to the other.",
        frozenset({"boundary", "regions"}),
        _boundary,
        _judge_boundary,
        _draw_boundary,
        _page_boundary,
    ),
}


def _thing(question: Question) -> Thing:
    return THINGS[question["answer"]]


def _expressions(value: Any) -> tuple[Expression, Expression]:
    pair = list_of(lambda each: Expression.read(a_text(each)))(value)
    if len(pair) != 2:
        raise LinlabError("It must be two expressions in square brackets, for w₁ and w₂.")
    return pair[0], pair[1]


def _page(question: Question, answer: Answer, here: Situation) -> dict[str, Any]:
    mistakes = [[each.value, each.because] for each in answer.mistakes]
    return {**_thing(question).page(question, answer), "mistakes": mistakes}


DRAG = QuestionKind(
    "drag",
    "Drag",
    TEMPLATE,
    {
        "answer": Field(lambda value: named(value, THINGS, "drag"), needed=True),
        "tolerance": Field(real_number(0, 1e9), default=15.0),  # degrees
        "shift": Field(real_number(0, 1), default=SHIFT),  # of a line, as a share of its length
        "mistakes": mistakes_field(_expressions),
    },
    lambda question, here: _thing(question).answer(question, here),
    lambda question, answer, given: _thing(question).judge(question, answer, given),
    predicts=True,
    shown_by=lambda question: _thing(question).shown_by,
    box=lambda question: _thing(question).box,
    hint=lambda question: _thing(question).hint,
    draw=lambda question, given, answer, area: _thing(question).draw(given, answer, area),
    page=_page,
    task="Draw it in the picture.",
    verbs={"Drag a line": "Draw a line", "Drag the tip": "Draw the tip", "Drag": "Draw"},
    asked_again=_another,
)
