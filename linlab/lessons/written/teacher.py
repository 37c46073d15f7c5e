"""What a lesson tells the person who teaches it: the block `teacher` below its head.

Students never see it. A handout has it only if it is asked for; whatever else the speaker alone
looks at can show the same value.
"""

from collections.abc import Iterator
from dataclasses import dataclass, fields

from linlab.engine.ground.errors import LinlabError
from linlab.lessons.written.blocks import Block
from linlab.lessons.written.faults import Fault
from linlab.lessons.written.text import facts_in, parsed

HEADINGS = {
    "aim": "Aim",
    "prerequisites": "What students should know beforehand",
    "errors": "Common errors",
    "time": "Time",
    "questions": "Questions for the class",
}
NEEDED = "aim"


@dataclass(frozen=True)
class TeacherNotes:
    """Notes for the speaker, in Markdown; each field but the aim has any number of points.

    >>> notes = TeacherNotes("See why the line turns.", errors=("A score of 0 is called right.",))
    >>> notes.sections
    (('Aim', ('See why the line turns.',)), ('Common errors', ('A score of 0 is called right.',)))
    """

    aim: str
    prerequisites: tuple[str, ...] = ()
    errors: tuple[str, ...] = ()
    time: tuple[str, ...] = ()
    questions: tuple[str, ...] = ()

    @classmethod
    def of(cls, block: Block) -> "TeacherNotes | None":
        """The notes of a block; a block without an aim has a fault, and gives none."""
        return cls(**block.values) if NEEDED in block.values else None

    @property
    def sections(self) -> tuple[tuple[str, tuple[str, ...]], ...]:
        """The headings, each with its points; empty ones are left out."""
        found = [(HEADINGS[each.name], getattr(self, each.name)) for each in fields(self)]
        return tuple(
            (heading, (points,) if isinstance(points, str) else points)
            for heading, points in found
            if points
        )

    @property
    def markdown(self) -> str:
        """All notes as one text: a heading for each section, and a list where it has several
        points.

        >>> print(TeacherNotes("See it.", questions=("Why?", "When?")).markdown)
        ### Aim
        <BLANKLINE>
        See it.
        <BLANKLINE>
        ### Questions for the class
        <BLANKLINE>
        - Why?
        - When?
        """
        parts = []
        for heading, points in self.sections:
            lines = [" ".join(point.split()) for point in points]
            words = lines[0] if len(lines) == 1 else "\n".join(f"- {line}" for line in lines)
            parts += [f"### {heading}", words]
        return "\n\n".join(parts)


def faults_of_notes(block: Block) -> Iterator[Fault]:
    """What is wrong with the texts of a block, beyond the values of its fields."""
    if block.values and NEEDED not in block.values:
        yield block.fault('A block “teacher” needs the field “aim”: aim = "…".', NEEDED)
    for name, value in block.values.items():
        for text in (value,) if isinstance(value, str) else value:
            yield from _faults_of_text(block, name, text)


def _faults_of_text(block: Block, field: str, text: str) -> Iterator[Fault]:
    try:
        tokens = parsed(text)
        facts = list(facts_in(text))
    except LinlabError as error:
        yield block.fault(str(error), field)
        return
    if facts:
        yield block.fault("Facts belong to a page: a note for the teacher has none.", field)
    if any(child.type == "image" for token in tokens for child in token.children or ()):
        yield block.fault("A note for the teacher has words and formulas, no pictures.", field)
