"""Choices with conditions, of which one holds; the answer is the number of a choice."""

from typing import Any

from linlab.engine.ground.errors import LinlabError
from linlab.engine.ground.sanitise import shorten
from linlab.lessons.facts.known import Facts
from linlab.lessons.facts.situation import Situation
from linlab.lessons.written.checks import a_table, a_text
from linlab.lessons.written.expressions import Expression
from linlab.lessons.written.faults import WrongField

from .kind import Answer, Field, Question, QuestionKind, Verdict

TEMPLATE = """kind = "choose"
ask = "Which of them?"
why = "Because it is so."

[choices]
"this" = "next_changes"
"that" = "not next_changes\""""


def _choices(value: Any) -> dict[str, Any]:
    """Texts, each with the condition under which it is right; true and false if the author says so."""
    table = a_table('{left = "after.angle > angle", right = "after.angle < angle"}')(value)
    if not 2 <= len(table) <= 8:
        raise LinlabError("There must be two to eight choices.")
    out: dict[str, Any] = {}
    for text, when in table.items():
        if not text.strip():
            raise LinlabError("A choice needs a text: write it before the =.")
        if not isinstance(when, str | bool):
            raise WrongField(
                text,
                "A choice needs the condition under which it is right, in quotes, or true or false.",
            )
        try:
            out[a_text(text)] = Expression.read(when) if isinstance(when, str) else when
        except LinlabError as error:
            raise WrongField(text, str(error)) from None
    return out


def _answer(question: Question, here: Situation) -> Answer:
    holds = [
        each if isinstance(each, bool) else each.holds(Facts(here))
        for each in question["choices"].values()
    ]
    if sum(holds) != 1:
        those = ", ".join(
            f"“{shorten(text)}”" for text, each in zip(question.choices, holds, strict=True) if each
        )
        raise LinlabError(
            f"Exactly one choice must be right, but these are: {those}."
            if those
            else "None of the choices is right."
        )
    k = holds.index(True)
    return Answer(k, f"It is: {question.choices[k]}.")


def _judge(question: Question, answer: Answer, given: int) -> Verdict:
    if given == answer.value:
        return Verdict(True, f"Yes: {question.choices[given]}.")
    return Verdict(False, f"Not {question.choices[given]}. {answer.words}")


CHOOSE = QuestionKind(
    "choose",
    "Choose one",
    TEMPLATE,
    {"choices": Field(_choices, needed=True, texts=True)},
    _answer,
    _judge,
    answer_field="choices",
    box=lambda question: "choices",
    own_words=lambda question, given: question.choices[given],
)
