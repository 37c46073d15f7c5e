"""Where a lesson goes on that was left before it was finished: at which page, and with which
answers."""

from collections.abc import Mapping

from linlab.engine.ground.errors import LinlabError
from linlab.lessons.progress.records import Attempt, LessonProgress
from linlab.lessons.progress.values import from_json
from linlab.lessons.questions import judge
from linlab.lessons.written.lesson import Lesson

from .prepared import Prepared
from .summary import Given


def page_to_return_to(lesson: Lesson, before: LessonProgress) -> int:
    """The page, from 0, that was shown last: the one with its title, or else with its number. A
    finished lesson begins anew."""
    if before.finished is not None or not before.page:
        return 0
    titles = [step.title for step in lesson.steps]
    if before.title in titles:
        return titles.index(before.title)
    return min(before.page, len(titles)) - 1


def last_attempts(before: LessonProgress) -> Mapping[str, Attempt]:
    """The last answer to each question, unless the lesson is finished and begins anew."""
    if before.finished is not None:
        return {}
    return {each.title: each for each in before.attempts if not each.practised}


def kept_answer(prepared: Prepared, attempt: Attempt | None) -> Given | None:
    """An earlier answer, judged by the question as it is now; None if there is none that fits."""
    question, answer = prepared.question, prepared.answer
    if attempt is None or question is None or answer is None:
        return None
    if attempt.right is None:
        return Given(None, None, earlier=True)
    try:
        value = from_json(attempt.value)
        return Given(value, judge(question, answer, value), earlier=True)
    except (LinlabError, ValueError, TypeError, LookupError, ArithmeticError, AttributeError):
        return None  # the question has changed since
