"""A lesson as a value: its steps, each with a text, perhaps a state of the lab and perhaps a
question."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from linlab.lessons.written.blocks import Block
from linlab.lessons.written.files import LessonFiles

NOTHING: Mapping[str, Any] = {}


@dataclass(frozen=True)
class Step:
    """A second-level heading and what stands below it; `text` is Markdown without the blocks."""

    title: str
    text: str = ""
    lab: Block = field(default_factory=lambda: Block(NOTHING))
    question: Block | None = None
    line: int = 1  # of its heading
    lines: tuple[int, ...] = ()  # where each line of its text stands in the file
    format: int = 1  # that of its lesson: which defaults its models have

    def where(self, k: int) -> int:
        """The line of the file that the k-th of its text is."""
        return self.lines[k] if k < len(self.lines) else self.line


@dataclass(frozen=True, eq=False)
class Lesson:
    """What an author wrote; `files` are those that it may show."""

    title: str
    intro: str
    head: Block
    steps: tuple[Step, ...]
    files: LessonFiles | None = None

    def said(self, name: str, default: Any = "") -> Any:
        """What its head says: lecture, summary, author, minutes, number."""
        return self.head.values.get(name, default)
