"""Sentences about the document, for the user."""

from PySide6.QtCore import QObject, Signal


class Notes(QObject):
    """What was said last about the document as it is; it is over as soon as that is another."""

    said = Signal(str)
    over = Signal(str)  # a sentence that was said and is true no longer

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._last = ""

    def note(self, sentence: str) -> None:
        self._last = sentence
        self.said.emit(sentence)

    def withdraw(self) -> None:
        """The document is another."""
        sentence = self._last
        self._last = ""
        if sentence:
            self.over.emit(sentence)
