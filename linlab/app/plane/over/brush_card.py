"""The brush's settings, in a corner of the plane while the brush is the current tool."""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFrame, QVBoxLayout

from linlab.app.controls.accessibility.text_size import follow, px
from linlab.app.controls.sliders import SliderRow
from linlab.app.plane.plane import Plane

from .aim import Aim

LEAST, MOST, DENSEST = 6, 200, 20  # radius in pixels: minimum, maximum; most points per move
WIDTH, AWAY = 172, 10  # pixels: width of the card, and its distance from the corner


class BrushCard(QFrame):
    """The radius and the density of the brush."""

    def __init__(self, plane: Plane, aim: Aim) -> None:
        super().__init__(plane)
        self.setObjectName("brush-card")
        self.setProperty("card", True)
        self.setCursor(Qt.CursorShape.ArrowCursor)
        self._plane, self._aim = plane, aim
        self.radius = SliderRow("Radius", "[ and ]", LEAST, MOST, log=True, integer=True)
        self.density = SliderRow("Density", "{ and }", 1, DENSEST, integer=True)
        self.radius.setToolTip("Radius of the spray in pixels: [ makes it smaller, ] larger")
        self.density.setToolTip("Points sprayed per mouse move: { fewer, } more")
        column = QVBoxLayout(self)
        column.setContentsMargins(12, 8, 12, 8)
        for row, name in ((self.radius, "brush_radius"), (self.density, "brush_density")):
            row.setObjectName(name.replace("_", "-"))
            row.narrow_box(40)
            row.moving.connect(lambda value, name=name: self._set(name, value))
            row.released.connect(self.read)
            column.addWidget(row)
        follow(self, lambda card: card.setFixedWidth(px(WIDTH)))
        self.adjustSize()
        self.hide()
        plane.resized.connect(self._follow)

    def read(self) -> None:
        """Show the current settings."""
        self.radius.set_value(self._plane.brush_radius)
        self.density.set_value(self._plane.brush_density)
        self._aim.refresh()

    def widen(self, factor: float) -> None:
        """Multiply the radius, within its limits."""
        self._set("brush_radius", self._plane.brush_radius * factor)
        self.read()

    def spray(self, more: int) -> None:
        """Add this many points per move."""
        self._set("brush_density", self._plane.brush_density + more)
        self.read()

    def _set(self, name: str, value: object) -> None:
        low, high = (LEAST, MOST) if name == "brush_radius" else (1, DENSEST)
        if isinstance(value, int | float):
            setattr(self._plane, name, round(min(high, max(low, value))))
        self._aim.refresh()

    def appear(self, wanted: bool) -> None:
        if wanted:
            self.read()
            self._place()
        self.setVisible(wanted)

    def _follow(self) -> None:
        if self.isVisible():
            self._place()

    def _place(self) -> None:
        inside = self._plane.sight.geometry.inside
        right = round(inside.x + inside.width) - AWAY
        bottom = round(inside.y + inside.height) - AWAY
        self.move(right - self.width(), bottom - self.height())
