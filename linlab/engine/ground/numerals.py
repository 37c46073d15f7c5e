"""Numbers as people write them: about three digits, and more where rounded numbers would contradict
each other.

From 0.0001 up to a million they are written out, in groups of three digits from 1 000 on; smaller
and larger numbers are written with a power of ten, 1.5×10⁻⁷. An exact whole number is always
written out.

0.9996 < 1 and never 1 < 1; and in a + b = c or f(a, b) = c the printed c is what the printed a and b give:

    round(f(round(a, n), round(b, n))) = round(c),   n = 3, 4, 5, …

If c lies half-way between two roundings, there may be no such n; c then has one digit more.

Numbers that change on the screen keep almost the same width: a score always has the same number of
significant digits, a coordinate as many decimals as a pixel needs.
"""

import math
import re
from collections.abc import Callable, Sequence
from decimal import ROUND_HALF_UP, Decimal
from functools import partial

DUST = 1e-13  # of the largest summand: what rounding left of 0.1 + 0.1 − 0.2 is printed as 0
SUBSCRIPT, _SUPERSCRIPT = (
    str.maketrans("0123456789", "₀₁₂₃₄₅₆₇₈₉"),
    str.maketrans("0123456789-", "⁰¹²³⁴⁵⁶⁷⁸⁹⁻"),
)

_PLAIN = range(-4, 6)  # powers of ten that need not be written as such
_THREES = re.compile(r"(?<=\d)(?=(?:\d{3})+$)")  # where a group of three digits begins
_JOINTS = re.compile(r"(?<=\d)[ \u00a0\u2009\u202f](?=\d{3}(?!\d))", re.ASCII)
_TYPED = str.maketrans("−,⁰¹²³⁴⁵⁶⁷⁸⁹⁻", "-.0123456789-")
_NUMBER = re.compile(
    r"[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?", re.ASCII
)  # Python would take 1_0 for 10


def number(x: float, digits: int = 3) -> str:
    """x to this many significant digits; digits before the point are kept.

    >>> number(0.12345), number(-0.0), number(1234.5), number(-1.5e-7)
    ('0.123', '0', '1 234', '−1.5×10⁻⁷')
    """
    if not math.isfinite(x):
        if math.isnan(x):
            return "undefined"
        if x > 0:
            return "∞"
        return "−∞"
    near = _round(x, digits)
    power = near.adjusted() if near else 0
    return _text(near, 0 if -4 <= power < 6 else power)


def certain(x: float, gap: float, digits: int = 4) -> str:
    """x, which may be too high by this much, to the digits that are certain; empty if none is.

    >>> certain(0.123456, 1e-9), certain(0.123456, 1e-3), certain(0.123456, 0.1)
    ('0.1235', '0.12', '')
    """
    return next(
        (text for n in range(digits, 0, -1) if (text := number(x, n)) == number(x - gap, n)), ""
    )


def grouped(count: int) -> str:
    """A whole number in groups of three digits.

    >>> grouped(412), grouped(1949821), grouped(-5000)
    ('412', '1 949 821', '−5 000')
    """
    return _in_groups(str(count).replace("-", "−"))


def limit(x: float) -> str:
    """An exact number, such as the end of a range.

    >>> limit(1e6), limit(0.999), limit(1e9)
    ('1 000 000', '0.999', '1 000 000 000')
    """
    return grouped(round(x)) if x == round(x, 0) and abs(x) < 1e12 else number(x, 15)


def _in_groups(plain: str) -> str:
    """
    >>> _in_groups("−1234.5678"), _in_groups("999")
    ('−1 234.5678', '999')
    """
    whole, point, rest = plain.partition(".")
    return _THREES.sub(" ", whole) + point + rest


def read_number(text: str) -> float | None:
    """A number as people type it or as it is printed here; None if it is not a number.

    >>> [read_number(text) for text in ("0,5", "−2", "1×10⁶", "1.5e-7", "4 350", "1_0", "4 35", "ten")]
    [0.5, -2.0, 1000000.0, 1.5e-07, 4350.0, None, None, None]
    """
    plain = _JOINTS.sub("", text.strip()).translate(_TYPED).replace("×10", "e")
    return float(plain) if _NUMBER.fullmatch(plain) else None


def percent(share: float) -> str:
    """A share in percent; 0 and 100 only if exact.

    >>> percent(0.05555), percent(0.0), percent(1 / 3000), percent(2999 / 3000)
    ('5.6 %', '0 %', '0.03 %', '99.97 %')
    """
    decimals = 1
    while 0 < share < 1 and float(f"{100 * share:.{decimals}f}") in (0.0, 100.0):
        decimals += 1
    return f"{100 * share:.{decimals}f}".removesuffix(".0") + " %"


def _round(x: float, digits: int) -> Decimal:
    power = Decimal(x).adjusted() if x else 0
    places = digits - 1 - power
    return round(Decimal(x), max(0, places) if power < 6 else places)


def _near(x: float, digits: int) -> float:
    return float(_round(x, digits))


def _text(x: Decimal, power: int) -> str:
    """x as a plain number times 10 to the power."""
    plain = f"{x.scaleb(-power).normalize():f}".replace("-", "−") if x else "0"
    return _in_groups(plain) + (f"×10{str(power).translate(_SUPERSCRIPT)}" if power and x else "")


def fewest_digits(
    agree: Callable[[Callable[[float], float]], bool], most: int = 8, otherwise: int = 5
) -> int:
    """The fewest digits, from three on, to which numbers can be rounded and still agree;
    `otherwise` if there is no such number."""
    return next((n for n in range(3, most + 1) if agree(partial(_near, digits=n))), otherwise)


def printed_alike(x: float, result: float, digits: int) -> bool:
    """Whether x, worked out by hand, is printed as the result is: also if one rounds the other way
    where it is half-way."""
    return {_near(x * (1.0 - 1e-13), digits), _near(x * (1.0 + 1e-13), digits)} == {
        _near(result, digits)
    }


def worked_out(
    form: Callable[[list[float]], float], result: float, digits: int, *values: float
) -> tuple[list[str], str]:
    """The values and the result, with enough digits to work out the result from the printed values.

    >>> worked_out(lambda v: 0.9 * v[0] + 3.0, 20.25, 3, 57.5 / 3)
    (['19.17'], '20.25')
    """

    def enough(many: int) -> int:
        return fewest_digits(
            lambda r: printed_alike(form([r(v) for v in values]), result, many), 12, 0
        )

    many = next((many for many in (digits, digits + 1, digits + 2) if enough(many)), digits)
    return [number(v, enough(many) or 5) for v in values], number(result, many)


def added(a: float, b: float, total: float, more: int = 0) -> tuple[str, str, str]:
    """a + b = total, printed with enough digits to be true for the printed numbers, plus `more`."""
    top = max(Decimal(v).adjusted() for v in (a, b, total) if v) if a or b or total else 0
    power = 0 if -4 <= top < 6 else top
    least = min((Decimal(v).adjusted() for v in (a, b, total) if v), default=0) - power
    places = more + max(3, min(2 - least, max(6, 2 + power - Decimal(b).adjusted() if b else 6)))
    row = [Decimal(v).scaleb(-power) for v in (a, b, total)]
    n = next((n for n in range(places, places + 4) if _comes_out(row, n)), places)
    first, second, third = (_text(v.scaleb(power), power) for v in _to(row, n))
    return first, second, third


def added_alike(rows: Sequence[tuple[float, float, float]]) -> list[tuple[str, str, str, str]]:
    """a + b = total of each row as (a, b, "=", total): every number rounded, none bent, and the
    printed sum comes out.

    They have as few decimals as show two digits of each b, but at least 3, and more than 6 only for
    the sake of the largest b. If the last digits do not come out, all rows have one or two more; if
    that does not help, only the rows that need more have more. A sum that would need more than
    eight digits for it has “≈” instead.

    >>> added_alike([(-0.1620308, -0.0599346, -0.2219654), (-0.5011, -0.036, -0.5371)])
    [('−0.162', '−0.060', '=', '−0.222'), ('−0.501', '−0.036', '=', '−0.537')]
    >>> added_alike([(0.1234, 0.0454, 0.1688)])
    [('0.1234', '0.0454', '=', '0.1688')]
    """
    top = max((Decimal(v).adjusted() for row in rows for v in row if v), default=0)
    power = 0 if -4 <= top < 6 else top
    moves = [Decimal(b).adjusted() - power for _, b, _ in rows if b]
    places = 0
    if power or any(v % 1 for row in rows for v in row):
        places = min(
            max(3, min(6, 1 - min(moves, default=0)), 1 - max(moves, default=0)), 16
        )  # a float has no more
    exact = [[Decimal(v).scaleb(-power) for v in row] for row in rows]
    most = max(places, 7 - max(0, top - power))
    alike = range(places, min(places + 2, most) + 1)
    places = next((n for n in alike if all(_comes_out(row, n) for row in exact)), places)
    shown = []
    for row in exact:
        n = next((n for n in range(places, most + 1) if _comes_out(row, n)), None)
        many = places if n is None else n
        a, b, total = (_fixed(v, many, power) for v in _to(row, many))
        shown.append((a, b, "≈" if n is None else "=", total))
    return shown


def _to(row: Sequence[Decimal], places: int) -> list[Decimal]:
    """A row to so many decimals. What floats leave in their last digits decides no tie: 0.1125 −
    0.1 is rounded as 0.0125."""
    sure = max(places, 14 - max((v.adjusted() for v in row if v), default=0))
    return [_half_up(_half_up(v, sure), places) for v in row]


def _half_up(x: Decimal, places: int) -> Decimal:
    return x.quantize(Decimal(1).scaleb(-places), ROUND_HALF_UP)


def _comes_out(row: Sequence[Decimal], places: int) -> bool:
    a, b, total = _to(row, places)
    return a + b == total


def alike(rows: Sequence[Sequence[float]]) -> list[list[str]]:
    """Rows of numbers with the same number of decimals: three digits of the largest, and at least 3
    decimals.

    >>> alike([[0.5, -0.123456], [2, 0]])
    [['0.500', '−0.123'], ['2.000', '0.000']]
    """
    top = max((Decimal(v).adjusted() for row in rows for v in row if v), default=0)
    power = 0 if -4 <= top < 6 else top
    places = (
        0 if not power and not any(v % 1 for row in rows for v in row) else max(3, 2 - top + power)
    )
    return [
        [_fixed(round(Decimal(v).scaleb(-power), places), places, power) for v in row]
        for row in rows
    ]


def without_dust(*values: float, largest: float = 0.0) -> list[float]:
    """Summands or sums of one kind; what rounding left of 0 beside the largest of them is 0.

    >>> without_dust(-0.2, 0.3 - 0.1 - 0.2), without_dust(0.3 - 0.1 - 0.2, largest=1.0)
    ([-0.2, 0.0], [0.0])
    """
    dust = DUST * max(largest, *(abs(v) for v in values))
    return [float(v) if abs(v) > dust else 0.0 for v in values]


def changed(before: float, after: float) -> tuple[str, str]:
    """Two numbers of one kind, with as many digits as it takes to see that they differ, and both
    with as many decimals.

    >>> changed(4.2613, 4.2599), changed(9.99, 10.2), changed(0.0, 0.25), changed(2.0, 3.0), changed(1e-9, 5.0)
    (('4.261', '4.260'), ('9.99', '10.20'), ('0', '0.25'), ('2', '3'), ('1×10⁻⁹', '5'))
    """
    alike = abs(after - before) <= 1e-9 * max(abs(before), abs(after))
    n = fewest_digits(lambda r: alike or r(before) != r(after), 12)
    texts = (number(before, n), number(after, n))
    powers = [Decimal(v).adjusted() for v in (before, after) if v]
    if any("×" in text for text in texts) or max(powers, default=0) - min(powers, default=0) > 2:
        return texts
    places = max(len(text.partition(".")[2]) for text in texts)
    shown = [_fixed(_half_up(Decimal(v), places), places, 0) if v else "0" for v in (before, after)]
    return shown[0], shown[1]


def changed_alike(before: Sequence[float], after: Sequence[float]) -> tuple[list[str], list[str]]:
    """Several numbers before and after a change, all with the same number of decimals: three digits
    of the largest, and at least one digit of each change, but at most 6 decimals.

    >>> changed_alike([1.63, 1.79], [1.9912, 1.0]), changed_alike([0.0], [1.0])
    ((['1.63', '1.79'], ['1.99', '1.00']), (['0'], ['1']))
    >>> changed_alike([0.555329, 0.2], [0.554774, 0.2])
    (['0.5553', '0.2000'], ['0.5548', '0.2000'])
    """
    values = [float(v) for v in (*before, *after)]
    top = max((Decimal(v).adjusted() for v in values if v), default=0)
    power = 0 if -4 <= top < 6 else top
    moves = [float(b) - float(a) for a, b in zip(before, after, strict=True)]
    places = 0
    if power or any(v % 1 for v in values):
        least = min((Decimal(move).adjusted() for move in moves if move), default=0) - power
        places = min(max(2, 2 - (top - power), -least), 6)
    shown = [
        _fixed(_half_up(Decimal(v).scaleb(-power), places), places, power) if v else "0"
        for v in values
    ]
    return shown[: len(before)], shown[len(before) :]


def _fixed(x: Decimal, places: int, power: int) -> str:
    """x with so many decimals, times 10 to the power."""
    plain = f"{x + 0:.{places}f}".replace("-", "−")
    return _in_groups(plain) + (f"×10{str(power).translate(_SUPERSCRIPT)}" if power and x else "")


def steady(x: float, digits: int = 3) -> str:
    """x to so many significant digits.

    >>> steady(0.5), steady(-12.345), steady(-0.0), steady(-1.25e97)
    ('0.500', '−12.3', '0.00', '−1.25×10⁹⁷')
    """
    if not math.isfinite(x):
        return number(x)
    power = int(f"{x:.{digits - 1}e}".partition("e")[2]) if x else 0
    return _decimals(x, max(0, digits - 1 - power)) if power in _PLAIN else number(x, digits)


def coordinate(x: float, pixel: float, largest: float) -> str:
    """A coordinate in a view of which a pixel is so wide, and the largest coordinate so large.

    >>> [coordinate(*each) for each in ((1.23456, 0.01, 3.0), (-0.001, 0.01, 3.0), (-1.5e-7, 2e-9, 6e-7), (2e8, 1e5, 3e8))]
    ['1.23', '0.00', '−1.50×10⁻⁷', '2.000×10⁸']
    """
    power = math.floor(math.log10(largest)) if largest > 0 else 0
    power = 0 if power in _PLAIN else power
    decimals = min(max(0, math.ceil(power - math.log10(pixel) - 1e-9)), 15)
    return _decimals(x / 10.0**power, decimals) + (
        number(10.0**power).removeprefix("1") if power else ""
    )


def _decimals(x: float, decimals: int) -> str:
    text = f"{x:.{decimals}f}"
    return _in_groups((text if float(text) else text.removeprefix("-")).replace("-", "−"))


def file_size(size: int) -> str:
    """The size of a file in words.

    >>> file_size(812), file_size(34_200), file_size(1_250_000)
    ('812 bytes', '34 kB', '1.2 MB')
    """
    if size < 1000:
        return f"{size} bytes"
    return f"{size / 1000:.0f} kB" if size < 1_000_000 else f"{size / 1e6:.1f} MB"
