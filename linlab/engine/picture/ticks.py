"""Round numbers along an axis: few, and never one over another."""

import math

from linlab.engine.numerals import grouped, number


def ticks(low: float, high: float, log: bool, most: int, scale: float = 1.0) -> list[tuple[float, str]]:
    """At most so many places between two ends, and what to write there; on a logarithmic axis the ends are logarithms.

    >>> ticks(0.0, 412.0, False, 5), ticks(0.0, 4.2, True, 5)[-1]
    ([(0.0, '0'), (100.0, '100'), (200.0, '200'), (300.0, '300'), (400.0, '400')], (4.0, '10⁴'))
    """
    if log and high - low > 1.0:
        every = math.ceil((high - low) / most)
        powers = range(math.ceil(low / every) * every, math.floor(high) + 1, every)
        return [(float(p), _power(p) if abs(p) > 2 else _text(scale * 10.0**p)) for p in powers]
    if log:
        found = [k * 10.0**p for p in range(math.floor(low), math.ceil(high) + 1) for k in (1, 2, 5)]
        return [(math.log10(v), _text(scale * v)) for v in found if low <= math.log10(v) <= high]
    rough = (high - low) / most
    power = 10.0 ** math.floor(math.log10(rough))
    step = next(k * power for k in (1, 2, 5, 10) if k * power >= rough)
    return [(step * k, _text(scale * step * k)) for k in range(math.ceil(low / step), math.floor(high / step) + 1)]


def _text(value: float) -> str:
    """Large counts in groups of digits, as they are read elsewhere.

    >>> _text(0.25), _text(5000.0), _text(500000.0), _text(1e6)
    ('0.25', '5 000', '500 000', '1 000 000')
    """
    return grouped(round(value)).replace("-", "−") if 1e3 <= abs(value) < 1e8 and value == round(value) else number(value)


def _power(p: int) -> str:
    return "10" + str(p).translate(str.maketrans("0123456789-", "⁰¹²³⁴⁵⁶⁷⁸⁹⁻"))
