"""A page ready to be shown: its state, the answer to its question, and its texts with their facts
filled in.

This may take a while, so it is done in another thread beforehand.
"""

from dataclasses import dataclass, replace

from linlab.engine.ground.errors import LinlabError
from linlab.engine.ground.sanitise import shorten
from linlab.engine.words.explain import explain
from linlab.lessons.facts.known import Facts
from linlab.lessons.glossary.marking import marked
from linlab.lessons.kinds.kind import Answer, Question
from linlab.lessons.marking import Mark, marks_of
from linlab.lessons.questions import answer_of, choices_of
from linlab.lessons.shown import Shown, shown_step
from linlab.lessons.spoilers import NOTHING, Telling, telling
from linlab.lessons.written.lesson import Lesson, Step
from linlab.lessons.written.tags import formula_tag, picture_tag
from linlab.lessons.written.text import as_html, filled, html_of


@dataclass(frozen=True)
class Texts:
    """The texts of a page, as HTML."""

    text: str = ""
    ask: str = ""
    choices: tuple[str, ...] = ()
    why: str = ""


@dataclass(frozen=True)
class Prepared:
    """A page that can be shown, with its question and answer as HTML; `trouble` says why it cannot
    be shown, or why its question has no answer."""

    step: Step
    texts: Texts
    shown: Shown | None = None
    question: Question | None = None
    answer: Answer | None = None
    trouble: str = ""
    marks: tuple[Mark, ...] = ()  # what the page marks in the plane
    telling: Telling = NOTHING  # what would answer its question


def plain(step: Step) -> Prepared:
    """A page before it is prepared: its texts, with an ellipsis for each fact."""
    text = _page_html(step.text)
    asked = step.question
    if asked is None:
        return Prepared(step, Texts(text))
    choices = tuple(line_of_html(each) for each in choices_of(asked))
    return Prepared(step, Texts(text, line_of_html(asked.values.get("ask", "")), choices))


def prepare(lesson: Lesson, step: Step, before: Shown | None) -> Prepared:
    """Prepare everything; an error is reported in its place."""
    try:
        shown = shown_step(step, before, lesson.files)
    except LinlabError as error:
        return Prepared(step, plain(step).texts, trouble=str(error))
    facts = Facts(shown.here)
    text = _page_html(step.text, facts) if step.text else ""
    if shown.question is None:
        return Prepared(step, Texts(text), shown, marks=_marks(shown))
    question = _in_html(shown.question, facts)
    answer = None
    trouble = ""
    try:
        answer = answer_of(shown.question, shown.here)
        mistakes = tuple(
            replace(each, because=line_of_html(each.because, facts)) for each in answer.mistakes
        )
        answer = replace(answer, words=line_of_html(answer.words, facts), mistakes=mistakes)
    except LinlabError as error:
        trouble = str(error)
    why = question.why or _why(shown)
    after = as_html(why, formula_tag, picture_tag, facts) if why else ""
    texts = Texts(text, question.ask, question.choices, after)
    secret = NOTHING if answer is None else telling(shown)
    return Prepared(step, texts, shown, question, answer, trouble, _marks(shown), secret)


def _marks(shown: Shown) -> tuple[Mark, ...]:
    try:
        return marks_of(shown)
    except LinlabError:  # nothing can be trained here, and the page says so elsewhere
        return ()


def _page_html(text: str, facts: Facts | None = None) -> str:
    """The text of a page, with links from its terms to the glossary."""
    return html_of(marked(filled(text, facts)), formula_tag, picture_tag)


def _in_html(question: Question, facts: Facts) -> Question:
    """The same with its texts as lines of HTML, except the explanation, which may be long."""
    texts = {
        name: line_of_html(question[name], facts)
        for name, field in question.kind.fields.items()
        if field.texts and isinstance(question[name], str)
    }
    return replace(
        question,
        ask=line_of_html(question.ask, facts),
        values={**question.values, **texts},
        choices=tuple(line_of_html(each, facts) for each in question.choices),
        reasons=tuple(line_of_html(each, facts) for each in question.reasons),
    )


def line_of_html(text: str, facts: Facts | None = None) -> str:
    """A line of HTML, without a paragraph around it."""
    return (
        as_html(text, formula_tag, lambda name, shows: shorten(shows), facts)
        .strip()
        .removeprefix("<p>")
        .removesuffix("</p>")
    )


def _why(shown: Shown) -> str:
    """What the step did, in words, if a question is about a single step and its author gives no
    explanation."""
    if shown.question is None or shown.end != shown.look.t + 1:
        return ""
    trace = shown.here.trace
    step = trace.step(shown.end)
    return (
        ""
        if step is None
        else explain(step, trace.problem(shown.look.t).learner).replace("$", "\\$")
    )
