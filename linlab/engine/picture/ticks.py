"""Round numbers along an axis: few, never overlapping, and all in one notation."""

import math

from linlab.engine.ground.numerals import grouped, number

_PLAIN = (
    -2.001,
    3.001,
)  # a logarithmic axis between these is written in plain numbers, any other in powers of ten

LEAST_DISTANCE = 1e-300  # smallest distance of two ticks: smaller numbers lose digits


def ticks(
    low: float, high: float, log: bool, most: int, scale: float = 1.0
) -> list[tuple[float, str]]:
    """At most this many positions between two ends, and their texts; on a logarithmic axis the ends
    are logarithms, and if it has fewer than two powers of ten there are also 2 and 5, or any round
    numbers. A scale of 100 is percent.

    >>> ticks(0.0, 412.0, False, 5), ticks(0.0, 4.2, True, 5)[-1]
    ([(0.0, '0'), (100.0, '100'), (200.0, '200'), (300.0, '300'), (400.0, '400')], (4.0, '10⁴'))
    >>> [text for _, text in ticks(-1.4, -0.2, True, 5, 100.0)]
    ['5 %', '10 %', '20 %', '50 %']
    """
    unit = " %" if scale == 100.0 else ""
    if not log:
        return [(at, _text(scale * at) + unit) for at in _round_numbers(low, high, most)]
    places = _round_logs(low, high, most)
    shift = math.log10(scale)
    plain = all(_PLAIN[0] < at + shift < _PLAIN[1] for at in places)
    return [
        (at, (_text(float(f"{scale * 10.0**at:.3g}")) if plain else _power(at + shift)) + unit)
        for at in places
    ]


def _round_logs(low: float, high: float, most: int) -> list[float]:
    every = max(1, math.ceil((high - low) / most))
    powers = [float(p) for p in range(math.ceil(low / every) * every, math.floor(high) + 1, every)]
    if high - low > (1.0 if len(powers) > 1 else 2.0):
        return powers
    logs = [
        p + math.log10(k) for p in range(math.floor(low), math.ceil(high) + 1) for k in (1, 2, 5)
    ]
    found = [at for at in logs if low <= at <= high]
    return (
        found
        if len(found) > 1
        else [math.log10(v) for v in _round_numbers(10.0**low, 10.0**high, most) if v > 0]
    )


def _round_numbers(low: float, high: float, most: int) -> list[float]:
    rough = (high - low) / most
    if rough < LEAST_DISTANCE:
        return []
    power = 10.0 ** math.floor(math.log10(rough))
    step = next(k * power for k in (1, 2, 5, 10) if k * power >= rough)
    return [step * k for k in range(math.ceil(low / step), math.floor(high / step) + 1)]


def _text(value: float) -> str:
    """Large counts in groups of digits, as elsewhere.

    >>> _text(0.25), _text(5000.0), _text(500000.0), _text(1e6)
    ('0.25', '5 000', '500 000', '1 000 000')
    """
    return (
        grouped(round(value))
        if 1e3 <= abs(value) < 1e8 and value == round(value)
        else number(value)
    )


def _power(log: float) -> str:
    """A number by its logarithm: a factor times a power of ten.

    >>> _power(0.0), _power(math.log10(0.00025)), _power(-300.0)
    ('10⁰', '2.5×10⁻⁴', '10⁻³⁰⁰')
    """
    power = math.floor(log + 1e-9)
    raised = "10" + str(power).translate(str.maketrans("0123456789-", "⁰¹²³⁴⁵⁶⁷⁸⁹⁻"))
    first = number(10.0 ** (log - power))
    return raised if first == "1" else f"{first}×{raised}"
