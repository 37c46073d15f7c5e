"""Blocks one under the other, on as many pages as they need."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from PySide6.QtGui import QPainter


@dataclass(frozen=True)
class Block:
    """Something as wide as the page: how high it is, and what paints it with its top at so many pixels.

    `head` stands again over a block that begins a page, as the head of a table; one `with_next` ends no page.
    """

    height: float
    paint: Callable[[QPainter, float], object]
    head: "Block | None" = None
    with_next: bool = False
    new_page: bool = False


Page = list[tuple[float, Block]]  # each with its top


def space(height: float) -> Block:
    return Block(height, lambda to, top: None)


def pages_of(blocks: Iterable[Block], height: float) -> list[Page]:
    """The blocks on pages of that height; a block that is higher has a page of its own.

    >>> row = space(30)
    >>> [[top for top, _ in page] for page in pages_of([row, row, row, row], 100)]
    [[0.0, 30.0, 60.0], [0.0]]
    """
    pages: list[Page] = [[]]
    top, run = 0.0, list(blocks)
    for k, block in enumerate(run):
        if pages[-1] and (block.new_page or top + _together(run, k) > height):
            pages.append([])
            top = 0.0
            if block.head is not None:
                pages[-1].append((top, block.head))
                top += block.head.height
        pages[-1].append((top, block))
        top += block.height
    return pages


def _together(blocks: list[Block], k: int) -> float:
    """How high a block is with all that must not be parted from it."""
    high = blocks[k].height
    while blocks[k].with_next and k + 1 < len(blocks):
        k += 1
        high += blocks[k].height
    return high
