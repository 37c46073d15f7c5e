"""Level sets on a regular grid: from each edge of the grid that z crosses to the next, until the line closes or leaves.

An edge is crossed where one of its ends is above the value and the other is not; the place between them is found as on a
straight line. If all four edges of a cell are crossed, the mean of its corners tells which of them belong together.
"""

from typing import Any

import numpy as np
from numba import float64, int64, njit, types, uint8, void

_matrix, _flags = float64[:, ::1], uint8[:, ::1]
_tuple: Any = types.Tuple


@njit(
    void(_matrix, float64, _flags, _flags, _flags, int64, int64, int64, int64, _matrix, int64[::1], int64[::1]),
    cache=True, error_model="numpy",
)  # fmt: skip
def _follow(z, value, above, across, up, j, i, upright, way, places, ends, written):  # type: ignore[no-untyped-def]
    """Write the line that crosses the edge at (j, i), `upright` or not, on its way up or right (1) or down or left (−1)."""
    ny, nx = z.shape
    begin = size = written[0]
    first_j, first_i, first_upright = j, i, upright
    while True:
        a, b = z[j, i], z[j + 1, i] if upright else z[j, i + 1]
        share = (value - a) / (b - a)
        if not 0.0 <= share <= 1.0:  # between infinities
            share = 0.5
        places[size, 0], places[size, 1] = float(i), float(j)
        places[size, upright] += share
        size += 1
        if upright:
            up[j, i] = 0
        else:
            across[j, i] = 0
        if way < 0:  # (j, i) becomes the lower left corner of the cell ahead
            i -= upright
            j -= 1 - upright
        if j < 0 or i < 0 or j >= ny - 1 or i >= nx - 1:
            break
        low, high = above[j, i] ^ above[j, i + 1], above[j + 1, i] ^ above[j + 1, i + 1]
        left, right = above[j, i] ^ above[j + 1, i], above[j, i + 1] ^ above[j + 1, i + 1]
        if low and high and left and right:
            middle = 0.25 * (z[j, i] + z[j, i + 1] + z[j + 1, i] + z[j + 1, i + 1]) > value
            way = way if middle == (above[j, i] > 0) else -way
            upright = 1 - upright
        elif low and (upright or way < 0):
            upright, way = 0, -1
        elif high and (upright or way > 0):
            upright, way = 0, 1
        elif left and (not upright or way < 0):
            upright, way = 1, -1
        else:
            upright, way = 1, 1
        if way > 0:  # the edge on the far side of the cell
            i += upright
            j += 1 - upright
        if j == first_j and i == first_i and upright == first_upright:
            places[size, 0], places[size, 1] = places[begin, 0], places[begin, 1]
            size += 1
            break
    ends[written[1]] = size
    written[0], written[1] = size, written[1] + 1


@njit(_tuple((_matrix, int64[::1]))(_matrix, float64), cache=True, error_model="numpy")
def trace(z, value):  # type: ignore[no-untyped-def]
    """(places, ends): the lines one after the other, x and y in cells, and where each of them ends."""
    ny, nx = z.shape
    above, across, up = np.empty((ny, nx), np.uint8), np.zeros((ny, nx), np.uint8), np.zeros((ny, nx), np.uint8)
    for j in range(ny):
        for i in range(nx):
            above[j, i] = z[j, i] > value
    crossed = 0
    for j in range(ny):
        for i in range(nx - 1):  # edges from (j, i) to (j, i + 1) that no line has passed yet
            across[j, i] = above[j, i] ^ above[j, i + 1]
            crossed += across[j, i]
    for j in range(ny - 1):
        for i in range(nx):  # and to (j + 1, i)
            up[j, i] = above[j, i] ^ above[j + 1, i]
            crossed += up[j, i]
    places, ends, written = np.empty((2 * crossed, 2)), np.empty(crossed, np.int64), np.zeros(2, np.int64)
    if crossed:
        for i in range(nx - 1):  # lines that come in over the border,
            if across[0, i]:
                _follow(z, value, above, across, up, 0, i, 0, 1, places, ends, written)
            if across[ny - 1, i]:
                _follow(z, value, above, across, up, ny - 1, i, 0, -1, places, ends, written)
        for j in range(ny - 1):
            if up[j, 0]:
                _follow(z, value, above, across, up, j, 0, 1, 1, places, ends, written)
            if up[j, nx - 1]:
                _follow(z, value, above, across, up, j, nx - 1, 1, -1, places, ends, written)
        for j in range(1, ny - 1):  # and those that close, each of which passes some edge across
            for i in range(nx - 1):
                if across[j, i]:
                    _follow(z, value, above, across, up, j, i, 0, 1, places, ends, written)
    return places[: written[0]], ends[: written[1]]


@njit(_tuple((int64[:, ::1], _matrix))(_matrix, float64), cache=True, error_model="numpy")
def halves(z, unit):  # type: ignore[no-untyped-def]
    """Where z is above 0, and |z| / (|z| + unit)."""
    above, share = np.empty(z.shape, np.int64), np.empty(z.shape)
    for j in range(z.shape[0]):
        for i in range(z.shape[1]):
            above[j, i] = z[j, i] > 0.0
            share[j, i] = abs(z[j, i]) / (abs(z[j, i]) + unit)
    return above, share
