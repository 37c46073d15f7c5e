"""Points at one place: different classes are drawn side by side, and several of one class get a
number.

Integer data, such as counts of words or small, medium and large, have few places: 14 points may
share 8. One mark over another would hide a class.
"""

from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np

from linlab.engine.data.points import Points

APART = 0.9  # widths of a mark between two that stand beside each other
CORNERS = ((1, -1), (-1, -1), (1, 1), (-1, 1))  # where a number may stand, y downwards


@dataclass(frozen=True, eq=False)
class Stacks:
    """The shift of each point, in widths of a mark, and the groups of points of one class at one
    place."""

    aside: Any  # (n,)
    first: Any  # (heaps,) a point of each
    count: Any  # (heaps,) how many there are, two at least; the largest heap first

    @property
    def shifted(self) -> bool:
        return bool(self.aside.any())

    def placed(self, x: Any, width: float) -> Any:
        """Where points x (n, 2) are drawn, the marks being that wide. (n, 2)"""
        return np.stack([x[:, 0] + width * self.aside, x[:, 1]], axis=1) if self.shifted else x


@lru_cache(maxsize=1)  # while the run goes on the points stay
def stacks(points: Points) -> Stacks:
    """
    >>> of = stacks(Points.of([(0, 0), (1, 0), (0, 0), (0, 0)], ["A", "A", "B", "B"]))
    >>> of.aside.tolist(), of.first.tolist(), of.count.tolist()
    ([-0.45, 0.0, 0.45, 0.45], [2], [2])
    """
    _, place = np.unique(points.x[:, 0] + 1j * points.x[:, 1], return_inverse=True)
    _, first, heap, count = np.unique(
        place * (len(points.classes) + 1) + points.label + 1,
        return_index=True,
        return_inverse=True,
        return_counts=True,
    )
    where = place[first]  # of each heap; those of one place follow each other
    rank = (
        np.arange(len(where))
        - np.searchsorted(where, where)
        - (np.bincount(where, minlength=1)[where] - 1) / 2
    )
    largest = np.argsort(-count, kind="stable")[: int((count > 1).sum())]
    return Stacks(APART * rank[heap] if len(heap) else np.zeros(0), first[largest], count[largest])


def corners_free(
    heaps: Any,
    places: Any,
    away: float,
    size: tuple[float, float],
    most: int,
    corners: tuple[tuple[int, int], ...] = CORNERS,
) -> list[tuple[int, int] | None]:
    """For each heap (k, 2) the first of these corners in which a text of that size stands clear of
    all places (n, 2) and of the others', both on the page; None where there is no room, or after so
    many."""
    out: list[tuple[int, int] | None] = []
    taken: list[Any] = []
    reach = np.array(size) / 2
    for at in heaps:
        found = None
        near = places[(np.abs(places - at) < 3 * away + 2 * reach).all(axis=1)]
        for corner in corners if len(taken) < most else ():
            middle = at + np.array(corner) * (away + reach - (0.0, reach[1] / 2))
            clear = not (np.abs(near - middle) < reach + 0.6 * away).all(axis=1).any()
            if clear and not any((np.abs(other - middle) < 2 * reach).all() for other in taken):
                found = corner
                taken.append(middle)
                break
        out.append(found)
    return out


def at_one_place(points: Points, k: int) -> Any:
    """The points at the place of point k, including itself."""
    return np.flatnonzero((points.x == points.x[k]).all(axis=1))
