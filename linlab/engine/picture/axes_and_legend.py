"""The surroundings of a panel's items: background and grid beneath them; border, ticks, titles and
legend above.

Coordinates are on the page. A format with its own axes, such as PGFPlots, reads the panel instead.
"""

import re
from dataclasses import replace
from functools import lru_cache

import numpy as np

from linlab.engine.ground.sanitise import sanitise

from .metrics import shortened, text_width, wrapped
from .shapes import ABOVE, CORE, Axis, Entry, Frame, Group, Label, Lines, Marks, Panel, Pen

Piece = Frame | Lines | Marks | Label | Group

GRID = 0.08  # how faint grid lines are
SAMPLE, ROW, EDGE = (
    1.6,
    1.75,
    0.9,
)  # of a legend: width of a sample, height of a row and padding, in font sizes
MOST_TITLE, TITLE, LEADING = (
    3,
    1.15,
    1.45,
)  # lines of a title, their size and distance, in font sizes


def axes_and_legend(panel: Panel) -> tuple[list[Piece], list[Piece]]:
    """(beneath the items, above them)"""
    frame, palette = panel.frame, panel.palette
    beneath: list[Piece] = [Frame(frame.x, frame.y, frame.width, frame.height, fill=palette.plane)]
    above: list[Piece] = []
    for axis, upright in ((panel.across, False), (panel.up, True)):
        if axis is not None and axis.grid:
            beneath.append(grid(panel, axis, upright))
    if frame.pen is not None:
        above.append(Frame(frame.x, frame.y, frame.width, frame.height, pen=frame.pen))
    if panel.across is not None:
        above += _below(panel, panel.across)
    if panel.up is not None:
        above += _beside(panel, panel.up)
    return beneath, [*above, *title(panel), *legend(panel)]


def title(panel: Panel) -> list[Label]:
    """The title over a panel, in as many lines as it needs."""
    frame, size = panel.frame, panel.font
    lines = title_lines(panel.title, frame.width, size)
    return [
        Label(
            line,
            (frame.x + frame.width / 2, frame.y - (0.95 + LEADING * k) * size),
            TITLE * size,
            panel.palette.text,
            "middle",
            bold=True,
        )
        for k, line in enumerate(reversed(lines))
    ][::-1]


def title_lines(words: str, width: float, font: float) -> list[str]:
    """A title in lines of at most that width, broken between words; if three are not enough, the
    last ends in “…”.

    >>> title_lines("A title that is long", 80.0, 12.0)
    ['A title that', 'is long']
    """
    room = width / 1.04
    size = TITLE * font  # bold
    lines = wrapped(words, room, size)
    lines = (
        [*lines[: MOST_TITLE - 1], " ".join(lines[MOST_TITLE - 1 :])]
        if len(lines) > MOST_TITLE
        else lines
    )
    return [shortened(line, room, size) for line in lines]


def overhang(panel: Panel) -> tuple[float, float]:
    """How far the texts at its axes extend to the left and right of the frame: numbers can be
    long."""
    frame = panel.frame
    across, up = panel.across, panel.up
    words = [
        *(_below(panel, replace(across, title="")) if across else ()),
        *(_beside(panel, up) if up else ()),
    ]
    left = frame.x
    right = frame.x + frame.width
    for each in words:
        assert isinstance(each, Label)
        width = each.size if each.turned else text_width(each.text, each.size)
        begin = each.place[0] - width * {"start": 0.0, "middle": 0.5, "end": 1.0}[each.anchor]
        left = min(left, begin)
        right = max(right, begin + width)
    return frame.x - left, right - frame.x - frame.width


def grid(panel: Panel, axis: Axis, upright: bool) -> Lines:
    """Faint lines at the ticks of an axis, on the page."""
    frame, view = panel.frame, panel.view
    lines = []
    for at, _ in axis.ticks:
        x, y = panel.to_page([(at, at)])[0]
        inside = view.bottom <= at <= view.top if upright else view.left <= at <= view.right
        if inside:
            ends = (
                [(frame.x, y), (frame.x + frame.width, y)]
                if upright
                else [(x, frame.y), (x, frame.y + frame.height)]
            )
            lines.append(np.array(ends))
    return Lines("grid", tuple(lines), Pen(panel.palette.grid, 1.0, opacity=GRID))


def below(panel: Panel) -> float:
    """How far below the frame the middle of the title of its axis lies."""
    return 0.9 * 0.85 * panel.font + 1.45 * panel.font


def beside(axis: Axis, panel: Panel) -> float:
    """The same for the other axis, beside the frame: its numbers are between them."""
    widest = max(
        (
            text_width(text, 0.85 * panel.font)
            for at, text in axis.ticks
            if panel.view.bottom <= at <= panel.view.top
        ),
        default=0.0,
    )
    return 0.5 * 0.85 * panel.font + widest + 0.9 * panel.font


def _below(panel: Panel, axis: Axis) -> list[Piece]:
    frame = panel.frame
    palette = panel.palette
    size = 0.85 * panel.font
    y = frame.y + frame.height + 0.9 * size
    shown = [
        (at, text) for at, text in axis.ticks if text and panel.view.left <= at <= panel.view.right
    ]
    places = panel.to_page([(at, panel.view.bottom) for at, _ in shown])[:, 0].tolist()
    out: list[Piece] = [
        Label(text, (x, y), size, palette.quiet, "middle")
        for x, (_, text) in zip(places, shown, strict=True)
    ]
    if axis.title:
        middle = frame.x + frame.width / 2
        place = (middle, frame.y + frame.height + below(panel))
        out.append(
            Label(
                shortened(axis.title, frame.width, panel.font),
                place,
                panel.font,
                palette.text,
                "middle",
            )
        )
    return out


def _beside(panel: Panel, axis: Axis) -> list[Piece]:
    frame = panel.frame
    palette = panel.palette
    size = 0.85 * panel.font
    x = frame.x - 0.5 * size
    shown = [
        (at, text) for at, text in axis.ticks if text and panel.view.bottom <= at <= panel.view.top
    ]
    places = panel.to_page([(panel.view.left, at) for at, _ in shown])[:, 1].tolist()
    out: list[Piece] = [
        Label(text, (x, y), size, palette.quiet, "end")
        for y, (_, text) in zip(places, shown, strict=True)
    ]
    if axis.title:
        place = (frame.x - beside(axis, panel), frame.y + frame.height / 2)
        words = shortened(axis.title, frame.height, panel.font)
        out.append(Label(words, place, panel.font, palette.text, "middle", turned=True))
    return out


def legend(panel: Panel) -> list[Piece]:
    """A box in a corner of the panel, its entries in as few rows as fit, each with a sample and a
    text."""
    box = legend_box(panel)
    if box is None:
        return []
    size = panel.font
    row = ROW * panel.font
    edge = EDGE * panel.font
    out: list[Piece] = [box]
    for k, entries in enumerate(
        _rows(panel.legend, size, panel.frame.width, panel.legend_share)[0]
    ):
        y = box.y + 0.25 * size + (k + 0.5) * row
        for x, entry in entries:
            out.append(_sample(panel, entry, box.x + edge + x, y))
            out.append(
                Label(entry.text, (box.x + edge + x + SAMPLE * size, y), size, panel.palette.text)
            )
    return out


def legend_box(panel: Panel) -> Frame | None:
    """Where the legend is."""
    if not panel.legend:
        return None
    frame, size = panel.frame, panel.font
    rows, widest = _rows(panel.legend, size, frame.width, panel.legend_share)
    width = widest + 2 * EDGE * size
    height = (ROW * len(rows) + 0.5) * size
    if panel.legend_at == ABOVE:
        return Frame(frame.x - EDGE * size, frame.y - height, width, height)
    left, top = frame.x + size, frame.y + size
    if panel.legend_at.endswith("right"):
        left = frame.x + frame.width - size - width
    if panel.legend_at.startswith("bottom"):
        top = frame.y + frame.height - size - height
    return Frame(
        left, top, width, height, panel.palette.card, Pen(panel.palette.border, 1.0), 0.5 * size
    )


@lru_cache(maxsize=16)
def _rows(
    entries: tuple[Entry, ...], size: float, wide: float, share: float
) -> tuple[list[list[tuple[float, Entry]]], float]:
    """Rows of entries, and where in its row each begins, within a share of the frame's width; and
    the width needed."""
    room = wide - 3.2 * size
    rows: list[list[tuple[float, Entry]]] = [[]]
    x = widest = 0.0
    for entry in entries:
        entry = replace(entry, text=shortened(sanitise(entry.text), room - SAMPLE * size, size))
        width = SAMPLE * size + text_width(
            re.sub(r"\d", "4", entry.text), size
        )  # so that a growing count does not make it jitter
        if rows[-1] and x + width > share * room:
            rows.append([])
            x = 0.0
        rows[-1].append((x, entry))
        widest = max(widest, x + width)
        x += width + 1.2 * size
    return rows, widest


def _sample(panel: Panel, entry: Entry, x: float, y: float) -> Piece:
    """The mark or the piece of line before the text."""
    size = panel.font
    if entry.symbol is None:
        assert entry.pen is not None
        piece = np.array([(x, y), (x + 1.2 * size, y)])
        return Lines("legend", (piece,), entry.pen, entry.arrow)
    at = np.array([(x + 0.55 * size, y)])
    width = (0.95 if entry.fill is not None else 1.15) * size
    mark = Marks("legend", entry.symbol, at, width, entry.fill, entry.pen)
    return (
        mark
        if entry.core is None
        else Group("legend", (mark, Marks("legend", "disc", at, CORE * width, entry.core)))
    )
