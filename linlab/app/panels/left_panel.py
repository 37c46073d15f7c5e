"""The left panel: data, model, words and training, one card below the other."""

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QFrame, QScrollArea, QVBoxLayout, QWidget

from linlab.app.controls.accessibility.text_size import follow, least, px
from linlab.app.controls.widgets import Card, LinkButton, label, reserve_bar
from linlab.app.session.session import Session

from .data.data_card import DataCard
from .data.gallery import MOST_ROWS
from .form import Form
from .model_card import ModelCard
from .words_card import WordsCard

LEAST, SHARE = 252, 0.27  # its least width: pixels at 100 %, and of the screen at most
SNUG, APART = 700, 10  # pixels: below, cards have less air; between two of them
TINY = 560  # pixels: below, the controls of the data wait behind “more…”, so that λ is in sight
LOW, HIGH = 790, 950  # pixels at 100 %: below, data have one row; above, all are shown


ABOUT_FULL = "Open, save, export and present are under linlab ▾. More settings, views and models are in Full."


class LeftPanel(QScrollArea):
    """A column that scrolls when the window is low. `full_wanted`: somebody asks for Full."""

    full_wanted = Signal()

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("left-panel")
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setWidgetResizable(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)  # it is what stands in it that has keys
        follow(self, LeftPanel.widen)
        reserve_bar(self)
        self.data, self.form = DataCard(session), Form(session)
        self.model = ModelCard(session, self.form.knobs)
        training = self.training = Card("Training")
        training.setObjectName("training-card")
        training.body.addWidget(self.form)
        training.heading.addWidget(self.form.more)
        self.form.filled.connect(training.setVisible)
        self.words = WordsCard(session, self.form.words)
        place = QWidget()  # where these two cards come and go with the model and its space
        place.setObjectName("training")
        self._within = within = QVBoxLayout(place)
        within.setContentsMargins(0, 0, 0, 0)
        within.setSpacing(APART)
        within.addWidget(self.words)
        within.addWidget(training)
        about = QWidget()
        about.setObjectName("about-full")
        words = label(ABOUT_FULL)
        words.setWordWrap(True)
        self.to_full = LinkButton("Switch to Full", accent=True)
        self.to_full.setObjectName("to-full")
        self.to_full.setToolTip("All settings, models and views (F4)")
        self.to_full.setFocusPolicy(Qt.FocusPolicy.NoFocus)  # Tab reaches the switch in the bar
        self.to_full.clicked.connect(self.full_wanted)
        lines = QVBoxLayout(about)
        lines.setContentsMargins(6, 0, 6, 4)
        lines.setSpacing(4)
        for line in (words, self.to_full):
            lines.addWidget(line)
        about.hide()  # until somebody wants it so
        self._simple = False
        column = QWidget()
        self._cards = cards = QVBoxLayout(column)
        cards.setContentsMargins(0, 0, 2, 0)
        cards.setSpacing(APART)
        for card in (self.data, self.model, place):
            cards.addWidget(card)
        cards.addStretch()
        cards.addWidget(about)
        self.setWidget(column)

    def widen(self) -> None:
        """Wide enough that nothing is cut off; in the largest letters it may scroll sideways."""
        self.setMinimumWidth(least(self, LEAST, SHARE))
        need = Qt.ScrollBarPolicy.ScrollBarAsNeeded
        never = Qt.ScrollBarPolicy.ScrollBarAlwaysOff
        self.setHorizontalScrollBarPolicy(need if px(LEAST) > least(self, LEAST, SHARE) else never)

    def sizeHint(self) -> QSize:
        return QSize(270, 840)

    def set_simple(self, simple: bool) -> None:
        self._simple = simple
        self.data.set_simple(simple)
        self.model.set_simple(simple)
        self._fit()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        high = self.height()
        snug = 2 if TINY <= high < px(SNUG) else 0  # lower, data make do with less already
        for column in (self._cards, self._within):
            column.setSpacing(APART - snug)
        for card in (self.data, self.model, self.words, self.training):
            card.reduce_padding(snug)
        rows = 2 if high < px(HIGH) else MOST_ROWS
        tiny = high < TINY and not self._simple
        self.data.fit_rows(tiny, 1 if self._simple or high < px(LOW) else rows)
