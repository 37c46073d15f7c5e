"""A situation: a document after so many updates, with a model in hand. Facts, questions and what
plays are about one."""

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

MOST_STEPS = 200_000  # updates after which a lesson does not wait for a run to converge


def run_of(document: Document, which: int) -> Trace:
    """The run of one model of a document; steps of a lesson look at the same ones, each thread at
    runs of its own."""
    return _run(document, which, get_ident())


@lru_cache(maxsize=12)
def _run(document: Document, which: int, thread: int) -> Trace:
    return Trace(document, which, SMALL_BUDGET)


@lru_cache(maxsize=12)
def _moment(document: Document, which: int, t: int, thread: int) -> Moment:
    return Moment.of(_run(document, which, thread), t)


@dataclass(frozen=True)
class Situation:
    """A document after t updates, with the model `which` in hand; `then` is the moment when what is
    played has been played."""

    document: Document
    which: int = 0
    t: int = 0
    then: int | None = None

    @property
    def moment(self) -> Moment:
        """Of the run that the thread which asks has of its own."""
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
        """The update that is about to be made."""
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
    """The update at which a run is done by the rule that suits it; None if it is not in the time
    that a lesson has."""
    trace = run_of(document, which)
    last = max((change.t for change in document.timeline), default=0)
    for t, why in onward(trace, last, MOST_STEPS):
        if why:
            return None if why.startswith(NOT_YET) else t
    return None
