"""What the rules look at: a run after t steps, and what else is known of it.

What takes long to find out, as whether the examples can be separated, is found elsewhere and handed
in; until then no rule speaks of it. The facts are a value: the rules may look at them in any
thread.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from linlab.engine.ground.arrays import Floats, Ints
from linlab.engine.ground.numerals import number
from linlab.engine.ground.once import cached_property
from linlab.engine.learner.learner import Learner
from linlab.engine.learner.losses import rivals_and_margins
from linlab.engine.train.measures import Sample, given
from linlab.engine.train.models import Model, decisions
from linlab.engine.train.moment import Moment
from linlab.engine.train.problem import Problem
from linlab.engine.train.stopping import converged
from linlab.engine.train.trace import Trace

HELPS = 0.6  # share of a guess's errors that a line which helps may leave
LOOKS = 12  # about so many epochs are looked back at, the last ones among them


@dataclass(frozen=True)
class LessonPage:
    """A page of a shipped lesson, counted from 1; the lesson is named by its id."""

    lesson: str
    page: int


@dataclass(frozen=True)
class Finding:
    """A sentence, the reason for it in a few more, and where to read on: the first of the views
    that applies, else the page of a lesson."""

    key: str
    sentence: str
    views: tuple[str, ...] = ()
    page: LessonPage | None = None
    reason: str = ""


@dataclass(frozen=True, eq=False)
class Facts:
    """A run after t steps, as far as it is known."""

    learner: Learner  # of the document
    problem: Problem
    model: Model
    theta: Floats  # (rows, d) that the next step starts from; the model may answer with a mean
    t: int
    mistakes: int  # made so far
    history: tuple[Sample, ...] = ()  # at some ends of epochs, the last ones among them
    rest: str = ""  # why it has converged or ended, in words
    diverged: bool = False
    separable: bool | None = None  # None: not known, or not known yet
    most_mistakes: int | None = None  # the bound, where there is one
    radius_and_margin: tuple[float, float] | None = None  # R and γ* of the bound, where it is known
    may_tell_the_end: bool = True  # not before the first run: it would spoil a prediction
    from_zero: bool = False  # whether these settings alone led from w = 0 to here
    name: str = ""  # of its model, where there are several
    other: tuple[str, Model] | None = None  # the second model, if there are two
    rate_in_sight: bool = True  # whether the window has a slider for α

    @property
    def alone(self) -> bool:
        """Whether it learns by itself, and not as a team of others."""
        return not self.learner.recipe.of_others

    @property
    def mistake_driven(self) -> bool:
        return self.alone and self.learner.recipe.loss.mistake_driven

    @property
    def an_epoch(self) -> bool:
        """Whether each example has had its turn, so that something can be said of the answers."""
        return self.t >= self.problem.updates_per_epoch

    @cached_property
    def scores(self) -> Floats:
        """Of the examples whose label was given. (m, rows)"""
        return np.asarray(self.model.answers()[given(self.model.examples)])

    @cached_property
    def y(self) -> Ints:
        """Their classes. (m,)"""
        return np.asarray(self.model.examples.y[given(self.model.examples)])

    @cached_property
    def answers(self) -> Ints:
        """The class that each of them is given. (m,)"""
        return np.asarray(decisions(self.model, self.scores))

    @cached_property
    def wrong_now(self) -> int:
        return int((self.answers != self.y).sum())

    @property
    def smallest_margin(self) -> str:
        """As a number to read."""
        return number(float(self.margins.min()))

    @cached_property
    def line_helps(self) -> bool:
        """Whether a line gets many more examples right than a guess: the line of least squares is
        wrong on at most as many as `HELPS` of those that the largest class alone is wrong on."""
        problem = self.problem
        x = np.c_[np.asarray(problem.x, float), np.ones(problem.n)]
        targets = np.eye(len(problem.classes))[problem.y]
        found = np.linalg.lstsq(x, targets, rcond=None)[0]
        wrong = int(((x @ found).argmax(axis=1) != problem.y).sum())
        guessing = problem.n - int(np.bincount(problem.y).max())
        return wrong <= HELPS * guessing

    @cached_property
    def margins(self) -> Floats:
        """Of all examples, by the θ that the next step starts from. (n,)"""
        return np.asarray(rivals_and_margins(self.problem.scores(self.theta), self.problem.y)[1])


def facts_of(
    moment: Moment,
    *,
    history: Sequence[Sample] | None = None,
    rest: str | None = None,
    separable: bool | None = None,
    most_mistakes: int | None = None,
    radius_and_margin: tuple[float, float] | None = None,
    may_tell_the_end: bool = True,
    other: Moment | None = None,
    rate_in_sight: bool = True,
) -> Facts:
    """The facts of a moment. Without a history the ends of epochs are measured here, and without
    word of it whether it is at rest is found out."""
    trace, t = moment.trace, moment.t
    if rest is None:
        rest = "" if moment.diverged else converged(trace, t)
    return Facts(
        moment.learner,
        moment.problem,
        moment.model,
        moment.state.theta,
        t,
        trace.mistakes(t),
        tuple(trace.sample(end) for end in ends(trace, t)) if history is None else tuple(history),
        rest,
        moment.diverged,
        separable,
        most_mistakes,
        radius_and_margin,
        may_tell_the_end,
        trace.span(t)[0] == 0 and moment.learner["start"] == "zeros",
        moment.name,
        None if other is None else (other.name, other.model),
        rate_in_sight,
    )


def ends(trace: Trace, t: int) -> list[int]:
    """Some ends of epochs up to t since the problem in force began: the last three, and earlier
    ones so far apart that they are few, and the same ones as long as possible."""
    length = trace.problem(t).updates_per_epoch
    begin = trace.span(t)[0]
    first, last = -(-begin // length), t // length
    apart = 1
    while last - first > LOOKS * apart:
        apart *= 2
    early = range(-(-first // apart) * apart, last + 1, apart)
    late = range(max(first, last - 2), last + 1)
    return [length * end for end in sorted({*early, *late})]
