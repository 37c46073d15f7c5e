"""The items of a panel as PGFPlots commands, in the panel's own units."""

import math
from typing import Any

import numpy as np

from linlab.engine.picture.shapes import (
    HEAD,
    Areas,
    Cells,
    Item,
    Label,
    Lines,
    Marks,
    Panel,
    Pen,
    Shading,
)
from linlab.engine.picture.symbols import OUTLINES
from linlab.engine.words.listing.tex import tex

from .polyline import SPREAD, clipped, cut_area, thinned

BASELINE = 0.36  # baseline below the middle of a text, in font sizes
VEIL = 0.8
FINE, COARSE = (
    0.1,
    0.8,
)  # how far a thinned line may be from the line, on the page; more only where there are
MOST_CORNERS = 300  # corners

# The marks of PGF, and the sizes at which they look like ours; the others are declared.
_NATIVE = {
    "disc": ("*", "o", 0.5),
    "square": ("square*", "square", 0.46),
    "up": ("triangle*", "triangle", 0.6),
    "down": ("triangle*", "triangle", 0.6),
    "diamond": ("diamond*", "diamond", 0.56),
    "pentagon": ("pentagon*", "pentagon", 0.54),
}
_TURNED = {"down": "rotate=180", "diamond": "xscale=1.333"}
_ANCHORS = {"start": "base west", "middle": "base", "end": "base east"}


def item_code(item: Item, panel: Panel) -> list[str]:
    """The lines of code that draw an item inside the axis of its panel."""
    if isinstance(item, Label):
        return [node(item, "axis cs:" + corners(panel, panel.to_page(item.place))[0][1:-1])]
    if isinstance(item, Shading):
        return _shading(item, panel)
    if isinstance(item, Lines):
        return [f"% {_plain(item.name)}", *_lines(item, panel)]
    if isinstance(item, Marks):
        return [f"% {_plain(item.name)}", *_marks(item, panel)]
    if isinstance(item, Areas):
        return [f"% {_plain(item.name)}", *_areas(item, panel)]
    if isinstance(item, Cells):
        return [f"% {_plain(item.name)}", *_cells(item, panel)]
    return [
        f"% {_plain(item.name)}:",
        *(line for each in item.items for line in item_code(each, panel)),
    ]


def length(pixels: float) -> str:
    """A length on the page: a pixel is ¾ bp.

    >>> length(12)
    '9bp'
    """
    return f"{number(0.75 * pixels, 3)}bp"


def number(value: float, decimals: int) -> str:
    text = f"{value:.{decimals}f}"
    text = text.rstrip("0").rstrip(".") if "." in text else text
    return "0" if text == "-0" else text


def colour(hexadecimal: str) -> str:
    """The name of a colour.

    >>> colour("#D55E00")
    'cD55E00'
    """
    return "c" + hexadecimal[1:].upper()


def font(size: float, bold: bool = False) -> str:
    return f"\\fontsize{{{length(size)}}}{{{length(1.2 * size)}}}\\selectfont" + (
        "\\bfseries" if bold else ""
    )


def pen_code(pen: Pen) -> str:
    dash = pen.dash if len(pen.dash) % 2 == 0 else pen.dash * 2
    pattern = " ".join(f"{'off' if k % 2 else 'on'} {length(d)}" for k, d in enumerate(dash))
    faint = f", draw opacity={number(pen.opacity, 3)}" if pen.opacity < 1 else ""
    return (
        f"draw={colour(pen.colour)}, line width={length(pen.width)}"
        + (f", dash pattern={pattern}" if dash else "")
        + faint
    )


def mark_code(symbol: str, size: float, fill: str | None, pen: Pen | None) -> str:
    """The options of marks; without a pen the fill's own colour draws a line of no width."""
    filled, hollow, radius = _NATIVE.get(symbol, (f"linlab-{symbol}*", f"linlab-{symbol}", 1.0))
    options = [_TURNED[symbol]] if symbol in _TURNED else []
    if fill is not None:
        options.append(f"fill={colour(fill)}")
    if pen is not None:
        options.append("solid, line join=round, " + pen_code(pen))
    elif fill is not None:
        options.append(f"draw={colour(fill)}, line width=0pt")
    else:
        options.append("draw opacity=0")
    mark = hollow if fill is None else filled
    return f"mark={mark}, mark size={length(radius * size)}, mark options={{{', '.join(options)}}}"


def declared(symbol: str, hollow: bool) -> str:
    """The definition of a mark that PGF does not have."""
    places = [
        f"\\pgfpoint{{{number(x, 4)}\\pgfplotmarksize}}{{{number(-y, 4)}\\pgfplotmarksize}}"
        for x, y in OUTLINES[symbol]
    ]
    path = f"\\pgfpathmoveto{{{places[0]}}}" + "".join(
        f"\\pgfpathlineto{{{place}}}" for place in places[1:]
    )
    use = "\\pgfusepathqstroke" if hollow else "\\pgfusepathqfillstroke"
    return f"\\pgfdeclareplotmark{{linlab-{symbol}{'' if hollow else '*'}}}{{{path}\\pgfpathclose{use}}}"


def node(item: Label, place: str) -> str:
    """A text at a place, with the same baseline as in every other format."""
    air = 0.3 * item.size if item.veil is not None else 0.0
    along, down = item.dx, item.dy
    inwards = {"start": -air, "middle": 0.0, "end": air}[item.anchor]
    if item.turned:
        along = along + BASELINE * item.size
        down = down - inwards
    else:
        along = along + inwards
        down = down + BASELINE * item.size
    veil = (
        f", fill={colour(item.veil)}, fill opacity={VEIL}, text opacity=1, rounded corners=2bp"
        if item.veil
        else ""
    )
    return (
        f"\\node[anchor={_ANCHORS[item.anchor]}, xshift={length(along)}, yshift={length(-down)}, "
        f"inner xsep={length(air)}, inner ysep={length(air)}, outer sep=0pt, text height={length(0.74 * item.size)}, "
        f"text depth={length(0.22 * item.size)}, text={colour(item.colour)}, font={{{font(item.size, item.bold)}}}"
        f"{', rotate=90' if item.turned else ''}{veil}] at ({place}) {{{tex(item.text)}}};"
    )


def corners(panel: Panel, page: Any) -> list[str]:
    """Points in the panel's units, as exact as is visible: “(x,y)”."""
    view, frame = panel.view, panel.frame
    kx, ky = (view.right - view.left) / frame.width, (view.top - view.bottom) / frame.height
    dx, dy = decimals(kx), decimals(ky)
    xs = view.left + (page[:, 0] - frame.x) * kx
    ys = view.top - (page[:, 1] - frame.y) * ky
    return [
        f"({number(x, dx)},{number(y, dy)})" for x, y in zip(xs.tolist(), ys.tolist(), strict=True)
    ]


def decimals(per_pixel: float) -> int:
    """The number of decimals for a fiftieth of a pixel."""
    return min(max(0, math.ceil(-math.log10(per_pixel / 50))), 15)


def _lines(item: Lines, panel: Panel) -> list[str]:
    frame = panel.frame
    beyond = item.pen.width
    low = frame.x - beyond, frame.y - beyond
    high = frame.x + frame.width + beyond, frame.y + frame.height + beyond
    out = []
    for line in item.lines:
        places = panel.to_page(line)
        if item.arrow and (len(places) < 2 or np.hypot(*(places[-1] - places[-2])) < 1e-9):
            continue
        for piece in clipped(places, low, high):
            ends = item.arrow and bool(np.array_equal(piece[-1], places[-1]))
            out.append(
                f"\\addplot[mark=none, {pen_code(item.pen)}, line join=round{_head(piece, panel) if ends else ''}] "
                f"coordinates {{{' '.join(corners(panel, _few(piece)))}}};"
            )
    return out


def _head(piece: Any, panel: Panel) -> str:
    long = min(HEAD * panel.scale, float(np.hypot(*(piece[-1] - piece[-2]))))
    return f", -{{Triangle[length={length(long)}, width={length(2 * SPREAD * long)}]}}"


def _marks(item: Marks, panel: Panel) -> list[str]:
    frame, beyond = panel.frame, item.size
    places = panel.to_page(item.places)
    low = frame.x - beyond, frame.y - beyond
    high = frame.x + frame.width + beyond, frame.y + frame.height + beyond
    places = places[((places > low) & (places < high)).all(axis=1)]
    if not len(places):
        return []
    code = mark_code(item.symbol, item.size, item.fill, item.pen)
    return [f"\\addplot[only marks, {code}] coordinates {{{' '.join(corners(panel, places))}}};"]


def _shading(item: Shading, panel: Panel) -> list[str]:
    """An area for each class and band; a thin line of the same colour closes the seams between
    them."""
    out = ["% shading"]
    for ink, areas in item.bands():
        for area in areas:
            rings = [_few(panel.to_page(ring)) for ring in area]
            paths = [
                " -- ".join(f"(axis cs:{c[1:-1]})" for c in corners(panel, ring[:-1]))
                for ring in rings
                if len(ring) > 3
            ]
            if paths and len(rings[0]) > 3:
                look = f"fill={colour(ink)}, draw={colour(ink)}, line width=0.3bp, line join=round, even odd rule"
                out.append(f"\\path[{look}] {' '.join(path + ' -- cycle' for path in paths)};")
    return out


def _areas(item: Areas, panel: Panel) -> list[str]:
    frame = panel.frame
    low = (frame.x, frame.y)
    high = (frame.x + frame.width, frame.y + frame.height)
    look = ", ".join(
        [
            *([f"fill={colour(item.fill)}"] if item.fill is not None else []),
            *([f"fill opacity={number(item.opacity, 3)}"] if item.opacity < 1 else []),
            *([pen_code(item.pen)] if item.pen is not None else []),
            "line join=round",
        ]
    )
    rings = [cut_area(panel.to_page(ring), low, high) for ring in item.rings]
    paths = [
        " -- ".join(f"(axis cs:{c[1:-1]})" for c in corners(panel, _few(ring)))
        for ring in rings
        if len(ring) > 2
    ]
    return [f"\\path[{look}] {path} -- cycle;" for path in paths]


def _cells(item: Cells, panel: Panel) -> list[str]:
    """Rectangles of one colour are one path, which is faster in TeX."""
    out = []
    for ink, boxes in item.runs().items():
        fill = colour(f"#{ink:06X}")
        paths = []
        for left, right, bottom, top in boxes:
            a, b = (c[1:-1] for c in corners(panel, panel.to_page([(left, bottom), (right, top)])))
            paths.append(f"(axis cs:{a}) rectangle (axis cs:{b})")
        out.append(f"\\path[fill={fill}, draw={fill}, line width=0.1bp] {' '.join(paths)};")
    return out


def _few(line: Any) -> Any:
    """A line with few corners, which is faster in TeX."""
    tolerance = FINE
    thin = thinned(line, tolerance)
    while len(thin) > MOST_CORNERS and tolerance < COARSE:
        tolerance *= 2
        thin = thinned(line, tolerance)
    return thin


def _plain(name: str) -> str:
    """A name in a comment."""
    return "".join(c if " " <= c <= "~" else "?" for c in name)
