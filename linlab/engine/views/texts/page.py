"""A table of texts, drawn for a file: each text with the mark of its class and its words tinted, and
below it its number, part and margin. As many texts as there is room for."""

import unicodedata
from dataclasses import dataclass

import numpy as np

from linlab.engine.ground.numerals import grouped
from linlab.engine.ground.sanitise import sanitise
from linlab.engine.picture.metrics import shortened, text_width
from linlab.engine.picture.palette import Palette, colour_of, symbol_of
from linlab.engine.picture.shapes import Areas, Frame, Item, Label, Lines, Marks, Panel, Pen, View
from linlab.engine.views.chart import bare
from linlab.engine.views.table import Column, Table, Tint

from .looks import BOLD, about_row, look_of
from .tints import SHOWN

LINE, BELOW, AIR = 1.6, 0.8, 0.9  # sizes of the type: a line, the size of the line below, the edge
MOST_LINES = 2  # of a text
_RIGHT_TO_LEFT = ("R", "AL")


@dataclass(frozen=True)
class Piece:
    """Letters between blanks that look alike, at a place of their line."""

    x: float
    text: str
    tint: Tint | None


def texts_panel(table: Table, column: Column, frame: Frame, palette: Palette, font: float) -> Panel:
    """The texts from the top, and at the bottom what the tints mean."""
    size = 0.92 * font
    edge = AIR * size
    left = 2.2 * edge + size
    items = list[Item]()
    y = -0.3 * size
    bottom = -frame.height + 2 * LINE * size
    shown = 0
    for k in range(len(table)):
        tints = () if column.tints is None else column.tints(k)
        lines = lines_of(column.texts[k], tints, frame.width - left - edge, size)
        high = (len(lines) + 1) * LINE * size
        if y - high < bottom and k:
            break
        items += _row(table, k, y, high, frame.width, palette, size)
        for n, line in enumerate(lines):
            items += _words(line, left, y - (n + 0.5) * LINE * size, palette, size)
        y -= high
        shown = k + 1
    if shown < len(table):
        more = f"… and {grouped(len(table) - shown)} more texts"
        items.append(Label(more, (left, y - 0.5 * LINE * size), size, palette.quiet, name="more"))
    items += _legend(table, left, frame, palette, size, edge)
    return bare(frame, View(0.0, -frame.height, frame.width, 0.0), tuple(items), palette, font)


def lines_of(text: str, tints: tuple[Tint, ...], width: float, size: float) -> list[list[Piece]]:
    """The text in a few lines, cut with “…” if it is longer. One that is read from right to left is
    not taken apart."""
    shown = sanitise(text[:SHOWN])
    if any(unicodedata.bidirectional(letter) in _RIGHT_TO_LEFT for letter in shown):
        return [[Piece(0.0, shortened(shown, width, size), None)]]
    lines = [list[Piece]()]
    x = 0.0
    for start, end, tint in _parts(shown, tints):
        word = shown[start:end]
        bold = tint is not None and tint.strength >= BOLD
        gap = 0.28 * size if start and shown[start - 1] == " " and lines[-1] else 0.0
        wide = text_width(word, size, bold=bold)
        if lines[-1] and x + gap + wide > width:
            if len(lines) == MOST_LINES:
                lines[-1].append(Piece(min(x, width - size), "…", None))
                return lines
            lines.append([])
            x = gap = 0.0
        lines[-1].append(Piece(x + gap, shortened(word, width, size), tint))
        x += gap + wide
    if len(text) > SHOWN:
        lines[-1].append(Piece(min(x, width - size), "…", None))
    return lines


def _parts(text: str, tints: tuple[Tint, ...]) -> list[tuple[int, int, Tint | None]]:
    """The text between blanks and at the ends of tints."""
    owner = {k: tint for tint in tints for k in range(tint.start, min(tint.end, len(text)))}
    out = list[tuple[int, int, Tint | None]]()
    for k, letter in enumerate(text):
        if letter == " ":
            continue
        tint = owner.get(k)
        last = out[-1] if out else None
        if last is not None and last[1] == k and last[2] is tint:
            out[-1] = (last[0], k + 1, tint)
        else:
            out.append((k, k + 1, tint))
    return out


def _row(
    table: Table, k: int, y: float, high: float, width: float, palette: Palette, size: float
) -> list[Item]:
    """What belongs to the row: its ground, the mark of its class and the line below the text."""
    out = list[Item]()
    ring = np.array([(0, y - high), (width, y - high), (width, y), (0, y)])
    fill = palette.highlight if k in table.highlighted else palette.card
    out.append(Areas("row", (ring,), fill, ids=((table.ids[k],),)))
    out.append(Lines("rule", (ring[:2],), Pen(palette.border, 1.0)))
    marks = next((column.marks for column in table.columns if column.marks is not None), None)
    if marks is not None:
        place = np.array([(1.1 * AIR * size + 0.4 * size, y - 0.5 * LINE * size)])
        ink = palette.on_card(colour_of(marks[k]))
        out.append(Marks("class", symbol_of(marks[k]), place, 0.8 * size, ink))
    left = 2.2 * AIR * size + size
    foot = shortened(about_row(table, k), width - left, BELOW * size)
    place_below = (left, y - high + 0.55 * LINE * size)
    out.append(Label(foot, place_below, BELOW * size, palette.quiet, name="about"))
    return out


def _words(line: list[Piece], left: float, y: float, palette: Palette, size: float) -> list[Item]:
    out = list[Item]()
    for piece in line:
        x = left + piece.x
        if piece.tint is None:
            out.append(Label(piece.text, (x, y), size, palette.text, name="word"))
            continue
        look = look_of(piece.tint, palette)
        wide = text_width(piece.text, size, bold=look.bold)
        low, high = y - 0.62 * size, y + 0.62 * size
        box = np.array([(x, low), (x + wide, low), (x + wide, high), (x, high)])
        out.append(Areas("tint", (box,), look.ground))
        under = np.array([(x, low), (x + wide, low)])
        out.append(Lines("underline", (under,), Pen(look.line, 1.0, look.dash)))
        out.append(Label(piece.text, (x, y), size, look.ink, bold=look.bold, name="tinted"))
    return out


def _legend(
    table: Table, left: float, frame: Frame, palette: Palette, size: float, edge: float
) -> list[Item]:
    text, tints = table.legend
    small = BELOW * size
    lines = lines_of(text, tints, frame.width - left - edge, small) if text else []
    y = -frame.height + 0.6 * LINE * size
    return [item for line in lines[:1] for item in _words(line, left, y, palette, small)]
