"""Tools: what the mouse does in the plane.

A tool is a generator: it begins at the press, yields for every move, and commits at the release, so
that a gesture is one step of undo and there is no state to keep. Left adds or moves, right on empty
ground adds the next class, which is new if there is only one, or with Move asks for a menu; right
on a point asks for its menu, Ctrl-click erases with any tool.
"""

from collections.abc import Callable, Generator
from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np
from PySide6.QtCore import Qt

from linlab.app.session.session import Session
from linlab.engine.data.inputs import are_texts
from linlab.engine.data.points import Points
from linlab.engine.ground.errors import LinlabError
from linlab.engine.picture.inside.grips import LINE, TIP, Grip
from linlab.engine.picture.placing.texts import placed

from .in_hand import drag_weights
from .touch import Touch as Touch

PLACED = "Texts stand where their words put them. Switch to the linear space to move or add points."
SLIP = 4  # pixels that a click may slip before it is a drag
ERASER = 11  # pixels around the cursor that it erases


class Ground(Protocol):
    """What a tool needs of the plane."""

    session: Session
    tool: "Tool"
    brush_radius: int  # pixels
    brush_density: int  # points at each move
    menu_wanted: Any  # a signal: the id of a point, and a place of the screen
    ground_menu_wanted: Any  # a signal: a place of the plane, and of the screen
    asked: "Callable[[Ground, Touch], Gesture] | None"  # how a question is answered here, if one is

    def unit(self) -> float: ...
    def grip(self, x: float, y: float) -> Grip | None: ...
    def hold(self, grip: Grip | None) -> None: ...
    def refresh(self) -> None: ...
    def show_band(self, *corners: tuple[float, float]) -> None: ...


Gesture = Generator[None, Touch, None]


@dataclass(frozen=True)
class Tool:
    """A tool with its key, what the status bar says of it, and the radius in pixels of what it
    touches.

    One that has a key has a button; one without is taken in hand by what it is about, as Add is by
    picking a class.
    """

    name: str
    title: str
    key: str
    says: str
    gesture: Callable[[Ground, Touch], Gesture]
    reach: Callable[[Ground], float] = lambda plane: 0.0  # of one place only
    classed: bool = False  # whether it makes points of the class that is picked
    sized: bool = False  # whether its radius and density can be set
    nudges: bool = False  # whether the arrow keys move what is selected
    asks: bool = False  # whether a right click on empty ground opens a menu
    needs_points: bool = False  # whether there is nothing to do with it on an empty plane
    answers: bool = False  # whether it answers a question: every press is its own
    takes: tuple[str, ...] = ()  # which parts of the model it can drag


def many(count: int, what: str) -> str:
    """
    >>> many(1, "move"), many(3, "move")
    ('move point', 'move 3 points')
    """
    return f"{what} point" if count == 1 else f"{what} {count} points"


def free_name(points: Points) -> str:
    """What one more class is called."""
    names: tuple[str, ...] = (*"ABCDEFGH", *(f"class {k}" for k in range(9, 20)))
    return next(name for name in names if name not in points.classes)


def begin(plane: Ground, touch: Touch) -> Gesture:
    """The gesture that this press begins, with the tool in hand."""
    if plane.tool.answers:
        return plane.tool.gesture(plane, touch)
    if touch.button == Qt.MouseButton.RightButton:
        return _right(plane, touch)
    if touch.keys & Qt.KeyboardModifier.ControlModifier:
        return erase(plane, touch)
    grip = plane.grip(touch.x, touch.y)
    if grip is not None and not grip.refusal:
        return _hold(plane, touch, grip)
    return plane.tool.gesture(plane, touch)


def add(plane: Ground, touch: Touch) -> Gesture:
    """Add a point of the current class; drag a point to move it; click a point of another class to
    relabel it."""
    session = plane.session
    if touch.id is None:
        check_places(session)
        yield from _new(plane, touch, session.label)
        return
    points = session.points
    relabels = points.label[points.index(touch.id)] != session.label
    moved = yield from _drag(
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


def move(plane: Ground, touch: Touch) -> Gesture:
    """Drag a point or the selection; drag over empty ground to select."""
    session = plane.session
    extend = bool(touch.keys & Qt.KeyboardModifier.ShiftModifier)
    if touch.id is None:
        yield from _select(plane, touch, extend)
        return
    if extend:
        session.pointing.select(session.pointing.selection ^ {touch.id})
    elif touch.id not in session.pointing.selection:
        session.pointing.select(frozenset({touch.id}))
    plane.refresh()
    yield from _drag(plane, touch, set(session.pointing.selection) or {touch.id})


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


def _hold(plane: Ground, touch: Touch, grip: Grip) -> Gesture:
    """Drag w or the line; a click is the tool's."""
    moved = yield from drag_weights(plane, grip, lambda here: _slipped(plane, touch, here))
    if not moved and plane.tool.classed:
        check_places(plane.session)
        session = plane.session
        session.edit(
            "add point", session.with_points(session.points.add((touch.x, touch.y), session.label))
        )
    elif not moved:
        plane.session.pointing.select(frozenset())


def answer(plane: Ground, touch: Touch) -> Gesture:
    """Answer the question of a lesson, if one is asked that is answered here."""
    if plane.asked is not None:
        yield from plane.asked(plane, touch)


def _new(plane: Ground, touch: Touch, label: int) -> Gesture:
    """A new point that follows the mouse until it is let go."""
    session = plane.session
    points = session.points.add((touch.x, touch.y), label)
    id = points.next_id - 1
    session.preview(session.with_points(points))
    here = yield
    while here.kind == "move":
        if _slipped(plane, touch, here):
            session.preview(session.with_points(points.move(id, (here.x, here.y))))
        here = yield
    session.commit("add point")


def _drag(plane: Ground, touch: Touch, ids: set[int]) -> Generator[None, Touch, bool]:
    """Move these points with the mouse; returns whether they went anywhere."""
    session = plane.session
    moved = False
    here = yield
    while here.kind == "move":
        if moved or _slipped(plane, touch, here):
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


def _select(plane: Ground, touch: Touch, extend: bool) -> Gesture:
    """A rubber band."""
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


def _right(plane: Ground, touch: Touch) -> Gesture:
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


def check_places(session: Session) -> None:
    """Refuse to move or add points while the model in hand places texts."""
    if session.learner.reads_texts or (
        session.run.model is not None and are_texts(session.run.model.examples.x)
    ):
        raise LinlabError(PLACED)


def _slipped(plane: Ground, a: Touch, b: Touch) -> bool:
    return bool(np.hypot(a.x - b.x, a.y - b.y) > SLIP * plane.unit())


TOOLS: dict[str, Tool] = {
    tool.name: tool
    for tool in (
        Tool(
            "move",
            "Move",
            "V",
            "Drag a point, the tip of w or the line to move it, or empty space to select · Shift adds to the selection",
            move,
            nudges=True,
            asks=True,
            needs_points=True,
            takes=(TIP, LINE),
        ),
        Tool(
            "add",
            "Add",
            "",
            "Click to add a point of {class} · drag to move · right-click adds the next class",
            add,
            classed=True,
            takes=(TIP,),
        ),
        Tool(
            "brush",
            "Brush",
            "B",
            "Drag to spray points of {class} · [ and ] change its radius, { and } its density",
            brush,
            lambda plane: plane.brush_radius,
            classed=True,
            sized=True,
        ),
        Tool(
            "answer",
            "Answer",
            "",
            "Click or drag in the plane to answer the question",
            answer,
            answers=True,
        ),
        Tool(
            "erase",
            "Erase",
            "E",
            "Drag over points to erase them",
            erase,
            lambda plane: ERASER,
            needs_points=True,
        ),
    )
}
