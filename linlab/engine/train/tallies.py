"""How often each example has caused an update: the α counts of a kernel perceptron, and for every
other learner how often it pulled. They are counted along the run, from the last known moment on."""

from weakref import WeakKeyDictionary

import numpy as np

from linlab.engine.ground.arrays import Ints

from .trace import Trace

MOST, MOST_BATCHES = (
    200_000,
    2_000,
)  # steps made at once, with one example or several
MOST_MOMENTS = 24  # cached moments of a run

_known: WeakKeyDictionary[Trace, dict[int, dict[int, int]]] = WeakKeyDictionary()


def times_updated(trace: Trace, t: int) -> dict[int, int] | None:
    """How often the example of each id pulled on θ in the first t steps; None if that is too far,
    for teams, and for solvers, whose steps use all examples."""
    known = _known.setdefault(trace, {0: {}})
    t = trace.clamp(t)
    now = max(each for each in known if each <= t)
    counts = dict(known[now])
    while now < t:
        run = trace.segment_run(now)
        loop, problem = run.loop, run.problem
        if loop is None or t - now > (MOST if loop.plain else MOST_BATCHES):
            return None
        end = min(t, trace.span(now)[1] or t)
        now, pulled = (_online if loop.plain else _batched)(trace, now, end)
        for id, many in zip(problem.ids.tolist(), pulled.tolist(), strict=True):
            if many:
                counts[id] = counts.get(id, 0) + many
    known[t] = counts
    while len(known) > MOST_MOMENTS:
        del known[
            sorted(known)[1 + (len(known) * 7) % (len(known) - 2)]
        ]  # the first and the last stay
    return counts


def _online(trace: Trace, now: int, end: int) -> tuple[int, Ints]:
    """One call of the loop: the step reached, and how often each example pulled. (n,)"""
    run = trace.segment_run(now)
    pick = run.picks.at.get(now)
    until = now + 1 if pick is not None else min(end, run.picks.after(now))
    assert run.loop is not None
    after, _, (log, _) = run.loop.advance(trace.at(now), until - now, pick, logged=True)
    return max(now + 1, after.t), np.bincount(log[:, 1], minlength=run.problem.n)


def _batched(trace: Trace, now: int, end: int) -> tuple[int, Ints]:
    """The next step: which of its examples pulled. (n,)"""
    step = trace.step(now + 1)
    pulled = np.zeros(trace.problem(now).n, np.int64)
    if step is not None:
        pulled[step.examples[step.pulls.any(axis=1)]] = 1
    return now + 1, pulled
