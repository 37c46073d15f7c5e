"""A table of cells, before it is decided which of its columns are the axes and which the class.

Every row knows its line in the file, so that a cell that cannot be a number is refused with it.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from linlab.engine.data.checks import FARTHEST, TOO_FAR, check_name
from linlab.engine.data.points import MOST_CLASSES, Points
from linlab.engine.ground.arrays import Floats
from linlab.engine.ground.cells import unguarded
from linlab.engine.ground.errors import LinlabError
from linlab.engine.ground.numerals import grouped
from linlab.engine.ground.once import cached_property
from linlab.engine.ground.sanitise import shorten

from .axes import Axes, standardised
from .choice import TwoColumns, known_column, which_two

MOST_COLUMNS = 200
MOST_CELLS = 10_000_000
PLAIN = ("x1", "x2")  # names that say nothing
NUMERIC = 0.9  # a column is one of numbers if this share of its cells are
CLASSES = ("label", "class", "species", "target", "kind", "category", "y")  # names of such columns


@dataclass(frozen=True, eq=False)
class Table:
    """The cells of a file."""

    name: str  # of the file
    names: tuple[str, ...]  # of the columns
    rows: tuple[tuple[int, list[str]], ...]  # each with its line
    separator: str = ","  # with another one, a comma may be a decimal comma

    def __post_init__(self) -> None:
        if len(self.names) > MOST_COLUMNS or len(self.names) * len(self.rows) > MOST_CELLS:
            raise LinlabError(
                f"{self.name} is too large: it has {grouped(len(self.names))} columns and "
                f"{grouped(len(self.rows))} rows; {MOST_COLUMNS} columns and {grouped(MOST_CELLS)} "
                "cells are possible."
            )

    @cached_property
    def numbers(self) -> Floats:
        """The cells as numbers, NaN where they are not. (rows, columns)"""
        out = np.full((len(self.rows), len(self.names)), np.nan)
        for k, (_, cells) in enumerate(self.rows):
            for j, cell in enumerate(cells[: len(self.names)]):
                value = cell_number(cell, self.separator)
                out[k, j] = np.nan if value is None else value
        return out

    @cached_property
    def label(self) -> str | None:
        """The column that most probably has the classes; None if none can be it."""
        named = [name for name in CLASSES for own in self.names if own.lower() == name]
        if named:
            return next(own for own in self.names if own.lower() == named[0])
        few = [
            name
            for j, name in enumerate(self.names)
            if len({cells[j].strip() for _, cells in self.rows if j < len(cells)}) <= MOST_CLASSES
        ]
        words = [name for name in few if not self._is_numeric(name)]
        return next(
            iter([*words[::-1], *[name for name in few[-1:] if name == self.names[-1]]]), None
        )

    @cached_property
    def numeric(self) -> tuple[str, ...]:
        """The columns of numbers, without that of the classes."""
        return tuple(name for name in self.names if name != self.label and self._is_numeric(name))

    def _is_numeric(self, name: str) -> bool:
        known = np.isfinite(self.numbers[:, self.names.index(name)])
        return bool(len(known)) and bool(known.mean() >= NUMERIC)

    @property
    def offered(self) -> TwoColumns:
        return TwoColumns(self.name, self.names, self.numeric)

    def read(
        self,
        columns: Sequence[str] | str | None,
        standardise: bool,
        labels: bool,
        axes: Axes | None,
    ) -> Points:
        """The points of these columns, or on these axes, if it has such columns."""
        found = None if axes is None or columns is not None else self.placed(axes)
        if found is not None:
            return found
        if axes is not None and axes.scale is not None:
            raise LinlabError(
                f"{self.name} needs the columns {axes.names[0]} and {axes.names[1]}, on which the "
                "model was trained after they were standardised."
            )
        return self.chosen(columns, standardise, labels)

    def chosen(
        self,
        columns: Sequence[str] | str | None = None,
        standardise: bool = False,
        labels: bool = True,
    ) -> Points:
        """The points of two columns, which may be followed by that of the classes; without
        `columns`, of the only two."""
        wanted = columns.split(",") if isinstance(columns, str) else columns
        label = self.label
        if wanted is not None and len(wanted) == 3:
            label = known_column(str(wanted[2]).strip(), self.offered)
            wanted = wanted[:2]
        one, two = which_two(self.offered, wanted, self)
        if label is None and labels:
            raise LinlabError(f"{self.name} has no column of classes: call one of them label.")
        values = np.stack([self.column(one), self.column(two)], axis=1)
        axes = standardised((one, two), values) if standardise else Axes((one, two))
        plain = (one, two) == PLAIN and axes.scale is None
        return Points.of(axes.placed(values), self._labels(label), axes=None if plain else axes)

    def placed(self, axes: Axes) -> Points | None:
        """The points on axes that are given; None if it has no such columns."""
        if not {*axes.names} <= {*self.names}:
            return None
        values = np.stack([self.column(name) for name in axes.names], axis=1)
        label = None if self.label in axes.names else self.label
        return Points.of(axes.placed(values), self._labels(label), axes=axes)

    def column(self, name: str) -> Floats:
        """A column of numbers; a cell that is none is refused with its line. (rows,)"""
        j = self.names.index(name)
        column = self.numbers[:, j]
        wrong = np.flatnonzero(~(np.abs(column) <= FARTHEST))
        if not len(wrong):
            return column
        number, cells = self.rows[wrong[0]]
        where = f"{self.name}, line {number}"
        if j >= len(cells):
            raise LinlabError(f"{where}: the column {shorten(name)} is missing.")
        cell = cells[j].strip()
        shown = f"“{shorten(cell)}”" if cell else "an empty cell"
        value = cell_number(cell, self.separator)
        what = "is not a number"
        if value is not None:
            what = TOO_FAR if math.isfinite(value) else "is not a finite number"
        raise LinlabError(f"{where}: in the column {shorten(name)}, {shown} {what}.")

    def _labels(self, name: str | None) -> list[str]:
        if name is None:
            return [""] * len(self.rows)
        j = self.names.index(name)
        found = [unguarded(cells[j].strip()) if j < len(cells) else "" for _, cells in self.rows]
        seen: set[str] = set()
        for (number, _), each in zip(self.rows, found, strict=True):
            if each and each not in seen:
                seen.add(each)
                _check_class(each, len(seen), f"{self.name}, line {number}", name)
        return found


def _check_class(name: str, count: int, where: str, column: str) -> None:
    if count > MOST_CLASSES:
        raise LinlabError(
            f"{where}: in the column {shorten(column)}, “{shorten(name)}” is one class too many: at "
            f"most {MOST_CLASSES} are possible."
        )
    try:
        check_name(name)
    except LinlabError as error:
        raise LinlabError(f"{where}: {error}") from None


def cell_number(cell: str, separator: str = ",") -> float | None:
    """The number in a cell; None if there is none.

    >>> cell_number("1,5", ";"), cell_number("1_000"), cell_number("a")
    (1.5, None, None)
    """
    if separator != "," and cell.count(",") == 1 and "." not in cell:
        cell = cell.replace(",", ".")
    try:
        return None if "_" in cell else float(cell)  # Python would take 1_000 for a number
    except ValueError:
        return None


def column_names(cells: Sequence[Any]) -> tuple[str, ...]:
    """Names for columns: each its own, also if the file has one twice or none."""
    out: list[str] = []
    for k, cell in enumerate(cells):
        name = str(cell).strip() or f"column {k + 1}"
        out.append(name if name not in out else f"{name} ({k + 1})")
    return tuple(out)
