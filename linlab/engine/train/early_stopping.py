"""Early stopping: the dev error is checked after each epoch; if it has not fallen for as many
epochs as the learner's patience, training stops.

It is checked epoch by epoch from the start of a segment of the run, so it always stops at the same
step.
"""

import time
from collections.abc import Callable

import numpy as np

from linlab.engine.ground.errors import LinlabError
from linlab.engine.ground.numerals import grouped, percent

from .measures import held_out
from .teams.follower import Follower

NO_DEV = "Early stopping needs dev points, but there are none: set aside some points as dev."
CLOCK_SECONDS = 0.01  # seconds between two checks of the clock, about


class DevWatch:
    """The dev errors of the segment that begins at `begin`, as far as they are known."""

    def __init__(self, trace: Follower, begin: int = 0) -> None:
        self.trace, self.begin, self.t = trace, begin, begin
        problem = trace.problem(begin)
        self.patience = int(problem.learner["early"]) if len(problem.held_out[0][1]) else 0
        self._length = problem.updates_per_epoch
        self._change = trace.span(begin)[1]
        self.best = np.inf
        self.best_t = begin
        self._waited = 0
        self.stop: int | None = None  # where it would stop

    @property
    def why(self) -> str:
        """The reason for it, in words."""
        many = f"{grouped(self.patience)} epoch{'s' if self.patience != 1 else ''}"
        return (
            f"stopped early: no fewer than {percent(self.best)} wrong on dev, reached at step "
            f"{grouped(self.best_t)}, for {many}"
        )

    def check_up_to(self, t: int, seconds: float = np.inf) -> bool:
        """Check all epochs that end up to t, for about this many seconds; return whether all are
        done."""
        until = time.perf_counter() + seconds
        while self.patience and self.stop is None:
            end = (self.t // self._length + 1) * self._length
            if end > t or (self._change is not None and end >= self._change):
                return True
            while (now := self.trace.reach(end, CLOCK_SECONDS)) < self.trace.clamp(end):
                if time.perf_counter() > until:
                    return False
            if now < end:  # the run ends earlier
                return True
            self._judge(end)
            if time.perf_counter() > until:
                return self.stop is not None or end + self._length > t
        return True

    def _judge(self, end: int) -> None:
        wrong = held_out(self.trace.model(end), 0)[0]
        assert wrong is not None
        self.t = end
        if wrong < self.best:
            self.best = wrong
            self.best_t = end
            self._waited = 0
        else:
            self._waited += 1
        if self._waited >= self.patience:
            self.stop = end


def stopped_early(
    trace: Follower, limit: int, progress: Callable[[int], object] = lambda t: None
) -> tuple[int, str]:
    """Train up to `limit` steps, or until the learner's patience ends; return the step and, in
    that case, the reason."""
    watch = DevWatch(trace)
    if not watch.patience:
        raise LinlabError(NO_DEV)
    while not watch.check_up_to(limit, 10 * CLOCK_SECONDS):
        progress(watch.t)
    return (trace.at(limit).t, "") if watch.stop is None else (trace.at(watch.stop).t, watch.why)
