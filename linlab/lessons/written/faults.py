"""The faults of a lesson: each a sentence with its file, its line and, if it is about one, its
field."""

from collections.abc import Sequence
from dataclasses import dataclass

from linlab.engine.ground.errors import LinlabError
from linlab.engine.ground.sanitise import shorten


@dataclass(frozen=True)
class Fault:
    """A fault and where it is.

    >>> print(Fault("lesson.md", 12, "It must be a whole number.", "t"))
    lesson.md, line 12, field “t”: It must be a whole number.
    """

    file: str
    line: int
    sentence: str
    field: str = ""

    def __str__(self) -> str:
        field = f", field “{shorten(self.field)}”" if self.field else ""
        return f"{shorten(self.file)}, line {self.line}{field}: {self.sentence}"


class LessonError(LinlabError):
    """A lesson that cannot be used; the message is its first fault."""

    def __init__(self, faults: Sequence[Fault]) -> None:
        more = len(faults) - 1
        also = (
            ""
            if not more
            else f" There {'is one more fault' if more == 1 else f'are {more} more faults'}."
        )
        super().__init__(f"{faults[0]}{also}")
        self.faults = tuple(faults)


class WrongField(LinlabError):
    """A wrong value of a field of a block, or a missing field."""

    def __init__(self, field: str, sentence: str) -> None:
        super().__init__(sentence)
        self.field = field
