"""Questions: what is asked, the answer that the engine computes, and how near somebody came to it.

choose   choices with conditions, of which one holds                     answered by the number of a choice
number   an expression, with a tolerance                                 a number
click    the example of the next update, the support vectors, …          ids of points
drag     where w will be, or the boundary that one expects               the tip of an arrow, or two places on a line
curve    a fact over the updates that are played                         its values at these updates
"""

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from linlab.engine.ground.arrays import Floats
from linlab.engine.ground.errors import LinlabError, perhaps
from linlab.engine.ground.harmless import brief
from linlab.engine.ground.numerals import number
from linlab.engine.train.measures import margins, support
from linlab.lessons.facts.known import Facts
from linlab.lessons.facts.numbers import FACTS, optimum_of
from linlab.lessons.facts.situation import Situation
from linlab.lessons.playing import Play
from linlab.lessons.written.blocks import Block
from linlab.lessons.written.expressions import Expression, same
from linlab.lessons.written.faults import Fault
from linlab.lessons.written.text import told

Place = tuple[float, float]
_ABOUT = {True: "Yes, about so", False: "Not quite"}
PLACES = 48  # of a curve that is drawn by hand


@dataclass(frozen=True)
class Question:
    """A question that has been understood."""

    kind: str
    ask: str
    choices: tuple[str, ...] = ()
    conditions: tuple[Expression | bool, ...] = ()
    answer: Any = (
        None  # Expression, number, name of a set or of what is dragged, or numbers of examples
    )
    tolerance: float = 0.0
    unit: str = ""
    why: str = ""


@dataclass(frozen=True)
class Answer:
    """What the engine says: the value, and the sentence that tells it."""

    value: Any
    words: str


@dataclass(frozen=True)
class Verdict:
    """How somebody's answer stands beside the engine's. Nothing is graded: `words` say what is
    so."""

    right: bool
    words: str


@dataclass(frozen=True)
class Kind:
    """One kind of question: which fields it needs and may have, how its answer is found, and how
    one is judged."""

    title: str
    needs: tuple[str, ...]
    may: tuple[str, ...]
    answered: Callable[[Question, Situation], Answer]
    judged: Callable[[Question, Answer, Any], Verdict]
    tolerance: float = 0.0
    help: str = ""
    predicts: bool = False  # it asks what comes of what the step plays
    sets: Mapping[str, Any] = field(default_factory=dict)


def question_of(block: Block) -> tuple[Question | None, list[Fault]]:
    """The question of a block, or what is wrong with it."""
    values, faults = block.values, []
    for name in ("kind", "ask"):
        if name not in values:
            faults.append(block.fault(f"A question has the field “{name}”.", name))
    if faults:
        return None, faults
    kind = KINDS[values["kind"]]
    for name in kind.needs:
        if name not in values:
            faults.append(
                block.fault(
                    f"A question of the kind “{values['kind']}” has the field “{name}”.", name
                )
            )
    for name in values:
        if name not in ("kind", "ask", "why", *kind.needs, *kind.may):
            faults.append(
                block.fault(f"A question of the kind “{values['kind']}” has no “{name}”.", name)
            )
    answer = values.get("answer")
    try:
        answer = _answer(values["kind"], answer)
    except LinlabError as error:
        faults.append(block.fault(str(error), "answer"))
    if faults:
        return None, faults
    choices = values.get("choices", {})
    return Question(
        values["kind"],
        values["ask"],
        tuple(choices),
        tuple(choices.values()),
        answer,
        values.get("tolerance", kind.tolerance),
        values.get("unit", ""),
        values.get("why", ""),
    ), []


def texts_of(block: Block) -> Iterator[tuple[str, str]]:
    """The fields of a question that are texts, in which facts may stand: a choice is its own
    field."""
    yield from ((name, block.values[name]) for name in ("ask", "why") if name in block.values)
    yield from ((choice, choice) for choice in block.values.get("choices", ()))


def _answer(kind: str, given: Any) -> Any:
    sets = KINDS[kind].sets
    if kind == "number":
        return (
            Expression.read(given)
            if isinstance(given, str)
            else float(given)
            if isinstance(given, float)
            else _not(given)
        )
    if kind == "click" and isinstance(given, tuple):
        return given
    if kind in ("click", "drag", "curve") and given is not None and given not in sets:
        shown = brief(str(given))
        raise LinlabError(
            f"There is no “{shown}” to {kind}{perhaps(shown, sets)}: it is one of {', '.join(sets)}."
        )
    return given


def _not(given: Any) -> Any:
    raise LinlabError(
        'The answer is a number, or in quotes an expression such as "after.mistakes".'
    )


def predicts(question: Question) -> bool:
    """Whether it asks what will be when the step has played."""
    asked = (question.answer, *question.conditions)
    return KINDS[question.kind].predicts or any(
        name.split(".")[0] == "after"
        for each in asked
        if isinstance(each, Expression)
        for name in each.names
    )


def answer_of(question: Question, here: Situation) -> Answer:
    """What the engine says."""
    return KINDS[question.kind].answered(question, here)


def judge(question: Question, answer: Answer, given: Any) -> Verdict:
    """How what was given stands beside it."""
    return KINDS[question.kind].judged(question, answer, given)


# Choose


def _choice(question: Question, here: Situation) -> Answer:
    holds = [
        each if isinstance(each, bool) else each.holds(Facts(here)) for each in question.conditions
    ]
    if sum(holds) != 1:
        those = ", ".join(
            f"“{brief(text)}”" for text, each in zip(question.choices, holds, strict=True) if each
        )
        raise LinlabError(
            f"One choice must be right, but these are: {those}."
            if those
            else "None of the choices is right."
        )
    k = holds.index(True)
    return Answer(k, f"It is: {question.choices[k]}.")


def _judge_choice(question: Question, answer: Answer, given: int) -> Verdict:
    right = given == answer.value
    words = (
        f"Yes: {question.choices[answer.value]}."
        if right
        else f"Not {question.choices[given]}. {answer.words}"
    )
    return Verdict(right, words)


# Number


def _number(question: Question, here: Situation) -> Answer:
    found = (
        question.answer.value(Facts(here))
        if isinstance(question.answer, Expression)
        else question.answer
    )
    if isinstance(found, bool | str):
        raise LinlabError(f"The answer is {told(found)}, but it must be a number.")
    unit = f" {question.unit}" if question.unit else ""
    return Answer(float(found), f"It is {number(found, 4)}{unit}.")


def _judge_number(question: Question, answer: Answer, given: float) -> Verdict:
    right = abs(given - answer.value) <= question.tolerance or same(given, answer.value)
    return Verdict(
        right, f"Yes. {answer.words}" if right else f"Not {number(given, 4)}. {answer.words}"
    )


# Click


def _next(here: Situation) -> Sequence[int]:
    return [int(each) for each in here.next.ids]


def _next_change(here: Situation) -> Sequence[int]:
    t = Play.read("to the next change").end(here)
    step = here.trace.step(t)
    return [] if step is None else [int(each) for each in step.ids]


def _supports(here: Situation) -> Sequence[int]:
    return [int(each) for each in here.problem.ids[support(here.model)]]


def _wrong(here: Situation) -> Sequence[int]:
    return [int(each) for each in here.problem.ids[margins(here.model) <= 0]]


def _nearest(here: Situation) -> Sequence[int]:
    found = margins(here.model)
    return [
        int(each) for each in here.problem.ids[np.abs(found) <= np.abs(found).min() * (1 + 1e-9)]
    ]


def _optimal(here: Situation) -> Sequence[int]:
    best = optimum_of(here.problem)
    return [int(here.problem.ids[k]) for k in sorted({*best.free.tolist(), *best.bounded.tolist()})]


CLICKED: dict[str, Callable[[Situation], Sequence[int]]] = {
    "next": _next,
    "next change": _next_change,
    "supports": _supports,
    "optimum supports": _optimal,
    "wrong": _wrong,
    "nearest": _nearest,
}


def _clicked(question: Question, here: Situation) -> Answer:
    if isinstance(question.answer, tuple):
        numbers = question.answer
        strange = next((each for each in numbers if each > here.problem.n), None)
        if strange is not None:
            raise LinlabError(f"There is no example {strange}: there are {here.problem.n}.")
        found = [int(here.problem.ids[each - 1]) for each in numbers]
    else:
        found = list(CLICKED[question.answer](here))
    if not found:
        raise LinlabError("No example is the answer here.")
    examples = sorted(int(np.flatnonzero(here.problem.ids == id)[0]) + 1 for id in found)
    shown = ", ".join(map(str, examples[:12])) + (" …" if len(examples) > 12 else "")
    words = (
        f"It is example {shown}."
        if len(found) == 1
        else f"They are the {len(found)} examples {shown}."
    )
    return Answer(frozenset(found), words)


def _judge_clicked(question: Question, answer: Answer, given: frozenset[int]) -> Verdict:
    right, hit = given == answer.value, len(given & answer.value)
    if right:
        return Verdict(True, f"Yes. {answer.words}")
    if len(answer.value) == 1:
        return Verdict(False, f"Not that one. {answer.words}")
    others = f", and clicked {len(given) - hit} that are none" if len(given) > hit else ""
    return Verdict(False, f"You found {hit} of {len(answer.value)}{others}. {answer.words}")


# Drag


def _dragged(question: Question, here: Situation) -> Answer:
    there = Facts(here.after if here.then is not None else here)
    w = [there.fact("w1"), there.fact("w2")]
    if question.answer == "w":
        return Answer(
            (float(w[0]), float(w[1])), f"w is ({number(float(w[0]))}, {number(float(w[1]))})."
        )
    if w == [0.0, 0.0]:
        raise LinlabError("w is 0 there, so there is no boundary.")
    b = float(there.fact("b")) if here.problem.constant else 0.0
    return Answer((float(w[0]), float(w[1]), b), "The boundary is drawn in the plane.")


def _judge_dragged(question: Question, answer: Answer, given: Any) -> Verdict:
    if question.answer == "w":
        off = _between(given, answer.value)
        length = math.hypot(*answer.value)
        apart = math.hypot(given[0] - answer.value[0], given[1] - answer.value[1])
        about = length / 2 <= math.hypot(*given) <= 2 * length
        right = apart <= max(0.25 * length, 1e-9) or (off <= question.tolerance and about)
        return Verdict(
            right, f"{_ABOUT[right]}: yours is {number(off, 2)}° from it. {answer.words}"
        )
    (x1, y1), (x2, y2) = given
    if (x1, y1) == (x2, y2):
        return Verdict(False, f"That is a place, not a line. {answer.words}")
    off = _between((y2 - y1, x1 - x2), answer.value[:2])
    off = min(off, 180.0 - off)
    middle = ((x1 + x2) / 2, (y1 + y2) / 2)
    far = abs(
        answer.value[0] * middle[0] + answer.value[1] * middle[1] + answer.value[2]
    ) / math.hypot(*answer.value[:2])
    right = off <= question.tolerance and far <= 0.35 * math.hypot(x2 - x1, y2 - y1)
    return Verdict(
        right,
        f"{_ABOUT[right]}: yours is turned by {number(off, 2)}° and its middle lies "
        f"{number(far, 2)} away. {answer.words}",
    )


def _between(one: Sequence[float], other: Sequence[float]) -> float:
    """Degrees between two arrows, 180 if one of them is none."""
    a, b = math.hypot(*one), math.hypot(*other)
    if a == 0.0 or b == 0.0:
        return 0.0 if a == b else 180.0
    return math.degrees(
        math.acos(max(-1.0, min(1.0, (one[0] * other[0] + one[1] * other[1]) / (a * b))))
    )


# Curve


def moments(here: Situation) -> Any:
    """The updates at which a curve is asked for: from the one that is shown to the one at which the
    play ends."""
    return np.unique(np.linspace(here.at, here.after.at, PLACES).round().astype(int))


def _curve(question: Question, here: Situation) -> Answer:
    values = [
        float(Facts(replace(here, t=int(t), then=None)).fact(question.answer))
        for t in moments(here)
    ]
    return Answer(np.array(values), f"It goes from {number(values[0])} to {number(values[-1])}.")


def _judge_curve(question: Question, answer: Answer, given: Floats) -> Verdict:
    reach = max(float(np.ptp(answer.value)), 0.1 * float(np.abs(answer.value).max()), 1e-9)
    off = float(np.mean(np.abs(np.asarray(given) - answer.value))) / reach
    right = off <= question.tolerance
    return Verdict(
        right,
        f"{_ABOUT[right]}: yours is off by {number(100 * off, 2)} % of its height on "
        f"average. {answer.words}",
    )


_CURVES = {
    name: FACTS[name].help
    for name in (
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
}

KINDS: dict[str, Kind] = {
    "choose": Kind("Choose one", ("choices",), (), _choice, _judge_choice),
    "number": Kind("A number", ("answer",), ("tolerance", "unit"), _number, _judge_number),
    "click": Kind("Click examples", ("answer",), (), _clicked, _judge_clicked, help="Click in the plane.", sets=CLICKED),
    "drag": Kind("Drag", ("answer",), ("tolerance",), _dragged, _judge_dragged, 15.0, "Drag in the plane.", True,
                 {"w": "the tip of w", "boundary": "the boundary"}),
    "curve": Kind("Draw the curve", ("answer",), ("tolerance",), _curve, _judge_curve, 0.15, "Draw it with the mouse.", True,
                  _CURVES),
}  # fmt: skip
