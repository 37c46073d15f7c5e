"""Pictures as JSON: what the page's script draws.

Each distinct item is stored once, and a picture is the list of the numbers of its items; a frame
says only what changed since the frame before. Places are whole quarters of a pixel, each relative to
the one before. A colour is the number of a pair, one for light and one for dark pages, so a picture
is drawn in both palettes and stored once. Shading and cells are numbers of colours (`images`). An
item that only one palette draws has no colour in the other.

An item is a list whose first entry is its kind:

    ["r", x, y, width, height, fill, pen, radius]                    a rectangle
    ["l", pen, lines]                                                polylines
    ["a", fill, pen, opacity, rings]                                 areas
    ["m", symbol, size, fill, pen, places, ids]                      marks
    ["t", text, x, y, size, colour, anchor, bold, veil, turned]      a text
    ["i", x, y, width, height, image, palette, smooth, names]        an image
    ["c", x, y, width, height], ["u"]                                clip to a rectangle, and no more

−1 stands for no colour, no pen and no names.
"""

import json
from typing import Any

import numpy as np

from linlab.engine.export.figures.polyline import (
    around_frame,
    arrow,
    clipped,
    cut_area,
    placed_on_page,
    thinned,
)
from linlab.engine.ground.errors import LinlabError
from linlab.engine.picture.axes_and_legend import axes_and_legend
from linlab.engine.picture.shapes import (
    BANDS,
    SOFT,
    Areas,
    Cells,
    Frame,
    Group,
    Label,
    Lines,
    Marks,
    Panel,
    Pen,
    Picture,
    Shading,
)
from linlab.engine.picture.symbols import OUTLINES

from .images import Images, few_colours
from .pairing import paired
from .value_table import ValueTable

QUARTER = 4  # places per pixel
THINNING_PX = 0.1  # pixels that a thinned line may be away from the line
ANCHORS = ("start", "middle", "end")
NONE = -1


class Packing:
    """Collects the items of many pictures."""

    def __init__(self) -> None:
        self.colours = ValueTable()
        self.pens = ValueTable()
        self.items = ValueTable()
        self.palettes = ValueTable()
        self.names = ValueTable()
        self.symbols: dict[str, Any] = {}
        self.images = Images()

    def picture(self, light: Picture, dark: Picture, names: tuple[str, ...]) -> list[int]:
        """The items of a picture in both palettes; `names` are those of the classes that a shading
        has in the order of its inks."""
        page, night = (
            Frame(0, 0, each.width, each.height, each.background) for each in (light, dark)
        )
        out = self._frame(page, night)
        for a, b in zip(light.panels, dark.panels, strict=True):
            beneath, above = axes_and_legend(a)
            night_beneath, night_above = axes_and_legend(b)
            out += self._items(beneath, night_beneath, None, ())
            out += self._number("c", *_box(a.frame))
            out += self._items(a.items, b.items, a, names)
            out += self._number("u")
            out += self._items(above, night_above, None, ())
        return out + self._items(light.notes, dark.notes, None, ())

    def to_json(self) -> dict[str, Any]:
        return {
            "colours": self.colours.values,
            "pens": self.pens.values,
            "symbols": self.symbols,
            "palettes": self.palettes.values,
            "names": self.names.values,
            "images": self.images.records,
            "items": self.items.values,
        }

    def _items(
        self, light: Any, dark: Any, panel: Panel | None, names: tuple[str, ...]
    ) -> list[int]:
        return [number for a, b in paired(light, dark) for number in self._item(a, b, panel, names)]

    def _item(self, a: Any, b: Any, panel: Panel | None, names: tuple[str, ...]) -> list[int]:
        """An item in both palettes; None where it is only in the other."""
        one = a if a is not None else b
        match one:
            case Frame():
                return self._frame(a, b)
            case Lines():
                return self._lines(one, a, b, panel)
            case Marks():
                return self._marks(one, a, b, panel)
            case Areas():
                return self._areas(one, a, b, panel)
            case Label():
                return self._label(one, a, b, panel)
            case Shading():
                return self._shading(a or b, b or a, panel, names)
            case Cells():
                return self._cells(a or b, b or a, panel)
            case Group():
                light, dark = (each.items if each is not None else () for each in (a, b))
                return self._items(light, dark, panel, names)
        raise LinlabError(f"A web page cannot show {type(one).__name__}.")

    def _number(self, *item: Any) -> list[int]:
        return [self.items.of(list(item))]

    def _colour(self, a: str | None, b: str | None) -> int:
        """The number of a colour on light and on dark pages; None where nothing is drawn."""
        return NONE if a is None and b is None else self.colours.of([a, b])

    def _ink(self, field: str, a: Any, b: Any) -> int:
        return self._colour(getattr(a, field, None), getattr(b, field, None))

    def _pen(self, a: Any, b: Any) -> int:
        """The number of the pen of an item in both palettes."""
        light: Pen | None = getattr(a, "pen", None)
        dark: Pen | None = getattr(b, "pen", None)
        pen = light or dark
        if pen is None:
            return NONE
        dash = [_short(each) for each in pen.dash]
        colour = self._ink("colour", light, dark)
        return self.pens.of([colour, _short(pen.width), dash, _short(pen.opacity)])

    def _frame(self, a: Frame, b: Frame) -> list[int]:
        one = a or b
        fill, pen = self._ink("fill", a, b), self._pen(a, b)
        return self._number("r", *_box(one), fill, pen, _short(one.radius))

    def _lines(self, one: Lines, a: Any, b: Any, panel: Panel | None) -> list[int]:
        lines = []
        heads = []
        for line in one.lines:
            places = placed_on_page(line, panel)
            if one.arrow:
                parts = arrow(places, 1.0 if panel is None else panel.scale)
                if parts is None:
                    continue
                places, head = parts
                heads.append(_steps(head))
            room = None if panel is None else around_frame(panel, one.pen.width)
            pieces = [places] if room is None else clipped(places, *room)
            lines += [_steps(thinned(piece, THINNING_PX)) for piece in pieces if len(piece) > 1]
        pen = self._pen(a, b)
        out = self._number("l", pen, lines) if lines else []
        if heads:
            out += self._number("a", self.pens.values[pen][0], NONE, 1, heads)
        return out

    def _marks(self, one: Marks, a: Any, b: Any, panel: Panel | None) -> list[int]:
        places = placed_on_page(one.places, panel)
        ids = None if one.ids is None else np.asarray(one.ids)
        if panel is not None:
            beyond = one.size + (one.pen.width if one.pen else 0.0)
            low, high = around_frame(panel, beyond)
            seen = ((places > low) & (places < high)).all(axis=1)
            places = places[seen]
            ids = None if ids is None else ids[seen]
        if not len(places):
            return []
        outline = OUTLINES[one.symbol]
        self.symbols[one.symbol] = None if outline is None else np.round(outline, 3).tolist()
        look = [_short(one.size), self._ink("fill", a, b), self._pen(a, b)]
        known = 0 if ids is None else [int(each) for each in ids]
        return self._number("m", one.symbol, *look, _steps(places), known)

    def _areas(self, one: Areas, a: Any, b: Any, panel: Panel | None) -> list[int]:
        rings = [placed_on_page(ring, panel) for ring in one.rings]
        if panel is not None:
            room = around_frame(panel, one.pen.width if one.pen else 0.0)
            rings = [cut_area(ring, *room) for ring in rings]
        shown = [_steps(ring) for ring in rings if len(ring) > 2]
        look = [self._ink("fill", a, b), self._pen(a, b), _short(one.opacity)]
        return self._number("a", *look, shown) if shown else []

    def _label(self, one: Label, a: Any, b: Any, panel: Panel | None) -> list[int]:
        x, y = (placed_on_page(one.place, panel)[0] + (one.dx, one.dy)).tolist()
        colour, veil = self._ink("colour", a, b), self._ink("veil", a, b)
        where = [_short(x), _short(y), _short(one.size), colour, ANCHORS.index(one.anchor)]
        return self._number("t", one.text, *where, int(one.bold), veil, int(one.turned))

    def _shading(
        self, a: Shading, b: Shading, panel: Panel | None, names: tuple[str, ...]
    ) -> list[int]:
        bands = BANDS + 1
        strength = np.floor(np.clip(a.strength, 0, 1) * BANDS + SOFT / 2).astype(np.uint8)
        cells = (a.winner * bands + strength).astype(np.uint8)[::-1]
        colours = [
            self._colour(a.ink(k, band / BANDS), b.ink(k, band / BANDS))
            for k in range(len(a.inks))
            for band in range(bands)
        ]
        naming = self.names.of([bands, *names])
        return self._image(cells, a.extent, panel, colours, smooth=1, names=naming)

    def _cells(self, a: Cells, b: Cells, panel: Panel | None) -> list[int]:
        pair = a.pixels.astype(np.uint64) << np.uint64(32) | b.pixels.astype(np.uint64)
        found, cells = few_colours(pair)
        colours = [
            self._colour(_hex(int(each) >> 32), _hex(int(each) & 0xFFFFFFFF)) for each in found
        ]
        numbers = cells.astype(np.uint8).reshape(a.pixels.shape)
        return self._image(numbers, a.extent, panel, colours, smooth=0, names=NONE)

    def _image(
        self,
        cells: Any,
        extent: tuple[float, float, float, float],
        panel: Panel | None,
        colours: list[int],
        smooth: int,
        names: int,
    ) -> list[int]:
        left, right, bottom, top = extent
        (x, y), (end, foot) = placed_on_page([(left, top), (right, bottom)], panel).tolist()
        where = [_short(x), _short(y), _short(end - x), _short(foot - y)]
        image = self.images.of(np.ascontiguousarray(cells))
        return self._number("i", *where, image, self.palettes.of(colours), smooth, names)


def _steps(places: Any) -> list[int]:
    """Places in quarters of a pixel: the first, then the way to each next one; a line stays where
    it was if a step has no length."""
    whole = np.round(np.asarray(places, float) * QUARTER).astype(np.int64)
    ways = np.diff(whole, axis=0, prepend=np.zeros((1, 2), np.int64))
    return ways.ravel().tolist()


def _hex(pixel: int) -> str:
    return f"#{pixel & 0xFFFFFF:06X}"


def _box(frame: Frame) -> list[float]:
    return [_short(each) for each in (frame.x, frame.y, frame.width, frame.height)]


def _short(value: float) -> float:
    """Two decimals, and a whole number without any."""
    rounded = round(float(value), 2)
    return int(rounded) if rounded == int(rounded) else rounded


def written(data: Any) -> str:
    """JSON without spaces."""
    return json.dumps(data, ensure_ascii=False, separators=(",", ":"), allow_nan=False)
