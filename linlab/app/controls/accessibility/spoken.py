"""What a screen reader is told: sentences as they come, and the value of widgets that paint
themselves.

A widget of our own that has a value, such as the history under the plane, says it in a method
`spoken_value`; what it is in `spoken_role`; and, if that changes, what it shows in
`spoken_description`. Qt asks for them through an interface that is made here; all other widgets
have Qt's own.
"""

from typing import Any

from PySide6 import QtGui, QtWidgets
from PySide6.QtGui import QAccessible
from PySide6.QtWidgets import QWidget

VALUE, DESCRIPTION = "spoken_value", "spoken_description"
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


def install() -> None:
    """Let Qt ask our widgets; once."""
    if not _MADE and _Widget is not _Unspoken:
        _MADE.append(True)
        QAccessible.installFactory(_interface_of)


def _interface_of(name: str, widget: Any) -> Any:
    if not isinstance(widget, QWidget) or not hasattr(widget, VALUE):
        return None
    made = widget.__dict__["_spoken"] = Interface(widget)  # as long as the widget
    return made


def announce(widget: QWidget, words: str) -> None:
    """Say these words, if somebody listens and this version of Qt can."""
    if _Announcement is not None and QAccessible.isActive():
        QAccessible.updateAccessibility(_Announcement(widget, words))
