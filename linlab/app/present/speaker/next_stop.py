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
    """What comes next: in words, and the document and the step to draw, if they are known.
    `read` reads a document that is not open yet."""

    title: str
    document: Document | None = None
    t: int = 0
    which: int = 0  # the model in hand
    read: Callable[[], tuple[Document, int]] | None = None
    key: object = None  # equal keys mean equal pictures

    @property
    def drawable(self) -> bool:
        return self.document is not None or self.read is not None


@dataclass(frozen=True)
class SmallPicture:
    """How it is drawn."""

    width: float
    height: float
    palette: Palette
    layers: frozenset[str]
    region: View | None  # None: around all points


def picture_of(stop: NextStop, how: SmallPicture) -> Picture:
    """The plane at that step. It may take long: the run is trained again."""
    document, t = (stop.document, stop.t) if stop.read is None else stop.read()
    assert document is not None
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
    return draw(figure, Snapshot.of(Trace(document, which), t), how.palette)
