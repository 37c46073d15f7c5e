"""Ticks that fit an axis on the page: as many as there is room for, and no text over another."""

import math
from collections.abc import Callable

from .ticks import ticks


def fitting(low: float, high: float, log: bool, length: float, few: tuple[float, int], scale: float,
            extent: Callable[[str], float]) -> tuple[tuple[float, str], ...]:  # fmt: skip
    """The ticks of an axis of that length on the page: `few` is the length to each and the most there are, `extent` what
    a text takes of it."""
    unit = length / (high - low)
    found: list[tuple[float, str]] = []
    for most in range(max(2, min(few[1], int(length / few[0]))), 0, -1):
        found = [(at, text) for at, text in _round_numbers(low, high, log, most, scale) if low <= at <= high]
        if all(_apart(a, b, unit, extent) for a, b in zip(found, found[1:], strict=False)):
            return tuple(found)
    kept = found[:1]
    for each in found[1:]:
        if _apart(kept[-1], each, unit, extent):
            kept.append(each)
    return tuple(kept)


def _apart(a: tuple[float, str], b: tuple[float, str], unit: float, extent: Callable[[str], float]) -> bool:
    return (b[0] - a[0]) * unit >= (extent(a[1]) + extent(b[1])) / 2


def _round_numbers(low: float, high: float, log: bool, most: int, scale: float) -> list[tuple[float, str]]:
    found = ticks(low, high, log, most, scale)
    if log and len(found) < 2 and high - low < 2.0:  # between two powers, as on any axis
        return [(math.log10(v), text) for v, text in ticks(10.0**low, 10.0**high, False, most, scale) if v > 0]
    return found
