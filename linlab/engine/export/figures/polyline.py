"""Lines as a file wants them: only what is seen, with no more corners than the eye can tell.

`clipped` is Liang and Barsky's: of p + t·d it keeps the t at which both coordinates are in the box.
`thinned` is Douglas and Peucker's: the corner farthest from the chord stays, if it is farther than
the tolerance, and splits the line in two.
"""

from typing import Any

import numpy as np

HEAD = 12.0  # length of an arrow's head
SPREAD = 0.36  # its half width, of its length: a tip of 40°


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
    start, way = line[:-1], np.diff(line, axis=0)  # (k - 1, 2)
    still = way == 0
    per = np.where(still, 1.0, way)
    a, b = (np.array(low) - start) / per, (np.array(high) - start) / per
    beside = still & ((start < low) | (start > high))
    enter = np.where(still, 0.0, np.minimum(a, b)).max(axis=1).clip(0.0)
    leave = np.where(beside, -1.0, np.where(still, 1.0, np.maximum(a, b))).min(axis=1).clip(max=1.0)
    pieces: list[list[Any]] = []
    joined = -1  # the segment that the last piece goes on with
    for i in np.flatnonzero(enter < leave).tolist():
        if joined != i or enter[i] > 0:
            pieces.append([start[i] + enter[i] * way[i]])
        joined = i + 1 if leave[i] == 1 else -1
        pieces[-1].append(start[i] + leave[i] * way[i])
    return [np.array(piece) for piece in pieces]


def cut_area(places: Any, low: tuple[float, float], high: tuple[float, float]) -> Any:
    """What is left of a polygon (k, 2) between two corners: it is cut along one side after the
    other. (m, 2)"""
    ring = np.asarray(places, float).reshape(-1, 2)
    for axis, edge, sign in (
        (0, low[0], 1.0),
        (0, high[0], -1.0),
        (1, low[1], 1.0),
        (1, high[1], -1.0),
    ):
        if not len(ring):
            break
        inside, after = sign * (ring[:, axis] - edge) >= 0, np.roll(ring, -1, axis=0)
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
    spans = [(0, len(line) - 1)]
    while spans:
        a, b = spans.pop()
        if b - a < 2:
            continue
        far = _distances(line[a + 1 : b], line[a], line[b])
        k = int(far.argmax())
        if far[k] > tolerance:
            keep[a + 1 + k] = True
            spans += [(a, a + 1 + k), (a + 1 + k, b)]
    return line[keep]


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
    """From places to the stretch from a to b. (k,)"""
    chord = b - a
    long = float(chord @ chord)
    share = ((places - a) @ chord / long).clip(0.0, 1.0) if long > 0 else np.zeros(len(places))
    return np.linalg.norm(places - a - share[:, None] * chord, axis=1)
