"""A number to type."""

from typing import Any

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QLineEdit, QVBoxLayout, QWidget

from linlab.app.plane.plane import Plane
from linlab.app.session.lessons.prepared import Prepared
from linlab.engine.ground.numerals import read_number


class NumberBox(QWidget):
    """A number to type."""

    given = Signal(object)

    def __init__(self, step: Prepared, plane: Plane) -> None:
        super().__init__()
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        self.box = QLineEdit()
        self.box.setObjectName("number-answer")
        self.box.setProperty("line", "true")
        self.box.setMaxLength(40)
        self.box.setMinimumHeight(28)
        unit = (
            step.shown.question.unit
            if step.shown is not None and step.shown.question is not None
            else ""
        )
        self.box.setPlaceholderText(f"a number, in {unit}" if unit else "a number")
        self.box.setAccessibleName("Your answer, a number")
        self.box.textEdited.connect(self._typed)
        column.addWidget(self.box)

    def _typed(self, text: str) -> None:
        self.given.emit(read_number(text) if text.strip() else None)

    def reveal(self, value: Any) -> None:
        self.box.setReadOnly(True)

    def dress(self) -> None: ...

    def leave(self) -> None: ...
