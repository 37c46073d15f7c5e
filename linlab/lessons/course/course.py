"""A course as a value. A lesson is named by its id, the name of its folder; its number is its place
among all lessons of the course."""

from collections.abc import Callable
from dataclasses import dataclass, replace

FORMAT = 1  # of course.toml


@dataclass(frozen=True)
class Part:
    """A part of a course; those of its lessons that can be skipped are optional."""

    title: str
    lessons: tuple[str, ...]  # ids
    optional: frozenset[str] = frozenset()


@dataclass(frozen=True)
class Course:
    """
    >>> course = Course("", (Part("One", ("a", "b")), Part("Two", ("c",))))
    >>> course.ids, course.number("c"), course.after("b"), course.after("c")
    (('a', 'b', 'c'), 3, 'c', '')
    """

    title: str = ""
    parts: tuple[Part, ...] = ()

    @property
    def ids(self) -> tuple[str, ...]:
        return tuple(each for part in self.parts for each in part.lessons)

    def number(self, lesson: str) -> int:
        """The number of a lesson, from 1."""
        return self.ids.index(lesson) + 1

    def after(self, lesson: str) -> str:
        """The lesson that follows; empty if none does."""
        following = self.ids[self.number(lesson) :]
        return following[0] if following else ""

    def only(self, exists: Callable[[str], bool]) -> "Course":
        """The course without the lessons that do not exist, and without parts that have none left."""
        parts = [
            replace(part, lessons=tuple(each for each in part.lessons if exists(each)))
            for part in self.parts
        ]
        return replace(self, parts=tuple(part for part in parts if part.lessons))
