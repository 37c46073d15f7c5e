"""The other read-outs of a run: the last θ, the mean of all, the best on dev.

They share every step and differ in what is kept of the run, so another read-out is a run of the
same learner that keeps it. Such a run is trained beside the current one when needed, and continues
from where it was.
"""

import threading
from collections.abc import Iterator
from dataclasses import replace
from weakref import WeakKeyDictionary

from linlab.engine.document.document import Document
from linlab.engine.learner.catalog import catalog
from linlab.engine.learner.learner import Learner
from linlab.engine.learner.parameters import READ_OUTS

from .kinds.table import kind_of
from .models import Model
from .trace import SMALL_BUDGET, Trace

READOUTS = {each.key: each.words for each in READ_OUTS.values()}

_known: WeakKeyDictionary[Trace, dict[str, Trace]] = WeakKeyDictionary()
_lock = threading.Lock()  # a figure may be drawn in another thread


def other_readouts(
    trace: Trace, t: int, seconds: float | None = None
) -> tuple[tuple[str, Model], ...] | None:
    """(key of READOUTS, model after t steps) of the read-outs that the learner could use but does
    not; None if they are not ready after this many seconds."""
    with _lock:
        made = _known.setdefault(trace, {})
        learner = trace.document.learners_at(t)[trace.which]
        out = []
        for average in _others(trace, t, learner):
            if average not in made:
                document = _read_as(trace.document, trace.which, average)
                made[average] = Trace(document, trace.which, SMALL_BUDGET)
            other = made[average]
            if seconds is not None and other.reach(t, seconds) < other.clamp(t):
                return None
            out.append((average, other.model(t)))
        return tuple(out)


def _others(trace: Trace, t: int, learner: Learner) -> Iterator[str]:
    if kind_of(learner).why_no("read-outs", learner):
        return
    dev = all(
        (trace.document.parts_of(points) == 1).any()
        for points in (
            trace.document.points,
            *(c.points for c in trace.document.timeline if c.points is not None),
        )
    )
    for average in ("last", "mean", "best"):
        if average != learner["average"] and (average != "best" or dev):
            yield average


def _read_as(document: Document, which: int, average: str) -> Document:
    """The document with another read-out of that learner, from the start on."""

    def read(learners: tuple[Learner, ...]) -> tuple[Learner, ...]:
        return (*learners[:which], reading(learners[which], average), *learners[which + 1 :])

    timeline = tuple(
        change if change.learners is None else replace(change, learners=read(change.learners))
        for change in document.timeline
    )
    return replace(document, learners=read(document.learners), timeline=timeline)


def reading(learner: Learner, average: str) -> Learner:
    """A learner that makes the same steps but answers with another θ.

    >>> reading(Learner.of("averaged-perceptron", alpha=2.0), "last")
    Learner(model='perceptron', chosen=(('alpha', 2.0), ('average', 'last')))
    """
    own = learner.recipe
    if kind_of(learner).why_no("read-outs", learner):
        return learner
    if "average" in own.parameters:
        return learner.replace(average=average)
    same = next(
        each
        for each in catalog().values()
        if (each.loss, each.rate) == (own.loss, own.rate) and "average" in each.parameters
    )
    return Learner.of(same.key, **dict(learner.chosen), average=average)
