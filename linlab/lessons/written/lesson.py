"""A lesson as a value: its pages, each with a text, perhaps a state of the lab and perhaps a
question."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from linlab.lessons.written.blocks import Block
from linlab.lessons.written.files import LessonFiles
from linlab.lessons.written.teacher import TeacherNotes

NOTHING: Mapping[str, Any] = {}


@dataclass(frozen=True)
class Step:
    """A page: a second-level heading and what is below it; `text` is Markdown without the blocks."""

    title: str
    text: str = ""
    lab: Block = field(default_factory=lambda: Block(NOTHING))
    question: Block | None = None
    line: int = 1  # of its heading
    lines: tuple[int, ...] = ()  # the line of the file for each line of its text
    format: int = 1  # that of its lesson: the version of its models' defaults

    def where(self, k: int) -> int:
        """The line of the file for line k of its text."""
        return self.lines[k] if k < len(self.lines) else self.line


@dataclass(frozen=True, eq=False)
class Lesson:
    """What an author wrote; `files` are those it may show."""

    title: str
    intro: str
    head: Block
    steps: tuple[Step, ...]
    files: LessonFiles | None = None
    teacher_block: Block = field(default_factory=lambda: Block(NOTHING))

    def field(self, name: str, default: Any = "") -> Any:
        """The fields of its head: lecture, summary, author, minutes, number."""
        return self.head.values.get(name, default)

    @property
    def teacher(self) -> TeacherNotes | None:
        """What it tells the person who teaches it, if anything."""
        return TeacherNotes.of(self.teacher_block)
