"""Tools: what the mouse does in the plane.

A tool is a generator: it begins at the press, yields for every move, and commits at the release, so
that a gesture is one undo step and there is no state to keep. Left adds or moves. Right on empty
ground adds a point of the next class, which is new if there is only one, or with Move opens a menu;
right on a point opens its menu. Ctrl-click erases with any tool.
"""

from PySide6.QtCore import Qt

from linlab.engine.picture.inside.grips import LINE, TIP, Grip

from .gestures.points import ERASER, add, brush, erase, move
from .gestures.selecting import right_click
from .gestures.tool import Gesture, Ground, check_places, is_drag
from .gestures.tool import Tool as Tool
from .gestures.touch import Touch
from .gestures.weights import drag_weights


def begin(plane: Ground, touch: Touch) -> Gesture:
    """The gesture that this press begins, with the current tool."""
    if plane.tool.answers:
        return plane.tool.gesture(plane, touch)
    if touch.button == Qt.MouseButton.RightButton:
        return right_click(plane, touch)
    if touch.keys & Qt.KeyboardModifier.ControlModifier:
        return erase(plane, touch)
    grip = plane.grip(touch.x, touch.y)
    if grip is not None and not grip.refusal:
        return _take_weights(plane, touch, grip)
    return plane.tool.gesture(plane, touch)


def answer(plane: Ground, touch: Touch) -> Gesture:
    """Answer the question of a lesson, if one is asked that is answered here."""
    if plane.asked is not None:
        yield from plane.asked(plane, touch)


def _take_weights(plane: Ground, touch: Touch, grip: Grip) -> Gesture:
    """Drag w or the line; a click is the tool's."""
    moved = yield from drag_weights(plane, grip, lambda here: is_drag(plane, touch, here))
    if not moved and plane.tool.classed:
        check_places(plane.session)
        session = plane.session
        session.edit(
            "add point", session.with_points(session.points.add((touch.x, touch.y), session.label))
        )
    elif not moved:
        plane.session.pointing.select(frozenset())


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
            at_point="Drag to move this point · Shift adds it to the selection · right-click for more",
            with_selection="Arrow keys nudge {selected} · Esc deselects, then → steps again · drag to move, Shift adds to the selection",
            says_of_texts="Click a text to select it, or drag over empty space · Shift adds to the selection · texts stand where their words put them",
        ),
        Tool(
            "add",
            "Add",
            "",
            "Click to add a point of {class} · drag to move · right-click adds the next class",
            add,
            classed=True,
            takes=(TIP,),
            at_point="Drag to move this point · right-click for more",
            at_another="Click to put this point into {class} · drag to move it · right-click for more",
            says_of_texts="Click a text to put it into {class} · Examples (Alt+8) adds and edits texts",
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
            says_of_texts="Texts stand where their words put them, so none can be sprayed here",
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
            says_of_texts="Drag over texts to erase them",
        ),
    )
}
