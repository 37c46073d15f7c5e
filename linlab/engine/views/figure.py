"""A figure to take away, as a value: what it shows and how, and the moment of a run that it
shows."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from linlab.engine.data.dataset import FEATURES
from linlab.engine.data.points import Points
from linlab.engine.ground.arrays import Floats
from linlab.engine.ground.once import cached_property
from linlab.engine.picture.fellows import ALONE, fellows_of
from linlab.engine.picture.layers import at_first
from linlab.engine.picture.scene import Fellow
from linlab.engine.picture.shapes import Panel, View
from linlab.engine.train.models import Model
from linlab.engine.train.state import Step
from linlab.engine.train.trace import Trace

NOT_IN_FIGURES = frozenset(
    {"example"}
)  # layers that are off until they are asked for: its label is for the one who steps
FINE = 2.0  # pixels to a cell of the grid: a figure is looked at more closely than a screen


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
    caption: bool = False  # the update, and its sentence, under the picture
    caption_font: float = 0.0  # its type, where that is to be larger than the rest
    layers: frozenset[str] = field(default_factory=lambda: at_first() - NOT_IN_FIGURES)
    curves: str = "loss"  # loss, error, proof or gap
    log: tuple[bool, bool] = (False, False)
    region: View | None = (
        None  # of the plane; None: around all points, none of them under the legend
    )
    cell: float = FINE  # of the grid that the field is computed on
    options: tuple[tuple[str, str | float], ...] = ()  # what is chosen about the view
    models: str = (
        ALONE  # of a document that has several: the one, the lines of all, or a plane for each
    )
    held: View | None = (
        None  # what the panel under a hand shows: it stays while something is dragged in it
    )


@dataclass(frozen=True, eq=False)
class Moment:
    """A run after t updates: what there is to draw."""

    points: Points
    parts: Any
    model: Model | None
    step: Step | None
    t: int
    trace: Trace | None
    optimum: Any = None
    values: tuple[Any, Mapping[str, Any]] | None = (
        None  # the curves, where they have been measured already
    )
    features: tuple[str, str] = FEATURES  # what the coordinates of the points are called
    lines: int = 1  # of the caption that there is room for at least: in a film nothing jumps
    cursor: tuple[float, float] | None = None  # the place of the plane that is asked about
    pointed: int | None = None  # the id of the point that is pointed at
    selection: frozenset[int] = frozenset()  # ids
    before: Panel | None = (
        None  # of the plane, in a film the frame before: words stay where they are
    )
    found: Any = None  # what the view's work found, where it has some and that is done
    fellows: tuple[Fellow, ...] = ()  # all models of the document, where it has several
    said: Floats | None = None  # the scores of the points, where they have been asked for already
    waiting: str = ""  # why there is no model yet, in words

    @cached_property
    def scores(self) -> Floats:
        """Of every point. (n, rows)"""
        assert self.model is not None
        return self.model.scores(self.points.x) if self.said is None else self.said

    @classmethod
    def of(
        cls, trace: Trace, t: int, optimum: Any = None, values: Any = None, lines: int = 1
    ) -> "Moment":
        t = trace.at(t).t
        points = trace.document.points_at(t)
        return cls(
            points,
            trace.document.parts_of(points),
            trace.model(t),
            trace.step(t) if t else None,
            t,
            trace,
            optimum,
            values,
            trace.document.features,
            lines,
            fellows=fellows_of(trace, t),
        )
