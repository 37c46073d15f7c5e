"""Interpolation at Chebyshev's nodes: a smooth function on a fine grid from its values at few places.

For f analytic inside the ellipse of parameter ρ = eᵘ around an interval, bounded there by M, the polynomial through its
values at m + 1 Chebyshev nodes is off by at most 4 M ρ⁻ᵐ / (ρ − 1) (Trefethen, Approximation Theory and Approximation
Practice, theorem 8.2). For exp(−γ(x − c)²) with any c, M = exp(γ h² sinh² u) on an interval of half length h.
"""

import math

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
_U = np.linspace(0.05, 4.0, 80)


def nodes_for_gaussian(gamma: float, half: float, error: float = 1e-13) -> int:
    """How many nodes give exp(−γ(x − c)²) to that error anywhere on an interval of that half length.

    >>> nodes_for_gaussian(1.0, 0.0), nodes_for_gaussian(1.0, 5.0) < 80
    (2, True)
    """
    bound = (gamma * half**2 * np.sinh(_U) ** 2 + np.log(4 / (error * np.expm1(_U)))) / _U
    return max(2, math.ceil(float(bound.min())) + 1) if half > 0 else 2


def nodes(count: int, low: float, high: float) -> Floats:
    """Chebyshev's points of the second kind between low and high. (count,)"""
    return np.asarray((low + high) / 2 + (high - low) / 2 * np.cos(np.pi * np.arange(count) / (count - 1)))


def interpolation(at: Floats, xs: Floats) -> Floats:
    """The matrix that turns values at the nodes into values at xs, by the barycentric formula. (len(xs), len(at))"""
    weights = np.where(np.arange(len(at)) % 2, -1.0, 1.0)
    weights[[0, -1]] *= 0.5
    middle, half = (at[0] + at[-1]) / 2, (at[0] - at[-1]) / 2
    away = ((xs - middle) / half)[:, None] - nodes(len(at), -1.0, 1.0)  # however far out, no two nodes are the same
    exact = away == 0
    away[exact] = 1.0
    matrix = weights / away
    matrix /= matrix.sum(axis=1, keepdims=True)
    hit = exact.any(axis=1)
    matrix[hit] = exact[hit]
    return np.asarray(matrix)
