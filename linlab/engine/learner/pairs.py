"""Pairs of points, compiled: the kernels that are exp(−γ·distance), whole Gram matrices of them, and scores.

A Gram matrix of 5,000 points has 25 million numbers. Here it is written once, where it stays: one half is computed, block
by block, and each block is mirrored while it is still at hand. Every number is a function of its two points alone, so it
is the same to the last bit whichever way it came to be computed, and k(x, x') = k(x', x).
"""

import math

from numba import float64, int64, njit, types, void

from .kernels import SQUARES

BLOCK = 64  # rows and columns: a block and its mirror image fit into a cache

_matrix = float64[:, ::1]
_given = types.Array(float64, 2, "C", readonly=True)  # points are locked; what is not may be given too


@njit(inline="always", error_model="numpy")
def _kernel(distance, gamma, u, v):  # type: ignore[no-untyped-def]
    """k of two points that are u and v apart along the axes, rounded as `kernels` rounds it."""
    if distance == SQUARES:
        return math.exp(-gamma * (u * u + v * v))
    return math.exp(-gamma * (abs(u) + abs(v)))


@njit(void(_given, int64, float64, float64, int64, int64, _matrix), cache=True, error_model="numpy", nogil=True)
def square(x, distance, gamma, plus, first, stride, out):  # type: ignore[no-untyped-def]
    """k + `plus` of all pairs of x (c, 2) in the first c columns of out, for the blocks of rows first, first + stride, …"""
    c = len(x)
    for top in range(first * BLOCK, c, stride * BLOCK):
        bottom = min(c, top + BLOCK)
        for left in range(top, c, BLOCK):
            right = min(c, left + BLOCK)
            for i in range(top, bottom):
                for j in range(max(left, i), right):
                    out[i, j] = _kernel(distance, gamma, x[i, 0] - x[j, 0], x[i, 1] - x[j, 1]) + plus
            for j in range(left, right):
                for i in range(top, min(bottom, j)):
                    out[j, i] = out[i, j]


@njit(void(_given, _given, int64, float64, float64, _matrix), cache=True, error_model="numpy", nogil=True)
def oblong(a, b, distance, gamma, plus, out):  # type: ignore[no-untyped-def]
    """k + `plus` of each of a (m, 2) with each of b (c, 2) in the first c columns of out."""
    for i in range(len(a)):
        for j in range(len(b)):
            out[i, j] = _kernel(distance, gamma, a[i, 0] - b[j, 0], a[i, 1] - b[j, 1]) + plus


@njit(void(_given, _given, _given, int64, float64, float64, _matrix), cache=True, error_model="numpy", nogil=True)
def scores(x, centres, weights, distance, gamma, plus, out):  # type: ignore[no-untyped-def]
    """Σ wⱼ (k(x, cⱼ) + plus) of each of x (m, 2) in out (m, rows), over the wⱼ that are not 0 and without a table of k."""
    rows, c = weights.shape
    out[:] = 0.0
    for j in range(c):
        held = False
        for r in range(rows):
            held |= weights[r, j] != 0.0
        if held:
            for i in range(len(x)):
                k = _kernel(distance, gamma, x[i, 0] - centres[j, 0], x[i, 1] - centres[j, 1]) + plus
                for r in range(rows):
                    out[i, r] += weights[r, j] * k
