"""Planes side by side, drawn in turn while a run plays so fast that several updates are made between two frames.

The plane of the model in hand is drawn at every frame, of the others every second one. Update by update, and as soon as the run
rests, all are drawn, so that all show the same.
"""

from collections.abc import Callable, Iterable

from PySide6.QtCore import QObject, QTimer

LEVEL = 100  # milliseconds without a move until all planes are drawn


class Turns(QObject):
    """The planes that are drawn at the next frame."""

    def __init__(self, parent: QObject, level: Callable[[], object]) -> None:
        super().__init__(parent)
        self._due: set[int] = set()
        self._odd, self._t = False, 0
        self._level = QTimer(self, singleShot=True, interval=LEVEL)
        self._level.timeout.connect(level)

    def moved(self, focus: int, many: int, t: int) -> set[int]:
        """Those that have their turn now that the run has moved to t."""
        playing, before, self._t = self._level.isActive(), self._t, t
        self._level.start()
        if not playing or abs(t - before) <= 1:
            return set(range(many))
        self._odd = not self._odd
        return {focus, *[k for k in range(many) if k != focus][self._odd :: 2]}

    def add(self, planes: Iterable[int]) -> None:
        self._due.update(planes)

    def take(self) -> set[int]:
        """Those that are drawn now."""
        due, self._due = self._due, set()
        return due
