"""Bookmarks as small flags over the history: a thin pole on the line and a cloth with two tails,
higher than all other marks.

If the next one is close, a cloth is narrower, so that each can be seen and clicked.
"""

from collections.abc import Callable
from dataclasses import dataclass
from itertools import pairwise

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPolygonF

from linlab.engine.document.bookmarks import Bookmark, Bookmarks

WIDE, HIGH, LEAST = (
    7,
    6,
    2,
)  # size of a cloth in pixels, which also fits at the end of the line; width of the narrowest
NOTCH = 2  # pixels between its tails
AROUND = 3  # pixels around it that also belong to it


@dataclass(frozen=True)
class Flag:
    """A bookmark, its position, and the width of its cloth."""

    bookmark: Bookmark
    x: int
    wide: int

    @property
    def box(self) -> QRectF:
        """Where a click hits it."""
        return QRectF(self.x - AROUND, 0, self.wide + 2 * AROUND, HIGH + AROUND)


def flags_of(bookmarks: Bookmarks, x_of: Callable[[float], float], most: int) -> tuple[Flag, ...]:
    """The flags of a history up to `most`, from left to right."""
    seen = [(bookmark, round(x_of(bookmark.t))) for bookmark in bookmarks if bookmark.t <= most]
    room = [right - left - 1 for (_, left), (_, right) in pairwise(seen)]
    return tuple(
        Flag(bookmark, x, min(WIDE, max(LEAST, free)))
        for (bookmark, x), free in zip(seen, (*room, WIDE), strict=False)
    )


def flag_at(flags: tuple[Flag, ...], place: QPointF) -> Flag | None:
    """The flag at a place, the nearest of several."""
    near = [flag for flag in flags if flag.box.contains(place)]
    return min(near, key=lambda flag: abs(flag.x + flag.wide / 2 - place.x()), default=None)


def draw_flags(p: QPainter, flags: tuple[Flag, ...], foot: int, ink: QColor) -> None:
    """Draw the flags with poles down to the line."""
    p.setPen(Qt.PenStyle.NoPen)
    p.setBrush(ink)
    for flag in flags:
        left = flag.x
        right = flag.x + flag.wide
        notch = right - (NOTCH if flag.wide > NOTCH + 1 else 0)
        p.fillRect(left, 0, 1, foot, ink)
        p.drawPolygon(
            QPolygonF(
                [
                    QPointF(left, 0),
                    QPointF(right, 0),
                    QPointF(notch, HIGH / 2),
                    QPointF(right, HIGH),
                    QPointF(left, HIGH),
                ]
            )
        )
