"""Choices with conditions, of which one holds; the answer is the number of a choice. A wrong choice
has its own reason."""

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
"this" = {when = "next_changes", because = "Look at its margin."}
"that" = {when = "not next_changes", because = "Its margin is not above 0."}"""
FIELDS = {"when", "because"}


def _choices(value: Any) -> dict[str, Any]:
    """Texts, each with the condition under which it is right (true and false if the author says
    so) and the reason why it is not, which may be empty."""
    table = a_table('{left = "after.angle > angle", right = "after.angle < angle"}')(value)
    if not 2 <= len(table) <= 8:
        raise LinlabError("There must be two to eight choices.")
    out: dict[str, Any] = {}
    for text, entry in table.items():
        if not text.strip():
            raise LinlabError("A choice needs a text: write it before the =.")
        try:
            out[a_text(text)] = _choice(entry)
        except LinlabError as error:
            raise WrongField(text, str(error)) from None
    return out


def _choice(entry: Any) -> tuple[Expression | bool, str]:
    """The condition and the reason of a choice."""
    when = entry
    because = ""
    if isinstance(entry, dict):
        if "when" not in entry or not set(entry) <= FIELDS:
            raise LinlabError("A choice has the fields “when” and “because”.")
        when = entry["when"]
        because = a_text(entry["because"]) if "because" in entry else ""
    if not isinstance(when, str | bool):
        raise LinlabError(
            "A choice needs the condition under which it is right, in quotes, or true or false."
        )
    return Expression.read(when) if isinstance(when, str) else when, because


def _answer(question: Question, here: Situation) -> Answer:
    holds = [
        when if isinstance(when, bool) else when.holds(Facts(here))
        for when, _ in question["choices"].values()
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
    return Answer(k, question.choices[k])


def _judge(question: Question, answer: Answer, given: int) -> Verdict:
    if given == answer.value:
        return Verdict(True)
    return Verdict(False, question.reasons[given] if question.reasons else "")


def _page(question: Question, answer: Answer, here: Situation) -> dict[str, Any]:
    reasons = question.reasons or ("",) * len(question.choices)
    wrong = [[k, why] for k, why in enumerate(reasons) if why and k != answer.value]
    return {"control": "choices", "answer": answer.value, "mistakes": wrong}


CHOOSE = QuestionKind(
    "choose",
    "Choose one",
    TEMPLATE,
    {"choices": Field(_choices, needed=True, texts=True)},
    _answer,
    _judge,
    answer_field="choices",
    box=lambda question: "choices",
    page=_page,
    own_words=lambda question, given: question.choices[given],
    asked_again=lambda question, old, new: bool(
        old.value == new.value
    ),  # its why explains this one
)
