"""The corner of a panel in which its legend hides the fewest points."""

from dataclasses import replace
from typing import Any

import numpy as np

from linlab.engine.picture.furniture import legend_box
from linlab.engine.picture.shapes import CORNERS, Panel

AIR = 0.7  # sizes of the type around a legend that should be free where it goes to; where it is, it may have less
WORTH = 0.7  # what it hides there, of what it hides here, for it to go


def calm_corner(panel: Panel, places: Any, before: str, foot: bool = True) -> str:
    """Where the legend of a panel stands: where it was `before`, unless it hides points there and
    fewer elsewhere.

    Places are on the page; where the foot of the panel is covered the legend stands at its head.
    """
    if not panel.legend or not len(places):
        return before
    corners = [corner for corner in CORNERS if foot or corner.startswith("top")]
    here = _hidden(panel, places, before, 0.0) if before in corners else len(places) + 1
    if not here:
        return before
    hidden = {corner: _hidden(panel, places, corner, AIR * panel.font) for corner in corners}
    best = min(corners, key=lambda corner: hidden[corner])
    return best if hidden[best] <= WORTH * here else before


def _hidden(panel: Panel, places: Any, corner: str, air: float) -> int:
    box = legend_box(replace(panel, legend_at=corner))
    assert box is not None
    low, high = (box.x - air, box.y - air), (box.x + box.width + air, box.y + box.height + air)
    return int(np.count_nonzero(((places > low) & (places < high)).all(axis=1)))
