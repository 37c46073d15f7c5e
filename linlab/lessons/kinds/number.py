"""An expression with a tolerance; the answer is a number, typed as 6/14, 0.43, 43 % or 1e-3."""

from typing import Any

from linlab.engine.document.look import FARTHEST
from linlab.engine.ground.errors import LinlabError
from linlab.engine.ground.numerals import number, read_number
from linlab.lessons.facts.known import Facts
from linlab.lessons.facts.situation import Situation
from linlab.lessons.written.checks import a_text, real_number
from linlab.lessons.written.expressions import Expression, same
from linlab.lessons.written.text import value_text

from .kind import Answer, Field, Mistake, Question, QuestionKind, Verdict
from .mistakes import distinct, judged, mistakes_field, own_mistakes
from .slips import slips

TEMPLATE = """kind = "number"
ask = "How many mistakes will there be?"
answer = "after.mistakes"
tolerance = 1"""
SIDE = "The right number is {}."
LARGER = 3.0  # times the old answer: how large one with other points may be
DIGITS = 0.005  # of a recognised mistake: people round to two or three digits


def _expression(value: Any) -> Expression | float:
    if isinstance(value, str):
        return Expression.read(a_text(value))
    if type(value) in (int, float) and abs(value) <= FARTHEST:
        return float(value)
    raise LinlabError(
        'The answer must be a number, or an expression in quotes such as "after.mistakes".'
    )


def read_answer(question: Question, text: str) -> float | None:
    """A number as a student types it. A share may be typed in percent; where the answer is in
    percent, the sign changes nothing.

    >>> from types import SimpleNamespace as asked
    >>> [read_answer(asked(unit=""), text) for text in ("6/14", "43 %", "1e-3", "1/0", "x")]
    [0.42857142857142855, 0.43, 0.001, None, None]
    >>> read_answer(asked(unit="%"), "43 %")
    43.0
    """
    plain = text.strip()
    in_percent = plain.endswith("%")
    parts = [read_number(each) for each in plain.removesuffix("%").split("/")]
    if len(parts) > 2 or None in parts:
        return None
    value = float(parts[0] or 0.0)
    if len(parts) == 2:
        if not parts[1]:
            return None
        value /= parts[1]
    return value / 100 if in_percent and question.unit != "%" else value


def _value(asked: Expression | float, here: Situation) -> float:
    found = asked.value(Facts(here)) if isinstance(asked, Expression) else asked
    if isinstance(found, bool | str):
        raise LinlabError(f"The answer is {value_text(found)}, but it must be a number.")
    return float(found)


def _answer(question: Question, here: Situation) -> Answer:
    asked = question["answer"]
    found = _value(asked, here)
    unit = f" {question.unit}" if question.unit else ""
    mistakes = [*own_mistakes(question, lambda each: _value(each, here))]
    if isinstance(asked, Expression):
        mistakes += slips(asked, here, found)
    if found:
        mistakes += [
            Mistake(-found, "The size is right, but the sign is not."),
            Mistake(100 * found, "That is 100 times too much: percent and shares are mixed up."),
            Mistake(found / 100, "That is 100 times too little: percent and shares are mixed up."),
        ]
    near = max(question["tolerance"], 1e-9 * abs(found))
    return Answer(
        found,
        f"It is {number(found, 4)}{unit}.",
        mistakes=distinct(mistakes, found, lambda one, other: abs(one - other) <= near),
    )


def _judge(question: Question, answer: Answer, given: float) -> Verdict:
    right = abs(given - answer.value) <= question["tolerance"] or same(given, answer.value)
    side = "larger" if answer.value > given else "smaller"
    return judged(
        right,
        answer,
        lambda value: abs(given - value) <= DIGITS * abs(value) or same(given, value),
        SIDE.format(side),
    )


def _page(question: Question, answer: Answer, here: Situation) -> dict[str, Any]:
    return {
        "control": "line",
        "answer": answer.value,
        "tolerance": max(question["tolerance"], 1e-9 * abs(answer.value)),
        "digits": DIGITS,
        "percent": question.unit == "%",
        "mistakes": [[each.value, each.because] for each in answer.mistakes],
        "larger": SIDE.format("larger"),
        "smaller": SIDE.format("smaller"),
    }


def _again(question: Question, old: Answer, new: Answer) -> bool:
    """Whether it is another number with no more decimals, about as large, and larger than the
    tolerance."""
    if _judge(question, new, old.value).right or decimals(new.value) > decimals(old.value):
        return False
    size = max(abs(old.value), 1.0)
    least = 2 * question["tolerance"] if abs(old.value) > 2 * question["tolerance"] else 0.0
    return bool(least <= abs(new.value) <= LARGER * size)


def decimals(value: float) -> int:
    """How many decimals a number has, up to six.

    >>> decimals(3.0), decimals(-0.25), decimals(1 / 3)
    (0, 2, 6)
    """
    return next((d for d in range(6) if same(round(value, d), value)), 6)


NUMBER = QuestionKind(
    "number",
    "A number",
    TEMPLATE,
    {
        "answer": Field(_expression, needed=True),
        "tolerance": Field(real_number(0, 1e9), default=0.0),
        "unit": Field(a_text),
        "mistakes": mistakes_field(_expression),
    },
    _answer,
    _judge,
    hint=lambda question: f"a number, in {question.unit}" if question.unit else "a number",
    read=read_answer,
    page=_page,
    own_words=lambda question, given: number(given, 4),
    asked_again=_again,
)
