"""What the proof needs: u and γ, found in the background, and how u·θ and ‖θ‖ grew with the
mistakes of the run."""

import math
from dataclasses import dataclass, field
from typing import Any
from weakref import WeakKeyDictionary

import numpy as np

from linlab.engine.ground.arrays import Floats
from linlab.engine.ground.errors import LinlabError
from linlab.engine.learner.losses import rivals_and_margins
from linlab.engine.optimum import theory
from linlab.engine.optimum.slack import Slack, least_slack, shown_in
from linlab.engine.train.problem import Problem
from linlab.engine.train.trace import Trace
from linlab.engine.train.updates.picks import positions
from linlab.engine.views.kit.ready import Ready
from linlab.engine.views.weights.path import times


@dataclass(frozen=True, eq=False)
class Bounded:
    """k·γ − √k·D ≤ u·θ_k ≤ ‖θ_k‖ ≤ √k·R for a perceptron with α = 1; D is 0 where all can be
    separated."""

    problem: Problem
    slack: Slack | None  # None: no u says more than that every example shown may be a mistake
    separable: bool
    unsure: str = ""  # why that is not known
    kept: WeakKeyDictionary[Trace, dict[int, tuple[int, float, float]]] = field(
        default_factory=WeakKeyDictionary
    )

    @property
    def of(self) -> Problem:
        return self.problem

    def margins(self, slack: Slack) -> Floats:
        """Of each example under u. (n,)"""
        scores = self.problem.scores(slack.direction)
        return np.asarray(rivals_and_margins(scores, self.problem.y)[1])

    def grown(self, slack: Slack, trace: Trace, t: int) -> Floats:
        """Mistakes, u·θ and ‖θ‖, both for α = 1, at moments up to t. (m, 3)"""
        known = self.kept.setdefault(trace, {})
        alpha = float(self.problem.learner["alpha"])
        wanted = times(trace, t)
        for each in [each for each in wanted if each not in known]:
            state = trace.at(each, passing=True)
            known[each] = (
                state.mistakes,
                theory.product(self.problem, slack.direction, state.theta) / alpha,
                theory.length(self.problem, state.theta) / alpha,
            )
        trace.at(wanted[-1])  # whoever goes on from here finds it where it was
        return np.array([known[each] for each in wanted])


def epochs_begun(problem: Problem, t: int) -> int:
    return max(1, -(-t // problem.n))


def shown(moment: Ready[Problem, Any]) -> Floats:
    """How often each example has been shown, at most, when this epoch ends. (n,)"""
    problem = moment.subject
    picks = {
        change.t: change.pick
        for change in moment.trace.document.timeline
        if change.pick is not None
    }
    picked = [i for t, i in positions(problem, picks).items() if t < moment.t]
    return shown_in(problem, epochs_begun(problem, moment.t), np.array(picked, np.int64))


def bounded(moment: Ready[Problem, None]) -> Bounded:
    """u and γ of the largest margin; where no θ is right about every example, those with the least
    bound."""
    problem = moment.subject
    unsure = ""
    try:
        found = theory.mistake_bound(problem)
    except LinlabError as error:
        found = None
        unsure = str(error)
    if found is not None:
        return Bounded(
            problem, Slack(found.radius, found.gamma, found.direction, np.zeros(problem.n)), True
        )
    return Bounded(problem, least_slack(problem, shown(moment)), False, unsure)


def sides(bound: Slack, deviation: float, k: Floats) -> tuple[Floats, Floats]:
    """k·γ − √k·D and √k·R."""
    return k * bound.gamma - np.sqrt(k) * deviation, np.sqrt(k) * bound.radius


def crossing(bound: Slack, deviation: float) -> float:
    """The k at which they meet, and no perceptron comes further."""
    return ((bound.radius + deviation) / bound.gamma) ** 2 if math.isfinite(deviation) else math.inf
