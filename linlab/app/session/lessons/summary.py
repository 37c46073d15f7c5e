"""What somebody answered in a lesson, to keep or to print. Nothing is graded: each question, the answer, and what is so."""

import html
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from linlab.engine.ground.numerals import number
from linlab.lessons.questions import Verdict
from linlab.lessons.written.lesson import Lesson
from linlab.lessons.written.text import plain

from .prepared import Prepared


@dataclass(frozen=True)
class Given:
    """What somebody answered, and how it stands beside the engine's answer; None: they looked without answering."""

    value: Any
    verdict: Verdict | None


@dataclass(frozen=True)
class Line:
    """A question and what came of it."""

    step: str
    ask: str
    answered: str
    so: str


def lines(lesson: Lesson, steps: list[Prepared], given: Mapping[int, Given]) -> list[Line]:
    """Every question of the lesson."""
    out = []
    for k, step in enumerate(steps):
        if step.shown is None or step.shown.question is None or step.answer is None:
            continue
        question, own = step.shown.question, given.get(k)
        out.append(Line(f"{k + 1}. {step.step.title}", plain(question.ask), _own(question.choices, own), step.answer.words))
    return out


def _own(choices: tuple[str, ...], given: Given | None) -> str:
    if given is None:
        return "not answered"
    if given.verdict is None:
        return "looked at the answer"
    if choices:
        return plain(choices[given.value])
    if isinstance(given.value, float):
        return number(given.value, 4)
    return "about so" if given.verdict.right else "something else"


def as_html(lesson: Lesson, found: list[Line]) -> str:
    """As a page."""
    parts = [f"<h2>{html.escape(lesson.title)}</h2>"]
    for line in found:
        step, ask, own, so = (html.escape(each) for each in (line.step, line.ask, line.answered, line.so))
        parts.append(f"<p><b>{step}</b><br>{ask}<br>You: {own}.<br>The lab: {so}</p>")
    return "".join(parts) if found else "".join(parts) + "<p>There was no question.</p>"
