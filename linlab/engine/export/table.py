"""The history of a run as a table, one row per update.

Columns: t · example (its position among the training examples, from 1) · label · score, or one per class · margin ·
loss · rate · updated (1 or 0) · θ after the update. A batch lists its examples and labels, “1 4 7”; its scores, margin
and loss are means. θ is w_<feature> and bias; in a kernel space the coefficients a1 … an of the examples; for naive
Bayes the sums of the features and the count of each class. With more than two classes there is a column per class.
"""

import csv
import os
import re
from collections.abc import Callable, Iterator
from typing import TextIO

from linlab.engine.files import PathLike, writing
from linlab.engine.problem import Problem
from linlab.engine.state import Step
from linlab.engine.trace import Trace

Cell = str | int | float
_PLAIN = str.maketrans("₀₁₂₃₄₅₆₇₈₉⁰¹²³⁴⁵⁶⁷⁸⁹ ", "01234567890123456789_")


def write_trace(
    trace: Trace, upto: int, target: PathLike | TextIO, progress: Callable[[int], object] | None = None
) -> None:
    """Write the first `upto` updates as CSV into a file or an open one; `progress(t)` is called for every row."""
    if isinstance(target, (str, os.PathLike)):
        with writing(target) as file:
            _write(trace, upto, file, progress)
    else:
        _write(trace, upto, target, progress)


def columns(trace: Trace, upto: int) -> list[str]:
    """The names of the columns; a timeline that changes the space or the classes adds to them."""
    times = [0, *(change.t for change in trace.document.timeline if change.t < upto)]
    problems = [trace.problem(t) for t in times]
    scores = [name for problem in problems for name in _scores(problem)]
    theta = [name for problem in problems for name in _theta(problem)]
    return ["t", "example", "label", *dict.fromkeys(scores), "margin", "loss", "rate", "updated", *dict.fromkeys(theta)]


def trace_rows(trace: Trace, upto: int) -> Iterator[list[Cell]]:
    """The cells of each row under `columns`; empty where a column does not apply."""
    last = trace.at(upto).t
    names = columns(trace, last)
    where = {name: k for k, name in enumerate(names)}
    known: dict[int, list[int]] = {}  # the places of a problem's cells
    for t in range(1, last + 1):
        problem = trace.problem(t - 1)
        if id(problem) not in known:
            known[id(problem)] = [where[name] for name in columns_of(problem)]
        step = trace.step(t)
        assert step is not None
        cells: list[Cell] = [""] * len(names)
        for place, cell in zip(known[id(problem)], _cells(problem, step), strict=True):
            cells[place] = cell
        yield cells


def columns_of(problem: Problem) -> list[str]:
    """The columns that apply to one problem."""
    return ["t", "example", "label", *_scores(problem), "margin", "loss", "rate", "updated", *_theta(problem)]


def _write(trace: Trace, upto: int, file: TextIO, progress: Callable[[int], object] | None) -> None:
    out = csv.writer(file, lineterminator="\n")
    out.writerow(columns(trace, trace.at(upto).t))
    for t, row in enumerate(trace_rows(trace, upto), 1):
        out.writerow(row)
        if progress is not None:
            progress(t)


def _cells(problem: Problem, step: Step) -> list[Cell]:
    if len(step.examples) == 1:
        example: Cell = step.example + 1
        label, scores = step.label, step.score.tolist()
    else:
        example = " ".join(str(i + 1) for i in step.examples.tolist())
        label = " ".join(step.classes[y] for y in step.labels.tolist())
        scores = step.scores.mean(axis=0).tolist()
    weights, bias = problem.split(step.after)
    theta = weights.ravel().tolist()
    if problem.bias != "none":
        theta += bias.tolist()
    return [step.t, example, label, *scores, step.margin, step.loss, step.rate, int(step.updated), *theta]


def _scores(problem: Problem) -> list[str]:
    return ["score"] if len(problem.classes) == 2 else [f"score_{name}" for name in problem.classes]


def _theta(problem: Problem) -> list[str]:
    """Row after row, each weight; then the bias of each row."""
    if problem.counting is not None:
        names, bias = [f"sum_{_ascii(name)}" for name in problem.counting.names()], ["count"]
    else:
        ghosts = [f"a({a!r} {b!r})" for a, b in problem.ghosts.tolist()]  # places that are no longer examples
        names = [f"a{i + 1}" for i in range(problem.n)] + ghosts if problem.map is None else [
            f"w_{_ascii(name)}" for name in problem.map.names]  # fmt: skip
        bias = [] if problem.bias == "none" else ["bias"]
    rows = [""] if problem.rows == 1 else [f"_{name}" for name in problem.classes]
    return [name + row for row in rows for name in names] + [name + row for row in rows for name in bias]


def _ascii(name: str) -> str:
    """The name of a feature as one can type it: x₁²x₂ is x1^2x2."""
    return re.sub("([⁰¹²³⁴⁵⁶⁷⁸⁹]+)", r"^\1", name).translate(_PLAIN)
