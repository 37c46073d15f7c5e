"""A table of words on paper: columns as wide as they need, or as fits; cells are broken into lines."""

from collections.abc import Sequence

from PySide6.QtCore import QLineF
from PySide6.QtGui import QColor, QPainter, QPen

from linlab.app.export.paper.flow import Block, kept
from linlab.app.export.paper.words import INK, Parts, paragraph, width_of

SIZE = 11.5  # in font sizes
_PAD, _LEAST = 6.0, 40.0  # around the words of a cell, and the minimum width of a column


def grid(rows: Sequence[Sequence[Parts]], width: float) -> list[Block]:
    """A block for each row; the first is the header and is repeated at the top of a page."""
    many = max(map(len, rows))
    natural = [
        max(width_of(row[k], SIZE) for row in rows if k < len(row)) + 2 * _PAD + 1
        for k in range(many)
    ]
    widths = _fitted(natural, width)
    head, *body = [_row(row, widths, k == 0) for k, row in enumerate(rows)]
    return kept([head, *body[:1]]) + [Block(row.height, row.paint, head=head) for row in body[1:]]


def _fitted(natural: list[float], width: float) -> list[float]:
    """Narrow columns get what they need; the others share the rest by their widths.

    >>> _fitted([50.0, 500.0, 500.0], 450.0)
    [50.0, 200.0, 200.0]
    """
    if sum(natural) <= width:
        return natural
    share = width / len(natural)
    wide = list(natural)
    left = width
    narrow = [each for each in natural if each <= share]
    left -= sum(narrow)
    rest = sum(natural) - sum(narrow)
    for k, each in enumerate(natural):
        if each > share:
            wide[k] = max(_LEAST, left * each / rest)
    return wide


def _row(cells: Sequence[Parts], widths: Sequence[float], bold: bool) -> Block:
    lines = [
        paragraph(cell, wide - 2 * _PAD, SIZE, bold)
        for cell, wide in zip(cells, widths, strict=False)
    ]
    high = max((sum(line.height for line in cell) for cell in lines), default=0.0) + _PAD

    def paint(to: QPainter, top: float) -> None:
        left = 0.0
        for cell, wide in zip(lines, widths, strict=False):
            at = top + _PAD / 2
            to.save()
            to.translate(left + _PAD, 0.0)
            for line in cell:
                line.paint(to, at)
                at += line.height
            to.restore()
            left += wide
        to.setPen(QPen(QColor(INK), 0.9 if bold else 0.3))
        to.drawLine(QLineF(0.0, top + high, sum(widths), top + high))

    return Block(high, paint)
