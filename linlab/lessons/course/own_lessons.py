"""The user's own lessons, in a folder: in the order of its `course.toml`, if there is one; lessons that it
does not name come last, by name."""

from pathlib import Path

from linlab.lessons.shipped import Listed, in_order, is_shipped, key_of, listed, shipped
from linlab.lessons.written.faults import Fault
from linlab.lessons.written.files import TEXT

from .course_file import COURSE, read_course


def own_lessons(folder: Path) -> tuple[tuple[Listed, ...], tuple[Fault, ...]]:
    """The lessons of a folder in order, and the faults of its course.toml."""
    lessons = {each.id: each for each in listed(folder)}
    if not (folder / COURSE).exists():
        return tuple(lessons.values()), ()
    course, faults = read_course(folder, lessons)
    ordered = in_order(course, lessons)
    named = set(course.ids)
    rest = tuple(each for each in lessons.values() if each.id not in named)
    return (*ordered, *rest), tuple(faults)


def lesson_after(path: Path) -> Listed | None:
    """The lesson that follows this one in its course, if there is one."""
    folder = path.parent if path.name == TEXT else path
    lessons = shipped() if is_shipped(folder) else own_lessons(folder.parent)[0]
    course = [each for each in lessons if each.part]
    keys = [key_of(each.path) for each in course]
    here = key_of(path)
    following = course[keys.index(here) + 1 :] if here in keys else []
    return following[0] if following else None
