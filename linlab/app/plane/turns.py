"""Planes side by side, drawn in turn while a run plays: to draw six of them takes longer than a frame has.

The plane of the model in hand is drawn at every frame, of the others every second one. As soon as the run rests, all are drawn.
"""

from collections.abc import Callable, Iterable

from PySide6.QtCore import QObject, QTimer

LEVEL = 100  # milliseconds without a move until all planes are drawn


class Turns(QObject):
    """The planes that are drawn at the next frame."""

    def __init__(self, parent: QObject, level: Callable[[], object]) -> None:
        super().__init__(parent)
        self._due: set[int] = set()
        self._odd = False
        self._level = QTimer(self, singleShot=True, interval=LEVEL)
        self._level.timeout.connect(level)

    def moved(self, focus: int, many: int) -> set[int]:
        """Those that have their turn now that the run has moved: all at the first move, then some as long as it goes on."""
        others, playing = [k for k in range(many) if k != focus], self._level.isActive()
        self._level.start()
        if not playing:
            return set(range(many))
        self._odd = not self._odd
        return {focus, *others[self._odd :: 2]}

    def add(self, planes: Iterable[int]) -> None:
        self._due.update(planes)

    def take(self) -> set[int]:
        """Those that are drawn now."""
        due, self._due = self._due, set()
        return due
