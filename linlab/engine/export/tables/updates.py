"""The history of a run as a table, one row per step: CSV with every digit, or LaTeX for a page.

Columns: t · example (its position among the training examples, from 1) · label · x1 · x2 · score,
or one per class · margin · loss · rate · updated (1 if θ changed, by whatever, else 0) · θ after
the step. A batch lists its examples, labels and coordinates, “1 4 7”; a large one gives only
their number; its scores, margin and loss are means. θ is w_<feature> and bias; in a kernel space
the coefficients a1 … an of the examples; for naive Bayes the sums of the features and the count of
each class. The features of Gaussian naive Bayes are z = (x − mean)/σ and z², with the means of all
examples and the larger of their two spreads. With more than two classes there is a column per
class. A blank table, to be filled in by hand, begins with θ before the first step. For naive
Bayes a class may be impossible: its score is −∞, the margin over impossible rivals ∞; where every
class is impossible they are undefined, and their cells empty. A team, whose members learn, has
neither loss, rate nor θ; `updated` is 1 if one of them changed. Steps on texts have the text in
place of x1 and x2, and θ is that of its words.
"""

import re
from collections.abc import Iterator
from typing import Any

import numpy as np

from linlab.engine.ground.cells import line_of
from linlab.engine.learner.losses import ASK
from linlab.engine.train.problem import Problem
from linlab.engine.train.trace import Trace
from linlab.engine.train.updates.advance import BoundLoop

from .text_steps import GIVEN as _GIVEN_OF_TEXTS
from .text_steps import text_rows, weight_names, weights_of

Cell = str | int | float
_GIVEN = ("t", "example", "label", "x1", "x2")
_SOME, _FIRST = 16, 3  # most examples listed in a cell, and the first ones listed if there are more
_PLAIN = str.maketrans("₀₁₂₃₄₅₆₇₈₉⁰¹²³⁴⁵⁶⁷⁸⁹ −", "01234567890123456789_-")


def columns(trace: Trace, upto: int, first: int = 1) -> list[str]:
    """The names of the columns; a timeline that changes the space or the classes adds to them."""
    times = [
        first - 1,
        *(change.t for change in trace.document.timeline if first - 1 < change.t < upto),
    ]
    problems = [trace.problem(t) for t in times]
    given = [name for problem in problems for name in given_names(problem)]
    scores = [name for problem in problems for name in _scores(problem)]
    theta = [name for problem in problems for name in theta_names(problem)]
    costs = [name for problem in problems for name in _costs(problem)]
    return [
        *dict.fromkeys(given),
        *dict.fromkeys(scores),
        "margin",
        *dict.fromkeys(costs),
        "updated",
        *dict.fromkeys(theta),
    ]


def given_names(problem: Problem) -> tuple[str, ...]:
    """The columns of what a step is about: places, or texts."""
    return _GIVEN_OF_TEXTS if problem.reads_texts else _GIVEN


def columns_of(problem: Problem) -> list[str]:
    """The columns that apply to one problem."""
    return [
        *given_names(problem),
        *_scores(problem),
        "margin",
        *_costs(problem),
        "updated",
        *theta_names(problem),
    ]


def trace_rows(trace: Trace, upto: int, first: int = 1) -> Iterator[list[Cell]]:
    """The cells of each row under `columns`; empty where a column does not apply."""
    last = trace.at(upto).t
    names = columns(trace, last, first)
    where = {name: k for k, name in enumerate(names)}
    t = first - 1
    while t < last:
        problem = trace.problem(t)
        own = columns_of(problem)
        places = None if own == names else [where[name] for name in own]
        until = min([last, *(change.t for change in trace.document.timeline if change.t > t)])
        for row in _rows(trace, problem, t, until):
            if places is not None:
                cells: list[Cell] = [""] * len(names)
                for place, cell in zip(places, row, strict=True):
                    cells[place] = cell
                row = cells
            yield row
        t = until


def _rows(trace: Trace, problem: Problem, begin: int, until: int) -> Iterator[list[Cell]]:
    """The rows of a segment; plain steps come straight from the loop, which is five times as
    fast."""
    learner = problem.learner
    if problem.reads_texts:
        yield from text_rows(trace, problem, begin, until)
        return
    x, y = (
        (problem.x + 0.0).tolist(),
        [problem.classes[c] for c in problem.y.tolist()],
    )  # + 0.0: no −0 in a table
    picked = any(
        change.t == begin and change.pick is not None for change in trace.document.timeline
    )
    if picked or not learner.recipe.in_a_space or learner.optimiser.solver:
        for t in range(begin + 1, until + 1):
            step = trace.step(t)
            assert step is not None
            score = step.score if len(step.examples) == 1 else step.scores.mean(axis=0)
            costs = (step.loss + 0.0, step.rate) if _costs(problem) else ()
            yield [
                t,
                *_given(step.examples, x, y),
                *(score + 0.0).tolist(),
                step.margin + 0.0,
                *costs,
                int(step.updated),
                *_theta(problem, step.after),
            ]
        return
    loop = BoundLoop(problem)
    scores, margins, numbers = loop.record.scores, loop.record.margins, loop.record.numbers
    before = trace.at(begin).theta.copy()
    for t, (examples, theta) in enumerate(loop.each(trace.at(begin), until - begin), begin + 1):
        size = len(examples)
        mean = scores[0] if size == 1 else scores[:size].mean(axis=0)
        margin = float(margins[0] if size == 1 else margins[:size].mean())
        loss, rate = numbers[:2].tolist()
        updated = int(not np.array_equal(before, theta))
        yield [
            t,
            *_given(examples, x, y),
            *(mean + 0.0).tolist(),
            margin + 0.0,
            loss + 0.0,
            rate,
            updated,
            *_theta(problem, theta),
        ]
        if updated:
            before[:] = theta


def _given(examples: Any, x: list[list[float]], y: list[str]) -> list[Cell]:
    if len(examples) == 1:
        i = int(examples[0])
        return [i + 1, y[i], *x[i]]
    some = examples.tolist()
    if len(some) > _SOME:
        return [many_examples(some, len(x)), "", "", ""]
    return [
        " ".join(str(cell) for cell in cells)
        for cells in (
            [i + 1 for i in some],
            [y[i] for i in some],
            [x[i][0] for i in some],
            [x[i][1] for i in some],
        )
    ]


def many_examples(some: list[int], of: int) -> str:
    """The examples of a batch too large to be listed.

    >>> many_examples(list(range(150)), 150), many_examples(list(range(32)), 150)
    ('all 150 examples', '1 2 3 … (32 examples)')
    """
    if len(some) == of:
        return f"all {of} examples"
    return f"{' '.join(str(i + 1) for i in some[:_FIRST])} … ({len(some)} examples)"


def _theta(problem: Problem, theta: Any) -> list[float]:
    weights, bias = problem.split(theta + 0.0)
    return list(
        weights.ravel().tolist()
        if problem.bias == "none"
        else weights.ravel().tolist() + bias.tolist()
    )


def table_csv(
    trace: Trace, first: int, last: int, blank: bool, digits: int
) -> Iterator[tuple[int, str]]:
    """The lines of the file, each with the number of steps written so far; it has all digits."""
    names = columns(trace, last, first)
    yield 0, line_of(names)[:-1]
    problem = trace.problem(first - 1)
    given = len(given_names(problem))
    empty: list[Cell] = [""] * (len(names) - given)
    if blank:
        start = trace.at(first - 1).theta
        own = weights_of(problem, start, ()) if problem.reads_texts else _theta(problem, start)
        theta = dict(zip(theta_names(problem), own, strict=True))
        yield (
            0,
            line_of(
                [
                    first - 1,
                    *[""] * (given - 1),
                    *(theta.get(name, "") for name in names[given:]),
                ]
            )[:-1],
        )
    for done, row in enumerate(trace_rows(trace, last, first), 1):
        yield done, line_of(row[:given] + empty if blank else row)[:-1]


def _scores(problem: Problem) -> list[str]:
    return ["score"] if len(problem.classes) == 2 else [f"score_{name}" for name in problem.classes]


def _costs(problem: Problem) -> list[str]:
    """A team has none."""
    return [] if problem.learner.recipe.loss is ASK else ["loss", "rate"]


def theta_names(problem: Problem) -> list[str]:
    """Each weight, row by row; then the bias of each row. Of texts, the words of the step's text."""
    if problem.reads_texts:
        return weight_names(problem)
    if problem.counting is not None:
        names = [f"sum_{ascii_name(name)}" for name in problem.counting.sums]
        bias = ["count"]
    else:
        ghosts = [
            f"a({a!r} {b!r})" for a, b in problem.ghosts.tolist()
        ]  # places that are no longer examples
        names = (
            [f"a{i + 1}" for i in range(problem.n)] + ghosts
            if problem.names is None
            else [f"w_{ascii_name(name)}" for name in problem.names]
        )
        bias = [] if problem.bias == "none" else ["bias"]
    rows = [""] if problem.rows == 1 else [f"_{name}" for name in problem.classes]
    return [name + row for row in rows for name in names] + [
        name + row for row in rows for name in bias
    ]


def ascii_name(name: str) -> str:
    """The name of a feature in ASCII: x₁²x₂ is x1^2x2."""
    return re.sub("([⁰¹²³⁴⁵⁶⁷⁸⁹]+)", r"^\1", name).translate(_PLAIN)
