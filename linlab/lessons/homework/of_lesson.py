"""The tasks of a lesson: its pages whose question can be asked with other points, and answered on
paper."""

from collections.abc import Callable

from linlab.engine.ground.errors import LinlabError
from linlab.lessons.handout.pictures import pictures_of
from linlab.lessons.variants.variant import Unfit, Variant, variant
from linlab.lessons.written.lesson import Lesson

from .copies import Task, can_be_asked

AGAIN = 4  # seeds of a copy that are tried for each page
NONE = (
    "Homework needs questions with a number or a choice whose points can be drawn anew, and this "
    "lesson has none: {}"
)


def lesson_tasks(lesson: Lesson) -> Callable[[int], tuple[Task, ...]]:
    """A function that draws the tasks from a seed; all copies have the same pages."""
    pages = fit_pages(lesson)
    if not pages:
        raise LinlabError(NONE.format("choose another lesson, or give a document."))

    def tasks_of(seed: int) -> tuple[Task, ...]:
        return tuple(_task(_drawn(lesson, page, seed)) for page in pages)

    return tasks_of


def fit_pages(lesson: Lesson) -> tuple[int, ...]:
    """The pages, from 0, that homework can ask."""
    found = []
    for page, step in enumerate(lesson.steps):
        if step.question is None:
            continue
        try:
            if can_be_asked(_task(variant(lesson, page, 0), pictures=False)):
                found.append(page)
        except Unfit:
            continue
    return tuple(found)


def _drawn(lesson: Lesson, page: int, seed: int) -> Variant:
    for again in range(AGAIN):
        try:
            return variant(lesson, page, seed * AGAIN + again)
        except Unfit as error:
            reason = str(error)
    raise LinlabError(
        f"No other points make “{lesson.steps[page].title}” as hard as it is. {reason}"
    )


def _task(drawn: Variant, pictures: bool = True) -> Task:
    shown = drawn.shown
    assert shown.question is not None
    rows = pictures_of(shown, "print") if pictures else ()
    return Task(shown.step.title, shown.step.text, rows, shown.question, drawn.answer, shown.here)
