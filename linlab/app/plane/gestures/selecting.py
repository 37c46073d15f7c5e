"""Gestures that choose: select an area, open a menu."""

import numpy as np

from .tool import Gesture, Ground, check_places, free_name
from .touch import Touch


def select_area(plane: Ground, touch: Touch, extend: bool) -> Gesture:
    """Select the points inside a rubber band."""
    session = plane.session
    before = session.pointing.selection if extend else frozenset()
    here = yield
    while here.kind == "move":
        plane.show_band((touch.x, touch.y), (here.x, here.y))
        here = yield
    plane.show_band()
    points = session.points
    low, high = (
        np.minimum((touch.x, touch.y), (here.x, here.y)),
        np.maximum((touch.x, touch.y), (here.x, here.y)),
    )
    x = session.snapshot.placed.x
    inside = ((x >= low) & (x <= high)).all(axis=1)
    session.pointing.select(before | frozenset(points.ids[inside].tolist()))
    plane.refresh()


def right_click(plane: Ground, touch: Touch) -> Gesture:
    """Open a menu, or add a point of the next class."""
    session = plane.session
    here = yield
    while here.kind == "move":
        here = yield
    if touch.id is not None:
        plane.menu_wanted.emit(touch.id, touch.screen)
        return
    if plane.tool.asks:
        plane.ground_menu_wanted.emit(touch.x, touch.y, touch.screen)
        return
    check_places(session)
    points = session.points
    new = free_name(session.points)
    if len(points.classes) < 2:
        points = points.add_class(new)
        session.edit(
            "add point",
            session.with_points(points.add((touch.x, touch.y), len(points.classes) - 1)),
        )
        session.note(f"Class {new} is new.")
    else:
        following = (max(session.label, 0) + 1) % len(points.classes)
        session.edit("add point", session.with_points(points.add((touch.x, touch.y), following)))
