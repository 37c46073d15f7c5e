"""The tasks of a document: the first steps of its model, worked out by hand.

A copy has the points of the document drawn anew, rounded to one decimal so that the printed numbers
are those that the engine computes with. It makes as many mistakes in the first steps as the document
does, so all copies take the same work.
"""

from collections.abc import Callable, Iterator
from dataclasses import replace

import numpy as np

from linlab.engine.document.document import Document
from linlab.engine.export.homework.sheet import sheet_of
from linlab.engine.export.tables.task import QUAD, task_of
from linlab.engine.export.weights.weights_json import in_force
from linlab.engine.ground.errors import LinlabError
from linlab.engine.ground.numerals import number
from linlab.lessons.facts.situation import Situation, run_of
from linlab.lessons.kinds.kind import Question
from linlab.lessons.playing import Play
from linlab.lessons.questions import answer_of, question_of
from linlab.lessons.variants.redrawing import COARSE, grid_of, redrawn
from linlab.lessons.written.blocks import read_block
from linlab.lessons.written.toml import toml_of

from .copies import Task

STEPS = 5  # worked out by hand, by default
MOST_STEPS = 20
LISTED = 24  # most points in the table
TRIES = 300  # draws until one has as many mistakes
CLOSE = 0.01  # tolerance of a number with decimals
WEIGHTS = (
    ("The weight of x₁", "w_1", "w1"),
    ("The weight of x₂", "w_2", "w2"),
    ("The bias", "b", "b"),
)
SETTINGS = (("alpha", r"\alpha"), ("lam", r"\lambda"), ("C", "C"))  # that a step depends on
PLACES = 40  # places that are tried until one is clearly on one side


def document_tasks(document: Document, steps: int = STEPS) -> Callable[[int], tuple[Task, ...]]:
    """A function that draws the tasks from a seed."""
    if not 1 <= steps <= MOST_STEPS:
        raise LinlabError(f"Homework has 1 to {MOST_STEPS} steps, not {steps}.")
    which = document.look.focus if document.look is not None else 0
    which = min(which, len(document.learners) - 1)
    plain = replace(document.bare, learners=(document.learners[which],))
    original = _rounded(plain)
    _check(original, steps)
    mistakes = run_of(original, 0).mistakes(steps)
    wanted = _titles(original, steps)

    def tasks_of(seed: int) -> tuple[Task, ...]:
        for draw in range(TRIES):
            try:
                other = _rounded(redrawn(plain, seed * TRIES + draw, turned=True))
                same = run_of(other, 0).mistakes(steps) == mistakes
                if same and _titles(other, steps) == wanted:
                    return tuple(_tasks(other, steps))
            except LinlabError as error:
                if document.timeline or document.points.texts is not None:
                    raise
                reason = str(error)
                continue
            reason = f"none makes {mistakes} mistakes in {steps} steps and has the same questions"
        raise LinlabError(f"No other points were found that are as hard: {reason}.")

    return tasks_of


def _rounded(document: Document) -> Document:
    """The document with coordinates that can be printed."""
    points = document.points
    x = np.round(points.x, 1) + 0.0  # no −0
    if not len(points) or np.allclose(x, points.x, rtol=0, atol=1e-9):
        return document
    return replace(document, points=points.move(points.ids, x), source=None)


def _check(document: Document, steps: int) -> None:
    here = Situation(document)
    if here.model.team or here.problem.reads_texts or len(here.problem.classes) != 2:
        raise LinlabError("Homework needs one model, two classes and points in the plane.")
    if not here.problem.learner.straight or here.next.example is None:
        raise LinlabError(
            f"{here.model.title} cannot be worked out by hand here: homework needs a straight line "
            "and one example at a time."
        )
    if here.trace.at(steps).t < steps:
        raise LinlabError(f"The run ends before step {steps}: ask for fewer steps.")


def _titles(document: Document, steps: int) -> list[str]:
    """What is asked about a document."""
    return [title for title, *_ in _questions(Situation(document, 0, 0, steps), steps)]


def _tasks(document: Document, steps: int) -> Iterator[Task]:
    here = Situation(document, 0, 0, steps)
    last = _listed(here, steps)
    rows = ((sheet_of(here.trace, last).figure,),)
    text = _introduction(here, last)
    for k, (title, ask, then) in enumerate(_questions(here, steps)):
        question = _question(ask)
        place = replace(here, then=then)
        answer = answer_of(question, place)
        yield Task(title, text if k == 0 else "", rows if k == 0 else (), question, answer, place)


def _questions(here: Situation, steps: int) -> Iterator[tuple[str, dict[str, object], int]]:
    """The title and the fields of each question, and the step that it is about."""
    after = f"after the first {steps} steps" if steps > 1 else "after the first step"
    for title, symbol, fact in WEIGHTS:
        if fact == "b" and not here.problem.constant:
            continue
        ask = f"What is ${symbol}$ {after}?"
        yield title, _number(ask, f"after.{fact}", here), steps
    if here.problem.n <= LISTED:
        n = here.problem.updates_per_epoch
        ask = f"How many mistakes are made in the first {n} steps, once through all examples?"
        yield "Mistakes", _number(ask, "after.mistakes", here), n
    end = Play.read("to the next update").end(replace(here, t=steps, then=None))
    if steps < end <= here.problem.updates_per_epoch and here.problem.n <= LISTED:
        ask = f"Which example is the next to change the weights {after}? Give its number."
        yield "The next update", _number(ask, "after.last_example", here), end
    place = _place(replace(here, t=steps, then=None))
    if place is not None:
        x1, x2 = place
        choices = {
            _cell(name): {
                "when": f"after.says({x1}, {x2}) == {name!r}",
                "because": "Compute its score.",
            }
            for name in here.problem.classes
        }
        ask = f"What does the model say {after} about a new point at ({number(x1)}, {number(x2)})?"
        yield "A new point", {"kind": "choose", "ask": ask, "choices": choices}, steps


def _number(ask: str, answer: str, here: Situation) -> dict[str, object]:
    whole = float(here.document.points.x.sum()).is_integer()
    return {"kind": "number", "ask": ask, "answer": answer, "tolerance": 0.0 if whole else CLOSE}


def _question(fields: dict[str, object]) -> Question:
    block, faults = read_block("question", toml_of(fields), "", 1)
    question, more = question_of(block)
    if question is None:
        raise LinlabError((*faults, *more)[0].sentence)
    return question


def _place(here: Situation) -> tuple[float, float] | None:
    """A place among the points, on their grid, that is clearly on one side of the line."""
    x = here.document.points.x
    rng = np.random.default_rng(np.abs(x * 1000).astype(np.int64).sum())  # by the points alone
    grid = max(grid_of(x), COARSE)
    scores = np.abs(here.model.scores(x)[:, -1])
    for _ in range(PLACES):
        found = grid * np.round(rng.uniform(x.min(axis=0), x.max(axis=0)) / grid)
        score = float(here.model.scores(found[None])[0, -1])
        if abs(score) > 0.2 * float(scores.max()):
            return round(float(found[0]), 2), round(float(found[1]), 2)
    return None


def _listed(here: Situation, steps: int) -> int:
    """How many steps the table lists: an epoch, or with many points those worked out."""
    last = here.problem.updates_per_epoch if here.problem.n <= LISTED else steps
    return here.trace.at(max(last, steps)).t


def _introduction(here: Situation, last: int) -> str:
    """The model, its rule, and the examples in the order of the steps."""
    problem = here.problem
    task = task_of(problem)
    rule = f"$$\n{QUAD.join(task.rule)}\n$$"
    given = in_force(problem.learner)
    numbers = [
        f"${symbol} = {number(given[name])}$"
        for name, symbol in SETTINGS
        if isinstance(given.get(name), int | float)
    ]
    zero = "It starts with all weights 0. " if given.get("start") == "zeros" else ""
    negative, positive = map(_cell, problem.classes)
    signs = f"Class {negative} has $y = -1$, class {positive} has $y = +1$."
    settings = f" It uses {', '.join(numbers)}." if numbers else ""
    return (
        f"Model: **{task.title}**. {zero}It looks at one example in each step, in the order "
        f"of the table.{settings} {signs}\n\n{rule}\n\n{_table(here, last)}"
    )


def _table(here: Situation, last: int) -> str:
    """The examples in the order of the steps."""
    rows = []
    for t in range(1, last + 1):
        step = here.trace.step(t)
        assert step is not None and step.example is not None
        x1, x2 = here.problem.x[step.example].tolist()
        name = here.problem.classes[int(here.problem.y[step.example])]
        rows.append(f"| {t} | #{step.example + 1} | {number(x1)} | {number(x2)} | {_cell(name)} |")
    head = "| step | example | $x_1$ | $x_2$ | class |\n|---|---|---|---|---|"
    return "\n".join([head, *rows])


def _cell(name: str) -> str:
    return "".join(f"\\{mark}" if mark in "|\\`*_$[]<>{}" else mark for mark in name)
