"""What only the speaker reads, as HTML: notes, the answer to a question, and the teacher's notes of
a lesson."""

import html
from typing import TYPE_CHECKING

from linlab.engine.ground.errors import LinlabError
from linlab.engine.ground.sanitise import shorten
from linlab.lessons.written.tags import formula_tag
from linlab.lessons.written.text import as_html

if TYPE_CHECKING:
    from linlab.app.session.lessons.lesson_run import LessonRun

LETTERS = "ABCDEFGH"
NO_NOTES = "This document has no notes; Ctrl+I adds some."


def notes_html(notes: str) -> str:
    """Notes in Markdown; what cannot be read as such is shown as it was written.

    >>> notes_html("- ask *who* moves")
    '<ul>\\n<li>ask <em>who</em> moves</li>\\n</ul>\\n'
    """
    try:
        return as_html(notes, formula_tag, lambda name, shows: html.escape(shorten(shows)))
    except LinlabError:
        return f"<p>{html.escape(notes)}</p>"


def answer_html(lesson: "LessonRun | None") -> str:
    """The answer to the question of this page, also before the audience sees it."""
    if lesson is None or not lesson.active:
        return ""
    step = lesson.step
    if step.answer is None or not step.texts.ask:
        return ""
    value = step.answer.value
    choices = step.texts.choices
    known = isinstance(value, int) and not isinstance(value, bool) and 0 <= value < len(choices)
    words = f"{LETTERS[value]}&nbsp; {choices[value]}" if known else step.answer.words
    return f"<p><b>{words}</b></p>{step.texts.why}"


def teacher_html(lesson: "LessonRun | None") -> str:
    """The notes for the teacher of a lesson."""
    if lesson is None or lesson.lesson is None or lesson.lesson.teacher is None:
        return ""
    return notes_html(lesson.lesson.teacher.markdown)
