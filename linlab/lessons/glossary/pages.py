"""Where an entry is shown: a page of a lesson, or a view of the lab.

The page is looked for in the lesson's text, so that it is still right when pages are added or moved.
"""

import re
from dataclasses import dataclass
from functools import lru_cache

from linlab.lessons.shipped import Listed, shipped
from linlab.lessons.written.files import LessonFiles
from linlab.lessons.written.lesson import Step
from linlab.lessons.written.reading import understood

from .entry import Entry


@dataclass(frozen=True)
class Place:
    """A page of a shipped lesson, counted from 1."""

    lesson: Listed
    page: int
    title: str

    @property
    def words(self) -> str:
        """What a link to it says."""
        return f"Lesson {self.lesson.number}, page {self.page}: {self.title}"


def place_of(entry: Entry) -> Place | None:
    """The first page of its lesson that has it in bold type, or else the first that has it; the same
    in another lesson if its own has it no longer."""
    if not entry.lesson:
        return None
    words = "|".join(rf"(?<!\w){re.escape(each)}s?(?!\w)" for each in entry.spellings)
    bold = rf"\*\*(?:{words})\*\*"
    own = [each for each in shipped() if each.id == entry.lesson]
    others = [each for each in shipped() if each.id != entry.lesson]
    found = (
        _found(lesson, pattern)
        for lessons in (own, others)
        for pattern in (bold, entry.shown or words)
        for lesson in lessons
    )
    return next((place for place in found if place is not None), None)


def _found(lesson: Listed, pattern: str) -> Place | None:
    for k, (title, text) in enumerate(_pages(str(lesson.path)), 1):
        if re.search(pattern, text, re.IGNORECASE):
            return Place(lesson, k, title)
    return None


@lru_cache(maxsize=32)
def _pages(path: str) -> tuple[tuple[str, str], ...]:
    lesson, _ = understood(LessonFiles.open(path).text())
    return tuple((step.title, _text(step)) for step in lesson.steps)


def _text(step: Step) -> str:
    """The words of a page and of its question, in one line."""
    asked = step.question.values if step.question is not None else {}
    parts = [step.title, step.text, asked.get("ask", ""), asked.get("why", "")]
    return " ".join(" ".join(parts).split())
