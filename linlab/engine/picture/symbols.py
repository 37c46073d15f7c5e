"""The shapes of marks: outlines in a square from −½ to ½, y downwards."""

from typing import Any

import numpy as np


def _ring(n: int, radius: float = 0.5, first: float = -90.0, inner: float | None = None) -> Any:
    """A regular polygon; a star with `inner`."""
    corners = n if inner is None else 2 * n
    turn = np.radians(first + 360.0 * np.arange(corners) / corners)
    r = np.full(corners, radius)
    if inner is not None:
        r[1::2] = inner
    return np.column_stack([r * np.cos(turn), r * np.sin(turn)])


_ARM = 0.13
_PLUS = np.array(
    [
        (_ARM, -0.5),
        (_ARM, -_ARM),
        (0.5, -_ARM),
        (0.5, _ARM),
        (_ARM, _ARM),
        (_ARM, 0.5),
        (-_ARM, 0.5),
        (-_ARM, _ARM),
        (-0.5, _ARM),
        (-0.5, -_ARM),
        (-_ARM, -_ARM),
        (-_ARM, -0.5),
    ]
)

_LEG, _THICK = 0.22, 0.08  # of a corner tick
_TICK = np.array(
    [
        (0.0, 0.0),
        (_THICK - 0.5, _THICK - 0.5),
        (_LEG - 0.5, _THICK - 0.5),
        (_LEG - 0.5, -0.5),
        (-0.5, -0.5),
        (-0.5, _LEG - 0.5),
        (_THICK - 0.5, _LEG - 0.5),
        (_THICK - 0.5, _THICK - 0.5),
    ]
)  # from the middle, around one corner and back: the ways there and back enclose nothing

# A disc has no corners; everything else is a closed polygon, of about as much ink. (k, 2)
OUTLINES: dict[str, Any] = {
    "disc": None,
    "square": np.array([(-0.46, -0.46), (0.46, -0.46), (0.46, 0.46), (-0.46, 0.46)]),
    "up": _ring(3, 0.68) + (0, 0.1),
    "down": _ring(3, 0.68, first=90.0) - (0, 0.1),
    "diamond": _ring(4, 0.56),
    "star": _ring(5, 0.6, inner=0.3),
    "pentagon": _ring(5, 0.54),
    "hexagon": _ring(6, 0.53),
    "corners": np.concatenate(
        [_TICK @ np.array([(c, s), (-s, c)]) for c, s in ((1, 0), (0, 1), (-1, 0), (0, -1))]
    ),
    "cross": _PLUS @ np.array([[1, 1], [-1, 1]]) * np.sqrt(0.5),
}
