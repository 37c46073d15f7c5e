"""How answers are drawn: one's own is dashed and in the accent colour, the engine's is solid and in
the colour of the ink."""

from dataclasses import dataclass

from linlab.engine.data.points import Points
from linlab.engine.picture.palette import Palette
from linlab.engine.picture.shapes import Pen, View

OWN, TRUE = "own answer", "true answer"
DASH = (5.0, 4.0)


@dataclass(frozen=True)
class Area:
    """The part of the plane that is drawn into: its points, what is in view, in which colours and how
    large."""

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
