"""(x·x′)² = φ(x)·φ(x′) in numbers, for two points: the kernel is the product in the feature space,
without going there.

Each number is rounded, none bent, and there are as many digits as it takes for every line to come
out as it is printed.
"""

import math
from collections.abc import Sequence
from decimal import ROUND_HALF_UP, Decimal
from itertools import product

import numpy as np

from linlab.engine.ground.arrays import Floats
from linlab.engine.ground.numerals import DUST, steady

from .space import LECTURE, Three

MORE = 5  # digits than the fewest, at most
SIZES = 1e-3, 1e6  # numbers beyond are written with a power of ten, and then “≈” stands for “=”


def lines(x: Floats, other: Floats, three: Three) -> tuple[str, ...]:
    """The points, the kernel and the product, for two points (2,) each."""
    terms = [float(each.of(x[None])[0] * each.of(other[None])[0]) for each in three]
    if {(each.power, each.factor) for each in three} == {
        (each.power, each.factor) for each in LECTURE
    }:
        return _both(x, other, terms)
    terms, total = _clean(terms), sum(terms)
    largest = max(map(abs, terms))
    for places in range(*_places((total, largest))) if _plain(largest) else ():
        if sum(_to(t, places) for t in terms) == _to(total, places):
            return _points(x, other), f"φ(x)·φ(x′) = {_sum(terms, places)} = {_text(total, places)}"
    return _points(x, other), f"φ(x)·φ(x′) ≈ {_about(terms)} ≈ {steady(total)}"


def _both(x: Floats, other: Floats, terms: list[float]) -> tuple[str, ...]:
    a, b = (float(v) for v in x * other)
    a, b = _clean((a, b))
    dot = a + b
    kernel = (a + b) * (a + b)
    terms = _clean(terms)
    largest = max(map(abs, terms))
    if _plain(largest):
        for places, more, digits in product(
            range(*_places((kernel, largest))), range(MORE), range(2, 9)
        ):
            if _comes_out(x, other, (a, b, dot, kernel), terms, places, places + more, digits):
                root = places + more
                result = _text(kernel, places)
                return (
                    _points(x, other, digits),
                    f"(x·x′)² = ({_sum((a, b), root)})² = {_bracketed(dot, root)}² = {result}",
                    f"φ(x)·φ(x′) = {_sum(terms, places)} = {result}",
                )
    return (
        _points(x, other),
        f"(x·x′)² ≈ ({_about((a, b))})² ≈ {steady(kernel)}",
        f"φ(x)·φ(x′) ≈ {_about(terms)} ≈ {steady(kernel)}",
    )


def _comes_out(
    x: Floats,
    other: Floats,
    values: Sequence[float],
    terms: list[float],
    places: int,
    root: int,
    digits: int,
) -> bool:
    """Whether the printed numbers give each other: the products, their sum, its square, and the sum
    of the terms."""
    a, b, dot, kernel = values
    products = [
        _to(float(u), digits) * _to(float(v), digits) for u, v in zip(x, other, strict=True)
    ]
    return (
        _to(a, root) + _to(b, root) == _to(dot, root)
        and _round(_to(dot, root) ** 2, places) == _to(kernel, places)
        and sum(_to(t, places) for t in terms) == _to(kernel, places)
        and [_round(p, root) for p in products] == [_to(a, root), _to(b, root)]
    )


def _clean(values: Sequence[float]) -> list[float]:
    """What rounding left of 0 is 0."""
    largest = max(map(abs, values), default=0.0)
    return [v if abs(v) > DUST * largest else 0.0 for v in values]


def _plain(size: float) -> bool:
    return not size or SIZES[0] <= size < SIZES[1]


def _places(sizes: Sequence[float]) -> tuple[int, int]:
    """From as many decimals as show three digits of the smallest of these that is not 0."""
    power = min(
        (math.floor(math.log10(abs(v))) for v in sizes if v and math.isfinite(v)), default=0
    )
    least = min(5, max(2, 2 - power))
    return least, least + MORE


def _to(value: float, places: int) -> Decimal:
    return _round(_round(Decimal(value), 14), places)


def _round(value: Decimal, places: int) -> Decimal:
    return value.quantize(Decimal(1).scaleb(-places), ROUND_HALF_UP) + 0


def _text(value: float, places: int) -> str:
    return f"{_to(value, places):f}".replace("-", "−")


def _bracketed(value: float, places: int) -> str:
    return f"({_text(value, places)})" if _to(value, places) < 0 else _text(value, places)


def _sum(values: Sequence[float], places: int) -> str:
    """
    >>> _sum([0.5, -0.25], 2)
    '0.50 − 0.25'
    """
    return " + ".join(_text(v, places) for v in values).replace("+ −", "− ")


def _about(values: Sequence[float]) -> str:
    return " + ".join(map(steady, values)).replace("+ −", "− ")


def _points(x: Floats, other: Floats, digits: int | None = None) -> str:
    def pair(place: Floats) -> str:
        return ", ".join(
            steady(float(v)) if digits is None else _text(float(v), digits)
            for v in np.asarray(place)
        )

    return f"x = ({pair(x)}), x′ = ({pair(other)})"
