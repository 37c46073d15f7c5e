"""Which steps of a run a web page shows: all of them, or, of a long run, those that changed
something, evenly thinned if there are still too many."""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from linlab.engine.ground.errors import LinlabError
from linlab.engine.ground.numerals import grouped
from linlab.engine.train.trace import Trace

MOST_FRAMES = 300  # of a page that chooses its steps itself
MOST_CHOSEN = 3000  # of a page whose steps were chosen with `every`
MOST_WALKED = 20_000  # steps among which those that changed something are looked for
_STRETCHES = 100  # parts of the training, between which it can be cancelled


@dataclass(frozen=True)
class Steps:
    """The steps of a page, and a sentence about those that it leaves out."""

    times: tuple[int, ...]
    note: str = ""


def steps_of(
    trace: Trace,
    first: int,
    last: int,
    every: int | None = None,
    tell: Callable[[], None] = lambda: None,
    most: int = MOST_FRAMES,
) -> Steps:
    """The steps from the first to the last, or to the end of the run: every so many of them, or
    those that matter."""
    if not 0 <= first <= last:
        raise LinlabError(f"A web page cannot go from step {first} to step {last}.")
    if every is not None and every < 1:
        raise LinlabError(
            "A web page shows every step, or every second one, and so on: give 1 or more."
        )
    for k in range(1, _STRETCHES + 1):
        tell()
        trace.at(last * k // _STRETCHES)
    last = trace.at(last).t
    first = min(first, last)
    count = last - first + 1
    if every is not None:
        return _every(first, last, every)
    if count <= most:
        return Steps(tuple(range(first, last + 1)))
    if count > MOST_WALKED:
        return Steps(_thinned(range(first, last + 1), most), _of(count, most, "evenly spaced"))
    changed = [t for t in range(first + 1, last) if _changes(trace, t, tell)]
    times = tuple(sorted({first, *changed, last}))
    if len(times) <= most:
        return Steps(times, _of(count, len(times), "those that changed something"))
    return Steps(
        _thinned(times, most), _of(count, most, "evenly chosen from those that changed something")
    )


def _every(first: int, last: int, every: int) -> Steps:
    times = tuple(sorted({*range(first, last + 1, every), last}))
    if len(times) > MOST_CHOSEN:
        raise LinlabError(
            f"A web page has at most {grouped(MOST_CHOSEN)} frames, not {grouped(len(times))}: show fewer steps."
        )
    note = "" if every == 1 else _of(last - first + 1, len(times), f"one in {grouped(every)}")
    return Steps(times, note)


def _changes(trace: Trace, t: int, tell: Callable[[], None]) -> bool:
    """Whether the step to t changed the weights, or an edit took place there."""
    if t % 500 == 0:
        tell()
    step = trace.step(t)
    edited = any(change.t in (t, t - 1) for change in trace.document.timeline)
    return edited or (step is not None and step.updated)


def _thinned(times: "range | tuple[int, ...]", most: int) -> tuple[int, ...]:
    chosen = np.unique(np.linspace(0, len(times) - 1, most).round().astype(int))
    return tuple(int(times[k]) for k in chosen)


def _of(count: int, shown: int, which: str) -> str:
    """
    >>> _of(5001, 300, "evenly spaced")
    'This page shows 300 of 5 001 steps: evenly spaced.'
    """
    return f"This page shows {grouped(shown)} of {grouped(count)} steps: {which}."
