"""The left panel: data, model and training, one card below the other."""

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QFrame, QScrollArea, QVBoxLayout, QWidget

from linlab.app.controls.widgets import Card, reserve_bar
from linlab.app.session.session import Session

from .data_card import DataCard
from .form import Form
from .gallery import MOST_ROWS
from .model_card import ModelCard

SNUG, APART = 700, 10  # pixels: below, cards have less air; between two of them
TINY, LOW, HIGH = (
    560,
    790,
    950,
)  # pixels: below, data make do with less, so that λ is in sight; above, all are shown


class LeftPanel(QScrollArea):
    """A column that scrolls when the window is low."""

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("left-panel")
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setWidgetResizable(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)  # it is what stands in it that has keys
        self.setMinimumWidth(248)  # below it something would be cut off
        reserve_bar(self)
        self.data, self.form = DataCard(session), Form(session)
        self.model = ModelCard(session, self.form.knobs)
        training = self.training = Card("Training")
        training.setObjectName("training-card")
        training.body.addWidget(self.form)
        training.heading.addWidget(self.form.more)
        self.form.filled.connect(training.setVisible)
        column = QWidget()
        self._cards = cards = QVBoxLayout(column)
        cards.setContentsMargins(0, 0, 2, 0)
        cards.setSpacing(APART)
        for card in (self.data, self.model, training):
            cards.addWidget(card)
        cards.addStretch()
        self.setWidget(column)

    def sizeHint(self) -> QSize:
        return QSize(270, 840)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        snug = 2 if TINY <= self.height() < SNUG else 0  # lower, data make do with less already
        self._cards.setSpacing(APART - snug)
        for card in (self.data, self.model, self.training):
            card.be_snug(snug)
        rows = 2 if self.height() < HIGH else MOST_ROWS
        self.data.make_do(self.height() < TINY, 1 if self.height() < LOW else rows)
