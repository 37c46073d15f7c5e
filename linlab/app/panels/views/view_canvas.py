"""The picture of a view, drawn only while it is visible, and the mouse on it.

Pointing at an example highlights it in every view. A click selects it or performs the view's
action; a drag repeats that action or rotates the scene.
"""

import time
from dataclasses import dataclass, replace

from PySide6.QtCore import QEvent, QPointF, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QHideEvent,
    QMouseEvent,
    QPaintEvent,
    QResizeEvent,
    QShowEvent,
    QWheelEvent,
)
from PySide6.QtWidgets import QLabel

from linlab.app.canvas.canvas import Canvas
from linlab.app.controls.accessibility.text_size import follow, percent
from linlab.app.controls.theme import Theme
from linlab.app.controls.widgets import as_of, theme_in_force
from linlab.app.session.background import Pace
from linlab.app.session.session import Session
from linlab.app.session.view_snapshot import snapshot_for_view, snapshot_of_step
from linlab.app.session.views.adopting import adopt
from linlab.app.session.views.learner_input import LearnerInput
from linlab.app.session.views.point_scores import PointScores
from linlab.app.session.views.view_results import ViewResults
from linlab.engine.picture.shapes import Panel
from linlab.engine.views.figure import Figure
from linlab.engine.views.linking import panel_at, points_at, symbol_at, to_panel
from linlab.engine.views.snapshot import Snapshot
from linlab.engine.views.view import Adoption, FigureView
from linlab.engine.views.views import VIEWS, blank, draw

from .handles import Grabbed, grab

FONT = 11.0
CLICK_PIXELS = 4  # pixels: a shorter movement is a click
TURN = 0.4  # degrees per pixel
QUICK_SECONDS = 0.008  # a view that takes longer is drawn less often than the words
AGE_MARGIN = 4  # pixels between the corner and the words there


@dataclass(frozen=True, eq=False)
class PanelDrag:
    """A drag in a panel: the picture at its start, and what it has done so far."""

    number: int
    panel: Panel
    figure: Figure
    moment: Snapshot
    name: str = ""


class ViewCanvas(Canvas):
    """One view of the session at a time."""

    drawn = Signal()  # the picture or its caption has changed

    def __init__(self, session: Session) -> None:
        super().__init__()
        self.setObjectName("view-canvas")
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.session = session
        self.theme = theme_in_force()
        self.view = VIEWS["losses" if "losses" in VIEWS else "plane"]
        self.scale_by = 1.0
        self.usual_font = FONT
        follow(self, ViewCanvas._size_text)
        self.refresh = Pace(self, self._make)
        self.found = ViewResults(self)
        self.found.changed.connect(self.refresh)
        self.asked = PointScores(self)
        self.asked.changed.connect(self.refresh)
        self.prepared = LearnerInput(self)
        self.prepared.changed.connect(self.refresh)
        self._grip: QPointF | None = None  # where the mouse was pressed
        self._dragged = False
        self._hand: PanelDrag | None = None  # what is dragged
        self._grabbed: Grabbed | None = None
        for signal in (session.changed, session.moved, session.measured, session.pointing.changed):
            signal.connect(self._another)
        session.choices.changed.connect(self._another)
        session.changed.connect(self._let_go)
        session.read.connect(self._follow)
        self._drawn_at = 0  # the step that the picture shows
        self._drawn_view = ""  # and the view
        self.age = QLabel(self)  # which step that is, while it is an earlier one
        self.age.setObjectName("view-age")
        self.age.setProperty("role", "heading")
        self.age.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.age.hide()

    # What it shows

    def _size_text(self) -> None:
        self.font_size = self.usual_font * percent() / 100

    def write_larger(self, usual: float) -> None:
        """Set the font size in pixels, for a text size of 100 %."""
        self.usual_font = usual
        self._size_text()

    def show_view(self, view: FigureView) -> None:
        self.view = view
        self.refresh.soon()

    def apply_theme(self, theme: Theme) -> None:
        self.theme = theme
        self.setBackgroundBrush(QColor(theme.card))  # until there is a picture
        self.refresh.soon()

    @property
    def figure(self) -> Figure:
        """The figure at the size of the widget; while something is dragged its panel stays."""
        held = None if self._hand is None else self._hand.panel.view
        if self._grabbed is not None:
            held = self._grabbed.held
        return Figure(
            view=self.view.name,
            width=max(8.0, self.width()),
            height=max(8.0, self.height()),
            font=self.font_size,
            scale=self.scale_by,
            options=self.session.choices.of(self.view.name),
            held=held,
        )

    @property
    def moment(self) -> Snapshot:
        """The current snapshot, with the result of the view's work if it has one. If the view shows
        scores of all points, the last snapshot for which they are known."""
        if self.view.of_step:
            return snapshot_of_step(self.session)
        moment = snapshot_for_view(self.session)
        if self.view.asks and not self.session.replay.loading:
            return self.asked.with_scores(moment)
        idle = self.view.work is None or self.session.replay.loading
        if idle or self.view.why_not(self.figure, moment) is not None:
            return moment
        return snapshot_for_view(
            self.session, found=self.found.result_for(self.view, self.figure, moment)
        )

    def _another(self) -> None:
        if self.isVisible():
            self.refresh()

    def _follow(self) -> None:
        """Draw in the same frame as the words where that is quick. A slower view follows, and says
        meanwhile which step it shows."""
        if not self.isVisible():
            return
        if self.refresh.cost + self.refresh.after <= QUICK_SECONDS:
            self.refresh.now()
        else:
            self._show_age()

    def _show_age(self) -> None:
        self.age.setText(as_of(self._drawn_at, self.session.t))
        self.age.adjustSize()
        self.age.move(self.width() - self.age.width() - AGE_MARGIN, AGE_MARGIN)
        self.age.setVisible(bool(self.age.text()))

    def _let_go(self) -> None:
        """Release results that belong to another document or a hidden view."""
        if self.view.work is None or not self.isVisible():
            self.found.let_go()
        if not self.view.asks or not self.isVisible():
            self.asked.let_go()

    def _make(self) -> None:
        ready = not self.session.replay.loading and self.prepared.prepare(self.session.run)
        if self.isVisible() and ready:
            moment = self.moment
            refusal = self.view.why_not(self.figure, moment)
            elsewhere = refusal is not None and refusal.in_plane  # the plane says why
            shown = blank(self.figure, self.theme) if elsewhere else None
            self.show_picture(shown or draw(self.figure, moment, self.theme))
            self._drawn_at = min(moment.t, self.session.t)
            self._drawn_view = self.view.name
            self._show_age()
            self._lay()
            self.drawn.emit()

    def _lay(self) -> None:
        """Update what the view draws in the plane."""
        moment = self.moment
        marks = self.view.marks
        idle = marks is None or self.view.why_not(self.figure, moment) is not None
        self.session.overlay.put(
            self, () if marks is None or idle else marks(self.figure, moment, self.theme)
        )

    def paintEvent(self, event: QPaintEvent) -> None:
        begun = time.perf_counter()
        super().paintEvent(event)
        self.refresh.after = (
            time.perf_counter() - begun
        )  # a picture that is slow to paint is drawn less often

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self.session.overlay.put(self)

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.refresh.soon()

    def resizeEvent(self, event: QResizeEvent | None) -> None:
        super().resizeEvent(event)
        if event is not None:  # pyqtgraph calls it once before there is anything to draw
            self.refresh.soon()

    # The mouse

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.LeftButton:
            self._grip = event.position()
            self._dragged = False
            drawn = self._drawn_view == self.view.name  # else it is the picture of another
            self._grabbed = grab(self.picture, event.position()) if drawn else None
            drags = self.view.drags and self._grabbed is None
            self._hand = self._taken(event.position()) if drags else None
        event.accept()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        event.accept()
        at = event.position()
        if self._grip is None:
            ids = points_at(self.picture, at.x(), at.y())
            self.session.pointing.point_at(ids[0] if ids else None)
            self.session.pointing.name(symbol_at(self.picture, at.x(), at.y()))
            grip = self.view.turned is not None or grab(self.picture, at) is not None
            shape = Qt.CursorShape.OpenHandCursor if grip else Qt.CursorShape.ArrowCursor
            if self.viewport().cursor().shape() != shape:
                self.viewport().setCursor(shape)
            return
        moved = at - self._grip
        self._dragged = self._dragged or moved.manhattanLength() > CLICK_PIXELS
        if self._dragged and self._grabbed is not None:
            for name, value in self._grabbed.chosen(at).items():
                self.session.choices.choose(self.view.name, name, value)
        elif self._dragged and self._hand is not None:
            self._drag(at)
        elif self._dragged and self.view.turned is not None:
            self._grip = at
            for name, by in zip(self.view.turned, (moved.x(), moved.y()), strict=True):
                self._turn(name, TURN * by)

    def _taken(self, at: QPointF) -> "PanelDrag | None":
        """What a drag from here would drag; an example is selected instead."""
        panel = panel_at(self.picture, at.x(), at.y())
        if panel is None or points_at(self.picture, at.x(), at.y()):
            return None
        return PanelDrag(self.picture.panels.index(panel), panel, self.figure, self.moment)

    def _drag(self, at: QPointF) -> None:
        """Repeat the click's action along the drag, as one gesture, with the picture from its
        start."""
        hand = self._hand
        assert hand is not None and self.view.adopts is not None
        found = self.view.adopts(
            hand.figure, hand.moment, hand.number, *to_panel(hand.panel, at.x(), at.y())
        )
        if found is not None and found.learner is not None:
            self._hand = replace(hand, name=found.name)
            self.session.preview(self.session.with_learner(found.learner))

    def _turn(self, name: str, by: float) -> None:
        option = self.view.option(name)
        assert option.span is not None
        low, high = option.span
        value = float(option.value(self.figure, self.moment)) + by
        value = (
            low + (value - low) % (high - low) if high - low >= 360 else min(max(value, low), high)
        )
        self.session.choices.choose(self.view.name, name, round(value, 1))

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        event.accept()
        if self._grip is None or event.button() != Qt.MouseButton.LeftButton:
            return
        self._grip = None
        hand = self._hand
        grabbed = self._grabbed
        self._hand = None
        self._grabbed = None
        if grabbed is not None:
            self.refresh.soon()
        elif hand is not None and self._dragged:
            self.session.commit(hand.name)
            self.refresh.soon()
        elif not self._dragged or self.view.turned is None:
            self._click(
                event.position(), bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier)
            )

    def _click(self, at: QPointF, more: bool) -> None:
        picture = self.picture
        panel = panel_at(picture, at.x(), at.y())
        if panel is None:
            return
        ids = frozenset(points_at(picture, at.x(), at.y()))
        if self.view.adopts is not None and not ids:
            found = self.view.adopts(
                self.figure,
                self.moment,
                picture.panels.index(panel),
                *to_panel(panel, at.x(), at.y()),
            )
            if found is not None:
                self.adopt(found)
                return
        self.session.pointing.select(self.session.pointing.selection ^ ids if more else ids)

    def adopt(self, found: Adoption) -> None:
        """Apply the view's change to the learner or the points."""
        adopt(self.session, found)

    def leaveEvent(self, event: QEvent) -> None:
        self.session.pointing.point_at(None)
        self.session.pointing.name("")
        super().leaveEvent(event)

    def wheelEvent(self, event: QWheelEvent) -> None:
        event.ignore()  # the column scrolls
