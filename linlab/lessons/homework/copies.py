"""A copy of the homework: its questions with their pictures, and the answers for the key."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from linlab.engine.ground.errors import LinlabError
from linlab.engine.ground.numerals import grouped
from linlab.lessons.facts.known import Facts
from linlab.lessons.facts.situation import Situation
from linlab.lessons.handout.handout import Asked, Handout, Part, Words
from linlab.lessons.handout.pictures import Row
from linlab.lessons.kinds.kind import LINE, Answer, Question

MOST_COPIES = 1000
LARGEST_SEED = 2**31
NUMERICAL, CHOICES = "line", "choices"  # controls of a question that homework can ask
FOR_NAME = 34  # characters of the line for a name
_MARKS = str.maketrans({mark: f"\\{mark}" for mark in "\\`*_{}[]<>()#+-.!|$~"})


@dataclass(frozen=True, eq=False)
class Task:
    """A question of a copy. `text` stands above it, with pictures, unless the task before has
    them."""

    title: str
    text: str
    rows: tuple[Row, ...]
    question: Question
    answer: Answer
    here: Situation

    @property
    def judged(self) -> dict[str, Any]:
        """How an answer is judged: the control, the answer, the tolerance and known mistakes."""
        return self.question.kind.page(self.question, self.answer, self.here) or {}

    @property
    def is_number(self) -> bool:
        return self.judged.get("control") == NUMERICAL

    @property
    def tolerance(self) -> float:
        return float(self.judged.get("tolerance", 0.0))

    @property
    def part(self) -> Part:
        """The task on paper."""
        known = Facts(self.here)
        asked = Asked(
            Words(self.question.ask, known),
            tuple(Words(each, known) for each in self.question.choices),
            self.question.box == LINE,
            self.question.unit,
        )
        return Part(self.title, Words(self.text, known), self.rows, asked)


@dataclass(frozen=True, eq=False)
class Copy:
    """The homework of one student."""

    number: int
    name: str
    tasks: tuple[Task, ...]

    def handout(self, title: str) -> Handout:
        """Its pages, with the student's name or a line for it."""
        name = self.name.translate(_MARKS) if self.name else "\\_" * FOR_NAME
        intro = Words(f"**Name:** {name}")
        parts = tuple(task.part for task in self.tasks)
        return Handout(title, f"Copy {self.number}", "", intro, parts, (), "print")


@dataclass(frozen=True, eq=False)
class Homework:
    """All copies. Task k of each copy is the same question with other numbers."""

    title: str
    copies: tuple[Copy, ...]


def can_be_asked(task: Task) -> bool:
    """Whether a key and a quiz can say what is right."""
    return task.judged.get("control") in (NUMERICAL, CHOICES)


def all_copies(
    title: str,
    tasks_of: Callable[[int], tuple[Task, ...]],
    names: Sequence[str],
    seed: int,
    say: Callable[[int, int], object] = lambda done, total: None,
) -> Homework:
    """A copy for each name, which may be empty; `tasks_of` draws the tasks from a seed."""
    many = len(names)
    if not 1 <= many <= MOST_COPIES:
        raise LinlabError(f"There can be 1 to {grouped(MOST_COPIES)} copies, not {grouped(many)}.")
    if not 0 <= seed < LARGEST_SEED:
        raise LinlabError(f"The seed must be a whole number below {grouped(LARGEST_SEED)}.")
    copies = []
    for k, name in enumerate(names):
        say(k, many)
        copies.append(Copy(k + 1, name, tasks_of(seed * MOST_COPIES + k)))
    return Homework(title, tuple(copies))
