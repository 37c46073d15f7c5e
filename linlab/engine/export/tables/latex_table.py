"""Updates as LaTeX, to put on a page or to work out by hand: a heading with the rule and the settings, then the table.

    t  i  y  x₁  x₂ | s  m  m ≤ 0  ℓ  η  θ after

It needs amsmath and nothing else: \\input it into a document. Up to a dozen weights are columns; of more, a kernel space
shows the coefficient of the example at hand, and a feature space ‖w‖. Naive Bayes shows what it knows of the example's
class: how many there were, and how many in the same bins, or its means and variances.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from linlab.engine.export.figures.tex import tex
from linlab.engine.export.weights.weights_json import in_force
from linlab.engine.ground.errors import LinlabError
from linlab.engine.ground.version import __version__
from linlab.engine.learner.kernels import Kernel
from linlab.engine.learner.learner import Learner
from linlab.engine.learner.spaces import space
from linlab.engine.train.problem import Problem
from linlab.engine.train.state import Step
from linlab.engine.train.trace import Trace
from linlab.engine.words.rules import bias_apart, rule

from .latex_text import is_monomial, maths, number

_FEATURES, _KERNEL = r"\varphi(x)", "k(x, x')"
BLANK = r"\underline{\hspace{2.5em}}"
_MOST, _FEW = 12, 4  # columns of weights, examples that a cell lists
_PAGE, _WIDE = 40, 15  # rows and columns that fit a page
_SYMBOLS = {"degree": "d", "coef0": "c", "gamma": r"\gamma", "features": "D", "lam": r"\lambda", "C": "C",
            "alpha": r"\alpha", "t0": "t_0", "momentum": r"\mu", "bins": "B", "smoothing": "n_0", "batch": "|B|"}  # fmt: skip


@dataclass(frozen=True)
class Column:
    """A column: its head, what an update puts into it, and what stands there before the first."""

    head: str
    cell: Callable[[Step], str]
    start: str = ""
    given: bool = False


def table_latex(trace: Trace, first: int, last: int, blank: bool, digits: int) -> Iterator[tuple[int, str]]:
    """The lines of the file, each with the number of updates written so far."""
    if not 1 <= digits <= 17:
        raise LinlabError(f"Numbers can have 1 to 17 digits, not {digits}.")
    if last < first:
        raise LinlabError("There is no update to show yet, so there is no table.")
    yield 0, f"% Updates {first} to {last}, written by linlab {__version__}; needs amsmath."
    problem, columns, rows = None, [], 0
    for t in range(first, last + 1):
        now = trace.problem(t - 1)
        if now is not problem or rows == _PAGE:
            if problem is not None:
                yield t - first, _END
            if now is not problem:
                for line in _heading(now):
                    yield t - first, line
            columns, rows = columns_of(now, trace.at(t - 1).theta, digits), 0
            for line in _begin(columns, blank):
                yield t - first, line
            if problem is None and any(column.start for column in columns):
                yield 0, _row([str(first - 1), *(column.start for column in columns[1:])])
            problem = now
        step = trace.step(t)
        assert step is not None
        yield t - first + 1, _row([BLANK if blank and not c.given else c.cell(step) for c in columns])
        rows += 1
    yield last - first + 1, _END


def columns_of(problem: Problem, theta: Any, digits: int) -> list[Column]:
    """The columns for a problem, θ being what it starts from."""

    def show(x: Any) -> str:
        return number(float(x), digits)

    learner, two = problem.learner, len(problem.classes) == 2
    wall, counts = learner.recipe.loss.wall, problem.counting is not None

    def listed(step: Step, of: Callable[[int], str]) -> str:
        return ", ".join(map(of, step.examples.tolist())) if len(step.examples) <= _FEW else ""

    def example(step: Step) -> str:
        many = len(step.examples)
        return listed(step, lambda i: str(i + 1)) or f"{'all ' if many == problem.n else ''}{many} examples"

    def label(i: int) -> str:
        return f"${'+' if problem.y[i] else '-'}1$" if two else tex(problem.classes[problem.y[i]])

    def holds(step: Step) -> str:
        many = len(step.examples)
        return ("yes" if step.pulls.any() else "no") if many == 1 else f"{step.pulls.any(axis=1).sum()} of {many}"

    def score(row: int) -> Callable[[Step], str]:
        return lambda step: show(step.scores[:, row].mean())

    return [
        Column("t", lambda step: str(step.t), given=True),
        Column("i", example, given=True),
        Column("y_i", lambda step: listed(step, label), given=True),
        Column("x_1", lambda step: listed(step, lambda i: show(problem.x[i, 0])), given=True),
        Column("x_2", lambda step: listed(step, lambda i: show(problem.x[i, 1])), given=True),
        *([Column("s", score(0))] if two else [Column(f"s_{{{maths(c)}}}", score(k)) for k, c in enumerate(problem.classes)]),
        Column("m", lambda step: show(step.margin)),
        *([Column(f"m {wall.formula}", holds)] if wall else []),
        *([] if counts else [Column(r"\ell", lambda step: show(step.loss))]),
        *([Column(r"\eta", lambda step: show(step.rate))] if learner.optimiser.uses_rate and not counts else []),
        *(_counted(problem, show) if counts else _weights(problem, theta, show)),
    ]  # fmt: skip


def _weights(problem: Problem, theta: Any, show: Callable[[Any], str]) -> list[Column]:
    """θ after the update, as much of it as fits."""
    rows = [""] if problem.rows == 1 else [f"^{{{maths(name)}}}" for name in problem.classes]
    weights, columns = problem.split(theta)[0], []

    def weight(r: int, j: int) -> Callable[[Step], str]:
        return lambda step: show(step.after[r, j])

    for r, of in enumerate(rows):
        if weights.size <= _MOST:
            columns += [Column(f"{name}{of}", weight(r, j), show(theta[r, j])) for j, name in enumerate(_names(problem))]
        elif not problem.dual:
            columns.append(Column(rf"\|w{of}\|", _length(problem, r, show), show(np.linalg.norm(weights[r]))))
        elif problem.batch == 1 and not problem.learner.optimiser.solver:
            columns.append(Column(f"a_i{of}", _own(r, show)))
        if problem.bias != "none":
            columns.append(Column(f"b{of}", _bias(problem, r, show), show(problem.split(theta)[1][r])))
    return columns


def _length(problem: Problem, r: int, show: Callable[[Any], str]) -> Callable[[Step], str]:
    return lambda step: show(np.linalg.norm(problem.split(step.after)[0][r]))


def _own(r: int, show: Callable[[Any], str]) -> Callable[[Step], str]:
    return lambda step: show(step.after[r, step.example])


def _bias(problem: Problem, r: int, show: Callable[[Any], str]) -> Callable[[Step], str]:
    return lambda step: show(problem.split(step.after)[1][r])


def _names(problem: Problem) -> list[str]:
    if problem.map is None:
        return [f"a_{{{i + 1}}}" for i in range(len(problem.centres))]
    if problem.learner["space"] == "linear":
        return ["w_1", "w_2"]
    return [f"w_{{{maths(name) if is_monomial(name) else k}}}" for k, name in enumerate(problem.map.names, 1)]


def _counted(problem: Problem, show: Callable[[Any], str]) -> list[Column]:
    """What is known of the example's class after the update."""
    counting = problem.counting
    assert counting is not None

    def known(step: Step) -> list[str]:
        y = int(step.labels[0])
        return [show(v) for v in (step.after[y, -1], *counting.of_class(step.after, y, problem.x[step.example]).values())]

    heads = ["n_{y_i}", *counting.of_class(np.zeros((problem.rows, problem.d)), 0, problem.x[0])]
    return [Column(head, lambda step, k=k: known(step)[k]) for k, head in enumerate(heads)]  # type: ignore[misc]


def _heading(problem: Problem) -> list[str]:
    """What is done, in so many words that it can be done by hand."""
    learner = problem.learner
    update, told = rule(learner, len(problem.classes)), f"{_space(problem)}{_settings(learner)}."
    if "e_z" in update:
        told += " Here $z$ is the wrong class with the best score."
    if "e_i" in update:
        told += " Here $e_i$ is 1 for example $i$ and 0 for all others."
    if len(problem.classes) == 2:
        low, high = map(tex, problem.classes)
        told += f" Class {low} is $y = -1$, class {high} is $y = +1$."
    return [rf"\noindent \textbf{{{tex(learner.recipe.title)}}}", *_display(update), rf"\noindent {told}", ""]


def _display(update: str) -> list[str]:
    """The rule, a line to a statement where there are more than two: it has to fit a page."""
    statements = update.split(r", \quad ")
    if len(statements) <= 2:
        return [rf"\[ {update} \]"]
    lines = ", \\\\\n".join(statements)
    return [r"\begin{gather*}", *lines.split("\n"), r"\end{gather*}"]


def _space(problem: Problem) -> str:
    learner = problem.learner
    if learner.recipe.counting:
        return ""
    where, bias = space(learner["space"]), learner["bias"]
    if isinstance(where, Kernel):
        score, of = ("f(x)", "") if len(problem.classes) == 2 else ("s_c(x)", "^c")
        kernel = "(k(x_j, x) + 1)" if bias == "regularised" else "k(x_j, x)"
        total = rf"\sum_j a_j{of} {kernel}{f' + b{of}' if bias == 'free' else ''}"
        return f"${_KERNEL} = {where.formula}$, ${score} = {total}$, "
    if bias == "none" or bias_apart(learner):
        return f"${_FEATURES} = {where.formula.replace('(1, ', '(')}$, "
    return f"${_FEATURES} = {where.formula}${'' if where.formula.startswith('(1, ') else ' and a constant 1'}, "


def _settings(learner: Learner) -> str:
    told = []
    for name, value in in_force(learner).items():
        if name != "space":
            shown = number(float(value), 6) if isinstance(value, float) else tex(str(value))
            told.append(f"${_SYMBOLS[name]} = {shown.strip('$')}$" if name in _SYMBOLS else f"{name} {shown}")
    return ", ".join(told)


def _begin(columns: list[Column], blank: bool) -> list[str]:
    size = r"\small" if len(columns) <= _WIDE else r"\scriptsize"
    room = r" \renewcommand{\arraystretch}{1.8}" if blank else ""  # to write in
    head = rf"\noindent{{{size} \setlength{{\tabcolsep}}{{3pt}}{room}"
    names = _row([f"${column.head}$" for column in columns])
    return [head, r"\begin{tabular}{" + "r" * len(columns) + "}", r"\hline", names, r"\hline"]


def _row(cells: list[str]) -> str:
    return " & ".join(cells) + r" \\"


_END = "\\hline\n\\end{tabular}}\n"
