"""The questions of a lesson: what a block asks, the answer that the engine computes, and how close
the user's answer is. Each kind has a file in `kinds`."""

from collections.abc import Iterator, Mapping
from typing import Any

from linlab.lessons.facts.situation import Situation
from linlab.lessons.kinds.kind import Answer, Mistake, Question, Verdict
from linlab.lessons.kinds.table import QUESTION_KINDS
from linlab.lessons.written.blocks import Block
from linlab.lessons.written.expressions import Expression
from linlab.lessons.written.faults import Fault


def question_of(block: Block) -> tuple[Question | None, list[Fault]]:
    """The question of a block, or its faults."""
    values = block.values
    faults = []
    for name in ("kind", "ask"):
        if name not in values:
            faults.append(block.fault(f"A question needs the field “{name}”.", name))
    if faults:
        return None, faults
    kind = QUESTION_KINDS[values["kind"]]
    for name, field in kind.fields.items():
        if field.needed and name not in values:
            faults.append(
                block.fault(f"A question of the kind “{kind.key}” needs the field “{name}”.", name)
            )
    for name in values:
        if name not in ("kind", "ask", "why", "reveal", *kind.fields):
            faults.append(
                block.fault(f"A question of the kind “{kind.key}” has no “{name}”.", name)
            )
    if faults:
        return None, faults
    own = {name: values.get(name, field.default) for name, field in kind.fields.items()}
    why = values.get("why", "")
    choices, reasons = choices_of(block), reasons_of(block)
    reveal = values.get("reveal", "")
    return Question(kind, values["ask"], why, own, choices, reasons, reveal), []


def choices_of(block: Block) -> tuple[str, ...]:
    """The texts to choose from, if its kind has any."""
    kind = QUESTION_KINDS.get(block.values.get("kind", ""))
    return tuple(block.values.get("choices", ())) if kind and "choices" in kind.fields else ()


def reasons_of(block: Block) -> tuple[str, ...]:
    """Why each of the choices is wrong; empty where the author does not say."""
    return tuple(block.values["choices"][text][1] for text in choices_of(block))


def texts_of(block: Block) -> Iterator[tuple[str, str, str]]:
    """The texts of a question that may contain facts, each with its field and the field around it:
    a choice is its own field."""
    for name in ("ask", "why"):
        if name in block.values:
            yield name, name, block.values[name]
    kind = QUESTION_KINDS.get(block.values.get("kind", ""))
    for name, field in kind.fields.items() if kind else ():
        if field.texts and name in block.values:
            found = block.values[name]
            yield from [(name, name, found)] if isinstance(found, str) else _texts(name, found)


def _texts(field: str, found: Any) -> Iterator[tuple[str, str, str]]:
    """The texts of choices and their reasons, or the reasons of mistakes."""
    if not isinstance(found, Mapping):
        yield from ((field, field, each.because) for each in found)
        return
    for text, (_, because) in found.items():
        yield text, field, text
        if because:
            yield text, field, because


def predicts(question: Question) -> bool:
    """Whether it asks about the state after the page has played."""
    return question.kind.predicts or any(
        name.split(".")[0] == "after"
        for each in _expressions(tuple(question.values.values()))
        for name in each.names
    )


def _expressions(value: Any) -> Iterator[Expression]:
    """The expressions in a value of a field, at any depth."""
    if isinstance(value, Mistake):
        yield from _expressions(value.value)
    elif isinstance(value, Expression):
        yield value
    elif isinstance(value, dict | tuple):
        for each in value.values() if isinstance(value, dict) else value:
            yield from _expressions(each)


def answer_of(question: Question, here: Situation) -> Answer:
    """The engine's answer."""
    return question.kind.answer(question, here)


def judge(question: Question, answer: Answer, given: Any) -> Verdict:
    """How the given answer compares with it."""
    return question.kind.judge(question, answer, given)
