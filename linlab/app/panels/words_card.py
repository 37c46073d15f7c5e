"""The words card: how texts become features, and how many words there are. It is there only for a
learner that reads texts."""

from PySide6.QtWidgets import QWidget

from linlab.app.controls.widgets import Card
from linlab.app.session.session import Session
from linlab.engine.ground.numerals import grouped


class WordsCard(Card):
    """The settings of the space of words, with the size of the vocabulary in its heading."""

    def __init__(self, session: Session, settings: QWidget) -> None:
        super().__init__("Words")
        self.setObjectName("words-card")
        self._session = session
        self.body.addWidget(settings)
        session.changed.connect(self.read)
        session.moved.connect(self.read)
        self.read()

    def read(self) -> None:
        """Show the vocabulary of the run in hand."""
        self.setVisible(self._session.learner.reads_texts)
        trace = self._session.trace
        if trace is None or not self._session.learner.reads_texts:
            self.value.setText("")
            return
        many = len(trace.problem(self._session.t).names or ())
        self.value.setText(f"{grouped(many)} FEATURE{'S' if many != 1 else ''}")
