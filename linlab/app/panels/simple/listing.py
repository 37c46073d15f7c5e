"""The listing of the algorithm below the sentence of a step: the view “Algorithm”, as high as its
lines need."""

from PySide6.QtCore import QSize
from PySide6.QtGui import QMouseEvent
from PySide6.QtWidgets import QSizePolicy

from linlab.app.controls.linked.terms import symbol_in_words
from linlab.app.panels.views.view_canvas import ViewCanvas
from linlab.app.session.session import Session
from linlab.engine.views.algorithm.page import height_of
from linlab.engine.views.views import VIEWS
from linlab.engine.words.listing.listing import listing_of

FONT = 12.0
LEAST = 0.66  # of the height that it would like: its type is smaller there


class ListingCanvas(ViewCanvas):
    """The listing of the model in hand; another one may be longer."""

    def __init__(self, session: Session) -> None:
        super().__init__(session)
        self.setObjectName("listing")
        self.write_larger(FONT)
        self._wanted: tuple[object, int] = (None, 0)  # of which learner and width, how high
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Maximum)
        self.show_view(VIEWS["algorithm"])
        session.pointing.changed.connect(self._point)
        session.changed.connect(self._another_learner)
        self.drawn.connect(self._another_learner)

    def _another(self) -> None:
        """The sentence above waits for `read`, so the listing does too: both describe one step."""

    def _follow(self) -> None:
        if self.isVisible():
            self.refresh.now()  # however long it takes: it belongs to the sentence

    def _point(self) -> None:
        if self.isVisible():
            self.refresh.soon()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        super().mouseMoveEvent(event)
        self.setToolTip(symbol_in_words(self.session, self.session.pointing.symbol))

    @property
    def _natural(self) -> int:
        trace = self.session.trace
        if trace is None:
            return 0
        t = max(0, self.session.t - 1)
        problem, learner = trace.problem(t), trace.learner(t)
        key = (learner, len(problem.classes), self.width(), self.font_size)
        if key != self._wanted[0]:
            lines = listing_of(learner, problem).lines
            self._wanted = key, round(height_of(lines, max(120.0, self.width()), self.font_size))
        return self._wanted[1]

    def sizeHint(self) -> QSize:
        return QSize(200, self._natural)

    def minimumSizeHint(self) -> QSize:
        return QSize(0, round(LEAST * self._natural))

    def _another_learner(self) -> None:
        if self.isVisible() and self._wanted[1] != self._natural:
            self.updateGeometry()
