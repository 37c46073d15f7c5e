"""What views draw in the plane while they are shown: items of a picture, by owner."""

from collections.abc import Callable
from typing import Any

from PySide6.QtCore import QObject, Signal

Draw = Callable[[Any], tuple[Any, ...]]  # of a scene


class Overlay(QObject):
    """`changed` is emitted when the items change."""

    changed = Signal()

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._by: dict[QObject, tuple[Any, ...] | Draw] = {}

    def items_in(self, scene: Any) -> tuple[Any, ...]:
        """All items, in the size and colours of the scene."""
        return tuple(
            item
            for items in self._by.values()
            for item in (items(scene) if callable(items) else items)
        )

    def put(self, owner: QObject, items: tuple[Any, ...] | Draw = ()) -> None:
        """Replace the items of this owner; a function draws them into each scene."""
        before = self._by.pop(owner, ())
        if items:
            self._by[owner] = items
        if before or items:
            self.changed.emit()
