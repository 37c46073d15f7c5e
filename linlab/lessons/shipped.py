"""The lessons that come with the lab, and those in the user's own folder: their titles, without
building their pages."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path

from linlab.engine.ground.assets import asset
from linlab.engine.ground.errors import LinlabError
from linlab.lessons.course.course import Course
from linlab.lessons.course.shipped_course import EARLIER_NAMES, shipped_course
from linlab.lessons.written.files import SUFFIX, TEXT, LessonFiles
from linlab.lessons.written.lesson import Lesson
from linlab.lessons.written.reading import is_lesson, understood

ROMAN = ("I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX", "X", "XI", "XII")  # of parts


@dataclass(frozen=True)
class Listed:
    """A lesson that can be opened; its faults are reported when it is opened."""

    path: Path
    title: str
    number: int = 0
    lecture: str = ""
    summary: str = ""
    minutes: int = 0
    steps: int = 0
    keywords: tuple[str, ...] = ()
    needs: tuple[str, ...] = ()  # the ids of lessons that it builds on
    optional: bool = False
    part: str = ""  # of the course that it belongs to, such as “I · A line that learns”

    @property
    def id(self) -> str:
        """The name of its folder, or of its archive without the suffix."""
        return self.path.stem if self.path.suffix == SUFFIX else self.path.name


@lru_cache(maxsize=1)
def shipped() -> tuple[Listed, ...]:
    """The lessons that come with the lab, in the order of their course."""
    return in_order(shipped_course(), {each.id: each for each in listed(asset("lessons"))})


def in_order(course: Course, lessons: Mapping[str, Listed]) -> tuple[Listed, ...]:
    """The lessons of a course with their numbers and parts."""
    return tuple(
        replace(
            lessons[each],
            number=course.number(each),
            optional=each in part.optional,
            part=f"{ROMAN[k]} · {part.title}" if k < len(ROMAN) else part.title,
        )
        for k, part in enumerate(course.parts)
        for each in part.lessons
    )


def is_shipped(path: Path) -> bool:
    """Whether a lesson comes with the lab."""
    return path.resolve().is_relative_to(asset("lessons").resolve())


def key_of(path: Path) -> str:
    """The name of a lesson in the file of progress: the id of a shipped one, the path of another."""
    folder = path.parent if path.name == TEXT else path
    return folder.name if is_shipped(folder) else str(folder.resolve())


def number_of(path: Path | None, lesson: Lesson) -> int:
    """The number of a lesson: a shipped one has its place in the course, another what its head says;
    0 if there is none."""
    if path is not None and is_shipped(path) and path.name in shipped_course().ids:
        return shipped_course().number(path.name)
    return int(lesson.field("number", 0))


def listed(folder: Path) -> tuple[Listed, ...]:
    """The lessons in a folder, by name."""
    try:
        entries = sorted(folder.iterdir())
    except OSError:
        return ()
    return tuple(about(entry) for entry in entries if is_lesson(entry))


def about(path: Path) -> Listed:
    """What the head of a lesson says."""
    try:
        lesson, _ = understood(LessonFiles.open(path).text())
    except LinlabError:
        return Listed(path, path.stem)
    said = lesson.head.values
    return Listed(
        path,
        lesson.title or path.stem,
        said.get("number", 0),
        said.get("lecture", ""),
        said.get("summary", ""),
        said.get("minutes", 0),
        len(lesson.steps),
        said.get("keywords", ()),
        said.get("needs", ()),
    )


def find(name: str) -> Path:
    """A shipped lesson by its number or its id, or the path itself. The folders of earlier versions
    had numbers in their names; those names, and paths that end in them, still find their lesson.

    >>> find("mira").name, find("07-logistic").name, find("no such lesson").name
    ('mira', 'logistic-regression', 'no such lesson')
    """
    if name.isascii() and name.isdigit():
        found = [each.path for each in shipped() if each.number == int(name)]
        if not found:
            raise LinlabError(f"There is no lesson {name}: there are 1 to {len(shipped())}.")
        return found[0]
    path = Path(name)
    if path.exists():
        return path
    last = path.parent.name if path.name == TEXT else path.name
    lesson = EARLIER_NAMES.get(last, name)
    return next((each.path for each in shipped() if each.id == lesson), path)
