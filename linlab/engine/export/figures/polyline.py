"""Lines for a file: only the visible part, with no more corners than the eye can see.

`clipped` is Liang and Barsky's: of p + t·d it keeps the t at which both coordinates are in the box.
`thinned` is Douglas and Peucker's: the corner farthest from the chord stays, if it is farther than
the tolerance, and splits the line in two. All pieces of one depth are processed together, and from
some depth on a piece is split in the middle, so that no line takes longer than n log n.
"""

from typing import Any

import numpy as np

from linlab.engine.picture.shapes import HEAD, Panel

DEEP = 60  # nested splits, more than any normal line has
SPREAD = 0.36  # its half width, relative to its length: a tip of 40°


def placed_on_page(places: Any, panel: Panel | None) -> Any:
    """Places of a panel, or of the page, on the page. (n, 2)"""
    return np.asarray(places, float).reshape(-1, 2) if panel is None else panel.to_page(places)


def around_frame(panel: Panel, beyond: float) -> tuple[tuple[float, float], tuple[float, float]]:
    """Corners of the frame, and a little beyond it."""
    frame = panel.frame
    return (frame.x - beyond, frame.y - beyond), (
        frame.x + frame.width + beyond,
        frame.y + frame.height + beyond,
    )


def clipped(line: Any, low: tuple[float, float], high: tuple[float, float]) -> list[Any]:
    """The pieces of a line (k, 2) inside a box.

    >>> [piece.tolist() for piece in clipped([(-1, 1), (3, 1)], (0, 0), (2, 2))]
    [[[0.0, 1.0], [2.0, 1.0]]]
    """
    line = np.asarray(line, float).reshape(-1, 2)
    if len(line) < 2:
        return []
    if (line >= low).all() and (line <= high).all():
        return [line]
    start = line[:-1]
    way = np.diff(line, axis=0)  # (k - 1, 2)
    still = way == 0
    per = np.where(still, 1.0, way)
    a, b = (np.array(low) - start) / per, (np.array(high) - start) / per
    beside = still & ((start < low) | (start > high))
    enter = np.where(still, 0.0, np.minimum(a, b)).max(axis=1).clip(0.0)
    leave = np.where(beside, -1.0, np.where(still, 1.0, np.maximum(a, b))).min(axis=1).clip(max=1.0)
    pieces: list[list[Any]] = []
    joined = -1  # the segment that continues the last piece
    for i in np.flatnonzero(enter < leave).tolist():
        if joined != i or enter[i] > 0:
            pieces.append([start[i] + enter[i] * way[i]])
        joined = i + 1 if leave[i] == 1 else -1
        pieces[-1].append(start[i] + leave[i] * way[i])
    return [np.array(piece) for piece in pieces]


def cut_area(places: Any, low: tuple[float, float], high: tuple[float, float]) -> Any:
    """A polygon (k, 2) clipped to the box between two corners, one side after the other. (m, 2)"""
    ring = np.asarray(places, float).reshape(-1, 2)
    for axis, edge, sign in (
        (0, low[0], 1.0),
        (0, high[0], -1.0),
        (1, low[1], 1.0),
        (1, high[1], -1.0),
    ):
        if not len(ring):
            break
        inside = sign * (ring[:, axis] - edge) >= 0
        after = np.roll(ring, -1, axis=0)
        kept: list[Any] = []
        for a, b, here, there in zip(ring, after, inside, np.roll(inside, -1), strict=True):
            if here:
                kept.append(a)
            if here != there:
                kept.append(a + (b - a) * (edge - a[axis]) / (b[axis] - a[axis]))
        ring = np.array(kept).reshape(-1, 2)
    return ring


def thinned(line: Any, tolerance: float) -> Any:
    """The same line with fewer corners, nowhere farther from it than the tolerance.

    >>> thinned([(0, 0), (1, 0.01), (2, 0), (2, 2)], 0.1).tolist()
    [[0.0, 0.0], [2.0, 0.0], [2.0, 2.0]]
    """
    line = np.asarray(line, float).reshape(-1, 2)
    if len(line) < 3:
        return line
    keep = np.zeros(len(line), bool)
    keep[[0, -1]] = True
    begin = np.array([0])
    end = np.array([len(line) - 1])
    depth = 0
    while len(begin):
        corner, far = _farthest(line, begin, end)
        if depth > DEEP:
            corner = (begin + end) // 2
        split = far > tolerance
        begin, corner, end = begin[split], corner[split], end[split]
        keep[corner] = True
        begin, end = np.concatenate([begin, corner]), np.concatenate([corner, end])
        long = end - begin > 1
        begin = begin[long]
        end = end[long]
        depth = depth + 1
    return line[keep]


def _farthest(line: Any, begin: Any, end: Any) -> tuple[Any, Any]:
    """For pieces between these corners: the corner farthest from the chord, the first of several,
    and its distance. (k,), (k,)"""
    inside = end - begin - 1  # (k,)
    first = np.cumsum(inside) - inside
    which = np.repeat(np.arange(len(begin)), inside)
    corners = np.arange(len(which)) - first[which] + begin[which] + 1
    far = _distances(line[corners], line[begin][which], line[end][which])
    most = np.maximum.reduceat(far, first)
    at = np.flatnonzero(far == most[which])
    at = at[np.unique(which[at], return_index=True)[1]]
    return corners[at], most


def arrow(line: Any, scale: float) -> tuple[Any, Any] | None:
    """A line on the page as (its shaft, its head), the head a triangle; nothing if it has no
    direction."""
    line = np.asarray(line, float).reshape(-1, 2)
    if len(line) < 2:
        return None
    way = line[-1] - line[-2]
    long = float(np.hypot(*way))
    if long < 1e-9:
        return None
    along = way / long * min(HEAD * scale, long)
    across = SPREAD * np.array([-along[1], along[0]])
    base = line[-1] - along
    return np.vstack([line[:-1], base]), np.stack([line[-1], base + across, base - across])


def _distances(places: Any, a: Any, b: Any) -> Any:
    """Distances from points to the segments from a to b, all (k, 2). (k,)"""
    chord, beyond = b - a, places - a
    long = (chord * chord).sum(axis=1)
    along = (beyond * chord).sum(axis=1) / np.where(long > 0.0, long, 1.0)
    return np.linalg.norm(beyond - along.clip(0.0, 1.0)[:, None] * chord, axis=1)
