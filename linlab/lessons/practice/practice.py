"""A lesson put together for practising: questions from finished lessons, with other points where that
is possible."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from linlab.engine.ground.errors import LinlabError
from linlab.engine.ground.progress import hand_over
from linlab.lessons.kinds.table import QUESTION_KINDS
from linlab.lessons.progress.records import Progress
from linlab.lessons.shipped import find
from linlab.lessons.shown import Shown, shown_steps
from linlab.lessons.variants.own_page import lesson_of_pages
from linlab.lessons.variants.variant import Unfit, variant
from linlab.lessons.written.lesson import Lesson, Step
from linlab.lessons.written.reading import read_lesson

from .schedule import Asked, in_turn

MANY = 5  # questions
DRAWS = 30  # for a question, until another is taken
ROUNDS = 5  # through the questions of few lessons, each with other points
TITLE = "Practise"
FINISH_FIRST = "Practise asks questions from lessons that you have finished: finish one first."
NONE_FIT = "The lessons that you have finished have no questions to ask again: finish another one."


@dataclass(frozen=True)
class Origin:
    """Where a question comes from."""

    lesson: str  # its key
    page: int  # from 0
    title: str


@dataclass(frozen=True, eq=False)
class Practice:
    """The lesson, and the origin of each page."""

    lesson: Lesson
    origins: tuple[Origin, ...]


def practice(progress: Progress, now: float, many: int = MANY) -> Practice:
    """So many questions that are due at a time, in seconds since 1970, which is also the seed of
    their points. It hands over how many there are so far."""
    if not progress.finished:
        raise LinlabError(FINISH_FIRST)
    lessons = dict(_lessons(progress))
    waiting = in_turn(list(_questions(progress, lessons)), now)
    pages: list[Shown] = []
    origins: list[Origin] = []
    for asked, shown in _asked_in_turn(waiting, lessons, int(now)):
        hand_over(len(pages))
        if shown is not None:
            pages.append(shown)
            page = _page_of(asked, lessons[asked.lesson])
            origins.append(Origin(asked.lesson, page, asked.title))
        if len(pages) == many:
            break
    if not pages:
        raise LinlabError(NONE_FIT)
    return Practice(lesson_of_pages(TITLE, "", pages), tuple(origins))


def _asked_in_turn(
    waiting: list[Asked], lessons: dict[str, Lesson], seed: int
) -> Iterator[tuple[Asked, Shown | None]]:
    """Each question with other points, or None if no draw is as hard; then those that have no other
    points, as they were; then the others again with further points."""
    unfit: list[Asked] = []
    for asked in waiting:
        found = _fresh(asked, lessons, seed)
        if found is None:
            unfit.append(asked)
        yield asked, found
    for asked in unfit:
        yield asked, _as_it_was(asked, lessons)
    for turn in range(1, ROUNDS):
        for asked in waiting:
            if asked not in unfit:
                yield asked, _fresh(asked, lessons, seed + turn)


def _fresh(asked: Asked, lessons: dict[str, Lesson], seed: int) -> Shown | None:
    lesson = lessons[asked.lesson]
    try:
        found = variant(lesson, _page_of(asked, lesson), seed, DRAWS)
    except Unfit:
        return None
    return _with_origin(found.shown, lesson, ", with other points")


def _as_it_was(asked: Asked, lessons: dict[str, Lesson]) -> Shown:
    lesson = lessons[asked.lesson]
    page = _page_of(asked, lesson)
    return _with_origin(shown_steps(lesson, page + 1)[page], lesson)


def _page_of(asked: Asked, lesson: Lesson) -> int:
    return [step.title for step in lesson.steps].index(asked.title)


def _lessons(progress: Progress) -> Iterator[tuple[str, Lesson]]:
    """The finished lessons that can still be read."""
    for each in progress.finished:
        try:
            yield each.lesson, read_lesson(find(each.lesson))
        except LinlabError:
            continue


def _questions(progress: Progress, lessons: dict[str, Lesson]) -> Iterator[Asked]:
    for each in progress.finished:
        for step in lessons[each.lesson].steps if each.lesson in lessons else ():
            if _is_asked(step):
                attempts = each.questions.get(step.title, ())
                yield Asked(each.lesson, step.title, each.finished or 0.0, attempts)


def _is_asked(step: Step) -> bool:
    """Whether it has a question that is answered at once and can be asked again."""
    if step.question is None:
        return False
    kind = QUESTION_KINDS[step.question.values["kind"]]
    return kind.asked_again is not None and not kind.acts


def _with_origin(shown: Shown, lesson: Lesson, how: str = "") -> Shown:
    """The page with a line that says which lesson it comes from."""
    text = f"*From “{lesson.title}”{how}.*\n\n{shown.step.text}"
    return replace(shown, step=replace(shown.step, text=text, lines=()))
