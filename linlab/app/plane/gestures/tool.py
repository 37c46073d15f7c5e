"""What a tool is, and what a gesture needs from the plane."""

from collections.abc import Callable, Generator
from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np

from linlab.app.session.session import Session
from linlab.engine.data.inputs import are_texts
from linlab.engine.data.points import Points
from linlab.engine.ground.errors import LinlabError
from linlab.engine.picture.inside.grips import Grip

from .touch import Touch

PLACED = (
    "Texts stand where their words put them: add and edit them in Examples (Alt+8), or switch to the "
    "linear space to move points."
)
SLIP = 4  # pixels that a click may slip before it is a drag


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
    at_point: str = ""  # what the status bar says over a point
    at_another: str = ""  # and over one that is not in the class that is picked
    with_selection: str = ""  # and while points are selected, wherever the mouse is
    says_of_texts: str = ""  # what the status bar says instead while the model places texts


def many(count: int, what: str) -> str:
    """
    >>> many(1, "move"), many(3, "move")
    ('move point', 'move 3 points')
    """
    return f"{what} point" if count == 1 else f"{what} {count} points"


def free_name(points: Points) -> str:
    """The name of the next new class."""
    names: tuple[str, ...] = (*"ABCDEFGH", *(f"class {k}" for k in range(9, 20)))
    return next(name for name in names if name not in points.classes)


def relabels(session: Session, tool: Tool, id: int | None) -> bool:
    """Whether a click with this tool puts the point into another class."""
    points = session.points
    if not tool.at_another or id is None or id not in points.ids or places_texts(session):
        return False
    return bool(points.label[points.index(id)] != session.label)


def says_here(session: Session, tool: Tool, id: int | None) -> str:
    """What the status bar says of a tool over this point, or over empty ground, or of what is
    selected."""
    if places_texts(session):
        return tool.says_of_texts or tool.says
    selected = len(session.pointing.selection)
    if selected and tool.with_selection:
        points = "the selected point" if selected == 1 else f"the {selected} selected points"
        return tool.with_selection.replace("{selected}", points)
    if relabels(session, tool, id):
        return tool.at_another
    return tool.at_point if id is not None and tool.at_point else tool.says


def places_texts(session: Session) -> bool:
    """Whether the model in focus decides where the points stand, because they are texts."""
    model = session.run.model
    return session.learner.reads_texts or (model is not None and are_texts(model.examples.x))


def check_places(session: Session) -> None:
    """Refuse to move or add points while the model in focus places texts."""
    if places_texts(session):
        raise LinlabError(PLACED)


def is_drag(plane: Ground, press: Touch, here: Touch) -> bool:
    """Whether the mouse has moved too far from the press for a click."""
    return bool(np.hypot(press.x - here.x, press.y - here.y) > SLIP * plane.unit())
