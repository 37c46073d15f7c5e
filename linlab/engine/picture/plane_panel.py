"""The plane as a panel: a scene, the layers that are shown, and the legend that explains them."""

import math
from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import zip_longest
from typing import Any

import numpy as np

from linlab.engine.ground.numerals import number

from .axes_and_legend import GRID, legend_box
from .inside.arrow_labels import with_arrow_labels
from .inside.distance import with_length
from .metrics import text_width
from .palette import Palette, colour_of, symbol_of
from .placing.callout import with_callout
from .placing.corner import arrows_of, hides, places_along, steady_corner
from .scene import Scene
from .shapes import CORNERS, Axis, Entry, Frame, Group, Item, Lines, Panel, Pen, Shading, View
from .showing.choice import drawn_layers
from .showing.layer import Layer

STEPS = (
    3.4,
    4.2,
    5.2,
    6.4,
)  # of the font: the space beside a plane for its axis; few values, so that nothing jitters
BELOW = 3.2  # the height of that below it
MOST_OF_HEIGHT = 0.4  # for a legend, where something covers the lower part of the plane
SIGNS = ("  y = −1", "  y = +1")  # beside the names of two classes


def plane_panel(
    scene: Scene,
    shown: Collection[str],
    frame: Frame,
    *,
    title: str = "",
    extra: tuple[Item, ...] = (),
    said: "ModelAnswers | None" = None,
    before: Panel | None = None,
    floor: float = 0.0,
    wordy: bool = True,
) -> Panel:
    """The panel of a scene: its layers from the bottom up, with faint lines at round numbers above
    the shading.

    Legend and texts stay where they were in the panel `before`, unless they would hide something;
    the lowest pixels are covered by something else. Without `wordy` it has no text about the
    example.
    """
    drawn = _drawn(scene, shown)
    items = [
        item
        for layer in drawn
        for item in (
            layer.draw(scene) if said is None or layer.at_hand else said.items.get(layer.name, ())
        )
    ]
    items.insert(
        1 if items and isinstance(items[0], Shading) else 0, _grid(scene.view, scene.palette)
    )
    across, up = None, None
    if "axes" in shown:
        across, up = (_axis(scene.view, k, scene.features[k]) for k in (0, 1))
        up = _whole(up, scene, frame)
    legend: tuple[Entry, ...] = ()
    if "legend" in shown:
        legend = legend_entries(scene, shown) if said is None else said.legend
    panel = Panel(
        frame,
        scene.view,
        (*items, *extra),
        scene.palette,
        scene.font,
        across,
        up,
        title,
        legend,
        scale=scene.scale,
    )
    panel = _with_room_beneath(panel, floor) if floor else panel
    corner = CORNERS[0] if before is None else before.legend_at
    seen = panel.to_page(scene.places), places_along(panel, arrows_of(panel.items))
    places = np.concatenate(seen)
    foot = floor == 0
    panel = replace(panel, legend_at=steady_corner(panel, places, corner, foot))
    box = legend_box(panel)
    if box is not None and hides(box, seen[0]):
        panel = replace(panel, legend=_without_arrows(panel.legend))
        panel = replace(panel, legend_at=steady_corner(panel, places, corner, foot))
        box = legend_box(panel)
    if not wordy:
        return panel
    names = {layer.name for layer in drawn}
    if "distance" in names:
        panel = with_length(scene, panel)
    if "weights" in names:
        panel = with_arrow_labels(scene, panel, box)
    return with_callout(scene, panel, before, floor, box) if "example" in shown else panel


def _without_arrows(legend: tuple[Entry, ...]) -> tuple[Entry, ...]:
    """A legend that hides points does without the arrows, which have words of their own; their
    scale stands nowhere else."""
    return tuple(entry for entry in legend if not entry.arrow or "×" in entry.text)


def _with_room_beneath(panel: Panel, floor: float) -> Panel:
    """In large letters above a covered part, the legend leaves out the lines that come last until
    most of the height is left to the points."""
    while panel.legend and panel.legend[-1].symbol is None:
        box = legend_box(panel)
        if box is None or box.height <= MOST_OF_HEIGHT * (panel.frame.height - floor):
            break
        panel = replace(panel, legend=panel.legend[:-1])
    return panel


def _drawn(scene: Scene, shown: Collection[str]) -> tuple[Layer, ...]:
    return drawn_layers(shown, scene.in_force, len(scene.points.classes))


@dataclass(frozen=True, eq=False)
class ModelAnswers:
    """The slow part of a picture: the model's answers in the plane and on the points, and the
    legend."""

    items: Mapping[str, tuple[Item, ...]]  # by the name of the layer
    legend: tuple[Entry, ...]

    @classmethod
    def of(cls, scene: Scene, shown: Collection[str]) -> "ModelAnswers":
        asking = [layer for layer in _drawn(scene, shown) if not layer.at_hand]
        return cls(
            {layer.name: tuple(layer.draw(scene)) for layer in asking}, legend_entries(scene, shown)
        )


def _class_entry(name: str, k: int, palette: Palette) -> Entry:
    """With a rim only where the colour alone would hardly be seen on the card."""
    ink = colour_of(k)
    pale = palette.rim_of(ink) != palette.rim
    return Entry(name, symbol_of(k), ink, Pen(palette.rim_of(ink), 1.0) if pale else None)


def _signs(scene: Scene) -> tuple[str, ...]:
    """What y is for each of two classes, where the margin of an example is y·s."""
    learner = scene.in_force
    signed = learner is not None and learner.recipe.in_a_space and learner.recipe.counting is None
    return SIGNS if signed and len(scene.points.classes) == len(SIGNS) else ()


def legend_entries(scene: Scene, shown: Collection[str]) -> tuple[Entry, ...]:
    """The classes, and what the layers draw that needs explanation."""
    palette = scene.palette
    names = [
        f"{name}{sign}"
        for name, sign in zip_longest(scene.points.classes, _signs(scene), fillvalue="")
    ]
    out = [_class_entry(name, k, palette) for k, name in enumerate(names)]
    if (scene.points.label < 0).any():
        out.append(
            Entry(
                "unlabelled", symbol_of(-1), palette.card, Pen(palette.in_plane(colour_of(-1)), 1.4)
            )
        )
    entries = [entry for layer in _drawn(scene, shown) for entry in layer.legend(scene)]
    out += sorted(entries, key=lambda entry: entry.symbol is None)  # marks, then lines
    if scene.hollow:
        out += [
            Entry(name, "disc", palette.card, Pen(palette.quiet, 2.0), core)
            for name, part, core in (("dev", 1, None), ("test", 2, palette.quiet))
            if (scene.parts == part).any()
        ]
    return tuple(out)


def fitted(
    low: tuple[float, float], high: tuple[float, float], width: float, height: float
) -> View:
    """The view that shows a rectangle of the plane, one unit as long across as up."""
    unit = max(
        (high[0] - low[0]) / width,
        (high[1] - low[1]) / height,
        _finest(low, high) / min(width, height),
    )
    x, y = (low[0] + high[0]) / 2, (low[1] + high[1]) / 2
    return View(
        x - unit * width / 2, y - unit * height / 2, x + unit * width / 2, y + unit * height / 2
    )


@lru_cache(maxsize=8)
def axes_frame(region: View, width: float, height: float, font: float, palette: Palette) -> Frame:
    """The frame of a plane that shows a region in a room of that size, with the numbers and names
    of its axes at the edges."""
    for step in STEPS:
        frame = Frame(
            step * font,
            0.0,
            max(8.0, width - step * font),
            max(8.0, height - BELOW * font),
            pen=Pen(palette.border),
        )
        view = fitted(region[:2], region[2:], frame.width, frame.height)
        if (
            max(text_width(number(at), 0.85 * font) for at in (0.0, *_round_numbers(view, 1)))
            < (step - 2.1) * font
        ):
            break
    return frame


def around(x: Any) -> View:
    """The rectangle around all these points (n, 2) with some space."""
    low, high = (
        (x.min(axis=0), x.max(axis=0)) if len(x) else (np.array([-3.0, -3.0]), np.array([3.0, 3.0]))
    )
    spread = float((high - low).max())
    least = 0.05 * spread if spread > 0 else 6.0  # on a line, or all at one place
    size = np.maximum(high - low, max(least, _finest(low, high)))
    middle = (low + high) / 2
    size = size * 1.25
    return View(*(middle - size / 2).tolist(), *(middle + size / 2).tolist())


def _finest(low: Any, high: Any) -> float:
    """The smallest width or height of a view: floats are coarse far out, and finite around 0."""
    return max(1e-12 * float(max(map(abs, (*low, *high)))), 1e-100)


def clear_of_legend(scene: Scene, shown: Collection[str], frame: Frame, region: View) -> View:
    """The view of a region, with some more room at the top if a point would be under the legend."""
    panel = Panel(frame, scene.view, (), legend=legend_entries(scene, shown), font=scene.font)
    box = legend_box(panel)
    if box is None or not len(scene.points):
        return scene.view
    places = panel.to_page(scene.points.x)
    near = 8 * scene.scale
    under = (places[:, 0] < box.x + box.width + near) & (places[:, 1] < box.y + box.height + near)
    rest = frame.y + frame.height - (box.y + box.height)
    if not under.any() or rest < 0.5 * frame.height:
        return scene.view
    view = fitted((region.left, region.bottom), (region.right, region.top), frame.width, rest)
    return view._replace(top=view.bottom + (view.top - view.bottom) * frame.height / rest)


@lru_cache(maxsize=4)  # stays the same without zooming
def _grid(view: View, palette: Palette) -> Group:
    """Faint lines at round numbers."""
    lines = [np.array([(x, view.bottom), (x, view.top)]) for x in _round_numbers(view, 0)]
    lines += [np.array([(view.left, y), (view.right, y)]) for y in _round_numbers(view, 1)]
    return Group("grid", (Lines("grid", tuple(lines), Pen(palette.grid, 1.0, opacity=GRID)),))


@lru_cache(maxsize=8)  # and so do they
def _axis(view: View, which: int, title: str) -> Axis:
    """Numbers at the lines of the grid."""
    return Axis(tuple((at, number(at)) for at in _round_numbers(view, which)), title)


def _whole(axis: Axis, scene: Scene, frame: Frame) -> Axis:
    """Without a number at the top of a page that would be cut in half."""
    lacking = 0.5 * 0.85 * scene.font - frame.y  # pixels that it would need above the frame
    highest = scene.view.top - max(0.0, lacking) * scene.unit
    return replace(axis, ticks=tuple(tick for tick in axis.ticks if tick[0] <= highest))


def _round_numbers(view: View, which: int) -> list[float]:
    """The multiples of one step, the same across as up, that are in view: six or so across, and not
    too few up."""
    rough = min(view.right - view.left, 2 * (view.top - view.bottom)) / 6
    power = 10.0 ** math.floor(math.log10(rough))
    step = power * next(m for m in (1, 2, 5, 10) if m * power >= 0.7 * rough)
    low, high = (view.left, view.right) if which == 0 else (view.bottom, view.top)
    return [k * step for k in range(math.ceil(low / step), math.floor(high / step) + 1)]
