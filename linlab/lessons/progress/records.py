"""Progress as values, for the course page and for practising.

    progress = ProgressFile(path).read()
    for lesson in progress.finished:                 # LessonProgress, oldest first
        for title, attempts in lesson.questions.items():
            attempts[0].right, attempts[-1].when     # was it missed, and when was it last seen?

A shipped lesson is named by its id, such as `the-perceptron`, any other by its path. A question is
named by the title of its page, because numbers of pages change when a lesson is revised.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any


@dataclass(frozen=True)
class Attempt:
    """An answer that was given, or looked at without giving one."""

    title: str  # of the page
    page: int  # from 1, as the lesson was then
    right: bool | None  # None: shown without an answer
    when: float  # seconds since 1970
    value: Any = (
        None  # what was given, as JSON; a set is {"set": […]}. “In your own words” is a text
    )
    practised: bool = False  # whether it was a fresh question of Practise, from another seed


@dataclass(frozen=True)
class LessonProgress:
    """What was done in one lesson."""

    lesson: str
    page: int = 0  # the page shown last, from 1; 0: none yet
    title: str = ""  # of that page
    farthest: int = 0  # the last page that was ever shown
    pages: int = 0  # how many it has
    finished: float | None = None  # when its last page was left for the first time
    seconds: float = 0.0  # spent on it
    last: float = 0.0  # when it was last worked on
    attempts: tuple[Attempt, ...] = ()  # in order

    @property
    def share(self) -> float:
        """How much of it has been seen, from 0 to 1."""
        if self.finished is not None:
            return 1.0
        return max(0, self.farthest - 1) / self.pages if self.pages else 0.0

    @property
    def questions(self) -> Mapping[str, tuple[Attempt, ...]]:
        """The attempts at each question, by the title of its page."""
        found: dict[str, list[Attempt]] = {}
        for each in self.attempts:
            found.setdefault(each.title, []).append(each)
        return {title: tuple(attempts) for title, attempts in found.items()}

    @property
    def missed(self) -> tuple[str, ...]:
        """The questions whose first answer was wrong or that were only looked at."""
        return tuple(
            title for title, attempts in self.questions.items() if attempts[0].right is not True
        )

    def with_attempt(self, attempt: Attempt) -> "LessonProgress":
        return replace(self, attempts=(*self.attempts, attempt))


@dataclass(frozen=True)
class Progress:
    """What was done in all lessons."""

    lessons: Mapping[str, LessonProgress] = field(default_factory=dict)  # as last worked on

    def of(self, lesson: str) -> LessonProgress:
        return self.lessons.get(lesson, LessonProgress(lesson))

    @property
    def begun(self) -> tuple[LessonProgress, ...]:
        """The lessons of which a page was seen."""
        return tuple(each for each in self.lessons.values() if each.page)

    @property
    def finished(self) -> tuple[LessonProgress, ...]:
        """The finished lessons, in the order in which they were finished."""
        return tuple(sorted(self._finished(), key=lambda each: each.finished or 0.0))

    def _finished(self) -> Iterator[LessonProgress]:
        return (each for each in self.lessons.values() if each.finished is not None)

    @property
    def seconds(self) -> float:
        return sum(each.seconds for each in self.lessons.values())

    @property
    def latest(self) -> LessonProgress | None:
        """The lesson that was worked on last, if it is not finished."""
        open_ones = [each for each in self.begun if each.finished is None]
        return open_ones[-1] if open_ones else None
