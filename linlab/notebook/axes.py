"""A picture drawn into the axes of matplotlib, in the units of the data, so that the
caller can go on drawing in them. Each panel of the picture gets axes of its own.

Lengths on the page are in pixels of 1/96 inch; matplotlib's points are 1/72.
"""

from typing import Any

import numpy as np

from linlab.engine.export.figures.svg import VEIL
from linlab.engine.picture.metrics import text_width
from linlab.engine.picture.shapes import (
    ABOVE,
    Areas,
    Axis,
    Cells,
    Entry,
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

POINT = 0.75  # points to a pixel
INCH = 96.0  # pixels
MOST_NARROW = 120.0  # pixels: a picture needs so much
SAMPLE = 4.0  # font sizes that the sample of a legend's entry and the space around it take
HEAD = "-|>,head_width=0.28,head_length=0.55"
_ANCHORS = {"start": "left", "middle": "center", "end": "right"}
_LOCATIONS = {
    "top left": "upper left",
    "top right": "upper right",
    "bottom left": "lower left",
    "bottom right": "lower right",
}


def draw_in(picture: Picture, ax: Any = None) -> Any:
    """Draw the picture into `ax`, or into a new figure of its size; return the axes, several if
    the picture has several panels."""
    ours = ax is None
    if ours:
        from matplotlib import pyplot

        figure = pyplot.figure(figsize=(picture.width / INCH, picture.height / INCH))
        figure.set_facecolor(picture.background)
        if len(picture.panels) == 1:
            ax = figure.add_axes(_place(picture, picture.panels[0].frame))
        else:
            ax = figure.add_axes((0.0, 0.0, 1.0, 1.0))
    if len(picture.panels) == 1:
        _panel(ax, picture.panels[0], ours)
        for note in picture.notes:
            _note(ax.figure, picture, note, ax.figure.transFigure)
        return ax
    ax.set_axis_off()
    every = []
    for panel in picture.panels:
        inner = ax.inset_axes(_place(picture, panel.frame))
        _panel(inner, panel, ours)
        every.append(inner)
    for note in picture.notes:
        _note(ax, picture, note, ax.transAxes)
    return every or ax


def size_of(ax: Any) -> tuple[float, float]:
    """The size of axes, in pixels of 1/96 inch."""
    box = ax.get_window_extent()
    scale = INCH / ax.figure.dpi
    return max(MOST_NARROW, box.width * scale), max(MOST_NARROW, box.height * scale)


def _place(picture: Picture, frame: Frame) -> tuple[float, float, float, float]:
    """A frame as shares of the page, from the bottom left."""
    return (
        frame.x / picture.width,
        1.0 - (frame.y + frame.height) / picture.height,
        frame.width / picture.width,
        frame.height / picture.height,
    )


def _panel(ax: Any, panel: Panel, ours: bool) -> None:
    """A panel; on a page that is not ours, words outside it keep the colour they have there."""
    view, palette = panel.view, panel.palette
    colour = {"color": palette.text} if ours else {}
    ax.set_facecolor(palette.plane)
    for k, item in enumerate(panel.items):
        _draw(ax, panel, item, 2.0 + k / 100)
    ax.set_xlim(view.left, view.right)
    ax.set_ylim(view.bottom, view.top)
    if panel.title:
        size = POINT * 1.15 * panel.font
        ax.set_title(panel.title, fontsize=size, parse_math=False, **colour)
    _axis(ax.xaxis, panel, panel.across, colour)
    _axis(ax.yaxis, panel, panel.up, colour)
    for spine in ax.spines.values():
        spine.set_visible(panel.frame.pen is not None)
        spine.set_color(palette.border)
    if panel.legend:
        _legend(ax, panel)


def _axis(of: Any, panel: Panel, axis: Axis | None, colour: dict[str, str]) -> None:
    if axis is None:
        of.set_ticks([])
        return
    of.set_ticks([at for at, _ in axis.ticks], [words for _, words in axis.ticks])
    of.set_tick_params(labelsize=POINT * panel.font)
    for words in of.get_ticklabels():
        words.set(parse_math=False, **colour)
    of.set_label_text(axis.title, fontsize=POINT * panel.font, parse_math=False, **colour)
    if axis.grid:
        of.grid(True, color=panel.palette.grid, alpha=0.2, linewidth=POINT)


def _draw(ax: Any, panel: Panel, item: Item, above: float) -> None:
    match item:
        case Lines():
            _lines(ax, item, above)
        case Marks():
            _marks(ax, item, above)
        case Areas():
            _areas(ax, item, above)
        case Shading() | Cells():
            _image(ax, item, above)
        case Label():
            _label(ax, item, above)
        case _:
            for each in item.items:
                _draw(ax, panel, each, above)


def _line_of(pen: Pen | None) -> dict[str, Any]:
    """How matplotlib draws such a line."""
    if pen is None:
        return {"linewidth": 0.0}
    dashes = tuple(each / pen.width for each in pen.dash) if pen.width else ()
    return {
        "color": pen.colour,
        "linewidth": POINT * pen.width,
        "alpha": pen.opacity,
        "linestyle": (0.0, dashes) if dashes else "-",
    }


def _lines(ax: Any, item: Lines, above: float) -> None:
    look = _line_of(item.pen)
    for line in item.lines:
        places = np.asarray(line, float)
        if item.arrow and len(places) > 1:
            arrow = {
                "arrowstyle": HEAD,
                "shrinkA": 0.0,
                "shrinkB": 0.0,
                "mutation_scale": 10.0,
                **look,
            }
            ax.annotate(
                "", places[-1], places[-2], arrowprops=arrow, zorder=above, annotation_clip=False
            )
            places = places[:-1]
        if len(places) > 1:
            ax.plot(places[:, 0], places[:, 1], zorder=above, **look)


def _marker(symbol: str, size: float) -> tuple[Any, float]:
    """The shape, and the side of its square in points."""
    from matplotlib.path import Path

    outline = OUTLINES[symbol]
    if outline is None:
        return "o", POINT * size
    corners = np.asarray(outline) * (1.0, -1.0)  # y upwards
    closed = Path(np.concatenate([corners, corners[:1]]), closed=True)
    return closed, POINT * size * 2.0 * float(np.abs(corners).max())  # matplotlib scales it to ±½


def _marks(ax: Any, item: Marks, above: float) -> None:
    places = np.asarray(item.places, float).reshape(-1, 2)
    marker, side = _marker(item.symbol, item.size)
    pen = item.pen
    ax.scatter(
        places[:, 0],
        places[:, 1],
        s=side**2,
        marker=marker,
        facecolors=item.fill or "none",
        edgecolors="none" if pen is None else pen.colour,
        linewidths=0.0 if pen is None else POINT * pen.width,
        zorder=above,
    )


def _areas(ax: Any, item: Areas, above: float) -> None:
    from matplotlib.collections import PolyCollection
    from matplotlib.colors import to_rgba

    pen = item.pen
    ax.add_collection(
        PolyCollection(
            [np.asarray(ring, float) for ring in item.rings if len(ring) > 2],
            facecolors="none" if item.fill is None else to_rgba(item.fill, item.opacity),
            edgecolors="none" if pen is None else to_rgba(pen.colour, pen.opacity),
            linewidths=0.0 if pen is None else POINT * pen.width,
            zorder=above,
        )
    )


def _image(ax: Any, item: Shading | Cells, above: float) -> None:
    pixels = item.pixels
    colours = np.stack([pixels >> shift & 255 for shift in (16, 8, 0)], axis=-1).astype(np.uint8)
    ax.imshow(
        colours,
        extent=item.extent,
        aspect="auto",
        interpolation="bilinear" if isinstance(item, Shading) else "nearest",
        zorder=above,
    )


def _label(ax: Any, item: Label, above: float) -> None:
    ax.annotate(
        item.text,
        item.place,
        (POINT * item.dx, -POINT * item.dy),
        textcoords="offset points",
        zorder=above,
        annotation_clip=True,
        **_words(item),
    )


def _note(to: Any, picture: Picture, item: Label, transform: Any) -> None:
    """A text on the page."""
    x = (item.place[0] + item.dx) / picture.width
    y = 1.0 - (item.place[1] + item.dy) / picture.height
    to.text(x, y, item.text, transform=transform, **_words(item))


def _words(item: Label) -> dict[str, Any]:
    box = {"facecolor": item.veil, "alpha": VEIL, "edgecolor": "none", "pad": 1.5}
    return {
        "fontsize": POINT * item.size,
        "color": item.colour,
        "ha": _ANCHORS[item.anchor],
        "va": "center",
        "rotation": 90 if item.turned else 0,
        "fontweight": "bold" if item.bold else "normal",
        "bbox": None if item.veil is None else box,
        "parse_math": False,  # a dollar sign in a name is a dollar sign
    }


def _legend(ax: Any, panel: Panel) -> None:
    handles = [_handle(entry, panel) for entry in panel.legend]
    above = {"loc": "lower left", "bbox_to_anchor": (0.0, 1.0), "ncols": len(handles)}
    inside = {"loc": _LOCATIONS.get(panel.legend_at, "best"), "ncols": _columns(panel)}
    legend = ax.legend(
        handles,
        [entry.text for entry in panel.legend],
        **(above if panel.legend_at == ABOVE else inside),
        fontsize=POINT * panel.font,
        labelcolor=panel.palette.text,
        facecolor=panel.palette.card,
        edgecolor=panel.palette.border,
    )
    legend.set_zorder(4.0)
    for words in legend.get_texts():
        words.set_parse_math(False)


def _columns(panel: Panel) -> int:
    """How many entries of the legend stand side by side: as many as fit."""
    widest = max(text_width(entry.text, panel.font) for entry in panel.legend)
    room = panel.frame.width * panel.legend_share
    return max(1, int(room / (widest + SAMPLE * panel.font)))


def _handle(entry: Entry, panel: Panel) -> Any:
    from matplotlib.lines import Line2D

    if entry.symbol is None:
        return Line2D([], [], **_line_of(entry.pen))
    marker, side = _marker(entry.symbol, panel.font * 0.8)
    edge = entry.pen.colour if entry.pen is not None else "none"
    return Line2D(
        [],
        [],
        linestyle="none",
        marker=marker,
        markersize=side,
        markerfacecolor=entry.fill or "none",
        markeredgecolor=edge,
    )
