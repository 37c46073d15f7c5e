"""Decimals and simple fractions as whole numbers, so that their sums tie exactly when they do on
paper: 0.1 + 0.2 is 0.3, because 1 + 2 is 3.
"""

import math
from collections.abc import Sequence
from fractions import Fraction

SIMPLE = 10**6  # the largest denominator of a fraction, such as 2/3, that its float identifies
EXACT = 2**50  # whole numbers up to here are added and divided exactly


def whole_numbers(values: Sequence[float]) -> tuple[list[float], float]:
    """The values as whole numbers, and the whole number that stands for 1; the values themselves
    and 1 if these would be too large.

    >>> whole_numbers([0.1, 0.2, 0.3])
    ([1.0, 2.0, 3.0], 10.0)
    >>> whole_numbers([2 / 3, 1 / 3, 0.5])
    ([4.0, 2.0, 3.0], 6.0)
    >>> whole_numbers([math.pi, 1e-300])
    ([3.141592653589793, 1e-300], 1.0)
    """
    exact = [as_fraction(float(value)) for value in values]
    one = math.lcm(*(each.denominator for each in exact))
    whole = [int(each * one) for each in exact]
    if max(one, sum(map(abs, whole))) > EXACT:
        return [float(value) for value in values], 1.0
    return [float(each) for each in whole], float(one)


def as_fraction(value: float) -> Fraction:
    """The fraction or decimal that is printed like this.

    >>> as_fraction(0.3), as_fraction(2 / 3), as_fraction(1e-9)
    (Fraction(3, 10), Fraction(2, 3), Fraction(1, 1000000000))
    """
    simple = Fraction(value).limit_denominator(SIMPLE)
    return simple if float(simple) == value else Fraction(repr(value))
