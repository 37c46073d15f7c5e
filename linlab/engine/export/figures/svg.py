"""A picture as SVG 1.1: true paths, real text and an id for every layer.

Browsers, Inkscape, rsvg and Qt draw it alike, because it uses only what all of them support: a
circle or a path for each mark, text centred by its baseline, lines clipped to their panel (Qt does
not support clip-path).
"""

import base64
import io
import re
from collections.abc import Callable
from typing import Any
from xml.sax.saxutils import escape

import numpy as np

from linlab.engine.ground.sanitise import sanitise
from linlab.engine.picture.axes_and_legend import Piece, axes_and_legend
from linlab.engine.picture.metrics import text_width
from linlab.engine.picture.shapes import (
    Areas,
    Cells,
    Frame,
    Item,
    Label,
    Lines,
    Marks,
    Panel,
    Pen,
    Picture,
    Shading,
)
from linlab.engine.picture.symbols import OUTLINES

from .polyline import around_frame, arrow, clipped, cut_area, placed_on_page, thinned

FONTS = "Inter, Helvetica, Arial, sans-serif"
BASELINE = 0.36  # baseline below the middle of a text, in font sizes
VEIL = 0.8  # opacity of a label's background
THINNING = 0.02  # how far a thinned line may be from the line, on the page

Named = Callable[[str], str]


def svg(picture: Picture, apart: str = "") -> str:
    """The picture as a file; `apart` makes its ids different from those of other pictures on one
    page.

    >>> svg(Picture(40, 30, "#FFFFFF", ())).splitlines()[-2]
    '<rect x="0" y="0" width="40" height="30" fill="#FFFFFF"/>'
    """
    named = _names(apart)
    width, height = _number(picture.width), _number(picture.height)
    title, desc, words = named("title"), named("desc"), picture.in_words
    titles = [panel.title for panel in picture.panels if panel.title]
    out = [
        '<?xml version="1.0" encoding="UTF-8"?>',
        '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" version="1.1" '
        f'width="{width}px" height="{height}px" viewBox="0 0 {width} {height}" '
        f'role="img" aria-labelledby="{title}{f" {desc}" if words else ""}">',
        f'<title id="{title}">{_text(" · ".join(titles) or "linlab")}</title>',
        *([f'<desc id="{desc}">{_text(words)}</desc>'] if words else ()),
        _frame(Frame(0, 0, picture.width, picture.height, picture.background)),
    ]
    for panel in picture.panels:
        out += _panel(panel, named)
    for note in picture.notes:
        out += _label(note, None)
    return "\n".join([*out, "</svg>"]) + "\n"


def _panel(panel: Panel, named: Named) -> list[str]:
    beneath, above = axes_and_legend(panel)
    frame = panel.frame
    clip = named("clip")
    box = _frame(Frame(frame.x, frame.y, frame.width, frame.height))
    return [
        f'<g id="{named("panel")}">',
        f'<defs><clipPath id="{clip}">{box}</clipPath></defs>',
        *_pieces("beneath", beneath, named),
        f'<g id="{named("items")}" clip-path="url(#{clip})">',
        *(line for item in panel.items for line in _item(item, panel, named)),
        "</g>",
        *_pieces("above", above, named),
        "</g>",
    ]


def _pieces(name: str, pieces: list[Piece], named: Named) -> list[str]:
    lines = [
        [_frame(piece)] if isinstance(piece, Frame) else _item(piece, None, named)
        for piece in pieces
    ]
    return [f'<g id="{named(name)}">', *(line for each in lines for line in each), "</g>"]


def _item(item: Item, panel: Panel | None, named: Named) -> list[str]:
    """An item of a panel, or of the page."""
    if isinstance(item, Label):
        return _label(item, panel)
    if isinstance(item, Shading | Cells):
        pixels = item.pixels if isinstance(item, Shading) else item.magnified()
        return _image(
            item.extent, pixels, panel, named("shading" if isinstance(item, Shading) else item.name)
        )
    if isinstance(item, Lines):
        inside = _lines(item, panel)
        look = _stroke(item.pen) + ' fill="none" stroke-linejoin="round"'
    elif isinstance(item, Marks):
        inside = _marks(item, panel)
        look = _fill(item.fill) + _stroke(item.pen) + ' stroke-linejoin="round"'
    elif isinstance(item, Areas):
        faint = f' fill-opacity="{_number(item.opacity)}"' if item.opacity < 1 else ""
        inside = _areas(item, panel)
        look = _fill(item.fill) + faint + _stroke(item.pen) + ' stroke-linejoin="round"'
    else:
        inside = [line for each in item.items for line in _item(each, panel, named)]
        look = ""
    return [f'<g id="{named(item.name)}"{look}>', *inside, "</g>"]


def _lines(item: Lines, panel: Panel | None) -> list[str]:
    out = []
    for line in item.lines:
        places = placed_on_page(line, panel)
        head = None
        if item.arrow:
            parts = arrow(places, 1.0 if panel is None else panel.scale)
            if parts is None:
                continue
            places, head = parts
        pieces = (
            [places] if panel is None else clipped(places, *around_frame(panel, item.pen.width))
        )
        out += [
            f'<path d="{_path(thinned(piece, THINNING))}"/>' for piece in pieces if len(piece) > 1
        ]
        if head is not None:
            out.append(f'<path d="{_path(head)}Z" fill="{item.pen.colour}" stroke="none"/>')
    return out


def _marks(item: Marks, panel: Panel | None) -> list[str]:
    places = placed_on_page(item.places, panel)
    if panel is not None:
        low, high = around_frame(panel, item.size + (item.pen.width if item.pen else 0.0))
        places = places[((places > low) & (places < high)).all(axis=1)]
    outline = OUTLINES[item.symbol]
    if outline is None:
        radius = _number(item.size / 2)
        return [
            f'<circle cx="{_number(x)}" cy="{_number(y)}" r="{radius}"/>'
            for x, y in places.tolist()
        ]
    return [f'<path d="{_path(place + item.size * outline)}Z"/>' for place in places]


def _areas(item: Areas, panel: Panel | None) -> list[str]:
    places = [placed_on_page(ring, panel) for ring in item.rings]
    if panel is not None:
        places = [
            cut_area(ring, *around_frame(panel, item.pen.width if item.pen else 0.0))
            for ring in places
        ]
    return [f'<path d="{_path(ring)}Z"/>' for ring in places if len(ring) > 2]


def _label(item: Label, panel: Panel | None) -> list[str]:
    x, y = (placed_on_page(item.place, panel)[0] + (item.dx, item.dy)).tolist()
    turned = f' transform="rotate(-90 {_number(x)} {_number(y)})"' if item.turned else ""
    out = []
    if item.veil is not None:
        air = 0.3 * item.size
        width = text_width(item.text, item.size, item.bold) + 2 * air
        left = x - {"start": air, "middle": width / 2, "end": width - air}[item.anchor]
        veil = Frame(left, y - 0.8 * item.size, width, 1.6 * item.size, item.veil, radius=3)
        out.append(_frame(veil, f' fill-opacity="{VEIL}"{turned}'))
    weight = ' font-weight="bold"' if item.bold else ""
    out.append(
        f'<text x="{_number(x)}" y="{_number(y + BASELINE * item.size)}" font-family="{FONTS}" '
        f'font-size="{_number(item.size)}"{weight} fill="{item.colour}" text-anchor="{item.anchor}"{turned} '
        f'xml:space="preserve">{_text(item.text)}</text>'
    )
    return out


def _image(
    extent: tuple[float, float, float, float], pixels: Any, panel: Panel | None, name: str
) -> list[str]:
    left, right, bottom, top = extent
    (x, y), (end, foot) = placed_on_page([(left, top), (right, bottom)], panel).tolist()
    from PIL import Image  # imported late: the window starts without it

    file = io.BytesIO()
    channels = [pixels >> shift & 255 for shift in (16, 8, 0)]
    Image.fromarray(np.stack(channels, axis=-1).astype(np.uint8)).save(file, "PNG")
    data = base64.b64encode(file.getvalue()).decode()
    return [
        f'<image id="{name}" x="{_number(x)}" y="{_number(y)}" width="{_number(end - x)}" '
        f'height="{_number(foot - y)}" preserveAspectRatio="none" xlink:href="data:image/png;base64,{data}"/>'
    ]


def _frame(frame: Frame, more: str = "") -> str:
    corner = f' rx="{_number(frame.radius)}"' if frame.radius else ""
    return (
        f'<rect x="{_number(frame.x)}" y="{_number(frame.y)}" width="{_number(frame.width)}" '
        f'height="{_number(frame.height)}"{corner}{_fill(frame.fill)}{_stroke(frame.pen)}{more}/>'
    )


def _fill(colour: str | None) -> str:
    return f' fill="{colour or "none"}"'


def _stroke(pen: Pen | None) -> str:
    if pen is None:
        return ""
    dash = f' stroke-dasharray="{",".join(map(_number, pen.dash))}"' if pen.dash else ""
    faint = f' stroke-opacity="{_number(pen.opacity)}"' if pen.opacity < 1 else ""
    return f' stroke="{pen.colour}" stroke-width="{_number(pen.width)}"{dash}{faint}'


def _path(places: Any) -> str:
    """M and L; a line that ends at its start is closed."""
    corners = [f"{_number(x)},{_number(y)}" for x, y in places.tolist()]
    if len(corners) > 3 and corners[0] == corners[-1]:
        return "M" + "L".join(corners[:-1]) + "Z"
    return "M" + "L".join(corners)


def _number(value: float) -> str:
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def _text(text: str) -> str:
    return escape(sanitise(text))


def _names(apart: str) -> Named:
    """A unique name for each element: boundary, boundary-2 …"""
    taken: set[str] = set()

    def named(name: str) -> str:
        plain = re.sub(r"[^A-Za-z0-9_-]+", "-", apart + name).strip("-") or "layer"
        plain = plain if plain[0].isalpha() else "layer-" + plain
        free = plain
        k = 2
        while free in taken:
            free = f"{plain}-{k}"
            k = k + 1
        taken.add(free)
        return free

    return named
