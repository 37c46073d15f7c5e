"""What views put into the plane while they are seen: items of a picture, by whoever laid them
there."""

from typing import Any

from PySide6.QtCore import QObject, Signal


class Laid(QObject):
    """`changed` says that there is something else."""

    changed = Signal()

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._by: dict[QObject, tuple[Any, ...]] = {}

    @property
    def items(self) -> tuple[Any, ...]:
        return tuple(item for items in self._by.values() for item in items)

    def put(self, owner: QObject, items: tuple[Any, ...] = ()) -> None:
        """These items instead of those that the owner put there before."""
        before = self._by.pop(owner, ())
        if items:
            self._by[owner] = items
        if before or items:
            self.changed.emit()
