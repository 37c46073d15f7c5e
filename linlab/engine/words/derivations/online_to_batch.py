r"""Online to batch: what the mistakes of one pass say of new data (Cesa-Bianchi et al.).

    (1/t) Σ err(θ_j) ≤ M/t + √((2/t) ln(1/δ)),   j = 0 … t − 1,   with probability 1 − δ

Each θ_j is tried on an example that it has not seen, so on average its mistake is its error. It
holds for fresh examples in one pass, so no further than the first epoch.
"""

import math
from dataclasses import dataclass
from typing import Any

import numpy as np

from linlab.engine.data.datasets import DATASETS, fresh
from linlab.engine.data.points import Points
from linlab.engine.document.document import Source
from linlab.engine.ground.arrays import Floats, Ints
from linlab.engine.ground.numerals import grouped, number
from linlab.engine.ground.progress import tell
from linlab.engine.train.models import winners
from linlab.engine.train.moment import Moment
from linlab.engine.train.problem import Problem
from linlab.engine.train.trace import Trace

from .derivation import At, Derivation
from .line import Line, line

DOUBT = 0.05  # δ
FRESH = 2_000  # points that errors are measured on


@dataclass(frozen=True, eq=False)
class Errors:
    """The mistakes of the first epoch, step by step; the error of each θ_j on fresh points, None
    where new points cannot be drawn; and that of the mean of the first k."""

    mistakes: Ints  # (n + 1,) after each step
    each: Floats | None  # (n,)
    of_mean: Floats | None  # (n,) of the mean of θ_0 … θ_j


def errors_of(moment: Moment) -> Errors:
    """By a run of its own, so that no other thread moves it."""
    trace = Trace(moment.document, moment.which)
    problem = trace.problem(0)
    wrong = [bool((step := trace.step(j + 1)) and step.mistake) for j in range(problem.n)]
    mistakes = np.concatenate([[0], np.cumsum(wrong)])
    sample = _sample(moment.document.source)
    if sample is None or problem.reads_texts:
        return Errors(mistakes, None, None)
    names = (
        *moment.document.points.classes,
        *sample.classes[len(moment.document.points.classes) :],
    )
    known = [problem.classes.index(name) if name in problem.classes else -1 for name in names]
    return Errors(mistakes, *_measured(trace, problem, sample.x, np.array(known)[sample.label]))


def _measured(trace: Trace, problem: Problem, x: Floats, y: Any) -> tuple[Floats, Floats]:
    """The errors of θ_0, θ_1, …, and of the mean of those so far. (n,) each"""
    read = problem.reads(x)
    each = np.empty(problem.n)
    of_mean = np.empty(problem.n)
    total = np.zeros((problem.rows, problem.d))
    last = None
    for j in range(problem.n):
        theta = trace.at(j).theta
        total = total + theta
        if last is None or not np.array_equal(last, theta):
            each[j] = float((winners(np.asarray(read @ theta.T)) != y).mean())
            last = theta
        else:
            each[j] = each[j - 1]
        of_mean[j] = float((winners(np.asarray(read @ total.T)) != y).mean())
        tell(f"iterate {j + 1} of {problem.n}")
    return each, of_mean


def _sample(source: Source | None) -> Points | None:
    if source is None or source.name not in DATASETS or not DATASETS[source.name].known:
        return None
    values: dict[str, Any] = {name: value for name, value in source.values if name != "n"}
    return fresh(source.name, FRESH, seed=source.seed, **values)


def steps_counted(moment: Moment) -> int:
    """The steps so far, at most one epoch."""
    return min(moment.t, moment.trace.problem(0).n)


def allowance(k: int) -> float:
    """√((2/t) ln(1/δ)) of k = t steps."""
    return math.sqrt(2.0 / k * math.log(1.0 / DOUBT))


def lines(at: At) -> tuple[Line, ...]:
    k = steps_counted(at.moment)
    if not k:
        return ()
    found: Errors = at.found
    wrong = int(found.mistakes[k])
    made = at.moment.state.mistakes if at.moment.t <= k else wrong
    right = made / k + allowance(k)
    share = r"\frac{M}{t} + \sqrt{(2/t) \ln(1/\delta)}"
    out = [
        line(
            "M", made, "=", r"\sum_j [m_j \leq 0]", wrong,
            why=rf"$t$ = {grouped(k)} fresh examples in one pass, each tried on $\theta = (w, b)$ before it is learnt from",
        ),
        line(
            r"\frac{M}{t}", made / k, "≤", share, right,
            why=rf"what chance may add, with probability $1 - \delta$ = {number(1.0 - DOUBT)} no more",
        ),
    ]  # fmt: skip
    if found.each is None or found.of_mean is None:
        return tuple(out)
    mean = float(found.each[:k].mean())
    out.append(
        line(
            r"\frac{1}{t} \sum_j \mathrm{err}(\theta_j)", mean, "≤", share, right,
            why=f"the mean error of the $\\theta_j$ before each step, on {grouped(FRESH)} new points",
        )
    )  # fmt: skip
    out.append(
        line(
            r"\mathrm{err}(\frac{1}{t} \sum_j \theta_j)", float(found.of_mean[k - 1]),
            why="the average’s own error: Riezler’s line has it on the left, but the proof is about the mean of the errors",
        )
    )  # fmt: skip
    return tuple(out)


def says(at: At) -> str:
    k = steps_counted(at.moment)
    if not k:
        return "No example has been seen yet: take a step."
    over = (
        " The first epoch is over: later examples are not fresh, so this is where it ended."
        if at.moment.t > k
        else ""
    )
    found: Errors = at.found
    unknown = (
        " New points like these cannot be drawn, so the errors on them cannot be measured."
        if found.each is None
        else ""
    )
    most = number(int(found.mistakes[k]) / k + allowance(k))
    return f"A random iterate of this pass is wrong about at most {most} of new examples, on average.{over}{unknown}"


ONLINE_TO_BATCH = Derivation(
    "online",
    "Online to batch",
    lines,
    says,
    errors_of,
    key=lambda moment: moment.trace.problem(0),
    of=lambda moment: moment.trace.problem(0),
    waiting="The errors on new points are being measured.",
)
