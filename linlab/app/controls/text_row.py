"""A label, and at the right a text field. It emits `typed` at every letter and `finished` at the
end: Return, or when the focus leaves; Escape takes back what was typed. Setting it from the program
emits nothing."""

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QLineEdit, QSizePolicy, QWidget


class TextRow(QWidget):
    """One line of plain text."""

    typed = Signal(str)
    finished = Signal(str)

    def __init__(self, title: str, longest: int) -> None:
        super().__init__()
        self.box = QLineEdit()
        self.box.setMaxLength(longest)
        self.box.setAccessibleName(title)
        self.box.setProperty("line", "true")
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.addWidget(QLabel(title))
        row.addWidget(self.box, 1)
        self._shown = ""
        self.box.textEdited.connect(self.typed)
        self.box.editingFinished.connect(self._end)
        self.box.installEventFilter(self)

    def show_text(self, text: str) -> None:
        """Show this text, unless the user is typing."""
        self._shown = text
        if not self.box.isModified() and self.box.text() != text:
            self.box.setText(text)
            self.box.setCursorPosition(0)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if (
            isinstance(event, QKeyEvent)
            and event.key() == Qt.Key.Key_Escape
            and self.box.isModified()
        ):
            if event.type() == QEvent.Type.ShortcutOverride:
                event.accept()  # its own, not the window's
                return True
            if event.type() == QEvent.Type.KeyPress:
                self.box.setText(self._shown)
                self.typed.emit(self._shown)
                return True
        return super().eventFilter(watched, event)

    def _end(self) -> None:
        if self.box.isModified():
            self.box.setModified(False)
            self.finished.emit(self.box.text())
