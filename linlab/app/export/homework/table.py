"""A table of steps on a page: headings are formulas, a blank answer is a line to write on, and a
table wider than the page becomes several tables."""

from PySide6.QtCore import QLineF
from PySide6.QtGui import QColor, QPainter, QPen

from linlab.app.export.paper.flow import Block, space
from linlab.app.export.paper.words import INK, Piece, letters, maths
from linlab.engine.export.homework.sheet import Section
from linlab.engine.export.tables.columns import KEYS
from linlab.engine.export.tables.stacking import stacked

SIZE = 11.0  # in font sizes
_PAD = 5.0  # on either side of a cell
_LEAST, _BEST = 42.0, 74.0  # pixels for an answer
_HIGH = {False: 19.0, True: 30.0}  # height of a row, and of one to write in
_STACK = 20  # rows of tables that are stacked


def table(section: Section, width: float, blank: bool) -> list[Block]:
    """The rows of a section, one block each."""
    columns = section.stretch.columns
    heads = [maths(column.head, SIZE) for column in columns]
    lines = [*([section.start] if section.start else []), *section.rows]
    cells = [[letters(text, SIZE) for text in line] for line in lines]
    open_ = [blank and not column.given for column in columns]
    widths = [
        max(heads[k].width, _LEAST if open_[k] else 0.0, *(row[k].width for row in cells))
        + 2 * _PAD
        for k in range(len(columns))
    ]
    tables = stacked(widths, width, KEYS)
    if len(tables) == 1 and any(open_):
        more = min(_BEST - _LEAST, (width - sum(widths)) / sum(open_))
        widths = [wide + more if empty else wide for wide, empty in zip(widths, open_, strict=True)]
    many = len(lines) if len(tables) == 1 else _STACK
    out: list[Block] = []
    for begin in range(0, len(lines), many):
        rows = range(begin, min(begin + many, len(lines)))
        for which in tables:
            head = _row(
                [heads[k] for k in which], [widths[k] for k in which], 24.0, above=1.2, below=0.8
            )
            out.append(Block(head.height, head.paint, with_next=True))
            for k in rows:
                given = bool(section.start) and k == 0  # what is known before the first step
                row = [None if open_[c] and not given else cells[k][c] for c in which]
                made = _row(
                    row,
                    [widths[c] for c in which],
                    _HIGH[blank and not given],
                    below=1.2 if k == rows[-1] else 0.0,
                )
                out.append(Block(made.height, made.paint, head=head))
            out.append(space(12.0))
    return out


def _row(
    cells: list[Piece | None],
    widths: list[float],
    height: float,
    above: float = 0.0,
    below: float = 0.0,
) -> Block:
    """Right-aligned cells, with lines of these widths above and below; None is a line to write on."""

    def paint(to: QPainter, top: float) -> None:
        baseline = top + height / 2 + 0.36 * SIZE
        right = 0.0
        for run, wide in zip(cells, widths, strict=True):
            right += wide
            if run is None:
                to.setPen(QPen(QColor("#777777"), 0.6))
                to.drawLine(
                    QLineF(right - wide + _PAD, top + height - 5, right - _PAD, top + height - 5)
                )
            else:
                run.paint(to, right - _PAD - run.width, baseline)
        for line, y in ((above, top), (below, top + height)):
            if line:
                to.setPen(QPen(QColor(INK), line))
                to.drawLine(QLineF(0.0, y, sum(widths), y))

    return Block(height, paint)
