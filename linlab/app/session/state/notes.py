"""Sentences about the document, for the user."""

from PySide6.QtCore import QObject, Signal


class Notes(QObject):
    """The last note about the current document; it is withdrawn when the document changes."""

    said = Signal(str)
    over = Signal(str)  # a note that no longer holds
    undoable = Signal()  # what the last note is about can be undone

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._last = ""

    def note(self, sentence: str, undo: bool = False) -> None:
        """Say this; `undo`: with a way to take back what it is about."""
        self._last = sentence
        self.said.emit(sentence)
        if undo:
            self.undoable.emit()

    def withdraw(self) -> None:
        """Withdraw the note, because the document has changed."""
        sentence = self._last
        self._last = ""
        if sentence:
            self.over.emit(sentence)
