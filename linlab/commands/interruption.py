"""Ctrl+C is remembered, wherever it struck.

Python raises KeyboardInterrupt at whatever it is doing. Compiled code that is just being called
loses it there and stumbles with another error, which means the same: the user wanted to stop.
"""

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType


class Interruption:
    """Whether there was one."""

    heard = False

    def hear(self, number: int, frame: FrameType | None) -> None:
        self.heard = True
        signal.default_int_handler(number, frame)


@contextmanager
def interruptions() -> Iterator[Interruption]:
    """Listen to Ctrl+C in here; not where somebody else does, or nobody shall, as in the background
    of a shell."""
    interruption = Interruption()
    before = signal.getsignal(signal.SIGINT)
    listening = (
        before is signal.default_int_handler
        and threading.current_thread() is threading.main_thread()
    )
    if listening:
        signal.signal(signal.SIGINT, interruption.hear)
    try:
        yield interruption
    finally:
        if (
            listening and signal.getsignal(signal.SIGINT) == interruption.hear
        ):  # a window has a way of its own
            signal.signal(signal.SIGINT, before)
