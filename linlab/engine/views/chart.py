"""What views are laid out with: charts with round numbers at their axes, and rooms divided among
several of them."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from linlab.engine.picture.axes_and_legend import grid, legend_box
from linlab.engine.picture.fitting import fitting
from linlab.engine.picture.metrics import text_width
from linlab.engine.picture.palette import Palette
from linlab.engine.picture.shapes import ABOVE, Axis, Entry, Frame, Group, Item, Panel, View

from .figure import Figure

Span = tuple[float, float]


def chart(
    figure: Figure,
    frame: Frame,
    palette: Palette,
    items: Sequence[Item],
    across: Span,
    up: Span,
    *,
    titles: tuple[str, str] = ("", ""),
    log: tuple[bool, bool] = (False, False),
    percent: tuple[bool, bool] = (False, False),
    legend: tuple[Entry, ...] = (),
    legend_at: str = "top right",
    title: str = "",
    narrow: bool = False,
) -> Panel:
    """Items over two axes with round numbers, and faint lines at those beside; on a logarithmic
    axis places are logarithms.

    A narrow legend stands in one column, where the other half of the chart is needed; where that
    would take more than half of the height, it stands above."""
    size = 0.85 * figure.font
    view = View(across[0], up[0], across[1], up[1])
    panel = Panel(
        frame,
        view,
        (),
        replace(palette, plane=palette.card),
        figure.font,
        title=title,
        legend=legend if figure.legend else (),
        legend_at=legend_at,
        scale=figure.scale,
        legend_share=0.4 if narrow else 1.0,
    )
    panel = _with_legend(figure, panel)
    frame = panel.frame
    below = fitting(
        *across,
        log[0],
        frame.width,
        (5.6 * size, 8),
        100.0 if percent[0] else 1.0,
        lambda text: text_width(text, size) + size,
    )
    beside = fitting(
        *up,
        log[1],
        frame.height,
        (2.8 * size, 6),
        100.0 if percent[1] else 1.0,
        lambda text: 1.2 * size,
    )
    whole = (
        text_width(titles[1], figure.font) <= frame.height
    )  # a title that would be cut is left out
    axes = (
        Axis(below, titles[0] if figure.axes else ""),
        Axis(beside, titles[1] if figure.axes and whole else ""),
    )
    panel = replace(panel, across=axes[0], up=axes[1])
    lines = tuple(_in_units(panel, line) for line in grid(panel, axes[1], True).lines)
    faint = Group("grid", (replace(grid(panel, axes[1], True), lines=lines),))
    return replace(panel, items=(faint, *items))


def _with_legend(figure: Figure, panel: Panel) -> Panel:
    """The panel with its legend above if that would hide half of it; without, where there is no
    room for one."""
    box = legend_box(panel)
    above = replace(panel, legend_at=ABOVE, legend_share=1.0)
    wide = legend_box(above)
    high = panel.frame.height
    if (
        box is None
        or wide is None
        or (panel.legend_at != ABOVE and box.height + 2 * figure.font < 0.5 * high)
    ):
        return panel
    if wide.height > 0.5 * high:
        return replace(panel, legend=())
    return replace(
        above, frame=replace(panel.frame, y=panel.frame.y + wide.height, height=high - wide.height)
    )


def bare(frame: Frame, view: View, items: tuple[Item, ...], palette: Palette, font: float) -> Panel:
    """A panel without axes and without a border, on the ground of a card."""
    return Panel(replace(frame, pen=None), view, items, replace(palette, plane=palette.card), font)


def _in_units(panel: Panel, line: np.ndarray) -> np.ndarray:
    """A line of the page in the panel's own units."""
    frame, view = panel.frame, panel.view
    k = (view.right - view.left) / frame.width, (view.top - view.bottom) / frame.height
    return np.stack(
        [view.left + (line[:, 0] - frame.x) * k[0], view.top - (line[:, 1] - frame.y) * k[1]],
        axis=1,
    )


def stacked(room: Frame, shares: Sequence[float], gap: float = 0.0) -> list[Frame]:
    """The room cut into rooms below each other.

    >>> [(part.y, part.height) for part in stacked(Frame(0, 0, 10, 100), (3, 1))]
    [(0.0, 75.0), (75.0, 25.0)]
    """
    free = room.height - gap * (len(shares) - 1)
    y = room.y
    out = []
    for share in shares:
        height = free * share / sum(shares)
        out.append(Frame(room.x, float(y), room.width, height))
        y += height + gap
    return out


def side_by_side(room: Frame, shares: Sequence[float], gap: float = 0.0) -> list[Frame]:
    """The room cut into rooms beside each other."""
    free = room.width - gap * (len(shares) - 1)
    x = room.x
    out = []
    for share in shares:
        width = free * share / sum(shares)
        out.append(Frame(float(x), room.y, width, room.height))
        x += width + gap
    return out


def span_of(*values: object, least: float = 1.0, air: float = 0.06, zero: bool = True) -> Span:
    """From the lowest to the highest of these numbers, with some air; finite whatever they are.

    >>> span_of([1.0, 3.0], zero=False, air=0.0)
    (1.0, 3.0)
    """
    parts = [np.ravel(np.asarray(each, float)) for each in values]
    known = np.concatenate([part[np.isfinite(part)] for part in parts]) if parts else np.empty(0)
    low, high = (float(known.min()), float(known.max())) if len(known) else (0.0, 0.0)
    if zero:
        low, high = min(0.0, low), max(0.0, high)
    if high - low < 1e-300:
        low = low - (0.0 if zero else least / 2)
        high = high + (least if zero else least / 2)
    room = air * (high - low)
    return low - (room if low < 0 or not zero else 0.0), high + room


def upright(x: float, span: Span) -> np.ndarray:
    return np.array([(x, span[0]), (x, span[1])])


def level(y: float, span: Span) -> np.ndarray:
    return np.array([(span[0], y), (span[1], y)])
