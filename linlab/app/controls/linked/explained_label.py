"""A label whose tooltip says what its words mean."""

from PySide6.QtGui import QEnterEvent
from PySide6.QtWidgets import QLabel

from .terms import meanings_in


class ExplainedLabel(QLabel):
    """Its text may change at every move of the mouse: its words are looked up only when the mouse
    comes to it."""

    def enterEvent(self, event: QEnterEvent) -> None:
        self.setToolTip(meanings_in(self.text()))
        super().enterEvent(event)
