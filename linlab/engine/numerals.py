"""Numbers as they are printed: about three digits, and more wherever fewer would contradict each other.

0.9996 < 1 and never 1 < 1; and in a + b = c or f(a, b) = c the printed c is what the printed a and b give:

    round(f(round(a, n), round(b, n))) = round(c),   n = 3, 4, 5, …
"""

import math
from collections.abc import Callable
from decimal import Decimal
from functools import partial

SUBSCRIPT, _SUPERSCRIPT = str.maketrans("0123456789", "₀₁₂₃₄₅₆₇₈₉"), str.maketrans("0123456789-", "⁰¹²³⁴⁵⁶⁷⁸⁹⁻")


def number(x: float, digits: int = 3) -> str:
    """x to so many significant digits; those before the point stay.

    >>> number(0.12345), number(-0.0), number(1234.5), number(-1.5e-7)
    ('0.123', '0', '1234', '−1.5×10⁻⁷')
    """
    if not math.isfinite(x):
        return "undefined" if math.isnan(x) else "∞" if x > 0 else "−∞"
    near = _round(x, digits)
    power = near.adjusted() if near else 0
    return _text(near, 0 if -4 <= power < 6 else power)


def _round(x: float, digits: int) -> Decimal:
    power = Decimal(x).adjusted() if x else 0
    places = digits - 1 - power
    return round(Decimal(x), max(0, places) if power < 6 else places)


def _near(x: float, digits: int) -> float:
    return float(_round(x, digits))


def _text(x: Decimal, power: int) -> str:
    """x as a plain number times 10 to the power."""
    plain = f"{x.scaleb(-power).normalize():f}".replace("-", "−") if x else "0"
    return plain + (f"×10{str(power).translate(_SUPERSCRIPT)}" if power and x else "")


def fewest_digits(agree: Callable[[Callable[[float], float]], bool], most: int = 8) -> int:
    """The fewest digits, from three, to which numbers can be rounded and still agree."""
    return next((n for n in range(3, most + 1) if agree(partial(_near, digits=n))), 5)


def operands(form: Callable[[list[float]], float], result: float, digits: int, *values: float) -> list[str]:
    """The values, with as many digits as it takes to work out the result from them as it is printed."""
    n = fewest_digits(lambda r: _near(form([r(v) for v in values]), digits) == _near(result, digits), 12)
    return [number(v, n) for v in values]


def added(a: float, b: float, total: float) -> tuple[str, str, str]:
    """a + b = total, printed so that it is true of the printed numbers."""
    top = max(Decimal(v).adjusted() for v in (a, b, total) if v) if a or b or total else 0
    power = 0 if -4 <= top < 6 else top
    least = min((Decimal(v).adjusted() for v in (a, b, total) if v), default=0) - power
    places = max(3, min(2 - least, max(6, 2 + power - Decimal(b).adjusted() if b else 6)))
    for extra in range(4):
        shown = [round(Decimal(v).scaleb(-power), places + extra) for v in (a, b, total)]
        if shown[0] + shown[1] == shown[2]:
            break
    else:
        shown[1] = shown[2] - shown[0]
    first, second, third = (_text(v.scaleb(power), power) for v in shown)
    return first, second, third
