"""What nobody holds any more is collected in the window's own thread, a little at a time.

Rings of Python's objects may have Qt's in them, which must go in the thread that made them. Left to
itself, Python collects in whichever thread happens to ask for memory, and one that computes in the
background would end the program.
"""

import gc

from PySide6.QtCore import QObject, QTimer

PERIOD_MS = 250  # milliseconds


class GcTimer(QObject):
    """From now on it is collected here; as much as Python itself would have by now."""

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        gc.disable()
        self._timer = QTimer(self, interval=PERIOD_MS)
        self._timer.timeout.connect(collect)
        self._timer.start()


def collect() -> None:
    """The oldest generation that is due."""
    due = [kept > most for kept, most in zip(gc.get_count(), gc.get_threshold(), strict=True)]
    if any(due):
        gc.collect(2 - due[::-1].index(True))
