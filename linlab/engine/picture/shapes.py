"""The parts of a picture: lines, marks, areas, cells, shading and texts, in panels.

Lengths on the page (sizes, widths, fonts, frames) are in pixels of 1/96 inch, y downwards.
Coordinates of the items of a panel are in the panel's own units, y upwards; its view is mapped onto
its frame. Nothing here knows how it will be drawn.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np

from linlab.engine.ground.once import cached_property
from linlab.engine.ground.sanitise import sanitise

from .palette import LIGHT, Palette, mixed, rgb

BANDS, LEVELS = 6, 1024  # bands of the shading, and levels of strength
SOFT = 0.07  # the share of a band that blends into the next
CORNERS = ("top left", "top right", "bottom left", "bottom right")
ABOVE = "above"  # above the frame, where a legend hides nothing
CORE = 0.36  # width of a dot inside a mark
HEAD = 12.0  # length of an arrow's head


@dataclass(frozen=True)
class Pen:
    """How a line is drawn; dashes and gaps are lengths on the page."""

    colour: str
    width: float = 1.0
    dash: tuple[float, ...] = ()
    opacity: float = 1.0


@dataclass(frozen=True, eq=False)
class Lines:
    """Polylines, each (k, 2); `arrow` puts a head at the end of each."""

    name: str
    lines: tuple[Any, ...]
    pen: Pen
    arrow: bool = False


@dataclass(frozen=True, eq=False)
class Marks:
    """The same shape at many places (n, 2); `size` is its width on the page."""

    name: str
    symbol: str  # a key of symbols.OUTLINES
    places: Any
    size: float
    fill: str | None
    pen: Pen | None = None
    ids: Any = None  # (n,) of the points that they stand for, where they do, for pointing at them


@dataclass(frozen=True, eq=False)
class Areas:
    """Filled polygons, each (k, 2): bars, half-planes, faces of a solid."""

    name: str
    rings: tuple[Any, ...]
    fill: str | None
    pen: Pen | None = None
    opacity: float = 1.0  # of the fill
    ids: tuple[tuple[int, ...], ...] = ()  # of the points that each stands for, if any


@dataclass(frozen=True, eq=False)
class Cells:
    """A table of colours, each cell a rectangle of the same size: a matrix as an image."""

    name: str
    pixels: Any  # (ny, nx) 0xFFRRGGBB, uint32, the top row first
    extent: tuple[float, float, float, float]  # left, right, bottom, top
    ids: tuple[Any, Any] | None = (
        None  # of the points that the rows, from the top, and the columns stand for
    )

    def magnified(self, most: int = 1200) -> Any:
        """The same with several pixels per cell, so that its edges stay sharp when it is
        enlarged."""
        times = max(1, most // max(self.pixels.shape))
        return np.ascontiguousarray(self.pixels.repeat(times, axis=0).repeat(times, axis=1))

    def runs(self, most: int = 48) -> dict[int, list[tuple[float, float, float, float]]]:
        """The same as rectangles (left, right, bottom, top) by their colour: neighbouring cells of
        one colour are joined, and a table with more than `most` cells across or up is thinned
        evenly."""
        rows, columns = (
            np.unique(np.linspace(0, size - 1, min(size, most)).round().astype(int))
            for size in self.pixels.shape
        )
        pixels = self.pixels[np.ix_(rows, columns)]
        left, right, bottom, top = self.extent
        wide, high = (right - left) / len(columns), (top - bottom) / len(rows)
        out: dict[int, list[tuple[float, float, float, float]]] = {}
        for r, row in enumerate(pixels):
            cuts = [0, *(np.flatnonzero(np.diff(row)) + 1).tolist(), len(row)]
            for a, b in zip(cuts, cuts[1:], strict=False):
                box = (left + a * wide, left + b * wide, top - (r + 1) * high, top - r * high)
                out.setdefault(int(row[a]) & 0xFFFFFF, []).append(box)
        return out


@dataclass(frozen=True, eq=False)
class Label:
    """A text at a place, shifted by (dx, dy) on the page; `veil` is a background colour that sets
    it off."""

    text: str
    place: tuple[float, float]
    size: float
    colour: str
    anchor: str = "start"  # start, middle or end
    dx: float = 0.0
    dy: float = 0.0  # the text's middle line lies there
    bold: bool = False
    veil: str | None = None
    turned: bool = False  # by a quarter turn, reading upwards
    name: str = "words"

    def __post_init__(self) -> None:
        object.__setattr__(self, "text", sanitise(self.text))  # always one line


@dataclass(frozen=True, eq=False)
class Shading:
    """Which class wins where, and by how much: its colour, stronger with its lead, in soft bands
    over a base colour."""

    winner: Any  # (ny, nx) rows of `inks`, lowest y first
    strength: Any  # (ny, nx) from 0 to 1
    inks: tuple[str, ...]
    base: str
    most: float  # tint of the strongest band
    extent: tuple[
        float, float, float, float
    ]  # left, right, bottom, top of the image, half a cell beyond the grid
    least: float = 0.12  # tint of the palest band, as a share of that
    name: str = "regions"

    def ink(self, k: int, band: float) -> str:
        """The colour of class k in a band from 0 to 1."""
        return mixed(self.inks[k], self.base, self.most * (self.least + (1 - self.least) * band))

    @cached_property
    def pixels(self) -> Any:
        """0xFFRRGGBB of each cell, the top row first. (ny, nx) uint32"""
        level = (np.clip(self.strength, 0, 1) * (LEVELS - 1)).astype(np.intp)
        return np.ascontiguousarray(
            _inks(self.inks, self.base, self.most, self.least)[self.winner * LEVELS + level][::-1]
        )

    def finer(self) -> "Shading":
        """On a grid twice as fine: half-way between two points of one class the strength is their
        mean; between two classes the stronger leads by half the difference, so that the border
        stays where both are equal."""
        winner, strength = self.winner, self.strength
        for _ in range(2):  # the rows, then the columns
            a = strength[:-1]
            b = strength[1:]
            one = winner[:-1] == winner[1:]
            strength = _interleaved(strength, np.where(one, a + b, np.abs(a - b)) / 2).T
            winner = _interleaved(winner, np.where(a >= b, winner[:-1], winner[1:])).T
        (left, right, bottom, top), (ny, nx) = self.extent, self.strength.shape
        dx, dy = (right - left) / nx / 4, (top - bottom) / ny / 4
        return replace(
            self,
            winner=winner,
            strength=strength,
            extent=(left + dx, right - dx, bottom + dy, top - dy),
        )

    def bands(self) -> list[tuple[str, list[list[Any]]]]:
        """The same as areas: a colour and polygons, each an outline and its holes, in the panel's
        units."""
        import contourpy

        left, right, bottom, top = self.extent
        ny, nx = self.strength.shape
        xs = left + (np.arange(nx) + 0.5) * (right - left) / nx
        ys = bottom + (np.arange(ny) + 0.5) * (top - bottom) / ny
        out = []
        for k in range(len(self.inks)):
            if not (self.winner == k).any():
                continue
            own = np.where(self.winner == k, self.strength, -self.strength)
            generator = contourpy.contour_generator(
                xs, ys, own, name="serial", fill_type=contourpy.FillType.OuterOffset
            )
            for band in range(BANDS):
                low = band / BANDS
                high = (band + 1) / BANDS if band < BANDS - 1 else np.inf
                if (own > low).any():
                    found: Any = generator.filled(low, high)
                    areas = [
                        np.split(outline, offset[1:-1])
                        for outline, offset in zip(*found, strict=True)
                    ]
                    if areas:
                        out.append((self.ink(k, (band + 0.5) / BANDS), areas))
        return out


def _interleaved(rows: Any, between: Any) -> Any:
    """Rows and those between them, alternating."""
    out = np.empty((len(rows) + len(between), rows.shape[1]), rows.dtype)
    out[::2], out[1::2] = rows, between
    return out


@lru_cache(maxsize=8)
def _inks(inks: tuple[str, ...], base: str, most: float, least: float) -> Any:
    """The colours of all strengths of each class: flat in a band, with a soft edge. (levels ·
    classes,) uint32"""
    steps = np.arange(LEVELS) / (LEVELS - 1) * BANDS
    whole = np.floor(steps)
    band = (whole + np.clip((steps - whole - 1) / SOFT + 1, 0, 1)) / BANDS
    share = most * (least + (1 - least) * band)[:, None]
    ground = np.array(rgb(base))
    table = np.stack(
        [np.round(share * np.array(rgb(ink)) + (1 - share) * ground) for ink in inks]
    ).astype(np.uint32)
    return (0xFF000000 | table[..., 0] << 16 | table[..., 1] << 8 | table[..., 2]).ravel()


@dataclass(frozen=True, eq=False)
class Group:
    """Items that belong together under one name, such as the points of all classes."""

    name: str
    items: tuple["Item", ...]


Item = Lines | Marks | Areas | Cells | Label | Shading | Group


def _all(items: tuple[Item, ...]) -> Iterator[Item]:
    """Items and, after each group, those in it."""
    for item in items:
        yield item
        if isinstance(item, Group):
            yield from _all(item.items)


@dataclass(frozen=True, eq=False)
class Frame:
    """A rectangle on the page."""

    x: float
    y: float
    width: float
    height: float
    fill: str | None = None
    pen: Pen | None = None
    radius: float = 0.0


class View(NamedTuple):
    """The visible part of the panel's plane."""

    left: float
    bottom: float
    right: float
    top: float


@dataclass(frozen=True)
class Axis:
    """The ticks and their texts; on a logarithmic axis positions are logarithms."""

    ticks: tuple[tuple[float, str], ...]
    title: str = ""
    grid: bool = False


@dataclass(frozen=True)
class Entry:
    """A line of the legend: a mark or a piece of line, and a text."""

    text: str
    symbol: str | None = None
    fill: str | None = None
    pen: Pen | None = None
    core: str | None = None  # the colour of a dot inside the mark
    arrow: bool = False  # whether the piece of line has a head


@dataclass(frozen=True)
class SymbolBox:
    """Where a symbol of a formula is in a panel, for pointing at it; not drawn."""

    symbol: str
    left: float
    bottom: float
    right: float
    top: float


@dataclass(frozen=True, eq=False)
class Handle:
    """A mark that can be dragged: where it is, and the options of the view that a place gives."""

    place: tuple[float, float]
    choose: Callable[[float, float], Mapping[str, str | float]]
    holds: bool = False  # whether its panel shows the same part of the plane while it is dragged


@dataclass(frozen=True, eq=False)
class Panel:
    """A frame that shows a part of a plane, with its axes, title and legend."""

    frame: Frame
    view: View
    items: tuple[Item, ...]
    palette: Palette = LIGHT
    font: float = 12.0
    across: Axis | None = None
    up: Axis | None = None
    title: str = ""
    legend: tuple[Entry, ...] = ()
    legend_at: str = "top left"  # inside, in one of the CORNERS, or ABOVE
    scale: float = 1.0  # of lines and marks, and so of those in the legend
    legend_share: float = (
        1.0  # of the width that the legend may take, unless one of its lines needs more
    )
    symbols: tuple[SymbolBox, ...] = ()
    handles: tuple[Handle, ...] = ()

    def named(self, name: str) -> list[Any]:
        """The items of that name, including those in groups."""
        return [item for item in _all(self.items) if getattr(item, "name", "") == name]

    def to_page(self, places: Any) -> Any:
        """Places on the page. (n, 2)"""
        places = np.asarray(places, float).reshape(-1, 2)
        view, frame = self.view, self.frame
        kx, ky = frame.width / (view.right - view.left), frame.height / (view.top - view.bottom)
        out = places - (view.left, view.top)
        out *= (kx, -ky)
        out += (frame.x, frame.y)
        return out

    def from_page(self, x: float, y: float) -> tuple[float, float]:
        """The place in the panel's units of one on the page."""
        view, frame = self.view, self.frame
        return (
            view.left + (x - frame.x) * (view.right - view.left) / frame.width,
            view.top - (y - frame.y) * (view.top - view.bottom) / frame.height,
        )


@dataclass(frozen=True, eq=False)
class Picture:
    """Panels on a page, and words beside them (places of `notes` are on the page). `latex` is what
    a LaTeX file has in the place of the drawing, where the view is a text; `about` tells what is
    shown."""

    width: float
    height: float
    background: str
    panels: tuple[Panel, ...]
    notes: tuple[Label, ...] = field(default=())
    latex: Callable[[], str] | None = field(default=None, compare=False)
    about: Callable[[], str] | None = field(default=None, compare=False)

    @property
    def in_words(self) -> str:
        """What it shows, for those who do not see it; empty if it is not described."""
        return self.about() if self.about is not None else ""
