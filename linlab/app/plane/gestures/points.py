"""Gestures that add, move, relabel and erase points."""

from collections.abc import Generator

import numpy as np
from PySide6.QtCore import Qt

from linlab.app.session.session import Session
from linlab.engine.ground.sanitise import shorten
from linlab.engine.picture.placing.texts import placed

from .selecting import select_area
from .tool import Gesture, Ground, check_places, is_drag, many
from .touch import Touch

ERASER = 11  # pixels around the cursor that it erases


def add(plane: Ground, touch: Touch) -> Gesture:
    """Add a point of the current class; drag a point to move it; click a point of another class to
    relabel it."""
    session = plane.session
    if touch.id is None:
        check_places(session)
        yield from _add_at(plane, touch, session.label)
        return
    points = session.points
    relabels = points.label[points.index(touch.id)] != session.label
    moved = yield from drag_points(
        plane,
        touch,
        {touch.id}
        if touch.id not in session.pointing.selection
        else set(session.pointing.selection),
    )
    if not moved and relabels and touch.id in session.points.ids:
        session.edit(
            "relabel point", session.with_points(session.points.relabel(touch.id, session.label))
        )
        session.note(in_class(session), undo=True)


def in_class(session: Session, words: str = "This point is now in") -> str:
    """That a point has, or gets, the class that is picked."""
    classes = session.points.classes
    if not 0 <= session.label < len(classes):
        return f"{words} no class."
    return f"{words} class {shorten(classes[session.label])}."


def move(plane: Ground, touch: Touch) -> Gesture:
    """Drag a point or the selection; drag over empty ground, or click a point, to select. A point
    that was only dragged is not selected afterwards, so that the arrow keys still step."""
    session = plane.session
    extend = bool(touch.keys & Qt.KeyboardModifier.ShiftModifier)
    if touch.id is None:
        yield from select_area(plane, touch, extend)
        return
    if extend:
        session.pointing.select(session.pointing.selection ^ {touch.id})
    taken = not extend and touch.id not in session.pointing.selection
    if taken:
        session.pointing.select(frozenset({touch.id}))
    plane.refresh()
    moved = yield from drag_points(plane, touch, set(session.pointing.selection) or {touch.id})
    if moved and taken:
        session.pointing.select(frozenset())
        plane.refresh()


def brush(plane: Ground, touch: Touch) -> Gesture:
    """Spray points of the current class around the cursor."""
    session = plane.session
    check_places(session)
    start = plane.session.points
    rng = np.random.default_rng((start.next_id, 17))
    points, here = start, touch
    while here.kind != "release":
        angle = rng.uniform(0, 2 * np.pi, plane.brush_density)
        away = np.sqrt(rng.uniform(0, 1, plane.brush_density))
        radius = plane.brush_radius * plane.unit() * away
        spots = np.stack([here.x + radius * np.cos(angle), here.y + radius * np.sin(angle)], axis=1)
        points = points.add(spots, session.label)
        session.preview(session.with_points(points))
        here = yield
    session.commit(many(len(points) - len(start), "spray"))


def erase(plane: Ground, touch: Touch) -> Gesture:
    """Remove the points under the cursor as it goes."""
    session = plane.session
    start = plane.session.points
    points, here = start, touch
    while here.kind != "release":
        if len(points):
            radius = ERASER * plane.unit()
            x = placed(points, session.run.model).x
            under = np.hypot(x[:, 0] - here.x, x[:, 1] - here.y) <= radius
            if under.any():
                points = points.take(~under)
                session.preview(session.with_points(points))
        here = yield
    session.commit(many(len(start) - len(points), "erase"))


def _add_at(plane: Ground, touch: Touch, label: int) -> Gesture:
    """A new point that follows the mouse until it is let go."""
    session = plane.session
    points = session.points.add((touch.x, touch.y), label)
    id = points.next_id - 1
    session.preview(session.with_points(points))
    here = yield
    while here.kind == "move":
        if is_drag(plane, touch, here):
            session.preview(session.with_points(points.move(id, (here.x, here.y))))
        here = yield
    session.commit("add point")


def drag_points(plane: Ground, touch: Touch, ids: set[int]) -> Generator[None, Touch, bool]:
    """Move these points with the mouse; returns whether they went anywhere."""
    session = plane.session
    moved = False
    here = yield
    while here.kind == "move":
        if moved or is_drag(plane, touch, here):
            check_places(session)
            if not moved:  # the run may have gone on since the press, to other points
                points = session.points
                moved = True
                chosen = sorted(ids & set(points.ids.tolist()))
            session.preview(
                session.with_points(points.shift(chosen, (here.x - touch.x, here.y - touch.y)))
            )
        here = yield
    if moved:
        session.commit(many(len(chosen), "move"))
    return moved
