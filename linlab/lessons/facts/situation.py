"""A situation: a document after t steps, with a current model. Facts, questions and what is played
are about one."""

from dataclasses import dataclass, replace
from functools import lru_cache
from threading import get_ident

from linlab.engine.document.document import Document
from linlab.engine.ground.errors import LinlabError
from linlab.engine.train.measures import Sample
from linlab.engine.train.models import Model
from linlab.engine.train.moment import Moment
from linlab.engine.train.problem import Problem
from linlab.engine.train.state import Step
from linlab.engine.train.stopping import NOT_YET, onward
from linlab.engine.train.trace import SMALL_BUDGET, Trace

MOST_STEPS = 200_000  # steps after which a lesson does not wait for a run to converge


def run_of(document: Document, which: int) -> Trace:
    """The run of one model of a document. Pages share runs; each thread has its own."""
    return _run(document, which, get_ident())


@lru_cache(maxsize=12)
def _run(document: Document, which: int, thread: int) -> Trace:
    return Trace(document, which, SMALL_BUDGET)


@lru_cache(maxsize=12)
def _moment(document: Document, which: int, t: int, thread: int) -> Moment:
    return Moment.of(_run(document, which, thread), t)


@dataclass(frozen=True)
class Situation:
    """A document after t steps, with the current model `which`; `then` is t after the page has
    played."""

    document: Document
    which: int = 0
    t: int = 0
    then: int | None = None

    @property
    def moment(self) -> Moment:
        """The moment in the run of the calling thread."""
        return _moment(self.document, self.which, self.t, get_ident())

    @property
    def trace(self) -> Trace:
        return run_of(self.document, self.which)

    @property
    def at(self) -> int:
        return self.moment.t

    @property
    def model(self) -> Model:
        return self.moment.model

    @property
    def problem(self) -> Problem:
        return self.moment.problem

    @property
    def sample(self) -> Sample:
        return self.moment.sample

    @property
    def next(self) -> Step:
        """The next step."""
        return self.moment.next

    @property
    def after(self) -> "Situation":
        if self.then is None:
            raise LinlabError(
                "This page plays nothing, so there is no “after”: say what to play, or leave “after” out."
            )
        return replace(self, t=self.then, then=None)

    def of(self, which: int) -> "Situation":
        if not 0 <= which < len(self.document.learners):
            raise LinlabError(
                f"There is no model m{which + 1}: the page has {len(self.document.learners)}."
            )
        return replace(self, which=which)


@lru_cache(maxsize=64)
def converged_at(document: Document, which: int) -> int | None:
    """The step at which a run has converged by its own rule; None if that takes longer than a
    lesson waits."""
    trace = run_of(document, which)
    last = max((change.t for change in document.timeline), default=0)
    for t, why in onward(trace, last, MOST_STEPS):
        if why:
            return None if why.startswith(NOT_YET) else t
    return None
