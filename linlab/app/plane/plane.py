"""The plane: where points are clicked and boundaries seen.

It shows the picture of the session at t, made at most once a frame, and hands the mouse to the tool
in hand; the wheel and the middle button are the view box's. Plane coordinates are the points' own;
one unit is as long across as up, so that distances look as they are.
"""

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

import numpy as np
from PySide6.QtCore import QEvent, QPointF, QRect, QRectF, Qt, QTimer, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent, QPainter, QResizeEvent, QWheelEvent
from PySide6.QtWidgets import QLabel, QWidget

from linlab.app.canvas.canvas import Canvas
from linlab.app.controls.accessibility.text_size import follow, percent
from linlab.app.controls.corners import draw_frame
from linlab.app.controls.theme import Theme
from linlab.app.session.run import LiveRun
from linlab.app.session.session import Session
from linlab.engine.data.inputs import are_texts
from linlab.engine.data.points import Points
from linlab.engine.ground.effort import FRAME
from linlab.engine.ground.errors import LinlabError
from linlab.engine.ground.numerals import coordinate, grouped
from linlab.engine.picture.inside.grips import TIP, Grip, grip_at
from linlab.engine.picture.inside.pointed import measured_by, symbol_at
from linlab.engine.picture.layers import LAYERS, MANNERS, at_first
from linlab.engine.picture.other_models import ALONE, ONE, SIDE, SMALLER, edge, heading
from linlab.engine.picture.placing.texts import axes_of, names_of_axes, placed, placed_between
from linlab.engine.picture.plane_panel import around, clear_of_legend, plane_panel
from linlab.engine.picture.scene import Scene, places_of
from linlab.engine.picture.shapes import Frame, Item, Lines, Panel, Pen, Picture, View
from linlab.engine.picture.showing.choice import answers, is_on, switched
from linlab.engine.views.description import plane_in_words, wrong_in_words
from linlab.engine.views.snapshot import Snapshot

from . import tools
from .background_picture import CELL, FINE
from .cell import TURN, ZOOM, Cell
from .geometry import LEAST, Geometry, Room, geometry_of
from .hint_button import HintButton
from .under_mouse import answer_in_words, ground_of_texts, point_in_words, text_in_words

FONT = 12.0  # of its words, at a text size of 100 %
REACH = 10  # pixels within which a click means a point
HEIGHTS = (
    0.75,
    0.96,
    0.5,
    0.25,
    0.1,
    0.85,
    0.62,
    0.38,
    0.0,
    0.17,
    1.0,
)  # for the hint, the first are best
REST = 200  # milliseconds until it is
ASKED, AGAIN = (
    0.008,
    40,
)  # seconds that a layer may ask a run for something, and milliseconds until it asks again
NARROWEST, WIDEST = 1e-9, 1e12  # views that one can zoom to


def shown_at_first() -> set[str]:
    """The layers and manners of a plane that nobody has changed."""
    return {*at_first(), *(manner.name for manner in MANNERS)}


class Plane(Canvas):
    """The drawing of a session, and the hand on it."""

    hovered = Signal(str)  # what is under the cursor, for the status bar
    resized = Signal()
    rearranged = Signal()  # several models are shown in another way
    menu_wanted = Signal(
        int, QPointF
    )  # a right click on the point with this id, at this place of the screen
    ground_menu_wanted = Signal(float, float, QPointF)  # on empty ground: x₁, x₂, and the same

    def __init__(self, session: Session, theme: Theme) -> None:
        super().__init__()
        self.setObjectName("plane")
        self.setAccessibleName("Plane")
        self.session, self.theme = session, theme
        self.shown = shown_at_first()
        self.scale_by, self.font_size, self.framed = 1.0, FONT, True
        self.roof, self.floor = 0, 0  # pixels at the top and the bottom that something else covers
        self.tool = tools.TOOLS["add"]
        self.brush_radius, self.brush_density = 34, 2  # pixels; points at each move
        self.asked: Any = None  # how a question of a lesson is answered here, if one is
        self._gesture: Any = None
        self._held: Grip | None = None  # what of the model is dragged
        self._cursor: QPointF | None = None
        self._fine = False  # whether the picture is drawn more finely, as there is time for it
        self._rest = QTimer(self, singleShot=True, interval=REST)
        self._rest.timeout.connect(self._refine)
        self.wanted = View(
            -3.0, -3.0, 3.0, 3.0
        )  # what is to be seen, whatever the shape of the widget
        self.fitted: Points | None = (
            None  # the points that are all shown, if that was asked for last
        )
        self._band: tuple[Item, ...] = ()
        self._made: Picture | None = None
        self._placed: tuple[tuple[Any, ...], Geometry] | None = None
        self._arranged = ONE
        self._cells = [self._cell()]
        self.setMinimumSize(320, 240)
        self.hint = QLabel(self)
        self.hint.setObjectName("hint")
        self.hint.setWordWrap(True)
        self.hint.setAlignment(Qt.AlignmentFlag.AlignHCenter | Qt.AlignmentFlag.AlignTop)
        self.hint.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.hint_button = HintButton(self, self.hint, session)
        for signal in (session.changed, session.moved, session.anticipated, session.measured):
            signal.connect(self.refresh)
        self._lit = self._pointed_at()
        session.pointing.changed.connect(self._light)
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
        if moment is None or moment.t != session.t:
            return now
        return f"{now}, {wrong_in_words(moment)}"

    # Drawing

    def _size_text(self) -> None:
        self.font_size = FONT * percent() / 100

    def apply_theme(self, theme: Theme) -> None:
        self.theme = theme
        self.hint.setStyleSheet(
            f"QLabel {{ background: {theme.card}; color: {theme.text}; border: 1px solid {theme.border}; "
            "border-radius: 6px; padding: 12px 18px; "
            f"font-size: {round(1.17 * self.font_size)}px; }}"
        )
        self.refresh()

    def refresh(self) -> None:
        """Draw soon: however often it is asked for, once."""
        self._keep_texts_in_sight()
        self._made = None
        self._advise()
        if self._cursor is not None:
            self.point_at(self._cursor)
        self.viewport().update()
        self._fine = False
        self._rest.start()

    def _light(self) -> None:
        """Another point or symbol is pointed at, or another point selected, in whatever view."""
        lit = self._pointed_at()
        if lit != self._lit:
            self._lit = lit
            self.show_answer()

    def _pointed_at(self) -> tuple[object, ...]:
        pointing = self.session.pointing
        return pointing.pointed, pointing.selection, pointing.symbol

    def _refine(self) -> None:
        """Nothing has moved for a while: the same picture on a finer grid."""
        if self.late:  # first the coarse one
            self._rest.start()
        elif self.isVisible() and self.session.run.model is not None:
            self._fine, self._made = True, None
            self.viewport().update()

    def shows(self, x: Any) -> bool:
        """Whether all these points (n, 2) are wholly in view."""
        view = self.view
        air = REACH * self.scale_by * self.unit()
        return bool(
            (
                (x >= (view.left + air, view.bottom + air))
                & (x <= (view.right - air, view.top - air))
            ).all()
        )

    def switch(self, name: str, on: bool) -> None:
        self.shown = set(switched(self.shown, name, on))
        self.refresh()

    def is_on(self, name: str) -> bool:
        """Whether a layer or a manner is switched on, for the learner in hand."""
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
        fitted = self.region is None
        self._arranged = how
        if fitted:
            self.fit()  # there is more room without a legend, and less beside others
        self.refresh()
        self.rearranged.emit()

    @property
    def side_by_side(self) -> bool:
        return self._arranged == SIDE and len(self.session.runs) > 1

    @property
    def late(self) -> bool:
        """Whether what is shown is not yet what there is."""
        return any(cell.answers.late for cell in self._cells)

    def scene_now(self, run: LiveRun | None = None) -> Scene:
        """Everything there is to draw at this moment, of the run in hand or another."""
        snapshot = self.session.snapshot
        run = run or self.session.run
        place, coming = self._geometry, run.coming or run.arriving
        frame = place.frames[0]
        return Scene(
            palette=self.theme,
            points=placed(snapshot.points, run.model)
            if coming is None
            else placed_between(snapshot.points, coming.before, coming.towards),
            parts=snapshot.parts,
            model=run.model if coming is None else coming.before,
            step=run.lit,
            view=place.view,
            size=(frame.width, frame.height),
            optimum=run.exact.last,
            selection=snapshot.selection,
            scale=self._dots,
            font=self.font_size,
            towards=coming.towards if coming else None,
            cell=FINE if self._fine else CELL,
            hollow="hollow" in self.shown,
            coming=coming is not None,
            slid=1.0 if coming is None else coming.slid,
            features=axes_of(run.model, snapshot.features),
            pointed=snapshot.pointed,
            measured=None if self.busy else self._measured(snapshot, run),
            symbol=snapshot.symbol,
            asked=answers(self.shown, run.trace, run.t, ASKED),
            other_models=snapshot.other_models if self._arranged == ONE else (),
            which=run.which,
            learner=snapshot.learners[run.which],
            arrow_factor=None if self._held is None else self._held.factor,
        )

    def _measured(self, snapshot: Snapshot, run: LiveRun) -> int | None:
        """The point whose distance to the line is drawn: the one under the mouse, or the example
        whose score or margin is pointed at."""
        if snapshot.pointed is not None or not snapshot.symbol:
            return snapshot.pointed
        return measured_by(snapshot.symbol, run.lit)

    def _plain_scene(self) -> Scene:
        """The same without a model, if that would be asked for longer than a frame."""
        scene = self.scene_now()
        bare = replace(scene, model=None, towards=None, optimum=None, asked={}, other_models=())
        return scene if scene.effort <= FRAME else bare

    @property
    def panel(self) -> Panel:
        """What is drawn now of the model in hand."""
        return self.picture.panels[self.session.focus if self.side_by_side else 0]

    @property
    def picture(self) -> Picture:
        if self._made is None:
            runs = self.session.runs if self.side_by_side else [self.session.run]
            while len(self._cells) < len(runs):
                self._cells.append(self._cell())
            panels = tuple(
                self._drawn(run, cell) for run, cell in zip(runs, self._cells, strict=False)
            )
            if self.side_by_side:
                ground = self.theme.window
            elif "axes" in self.shown:
                ground = self.theme.card
            else:
                ground = self.theme.plane
            size = max(LEAST, float(self.width())), max(LEAST, float(self.height()))
            self._made = Picture(*size, ground, panels)
        return self._made

    def _cell(self) -> Cell:
        return Cell(self, self.follow, self.show_answer)

    def _drawn(self, run: LiveRun, cell: Cell) -> Panel:
        """The plane of a run; among others it has its name in a corner, and few other words."""
        scene = self.scene_now(run)
        frame = self._frame_of(run.which)
        shown = self.shown
        lit = run is self.session.run
        extra: tuple[Item, ...] = (
            (*self._band, *self.session.overlay.items_in(scene)) if lit else ()
        )
        if self.side_by_side:
            moment = run.measured_moment
            name = heading(
                scene,
                self.session.snapshot.names[run.which],
                None if moment is None else moment.sample,
                lit,
            )
            frame = edge(scene, frame, lit)
            shown = shown - {"axes", "legend"}
            extra = (*extra, name)
        said = cell.answers.about(scene, shown, (run.trace, run.t))
        panel = plane_panel(
            scene,
            shown,
            frame,
            extra=(*extra, *cell.answers.words(scene)),
            said=said,
            before=cell.before,
            floor=self._geometry.covered[1],
            wordy=lit,
        )
        cell.before = panel
        if scene.late:
            QTimer.singleShot(AGAIN, self, self.show_answer)
        return panel

    def show_answer(self) -> None:
        """There is more to see of the same moment."""
        self._made = None
        self.viewport().update()

    def drawForeground(self, painter: QPainter, rect: QRectF | QRect) -> None:
        if self.framed:
            draw_frame(painter, self.width(), self.height(), self.theme, self.devicePixelRatioF())

    def show_band(self, *corners: tuple[float, float]) -> None:
        """A rubber band between two corners, or none."""
        self._band = ()
        if corners:
            (a, b), (c, d) = corners
            ring = np.array([(a, b), (c, b), (c, d), (a, d), (a, b)])
            self._band = (Lines("band", (ring,), Pen(self.theme.accent, 1.0, (4, 3))),)
        self.refresh()

    def _advise(self) -> None:
        """A hint instead of an empty picture."""
        trouble = self._hint_text()
        if trouble != self.hint.text():
            self.hint.setText(trouble)
        self.hint.setVisible(bool(trouble))
        if trouble:
            self.hint.setFixedWidth(min(round(35 * self.font_size), round(self.frame.width) - 20))
            self.hint.adjustSize()
        self.hint_button.look(bool(trouble))
        if trouble:
            beside = round(self.frame.width) - self.hint.width()
            self.hint.move(round(self.frame.x) + beside // 2, self._out_of_the_way())
        self.hint_button.follow()

    def _out_of_the_way(self) -> int:
        """How far down the hint may stand so that it hides few points, or none."""
        free = round(self.frame.height) - self.hint.height() - self._geometry.covered[1]
        x = self.session.points.x
        if not len(x):
            return round(0.5 * free)
        view = self.view
        unit = self.unit()
        air = REACH * self.scale_by
        across = self.frame.x + (x[:, 0] - view.left) / unit
        down = (view.top - x[:, 1]) / unit
        centre = self.frame.x + self.frame.width / 2
        near = down[abs(across - centre) < self.hint.width() / 2 + air]
        heights = [round(share * free) for share in HEIGHTS]
        return min(
            heights,
            key=lambda top: int(
                ((near > top - air) & (near < top + self.hint.height() + air)).sum()
            ),
        )

    def _hint_text(self) -> str:
        session = self.session
        if not len(session.points):
            left = self.window().findChild(QWidget, "left-panel")
            data = isinstance(left, QWidget) and left.isVisibleTo(self.window())
            more = "; or pick a data set on the left." if data else "."
            return (
                f"Click to add points of {self._class(0)}, right-click for {self._class(1)}{more}"
            )
        if not session.run.trouble:
            return ""
        examples = session.points.label[session.document.parts_of(session.points) == 0]
        if len(np.unique(examples[examples >= 0])) >= 2:
            return session.run.trouble
        if len(session.points.classes) < 2:
            return f"{session.run.trouble}\nA right click adds a point of a new class; or take “+ Class” (Ctrl+Shift+N) and click."
        return f"{session.run.trouble}\nPick another class (keys 1 to {len(session.points.classes)}) and click."

    def _class(self, following: int) -> str:
        """The name of the class in hand, or of one that follows; of those to come, the usual."""
        known = self.session.points.classes
        classes = (
            known if len(known) > 1 else (*known, *(each for each in "AB" if each not in known))
        )
        return str(classes[(max(self.session.label, 0) + following) % len(classes)])

    # Geometry

    @property
    def _geometry(self) -> Geometry:
        """Where the planes are and what they show, as long as nothing of that is another."""
        room = (
            self.width(),
            self.height(),
            self.roof,
            self.floor,
            len(self.session.runs) if self._arranged == SIDE else 1,
            "axes" in self.shown,
            self.wanted,
            self.font_size,
            self.theme,
        )
        if self._placed is None or self._placed[0] != room:
            self._placed = room, geometry_of(Room(*room))
        return self._placed[1]

    @property
    def view(self) -> View:
        """The part of the plane that is seen."""
        return self._geometry.view

    @property
    def free_view(self) -> View:
        """The part of it that nothing covers."""
        return self._geometry.free

    @property
    def frame(self) -> Frame:
        """Where in the widget the plane is: all of it, or what the axes leave of it; of several,
        that of the model in hand."""
        return self._frame_of(self.session.focus)

    def _frame_of(self, which: int) -> Frame:
        frames = self._geometry.frames
        return frames[which if len(frames) > 1 else 0]

    @property
    def _dots(self) -> float:
        """The scale of points and lines."""
        return (SMALLER if self.side_by_side else 1.0) * self.scale_by

    def look_at(self, view: View) -> None:
        """See this part of the plane, and whatever else the shape of the widget shows."""
        self.wanted = view
        self.fitted = None
        self.refresh()

    @property
    def region(self) -> View | None:
        """The part of the plane that somebody chose to see; None where all points are shown, as
        `fit` does."""
        return (
            None if self.fitted is not None and self.fitted == self.session.points else self.wanted
        )

    def fit(self) -> None:
        """Show all points with some air, none of them under the legend."""
        region = around(self.session.snapshot.placed.x)
        self.look_at(region)
        if (
            not self.roof and "legend" in self.shown and not self.side_by_side
        ):  # a roof leaves the legend free by itself
            self.look_at(clear_of_legend(self._plain_scene(), self.shown, self.frame, region))
        self.fitted = self.session.points

    def _keep_texts_in_sight(self) -> None:
        """Texts move as weights do: all are shown again where some have left the view, or they fill
        less than half of it, unless somebody has chosen what to see."""
        if self.fitted is None or self.busy:
            return
        snapshot = self.session.snapshot
        x, view = snapshot.placed.x, self.view
        if snapshot.placed is snapshot.points or not len(x):
            return
        spread = np.ptp(x, axis=0)
        seen = view.right - view.left, view.top - view.bottom
        if not self.shows(x) or (spread.any() and (2 * spread < seen).all()):
            self.fit()

    def _model_at(self, place: QPointF) -> int:
        """In whose plane this place of the widget is; between two, and wherever a gesture goes,
        that of the model in hand."""
        if self.busy or not self.side_by_side:
            return self.session.focus
        return next(
            (
                k
                for k, frame in enumerate(self._geometry.frames)
                if frame.x <= place.x() < frame.x + frame.width
                and frame.y <= place.y() < frame.y + frame.height
            ),
            self.session.focus,
        )

    def to_plane(self, place: QPointF) -> tuple[float, float]:
        (_, _, _, view, unit), frame = self._geometry, self._frame_of(self._model_at(place))
        return view.left + (place.x() - frame.x) * unit, view.top - (place.y() - frame.y) * unit

    def from_plane(self, x: float, y: float) -> QPointF:
        """The place in the widget."""
        (_, _, _, view, unit), frame = self._geometry, self.frame
        return QPointF(frame.x + (x - view.left) / unit, frame.y + (view.top - y) / unit)

    def unit(self) -> float:
        """The width of a pixel in the plane."""
        return self._geometry.unit

    def places(self, snapshot: Snapshot) -> Any:
        """Where the points are that can be pointed at: as they are drawn. (n, 2)"""
        return places_of(snapshot.placed, self._dots, self.unit())

    def hit(self, x: float, y: float) -> int | None:
        """The id of the point under the cursor; the nearest, if several are."""
        snapshot = self.session.snapshot
        if not len(snapshot.points):
            return None
        away = np.hypot(*(self.places(snapshot) - (x, y)).T)
        k = int(np.argmin(away))
        near = away[k] <= REACH * self.scale_by * self.unit()
        return int(snapshot.points.ids[k]) if near else None

    def grip(self, x: float, y: float) -> Grip | None:
        """What of the model the tool in hand would take there, if no point is nearer."""
        parts = self.tool.takes
        if not parts or self.session.run.model is None:
            return None
        found = grip_at(self.scene_now(), x, y, parts, self.is_on("weights"))
        if found is None or not len(self.session.points):
            return found
        away = np.hypot(*(self.places(self.session.snapshot) - (x, y)).T).min() / self.unit()
        reach = REACH * self.scale_by  # of a point, which goes before a line
        return found if away > (min(found.away, reach) if found.part == TIP else reach) else None

    def hold(self, grip: Grip | None) -> None:
        """This is dragged, or nothing: arrows keep their scale meanwhile."""
        self._held = grip
        shape = Qt.CursorShape.ArrowCursor if grip is None else Qt.CursorShape.ClosedHandCursor
        self.viewport().setCursor(shape)
        self.refresh()

    def zoom(self, factor: float, at: tuple[float, float] | None = None) -> None:
        view = self.free_view
        x, y = at or ((view.left + view.right) / 2, (view.bottom + view.top) / 2)
        if NARROWEST < (view.right - view.left) * factor < WIDEST:
            self.look_at(
                View(
                    x - (x - view.left) * factor,
                    y - (y - view.bottom) * factor,
                    x + (view.right - x) * factor,
                    y + (view.top - y) * factor,
                )
            )

    def follow(self, box: Any) -> None:
        """A view box was panned or zoomed: see what it sees."""
        (left, right), (bottom, top) = box.viewRange()
        (roof, floor), frame = self._geometry.covered, self.frame
        unit = (right - left) / frame.width
        self.look_at(View(left, bottom + floor * unit, right, top - roof * unit))

    # The mouse

    def mousePressEvent(self, event: QMouseEvent) -> None:
        self.setFocus()
        if event.button() == Qt.MouseButton.MiddleButton:
            self.settle()  # the view box goes on from what is seen
            super().mousePressEvent(event)
            return
        self.drop_gesture()
        at, which = self.to_plane(event.position()), self._model_at(event.position())
        if which != self.session.focus:
            self.session.focus_on(which)
            if self.hit(*at) is None and event.button() == Qt.MouseButton.LeftButton:
                return  # a click into another plane takes its model in hand, and adds no point
        touch = tools.Touch(
            "press", *at, self.hit(*at), event.button(), event.modifiers(), event.globalPosition()
        )
        self._gesture = tools.begin(self, touch)
        self._feed(None)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if event.buttons() & Qt.MouseButton.MiddleButton:
            super().mouseMoveEvent(event)
            return
        at = self.to_plane(event.position())
        self._cursor = None  # what was under it is told no more, and what is now is told below
        if self._gesture is not None:
            self._feed(
                tools.Touch(
                    "move", *at, None, event.button(), event.modifiers(), event.globalPosition()
                )
            )
        under = self.hit(*at)
        self.session.pointing.point_at(under, at)
        if self._gesture is None:
            self._show_grip(at, event.position())
        self._cursor = event.position()
        self.hovered.emit(self._describe(*at, under))

    def _show_grip(self, at: tuple[float, float], place: QPointF) -> None:
        """The cursor says what a press would take; a tooltip, why it cannot be dragged."""
        own = self._model_at(place) == self.session.focus
        grip = self.grip(*at) if own else None
        free = grip is not None and not grip.refusal
        shape = Qt.CursorShape.OpenHandCursor if free else Qt.CursorShape.ArrowCursor
        self.viewport().setCursor(shape)
        self.viewport().setToolTip(grip.refusal if grip is not None else "")
        self.session.pointing.name(symbol_at(self.scene_now(), *at) if own else "")

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.MiddleButton:
            super().mouseReleaseEvent(event)
            return
        at = self.to_plane(event.position())
        self._feed(
            tools.Touch(
                "release", *at, None, event.button(), event.modifiers(), event.globalPosition()
            )
        )
        self.drop_gesture()

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        self.mousePressEvent(event)

    def wheelEvent(self, event: QWheelEvent) -> None:
        view = self.view
        turns = event.angleDelta().y() / TURN
        if turns and NARROWEST < (view.right - view.left) * ZOOM**turns < WIDEST:
            self.settle()
            super().wheelEvent(event)
        event.accept()

    def point_at(self, place: QPointF | None) -> None:
        """Tell what is at this place of the widget, from now on and as the run goes on; None:
        nothing."""
        self._cursor = place
        if place is None:
            self.hovered.emit("")
            return
        at = self.to_plane(place)
        self.hovered.emit(self.describe(*at))

    def leaveEvent(self, event: QEvent) -> None:
        self.session.pointing.point_at(None)
        self.session.pointing.name("")
        self.point_at(None)
        super().leaveEvent(event)

    def resizeEvent(self, event: QResizeEvent | None) -> None:
        super().resizeEvent(event)
        if event is not None:  # pyqtgraph calls it once before there is anything to draw
            self.resized.emit()
            self.refresh()

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

    @property
    def busy(self) -> bool:
        """Whether a gesture of the mouse is going on."""
        return self._gesture is not None

    def _feed(self, touch: Any) -> None:
        if self._gesture is None:
            return
        try:
            self._gesture.send(touch)
        except StopIteration:
            self._gesture = None
        except LinlabError as error:
            self._gesture = None
            self.session.drop_preview()
            self.session.note(str(error))

    def drop_gesture(self) -> None:
        """A gesture that was not finished leaves no trace."""
        if self._gesture is not None:
            self._gesture.close()
            self._gesture = None
            self.session.drop_preview()
            self.show_band()

    def describe(self, x: float, y: float) -> str:
        """Where the cursor is, and what the model says there."""
        return self._describe(x, y, self.hit(x, y))

    def _describe(self, x: float, y: float, under: int | None) -> str:
        pixel = self.unit()
        largest = max(map(abs, self.view))
        session = self.session
        model = (
            session.run.model
            if self._cursor is None
            else session.runs[self._model_at(self._cursor)].model
        )
        one, two = ("x₁", "x₂") if model is None else names_of_axes(model) or ("x₁", "x₂")
        text = f"{one} {coordinate(x, pixel, largest)}   {two} {coordinate(y, pixel, largest)}"
        if model is not None and not are_texts(model.examples.x):
            text += answer_in_words(model, x, y)
        elif model is not None and under is not None:
            text += text_in_words(model, session.points, session.points.index(under))
        elif model is not None:
            text += ground_of_texts(model, x, y)
        if under is not None:
            text += point_in_words(session.points, session.points.index(under))
        if len(session.pointing.selection) > 1:
            text += f"   {grouped(len(session.pointing.selection))} selected"
        return text
