r"""Maximum likelihood of naive Bayes: counts are the answer, by a Lagrange multiplier.

    max Σ_v n_v ln P(v|y) + κ(1 − Σ_v P(v|y))      n_v/P(v|y) = κ      P(v|y) = n_v/Σ_u n_u

Smoothing adds n₀ to each n_v. A Gaussian has the mean and the variance of its class instead. All of
it is about the class of the example in hand, along x₁ where there are axes.
"""

import math
from dataclasses import dataclass
from typing import Any

import numpy as np

from linlab.engine.ground.arrays import Floats, Ints
from linlab.engine.ground.numerals import grouped, number
from linlab.engine.train.problem import Problem
from linlab.engine.words.signs import numbered

from .derivation import At, Derivation
from .line import Line, line


@dataclass(frozen=True, eq=False)
class Cells:
    """What is counted along one axis in a class: counts n_v, their smoothing, P(v|y), and the v of
    the example in hand."""

    counts: Floats  # (V,)
    smoothing: float
    shares: Floats  # (V,)
    v: int
    called: str  # v in words

    @property
    def smoothed(self) -> Floats:
        return self.counts + self.smoothing


def counted(at: At) -> Ints:
    """The positions of the examples counted so far, in their order. (t,)"""
    ids = at.moment.trace.segment_run(at.moment.t).counted(at.moment.t)
    place = {int(id): k for k, id in enumerate(at.problem.ids)}
    return np.array([place[int(id)] for id in (ids if ids is not None else ())], np.int64)


def class_of(at: At) -> int:
    """The class of the example in hand; that of the last step, if nothing of it is counted yet."""
    own = int(at.problem.y[at.example])
    return own if at.theta[own, -1] > 0 else int(at.problem.y[at.stepped])


def cells_of(at: At, c: int) -> Cells | None:
    """None where means and variances are kept instead."""
    problem = at.problem
    counting: Any = problem.counting
    tables = counting.tables(at.theta)
    name = next((each for each in tables if each.startswith("P(") and each != "P(y)"), None)
    if name is None:
        return None
    shares = np.asarray(tables[name], float)[c]
    row = problem.row(at.example)[: len(shares)]
    counts = np.asarray(at.theta[c, : len(shares)], float)
    smoothing = float(problem.learner["smoothing"])
    v = int(np.argmax(row))
    if counts[v] + smoothing <= 0.0:
        v = int(np.argmax(counts))
    return Cells(counts, smoothing, shares, v, str(counting.names[v]))


def lines(at: At) -> tuple[Line, ...]:
    if not at.moment.t:
        return ()
    c = class_of(at)
    cells = cells_of(at, c)
    own = _of_gaussian(at, c) if cells is None else _of_cells(cells, at)
    return (*_of_classes(at, c), *own)


def _of_classes(at: At, c: int) -> list[Line]:
    counts = at.theta[:, -1]
    prior = float(at.problem.counting.prior(at.theta)[c])  # type: ignore[union-attr]
    total = float(counts.sum())
    return [
        line(
            "n_y / P(y)", float(counts[c]) / prior, "=", r"\kappa", total,
            why=r"the slope of $\sum_y n_y \ln P(y) + \kappa (1 - \sum_y P(y))$ is 0",
        ),
        line(
            "P(y)", prior, "=", r"n_y / \sum_c n_c", float(counts[c]) / total,
            why=f"as they add up to 1; {grouped(round(float(counts[c])))} of {grouped(round(total))} examples are of this class",
        ),
    ]  # fmt: skip


def _of_cells(cells: Cells, at: At) -> list[Line]:
    smooth = cells.smoothing > 0.0
    plus = " + n_0" if smooth else ""
    one = "(n_v + n_0)" if smooth else "n_v"
    each = "(n_u + n_0)" if smooth else "n_u"
    n, p = cells.smoothed, cells.shares
    seen = n > 0.0
    many = len(n)
    best = float((n[seen] * np.log(p[seen])).sum())
    return [
        line(
            f"{one} / P(v|y)", float(n[cells.v] / p[cells.v]), "=", rf"\sum_u {each}", float(n.sum()),
            why=f"the same within the class, of {numbered(at.example)}: v is “{cells.called}”, counted {number(float(cells.counts[cells.v]))} times", example=at.example,
        ),
        line(r"\sum_v P(v|y)", float(p.sum()), "=", "1", 1.0, why="the constraint"),
        line(
            "P(v|y)", float(p[cells.v]), "=", rf"\frac{{n_v{plus}}}{{\sum_u n_u{' + n_0 |V|' if smooth else ''}}}",
            float(n[cells.v]) / (float(cells.counts.sum()) + cells.smoothing * many),
            why=f"smoothing adds $n_0$ to each of $|V|$ = {grouped(many)}" if smooth else "so counts are the most likely shares",
        ),
        line(
            rf"\sum_v {one} \ln P(v|y)", best, "≥", rf"\sum_v {one} \ln (1/|V|)", -float(n.sum()) * math.log(many),
            why=f"no other shares are more likely, such as $1/|V|$ for each of $|V|$ = {grouped(many)}", scale=abs(best),
        ),
        _likelihood(at),
    ]  # fmt: skip


def _likelihood(at: At) -> Line:
    """ln P of the examples counted, one by one and by the counts."""
    problem = at.problem
    some = counted(at)
    joint = at.problem.counting.joint(at.theta, problem.x[some])  # type: ignore[union-attr]
    one_by_one = float(joint[problem.y[some], np.arange(len(some))].sum())
    return line(
        r"\sum_i \ln P(y_i, x_i)", one_by_one, "=", r"\sum_y n_y \ln P(y) + \sum_y \sum_v n_v \ln P(v|y)", by_counts(problem, at.theta),
        why="the log-likelihood of all examples counted, which the counts make largest"
        if not float(problem.learner["smoothing"]) else "the log-likelihood of all examples counted; smoothing gives some of it up",
    )  # fmt: skip


def by_counts(problem: Problem, counts: Floats) -> float:
    weights, bias = problem.counting.linear(counts)  # type: ignore[union-attr]
    own = counts[:, : weights.shape[1]]
    classes = counts[:, -1]
    seen, some = own > 0.0, classes > 0.0
    return float((own[seen] * weights[seen]).sum() + (classes[some] * bias[some]).sum())


def _of_gaussian(at: At, c: int) -> list[Line]:
    problem = at.problem
    tables = problem.counting.tables(at.theta)  # type: ignore[union-attr]
    mean, variance = float(tables["mean"][c, 0]), float(tables["variance"][c, 0])
    some = counted(at)
    x = problem.x[some][problem.y[some] == c, 0]
    own = float(((x - mean) ** 2).mean())
    floored = variance > own * (1.0 + 1e-9)
    least = "; it is never 0" if floored else ""
    spread = math.sqrt(variance)
    best = _normal(x, mean, variance)
    return [
        line(
            r"\sum_i (x_{1} - \mu) / \sigma^2", float(((x - mean) / variance).sum()), "=", "0", 0.0,
            why=r"the slope of $\sum_i \ln P(x_1|y)$ in $\mu$, over the examples of this class",
            scale=float(np.abs((x - mean) / variance).sum()) + float(np.abs(x).max(initial=0.0)) / variance * len(x) * 1e-6,
        ),
        line(r"\mu", mean, "=", r"\frac{1}{n_y} \sum_i x_1", float(x.mean()), why="so it is their mean", scale=float(np.abs(x).max(initial=0.0))),
        line(
            r"\sigma^2", variance, "≥" if floored else "=", r"\frac{1}{n_y} \sum_i (x_1 - \mu)^2", own,
            why=rf"the slope in $\sigma^2$ is 0 there{least}", scale=float(np.abs(x).max(initial=0.0)) ** 2,
        ),
        line(
            r"\sum_i \ln P(x_1|y)", best, "≥", r"\sum_i \ln P(x_1 - \sigma|y)", _normal(x - spread, mean, variance),
            why="no other mean is more likely, such as $\\mu + \\sigma$", scale=abs(best),
        ),
    ]  # fmt: skip


def _normal(x: Floats, mean: float, variance: float) -> float:
    """Σ ln of the normal density."""
    return float((-0.5 * np.log(2.0 * math.pi * variance) - 0.5 * (x - mean) ** 2 / variance).sum())


def says(at: At) -> str:
    if not at.moment.t:
        return "No example has been counted yet: take a step."
    name = at.problem.classes[class_of(at)]
    return f"y is the class {name}. κ is the Lagrange multiplier: what one more unit of probability would be worth."


NAIVE_BAYES = Derivation("counts", "Maximum likelihood by counting", lines, says)
