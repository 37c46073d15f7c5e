"""Sentences about the document, for the user."""

from PySide6.QtCore import QObject, Signal


class Notes(QObject):
    """The last note about the current document; it is withdrawn when the document changes."""

    said = Signal(str)
    over = Signal(str)  # a note that no longer holds

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._last = ""

    def note(self, sentence: str) -> None:
        self._last = sentence
        self.said.emit(sentence)

    def withdraw(self) -> None:
        """Withdraw the note, because the document has changed."""
        sentence = self._last
        self._last = ""
        if sentence:
            self.over.emit(sentence)
