"""What a kind of question is: values and functions, in one object.

It says which fields its block has, how the engine answers and how an answer is judged, which control
of the window answers it, what is drawn of it, and what stands on paper. One row in `table.py`
registers it, and nothing else asks which kind it is.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from linlab.engine.picture.palette import Palette
from linlab.engine.picture.shapes import Item, Panel
from linlab.lessons.facts.situation import Situation
from linlab.lessons.written.checks import Check

from .ink import Area


@dataclass(frozen=True)
class Field:
    """A field of a kind's block. `check` takes what TOML says and returns the value, or raises a
    sentence about it. If `texts`, facts may stand in the author's words: the text that it is, or the
    names in a table."""

    check: Check
    needed: bool = False
    default: Any = None
    texts: bool = False


@dataclass(frozen=True)
class Question:
    """A question that has been understood. If it has `choices`, the number of one is its answer."""

    kind: "QuestionKind"
    ask: str
    why: str = ""
    values: Mapping[str, Any] = field(default_factory=dict)  # of the fields of its kind
    choices: tuple[str, ...] = ()

    def __getitem__(self, name: str) -> Any:
        return self.values[name]

    @property
    def unit(self) -> str:
        """What its answer is measured in; empty: it has no unit."""
        return self.values.get("unit") or ""

    @property
    def box(self) -> str:
        return self.kind.box(self)


@dataclass(frozen=True)
class Answer:
    """What the engine says: the value, and the sentence that tells it, in Markdown; `on_paper` is the
    sentence beside a printed picture, if that is another."""

    value: Any
    words: str
    on_paper: str = ""


@dataclass(frozen=True)
class Verdict:
    """How somebody's answer stands beside the engine's. Nothing is graded: `words` say what is
    so."""

    right: bool
    words: str


Answering = Callable[[Question, Situation], Answer]
Judging = Callable[[Question, Answer, Any], Verdict]
Drawing = Callable[[Question, Any, Answer | None, Area], tuple[Item, ...]]
Charting = Callable[[Question, Answer, Situation, Palette, tuple[float, float], bool], Panel]

ABOUT = {True: "Yes, about right", False: "Not quite"}
LINE = "line"  # the control that takes a line of text, whatever that is read as


@dataclass(frozen=True, eq=False)
class QuestionKind:
    """A kind of question.

    `judge` gets the question and the answer with their words as HTML in a window and as Markdown on
    paper, and puts only plain words around them. `box` names the control that answers it, from the
    table of the window. What that gives is `given`: of the line of text what `read` makes of it,
    None if it is no answer yet.
    """

    key: str  # `kind` in a lesson
    title: str
    template: str  # a block that an author changes
    fields: Mapping[str, Field]
    answer: Answering
    judge: Judging
    answer_field: str = "answer"  # about which it is told that there is no answer
    predicts: bool = False  # it asks what comes of what the step plays
    shown_by: Callable[[Question], frozenset[str]] = lambda question: frozenset()  # layers
    # In the window
    box: Callable[[Question], str] = lambda question: LINE
    hint: Callable[[Question], str] = lambda question: "your answer"
    read: Callable[[str], Any] = lambda text: text.strip() or None
    own_words: Callable[[Question, Any], str] | None = None  # what somebody answered
    # Drawn, in the window and on paper
    draw: Drawing | None = None  # into the plane: what is given, and the answer once it is told
    chart: Charting | None = None  # beside it: its axes, with the answer if that is told
    numbers_examples: bool = False  # the answer is ids of points, which have numbers on paper
    # On paper
    task: str = ""  # what to do with the picture
