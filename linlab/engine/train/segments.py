"""A run in segments: from one change of its timeline to the next it has one problem.

A step belongs to the problem in which it was made, an epoch to its length there:

    epochs(t) = Σ over segments (steps made there) / (steps that an epoch has there)
"""

from fractions import Fraction
from typing import Any

import numpy as np

from .problem import Problem
from .trace import Trace


def begins(trace: Trace) -> list[int]:
    """The step after which each segment begins."""
    return sorted({0, *(change.t for change in trace.document.timeline if change.pick is None)})


def epochs(trace: Trace, t: int) -> Fraction:
    """The exact number of epochs after t steps."""
    starts = [begin for begin in begins(trace) if begin < t] or [0]
    if len(starts) == 1:
        return Fraction(t, trace.problem(max(0, t - 1)).updates_per_epoch)
    ends = [*starts[1:], t]
    return sum(
        (
            Fraction(end - begin, trace.problem(begin).updates_per_epoch)
            for begin, end in zip(starts, ends, strict=True)
        ),
        Fraction(0),
    )


def same(one: Problem, other: Problem) -> bool:
    """Whether two problems have the same examples and the same learner, and so the same
    objective."""
    if one is other:
        return True
    return (
        one.learner == other.learner
        and one.seed == other.seed
        and one.classes == other.classes
        and np.array_equal(one.x, other.x)
        and np.array_equal(one.y, other.y)
    )


def within(trace: Trace, times: Any, problem: Problem) -> Any:
    """Which of these times this problem is in force at. (len(times),) of bool"""
    times = np.asarray(times, float)
    last = times.max(initial=0.0)
    starts = [begin for begin in begins(trace) if begin <= last]
    out = np.zeros(len(times), bool)
    for begin, end in zip(starts, [*starts[1:], np.inf], strict=True):
        if same(trace.problem(begin), problem):
            out |= (times >= begin) & (times < end)
    return out
