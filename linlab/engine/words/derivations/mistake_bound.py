r"""The perceptron's mistake bound, and the bound with slack.

    M·γ* − √M·D ≤ u·θ ≤ ‖θ‖ ≤ √M·R,   so   M ≤ ((R + D)/γ*)²

with D = 0 where some u gets every example right. Every mistake takes θ a step of γ* or more towards
u, but makes ‖θ‖² longer by no more than R², because the example was on the wrong side.
"""

import math
from dataclasses import dataclass, field
from typing import Any
from weakref import WeakKeyDictionary

import numpy as np

from linlab.engine.ground.arrays import Floats
from linlab.engine.ground.errors import LinlabError
from linlab.engine.ground.numerals import grouped, worked_out
from linlab.engine.optimum import theory
from linlab.engine.optimum.slack import Slack, least_slack, shown_in
from linlab.engine.train.moment import Moment
from linlab.engine.train.problem import Problem
from linlab.engine.train.state import Step
from linlab.engine.train.trace import Trace
from linlab.engine.train.updates.picks import positions
from linlab.engine.words.signs import numbered

from .derivation import At, Derivation
from .line import Line, line
from .spaces import length_of, margins_of, signs_of

UNSEPARABLE = "No weights get every example right"


@dataclass(frozen=True, eq=False)
class BoundTerms:
    """u, γ* and R of a problem, with how far each example falls short of γ* under u."""

    problem: Problem
    slack: Slack | None  # None: no u says more than that every example shown may be a mistake
    separable: bool
    unsure: str = ""  # why that is not known
    kept: WeakKeyDictionary[Trace, dict[int, tuple[int, float, float]]] = field(
        default_factory=WeakKeyDictionary
    )  # mistakes, u·θ and ‖θ‖ of runs, by t
    steps: WeakKeyDictionary[Trace, Step] = field(
        default_factory=WeakKeyDictionary
    )  # last mistakes
    first: WeakKeyDictionary[Trace, int] = field(default_factory=WeakKeyDictionary)  # in epoch 1

    def last_mistake(self, moment: Moment) -> Step:
        """The step of the last mistake, which is looked for once."""
        when = int(moment.state.tally[1])
        known = self.steps.get(moment.trace)
        if known is None or known.t != when:
            known = moment.trace.step(when)
            assert known is not None
            self.steps[moment.trace] = known
            moment.trace.at(moment.t)  # back to where the trace was
        return known

    def in_first_epoch(self, moment: Moment) -> int:
        """The mistakes of the first epoch so far."""
        if moment.t <= self.problem.n:
            return moment.state.mistakes
        if moment.trace not in self.first:
            self.first[moment.trace] = moment.trace.at(self.problem.n).mistakes
            moment.trace.at(moment.t)
        return self.first[moment.trace]

    def margins(self, slack: Slack) -> Floats:
        """Of each example under u. (n,)"""
        return margins_of(self.problem, slack.direction)


def epochs_begun(problem: Problem, t: int) -> int:
    return max(1, -(-t // problem.n))


def times_shown(moment: Moment) -> Floats:
    """How often each example has been shown, at most, when this epoch ends. (n,)"""
    problem = moment.trace.problem(0)
    timeline = moment.trace.document.timeline
    picks = {change.t: change.pick for change in timeline if change.pick is not None}
    picked = [i for t, i in positions(problem, picks).items() if t < moment.t]
    return shown_in(problem, epochs_begun(problem, moment.t), np.array(picked, np.int64))


def bound_terms(moment: Moment) -> BoundTerms:
    """u and γ* of the largest margin; where no θ is right about every example, those with the least
    bound."""
    problem = moment.trace.problem(0)
    unsure = ""
    try:
        found = theory.mistake_bound(problem)
    except LinlabError as error:
        found = None
        unsure = str(error)
    if found is None:
        return BoundTerms(problem, least_slack(problem, times_shown(moment)), False, unsure)
    none = np.zeros(problem.n)
    return BoundTerms(problem, Slack(found.radius, found.gamma, found.direction, none), True)


def crossing(bound: Slack, deviation: float) -> float:
    """The k at which both sides meet, and no perceptron comes further."""
    return ((bound.radius + deviation) / bound.gamma) ** 2 if math.isfinite(deviation) else math.inf


def lines(at: At) -> tuple[Line, ...]:
    bound: BoundTerms = at.found
    if bound.slack is None:
        return ()
    if bound.separable:
        return (
            *_of_u(bound, bound.slack),
            *_of_one_mistake(at, bound.slack),
            *_plain(at, bound.slack),
        )
    return (*_of_u(bound, bound.slack), *_with_slack(at, bound.slack))


def _of_u(bound: BoundTerms, slack: Slack) -> list[Line]:
    """u, γ* and R."""
    problem = bound.problem
    signs = signs_of(problem)
    longest = math.sqrt(float(problem.norms.max()) * (2.0 if signs.several else 1.0))
    two = r"\sqrt{2} \, " if signs.several else ""
    radius = line(
        "R", slack.radius, "=", rf"{two}\max_i \|{signs.xi}\|", longest,
        why="the longest update" if problem.bias == "none" else f"the longest update; ${signs.x}$ has a 1 for $b$",
    )  # fmt: skip
    if not bound.separable:
        return [radius]
    over = "over each other class " if signs.several else ""
    least = line(
        r"\gamma^*", slack.gamma, "=", rf"\min_i {signs.margin_of_u}", float(bound.margins(slack).min()),
        why=rf"{_theta(problem)}; $u$, of length 1, has the largest {over}".rstrip(),
    )  # fmt: skip
    return [least, radius]


def _theta(problem: Problem) -> str:
    return r"$\theta = w$" if problem.bias == "none" else r"$\theta = (w, b)$"


def _of_one_mistake(at: At, slack: Slack) -> list[Line]:
    """What the last mistake added, from the run itself."""
    state = at.moment.state
    if not state.mistakes:
        return []
    problem = at.moment.trace.problem(0)
    step = at.found.last_mistake(at.moment)
    alpha = _alpha(problem)
    before, after = step.before / alpha, step.after / alpha
    along = theory.product(problem, slack.direction, after - before)
    grown = theory.product(problem, after, after) - theory.product(problem, before, before)
    over = _over(problem)
    called = numbered(step.example)
    size = theory.product(problem, after, after)
    return [
        line(
            rf"u \cdot \Delta \theta{over}", along, "≥", r"\gamma^*", slack.gamma,
            why=rf"each mistake adds at least $\gamma^*$ to $u \cdot \theta$; here {called}", example=step.example,
        ),
        line(
            rf"(\|\theta\|^2 - \|\theta - \Delta \theta\|^2){_over(problem, 2)}" if alpha != 1.0 else r"\|\theta\|^2 - \|\theta - \Delta \theta\|^2", grown, "≤", "R^2", slack.radius**2,
            why=r"and at most $R^2$ to $\|\theta\|^2$, as $\theta$ was wrong about it", scale=size,
        ),
    ]  # fmt: skip


def _plain(at: At, slack: Slack) -> list[Line]:
    made = at.moment.state.mistakes
    return [
        _chain(at, slack, r"M \gamma^*", made * slack.gamma),
        line(
            "M", made, "≤", r"R^2 / \gamma^{*2}", crossing(slack, 0.0),
            why=r"divide by $\sqrt{M} \, \gamma^*$ and square",
        ),
    ]  # fmt: skip


def _with_slack(at: At, slack: Slack) -> list[Line]:
    problem = at.moment.trace.problem(0)
    signs = signs_of(problem)
    often = times_shown(at.moment)
    deviation = slack.deviation(often)
    short = np.maximum(0.0, slack.gamma - margins_of(problem, slack.direction))
    made, _, length = grown_to(at.moment, slack)
    low = made * slack.gamma - math.sqrt(made) * deviation
    return [
        line(
            "D^2", deviation**2, "=", r"\sum_i n_i d_i^2", float((often * short**2).sum()),
            why=rf"$d_i = \max(0, \gamma^* - {signs.margin_of_u})$: how far #i falls short; it is shown $n_i$ times",
        ),
        line(
            rf"\|\theta\|^2{_over(problem, 2)}", length**2, "≤", "M R^2", made * slack.radius**2,
            why=rf"each mistake adds at most $R^2$ to $\|\theta\|^2$, {_theta(problem)}",
        ),
        _chain(at, slack, r"M \gamma^* - \sqrt{M} D", low),
        line(
            "M", made, "≤", r"((R + D) / \gamma^*)^2", crossing(slack, deviation),
            why=r"the $d_i$ of $M$ mistakes add up to at most $\sqrt{M} D$",
        ),
    ]  # fmt: skip


def _chain(at: At, slack: Slack, low: str, value: float) -> Line:
    problem = at.moment.trace.problem(0)
    made, along, length = grown_to(at.moment, slack)
    over = _over(problem)
    return line(
        low, value, "≤", rf"u \cdot \theta{over}", along, "≤", rf"\|\theta\|{over}", length, "≤",
        r"\sqrt{M} R", math.sqrt(made) * slack.radius,
        why=r"$\theta$ is never shorter than its part along $u$",
    )  # fmt: skip


def grown_to(moment: Moment, slack: Slack) -> tuple[int, float, float]:
    """M, and u·θ and ‖θ‖ for α = 1."""
    problem = moment.trace.problem(0)
    state = moment.state
    theta = state.theta / _alpha(problem)
    along = theory.product(problem, slack.direction, theta)
    return state.mistakes, along, length_of(problem, theta)


def _alpha(problem: Problem) -> float:
    return float(problem.learner["alpha"])


def _over(problem: Problem, power: int = 1) -> str:
    """The learning rate that a length is divided by; nothing where it is 1."""
    if _alpha(problem) == 1.0:
        return ""
    return r" / \alpha" if power == 1 else rf" / \alpha^{power}"


def says(at: At) -> str:
    """The bound in numbers that come out as they are printed."""
    bound: BoundTerms = at.found
    so_far = f"so far M = {grouped(at.moment.state.mistakes)}"
    slack = bound.slack
    if slack is None:
        return f"{theory.MIXED} Even with slack, no bound is lower than the number of examples shown; {so_far}."
    if bound.separable:
        (r, gamma), limit = worked_out(
            lambda v: (v[0] / v[1]) ** 2, crossing(slack, 0.0), 3, slack.radius, slack.gamma
        )
        return f"R = {r} and γ* = {gamma}, so M ≤ (R/γ*)² = {limit}; {so_far}."
    deviation = slack.deviation(times_shown(at.moment))
    (r, d, gamma), limit = worked_out(
        lambda v: ((v[0] + v[1]) / v[2]) ** 2,
        crossing(slack, deviation),
        3,
        slack.radius,
        deviation,
        slack.gamma,
    )
    numbers = f"R = {r}, D = {d} and γ* = {gamma}, so M ≤ ((R + D)/γ*)² = {limit}"
    return f"With slack: {numbers}; {so_far}. u and γ* are chosen for the lowest bound."


def premise(at: At) -> str:
    """That mistakes do not end, where no weights separate the examples."""
    bound: BoundTerms = at.found
    if bound.separable or bound.slack is None:
        return ""
    first = bound.unsure or f"{UNSEPARABLE}, so the mistakes never end."
    return (
        f"{first} What follows holds until epoch {epochs_begun(bound.problem, at.moment.t)} ends: "
        "D, the slack, grows with every epoch, and so does the bound."
    )


def _key(moment: Moment) -> Any:
    problem = moment.trace.problem(0)
    return problem, epochs_begun(problem, moment.t)


MISTAKE_BOUND = Derivation(
    "bound",
    "Mistake bound",
    lines,
    says,
    bound_terms,
    _key,
    lambda moment: moment.trace.problem(0),
    premise,
    "The largest margin is being computed.",
)
