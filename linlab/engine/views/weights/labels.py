"""The words in weight space: what J is on some of its level lines, where the path starts, where it
is now, and what the line of this step's example means. Each is placed where nothing else is."""

from dataclasses import dataclass

import numpy as np

from linlab.engine.ground.arrays import Floats
from linlab.engine.ground.numerals import number
from linlab.engine.learner.losses import Kink
from linlab.engine.picture.axes_and_legend import legend_box
from linlab.engine.picture.metrics import text_width
from linlab.engine.picture.palette import Palette
from linlab.engine.picture.placing.free_space import free_spot
from linlab.engine.picture.shapes import Frame, Item, Label, Lines, Panel
from linlab.engine.views.figure import Figure
from linlab.engine.views.snapshot import Snapshot

from .surface import Surface

MOST_LEVELS = 3  # that have their value beside them
TYPE = 0.85  # of the figure's
LINE = 1.3  # sizes of the type from one line of words to the next
AIR = 4.0  # on the page, around words
APART = 30.0  # on the page: nearer than this, start and now need no two names
EDGE = 4.0  # on the page, to the frame
START = "start"
NOW = "now"


@dataclass(frozen=True, eq=False)
class Words:
    """Lines of words that belong near a place of the page."""

    name: str
    lines: tuple[str, ...]
    near: tuple[float, float]
    ink: str
    bold: bool = False


def place_words(
    figure: Figure, palette: Palette, panel: Panel, wanted: list[Words], path: Floats
) -> list[Item]:
    """The words that find room, the first ones first; none covers the path or another."""
    size = TYPE * figure.font
    frame = panel.frame
    room = Frame(
        frame.x + EDGE,
        frame.y + EDGE,
        max(1.0, frame.width - 2 * EDGE),
        max(1.0, frame.height - 2 * EDGE),
    )
    on_page = panel.to_page(path)
    highlighted = [
        panel.to_page(each)
        for name in ("example", "pointed")
        for item in panel.named(name)
        if isinstance(item, Lines)
        for each in item.lines
    ]
    legend = legend_box(panel)
    boxes = [] if legend is None else [legend]
    items: list[Item] = []
    for each in wanted:
        wide = max(text_width(line, size) for line in each.lines)
        high = (LINE * len(each.lines) + 0.1) * size
        spot = free_spot(
            (wide, high), room, each.near, on_page, (on_page, *highlighted), boxes, air=AIR
        )
        if spot is None:
            continue
        boxes.append(Frame(spot.x, spot.y, wide, high))
        items += [
            Label(
                line,
                panel.from_page(spot.x, spot.y + (0.7 + LINE * k) * size),
                size,
                each.ink,
                veil=palette.card,
                bold=each.bold,
                name=each.name,
            )
            for k, line in enumerate(each.lines)
        ]
    return items


def path_words(palette: Palette, panel: Panel, path: Floats) -> list[Words]:
    """Where the path begins, and where it is now."""
    first, last = panel.to_page(path[[0, -1]])
    found = [Words("now words", (NOW,), _pair(last), palette.in_plane(palette.accent), True)]
    if np.hypot(*(last - first)) >= APART:
        found.append(Words("start words", (START,), _pair(first), palette.text))
    return found


def example_words(moment: Snapshot, palette: Palette, kink: Kink, panel: Panel) -> list[Words]:
    """What the line of this step's example means."""
    if moment.step is None or not panel.named("example side"):
        return []
    tip = panel.to_page(panel.named("example side")[0].lines[0])[1]
    lines = (
        f"#{moment.step.example + 1}: beyond this line",
        f"its margin is {'above' if kink.touching else 'at least'} {kink.at}",
    )
    ink = palette.halo if palette.dark else palette.text
    return [Words("said", lines, _pair(tip), ink)]


def level_words(palette: Palette, panel: Panel, surface: Surface, path: Floats) -> list[Words]:
    """What J is on some of its level lines, where they are far from the path."""
    seen = [(value, np.concatenate(lines)) for value, lines in surface.levels if lines]
    apart = max(1, -(-len(seen) // MOST_LEVELS))
    on_page = panel.to_page(path)
    found = []
    for value, places in seen[apart - 1 :: apart]:
        spots = panel.to_page(places)
        far = np.hypot(*(spots[:, None] - on_page[None]).transpose(2, 0, 1)).min(axis=1)
        words = (f"J = {number(value, 2)}",)
        found.append(Words("level words", words, _pair(spots[int(far.argmax())]), palette.quiet))
    return found


def _pair(place: Floats) -> tuple[float, float]:
    return float(place[0]), float(place[1])
