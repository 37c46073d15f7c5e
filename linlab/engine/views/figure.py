"""A figure to take away, as a value: what it shows and how."""

from dataclasses import dataclass, field

from linlab.engine.picture.layers import OF_A_STEP, at_first
from linlab.engine.picture.other_models import ALONE
from linlab.engine.picture.shapes import View

NOT_IN_FIGURES = OF_A_STEP | {
    "example"
}  # layers that are off until they are asked for: they are for the one who steps
CELL_PX = 2.0  # pixels to a cell of the grid: a figure is looked at more closely than a screen


@dataclass(frozen=True)
class Figure:
    """What a figure shows; sizes are in pixels of 1/96 inch."""

    view: str = "plane"
    width: float = 640.0
    height: float = 480.0
    palette: str = "print"
    font: float = 13.0
    scale: float = 1.0  # of lines and points
    title: str = ""
    legend: bool = True
    axes: bool = True
    caption: bool = False  # the step, and its sentence, under the picture
    caption_font: float = 0.0  # its type, where that is to be larger than the rest
    layers: frozenset[str] = field(default_factory=lambda: at_first() - NOT_IN_FIGURES)
    curves: str = "loss"  # loss, error, proof or gap
    log: tuple[bool, bool] = (False, False)
    region: View | None = (
        None  # of the plane; None: around all points, none of them under the legend
    )
    cell: float = CELL_PX  # of the grid that the field is computed on
    options: tuple[tuple[str, str | float], ...] = ()  # what is chosen about the view
    models: str = (
        ALONE  # of a document that has several: the one, the lines of all, or a plane for each
    )
    held: View | None = (
        None  # what the panel under a hand shows: it stays while something is dragged in it
    )
