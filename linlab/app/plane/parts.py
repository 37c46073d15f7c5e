"""What the parts of the plane need from it."""

from typing import Any, Protocol

from PySide6.QtWidgets import QWidget

from linlab.app.controls.theme import Theme
from linlab.app.session.run import LiveRun
from linlab.engine.picture.inside.grips import Grip
from linlab.engine.picture.scene import Scene
from linlab.engine.picture.shapes import Frame

from .geometry import Geometry
from .gestures.tool import Ground

POINT_REACH_PX = 10  # pixels within which a click means a point


class VisiblePart(Protocol):
    """Which part of the plane is seen, and where in the widget."""

    @property
    def geometry(self) -> Geometry: ...
    @property
    def frame(self) -> Frame: ...
    def follow(self, box: Any) -> None: ...


class PlaneWidget(Ground, Protocol):
    """The widget, as its parts know it."""

    theme: Theme
    tells_errors: bool  # False while a question asks for them
    arrows_to_scale: bool  # whether w is as long as its numbers say
    shown: set[str]  # layers and manners that are switched on
    scale_by: float  # of points and lines, as on stage
    font_size: float
    covered_top: int  # pixels that something else covers
    covered_bottom: int

    @property
    def sight(self) -> VisiblePart: ...
    @property
    def arranged(self) -> str: ...
    @property
    def side_by_side(self) -> bool: ...
    @property
    def busy(self) -> bool: ...
    @property
    def mark_scale(self) -> float: ...
    @property
    def held(self) -> Grip | None: ...
    def width(self) -> int: ...
    def height(self) -> int: ...
    def viewport(self) -> QWidget: ...
    def is_on(self, name: str) -> bool: ...
    def scene_now(self, run: LiveRun | None = None) -> Scene: ...
    def show_answer(self) -> None: ...
