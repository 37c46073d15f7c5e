"""Remember Ctrl+C wherever it was raised.

Python raises KeyboardInterrupt wherever it happens to be. A call into compiled code may lose it and
fail with another error, which means the same: the user wanted to stop.
"""

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType


class Interruption:
    heard = False

    def hear(self, number: int, frame: FrameType | None) -> None:
        self.heard = True
        signal.default_int_handler(number, frame)


@contextmanager
def catch_interruptions() -> Iterator[Interruption]:
    """Listen to Ctrl+C in this block, unless another handler is installed or it is ignored, as in
    the background of a shell."""
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
        ):  # the window has its own handler
            signal.signal(signal.SIGINT, before)
