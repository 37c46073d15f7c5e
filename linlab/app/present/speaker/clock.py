"""How long a lecture has been going on, and each of its entries."""

import time
from collections.abc import Callable


class LectureClock:
    """A stopwatch that also counts the time of each entry of a running order.

    >>> seconds = iter((0.0, 60.0, 60.0, 90.0)).__next__
    >>> clock = LectureClock(seconds)
    >>> clock.start()
    >>> clock.show_entry(1)
    >>> clock.elapsed, clock.elapsed_of(0)
    (60.0, 60.0)
    """

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        self._now = now
        self._since: float | None = None  # None: paused
        self._counted: dict[int, float] = {}
        self._entry = 0

    @property
    def running(self) -> bool:
        return self._since is not None

    @property
    def started(self) -> bool:
        return self.running or bool(self._counted)

    @property
    def elapsed(self) -> float:
        """Seconds in all, without pauses."""
        self._count()
        return sum(self._counted.values())

    def elapsed_of(self, entry: int) -> float:
        """Seconds that this entry was on stage."""
        self._count()
        return self._counted.get(entry, 0.0)

    def show_entry(self, entry: int) -> None:
        """From now on the time counts for this entry."""
        if entry != self._entry:
            self._count()
            self._entry = entry

    def start(self) -> None:
        if self._since is None:
            self._since = self._now()

    def pause(self) -> None:
        self._count()
        self._since = None

    def toggle(self) -> None:
        self.pause() if self.running else self.start()

    def reset(self) -> None:
        """Count from 0 again; a running clock goes on."""
        self._counted = {}
        if self._since is not None:
            self._since = self._now()

    def _count(self) -> None:
        if self._since is not None:
            now = self._now()
            self._counted[self._entry] = self._counted.get(self._entry, 0.0) + now - self._since
            self._since = now


def minutes(seconds: float) -> str:
    """A duration as a clock shows it.

    >>> minutes(65), minutes(3725)
    ('1:05', '1:02:05')
    """
    whole = int(seconds)
    hours, rest = divmod(whole, 3600)
    mins, secs = divmod(rest, 60)
    return f"{hours}:{mins:02}:{secs:02}" if hours else f"{mins}:{secs:02}"
