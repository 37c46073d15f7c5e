"""The runs of all models of a document: measured along the way, and when each is done by its own
rule.

They are trained in the background, from the start and somewhat further than the step that is
looked at, so that on the way there they need not be asked for again and again. Views of one
document have them in common.
"""

import threading
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Any

import numpy as np

from linlab.engine.document.document import Document
from linlab.engine.ground.effort import MOMENT
from linlab.engine.ground.errors import LinlabError
from linlab.engine.ground.progress import hand_over, tell
from linlab.engine.learner.names import names_of
from linlab.engine.picture.curves import measured_at
from linlab.engine.train import moment as moments
from linlab.engine.train.measures import Sample
from linlab.engine.train.stopping import NOT_YET, onward
from linlab.engine.train.trace import SMALL_BUDGET, Trace
from linlab.engine.views.figure import Figure
from linlab.engine.views.kit.ready import Need, Ready, ReadyRun

FIRST = 2048  # steps that are measured beforehand, at least
PLACES = 240  # moments that are measured, about
EXPECTED_STEPS = 10_000  # steps in which a run is expected to be done


@dataclass(frozen=True)
class End:
    """Where a run is done by its own rule, and why; None: it is not, and why not."""

    t: int | None
    why: str
    diverged: bool = False


@dataclass(frozen=True, eq=False)
class Run:
    """One of them: what was measured of it, and where it ends."""

    which: int
    name: str
    trace: Trace | None  # None: it cannot be trained; why, its end says
    samples: tuple[Sample, ...]
    end: End

    def at(self, t: int) -> moments.Moment | None:
        """What it is after t steps, if that is quickly said."""
        if self.trace is None or self.trace.clamp(t) - self.trace.reached(t) > FIRST:
            return None
        moment = moments.Moment.of(self.trace, t)
        known = self.trace.measured(t) is not None or moment.effort <= MOMENT
        return moment if known else None

    @property
    def last(self) -> float:
        """The last step that there is, as far as that is known."""
        return np.inf if self.trace is None or self.trace.end is None else self.trace.end


@dataclass(frozen=True, eq=False)
class Runs:
    """As many as there are so far, all up to the step `far`."""

    key: "Key"
    runs: tuple[Run, ...]
    fresh: dict[Any, Any] = field(
        default_factory=dict
    )  # errors on a fresh sample, where that takes long
    lock: Any = field(default_factory=threading.RLock, repr=False)
    whole: bool = True  # whether these are all

    @property
    def of(self) -> tuple[Document, int]:
        return self.key.runs_key


@dataclass(frozen=True)
class Key:
    """What the runs depend on: the document, since when its learners are in force, and how far one
    looks."""

    document: Document
    begin: int
    far: int

    @classmethod
    def of(cls, moment: ReadyRun) -> "Key":
        far = FIRST
        while far < moment.t:
            far *= 2
        return cls(moment.trace.document.bare, moment.trace.span(moment.t)[0], far)

    @property
    def runs_key(self) -> tuple[Document, int]:
        """What the runs are of, however far one looks."""
        return self.document, self.begin


NEED: Need[Key] = Need(Key.of)


def runs_of(figure: Figure, moment: Ready[Key, None]) -> tuple[Document, int]:
    """What runs have to be of, to be those of this moment."""
    return moment.subject.runs_key


@lru_cache(maxsize=1)
def all_runs(key: Key) -> Runs:
    """Each learner trained and measured; what there is so far is handed over after each."""
    names = names_of(key.document.learners_at(key.begin))
    made = list[Run]()
    for which, name in enumerate(names):
        made.append(_run(key, which, name))
        hand_over(Runs(key, tuple(replace(run, trace=None) for run in made), whole=False))
    return Runs(key, tuple(made))


def _run(key: Key, which: int, name: str) -> Run:
    tell(f"measuring {name}")
    try:
        trace = Trace(key.document, which, SMALL_BUDGET)
        end = _end(trace, key, name)
        times = {*measured_at(key.far, PLACES), key.far, *([] if end.t is None else [end.t])}
        samples = []
        for t in sorted(t for t in times if t <= trace.clamp(key.far)):
            tell(f"measuring {name}: step {t}")
            samples.append(trace.sample(t))
    except LinlabError as trouble:
        return Run(which, name, None, (), End(None, str(trouble)))
    return Run(which, name, trace, tuple(samples), end)


def _end(trace: Trace, key: Key, name: str) -> End:
    """By the rule that suits the learner in force, from where that came into force."""
    t = key.begin
    why = ""
    steps = onward(trace, key.begin, EXPECTED_STEPS)
    while (found := next(steps, None)) is not None:
        t, why = found
        tell(f"{name}: is it done? step {t}")
    return End(None if why.startswith(NOT_YET) or trace.diverged else t, why, trace.diverged)


def column(samples: Sequence[Sample], name: str) -> Any:
    """A measure along the way, NaN where there is none. (k,)"""
    return np.array([getattr(sample, name) for sample in samples], float)
