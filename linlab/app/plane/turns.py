"""Planes side by side, drawn in turn where a run plays faster than all of them can be drawn.

The plane of the model in hand is drawn at every frame, of the others every second one. As soon as the run rests, all are drawn.
"""

import math
import time
from collections.abc import Callable, Iterable

from PySide6.QtCore import QObject, QTimer

LEVEL = 100  # milliseconds without a move until all planes are drawn
SHORT = 0.008  # seconds: a move that comes as soon as this after a frame has waited for it


class Turns(QObject):
    """The planes that are drawn at the next frame."""

    def __init__(self, parent: QObject, level: Callable[[], object]) -> None:
        super().__init__(parent)
        self._due: set[int] = set()
        self._odd, self._painted = False, -math.inf
        self._level = QTimer(self, singleShot=True, interval=LEVEL)
        self._level.timeout.connect(level)

    def moved(self, focus: int, many: int) -> set[int]:
        """Those that have their turn now that the run has moved: all of them, where there is time."""
        others = [k for k in range(many) if k != focus]
        self._level.start()
        if time.perf_counter() - self._painted > SHORT:
            return set(range(many))
        self._odd = not self._odd
        return {focus, *others[self._odd :: 2]}

    def painted(self) -> None:
        self._painted = time.perf_counter()

    def add(self, planes: Iterable[int]) -> None:
        self._due.update(planes)

    def take(self) -> set[int]:
        """Those that are drawn now."""
        due, self._due = self._due, set()
        return due
