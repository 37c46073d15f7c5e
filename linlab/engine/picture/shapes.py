"""What a picture is made of: lines, marks, areas, cells, shading and words, in panels.

Lengths on the page (sizes, widths, fonts, frames) are in pixels of 1/96 inch, y downwards. Places
of the items of a panel are in the panel's own units, y upwards; its view is mapped onto its frame.
Nothing here knows how it will be drawn.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np

from linlab.engine.ground.harmless import harmless
from linlab.engine.ground.once import cached_property

from .palette import LIGHT, Palette, mixed, rgb

BANDS, LEVELS = 6, 1024  # steps of the shading, and in how many the strength is told apart
SOFT = 0.07  # how much of a band is the way to the next
CORNERS = ("top left", "top right", "bottom left", "bottom right")
ABOVE = "above"  # the frame, where a legend hides nothing
CORE = 0.36  # how wide a dot inside a mark is
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
    ids: Any = None  # (n,) of the points that they stand for, where they do: whoever points at one is told which


@dataclass(frozen=True, eq=False)
class Areas:
    """Filled polygons, each (k, 2): bars, half-planes, faces of a solid."""

    name: str
    rings: tuple[Any, ...]
    fill: str | None
    pen: Pen | None = None
    opacity: float = 1.0  # of the fill
    ids: tuple[tuple[int, ...], ...] = ()  # of the points that each stands for, where they do


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
        """The same with several pixels to a cell, so that nobody who draws it larger makes its
        edges soft."""
        times = max(1, most // max(self.pixels.shape))
        return np.ascontiguousarray(self.pixels.repeat(times, axis=0).repeat(times, axis=1))

    def runs(self, most: int = 48) -> dict[int, list[tuple[float, float, float, float]]]:
        """The same as rectangles (left, right, bottom, top) by their colour: cells of one colour
        beside each other are one, and of a table of more than `most` cells across or up only so
        many are taken, evenly."""
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
    """Words at a place, moved by (dx, dy) on the page; `veil` is a colour to set them off from what
    is beneath."""

    text: str
    place: tuple[float, float]
    size: float
    colour: str
    anchor: str = "start"  # start, middle or end
    dx: float = 0.0
    dy: float = 0.0  # the text's middle line lies there
    bold: bool = False
    veil: str | None = None
    turned: bool = False  # by a quarter, reading upwards
    name: str = "words"

    def __post_init__(self) -> None:
        object.__setattr__(self, "text", harmless(self.text))  # on one line, whoever wrote it


@dataclass(frozen=True, eq=False)
class Shading:
    """Who wins where, and by how much: the winner's colour, stronger with its lead, in soft bands
    over a base colour."""

    winner: Any  # (ny, nx) rows of `inks`, lowest y first
    strength: Any  # (ny, nx) from 0 to 1
    inks: tuple[str, ...]
    base: str
    most: float  # how much ink the strongest band has
    extent: tuple[
        float, float, float, float
    ]  # left, right, bottom, top of the image, half a cell beyond the grid
    least: float = 0.12  # how much of that the palest has
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
        """On a grid twice as fine: halfway between two places of a class its strength is their
        mean, and between those of two the stronger is ahead by half of what it is stronger, so that
        a border stays where the two are even."""
        winner, strength = self.winner, self.strength
        for _ in range(2):  # the rows, then the columns
            a, b, one = strength[:-1], strength[1:], winner[:-1] == winner[1:]
            strength = _woven(strength, np.where(one, a + b, np.abs(a - b)) / 2).T
            winner = _woven(winner, np.where(a >= b, winner[:-1], winner[1:])).T
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
                low, high = band / BANDS, (band + 1) / BANDS if band < BANDS - 1 else np.inf
                if (own > low).any():
                    found: Any = generator.filled(low, high)
                    areas = [
                        np.split(outline, offset[1:-1])
                        for outline, offset in zip(*found, strict=True)
                    ]
                    if areas:
                        out.append((self.ink(k, (band + 0.5) / BANDS), areas))
        return out


def _woven(rows: Any, between: Any) -> Any:
    """Rows and those between them, by turns."""
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
    """Items that belong together and have a name in common, as the points of all classes do."""

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
    """The part of the panel's plane that is seen."""

    left: float
    bottom: float
    right: float
    top: float


@dataclass(frozen=True)
class Axis:
    """Where there are ticks and what they say; on a logarithmic axis places are logarithms."""

    ticks: tuple[tuple[float, str], ...]
    title: str = ""
    grid: bool = False


@dataclass(frozen=True)
class Entry:
    """A line of the legend: a mark or a piece of line, and words."""

    text: str
    symbol: str | None = None
    fill: str | None = None
    pen: Pen | None = None
    core: str | None = None  # the colour of a dot inside the mark
    arrow: bool = False  # whether the piece of line has a head


@dataclass(frozen=True, eq=False)
class Panel:
    """A frame through which a part of a plane is seen, with its axes, title and legend."""

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

    def named(self, name: str) -> list[Any]:
        """The items of that name, those in groups too."""
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
    """Panels on a page, and words beside them (places of `notes` are on the page)."""

    width: float
    height: float
    background: str
    panels: tuple[Panel, ...]
    notes: tuple[Label, ...] = field(default=())
