"""The lessons that come with the lab, and those in the user's own folder: their titles, without
building their pages."""

from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from linlab.engine.ground.assets import asset
from linlab.engine.ground.errors import LinlabError
from linlab.lessons.written.files import LessonFiles
from linlab.lessons.written.reading import is_lesson, understood


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


@lru_cache(maxsize=1)
def shipped() -> tuple[Listed, ...]:
    """The lessons that come with the lab, in order."""
    return tuple(sorted(listed(asset("lessons")), key=lambda each: each.number))


def is_shipped(path: Path) -> bool:
    """Whether a lesson comes with the lab."""
    return path.resolve().is_relative_to(asset("lessons").resolve())


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
    )


def find(name: str) -> Path:
    """A shipped lesson by its number, or the path itself.

    >>> find("no such lesson").name
    'no such lesson'
    """
    if name.isascii() and name.isdigit():
        found = [each.path for each in shipped() if each.number == int(name)]
        if not found:
            raise LinlabError(f"There is no lesson {name}: there are 1 to {len(shipped())}.")
        return found[0]
    return Path(name)
