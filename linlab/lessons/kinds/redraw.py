"""New test sets to draw, one after the other: how far the measured errors of the models scatter, and
how often each is ahead. The answer is the error of each model on each set.

    times = 20        # sets to draw
    n = 40            # points of a set
"""

from dataclasses import dataclass

import numpy as np

from linlab.engine.ground.arrays import Floats
from linlab.engine.ground.errors import LinlabError
from linlab.engine.ground.numerals import percent
from linlab.engine.picture.model_styles import style_of
from linlab.engine.picture.palette import Palette
from linlab.engine.picture.shapes import Axis, Frame, Item, Lines, Marks, Panel, Pen, View
from linlab.engine.picture.ticks import ticks
from linlab.lessons.facts.judging import error_on, fresh_points
from linlab.lessons.facts.situation import Situation
from linlab.lessons.written.checks import whole_number

from .kind import Answer, Field, Question, QuestionKind, Verdict

TEMPLATE = """kind = "redraw"
ask = "Draw another test set, twenty times. How often is each model ahead?"
times = 20
n = 40"""
FIRST_SEED = 700_000  # of the test sets, far from the seeds of the points
SYMBOLS = ("disc", "diamond", "square", "up", "down", "star")  # of the models
DOT = 7.0  # pixels across
FONT = 11.0  # pixels


@dataclass(frozen=True, eq=False)
class Draws:
    """The models, and their errors on each test set."""

    names: tuple[str, ...]
    errors: Floats  # (sets, models)

    def first(self, k: int) -> "Draws":
        return Draws(self.names, self.errors[:k])

    @property
    def ahead(self) -> tuple[int, ...]:
        """How often each model alone has the fewest errors."""
        best = self.errors == self.errors.min(axis=1, keepdims=True)
        alone = best & (best.sum(axis=1, keepdims=True) == 1)
        return tuple(int(each) for each in alone.sum(axis=0))

    @property
    def words(self) -> str:
        """How often each is ahead, in a sentence."""
        many = len(self.errors)
        counts = zip(self.names, self.ahead, strict=True)
        parts = [f"{name} is ahead on {k}" for name, k in counts]
        level = many - sum(self.ahead)
        if level:
            parts.append(f"on {level} they are level")
        sets = "test set" if many == 1 else "test sets"
        return f"Of {many} {sets}: {', '.join(parts)}."

    @property
    def last(self) -> str:
        """The errors on the last test set, in a sentence."""
        found = zip(self.names, self.errors[-1], strict=True)
        return (
            "Errors: " + ", ".join(f"{name} {percent(float(each))}" for name, each in found) + "."
        )


def _answer(question: Question, here: Situation) -> Answer:
    many = len(here.document.learners)
    if many < 2:
        raise LinlabError("Nothing can be compared: the page needs two models or more.")
    models = [here.of(k) for k in range(many)]
    rows = []
    for k in range(question["times"]):
        points = fresh_points(here, question["n"], FIRST_SEED + k)
        if points is None:
            raise LinlabError("The points come from no data set that can draw new ones.")
        rows.append([error_on(model, points) for model in models])
    draws = Draws(tuple(model.moment.name for model in models), np.array(rows))
    return Answer(draws, draws.words)


def _judge(question: Question, answer: Answer, given: int) -> Verdict:
    times = question["times"]
    if given >= times:
        return Verdict(True, "", "Done.")
    return Verdict(False, f"{given} of {times} test sets so far: keep drawing.", "Not yet.")


def draws_panel(
    draws: Draws, times: int, palette: Palette, size: tuple[float, float], highest: float
) -> Panel:
    """The errors of each model over the test sets, with its mean as a line."""
    items: list[Item] = []
    for k in range(len(draws.names) if len(draws.errors) else 0):
        pen = style_of(palette, k)
        column = draws.errors[:, k]
        mean = np.array([(0.5, column.mean()), (times + 0.5, column.mean())])
        places = np.column_stack([np.arange(1, len(column) + 1), column])
        items.append(Lines(f"mean of {draws.names[k]}", (mean,), pen))
        items.append(Marks(draws.names[k], SYMBOLS[k % len(SYMBOLS)], places, DOT, pen.colour))
    frame = Frame(46, 8, max(20.0, size[0] - 58), max(20.0, size[1] - 44), pen=Pen(palette.border))
    across = Axis(((1.0, "1"), (float(times), str(times))), "test set")
    up = Axis(tuple(ticks(0.0, highest, False, 4)), "error", grid=True)
    view = View(0.5, 0.0, times + 0.5, highest)
    return Panel(frame, view, tuple(items), palette, FONT, across, up)


def highest_of(draws: Draws) -> float:
    """The top of the axis for all test sets, so that it stays while they are drawn."""
    return 1.15 * max(float(draws.errors.max()), 0.02)


REDRAW = QuestionKind(
    "redraw",
    "Draw again",
    TEMPLATE,
    {
        "times": Field(whole_number(2, 200), default=20),
        "n": Field(whole_number(1, 2000), needed=True),
    },
    _answer,
    _judge,
    answer_field="n",
    box=lambda question: "redraws",
    hint=lambda question: "Draw another test set",
    own_words=lambda question, given: f"{given} test sets drawn",
    task="Do it in the lab.",
)
