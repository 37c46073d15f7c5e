"""Which part of the plane is seen: what was asked for, and what the shape of the widget makes of it.

Plane coordinates are the points' own; one unit is as long across as up, so that distances look as
they are.
"""

from dataclasses import replace
from typing import Any

import numpy as np

from linlab.engine.data.points import Points
from linlab.engine.ground.effort import FRAME
from linlab.engine.picture.other_models import SIDE
from linlab.engine.picture.plane_panel import around, clear_of_legend
from linlab.engine.picture.scene import Scene
from linlab.engine.picture.shapes import Frame, View

from .geometry import Geometry, Room, geometry_of
from .parts import POINT_REACH_PX, PlaneWidget

NARROWEST = 1e-9  # width of the narrowest view
WIDEST = 1e12  # width of the widest view


class Sight:
    """The part of the plane that is seen."""

    def __init__(self, plane: PlaneWidget) -> None:
        self._plane = plane
        self.wanted = View(-3.0, -3.0, 3.0, 3.0)  # to be seen, whatever the shape of the widget
        self.fitted: Points | None = None  # the points that `fit` showed, unless the view moved
        self._known: tuple[Room, Geometry] | None = None

    @property
    def geometry(self) -> Geometry:
        """Where the planes are and what they show; computed again when that changes."""
        plane = self._plane
        room = Room(
            plane.width(),
            plane.height(),
            plane.covered_top,
            plane.covered_bottom,
            len(plane.session.runs) if plane.arranged == SIDE else 1,
            "axes" in plane.shown,
            self.wanted,
            plane.font_size,
            plane.theme,
        )
        if self._known is None or self._known[0] != room:
            self._known = room, geometry_of(room)
        return self._known[1]

    @property
    def frame(self) -> Frame:
        """Where in the widget the plane is: all of it, or what the axes leave of it; of several,
        that of the model in focus."""
        return self.geometry.frame_of(self._plane.session.focus)

    @property
    def region(self) -> View | None:
        """The part of the plane that somebody chose to see; None where all points are shown, as
        `fit` does."""
        as_fitted = self.fitted is not None and self.fitted == self._plane.session.points
        return None if as_fitted else self.wanted

    def look_at(self, view: View) -> None:
        """See this part of the plane, and whatever else the shape of the widget shows."""
        self.wanted = view
        self.fitted = None
        self._plane.refresh()

    def fit(self) -> None:
        """Show all points with some air, none of them under the legend."""
        plane = self._plane
        region = around(plane.session.snapshot.placed.x)
        self.look_at(region)
        if not plane.covered_top and "legend" in plane.shown and not plane.side_by_side:
            self.look_at(clear_of_legend(self._plain_scene(), plane.shown, self.frame, region))
        self.fitted = plane.session.points

    def shows(self, x: Any) -> bool:
        """Whether all these points (n, 2) are wholly in view."""
        geometry = self.geometry
        view = geometry.view
        air = POINT_REACH_PX * self._plane.scale_by * geometry.unit
        low = view.left + air, view.bottom + air
        high = view.right - air, view.top - air
        return bool(((x >= low) & (x <= high)).all())

    def keep_texts_in_view(self) -> None:
        """Texts move as weights do: all are shown again where some have left the view, or they fill
        less than half of it, unless somebody has chosen what to see."""
        if self.fitted is None or self._plane.busy:
            return
        snapshot = self._plane.session.snapshot
        if snapshot.placed is snapshot.points or not len(snapshot.points):
            return
        x = snapshot.placed.x
        view = self.geometry.view
        spread = np.ptp(x, axis=0)
        seen = view.right - view.left, view.top - view.bottom
        if not self.shows(x) or (spread.any() and (2 * spread < seen).all()):
            self.fit()

    def zoom(self, factor: float, at: tuple[float, float] | None = None) -> None:
        """See more (factor > 1) or less, around this place or the middle."""
        view = self.geometry.free
        x, y = at or ((view.left + view.right) / 2, (view.bottom + view.top) / 2)
        if self.allows(factor):
            self.look_at(
                View(
                    x - (x - view.left) * factor,
                    y - (y - view.bottom) * factor,
                    x + (view.right - x) * factor,
                    y + (view.top - y) * factor,
                )
            )

    def allows(self, factor: float) -> bool:
        """Whether a view wider by this factor can still be drawn."""
        view = self.geometry.free
        return NARROWEST < (view.right - view.left) * factor < WIDEST

    def follow(self, box: Any) -> None:
        """A view box was panned or zoomed: see what it sees."""
        (left, right), (bottom, top) = box.viewRange()
        above, below = self.geometry.covered
        unit = (right - left) / self.frame.width
        self.look_at(View(left, bottom + below * unit, right, top - above * unit))

    def _plain_scene(self) -> Scene:
        """What is drawn, without the model if that would take longer than a frame."""
        scene = self._plane.scene_now()
        if scene.effort <= FRAME:
            return scene
        return replace(scene, model=None, towards=None, optimum=None, asked={}, other_models=())
