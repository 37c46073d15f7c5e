"""Reading `course.toml`: the title of a course, its parts and the ids of their lessons. Every fault
is a sentence with its line, and what is right is used all the same."""

from collections.abc import Collection, Iterator, Mapping
from pathlib import Path
from typing import Any

from linlab.engine.ground.errors import LinlabError, perhaps
from linlab.engine.ground.numerals import grouped
from linlab.engine.ground.sanitise import shorten
from linlab.lessons.written.checks import Check, a_text, list_of
from linlab.lessons.written.faults import Fault
from linlab.lessons.written.toml_reading import LineFinder, line_of_trouble, plain_trouble, toml_in

from .course import FORMAT, Course, Part

COURSE = "course.toml"
MOST_PARTS = 40
MOST_LESSONS = 400  # of a course
MOST_BYTES = 200_000  # of the file
LONGEST_TITLE = 120  # characters
EXAMPLE = "[[part]], with a title and lessons"
FIELDS = ("format", "title", "part")
PART_FIELDS = ("title", "lessons", "optional")


def read_course(folder: Path, known: Collection[str] | None = None) -> tuple[Course, list[Fault]]:
    """The course in a folder, as far as it can be read, and the faults of its file. With `known`, an
    id that is none of them is a fault."""
    path = folder / COURSE
    try:
        if path.stat().st_size > MOST_BYTES:
            return Course(), [
                Fault(COURSE, 1, f"The file has more than {grouped(MOST_BYTES)} bytes.")
            ]
        text = path.read_text(encoding="utf-8-sig")
    except UnicodeDecodeError as error:
        line = error.object[: error.start].count(b"\n") + 1
        return Course(), [Fault(COURSE, line, "The file is not text in UTF-8.")]
    except OSError as error:
        return Course(), [Fault(COURSE, 1, f"It cannot be read ({error.strerror or error}).")]
    return course_of(text, known)


def course_of(text: str, known: Collection[str] | None = None) -> tuple[Course, list[Fault]]:
    """The course of a text, and its faults by line."""
    given = toml_in(text)
    if isinstance(given, str):
        line = line_of_trouble(text, given)
        return Course(), [Fault(COURSE, line, f"It is not TOML: {plain_trouble(given)}.")]
    reader = _Reader(LineFinder(text), known)
    course = reader.course(given)
    reader.faults.sort(key=lambda fault: fault.line)
    return course, reader.faults


class _Reader:
    """Reads tables, and collects their faults."""

    def __init__(self, lines: LineFinder, known: Collection[str] | None) -> None:
        self._lines = lines
        self._known = known
        self._seen: set[str] = set()
        self.faults: list[Fault] = []

    def course(self, given: Mapping[str, Any]) -> Course:
        self._unknown(given, FIELDS, "a course", 0)
        if "format" not in given:
            self._fault(1, f"It must say which version of the format it has: format = {FORMAT}.")
        self._field(given, "format", _format, 0)
        title = self._field(given, "title", _title, 0) or ""
        parts = tuple(self._parts(given))
        return Course(title, parts)

    def _parts(self, given: Mapping[str, Any]) -> Iterator[Part]:
        tables = given.get("part")
        line = self._lines.field("part", 0) or 1
        if tables is None:
            self._fault(1, f"A course needs parts: write {EXAMPLE}.", "part")
        elif not isinstance(tables, list) or not all(isinstance(each, dict) for each in tables):
            self._fault(line, f"Each part is a table of its own: write {EXAMPLE}.", "part")
        elif len(tables) > MOST_PARTS:
            self._fault(line, f"A course has at most {MOST_PARTS} parts.", "part")
        else:
            for k, table in enumerate(tables):
                yield self._part(table, self._lines.table("part", k))

    def _part(self, given: Mapping[str, Any], begin: int) -> Part:
        """The part whose table begins at this line."""
        self._unknown(given, PART_FIELDS, "a part", begin)
        for name in ("title", "lessons"):
            if name not in given:
                self._fault(begin, f"A part needs “{name}”.", name)
        title = self._field(given, "title", _title, begin) or ""
        lessons = self._field(given, "lessons", list_of(_id, MOST_LESSONS), begin) or ()
        kept = tuple(each for each in lessons if self._is_usable(each, begin))
        optional = self._field(given, "optional", list_of(_id, MOST_LESSONS), begin) or ()
        for each in optional:
            if each not in lessons:
                line = self._lines.text(each, self._lines.field("optional", begin) or begin)
                sentence = f"“{shorten(each)}” is optional, but it is not among the lessons of this part{perhaps(each, lessons)}."
                self._fault(line, sentence, "optional")
        return Part(title, kept, frozenset(optional) & frozenset(kept))

    def _is_usable(self, lesson: str, begin: int) -> bool:
        """Whether a lesson is there, and for the first time."""
        line = self._lines.text(lesson, self._lines.field("lessons", begin) or begin)
        if lesson in self._seen:
            self._fault(line, f"The lesson “{shorten(lesson)}” is named twice.", "lessons")
            return False
        if len(self._seen) >= MOST_LESSONS:
            self._fault(line, f"A course has at most {MOST_LESSONS} lessons.", "lessons")
            return False
        self._seen.add(lesson)
        if self._known is not None and lesson not in self._known:
            hint = perhaps(lesson, self._known)
            self._fault(line, f"There is no lesson “{shorten(lesson)}” beside it{hint}.", "lessons")
            return False
        return True

    def _field(self, given: Mapping[str, Any], name: str, check: Check, begin: int) -> Any:
        """The checked value of a field; None if it is missing or wrong."""
        if name not in given:
            return None
        try:
            return check(given[name])
        except LinlabError as error:
            self._fault(self._lines.field(name, begin) or begin or 1, str(error), name)
            return None

    def _unknown(
        self, given: Mapping[str, Any], fields: Collection[str], what: str, begin: int
    ) -> None:
        for name in given:
            if name not in fields:
                line = self._lines.field(name, begin) or begin or 1
                hint = perhaps(name, fields)
                sentence = f"There is no such field in {what}{hint}; it has {', '.join(fields)}."
                self._fault(line, sentence, name)

    def _fault(self, line: int, sentence: str, field: str = "") -> None:
        self.faults.append(Fault(COURSE, line, sentence, field))


def _format(value: Any) -> int:
    if type(value) is not int or value < 1:
        raise LinlabError(f"It must be the version of the format, {FORMAT}.")
    if value > FORMAT:
        raise LinlabError(
            f"This course has the format {shorten(str(value))}, but this linlab knows only formats up to {FORMAT}: a newer "
            "linlab can read it."
        )
    return value


def _title(value: Any) -> str:
    title = a_text(value)
    if len(title) > LONGEST_TITLE:
        raise LinlabError(f"A title has at most {LONGEST_TITLE} characters.")
    return shorten(title.strip(), LONGEST_TITLE)


def _id(value: Any) -> str:
    if not isinstance(value, str) or not value.strip() or len(value) > LONGEST_TITLE:
        raise LinlabError("A lesson is named by its id, the name of its folder in quotation marks.")
    if value in (".", "..") or any(sign in value for sign in "/\\\0"):
        raise LinlabError(
            f"“{shorten(value)}” is not an id: it is the name of a folder beside course.toml, without a path."
        )
    return value
