"""Lines on the page, made ready to be drawn: without needless corners, or cut into dashes."""

import numpy as np
from numba import float64, int64, njit

_matrix = float64[:, ::1]


@njit(int64(_matrix, float64, _matrix), cache=True, error_model="numpy")
def thin(line, tolerance, out):  # type: ignore[no-untyped-def]
    """Write a line to `out` without the corners that are within the tolerance of what is left; how many are left."""
    out[0, 0], out[0, 1] = line[0, 0], line[0, 1]
    size, a = 1, 0
    while a < len(line) - 1:
        best = a + 1
        for b in range(a + 2, min(len(line), a + 64)):
            x, y = line[b, 0] - line[a, 0], line[b, 1] - line[a, 1]
            long, fits = np.sqrt(x * x + y * y), True
            for k in range(a + 1, b):
                u, v = line[k, 0] - line[a, 0], line[k, 1] - line[a, 1]
                fits = long > 0.0 and abs(u * y - v * x) <= tolerance * long and 0.0 <= u * x + v * y <= long * long
                if not fits:
                    break
            if not fits:
                break
            best = b
        out[size, 0], out[size, 1] = line[best, 0], line[best, 1]
        size += 1
        a = best
    return size


@njit(_matrix(_matrix, float64, float64), cache=True, error_model="numpy")
def dashes(line, on, off):  # type: ignore[no-untyped-def]
    """The dashes of a line as straight stretches, x and y of both ends: a dash has a stretch more for each bend."""
    whole = 0.0
    for k in range(len(line) - 1):
        whole += np.hypot(line[k + 1, 0] - line[k, 0], line[k + 1, 1] - line[k, 1])
    if not whole < 1e6 * (on + off):
        return np.empty((0, 4))
    out, size = np.empty((2 * int(whole / (on + off)) + 2 * len(line) + 2, 4)), 0
    drawn, left = True, on  # whether this is a dash, and how much of it, or of the gap, there is to come
    for k in range(len(line) - 1):
        x, y = line[k, 0], line[k, 1]
        long = np.hypot(line[k + 1, 0] - x, line[k + 1, 1] - y)
        gone = 0.0
        while gone < long:
            step = min(left, long - gone)
            a, b = gone / long, (gone + step) / long
            if drawn:
                out[size, 0], out[size, 1] = x + a * (line[k + 1, 0] - x), y + a * (line[k + 1, 1] - y)
                out[size, 2], out[size, 3] = x + b * (line[k + 1, 0] - x), y + b * (line[k + 1, 1] - y)
                size += 1
            gone += step
            left -= step
            if left <= 1e-9:
                drawn = not drawn
                left = on if drawn else off
    return out[:size]
