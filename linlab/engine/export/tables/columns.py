"""The columns of a table of steps for a page: the value of each after a step, in plain text,
and before the first.

    t  i  y  x₁  x₂ | s  m  m ≤ 0  ℓ  α  w, b after

Headings are LaTeX formulas. Up to a dozen weights are columns; with more, a kernel space shows the
coefficient of the current example, and a feature space ‖w‖. Naive Bayes shows the numbers of the
example's class: how many there were, and how many in the same bins, or its means and variances.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from linlab.engine.ground.numerals import number
from linlab.engine.ground.sanitise import shorten
from linlab.engine.train.measures import without_noise
from linlab.engine.train.problem import Problem
from linlab.engine.train.state import Step
from linlab.engine.words.listing.notation import Notation

from .latex_text import is_monomial, maths

Named = Callable[[str], str]
KEYS = 2  # the first columns, which identify a row: t and i
_DUST = 1e-14  # rounding error of a score or a margin, which does not occur by hand
_LETTERS = 40  # of a text
_MOST, _FEW = 12, 4  # most columns of weights, most examples listed in a cell


@dataclass(frozen=True)
class Column:
    """A column: its heading, its value after a step, and before the first."""

    head: str
    cell: Callable[[Step], str]
    start: str = ""
    given: bool = False


def columns_of(problem: Problem, theta: Any, digits: int, named: Named = maths) -> list[Column]:
    """The columns for a problem that starts from θ; `named` puts the name of a class into a
    formula."""

    def show(x: Any) -> str:
        return number(0.0 if abs(x) < _DUST else float(x), digits)

    def plain(x: Any) -> str:
        return number(float(x), digits)

    learner = problem.learner
    two = len(problem.classes) == 2
    kink = learner.recipe.loss.kink
    counts = not learner.recipe.in_a_space or problem.counting is not None

    def example(step: Step) -> str:
        many = len(step.examples)
        return (
            _listed(step, lambda i: str(i + 1))
            or f"{'all ' if many == problem.n else ''}{many} examples"
        )

    def label(i: int) -> str:
        if two:
            return "+1" if problem.y[i] else "−1"
        return str(problem.classes[problem.y[i]])

    def holds(step: Step) -> str:
        many = len(step.examples)
        if many == 1:
            return "yes" if step.pulls.any() else "no"
        return f"{step.pulls.any(axis=1).sum()} of {many}"

    def score(row: int) -> Callable[[Step], str]:
        return lambda step: show(step.scores[:, row].mean())

    return [
        Column("t", lambda step: str(step.t), given=True),
        Column("i", example, given=True),
        *(
            []
            if problem.batch > _FEW or learner.optimiser.solver
            else [
                Column("y_i", lambda step: _listed(step, label), given=True),
                *(_texts(problem) if problem.reads_texts else _places(problem, plain)),
            ]
        ),
        *(
            [Column("s", score(0))]
            if two
            else [Column(f"s_{{{named(c)}}}", score(k)) for k, c in enumerate(problem.classes)]
        ),
        Column("m", lambda step: show(step.margin)),
        *([Column(f"m {kink.formula}", holds)] if kink else []),
        *([] if counts else [Column(r"\ell", lambda step: show(step.loss))]),
        *(
            [Column(rate_head(problem), lambda step: plain(step.rate))]
            if learner.optimiser.uses_rate and not counts
            else []
        ),
        *(
            _counted(problem, show)
            if problem.counting is not None
            else _weights(problem, theta, plain, named)
        ),
    ]


def rate_head(problem: Problem) -> str:
    """The sign of the learning rate: α, α_t with a schedule, τ for MIRA."""
    return Notation(problem.learner, len(problem.classes) > 2).rate or r"\alpha"


def _weights(
    problem: Problem, theta: Any, show: Callable[[Any], str], named: Named
) -> list[Column]:
    """The weights after the step, as many as fit."""
    rows = [""] if problem.rows == 1 else [f"^{{{named(name)}}}" for name in problem.classes]
    weights = problem.split(theta)[0]
    columns = []

    def weight(r: int, j: int) -> Callable[[Step], str]:
        return lambda step: show(without_noise(problem, step.after)[r, j])

    for r, of in enumerate(rows):
        if weights.size <= _MOST:
            columns += [
                Column(f"{name}{of}", weight(r, j), show(theta[r, j]))
                for j, name in enumerate(_names(problem))
            ]
        elif not problem.dual:
            columns.append(
                Column(rf"\|w{of}\|", _length(problem, r, show), show(np.linalg.norm(weights[r])))
            )
        elif problem.batch == 1 and not problem.learner.optimiser.solver:
            columns.append(Column(f"a_i{of}", _own(r, show)))
        if problem.bias != "none":
            columns.append(
                Column(f"b{of}", _bias(problem, r, show), show(problem.split(theta)[1][r]))
            )
    return columns


def _length(problem: Problem, r: int, show: Callable[[Any], str]) -> Callable[[Step], str]:
    return lambda step: show(np.linalg.norm(problem.split(step.after)[0][r]))


def _own(r: int, show: Callable[[Any], str]) -> Callable[[Step], str]:
    return lambda step: show(step.after[r, step.example])


def _bias(problem: Problem, r: int, show: Callable[[Any], str]) -> Callable[[Step], str]:
    return lambda step: show(problem.split(without_noise(problem, step.after))[1][r])


def _names(problem: Problem) -> list[str]:
    if problem.dual:
        return [f"a_{{{i + 1}}}" for i in range(len(problem.centres))]
    if problem.names == ("x₁", "x₂"):
        return ["w_1", "w_2"]
    return [
        f"w_{{{maths(name) if is_monomial(name) else k}}}"
        for k, name in enumerate(problem.names or (), 1)
    ]


def _places(problem: Problem, plain: Callable[[Any], str]) -> list[Column]:
    """x₁ and x₂ of each example."""

    def of(axis: int) -> Callable[[Step], str]:
        return lambda step: _listed(step, lambda i: plain(problem.x[i, axis]))

    return [Column("x_1", of(0), given=True), Column("x_2", of(1), given=True)]


def _texts(problem: Problem) -> list[Column]:
    """The beginning of each text."""

    def text(step: Step) -> str:
        return _listed(step, lambda i: shorten(str(problem.x[i]), _LETTERS))

    return [Column("x", text, given=True)]


def _listed(step: Step, of: Callable[[int], str]) -> str:
    return ", ".join(map(of, step.examples.tolist())) if len(step.examples) <= _FEW else ""


def _counted(problem: Problem, show: Callable[[Any], str]) -> list[Column]:
    """The numbers of the example's class after the step."""
    counting = problem.counting
    assert counting is not None

    def known(step: Step) -> list[str]:
        y = int(step.labels[0])
        return [
            show(v)
            for v in (
                step.after[y, -1],
                *counting.of_class(step.after, y, problem.x[step.example]).values(),
            )
        ]

    heads = ["n_{y_i}", *counting.of_class(np.zeros((problem.rows, problem.d)), 0, problem.x[0])]
    return [Column(head, lambda step, k=k: known(step)[k]) for k, head in enumerate(heads)]  # type: ignore[misc]
