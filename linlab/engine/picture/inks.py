"""The colours of a shading, pixel by pixel: between the places of a grid the strength is drawn out linearly.

Where the four corners of a cell do not agree on the winner, each of them votes for its own with its strength, so that the
border runs where two classes are even, as the line that is drawn there does.
"""

from typing import Any

import numpy as np
from numba import float32, float64, int32, int64, njit, uint32, void

_cells, _flat = float64[:, ::1], float32[::1]


@njit(void(int64[:, ::1], _cells, uint32[::1], int64, uint32[::1], _flat, int64[::1], _flat, uint32[:, ::1]), cache=True,
      error_model="numpy", fastmath={"contract"})  # fmt: skip
def _spread(winner, strength, table, levels, column, along, row, up, out):  # type: ignore[no-untyped-def]
    """Fill `out`, the top row first: pixel (y, x) lies in cell (row[y], column[x]), at the shares (up[y], along[x]) of it."""
    ny, nx = strength.shape
    h, w = out.shape
    place = np.empty(nx, np.float32)  # in the table of colours, of a row of the grid
    wide = np.empty((2, w), np.float32)  # the same at every pixel, of the row below and the row above
    known = ny  # the lowest row that is wide already
    for y in range(h):
        j, v = row[y], up[y]
        for k in range(min(known - 1, j + 1), j - 1, -1):
            for i in range(nx):
                place[i] = winner[k, i] * levels + min(1.0, max(0.0, strength[k, i])) * (levels - 1)
            for x in range(w):
                i = column[x]
                wide[k % 2, x] = place[i] + along[x] * (place[i + 1] - place[i])
        known = j
        low, high = wide[j % 2], wide[1 - j % 2]
        for x in range(w):
            out[y, x] = table[uint32(int32(low[x] + v * (high[x] - low[x])))]


@njit(int64(int64[:, ::1], _cells, int64, int64, int64, float32, float32), cache=True, error_model="numpy")
def _voted(winner, strength, levels, j, i, v, u):  # type: ignore[no-untyped-def]
    """The place in the table of colours at the shares (v, u) of the cell (j, i), by the votes of its corners."""
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
    return who * levels + int64(min(1.0, max(0.0, best - second)) * (levels - 1))


@njit(void(int64[:, ::1], _cells, uint32[::1], int64, uint32[::1], _flat, int64[::1], _flat, uint32[:, ::1]), cache=True,
      error_model="numpy")  # fmt: skip
def _mend(winner, strength, table, levels, column, along, row, up, out):  # type: ignore[no-untyped-def]
    """The same for the cells whose corners do not agree."""
    (ny, nx), (h, w) = strength.shape, out.shape
    starts = np.full(nx, w)  # the first pixel of each column of cells
    for x in range(w - 1, -1, -1):
        starts[column[x]] = x
    for i in range(nx - 2, -1, -1):  # a column may be narrower than a pixel
        starts[i] = min(starts[i], starts[i + 1])
    bottom = h  # rows of pixels go down, rows of cells up
    for j in range(ny - 1):
        top = bottom
        while top > 0 and row[top - 1] == j:
            top -= 1
        for i in range(nx - 1):
            a, b, c, d = winner[j, i], winner[j, i + 1], winner[j + 1, i], winner[j + 1, i + 1]
            if a == b and a == c and a == d:
                continue
            other = b if b != a else c if c != a else d
            if b in (a, other) and c in (a, other) and d in (a, other):
                low, low_rise = strength[j, i], (strength[j, i + 1] if b == a else -strength[j, i + 1]) - strength[j, i]
                high = strength[j + 1, i] if c == a else -strength[j + 1, i]
                high_rise = (strength[j + 1, i + 1] if d == a else -strength[j + 1, i + 1]) - high
                for y in range(top, bottom):
                    for x in range(starts[i], starts[i + 1]):  # by how much a leads the other
                        first = low + along[x] * low_rise
                        lead = first + up[y] * (high + along[x] * high_rise - first)
                        who = a if lead > 0.0 else other
                        out[y, x] = table[who * levels + int64(min(1.0, abs(lead)) * (levels - 1))]
            else:
                for y in range(top, bottom):
                    for x in range(starts[i], starts[i + 1]):
                        out[y, x] = table[_voted(winner, strength, levels, j, i, up[y], along[x])]
        bottom = top


def spread(winner: Any, strength: Any, table: Any, levels: int, out: Any) -> None:
    """Fill a picture (h, w) of uint32, the top row first; its edges are the edges of the grid."""
    (ny, nx), (height, width) = strength.shape, out.shape
    x, y = (np.arange(width) + 0.5) * (nx - 1) / width, (np.arange(height)[::-1] + 0.5) * (ny - 1) / height
    column, row = x.astype(np.uint32), y.astype(np.int64)
    args = (winner, strength, table, levels, column, (x - column).astype(np.float32), row, (y - row).astype(np.float32), out)
    _spread(*args)
    _mend(*args)
