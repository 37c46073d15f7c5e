"""One entry of a running order: a document, a lesson or a blank slide, with notes and minutes."""

from dataclasses import dataclass
from pathlib import Path

DOCUMENT, LESSON, BLANK = "document", "lesson", "blank"


@dataclass(frozen=True)
class Entry:
    """What is shown next, what the speaker wants to say, and how long it should take.

    >>> Entry.of_file(Path("talks/moons.linlab")).title
    'moons'
    """

    kind: str
    title: str
    notes: str = ""  # Markdown
    minutes: float | None = None  # planned
    path: Path | None = None  # of a document
    lesson: str = ""  # the id of a lesson

    @classmethod
    def of_file(cls, path: Path) -> "Entry":
        """A document, named after its file until it is opened."""
        return cls(DOCUMENT, path.stem, path=path)
