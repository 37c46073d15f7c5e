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

Segment = tuple[tuple[float, float], tuple[float, float]]


@dataclass(frozen=True)
class Field:
    """A field of a kind's block. `check` takes the TOML value and returns the checked value, or
    raises an error with a sentence. With `texts`, the author's words in it may contain facts: the
    text itself, or the names in a table."""

    check: Check
    needed: bool = False
    default: Any = None
    texts: bool = False


@dataclass(frozen=True)
class Question:
    """A question that was read. If it has `choices`, its answer is the number of one."""

    kind: "QuestionKind"
    ask: str
    why: str = ""
    values: Mapping[str, Any] = field(default_factory=dict)  # the fields of its kind
    choices: tuple[str, ...] = ()
    reasons: tuple[str, ...] = ()  # why each choice is wrong, where the author says so
    reveal: str = ""  # a key of REVEALS, drawn when the answer is shown

    def __getitem__(self, name: str) -> Any:
        return self.values[name]

    @property
    def unit(self) -> str:
        """The unit of its answer; may be empty."""
        return self.values.get("unit") or ""

    @property
    def box(self) -> str:
        return self.kind.box(self)


@dataclass(frozen=True)
class Mistake:
    """A common wrong answer, and what went wrong, in Markdown."""

    value: Any
    because: str


@dataclass(frozen=True)
class Answer:
    """The engine's answer: the value, and a sentence in Markdown; `on_paper` is the sentence beside
    a printed picture, if it differs. `mistakes` are the wrong answers that can be recognised."""

    value: Any
    words: str
    on_paper: str = ""
    mistakes: tuple[Mistake, ...] = ()
    segments: tuple[Segment, ...] = ()  # drawn with the answer, such as the distance of an example


@dataclass(frozen=True)
class Verdict:
    """How an answer compares with the engine's. Nothing is graded. `because` is about the answer
    that was given: what went wrong, or how close it is. It does not say what is right."""

    right: bool
    because: str = ""
    lead: str = ""  # what is said first, if it is not one of the usual words

    @property
    def words(self) -> str:
        return self.lead or (RIGHT if self.right else WRONG)


Answering = Callable[[Question, Situation], Answer]
Judging = Callable[[Question, Answer, Any], Verdict]
Drawing = Callable[[Question, Any, Answer | None, Area], tuple[Item, ...]]
Charting = Callable[[Question, Answer, Situation, Palette, tuple[float, float], bool], Panel]

Paging = Callable[[Question, Answer, Situation], dict[str, Any] | None]
Comparing = Callable[[Question, Answer, Answer], bool]

RIGHT, WRONG = "Right.", "Not this time."
LINE = "line"  # the control for a line of text, whatever it is read as


@dataclass(frozen=True, eq=False)
class QuestionKind:
    """A kind of question.

    `judge` gets the question and the answer with their words as HTML in a window and as Markdown on
    paper, and uses whole sentences of theirs or its own plain words. `box` names the control that answers it, from the
    table of the window. What that gives is `given`: of the line of text what `read` makes of it,
    None if it is no answer yet.
    """

    key: str  # `kind` in a lesson
    title: str
    template: str  # a block for an author to change
    fields: Mapping[str, Field]
    answer: Answering
    judge: Judging
    answer_field: str = "answer"  # the field that is reported if there is no answer
    predicts: bool = False  # whether it asks about what the page plays
    shown_by: Callable[[Question], frozenset[str]] = lambda question: frozenset()  # layers
    # In the window
    box: Callable[[Question], str] = lambda question: LINE
    hint: Callable[[Question], str] = lambda question: "your answer"
    read: Callable[[Question, str], Any] = lambda question, text: text.strip() or None
    own_words: Callable[[Question, Any], str] | None = None  # the user's answer
    # Drawn, in the window and on paper
    draw: Drawing | None = (
        None  # into the plane: the given answer, and the right one once it is shown
    )
    chart: Charting | None = None  # beside the plane: its axes, with the answer once it is shown
    numbers_examples: bool = (
        False  # whether the answer is ids of points, which have numbers on paper
    )
    headed: bool = False  # whether its title stands before the question
    open_lab: bool = False  # whether numbers and views may be seen before it is answered
    acts: bool = False  # whether it is answered by what is done in the lab, and submits itself
    # In a web page: what its script needs to judge an answer, as JSON; `control` names the control,
    # and `because` in it is Markdown. None: it is answered in the lab.
    page: Paging = lambda question, answer, here: None
    # On paper
    task: str = ""  # what to do with the picture
    verbs: Mapping[str, str] = field(default_factory=dict)  # words of the window, and of paper
    # With other points: whether a new answer makes it the same question, as hard as with the old
    # answer, but not answered by it. None: it is not asked again.
    asked_again: Comparing | None = None
