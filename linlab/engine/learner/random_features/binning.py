"""Random binning: D random grids are laid over the plane, and φ(x) says in which cell of each x is.

    pitch ~ Gamma(shape 2, scale 1/γ) on each axis,   shift uniform within a cell
    φ_cell(x) = 1/√D if x is in the cell, else 0

Two points are in the same cell of a grid with probability exp(−γ‖x − x'‖₁), so φ(x)·φ(x'), the share
of grids where they are, tends to the Laplace kernel as D grows (Rahimi & Recht). Only cells that hold
an example have a weight: a cell that training never saw counts for nothing.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from linlab.engine.ground.arrays import Floats, Ints
from linlab.engine.ground.errors import LinlabError
from linlab.engine.ground.numerals import grouped
from linlab.engine.ground.once import cached_property

Settings = Mapping[str, Any]
MOST_CELLS = 20_000  # features
MOST_NUMBERS = 20_000_000  # in the rows of all examples


@dataclass(frozen=True, eq=False)
class Grids:
    """D grids, without saying which of their cells have been seen.

    >>> Grids(np.ones((1, 2)), np.zeros((1, 2))).cells(np.array([(0.5, -1.5)])).tolist()
    [[[0.0, -2.0]]]
    """

    pitch: Floats  # (D, 2)
    shift: Floats  # (D, 2) of the corner of a cell

    @property
    def many(self) -> int:
        return len(self.pitch)

    def cells(self, x: Floats) -> Floats:
        """The column and the row of the cell of each grid that x is in: whole numbers. (D, n, 2)"""
        return np.asarray(
            np.floor((x - self.shift[:, None]) / self.pitch[:, None]) + 0.0
        )  # + 0.0: −0 and 0 are one cell

    def products(self, a: Floats, b: Floats) -> Floats:
        """φ(a)·φ(b): the share of grids where they are in one cell. (n, m)"""
        same = np.zeros((len(a), len(b)))
        columns, rows = np.ascontiguousarray(np.moveaxis(self.cells(a), 2, 0))  # (D, n) each
        others = np.ascontiguousarray(np.moveaxis(self.cells(b), 2, 0))
        for k in range(self.many):
            across = columns[k, :, None] == others[0, k]
            across &= rows[k, :, None] == others[1, k]
            same += across
        return same / self.many


@dataclass(frozen=True, eq=False)
class Binning:
    """φ of D grids: an indicator of each cell that holds an example, over √D."""

    grids: Grids
    grid_of: Ints  # (d,) the grid of each feature, in order
    cells: Floats  # (d, 2) its column and row

    @cached_property
    def names(self) -> tuple[str, ...]:
        """g7 −1|0 is the cell in column −1 and row 0 of grid 7."""
        return tuple(
            f"g{g + 1} {i:.0f}|{j:.0f}".replace("-", "−")
            for g, (i, j) in zip(self.grid_of.tolist(), self.cells.tolist(), strict=True)
        )

    @property
    def height(self) -> float:
        return float(1.0 / np.sqrt(self.grids.many))

    def features(self, x: Floats) -> Floats:
        rows = np.zeros((len(x), len(self.cells)))
        for lookup, cells in zip(self._lookups, self.grids.cells(x), strict=True):
            columns = lookup.table[lookup.rows(cells[:, 1]), lookup.columns(cells[:, 0])]
            seen = np.flatnonzero(columns < len(self.cells))
            rows[seen, columns[seen]] = self.height
        return rows

    def grid(self, weights: Floats, xs: Floats, ys: Floats) -> Floats:
        """A grid's cells are known from their column and row alone."""
        out = np.zeros((len(weights), len(ys), len(xs)))
        own = np.concatenate([weights, np.zeros((len(weights), 1))], axis=1)  # 0 where unseen
        for g, lookup in enumerate(self._lookups):
            pitch, shift = self.grids.pitch[g], self.grids.shift[g]
            across = lookup.columns(np.floor((xs - shift[0]) / pitch[0]))
            up = lookup.rows(np.floor((ys - shift[1]) / pitch[1]))
            out += own[:, lookup.table][:, up][:, :, across]
        return self.height * out

    @cached_property
    def _lookups(self) -> list["_Lookup"]:
        ends = np.searchsorted(self.grid_of, np.arange(self.grids.many + 1))
        return [
            _Lookup.of(self.cells[begin:end], int(begin), len(self.cells))
            for begin, end in zip(ends[:-1], ends[1:], strict=True)
        ]


@dataclass(frozen=True, eq=False)
class _Lookup:
    """The features of one grid by column and row; `none` where no example was."""

    across: Floats  # columns with an example, ascending
    up: Floats  # rows
    table: Ints  # (rows + 1, columns + 1); the last of each stands for all others

    @classmethod
    def of(cls, cells: Floats, first: int, none: int) -> "_Lookup":
        across, column = np.unique(cells[:, 0], return_inverse=True)
        up, row = np.unique(cells[:, 1], return_inverse=True)
        table = np.full((len(up) + 1, len(across) + 1), none, np.int64)
        table[row.ravel(), column.ravel()] = first + np.arange(len(cells))
        return cls(across, up, table)

    def columns(self, wanted: Floats) -> Ints:
        return _places(self.across, wanted)

    def rows(self, wanted: Floats) -> Ints:
        return _places(self.up, wanted)


def _places(known: Floats, wanted: Floats) -> Ints:
    """Where each of the wanted numbers is among the known ones; behind the last if it is not."""
    if not len(known):
        return np.zeros(len(wanted), np.int64)
    found = np.minimum(np.searchsorted(known, wanted), len(known) - 1)
    return np.where(known[found] == wanted, found, len(known))


def grids(settings: Settings, seed: int) -> Grids:
    """The first grids stay the same when D grows, and are only scaled when γ changes."""
    many = int(settings["grids"])
    pitch = np.random.default_rng((seed, 0, 3)).gamma(2.0, size=(many, 2)) / settings["gamma"]
    shift = np.random.default_rng((seed, 0, 4)).uniform(size=(many, 2)) * pitch
    return Grids(pitch, shift)


def binning(settings: Settings, seed: int, x: Any = None) -> Binning:
    """The map of these examples x (n, 2)."""
    made = grids(settings, seed)
    x = np.empty((0, 2)) if x is None else x
    found = [np.unique(cells, axis=0) for cells in made.cells(x)]
    grid_of = np.repeat(np.arange(made.many), [len(each) for each in found])
    cells = np.concatenate(found)
    if len(cells) > MOST_CELLS or len(cells) * len(x) > MOST_NUMBERS:
        raise LinlabError(
            f"The {grouped(len(x))} examples lie in {grouped(len(cells))} cells of {grouped(made.many)} "
            "grids, and that is too many numbers: use fewer grids D, a smaller γ, or the space “laplace”."
        )
    return Binning(made, grid_of, cells)
