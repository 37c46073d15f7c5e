"""The way of θ: where it was after each of the last steps, thinned to what can be seen and
remembered as it grows."""

from dataclasses import replace
from typing import Any
from weakref import WeakKeyDictionary

import numpy as np

from linlab.engine.ground.arrays import Floats
from linlab.engine.ground.effort import PIECE
from linlab.engine.ground.errors import LinlabError
from linlab.engine.train.trace import SMALL_BUDGET, Trace
from linlab.engine.train.tracing.pace import STEP_OVERHEAD

MOST_PLACES = 256  # places of a way
EPOCH = 20_000  # multiplications that could be made while an order is drawn

_thetas: WeakKeyDictionary[Trace, dict[int, Floats]] = WeakKeyDictionary()
_plain: WeakKeyDictionary[Trace, Trace] = WeakKeyDictionary()


def times(trace: Trace, t: int) -> list[int]:
    """The steps of a way up to t: since the last change, or as many as are made again in a
    moment. Every second, fourth … of a long one, always the same ones, and the last."""
    problem = trace.problem(trace.reached(t))
    few = 2 * PIECE // (problem.effort + STEP_OVERHEAD + EPOCH // problem.updates_per_epoch)
    t = t if t - trace.reached(t) <= few else trace.reached(t)  # the trace goes no further yet
    begins = max(trace.span(t)[0], t - few)
    apart = 1
    while (t - begins) // apart > MOST_PLACES:
        apart *= 2
    return sorted(
        {
            trace.span(t)[0] if begins == trace.span(t)[0] else t,
            *range(-(-begins // apart) * apart, t, apart),
            t,
        }
    )


def path(trace: Trace, t: int) -> dict[int, Floats]:
    """θ after each of these steps."""
    known = _thetas.setdefault(trace, {})
    wanted = times(trace, t)
    missing = [k for k in wanted if k not in known]
    for k in missing:
        known[k] = trace.at(k, passing=True).theta
    if missing and missing[-1] != wanted[-1]:
        trace.at(wanted[-1])  # back to where the trace was
    if len(known) > 8 * MOST_PLACES:
        _thetas[trace] = known = {k: known[k] for k in wanted}
    return {k: known[k] for k in wanted}


def without_momentum(trace: Trace, t: int) -> Trace | None:
    """The same run by plain SGD, where momentum drives it and nothing was changed on the way."""
    learner = trace.problem(t).learner
    if not (learner.optimiser.linear and learner.optimiser.slots) or trace.span(t)[0] > 0:
        return None
    if trace not in _plain:
        document, which = trace.document, trace.which
        other = learner.replace(optimiser="sgd")
        learners = (*document.learners[:which], other, *document.learners[which + 1 :])
        picks = tuple(change for change in document.timeline if change.pick is not None)
        try:
            plain = replace(document, learners=learners, timeline=picks)
            _plain[trace] = Trace(plain, which, SMALL_BUDGET)
        except LinlabError:
            return None
    return _plain[trace]


def seen(thetas: Any, row: int, columns: list[int]) -> Floats:
    """Two weights of each θ. (k, 2)"""
    return np.array([theta[row, columns] for theta in thetas]).reshape(-1, 2)
