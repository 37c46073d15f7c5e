"""A line to type an answer in; the kind of the question says what it is read as."""

from typing import Any

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QLineEdit, QVBoxLayout, QWidget

from linlab.app.controls.accessibility.text_size import follow, px
from linlab.app.plane.plane import Plane
from linlab.app.session.lessons.prepared import Prepared


class LineBox(QWidget):
    """A line of text."""

    given = Signal(object)

    def __init__(self, step: Prepared, plane: Plane) -> None:
        super().__init__()
        question = step.question
        assert question is not None
        self._question = question
        hint = question.kind.hint(question)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        self.box = QLineEdit()
        self.box.setObjectName(f"{question.kind.key}-answer")
        self.box.setProperty("line", "true")
        self.box.setMaxLength(40)
        follow(self.box, lambda box: box.setMinimumHeight(px(28)))
        self.box.setPlaceholderText(hint)
        self.box.setAccessibleName(f"Your answer, {hint}")
        self.box.textEdited.connect(self._typed)
        column.addWidget(self.box)

    def _typed(self, text: str) -> None:
        question = self._question
        self.given.emit(question.kind.read(question, text) if text.strip() else None)

    def reveal(self, value: Any) -> None:
        self.box.setReadOnly(True)

    def apply_theme(self) -> None: ...

    def leave(self) -> None: ...

    def for_stage(self) -> None: ...
