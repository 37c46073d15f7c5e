"""What Page Down will show: its title, and a picture of it that is made in the background."""

from collections.abc import Callable
from dataclasses import dataclass

from linlab.engine.document.document import Document
from linlab.engine.picture.palette import Palette
from linlab.engine.picture.shapes import Picture, View
from linlab.engine.train.trace import Trace
from linlab.engine.views.figure import Figure
from linlab.engine.views.snapshot import Snapshot
from linlab.engine.views.views import draw

CELL_PX = 4.0  # pixels to a cell of the field: the picture is small


@dataclass(frozen=True)
class NextStop:
    """What comes next: in words as far as they are known, and how to find the rest, which may
    take long."""

    title: str
    find: "Callable[[], FoundStop] | None" = None
    which: int = 0  # the model in hand
    here: bool = False  # whether it is a step of the open document
    key: object = None  # equal keys mean equal pictures


@dataclass(frozen=True)
class FoundStop:
    """A stop in words, and the document and the step to draw, if there is one."""

    title: str
    document: Document | None = None
    t: int = 0


@dataclass(frozen=True)
class SmallPicture:
    """How it is drawn."""

    width: float
    height: float
    palette: Palette
    layers: frozenset[str]
    region: View | None  # None: around all points


def drawn(stop: NextStop, how: SmallPicture) -> tuple[str, Picture | None]:
    """What the stop is in words, and the plane at that step. It may take long: the run is trained
    again."""
    assert stop.find is not None
    found = stop.find()
    document, t = found.document, found.t
    if document is None:
        return found.title, None
    which = min(stop.which, len(document.learners) - 1)
    figure = Figure(
        width=how.width,
        height=how.height,
        font=10.0,
        scale=0.8,
        legend=False,
        axes=False,
        layers=how.layers,
        region=how.region,
        cell=CELL_PX,
    )
    return found.title, draw(figure, Snapshot.of(Trace(document, which), t), how.palette)
