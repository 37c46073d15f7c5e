"""The mouse at one moment of a gesture."""

from dataclasses import dataclass

from PySide6.QtCore import QPointF, Qt


@dataclass(frozen=True)
class Touch:
    """The mouse at one moment, in the plane's coordinates."""

    kind: str  # press, move or release
    x: float
    y: float
    id: int | None
    button: Qt.MouseButton
    keys: Qt.KeyboardModifier
    screen: QPointF
