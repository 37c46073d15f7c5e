"""How answers are drawn: the student's dashed in the accent colour, the engine's solid in the text
colour."""

from dataclasses import dataclass

from linlab.engine.data.points import Points
from linlab.engine.picture.palette import Palette
from linlab.engine.picture.shapes import Pen, View

OWN, TRUE = "own answer", "true answer"
DASH = (5.0, 4.0)


@dataclass(frozen=True)
class Area:
    """The part of the plane to draw into: its points, what is visible, colours and size."""

    points: Points
    view: View
    palette: Palette
    scale: float = 1.0

    @property
    def own(self) -> Pen:
        return Pen(self.palette.accent, 2.4 * self.scale, DASH)

    @property
    def true(self) -> Pen:
        return Pen(self.palette.text, 2.4 * self.scale)
