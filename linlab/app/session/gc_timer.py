"""Garbage collection in the main thread, a little at a time.

Reference cycles may contain Qt objects, which must be destroyed in the thread that made them. By
default Python collects in whichever thread allocates memory, and a background thread would crash
the program.
"""

import gc

from PySide6.QtCore import QObject, QTimer

PERIOD_MS = 250  # milliseconds


class GcTimer(QObject):
    """Takes over garbage collection: it collects as much as Python itself would."""

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        gc.disable()
        self._timer = QTimer(self, interval=PERIOD_MS)
        self._timer.timeout.connect(collect)
        self._timer.start()


def collect() -> None:
    """Collect the oldest generation that is due."""
    due = [kept > most for kept, most in zip(gc.get_count(), gc.get_threshold(), strict=True)]
    if any(due):
        gc.collect(2 - due[::-1].index(True))
