"""The right column: how training goes, what the last update did, and the numbers of this moment."""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QAbstractButton, QFrame, QLabel, QScrollArea, QVBoxLayout, QWidget

from linlab.app.controls.widgets import reserve_bar
from linlab.app.session.player import Player
from linlab.app.session.session import Session

from .curves_card import CurvesCard
from .numbers_card import NumbersCard
from .update_card import UpdateCard

WIDTH, LEAST = 330, 290


class RightPanel(QScrollArea):
    """Curves, this update and numbers, one below the other; `curves.found` says when there is an exact optimum."""

    def __init__(self, session: Session, player: Player | None = None) -> None:
        super().__init__()
        self.setObjectName("right-panel")
        self.curves, self.step, self.numbers = CurvesCard(session), UpdateCard(session, player), NumbersCard(session)
        column = QWidget()
        layout = QVBoxLayout(column)
        layout.setContentsMargins(0, 0, 2, 0)
        layout.setSpacing(10)
        for card in (self.curves, self.step, self.numbers):
            layout.addWidget(card)
        layout.addStretch(1)
        self.setWidget(column)
        self.setWidgetResizable(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)  # the arrow keys step, they do not scroll
        self.setMinimumWidth(LEAST)  # below it something would be cut off
        reserve_bar(self)
        self.resize(WIDTH, 840)

    def words(self) -> str:
        """The names of the numbers and of the curves that are shown, which may hold symbols."""
        labels, buttons = self.findChildren(QLabel), self.findChildren(QAbstractButton)
        return "\n".join([*(each.text() for each in labels if each.isVisible()), *(b.text() for b in buttons if b.isVisible())])
