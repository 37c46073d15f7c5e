"""A p-value as it is printed, and in words: on the same side of the usual levels as p itself."""

from collections.abc import Sequence

import numpy as np

from linlab.engine.ground.numerals import grouped, number

LEVEL = 0.05
LEVELS = (LEVEL, 0.01, 0.001)  # a printed p is on the same side of each as p


def p_text(p: float) -> str:
    """
    >>> p_text(0.0312), p_text(0.000467), p_text(1.0), p_text(0.04996), p_text(0.0502)
    ('0.031', '0.0005', '1.000', '0.04996', '0.0502')
    """
    if p < 0.0001:
        return number(p, 2)
    least = 3 if p >= 0.01 else 4
    decimals = next((n for n in range(least, 16) if _same_side(p, round(p, n))), 16)
    return f"{p:.{decimals}f}"


def _same_side(p: float, printed: float, levels: Sequence[float] = LEVELS) -> bool:
    """Whether p and what is printed of it are both below a level, both at it or both above."""
    return all(np.sign(p - level) == np.sign(printed - level) for level in levels)


def how_often(p: float) -> str:
    """
    >>> how_often(0.003), how_often(0.31), how_often(1e-6), how_often(1.0), how_often(0.0498)
    ('3 of 1000', '31 of 100', 'fewer than 1 of 1000', 'all', '498 of 10 000')
    """
    if p > 0.995:
        return "all"
    if p < 0.001:
        return "fewer than 1 of 1000"
    least = 2 if p >= 0.0995 else 3
    digits = next((n for n in range(least, 16) if _same_side(p, round(p, n), (LEVEL,))), 16)
    many = "1000" if digits == 3 else grouped(10**digits)
    return f"{grouped(round(10**digits * p))} of {many}"
