"""A few lines to write an answer in."""

from typing import Any

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QPlainTextEdit, QVBoxLayout, QWidget

from linlab.app.controls.accessibility.text_size import follow, px
from linlab.app.plane.plane import Plane
from linlab.app.session.lessons.prepared import Prepared

MOST_LETTERS = 600
HEIGHT = 74  # pixels: three lines


class LinesBox(QWidget):
    """Lines of text. Tab leaves it."""

    given = Signal(object)

    def __init__(self, step: Prepared, plane: Plane) -> None:
        super().__init__()
        question = step.question
        assert question is not None
        hint = question.kind.hint(question)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        self.box = QPlainTextEdit()
        self.box.setObjectName(f"{question.kind.key}-answer")
        self.box.setTabChangesFocus(True)
        self.box.setPlaceholderText(hint)
        self.box.setAccessibleName(f"Your answer, {hint}")
        follow(self.box, lambda box: box.setFixedHeight(px(HEIGHT)))
        self.box.textChanged.connect(self._typed)
        self.setFocusProxy(self.box)
        column.addWidget(self.box)

    def _typed(self) -> None:
        text = self.box.toPlainText()
        if len(text) > MOST_LETTERS:
            self.box.setPlainText(text[:MOST_LETTERS])
            return
        self.given.emit(text.strip() or None)

    def reveal(self, value: Any) -> None:
        self.box.setReadOnly(True)

    def apply_theme(self) -> None: ...

    def leave(self) -> None: ...

    def for_stage(self) -> None: ...
