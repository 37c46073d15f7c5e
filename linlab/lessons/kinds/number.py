"""An expression with a tolerance; the answer is a number."""

from typing import Any

from linlab.engine.document.look import FARTHEST
from linlab.engine.ground.errors import LinlabError
from linlab.engine.ground.numerals import number, read_number
from linlab.lessons.facts.known import Facts
from linlab.lessons.facts.situation import Situation
from linlab.lessons.written.checks import a_text, real_number
from linlab.lessons.written.expressions import Expression, same
from linlab.lessons.written.text import value_text

from .kind import Answer, Field, Question, QuestionKind, Verdict

TEMPLATE = """kind = "number"
ask = "How many mistakes will there be?"
answer = "after.mistakes"
tolerance = 1"""


def _expression(value: Any) -> Expression | float:
    if isinstance(value, str):
        return Expression.read(a_text(value))
    if type(value) in (int, float) and abs(value) <= FARTHEST:
        return float(value)
    raise LinlabError(
        'The answer must be a number, or an expression in quotes such as "after.mistakes".'
    )


def _answer(question: Question, here: Situation) -> Answer:
    asked = question["answer"]
    found = asked.value(Facts(here)) if isinstance(asked, Expression) else asked
    if isinstance(found, bool | str):
        raise LinlabError(f"The answer is {value_text(found)}, but it must be a number.")
    unit = f" {question.unit}" if question.unit else ""
    return Answer(float(found), f"It is {number(found, 4)}{unit}.")


def _judge(question: Question, answer: Answer, given: float) -> Verdict:
    if abs(given - answer.value) <= question["tolerance"] or same(given, answer.value):
        return Verdict(True, f"Yes. {answer.words}")
    return Verdict(False, f"Not {number(given, 4)}. {answer.words}")


NUMBER = QuestionKind(
    "number",
    "A number",
    TEMPLATE,
    {
        "answer": Field(_expression, needed=True),
        "tolerance": Field(real_number(0, 1e9), default=0.0),
        "unit": Field(a_text),
    },
    _answer,
    _judge,
    hint=lambda question: f"a number, in {question.unit}" if question.unit else "a number",
    read=read_number,
    own_words=lambda question, given: number(given, 4),
)
