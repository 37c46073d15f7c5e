"""What views put into the plane while they are seen: items of a picture, by whoever laid them
there."""

from collections.abc import Callable
from typing import Any

from PySide6.QtCore import QObject, Signal

Draw = Callable[[Any], tuple[Any, ...]]  # of a scene


class Overlay(QObject):
    """`changed` says that there is something else."""

    changed = Signal()

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._by: dict[QObject, tuple[Any, ...] | Draw] = {}

    def items_in(self, scene: Any) -> tuple[Any, ...]:
        """All of them, as large and in the colours that the scene has now."""
        return tuple(
            item
            for items in self._by.values()
            for item in (items(scene) if callable(items) else items)
        )

    def put(self, owner: QObject, items: tuple[Any, ...] | Draw = ()) -> None:
        """These items instead of those that the owner put there before; a function draws them into
        each scene anew."""
        before = self._by.pop(owner, ())
        if items:
            self._by[owner] = items
        if before or items:
            self.changed.emit()
