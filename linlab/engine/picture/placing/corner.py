"""The corner of a panel in which its legend hides the fewest points and as little as possible of
important lines."""

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

import numpy as np

from linlab.engine.picture.axes_and_legend import legend_box
from linlab.engine.picture.shapes import CORNERS, Frame, Group, Item, Lines, Panel

from .free_space import along

PADDING = 0.7  # sizes of the type around a legend that should be free where it goes to; where it is, it may have less
WORTH = 0.7  # what it hides there, of what it hides here, for it to go


def steady_corner(panel: Panel, places: Any, before: str, foot: bool = True) -> str:
    """The corner of the legend: where it was `before`, unless it hides points there and fewer
    elsewhere.

    Coordinates are on the page; if the bottom of the panel is covered, the legend is at the top.
    """
    if not panel.legend or not len(places):
        return before
    corners = [corner for corner in CORNERS if foot or corner.startswith("top")]
    here = _hidden(panel, places, before, 0.0) if before in corners else len(places) + 1
    if not here:
        return before
    hidden = {corner: _hidden(panel, places, corner, PADDING * panel.font) for corner in corners}
    best = min(corners, key=lambda corner: hidden[corner])
    return best if hidden[best] <= WORTH * here else before


def hides(box: Frame, places: Any) -> bool:
    """Whether a box hides any of these places of the page."""
    x, y = places[:, 0], places[:, 1]
    across = (x > box.x) & (x < box.x + box.width)
    return bool((across & (y > box.y) & (y < box.y + box.height)).any())


def places_along(panel: Panel, lines: Iterable[Any]) -> Any:
    """Places of the page on lines of the panel, each (k, 2), as close as letters: what a legend may
    hide of them. (m, 2)"""
    frame = panel.frame
    low = (frame.x, frame.y)
    high = (frame.x + frame.width, frame.y + frame.height)
    on_page = [panel.to_page(np.asarray(line, float)) for line in lines]
    return along(on_page, np.array(low), np.array(high), 0.5 * panel.font)


def arrows_of(items: Iterable[Item]) -> list[Any]:
    """The lines with a head, each (k, 2)."""
    found: list[Any] = []
    for item in items:
        if isinstance(item, Group):
            found += arrows_of(item.items)
        elif isinstance(item, Lines) and item.arrow:
            found += item.lines
    return found


def best_corner(panel: Panel, places: Any, first: str) -> tuple[str, int]:
    """The corner in which the legend hides the fewest of these places of the page, `first` if it is
    as good as any; and how many it hides there."""
    corners = (first, *(corner for corner in CORNERS if corner != first))
    air = 0.3 * panel.font
    hidden = {corner: _hidden(panel, places, corner, air) for corner in corners}
    best = min(corners, key=lambda corner: hidden[corner])
    return best, hidden[best]


def _hidden(panel: Panel, places: Any, corner: str, air: float) -> int:
    box = legend_box(replace(panel, legend_at=corner))
    assert box is not None
    low = (box.x - air, box.y - air)
    high = (box.x + box.width + air, box.y + box.height + air)
    return int(np.count_nonzero(((places > low) & (places < high)).all(axis=1)))
