"""What a question may draw into the plane once its answer is shown, whatever its kind.

reveal = "truth"      # colours the points whose label is hidden
"""

from collections.abc import Callable

import numpy as np

from linlab.engine.picture.palette import colour_of, symbol_of
from linlab.engine.picture.scene import DOT, dot_of
from linlab.engine.picture.shapes import Item, Marks, Pen

from .ink import Area

Reveal = Callable[[Area], tuple[Item, ...]]


def _truth(area: Area) -> tuple[Item, ...]:
    """Each point whose label is hidden or guessed, in the colour and shape of its true class."""
    points = area.points
    if points.truth is None:
        return ()
    hidden = ((points.label < 0) | points.guessed) & (points.true >= 0)
    size = DOT * dot_of(len(points), area.scale)
    out = []
    for c in np.unique(points.true[hidden]).tolist():
        places = points.x[hidden & (points.true == c)]
        rim = Pen(area.palette.rim_of(colour_of(c)), 1.2 * area.scale)
        out.append(Marks(f"truth {c}", symbol_of(c), places, size, colour_of(c), rim))
    return tuple(out)


REVEALS: dict[str, Reveal] = {"truth": _truth}
