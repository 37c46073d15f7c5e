"""Images whose cells are numbers of colours, a byte each.

An image of regions is stored by the borders in it. A row is the number of its runs, the cells of the
runs, and where each run but the first begins; or, if it has the same runs as the row above, 0 and
how its borders moved: a straight border moves as far in each row as in the one before, so what is
stored is by how much it does not. All of it is modulo 256, or in two bytes if the image is wider
than that. An image that is shorter cell by cell, such as a matrix, is stored so.
"""

from typing import Any

import numpy as np

MOST_COLOURS = 256  # of an image, whose cells are bytes
NARROW = 255  # cells in a row whose borders are bytes


class Images:
    """Images in the order of their first use; each distinct one is stored once."""

    def __init__(self) -> None:
        self.records: list[tuple[int, int, int]] = []  # width, height, bytes
        self.content: list[bytes] = []
        self._numbers: dict[tuple[int, bytes], int] = {}  # by width and cells

    def of(self, cells: Any) -> int:
        """The number of an image (ny, nx) of bytes, the top row first."""
        height, width = cells.shape
        plain = cells.tobytes()
        if (width, plain) not in self._numbers:
            self._numbers[width, plain] = len(self.records)
            short = borders(cells)
            content = short if len(short) < len(plain) else plain
            self.records.append((width, height, len(content)))
            self.content.append(content)
        return self._numbers[width, plain]


def borders(cells: Any) -> bytes:
    """An image by the borders in it.

    >>> borders(np.array([[4, 4, 9], [4, 9, 9]], np.uint8)).hex(" ")
    '02 04 09 02 00 ff'
    """
    kind = np.uint8 if cells.shape[1] <= NARROW else np.dtype("<u2")
    changes = np.diff(cells.astype(np.int16), axis=1) != 0
    out = []
    above: Any = None  # the cells of the runs in the row above
    begins: Any = None  # where those runs begin, but for the first
    moved: Any = None  # how far these borders moved from the row above that
    for row, change in zip(cells, changes, strict=True):
        now = np.flatnonzero(change) + 1
        runs = row[np.append(0, now)]
        if above is not None and np.array_equal(runs, above):
            way = now - begins
            out += [[0], way if moved is None else way - moved]
            moved = way
        else:
            out += [[len(runs)], runs, now]
            moved = None
        above, begins = runs, now
    return np.concatenate(out).astype(np.int64).astype(kind).tobytes()


def few_colours(pair: Any) -> tuple[Any, Any]:
    """At most 256 of the colours, and which each cell has; if there are more, similar ones become
    one."""
    for lost in range(8):  # bits of each channel
        kept = (0xFF << lost) & 0xFF
        mask = np.uint64(int(f"{kept:02X}" * 8, 16))
        found, cells = np.unique(pair & mask, return_inverse=True)
        if len(found) <= MOST_COLOURS:
            break
    return found, cells
