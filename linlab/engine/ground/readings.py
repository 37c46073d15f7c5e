"""Numbers that change under the eyes: written so that their width hardly does, and 0 has no sign.

A score has as many significant digits whatever it is, zeros at its end among them. A place has as many decimals as a
pixel is fine, and all places of a view the same power of ten.
"""

import math

from .numerals import number

PLAIN = range(-4, 6)  # powers of ten that need not be written as such


def steady(x: float, digits: int = 3) -> str:
    """x to so many significant digits.

    >>> steady(0.5), steady(-12.345), steady(-0.0), steady(-1.25e97)
    ('0.500', '−12.3', '0.00', '−1.25×10⁹⁷')
    """
    if not math.isfinite(x):
        return number(x)
    power = int(f"{x:.{digits - 1}e}".partition("e")[2]) if x else 0
    return _fixed(x, max(0, digits - 1 - power)) if power in PLAIN else number(x, digits)


def place(x: float, pixel: float, largest: float) -> str:
    """A coordinate in a view of which a pixel is so wide, and the largest coordinate so large.

    >>> place(1.23456, 0.01, 3.0), place(-0.001, 0.01, 3.0), place(-1.5e-7, 2e-9, 6e-7), place(2e8, 1e5, 3e8)
    ('1.23', '0.00', '−1.50×10⁻⁷', '2.000×10⁸')
    """
    power = math.floor(math.log10(largest)) if largest > 0 else 0
    power = 0 if power in PLAIN else power
    decimals = min(max(0, math.ceil(power - math.log10(pixel) - 1e-9)), 15)
    return _fixed(x / 10.0**power, decimals) + (number(10.0**power).removeprefix("1") if power else "")


def _fixed(x: float, decimals: int) -> str:
    text = f"{x:.{decimals}f}"
    return (text if float(text) else text.removeprefix("-")).replace("-", "−")
