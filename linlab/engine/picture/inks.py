"""The colours of a shading, pixel by pixel: between the places of a grid the strength is drawn out linearly.

Colours come in bands, so most cells have one colour at all corners, and then everywhere. Where the corners of a cell do not
agree on the winner, each of them votes for its own with its strength, so that the border runs where two classes are even, as
the line that is drawn there does.
"""

from functools import lru_cache
from typing import Any

import numpy as np
from numba import float32, float64, int32, int64, njit, uint32, void

_cells = float64[:, ::1]


@njit(inline="always")
def _ink(table, levels, winner, strength):  # type: ignore[no-untyped-def]
    """The colour of a winner; strength 1 is the last of its levels."""
    most = int32(levels - 1)
    return table[uint32(int32(winner) * int32(levels) + min(most, max(int32(0), int32(strength * float32(most)))))]


@njit(uint32(int64[:, ::1], _cells, uint32[::1], int64, int64, int64, float32, float32), cache=True, error_model="numpy")
def _voted(winner, strength, table, levels, j, i, v, u):  # type: ignore[no-untyped-def]
    """The colour at the shares (v, u) of the cell (j, i), by the votes of its corners."""
    best, second, who = -1.0, 0.0, 0
    for a in range(4):
        k, votes, seen = winner[j + a // 2, i + a % 2], 0.0, False
        for b in range(4):
            jj, ii = j + b // 2, i + b % 2
            if winner[jj, ii] == k:
                seen = seen or b < a
                votes += (v if b // 2 else 1 - v) * (u if b % 2 else 1 - u) * strength[jj, ii]
        if not seen and votes > best:
            best, second, who = votes, max(best, 0.0), k
        elif not seen:
            second = max(second, votes)
    return _ink(table, levels, who, best - second)


@njit(void(int64[:, ::1], _cells, uint32[::1], int64, uint32[::1], float32[::1], uint32[:], float32[:], uint32[:, ::1]),
      cache=True, error_model="numpy", fastmath={"contract"})  # fmt: skip
def _spread(winner, strength, table, levels, column, along, row, up, out):  # type: ignore[no-untyped-def]
    """Fill `out`, the top row first: pixel (y, x) lies in cell (row[y], column[x]), at the shares (up[y], along[x]) of it."""
    (ny, nx), (h, w) = strength.shape, out.shape
    starts = np.full(nx, w)  # the first pixel of each column of cells
    for x in range(w - 1, -1, -1):
        starts[column[x]] = x
    for i in range(nx - 2, -1, -1):  # a column may be narrower than a pixel
        starts[i] = min(starts[i], starts[i + 1])
    inks = np.empty((2, nx), np.uint32)  # the colours of the row of places below and of the one above
    plain = np.empty(nx, np.uint8)  # whether a cell has the same colour at its four corners
    end = h  # rows of pixels go down, rows of cells up
    for j in range(ny):
        above, below = inks[j % 2], inks[1 - j % 2]
        for i in range(nx):
            above[i] = _ink(table, levels, winner[j, i], strength[j, i])
        top, bottom = end, end
        while j > 0 and top > 0 and row[top - 1] == j - 1:
            top -= 1
        end = top
        if top == bottom:
            continue
        line = out[top]
        for x in range(w):
            line[x] = above[column[x]]
        for y in range(top + 1, bottom):
            out[y] = line
        for i in range(nx - 1):
            plain[i] = (above[i] == above[i + 1]) & (above[i] == below[i]) & (above[i] == below[i + 1])
        for i in range(nx - 1):
            if plain[i]:
                continue
            a, b, c, d = winner[j - 1, i], winner[j - 1, i + 1], winner[j, i], winner[j, i + 1]
            other = b if b != a else c if c != a else d
            if b not in (a, other) or c not in (a, other) or d not in (a, other):
                for y in range(top, bottom):
                    for x in range(starts[i], starts[i + 1]):
                        out[y, x] = _voted(winner, strength, table, levels, j - 1, i, up[y], along[x])
                continue
            low, high = float32(strength[j - 1, i]), float32(strength[j, i] if c == a else -strength[j, i])
            low_rise = float32(strength[j - 1, i + 1] if b == a else -strength[j - 1, i + 1]) - low
            high_rise = float32(strength[j, i + 1] if d == a else -strength[j, i + 1]) - high
            for y in range(top, bottom):
                line, first, rise = out[y], low + up[y] * (high - low), low_rise + up[y] * (high_rise - low_rise)
                for x in range(starts[i], starts[i + 1]):
                    lead = first + along[x] * rise  # of a before the other
                    line[x] = _ink(table, levels, a if lead > 0.0 else other, abs(lead))


@lru_cache(maxsize=8)  # the same at every frame
def _cells_of(pixels: int, cells: int) -> tuple[Any, Any]:
    """The cell in which each pixel's middle lies, and its share of it."""
    middles = (np.arange(pixels) + 0.5) * cells / pixels
    whole = middles.astype(np.uint32)
    return whole, (middles - whole).astype(np.float32)


def spread(winner: Any, strength: Any, table: Any, levels: int, out: Any) -> None:
    """Fill a picture (h, w) of uint32, the top row first; its edges are the edges of the grid."""
    (ny, nx), (height, width) = strength.shape, out.shape
    (column, along), (row, up) = _cells_of(width, nx - 1), _cells_of(height, ny - 1)
    _spread(winner, strength, table, levels, column, along, row[::-1], up[::-1], out)
