"""Where on a page there is room for a text: a box over no point and no line, near its subject.

The page is cut into cells, those with something in them are marked, and the sum over a rectangle of
cells, of which four numbers of one table are enough, says whether a box there is free. All boxes
are tried at once, so it takes a fraction of a millisecond. A text in a good place stays there: it
moves only if something gets in its way, or a much nearer place is free.
"""

import math
from collections.abc import Iterable
from typing import Any, NamedTuple

import numpy as np

from linlab.engine.picture.shapes import Frame

FINENESS = 3  # cells to the height of a box
SOFT = 4.0  # heights further that it goes to avoid soft lines
EACH = 2.0  # heights further that it goes to cover one place less, where it has to cover some
STAYS = 20.0  # heights further that it may be without moving


class Spot(NamedTuple):
    """The upper left corner of a box on the page."""

    x: float
    y: float


def free_spot(
    size: tuple[float, float],
    room: Frame,
    near: tuple[float, float],
    places: Any,
    lines: Iterable[Any] = (),
    boxes: Iterable[Frame] = (),
    soft: Iterable[Any] = (),
    *,
    air: float = 0.0,
    before: Spot | None = None,
    covers: Any = (),
) -> Spot | None:
    """The free spot nearest to a place, for a box of that size; None if there is none.

    It keeps `air` from places (n, 2), lines, each (k, 2), and boxes, and if possible from `soft`
    lines. It covers as few as possible of the places `covers`, if it has to cover some. It stays
    `before`, where it was, if that is free and not too far.

    >>> free_spot((20, 9), Frame(0, 0, 100, 50), (5, 5), [(10.0, 5.0)])
    Spot(x=0.0, y=9.0)
    """
    (width, height), cell = size, size[1] / FINENESS
    if width > room.width or height > room.height:
        return None
    across, up = int((room.width - width) / cell) + 1, int((room.height - height) / cell) + 1
    table = _Table(room, cell, max(air, cell / 2), (across, up), size)
    # half a cell of air is what lies between two places of a line
    blocked = table.count(places, lines, boxes) > 0
    if blocked.all():
        return None
    left, top = room.x + cell * np.arange(across), room.y + cell * np.arange(up)
    dx = np.maximum(np.maximum(left - near[0], near[0] - left - width), 0.0)
    dy = np.maximum(np.maximum(top - near[1], near[1] - top - height), 0.0)
    way = np.sqrt(dx[None, :] ** 2 + dy[:, None] ** 2)
    avoided = list(soft)
    if avoided:
        way += SOFT * height * (table.count((), avoided, ()) > 0)
    if len(covers):
        way += EACH * height * table.count(covers, (), ())
    way[blocked] = np.inf
    best = divmod(int(way.argmin()), across)
    if before is not None:
        was = round((before.y - room.y) / cell), round((before.x - room.x) / cell)
        if 0 <= was[0] < up and 0 <= was[1] < across and way[was] <= way[best] + STAYS * height:
            best = was
    return Spot(float(left[best[1]]), float(top[best[0]]))


class _Table:
    """The cells of a room and of the air around it, and which of them a box at each spot
    reaches."""

    def __init__(
        self,
        room: Frame,
        cell: float,
        air: float,
        spots: tuple[int, int],
        size: tuple[float, float],
    ) -> None:
        self.cell, self.spots = cell, spots
        rim = math.ceil(air / cell) + 1  # cells around the room
        self.origin = np.array([room.x, room.y]) - rim * cell
        self.first = int((rim * cell - air) / cell)
        self.reach = [int((rim * cell + length + air) / cell) + 1 - self.first for length in size]
        self.shape = tuple(
            n + self.first + r for n, r in zip(spots, self.reach, strict=True)
        )  # across, up

    def count(self, places: Any, lines: Iterable[Any], boxes: Iterable[Frame]) -> Any:
        """How many cells with something in them a box at each spot reaches. (up, across)"""
        across, up = self.shape
        ends = self.origin, self.origin + self.cell * np.array(self.shape)
        found = np.reshape(np.asarray(places, float), (-1, 2)), along(lines, *ends, self.cell)
        at = (np.concatenate(found) - self.origin) / self.cell
        at = at[((at >= 0) & (at < self.shape)).all(axis=1)].astype(np.intp)
        full = np.zeros((up + 1, across + 1), np.int32)
        full[at[:, 1] + 1, at[:, 0] + 1] = 1
        for box in boxes:
            (x, y), (x2, y2) = (
                np.clip(
                    np.floor((np.array(corner) - self.origin) / self.cell), -1, self.shape
                ).astype(int)
                for corner in ((box.x, box.y), (box.x + box.width, box.y + box.height))
            )
            full[max(y, 0) + 1 : y2 + 2, max(x, 0) + 1 : x2 + 2] = 1
        np.cumsum(full, axis=0, out=full)
        np.cumsum(full, axis=1, out=full)
        (w, h), (nx, ny), f = self.reach, self.spots, self.first
        x = slice(f, f + nx)
        y = slice(f, f + ny)
        x2 = slice(f + w, f + w + nx)
        y2 = slice(f + h, f + h + ny)
        return full[y2, x2] - full[y, x2] - full[y2, x] + full[y, x]


def along(lines: Iterable[Any], low: Any, high: Any, step: float) -> Any:
    """Places on lines, each (k, 2), wherever they are between two corners of the page, no further
    apart than a step. (m, 2)"""
    whole = [np.asarray(line, float).reshape(-1, 2) for line in lines]
    if not whole:
        return np.empty((0, 2))
    start = np.concatenate([line[:-1] for line in whole])
    end = np.concatenate([line[1:] for line in whole])
    way = end - start
    long = ~(
        np.abs(way).max(axis=1, initial=0.0) <= step
    )  # few: contours have their corners close together
    more = _between(start[long], way[long], low, high, step) if long.any() else end[:0]
    return np.concatenate([*(line[:1] for line in whole), end, more])


def _between(start: Any, way: Any, low: Any, high: Any, step: float) -> Any:
    """Places on straight ways (k, 2), but for those outside of the corners."""
    # a way along a side divides by 0 (0/0 on the side itself), which is not taken; a short one may
    # meet a side beyond all numbers
    with np.errstate(divide="ignore", over="ignore", invalid="ignore"):
        sides = np.stack(
            [(low - start) / way, (high - start) / way]
        )  # shares of the way at which it meets the four sides
    beside = (way == 0) & ((start < low) | (start > high))
    enter = np.where(way == 0, -np.inf, sides.min(axis=0)).max(axis=1).clip(0.0)
    leave = np.where(way == 0, np.inf, sides.max(axis=0)).min(axis=1).clip(max=1.0)
    seen = (enter <= leave) & ~beside.any(axis=1)  # never what is not a number
    enter, span, start, way = enter[seen], (leave - enter)[seen], start[seen], way[seen]
    pieces = np.ceil(np.abs(way).max(axis=1, initial=0.0) * span / step).astype(np.intp) + 1
    which = np.repeat(np.arange(len(pieces)), pieces)
    share = (np.arange(len(which)) - np.repeat(np.cumsum(pieces) - pieces, pieces)) / np.maximum(
        pieces[which] - 1, 1
    )
    return start[which] + (enter[which] + span[which] * share)[:, None] * way[which]
