"""Rows and columns: what a view shows as a table, for the window to sort, for a clipboard, and
drawn as a panel for files."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any, overload

import numpy as np

from linlab.engine.picture.metrics import shortened, text_width
from linlab.engine.picture.palette import Palette
from linlab.engine.picture.shapes import Areas, Frame, Item, Label, Lines, Panel, Pen, View

ROW, AIR = 1.7, 1.1  # the height of a row and what is left between columns, in sizes of the type


class LazyTexts(Sequence[str]):
    """Values as `write` writes them, each when it is looked at: a window shows a few of thousands
    of rows.

    >>> LazyTexts((1.0, 0.5), str)[1], list(LazyTexts((1.0, 0.5), str))
    ('0.5', ['1.0', '0.5'])
    """

    def __init__(self, values: Sequence[Any], write: Callable[[Any], str]) -> None:
        self._values, self._write = values, write

    def __len__(self) -> int:
        return len(self._values)

    @overload
    def __getitem__(self, k: int) -> str: ...
    @overload
    def __getitem__(self, k: slice) -> Sequence[str]: ...
    def __getitem__(self, k: int | slice) -> str | Sequence[str]:
        if isinstance(k, slice):
            return LazyTexts(self._values[k], self._write)
        return self._write(self._values[k])


@dataclass(frozen=True)
class Tint:
    """Letters of a cell that speak for a class: where they begin and end, for which class, and how
    much, from 0 to 1."""

    start: int
    end: int
    label: int
    strength: float


@dataclass(frozen=True, eq=False)
class Column:
    """A column: what stands in each row, and the numbers or words that it is sorted by."""

    key: str
    title: str
    help: str
    texts: Sequence[str]
    sort: Any = None  # (n,); None: by the texts
    words: bool = False  # at the left, not at the right as numbers are
    typed: bool = False  # whether its cells can be typed into
    tints: Callable[[int], tuple[Tint, ...]] | None = None  # of the cell of a row, which is a text
    marks: Sequence[int] | None = None  # (n,) classes that are drawn before the cells
    gives_way: int = 0  # the more, the sooner it is left out where there is no room; 0: never

    def order(self, descending: bool = False) -> list[int]:
        """The rows from the least to the greatest; those that have nothing to compare come last."""
        by = list(self.texts if self.sort is None else np.asarray(self.sort).tolist())
        known = [k for k, value in enumerate(by) if value == value and value is not None]
        compared = set(known)
        known.sort(key=lambda k: by[k], reverse=descending)
        return [*known, *(k for k in range(len(by)) if k not in compared)]


@dataclass(frozen=True, eq=False)
class Table:
    """Columns of the same length; a row may belong to a point."""

    columns: tuple[Column, ...]
    ids: tuple[int, ...] = ()  # of the points, row by row
    highlighted: frozenset[int] = frozenset()  # rows that have just changed, or that are pointed at
    foot: str = ""  # what there is to say about it, under it
    legend: tuple[str, tuple[Tint, ...]] = ("", ())  # what the tints of a text mean, tinted so

    def __len__(self) -> int:
        return len(self.columns[0].texts) if self.columns else 0

    def column(self, key: str) -> Column | None:
        """The column of this key, if there is one."""
        return next((column for column in self.columns if column.key == key), None)

    @property
    def of_texts(self) -> Column | None:
        """The column whose cells are texts with tinted words; None if this is a table of numbers."""
        return next((column for column in self.columns if column.tints is not None), None)

    def sorted_by(self, key: str, descending: bool = False) -> "Table":
        """The same with its rows in the order of a column, or as it is if there is no such column."""
        column = self.column(key)
        return self if column is None else self.take(column.order(descending))

    def take(self, rows: list[int]) -> "Table":
        """These of its rows, in this order."""
        columns = tuple(_taken(column, rows) for column in self.columns)
        ids = tuple(self.ids[k] for k in rows) if self.ids else ()
        highlighted = frozenset(k for k, row in enumerate(rows) if row in self.highlighted)
        return replace(self, columns=columns, ids=ids, highlighted=highlighted)

    def tabbed(self, rows: list[int] | None = None) -> str:
        """As text for a spreadsheet: the titles, then the rows, with tabs between the cells."""
        chosen = range(len(self)) if rows is None else rows
        lines = [
            [column.title for column in self.columns],
            *([c.texts[k] for c in self.columns] for k in chosen),
        ]
        return "".join("\t".join(line) + "\n" for line in lines)


def _taken(column: Column, rows: list[int]) -> Column:
    tints = column.tints
    return replace(
        column,
        texts=LazyTexts(rows, column.texts.__getitem__),
        sort=None if column.sort is None else np.asarray(column.sort)[rows],
        tints=None if tints is None else lambda k: tints(rows[k]),
        marks=None if column.marks is None else [column.marks[k] for k in rows],
    )


def wide(table: Table, font: float) -> float:
    """How wide a table of few rows is, drawn whole."""
    size = 0.92 * font
    widths = [
        max(text_width(c.title, size, bold=True), *(text_width(text, size) for text in c.texts))
        for c in table.columns
    ]
    return sum(widths) + AIR * size * (len(widths) + 1)


def table_panel(
    table: Table, frame: Frame, palette: Palette, font: float, title: str = ""
) -> Panel:
    """As many rows as there is room for; how many more there are is said in the last line."""
    size = 0.92 * font
    most = max(1, int(frame.height / (ROW * size)) - 1)
    shown = len(table) if len(table) <= most else max(0, most - 1)
    widths = [
        max(
            text_width(text, size, bold=k == 0)
            for k, text in enumerate((c.title, *c.texts[:shown]))
        )
        for c in table.columns
    ]
    air = AIR * size
    total = sum(widths) + air * (len(widths) + 1)
    if total > frame.width:
        widths = [
            max(2 * size, width * (frame.width - air * (len(widths) + 1)) / max(1.0, sum(widths)))
            for width in widths
        ]
    items: list[Item] = []
    rows = [k for k in sorted(table.highlighted) if k < shown]
    if rows:
        rings = tuple(
            np.array([(0, y), (frame.width, y), (frame.width, y + ROW * size), (0, y + ROW * size)])
            for y in (-(k + 2) * ROW * size for k in rows)
        )
        items.append(Areas("highlighted", rings, palette.highlight))
    rule = -ROW * size
    items.append(
        Lines("rule", (np.array([(0.0, rule), (frame.width, rule)]),), Pen(palette.border, 1.0))
    )
    x = air
    for column, width in zip(table.columns, widths, strict=True):
        place, anchor = (x, "start") if column.words else (x + width, "end")
        for k, text in enumerate((column.title, *column.texts[:shown])):
            ink = palette.quiet if k == 0 else palette.text
            items.append(
                Label(
                    shortened(text, width + 0.5 * air, size),
                    (place, -(k + 0.5) * ROW * size),
                    size,
                    ink,
                    anchor,
                )
            )
        x += width + air
    if shown < len(table):
        words = f"… and {len(table) - shown} more rows"
        items.append(Label(words, (air, -(shown + 1.5) * ROW * size), size, palette.quiet))
    ground = replace(palette, plane=palette.card)
    return Panel(
        frame, View(0.0, -frame.height, frame.width, 0.0), tuple(items), ground, font, title=title
    )
