"""Where the plane is in the widget, or the planes of several models side by side, and which part of
it is visible."""

from typing import NamedTuple

from PySide6.QtCore import QPointF

from linlab.app.controls.theme import Theme
from linlab.engine.picture.other_models import cells
from linlab.engine.picture.plane_panel import axes_frame, fitted
from linlab.engine.picture.shapes import Frame, View

LEAST = 8.0  # least size in pixels


class Room(NamedTuple):
    """What the geometry depends on."""

    width: int  # of the widget
    height: int
    covered_top: int  # pixels that something else covers
    covered_bottom: int
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

    def frame_of(self, which: int) -> Frame:
        """Where the plane of a model is."""
        return self.frames[which if len(self.frames) > 1 else 0]

    @property
    def inside(self) -> Frame:
        """Where in the widget the planes are, within their axes and without what is covered."""
        left = min(frame.x for frame in self.frames)
        top = min(frame.y for frame in self.frames) + self.covered[0]
        right = max(frame.x + frame.width for frame in self.frames)
        bottom = max(frame.y + frame.height for frame in self.frames) - self.covered[1]
        return Frame(left, top, right - left, bottom - top)

    def frame_at(self, place: QPointF, otherwise: int) -> int:
        """Which of the frames is at this place of the widget."""
        for k, frame in enumerate(self.frames):
            inside = 0 <= place.x() - frame.x < frame.width
            if inside and 0 <= place.y() - frame.y < frame.height:
                return k
        return otherwise

    def to_plane(self, place: QPointF, which: int) -> tuple[float, float]:
        """The place of the plane that is here in the widget."""
        frame = self.frame_of(which)
        across = place.x() - frame.x
        down = place.y() - frame.y
        return self.view.left + across * self.unit, self.view.top - down * self.unit

    def from_plane(self, x: float, y: float, which: int) -> QPointF:
        """The place in the widget."""
        frame = self.frame_of(which)
        across = (x - self.view.left) / self.unit
        down = (self.view.top - y) / self.unit
        return QPointF(frame.x + across, frame.y + down)


def geometry_of(room: Room) -> Geometry:
    """One unit is as long across as up; the axes are above what is covered."""
    width, height = max(LEAST, float(room.width)), max(LEAST, float(room.height))
    covered = room.covered_top, 0 if room.axes else room.covered_bottom
    if room.planes > 1:
        inside = max(LEAST, height - room.covered_top - room.covered_bottom - 2)
        frames = tuple(cells(Frame(1, room.covered_top + 1, width - 2, inside), room.planes))
        covered = 0, 0
    elif room.axes:
        inside = max(LEAST, height - room.covered_bottom)
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
