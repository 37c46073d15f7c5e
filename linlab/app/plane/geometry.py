"""Where the plane is in the widget, or the planes of several models side by side, and which part of
it is visible."""

from typing import NamedTuple

from linlab.app.controls.theme import Theme
from linlab.engine.picture.other_models import cells
from linlab.engine.picture.plane_panel import axes_frame, fitted
from linlab.engine.picture.shapes import Frame, View

LEAST = 8.0  # least size in pixels


class Room(NamedTuple):
    """What the geometry depends on."""

    width: int  # of the widget
    height: int
    roof: int  # pixels covered at the top and the bottom
    floor: int
    planes: int  # side by side
    axes: bool
    wanted: View  # what should be visible, whatever the shape of the widget
    font: float
    theme: Theme


class Geometry(NamedTuple):
    """The frames of the planes, all of one size, and what each shows."""

    frames: tuple[Frame, ...]
    covered: tuple[int, int]  # pixels covered at the top and the bottom of a frame
    free: View  # the part of the plane that nothing covers
    view: View  # all that is visible of it
    unit: float  # the size of a pixel in the plane


def geometry_of(room: Room) -> Geometry:
    """One unit is as long across as up; the axes are above the floor."""
    width, height = max(LEAST, float(room.width)), max(LEAST, float(room.height))
    covered = room.roof, 0 if room.axes else room.floor
    if room.planes > 1:
        inside = max(LEAST, height - room.roof - room.floor - 2)
        frames = tuple(cells(Frame(1, room.roof + 1, width - 2, inside), room.planes))
        covered = 0, 0
    elif room.axes:
        inside = max(LEAST, height - room.floor)
        frames = (axes_frame(room.wanted, width, inside, room.font, room.theme),)
    else:
        frames = (Frame(0, 0, width, height),)
    low = room.wanted[:2]
    high = room.wanted[2:]
    frame = frames[0]
    free = fitted(low, high, frame.width, max(LEAST, frame.height - sum(covered)))
    unit = (free.right - free.left) / frame.width
    view = free._replace(bottom=free.bottom - covered[1] * unit, top=free.top + covered[0] * unit)
    return Geometry(frames, covered, free, view, unit)
