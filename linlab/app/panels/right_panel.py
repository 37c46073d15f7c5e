"""The right column: what can be seen of the run, what the last step did, and the numbers of this
moment.

The views take the height that there is; this step takes what it needs of the rest and scrolls if
that is more; the numbers stand at the foot, always in sight, and what they mean above them.

In Simple what is wrong and what it means stand at the foot and keep their places, whatever there is
to say; this step has the height above them.
"""

from functools import cached_property

from PySide6.QtCore import QSignalBlocker, Qt, QTimer
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import (
    QAbstractButton,
    QFrame,
    QLabel,
    QScrollArea,
    QSizePolicy,
    QSpacerItem,
    QVBoxLayout,
    QWidget,
)

from linlab.app.controls.accessibility.text_size import follow, least, px
from linlab.app.controls.theme import Theme
from linlab.app.controls.widgets import LinkButton, theme_in_force
from linlab.app.session.player import Player
from linlab.app.session.session import Session

from .curves.plot import LEAST_HEIGHT
from .meaning.meaning_card import MeaningCard
from .numbers_card import NumbersCard
from .simple.listing import ListingCanvas
from .simple.wrong_card import WrongCard
from .step_card import StepCard
from .views.views_card import ViewsCard

WIDTH_PX, LEAST_PX, SHARE = 330, 290, 0.31  # pixels; the least at 100 %; of the screen at most
CURVES_SHARES, VIEW_SHARE = (
    (0.13, 0.2),
    0.4,
)  # of the height: what the curves, or another view, have at least
LEAST_VIEW_SHARE = 0.25  # of the height: what a view keeps, however much this step says
STEP_SHARE, ROOMY_PX = (
    0.32,
    600,
)  # of the height: what the words of a step may ask for, where it is so high
WRONG_CURVE_PX, OTHERS_PX = (
    (64, 150),
    540,
)  # pixels of the curve of the error, and what the others need
MEANING_PX = (48, 104)  # pixels of what it means in Simple: three lines, or six
CHANGES_PX = 640  # pixels: from this height on, Simple shows old → new, too
APART_PX, CLOSE_PX = 10, 6  # pixels between two cards, and where that spares a scroll bar
SPARED_PX = 500  # pixels: from this height on it does


class Column(QVBoxLayout):
    """Cards one below the other. However words wrap, a scroll area is not to ask for all that they
    could want."""

    def hasHeightForWidth(self) -> bool:
        return False


class RightPanel(QWidget):
    """Views, this step and numbers, one below the other; `curves` is the page of curves among the
    views."""

    def __init__(self, session: Session, player: Player | None = None) -> None:
        super().__init__()
        self.setObjectName("right-panel")
        self.views = ViewsCard(session)
        self.step = StepCard(session, player)
        self.meaning = MeaningCard(session, player or Player(session))
        self.meaning.folded.connect(lambda: self._fit())
        self.numbers = NumbersCard(session)
        self.means = LinkButton("What it means", accent=True)
        self.means.setObjectName("show-meaning")
        self.means.setToolTip("Show or hide what can be said about this run")
        self.means.clicked.connect(lambda: self.meaning.fold(self.meaning.wanted))
        self.numbers.heading.insertWidget(1, self.means)
        self.wrong = WrongCard(session)
        self.wrong.hide()  # until somebody wants it so
        self._session, self._simple = session, False
        self._steps_of: object = None  # the kind of steps that the height was shared for
        self.curves = self.views.curves
        above = QWidget()
        column = QVBoxLayout(self)
        area = self.area = (
            QScrollArea()
        )  # where there is hardly any room, what stands above the numbers scrolls
        cards = Column(above)
        self._columns = (cards, column)
        for layout in self._columns:
            layout.setContentsMargins(0, 0, 0, 0)
            layout.setSpacing(APART_PX)
        cards.addWidget(self.views, 1)
        cards.addWidget(self.step)
        self._gap = QSpacerItem(0, 0)  # above what stands at the foot in Simple
        cards.addItem(self._gap)
        cards.addWidget(self.wrong)
        cards.addWidget(self.meaning)
        cards.addStretch()
        area.setWidget(above)
        area.setWidgetResizable(True)
        area.setFrameShape(QFrame.Shape.NoFrame)
        area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        area.setFocusPolicy(Qt.FocusPolicy.NoFocus)  # the arrow keys step, they do not scroll
        area.verticalScrollBar().rangeChanged.connect(self._lower_view)
        self.step.scrolled.verticalScrollBar().rangeChanged.connect(
            lambda: QTimer.singleShot(0, self, self._scroll_once)
        )
        column.addWidget(area, 1)
        column.addWidget(self.numbers)
        self.step.grown.connect(self._share_height)
        self._shared_for: object = None  # the learner and the classes that it was laid out for
        session.changed.connect(self._another_model)
        self.views.tabs.turned.connect(lambda _: self._fit())
        follow(self, RightPanel.widen)
        self.resize(WIDTH_PX, 840)

    def widen(self) -> None:
        """Wide enough that nothing is cut off; in the largest letters it may scroll sideways."""
        self.setMinimumWidth(least(self, LEAST_PX, SHARE))
        need = Qt.ScrollBarPolicy.ScrollBarAsNeeded
        never = Qt.ScrollBarPolicy.ScrollBarAlwaysOff
        self.area.setHorizontalScrollBarPolicy(
            need if px(LEAST_PX) > least(self, LEAST_PX, SHARE) else never
        )

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def _another_model(self) -> None:
        """The words of a step have another height, and so has their listing in Simple."""
        session = self._session
        model = session.learner, len(session.points.classes), session.trace is None
        if model != self._shared_for:
            self._shared_for = model
            self._fit()

    def _fit(self) -> None:
        self.wrong.plot.setFixedHeight(
            max(
                px(WRONG_CURVE_PX[0]),
                min((self.height() - px(OTHERS_PX)) // 2, px(WRONG_CURVE_PX[1])),
            )
        )
        self._place_meaning()
        self._keep_the_foot()
        below = self._meaning_below
        self.views.set_least_height(round(VIEW_SHARE * (self.height() - below)))
        self.step.share_with_listing(self.height() - self._foot, self._roomy)
        low = self.height() <= ROOMY_PX and not self._simple
        for layout in self._columns:
            layout.setSpacing(CLOSE_PX if low and self.height() > SPARED_PX else APART_PX)
        with QSignalBlocker(self.step):  # the height is shared once, before anything has moved
            self.step.show_at_least(0 if low else round(STEP_SHARE * self.height()))
        self._steps_of = None
        self._share_height()

    def _keep_the_foot(self) -> None:
        """In Simple the lower cards end where the column ends, and do not move."""
        grows = QSizePolicy.Policy.Expanding if self._simple else QSizePolicy.Policy.Fixed
        self._gap.changeSize(0, 0, QSizePolicy.Policy.Minimum, grows)
        cards = self._columns[0]
        cards.setStretch(cards.indexOf(self.wrong) - 1, int(self._simple))
        cards.invalidate()
        few = len(self._session.points.classes) <= 2  # a step of more has more to say
        self.meaning.scrolled.keep(px(MEANING_PX[self._roomy and few]) if self._simple else 0)

    @property
    def _foot(self) -> int:
        """How high what stands at the foot in Simple is, with the room above it."""
        shown = [each for each in (self.wrong, self.meaning) if each.isVisibleTo(self)]
        return sum(each.sizeHint().height() + APART_PX for each in shown)

    @property
    def _roomy(self) -> bool:
        """Whether Simple has room for more than it needs."""
        return self.height() >= px(CHANGES_PX)

    @property
    def _meaning_at_the_foot(self) -> bool:
        return not self._simple and self.height() >= px(ROOMY_PX)

    @property
    def _meaning_below(self) -> int:
        """Pixels of what it means above the numbers, where it is shown there."""
        shown = self._meaning_at_the_foot and self.meaning.isVisibleTo(self)
        return self.meaning.sizeHint().height() + APART_PX if shown else 0

    def _place_meaning(self) -> None:
        """In Full what it means stands above the numbers, where nothing scrolls it away; in a low
        window it scrolls with the others, and into sight."""
        cards, column = self._columns
        hidden = self.meaning.isHidden()
        if self._meaning_at_the_foot and column.indexOf(self.meaning) < 0:
            cards.removeWidget(self.meaning)
            column.insertWidget(1, self.meaning)
            self.meaning.setHidden(hidden)  # a widget that moves is hidden until the next event
        elif not self._meaning_at_the_foot and cards.indexOf(self.meaning) < 0:
            column.removeWidget(self.meaning)
            cards.insertWidget(cards.count() - 1, self.meaning)  # above the stretch
            self.meaning.setHidden(hidden)
        scrolls = not self._simple and not self._meaning_at_the_foot
        if scrolls and self.meaning.isVisibleTo(self):
            QTimer.singleShot(0, self, lambda: self.area.ensureWidgetVisible(self.meaning))

    def _share_height(self) -> None:
        """The curves have a fifth of the height, and less where the sentence of the step and
        old → new would not be in sight. From step to step they may only become lower, so that they
        do not tremble."""
        plot, high = self.curves.plot, self.height()
        least, most = (max(LEAST_HEIGHT, round(share * high)) for share in CURVES_SHARES)
        if high > ROOMY_PX and plot.isVisible():
            words = self.step.scrolled
            around = self.views.height() - plot.height() + self.step.height() - words.height()
            below = self.numbers.height() + self._meaning_below
            room = high - below - around - words.minimumSizeHint().height()
            most = max(least, min(most, room - 2 * APART_PX))
            if self._steps_of == self.step.kind:
                most = min(most, plot.minimumHeight())
            self._steps_of = self.step.kind
        plot.setMinimumHeight(most)

    def _lower_view(self, _: int, over: int) -> None:
        """A view into the model gives up what this step needs, where that spares a second scroll bar
        around that of the step; where it does not, only the column scrolls. The view has its height
        again when the window, the model or the view is another."""
        if over <= 0 or self._simple:
            return
        left = self.views.least_height - over
        if left >= round(LEAST_VIEW_SHARE * self.height()):
            self.views.set_least_height(left)
        QTimer.singleShot(0, self, self._scroll_once)  # when it is laid out

    def _scroll_once(self) -> None:
        """Beside what it means the step has hardly any room: of a column that scrolls it does not
        scroll by itself, too."""
        bars = [area.verticalScrollBar() for area in (self.area, self.step.scrolled)]
        tight = self.meaning.isVisibleTo(self) and not self._simple
        if tight and all(bar.maximum() > 0 for bar in bars):
            self.step.show_whole()

    @cached_property
    def listing(self) -> ListingCanvas:
        """Made when Simple first shows it, below the sentence of the step."""
        made = ListingCanvas(self._session)
        made.apply_theme(theme_in_force())
        made.drawn.connect(self.step.keep_height)  # it may be that of another model
        return made

    def set_simple(self, simple: bool) -> None:
        """With the sentence and the listing of this step, and what is wrong."""
        self._simple = simple
        self.meaning.set_simple(simple)
        if simple or "listing" in self.__dict__:
            self.step.show_below(self.listing if simple else None)
        self._fit()

    def apply_theme(self, theme: Theme) -> None:
        self.views.apply_theme(theme)
        if "listing" in self.__dict__:
            self.listing.apply_theme(theme)

    def words(self) -> str:
        """The names of the numbers and of the curves, and the words of the view that is shown, which
        may hold symbols."""
        labels, buttons = self.findChildren(QLabel), self.findChildren(QAbstractButton)
        return "\n".join(
            [
                *(each.text() for each in labels if each.isVisible()),
                *(b.text() for b in buttons if b.isVisible()),
                *self.views.words(),
            ]
        )
