"""The answers given in a lesson, to keep or to print. Nothing is graded: each question, the answer,
and the right answer."""

import html
import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from linlab.lessons.kinds.kind import Question, Verdict
from linlab.lessons.written.lesson import Lesson

from .prepared import Prepared

TAGS = re.compile(r"<[^>]*>")


@dataclass(frozen=True)
class Given:
    """An answer, and how it compares with the engine's; None: shown without answering."""

    value: Any
    verdict: Verdict | None
    earlier: bool = False  # whether it was given before the lesson was left and opened again


@dataclass(frozen=True)
class Line:
    """A question and its answer, as HTML."""

    step: str
    ask: str
    answered: str
    so: str


def lines(lesson: Lesson, steps: list[Prepared], given: Mapping[int, Given]) -> list[Line]:
    """Every question of the lesson."""
    out = []
    for k, step in enumerate(steps):
        if step.question is None or step.answer is None:
            continue
        title = f"{k + 1}. {html.escape(step.step.title)}"
        own = _own(step.question, given.get(k))
        out.append(Line(title, step.question.ask, own, step.answer.words))
    return out


def _own(question: Question, given: Given | None) -> str:
    if given is None:
        return "not answered"
    if given.verdict is None:
        return "looked at the answer"
    if question.kind.own_words is not None:
        return question.kind.own_words(question, given.value)
    return "right" if given.verdict.right else "something else"


def ended(sentence: str) -> str:
    """The same with a full stop, unless it ends with one or with another such mark."""
    words = TAGS.sub("", sentence).rstrip().rstrip("”’)")
    return sentence if not words or words[-1] in ".!?…:" else f"{sentence.rstrip()}."


def as_html(lesson: Lesson, found: list[Line]) -> str:
    """The summary as an HTML page."""
    parts = [f"<h2>{html.escape(lesson.title)}</h2>"]
    for line in found:
        parts.append(
            f"<p><b>{line.step}</b><br>{line.ask}<br>You: {line.answered}.<br>The lab: {ended(line.so)}</p>"
        )
    return "".join(parts) if found else "".join(parts) + "<p>There were no questions.</p>"
