"""A moment: a run at a step. Everything that shows, explains, compares or saves a learner after t steps
uses one.

Each of its values is computed once, when it is first needed. Only what the trace may still find
out, as whether there is a further step, is asked of it each time.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Protocol

from linlab.engine.data.points import Points
from linlab.engine.document.document import Document
from linlab.engine.ground.arrays import Floats
from linlab.engine.ground.errors import LinlabError
from linlab.engine.ground.once import cached_property
from linlab.engine.learner.learner import Learner
from linlab.engine.learner.names import names_of

from .measures import Sample, supports
from .models import Model
from .problem import Problem
from .state import State, Step
from .trace import Trace


@lru_cache(maxsize=4)
def names_in_force(learners: tuple[Learner, ...]) -> tuple[str, ...]:
    """What the models of a document are called, each told from the others."""
    return names_of(learners)


@dataclass(frozen=True, eq=False)
class Moment:
    """A run after t steps.

    >>> from linlab.engine.document.first import first_document
    >>> start = Moment(Trace(first_document()), 0)
    >>> start.step is None, start.next.t
    (True, 1)
    """

    trace: Trace
    t: int

    @classmethod
    def of(cls, trace: Trace, t: int) -> "Moment":
        """After t steps, or at the end of the trace if that comes first."""
        return cls(trace, trace.at(t).t)

    @property
    def document(self) -> Document:
        return self.trace.document

    @property
    def which(self) -> int:
        """The place of its learner among those of the document."""
        return self.trace.which

    @property
    def name(self) -> str:
        """What its model is called among those of the document."""
        return names_in_force(self.document.learners_at(self.t))[self.which]

    # What there is

    @cached_property
    def points(self) -> Points:
        """All points in force, whether it learns from them or not."""
        return self.document.points_at(self.t)

    @cached_property
    def parts(self) -> Any:
        """The part of each point: 0 train, 1 dev, 2 test. (n,)"""
        return self.document.parts_of(self.points)

    @cached_property
    def learner(self) -> Learner:
        """The learner of the document that is in force; the problem of a stack is that of its A."""
        return self.trace.learner(self.t)

    @cached_property
    def problem(self) -> Problem:
        return self.trace.problem(self.t)

    @cached_property
    def state(self) -> State:
        return self.trace.at(self.t)

    @cached_property
    def model(self) -> Model:
        """What the learner answers with."""
        return self.trace.model(self.t)

    # The steps around it

    @cached_property
    def step(self) -> Step | None:
        """The step that led here; None at the start."""
        return self.trace.step(self.t) if self.t else None

    @cached_property
    def next(self) -> Step:
        """The step that is about to be made."""
        self.trace.at(self.t + 1)  # which may find that there is none
        if self.finished:
            raise LinlabError(f"There is no further step: {self.finished}.")
        step = self.trace.step(self.t + 1)
        assert step is not None
        return step

    @property
    def finished(self) -> str:
        """Why there is no further step, in words; empty if there is one, as far as is known."""
        return self.trace.reason if self.trace.end is not None and self.t >= self.trace.end else ""

    @property
    def diverged(self) -> bool:
        """Whether the weights grew without bound; then this is the last state before that."""
        return self.trace.diverged and self.t == self.trace.end

    # Its numbers

    @cached_property
    def sample(self) -> Sample:
        """Objective, errors, ‖w‖ and mistakes."""
        return self.trace.sample(self.t)

    @cached_property
    def supports(self) -> int | None:
        """How many examples are on or inside the margin; None where there is none."""
        return supports(self.model)

    def measuring(self) -> "Callable[[], Moment]":
        """What measures it, in whatever thread it is called: the trace is asked here and now."""
        model = self.model
        measure = self.trace.measuring(self.t)

        def measured() -> Moment:
            vars(self).update(sample=measure(), supports=supports(model))
            return self

        return measured

    @property
    def effort(self) -> int:
        """How many multiplications it takes, about, to measure it."""
        examples = self.model.examples
        return self.model.effort(len(examples.y) + sum(len(y) for _, y in examples.held_out))

    # What is written down of it

    @property
    def weights(self) -> Floats:
        """The weights it answers with (rows, features); in a kernel space the coefficients (rows,
        n)."""
        return self._own_parts[0]

    @property
    def bias(self) -> Floats:
        """The bias it answers with. (rows,)"""
        return self._own_parts[1]

    @cached_property
    def _own_parts(self) -> tuple[Floats, Floats]:
        parts = self.model.parts()
        if parts is None:
            raise LinlabError(f"{self.model.title} has no weights of its own.")
        return parts

    @property
    def tables(self) -> dict[str, Any]:
        """The estimates of naive Bayes: P(y) and P(bin|y), or means and variances."""
        counted = self.model.counted
        if counted is None:
            raise LinlabError(
                f"{self.learner.recipe.title} has no tables of counts; naive Bayes has."
            )
        return counted.counting.tables(counted.counts)


class TrainedRun(Protocol):
    """What is needed to save a run: the moment, the labels of its classes, and why it went no
    further. A notebook's Run is one."""

    @property
    def moment(self) -> Moment: ...
    @property
    def classes(self) -> tuple[Any, ...]: ...
    @property
    def reason(self) -> str: ...


@dataclass(frozen=True, eq=False)
class Result:
    """A moment to be written down, whose labels are the names of its classes."""

    moment: Moment

    @property
    def trace(self) -> Trace:
        return self.moment.trace

    @property
    def classes(self) -> tuple[Any, ...]:
        return self.moment.problem.classes

    @property
    def reason(self) -> str:
        return self.moment.finished
