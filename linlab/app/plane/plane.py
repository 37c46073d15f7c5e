"""The plane: where points are clicked and boundaries seen.

It shows the picture of the session at t (`drawing`), of the part of the plane that is seen
(`sight`), and hands the mouse to the current tool (`hand`); the wheel and the middle button are the
view box's.
"""

from collections.abc import Iterable
from typing import Any

from PySide6.QtCore import QEvent, QPointF, QRect, QRectF, Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent, QPainter, QResizeEvent, QWheelEvent

from linlab.app.canvas.canvas import Canvas
from linlab.app.controls.accessibility.text_size import follow, percent
from linlab.app.controls.corners import draw_frame
from linlab.app.controls.theme import Theme
from linlab.app.session.run import LiveRun
from linlab.app.session.session import Session
from linlab.engine.ground.numerals import grouped
from linlab.engine.picture.inside.grips import Grip
from linlab.engine.picture.layers import LAYERS, MANNERS, at_first
from linlab.engine.picture.other_models import ALONE, ONE, SIDE, SMALLER
from linlab.engine.picture.scene import Scene
from linlab.engine.picture.shapes import Frame, Panel, Picture, View
from linlab.engine.picture.showing.choice import is_on, switched
from linlab.engine.views.description import plane_in_words, wrong_in_words

from . import tools
from .cell import TURN, ZOOM
from .drawing import Drawing
from .hand import Hand
from .over.hint import Hint
from .sight import Sight

FONT = 12.0  # pixels: the size of its words, at a text size of 100 %


def shown_at_first() -> set[str]:
    """The layers and manners of a plane by default."""
    return {*at_first(), *(manner.name for manner in MANNERS)}


class Plane(Canvas):
    """The drawing of a session, and the hand on it."""

    hovered = Signal(str)  # what is under the cursor, for the status bar
    resized = Signal()
    rearranged = Signal()  # several models are shown in another way
    menu_wanted = Signal(int, QPointF)  # of the point with this id, at this place of the screen
    ground_menu_wanted = Signal(float, float, QPointF)  # of empty ground: x₁, x₂, and the same

    def __init__(self, session: Session, theme: Theme) -> None:
        super().__init__()
        self.setObjectName("plane")
        self.setAccessibleName("Plane")
        self.session = session
        self.theme = theme
        self.shown = shown_at_first()
        self.scale_by = 1.0  # of points and lines
        self.font_size = FONT
        self.framed = True
        self.covered_top = 0  # pixels that something else covers
        self.covered_bottom = 0
        self.tool = tools.TOOLS["add"]
        self.brush_radius = 34  # pixels
        self.brush_density = 2  # points at each move
        self.tells_errors = True  # False while a question asks for them
        self.asked: Any = None  # how a question of a lesson is answered here, if one is
        self.arrows_to_scale = False  # whether w is as long as its numbers say: its tip is asked
        self._arranged = ONE
        self.sight = Sight(self)
        self.hand = Hand(self, self.hovered)
        self.drawing = Drawing(self, self)
        self.setMinimumSize(320, 240)
        self.hint = Hint(self, self)
        for signal in (session.changed, session.moved, session.anticipated, session.measured):
            signal.connect(self.refresh)
        self._highlighted = self._pointed_at()
        session.pointing.changed.connect(self._highlight)
        session.overlay.changed.connect(self.show_answer)
        follow(self, Plane._size_text)
        self.apply_theme(theme)
        self.fit()

    # For a screen reader

    def spoken_description(self) -> str:
        """What is drawn, in words."""
        return plane_in_words(self.session.snapshot, self._arranged == ALONE)

    def spoken_value(self) -> str:
        """Where the run is, and how many points are wrong."""
        session = self.session
        moment = session.run.measured_moment
        now = f"step {grouped(session.t)}"
        if moment is None or moment.t != session.t or not self.tells_errors:
            return now
        return f"{now}, {wrong_in_words(moment)}"

    # Drawing

    def _size_text(self) -> None:
        self.font_size = FONT * percent() / 100

    def apply_theme(self, theme: Theme) -> None:
        self.theme = theme
        self.hint.apply_theme(theme)
        self.refresh()

    def refresh(self) -> None:
        """Draw soon: however often it is requested, once."""
        self.sight.keep_texts_in_view()
        self.drawing.begin_coarsely()
        self.hint.refresh()
        self.hand.follow_run()
        self.viewport().update()

    def show_answer(self) -> None:
        """There is more to see of the same moment."""
        self.drawing.forget()
        self.viewport().update()

    def _highlight(self) -> None:
        """Another point or symbol is pointed at, or another point selected, in whatever view."""
        highlighted = self._pointed_at()
        if highlighted != self._highlighted:
            self._highlighted = highlighted
            self.show_answer()

    def _pointed_at(self) -> tuple[object, ...]:
        pointing = self.session.pointing
        return pointing.pointed, pointing.selection, pointing.symbol

    def scene_now(self, run: LiveRun | None = None) -> Scene:
        """Everything there is to draw at this moment, of the run in focus or another."""
        return self.drawing.scene(run or self.session.run)

    @property
    def picture(self) -> Picture:
        return self.drawing.picture

    @property
    def panel(self) -> Panel:
        """What is drawn now of the model in focus."""
        return self.picture.panels[self.session.focus if self.side_by_side else 0]

    @property
    def late(self) -> bool:
        """Whether what is shown is out of date."""
        return self.drawing.late

    def drawForeground(self, painter: QPainter, rect: QRectF | QRect) -> None:
        if self.framed:
            draw_frame(painter, self.width(), self.height(), self.theme, self.devicePixelRatioF())

    def show_band(self, *corners: tuple[float, float]) -> None:
        """A rubber band between two corners, or none."""
        self.drawing.show_band(*corners)
        self.refresh()

    # What is shown

    def switch(self, name: str, on: bool) -> None:
        self.shown = set(switched(self.shown, name, on))
        self.refresh()

    def is_on(self, name: str) -> bool:
        """Whether a layer or a manner is switched on, for the learner in focus."""
        layer = LAYERS.get(name)
        if layer is None:
            return name in self.shown
        return is_on(layer, self.shown, self.session.learner)

    def show_layers(self, names: Iterable[str] | None) -> None:
        """Show these layers and no others; None: those that are shown at first."""
        self.shown = shown_at_first() if names is None else set(names)
        self.refresh()

    @property
    def arranged(self) -> str:
        """How several models are shown: their lines in one plane, a plane for each, or one of them
        alone."""
        return self._arranged

    def arrange(self, how: str) -> None:
        fitted = self.sight.region is None
        self._arranged = how
        if fitted:
            self.fit()  # there is more room without a legend, and less beside others
        self.refresh()
        self.rearranged.emit()

    @property
    def side_by_side(self) -> bool:
        return self._arranged == SIDE and len(self.session.runs) > 1

    @property
    def mark_scale(self) -> float:
        """The scale of points and lines."""
        return (SMALLER if self.side_by_side else 1.0) * self.scale_by

    # Where things are

    @property
    def view(self) -> View:
        """The part of the plane that is seen."""
        return self.sight.geometry.view

    @property
    def frame(self) -> Frame:
        """Where in the widget the plane of the model in focus is."""
        return self.sight.frame

    def unit(self) -> float:
        """The width of a pixel in the plane."""
        return self.sight.geometry.unit

    def fit(self) -> None:
        """Show all points."""
        self.sight.fit()

    def to_plane(self, place: QPointF) -> tuple[float, float]:
        return self.hand.to_plane(place)

    def from_plane(self, x: float, y: float) -> QPointF:
        """The place in the widget."""
        return self.sight.geometry.from_plane(x, y, self.session.focus)

    # The mouse

    @property
    def busy(self) -> bool:
        """Whether a gesture of the mouse is going on."""
        return self.hand.busy

    @property
    def held(self) -> Grip | None:
        """The part of the model that is dragged."""
        return self.hand.held

    def grip(self, x: float, y: float) -> Grip | None:
        return self.hand.grip(x, y)

    def hold(self, grip: Grip | None) -> None:
        self.hand.hold(grip)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        self.setFocus()
        if event.button() == Qt.MouseButton.MiddleButton:
            self.settle()  # the view box goes on from what is seen
            super().mousePressEvent(event)
        else:
            self.hand.press(event)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if event.buttons() & Qt.MouseButton.MiddleButton:
            super().mouseMoveEvent(event)
        else:
            self.hand.move(event)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.MiddleButton:
            super().mouseReleaseEvent(event)
        else:
            self.hand.release(event)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        self.mousePressEvent(event)

    def wheelEvent(self, event: QWheelEvent) -> None:
        turns = event.angleDelta().y() / TURN
        if turns and self.sight.allows(ZOOM**turns):
            self.settle()
            super().wheelEvent(event)
        event.accept()

    def leaveEvent(self, event: QEvent) -> None:
        self.hand.leave()
        super().leaveEvent(event)

    def resizeEvent(self, event: QResizeEvent | None) -> None:
        super().resizeEvent(event)
        if event is not None:  # pyqtgraph calls it once before there is anything to draw
            self.resized.emit()
            self.refresh()

    # The keyboard

    def focusNextPrevChild(self, next: bool) -> bool:
        """Tab goes from model to model, and then on."""
        there = self.session.focus + (1 if next else -1)
        if 0 <= there < len(self.session.runs):
            if not self.busy:  # what is dragged stays in its plane
                self.session.focus_on(there)
            return True
        return bool(super().focusNextPrevChild(next))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        event.ignore()  # keys are the window's
