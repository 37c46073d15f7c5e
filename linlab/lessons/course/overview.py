"""What the course page says: a line about each lesson, the progress so far, and where to go on."""

from collections.abc import Sequence
from dataclasses import dataclass

from linlab.lessons.progress.records import LessonProgress, Progress
from linlab.lessons.shipped import Listed

MINUTE = 60.0  # seconds


@dataclass(frozen=True)
class Entry:
    """A lesson on the course page."""

    lesson: Listed
    share: float  # seen, from 0 to 1
    begun: bool
    finished: bool
    needs: tuple[str, ...] = ()  # the lessons that it builds on, such as “2 The perceptron”

    @property
    def meta(self) -> str:
        """The line below the title: minutes and keywords."""
        minutes = f"{self.lesson.minutes} min" if self.lesson.minutes else ""
        optional = "★ optional" if self.lesson.optional else ""
        parts = (minutes, optional, ", ".join(self.lesson.keywords))
        return " · ".join(part for part in parts if part)

    @property
    def state(self) -> str:
        if self.finished:
            return "finished"
        return f"{round(100 * self.share)} % seen" if self.begun else "not begun"

    @property
    def tip(self) -> str:
        """What it is about, what it builds on, and which lecture it follows."""
        lines = [self.lesson.summary]
        if self.needs:
            lines.append(f"Builds on {', '.join(self.needs)}.")
        if self.lesson.lecture:
            lines.append(f"Lecture: {self.lesson.lecture}.")
        if self.lesson.steps:
            lines.append(f"{self.lesson.steps} pages, {self.state}.")
        return "\n".join(line for line in lines if line)

    @property
    def spoken(self) -> str:
        """What a screen reader says."""
        number = f"Lesson {self.lesson.number}: " if self.lesson.number else ""
        return f"{number}{self.lesson.title}, {self.meta}, {self.state}"


@dataclass(frozen=True)
class Overview:
    """All lessons of the course, part by part."""

    parts: tuple[tuple[str, tuple[Entry, ...]], ...]
    lead: str  # how many are begun, and the minutes so far
    next: Entry | None  # where to go on
    button: str  # what the button for that says

    @property
    def entries(self) -> tuple[Entry, ...]:
        return tuple(each for _, entries in self.parts for each in entries)


def overview(lessons: Sequence[Listed], progress: Progress) -> Overview:
    """What the page says of these lessons, which are in the order of their course."""
    titles = {each.id: f"{each.number} {each.title}" for each in lessons}
    parts: dict[str, list[Entry]] = {}
    for lesson in lessons:
        done = progress.of(lesson.id)
        needs = tuple(titles[each] for each in lesson.needs if each in titles)
        entry = Entry(lesson, done.share, done.page > 0, done.finished is not None, needs)
        parts.setdefault(lesson.part, []).append(entry)
    made = tuple((title, tuple(entries)) for title, entries in parts.items())
    entries = tuple(each for _, group in made for each in group)
    going, button = _next(entries, progress)
    return Overview(made, _lead(entries, progress), going, button)


def _lead(entries: Sequence[Entry], progress: Progress) -> str:
    begun = sum(each.begun for each in entries)
    if not begun:
        return f"{len(entries)} lessons"
    minutes = round(sum(progress.of(each.lesson.id).seconds for each in entries) / MINUTE)
    spent = "1 minute" if minutes == 1 else f"{minutes} minutes"
    return f"{begun} of {len(entries)} begun · {spent} so far"


def _next(entries: Sequence[Entry], progress: Progress) -> tuple[Entry | None, str]:
    """The lesson worked on last, if it is unfinished; else the first that is not finished, optional
    ones last."""
    known = {each.lesson.id: each for each in entries}
    latest: LessonProgress | None = progress.latest
    if latest is not None and latest.lesson in known:
        entry = known[latest.lesson]
        return entry, f"Continue: {entry.lesson.title}, page {latest.page} ›"
    open_ones = [each for each in entries if not each.finished]
    if not open_ones:
        return None, ""
    entry = min(open_ones, key=lambda each: each.lesson.optional)
    begin = "Begin" if not any(each.begun for each in entries) else "Next"
    return entry, f"{begin}: {entry.lesson.title} ›"
