"""A single step is seen to be made, in half a second: what it adds slides to the tip of w, then w
and the line swing to their new places.

The session is at its new t at once; only the plane is still on its way there. Another step ends
the motion, and steps that follow each other quickly, as those of a key held down, have none.
"""

import time
from collections.abc import Callable

from PySide6.QtCore import QObject, QTimer

from .state.replay import Replay

FRAME = 16  # ms
SECONDS = 0.5  # for the whole motion
QUICK_STEP_SECONDS = 0.2  # seconds between two steps that are too quick to be watched
SLIDE = 0.45  # the share of the motion in which what is added slides to the tip of w


def phases(passed: float) -> tuple[float, float]:
    """How far the line has swung, and what is added has slid, when so much of the motion has
    passed.

    >>> phases(0.0), phases(0.45), phases(1.0)
    ((0.0, 0.0), (0.0, 1.0), (1.0, 1.0))
    """
    slid = min(1.0, max(0.0, passed / SLIDE))
    swung = min(1.0, max(0.0, (passed - SLIDE) / (1.0 - SLIDE)))
    return _eased(swung), _eased(slid)


def _eased(share: float) -> float:
    """Slow at first and at the end."""
    return share * share * (3.0 - 2.0 * share)


class Arrival(QObject):
    """The motion of the step that led to t, if there is one to see."""

    def __init__(self, replay: Replay) -> None:
        super().__init__(replay)
        self.seconds = 0.0  # for the whole motion; 0: none
        self.still: Callable[[], bool] = lambda: False  # whether motion is to be reduced
        self._replay = replay
        self._begun = 0.0
        self._last = 0.0  # when the last step was made
        self._timer = QTimer(self, interval=FRAME)
        self._timer.timeout.connect(self._go_on)

    @property
    def moving(self) -> bool:
        return self._timer.isActive()

    def begin(self) -> None:
        """A step has just been made: show how."""
        now = time.perf_counter()
        quick = now - self._last < QUICK_STEP_SECONDS
        self._last = self._begun = now
        self.end()
        if self.seconds <= 0 or quick or self.still() or self._replay.catching_up:
            return
        if self._replay.arrive(*phases(0.0)):
            self._timer.start()

    def end(self) -> None:
        """Be there."""
        if self.moving:
            self._timer.stop()
            self._replay.forget_coming()

    def _go_on(self) -> None:
        passed = (time.perf_counter() - self._begun) / self.seconds
        if passed >= 1.0 or not self._replay.arrive(*phases(passed)):
            self.end()
