"""A homework sheet as a value: the points, the task in words and formulas, a table to fill in, and
the solution.

Its numbers are those of the run itself; the numbers given on the sheet are rounded, so an answer
worked out from them may differ in its last digit.
"""

from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from linlab.engine.export.tables.columns import Named, rate_head
from linlab.engine.export.tables.latex_text import maths
from linlab.engine.export.tables.table_segments import TableSegment, table_segments
from linlab.engine.export.tables.task import Formula, Prose, Task, task_of
from linlab.engine.ground.errors import LinlabError
from linlab.engine.ground.numerals import number
from linlab.engine.picture.shapes import Item, Label, Panel, Picture
from linlab.engine.train.problem import Problem
from linlab.engine.train.trace import Trace
from linlab.engine.views.figure import Figure
from linlab.engine.views.snapshot import Snapshot
from linlab.engine.views.views import draw

FIRST = 10  # default number of steps
MOST_ROWS = 200  # most steps to work out by hand
WIDE, HIGH = 636.0, 330.0  # pixels of 1/96 inch, of a figure across an A4 page
_FONT, _AWAY = 13.0, 10.0  # font size of a figure, and the distance of a number from its point


@dataclass(frozen=True)
class Section:
    """The steps of one problem: the task and the cells; cells that are not given are the
    answers."""

    task: Task
    stretch: TableSegment
    start: list[str]  # the row before the first; may be empty
    rows: list[list[str]]


@dataclass(frozen=True)
class Sheet:
    """The content of the pages: the task, then its solution."""

    title: str
    intro: Prose
    figure: Picture
    sections: tuple[Section, ...]
    after: Picture
    result: Prose


def sheet_of(
    trace: Trace, last: int = FIRST, digits: int = 4, title: str = "", named: Named = maths
) -> Sheet:
    """The first steps of a run up to `last`; `named` puts the name of a class into a formula."""
    if trace.problem(0).base_outputs is not None:
        raise LinlabError(
            f"The output of the base model in {trace.problem(0).title} cannot be worked out by hand: make the homework for the top model."
        )
    if trace.problem(0).reads_texts:
        raise LinlabError(
            "Homework has its points drawn in the plane, and texts have no places of their own: write "
            "a table of steps, which has the texts, or switch to the linear space."
        )
    if trace.model(0).team:
        raise LinlabError(
            f"{trace.problem(0).title} makes no steps of its own: make the homework for one of its members."
        )
    last = trace.at(last).t
    parts = list(table_segments(trace, 1, last, digits, named))
    sections = tuple(_section(part) for part in parts)
    look = Figure(width=WIDE, height=HIGH, palette="print", font=_FONT)
    look = replace(look, layers=look.layers - {"regions"})  # to be printed in black
    figure = _numbered(draw(replace(look, layers=frozenset()), Snapshot.of(trace, 0)), trace, last)
    after = draw(look, Snapshot.of(trace, last))
    title = title or f"{sections[0].task.title}, worked out by hand"
    return Sheet(
        title, _intro(trace, parts, digits), figure, sections, after, _result(trace, last, digits)
    )


def _section(part: TableSegment) -> Section:
    return Section(
        task_of(part.problem),
        part,
        part.start() if part.first == 1 else [],
        part.rows(part.first, part.last),
    )


def _intro(trace: Trace, parts: list[TableSegment], digits: int) -> Prose:
    problem = parts[0].problem
    last = parts[-1].last
    many = len(trace.document.points_at(0))
    of = len(problem.classes)
    apart = "" if problem.n == many else f", {problem.n} of them for training"
    prose: list[str | Formula] = [
        f"The figure shows {many} points of {of} classes{apart}. ",
        f"Make the first {last} steps by hand" if last > 1 else "Make the first step by hand",
        ": the table says which examples they use; these are numbered in the figure. ",
        *_symbols(problem, parts[0]),
        f" Give {digits} significant digit{'s' if digits > 1 else ''}; the given numbers are rounded, too.",
    ]
    return tuple(prose)


def _symbols(problem: Problem, part: TableSegment) -> Prose:
    """The meaning of the blanks."""
    score = (
        (Formula("s"), ", the score, ")
        if len(problem.classes) == 2
        else (Formula("s_c"), ", the score of each class, ")
    )
    prose: list[str | Formula] = ["Fill in ", *score, Formula("m"), ", the margin, "]
    if problem.counting is not None:
        return (*prose, "and the numbers of the example's class after the step.")
    prose += [Formula(r"\ell"), ", the loss, "]
    rate = rate_head(problem)
    if any(column.head == rate for column in part.columns):
        prose += [Formula(rate), ", the rate, " if rate == r"\tau" else ", the learning rate, "]
    return (*prose, f"and the {'coefficients' if problem.dual else 'weights'} after the step.")


def _result(trace: Trace, last: int, digits: int) -> Prose:
    sample = trace.sample(last)
    problem = trace.problem(max(0, last - 1))
    wrong = round(sample.train_error * problem.n)
    mistakes = f"{sample.mistakes} mistake{'' if sample.mistakes == 1 else 's'}"
    prose = (
        f"After step {last}: {mistakes} so far; {wrong} of {problem.n} training points wrong now"
    )
    return (
        f"{prose}; the objective is {number(sample.objective, digits)}."
        if np.isfinite(sample.objective)
        else f"{prose}.",
    )


def _numbered(figure: Picture, trace: Trace, last: int) -> Picture:
    """The figure with a number at each example used, on the side with most space."""
    points = trace.document.points_at(0)
    panel = figure.panels[0]
    wanted = {int(i) for t in range(1, last + 1) for i in _examples(trace, t)}
    if len(wanted) > 60:  # a batch of all of them
        return figure
    problem = trace.problem(0)
    places = panel.to_page(problem.x[sorted(wanted)])
    taken = panel.to_page(points.x)
    labels: list[Item] = []
    for i, place in zip(sorted(wanted), places, strict=True):
        offset = _free(place, taken)
        taken = np.vstack([taken, place + offset])
        x, y = problem.x[i].tolist()
        labels.append(
            Label(
                f"#{i + 1}",
                (x, y),
                0.8 * _FONT,
                panel.palette.text,
                "middle",
                dx=float(offset[0]),
                dy=float(offset[1]),
                name="number",
            )
        )
    return replace(figure, panels=(_with(panel, labels), *figure.panels[1:]))


def _examples(trace: Trace, t: int) -> Any:
    step = trace.step(t)
    return step.examples if step is not None and trace.problem(t - 1) is trace.problem(0) else ()


def _free(place: Any, taken: Any) -> Any:
    """The offset from a point to the place beside it that is furthest from all others."""
    turns = np.linspace(0.0, 2.0 * np.pi, 16, endpoint=False)
    ways = _AWAY * np.concatenate(
        [far * np.column_stack([1.2 * np.cos(turns), np.sin(turns)]) for far in (1.0, 1.5)]
    )
    gaps = np.linalg.norm((place + ways)[:, None] - taken[None], axis=2)  # (ways, others)
    return ways[int(np.argmax(np.minimum(gaps.min(axis=1), 1.3 * _AWAY)))]


def _with(panel: Panel, items: list[Item]) -> Panel:
    return replace(panel, items=(*panel.items, *items))
