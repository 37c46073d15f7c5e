"""A run drawn in a notebook: into the axes of matplotlib if that is installed, else as SVG."""

from dataclasses import dataclass, replace
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

from linlab.engine.export.figures.svg import svg
from linlab.engine.picture.shapes import Picture
from linlab.engine.train.moment import Moment
from linlab.engine.views.asking import drawn
from linlab.engine.views.figure import Figure
from linlab.engine.views.snapshot import Snapshot

if TYPE_CHECKING:
    from linlab.engine.ground.writing import PathLike


@dataclass(frozen=True, eq=False)
class Drawing:
    """A picture that a notebook shows by itself."""

    picture: Picture

    def __repr__(self) -> str:
        return f"Drawing({self.picture.width:g} × {self.picture.height:g})"

    def _repr_svg_(self) -> str:
        return svg(self.picture)

    def save(self, path: "PathLike") -> None:
        """Write it as .svg, .tex, .pdf or .png."""
        from linlab.app.export.figures import write_figure

        write_figure(self.picture, path)


def picture_of(moment: Moment, figure: Figure) -> Picture:
    """The picture of a run."""
    optimum = None
    if "optimum" in figure.layers or figure.curves == "gap":
        from linlab.engine.optimum.exact import optimum as exact

        optimum = exact(moment.problem)
    found: Picture = drawn(figure, Snapshot.of(moment.trace, moment.t, optimum))
    return found


def plot(moment: Moment, figure: Figure, ax: Any = None) -> Any:
    """A figure of a run in axes of matplotlib, which are returned; a Drawing without
    matplotlib. In axes that are given it is as large as they are."""
    if ax is None and find_spec("matplotlib") is None:
        return Drawing(picture_of(moment, figure))
    from .axes import draw_in, size_of

    if ax is not None:
        width, height = size_of(ax)
        figure = replace(figure, width=width, height=height)
    return draw_in(picture_of(moment, figure), ax)
