"""The lines of several models, by their index in the document: boundaries in the plane and curves
beside it.

Colour-blind people can tell the colours apart, on a light and on a dark background; dashes
distinguish all six without colour.
"""

from collections.abc import Callable

from .palette import Palette
from .shapes import Pen

WIDTH = 1.7  # of a curve

# The ink, and dashes and gaps in widths of the line.
_STYLES: tuple[tuple[Callable[[Palette], str], tuple[float, ...]], ...] = (
    (lambda palette: palette.text, ()),
    (lambda palette: palette.text, (3.8, 2.2)),
    (lambda palette: palette.accent, (11.0, 1.8)),
    (lambda palette: "#CC79A7", (1.2, 1.6)),
    (lambda palette: "#009E73", (6.0, 1.8, 1.2, 1.8)),
    (lambda palette: "#C77700", (4.0, 1.6, 1.2, 1.6, 1.2, 1.6)),
)


def style_of(palette: Palette, which: int, width: float = WIDTH) -> Pen:
    """The pen of the learner at a place of the document; dashes scale with the width of the line.

    >>> from .palette import LIGHT
    >>> style_of(LIGHT, 1, 2.0).dash
    (7.6, 4.4)
    """
    ink, dash = _STYLES[which % len(_STYLES)]
    return Pen(palette.in_plane(ink(palette)), width, tuple(width * each for each in dash))
