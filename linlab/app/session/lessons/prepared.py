"""A step made ready to be shown: its state, the answer to its question and its texts, with their
facts filled in.

All of it may take a while, so it is done in another thread before anybody asks.
"""

import html
from dataclasses import dataclass, replace

from linlab.engine.ground.errors import LinlabError
from linlab.engine.ground.harmless import brief
from linlab.engine.words.explain import explain
from linlab.lessons.facts.known import Facts
from linlab.lessons.questions import Answer, answer_of
from linlab.lessons.shown import Shown, shown_step
from linlab.lessons.written.lesson import Lesson, Step
from linlab.lessons.written.tags import formula_tag, picture_tag
from linlab.lessons.written.text import as_html


@dataclass(frozen=True)
class Texts:
    """The texts of a step, as HTML."""

    text: str = ""
    ask: str = ""
    choices: tuple[str, ...] = ()
    why: str = ""


@dataclass(frozen=True)
class Prepared:
    """A step that can be shown, the words of its answer as HTML; `trouble` says why it cannot be,
    or why its question has no answer."""

    step: Step
    texts: Texts
    shown: Shown | None = None
    answer: Answer | None = None
    trouble: str = ""


def plain(step: Step) -> Prepared:
    """A step of which nothing is known yet: its texts, with an ellipsis for each fact."""
    question = step.question.values if step.question is not None else {}
    choices = tuple(_line(str(each)) for each in question.get("choices", ()))
    return Prepared(
        step,
        Texts(
            as_html(step.text, formula_tag, picture_tag), _line(question.get("ask", "")), choices
        ),
    )


def prepare(lesson: Lesson, step: Step, before: Shown | None) -> Prepared:
    """All of it; whatever is wrong is told in its place."""
    try:
        shown = shown_step(step, before, lesson.files)
    except LinlabError as error:
        return Prepared(step, plain(step).texts, trouble=str(error))
    facts, question, answer, trouble = Facts(shown.here), shown.question, None, ""
    ask = _line(question.ask, facts) if question is not None else ""
    choices = tuple(_line(each, facts) for each in question.choices) if question is not None else ()
    if question is not None:
        try:
            answer = answer_of(question, shown.here)
            words = f"It is: {choices[answer.value]}." if choices else html.escape(answer.words)
            answer = replace(answer, words=words)
        except LinlabError as error:
            trouble = str(error)
    why = (question.why if question is not None else "") or _why(shown)
    text, after = (
        as_html(each, formula_tag, picture_tag, facts) if each else "" for each in (step.text, why)
    )
    texts = Texts(text, ask, choices, after)
    return Prepared(step, texts, shown, answer, trouble)


def _line(text: str, facts: Facts | None = None) -> str:
    """A line of HTML, without a paragraph around it."""
    return (
        as_html(text, formula_tag, lambda name, shows: brief(shows), facts)
        .strip()
        .removeprefix("<p>")
        .removesuffix("</p>")
    )


def _why(shown: Shown) -> str:
    """What the update did, in words, where a question is about a single one and its author says
    nothing."""
    if shown.question is None or shown.end != shown.look.t + 1:
        return ""
    trace = shown.here.trace
    step = trace.step(shown.end)
    return (
        ""
        if step is None
        else explain(step, trace.problem(shown.look.t).learner).replace("$", "\\$")
    )
