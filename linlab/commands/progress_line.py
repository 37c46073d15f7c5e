"""The progress of a long job, on standard error; a short job prints nothing.

In a terminal the line is overwritten in place; elsewhere a plain line appears now and then.
"""

import sys
import time
from types import TracebackType

WAIT_SECONDS = 0.5  # seconds before the first message
_IN_PLACE, _LINES = 0.1, 5.0  # seconds between two messages


class ProgressLine:
    """A job of `total` parts: call it with the number done."""

    def __init__(self, job: str, total: int) -> None:
        self.job = job
        self.total = max(1, total)
        self._next = time.monotonic() + WAIT_SECONDS
        self._width = 0

    def __call__(self, done: int) -> bool:
        """Print the progress, if it is time; always True, so that the job continues."""
        now = time.monotonic()
        if now < self._next or done >= self.total:
            return True
        text = f"{self.job} … {100 * done // self.total} %"
        if sys.stderr.isatty():
            self._next = now + _IN_PLACE
            self._width = len(text)
            sys.stderr.write(f"\r{text}")
        else:
            self._next = now + _LINES
            sys.stderr.write(f"{text}\n")
        sys.stderr.flush()
        return True

    def say(self, doing: str) -> None:
        """Print what the job is doing, if it is time."""
        now = time.monotonic()
        if now >= self._next:
            self._next = now + (_IN_PLACE if sys.stderr.isatty() else _LINES)
            text = f"{self.job} … {doing}"
            sys.stderr.write(f"\r{text:<{self._width}}" if sys.stderr.isatty() else f"{text}\n")
            self._width = max(self._width, len(text)) if sys.stderr.isatty() else 0
            sys.stderr.flush()

    def __enter__(self) -> "ProgressLine":
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        at: TracebackType | None,
    ) -> None:
        if self._width:
            sys.stderr.write("\r" + " " * self._width + "\r")
            sys.stderr.flush()
