"""Images whose cells are numbers of colours, a byte each."""

from typing import Any

import numpy as np

MOST_COLOURS = 256  # of an image, whose cells are bytes
NONE = -1


class Images:
    """Images in the order of their first use. Each distinct one is stored once, as its difference
    (xor) from the one before it of the same item, where that has the same size."""

    def __init__(self) -> None:
        self.records: list[tuple[int, int, int]] = []  # width, height, the image before it
        self.cells: list[bytes] = []
        self._numbers: dict[tuple[int, bytes], int] = {}  # by width and cells
        self._last: dict[Any, tuple[int, Any]] = {}  # the last one of each item, and its cells

    def of(self, item: Any, cells: Any) -> int:
        """The number of an image (ny, nx) of bytes."""
        height, width = cells.shape
        content = width, cells.tobytes()
        if content in self._numbers:
            number = self._numbers[content]
        else:
            before, earlier = self._last.get(item, (NONE, cells))
            fits = before != NONE and earlier.shape == cells.shape
            number = len(self.records)
            self.records.append((width, height, before if fits else NONE))
            self.cells.append((cells ^ earlier if fits else cells).tobytes())
            self._numbers[content] = number
        self._last[item] = number, cells
        return number


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
