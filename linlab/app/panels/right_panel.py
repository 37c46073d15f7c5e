"""The right column: what can be seen of the run, what the last update did, and the numbers of this
moment.

The views take the height that there is; this update takes what it needs of the rest and scrolls if
that is more; the numbers stand at the foot, always in sight.
"""

from PySide6.QtCore import Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QAbstractButton, QFrame, QLabel, QScrollArea, QVBoxLayout, QWidget

from linlab.app.session.player import Player
from linlab.app.session.session import Session

from .curves.plot import LEAST_HEIGHT
from .numbers_card import NumbersCard
from .step_card import StepCard
from .views.views_card import ViewsCard

WIDTH, LEAST = 330, 290
CURVES, VIEW = 0.13, 0.4  # of the height: what the curves, or another view, have at least
STEP, ROOMY = 0.32, 600  # of the height: what the words of a step may ask for, where it is so high


class Column(QVBoxLayout):
    """Cards one below the other. However words wrap, a scroll area is not to ask for all that they
    could want."""

    def hasHeightForWidth(self) -> bool:
        return False


class RightPanel(QWidget):
    """Views, this update and numbers, one below the other; `curves` is the page of curves among the
    views."""

    def __init__(self, session: Session, player: Player | None = None) -> None:
        super().__init__()
        self.setObjectName("right-panel")
        self.views = ViewsCard(session)
        self.step = StepCard(session, player)
        self.numbers = NumbersCard(session)
        self.curves = self.views.curves
        above = QWidget()
        column = QVBoxLayout(self)
        area = self.area = (
            QScrollArea()
        )  # where there is hardly any room, what stands above the numbers scrolls
        cards = Column(above)
        for layout in (cards, column):
            layout.setContentsMargins(0, 0, 0, 0)
            layout.setSpacing(10)
        cards.addWidget(self.views, 1)
        cards.addWidget(self.step)
        cards.addStretch()
        area.setWidget(above)
        area.setWidgetResizable(True)
        area.setFrameShape(QFrame.Shape.NoFrame)
        area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        area.setFocusPolicy(Qt.FocusPolicy.NoFocus)  # the arrow keys step, they do not scroll
        column.addWidget(area, 1)
        column.addWidget(self.numbers)
        self.setMinimumWidth(LEAST)  # below it something would be cut off
        self.resize(WIDTH, 840)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.curves.plot.setMinimumHeight(max(LEAST_HEIGHT, round(CURVES * self.height())))
        self.views.be_high(round(VIEW * self.height()))
        self.step.show_at_least(round(STEP * self.height()) if self.height() > ROOMY else 0)

    def be_simple(self, simple: bool) -> None:
        self._simple = simple

    def words(self) -> str:
        """The names of the numbers and of the curves that are shown, which may hold symbols."""
        labels, buttons = self.findChildren(QLabel), self.findChildren(QAbstractButton)
        return "\n".join(
            [
                *(each.text() for each in labels if each.isVisible()),
                *(b.text() for b in buttons if b.isVisible()),
            ]
        )
