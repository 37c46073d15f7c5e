"""What a screen reader is told: sentences as they come, and the value of widgets that paint
themselves.

A widget of our own that has a value, such as the history under the plane, says it in a method
`spoken_value`; what it is in `spoken_role`; if that changes, what it shows in
`spoken_description`; and `spoken_step` goes one step on or back. Qt asks for them through an interface that is made here; all other widgets
have Qt's own.
"""

from typing import Any

from PySide6 import QtGui, QtWidgets
from PySide6.QtCore import QTimer
from PySide6.QtGui import QAccessible
from PySide6.QtWidgets import QToolButton, QWidget

VALUE, DESCRIPTION, STEP = "spoken_value", "spoken_description", "spoken_step"
INSTANT = QToolButton.ToolButtonPopupMode.InstantPopup
_MADE: list[bool] = []  # whether Qt knows our interface


class _Unspoken:
    """In place of Qt's classes, where this version of PySide has none."""


_Widget: Any = getattr(QtWidgets, "QAccessibleWidget", _Unspoken)
_Announcement: Any = getattr(QtGui, "QAccessibleAnnouncementEvent", None)


class Interface(_Widget):  # type: ignore[misc]
    """A widget with the role and the value that it gives itself."""

    def __init__(self, widget: QWidget) -> None:
        role = getattr(widget, "spoken_role", QAccessible.Role.Graphic)
        super().__init__(widget, role)

    def text(self, what: QAccessible.Text) -> str:
        asked = {QAccessible.Text.Value: VALUE, QAccessible.Text.Description: DESCRIPTION}
        say = getattr(self.object(), asked.get(what, ""), None)
        return str(super().text(what) if say is None else say())

    def actionNames(self) -> list[str]:
        steps = hasattr(self.object(), STEP)
        ways = [self.increaseAction(), self.decreaseAction()] if steps else []
        return [*ways, *super().actionNames()]

    def doAction(self, name: str) -> None:
        by = {self.increaseAction(): 1, self.decreaseAction(): -1}.get(name)
        if by is None:
            super().doAction(name)
        else:
            getattr(self.object(), STEP)(by)


class MenuInterface(_Widget):  # type: ignore[misc]
    """A button that is all menu. Qt's own interface offers to show the menu and does not."""

    def __init__(self, button: QToolButton) -> None:
        super().__init__(button, QAccessible.Role.ButtonMenu)

    def text(self, what: QAccessible.Text) -> str:
        said = str(super().text(what))
        named = what != QAccessible.Text.Name or said
        return said if named else str(self.object().text()).rstrip(" ▾")

    def actionNames(self) -> list[str]:
        return [self.showMenuAction(), *super().actionNames()]

    def doAction(self, name: str) -> None:
        if name == self.showMenuAction():
            QTimer.singleShot(0, self.object(), self.object().showMenu)  # it stays until it closes
        else:
            super().doAction(name)


def install() -> None:
    """Let Qt ask our widgets; once."""
    if not _MADE and _Widget is not _Unspoken:
        _MADE.append(True)
        QAccessible.installFactory(_interface_of)


def _interface_of(name: str, widget: Any) -> Any:
    kind: Any = None
    if isinstance(widget, QToolButton) and widget.popupMode() == INSTANT:
        kind = MenuInterface
    elif isinstance(widget, QWidget) and hasattr(widget, VALUE):
        kind = Interface
    if kind is None:
        return None
    made = widget.__dict__["_spoken"] = kind(widget)  # as long as the widget
    return made


def announce(widget: QWidget, words: str) -> None:
    """Say these words, if somebody listens and this version of Qt can."""
    if _Announcement is not None and QAccessible.isActive():
        QAccessible.updateAccessibility(_Announcement(widget, words))
