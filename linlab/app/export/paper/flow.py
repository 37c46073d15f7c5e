"""Blocks one below the other, on as many pages as they need."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace

from PySide6.QtGui import QPainter


@dataclass(frozen=True)
class Block:
    """Something as wide as the page: its height, and a function that paints it from the given top.

    `head` is repeated above a block at the top of a page, as the header of a table; a block
    `with_next` never ends a page, a `blank` one never begins one.
    """

    height: float
    paint: Callable[[QPainter, float], object]
    head: "Block | None" = None
    with_next: bool = False
    new_page: bool = False
    blank: bool = False


def indented(block: Block, by: float) -> Block:
    """The same, indented."""

    def paint(to: QPainter, top: float) -> None:
        to.save()
        to.translate(by, 0.0)
        block.paint(to, top)
        to.restore()

    return replace(block, paint=paint)


def kept(blocks: Sequence[Block]) -> list[Block]:
    """The same on one page, if they fit on one; what follows may be on another."""
    last = max((k for k, block in enumerate(blocks) if not block.blank), default=0)
    return [*leading(blocks[:last]), *blocks[last:]]


def leading(blocks: Sequence[Block]) -> list[Block]:
    """The same, which never end a page: what follows is on the same page."""
    return [replace(block, with_next=True) for block in blocks]


Page = list[tuple[float, Block]]  # each with its top


def space(height: float) -> Block:
    return Block(height, lambda to, top: None, blank=True)


def pages_of(blocks: Iterable[Block], height: float) -> list[Page]:
    """Distribute the blocks over pages of this height; a higher block has its own page.

    >>> row = Block(30, lambda to, top: None)
    >>> [[top for top, _ in page] for page in pages_of([row, row, row, row], 100)]
    [[0.0, 30.0, 60.0], [0.0]]
    """
    pages: list[Page] = [[]]
    top = 0.0
    run = list(blocks)
    for k, block in enumerate(run):
        if pages[-1] and (block.new_page or top + _together(run, k, height) > height):
            pages.append([])
            top = 0.0
            if block.head is not None:
                pages[-1].append((top, block.head))
                top += block.head.height
        if block.blank and not pages[-1]:
            continue
        pages[-1].append((top, block))
        top += block.height
    return pages


def _together(blocks: list[Block], k: int, most: float) -> float:
    """The height of a block with all that must stay with it; alone, if that fits on no page."""
    alone = high = blocks[k].height
    bound = blocks[k].with_next
    while bound and k + 1 < len(blocks):
        k += 1
        high += blocks[k].height
        bound = (
            blocks[k].with_next or blocks[k].blank
        )  # what follows a heading is not the space below it
    return high if high <= most else alone
