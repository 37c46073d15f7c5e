"""The mouse in the plane: what is under it, and the gesture that it makes with the current tool."""

from typing import Any

import numpy as np
from PySide6.QtCore import QPointF, Qt, SignalInstance
from PySide6.QtGui import QMouseEvent

from linlab.app.session.locks import locked
from linlab.engine.data.inputs import are_texts
from linlab.engine.document.document import Document
from linlab.engine.ground.errors import LinlabError
from linlab.engine.ground.numerals import coordinate, grouped
from linlab.engine.picture.inside.grips import TIP, Grip, grip_at
from linlab.engine.picture.inside.symbol_highlights import symbol_at
from linlab.engine.picture.placing.texts import names_of_axes
from linlab.engine.picture.scene import places_of
from linlab.engine.views.snapshot import Snapshot

from .gestures.points import in_class
from .gestures.tool import relabels
from .gestures.touch import Touch
from .parts import POINT_REACH_PX, PlaneWidget
from .tools import begin
from .under_mouse import answer_in_words, ground_of_texts, point_in_words, text_in_words


class Hand:
    """The mouse over the plane; `hovered` is emitted with what is under it, in words."""

    def __init__(self, plane: PlaneWidget, hovered: SignalInstance) -> None:
        self._plane = plane
        self._hovered = hovered
        self._left_at: tuple[Document, int] | None = None  # when the mouse last left the plane
        self._gesture: Any = None
        self.held: Grip | None = None  # the part of the model that is dragged
        self.cursor: QPointF | None = None  # in the widget

    @property
    def busy(self) -> bool:
        """Whether a gesture of the mouse is going on."""
        return self._gesture is not None

    def press(self, event: QMouseEvent) -> None:
        session = self._plane.session
        self.drop_gesture()
        at = self.to_plane(event.position())
        under = self.hit(*at)
        which = self.model_at(event.position())
        if which != session.focus:
            session.focus_on(which)
            under = self.hit(*at)
            if under is None and event.button() == Qt.MouseButton.LeftButton:
                return  # a click into another plane focuses on its model, and adds no point
        self._gesture = begin(self._plane, _touch("press", at, under, event))
        self._feed(None)

    def move(self, event: QMouseEvent) -> None:
        at = self.to_plane(event.position())
        self.cursor = None  # so that the gesture does not describe the place that was left
        if self._gesture is not None:
            self._feed(_touch("move", at, None, event))
        under = self.hit(*at)
        self._plane.session.pointing.point_at(under, at)
        if self._gesture is None:
            self._show_grip(at, event.position())
        self.cursor = event.position()
        self._hovered.emit(self._describe(*at, under))

    def release(self, event: QMouseEvent) -> None:
        self._feed(_touch("release", self.to_plane(event.position()), None, event))
        self.drop_gesture()

    def leave(self) -> None:
        """The mouse has left the plane. The words about the last place stay until the run moves on, so
        that the mouse can reach them."""
        self._plane.session.pointing.point_at(None)
        self._plane.session.pointing.name("")
        self.cursor = None
        self._left_at = self._plane.session.document, self._plane.session.t

    def point_at(self, place: QPointF | None) -> None:
        """Describe this place of the widget, from now on and as the run goes on; None: nothing."""
        self.cursor = place
        self.describe_again()

    def follow_run(self) -> None:
        """Something may have changed: what is under the mouse is described again, and words about a
        place that it left are taken away once they are not of this moment."""
        if self.cursor is not None:
            self.describe_again()
        elif self._left_at is not None:
            document, t = self._left_at
            session = self._plane.session
            if document is not session.document or t != session.t:
                self._left_at = None
                self.describe_again()

    def describe_again(self) -> None:
        """Describe what is under the mouse now."""
        self._hovered.emit(
            "" if self.cursor is None else self.describe(*self.to_plane(self.cursor))
        )

    def drop_gesture(self) -> None:
        """A gesture that was not finished leaves no trace."""
        if self._gesture is not None:
            self._gesture.close()
            self._gesture = None
            self._plane.session.drop_preview()
            self._plane.show_band()

    def _feed(self, touch: Any) -> None:
        if self._gesture is None:
            return
        try:
            self._gesture.send(touch)
        except StopIteration:
            self._gesture = None
        except LinlabError as error:
            self._gesture = None
            self._plane.session.drop_preview()
            self._plane.session.note(str(error))

    # What is where

    def model_at(self, place: QPointF) -> int:
        """In whose plane this place of the widget is; between two, and wherever a gesture goes,
        that of the model in focus."""
        plane = self._plane
        focus = plane.session.focus
        if self.busy or not plane.side_by_side:
            return focus
        return plane.sight.geometry.frame_at(place, focus)

    def to_plane(self, place: QPointF) -> tuple[float, float]:
        """The place of the plane that is here in the widget."""
        return self._plane.sight.geometry.to_plane(place, self.model_at(place))

    def places(self, snapshot: Snapshot) -> Any:
        """Where the points are that can be pointed at: as they are drawn. (n, 2)"""
        plane = self._plane
        return places_of(snapshot.placed, plane.mark_scale, plane.unit())

    def hit(self, x: float, y: float) -> int | None:
        """The id of the point under the cursor; the nearest, if several are."""
        snapshot = self._plane.session.snapshot
        if not len(snapshot.points):
            return None
        away = np.hypot(*(self.places(snapshot) - (x, y)).T)
        k = int(np.argmin(away))
        near = away[k] <= POINT_REACH_PX * self._plane.scale_by * self._plane.unit()
        return int(snapshot.points.ids[k]) if near else None

    def grip(self, x: float, y: float) -> Grip | None:
        """The part of the model that the current tool would drag there, if no point is nearer that
        can be dragged, too."""
        plane = self._plane
        parts = plane.tool.takes
        if not parts or plane.session.run.model is None:
            return None
        grip = grip_at(plane.scene_now(), x, y, parts, plane.is_on("weights"))
        fixed = locked(plane.session.locks, "points")
        if grip is None or fixed or not len(plane.session.points):
            return grip
        away = np.hypot(*(self.places(plane.session.snapshot) - (x, y)).T).min() / plane.unit()
        reach = POINT_REACH_PX * plane.scale_by  # of a point, which goes before a line
        nearer = min(grip.away, reach) if grip.part == TIP else reach
        return grip if away > nearer else None

    def hold(self, grip: Grip | None) -> None:
        """Drag this part of the model, or none: arrows keep their scale meanwhile."""
        self.held = grip
        shape = Qt.CursorShape.ArrowCursor if grip is None else Qt.CursorShape.ClosedHandCursor
        self._plane.viewport().setCursor(shape)
        self._plane.refresh()

    def _show_grip(self, at: tuple[float, float], place: QPointF) -> None:
        """The cursor says what a press would drag; a tooltip, why it cannot be dragged."""
        plane = self._plane
        own = self.model_at(place) == plane.session.focus
        grip = self.grip(*at) if own else None
        free = grip is not None and not grip.refusal
        shape = Qt.CursorShape.OpenHandCursor if free else Qt.CursorShape.ArrowCursor
        plane.viewport().setCursor(shape)
        tip = grip.refusal if grip is not None else ""
        if relabels(plane.session, plane.tool, plane.session.pointing.pointed):
            tip = f"{in_class(plane.session, 'A click puts this point into')} Drag to move it."
        plane.viewport().setToolTip(tip)
        plane.session.pointing.name(symbol_at(plane.scene_now(), *at) if own else "")

    def describe(self, x: float, y: float) -> str:
        """Where the cursor is, and what the model says there."""
        return self._describe(x, y, self.hit(x, y))

    def _describe(self, x: float, y: float, under: int | None) -> str:
        session = self._plane.session
        geometry = self._plane.sight.geometry
        largest = max(map(abs, geometry.view))
        which = session.focus if self.cursor is None else self.model_at(self.cursor)
        model = session.runs[which].model
        one, two = ("x₁", "x₂") if model is None else names_of_axes(model) or ("x₁", "x₂")
        across = coordinate(x, geometry.unit, largest)
        up = coordinate(y, geometry.unit, largest)
        text = f"{one} {across}   {two} {up}"
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


def _touch(kind: str, at: tuple[float, float], under: int | None, event: QMouseEvent) -> Touch:
    return Touch(kind, *at, under, event.button(), event.modifiers(), event.globalPosition())
