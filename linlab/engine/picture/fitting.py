"""Ticks that fit an axis on the page: as many as there is room for, and no text over another."""

import math
from collections.abc import Callable, Sequence

from .ticks import ticks

Tick = tuple[float, str]


def fitting(
    low: float,
    high: float,
    log: bool,
    length: float,
    few: tuple[float, int],
    scale: float,
    extent: Callable[[str], float],
) -> tuple[Tick, ...]:
    """The ticks of an axis of that length on the page: `few` is the length to each and the most
    there are, `extent` what a text takes of it. There are two at least, if there is room for them:
    one does not tell the scale."""
    unit = length / (high - low)

    def apart(a: Tick, b: Tick) -> bool:
        return (b[0] - a[0]) * unit >= (extent(a[1]) + extent(b[1])) / 2

    def within(most: int) -> list[Tick]:
        return [each for each in ticks(low, high, log, most, scale) if low <= each[0] <= high]

    usual = max(2, min(few[1], int(length / few[0])))
    for most in (*range(usual, 0, -1), *range(usual + 1, few[1] + 1)):
        found = within(most)
        if len(found) > 1 and all(apart(a, b) for a, b in zip(found, found[1:], strict=False)):
            return tuple(found)
    return _thinned(within(max(few[1], math.ceil(high - low)) if log else usual), apart)


def _thinned(found: Sequence[Tick], apart: Callable[[Tick, Tick], bool]) -> tuple[Tick, ...]:
    """From the first on, those with room for their words."""
    kept = list(found[:1])
    for each in found[1:]:
        if apart(kept[-1], each):
            kept.append(each)
    return tuple(kept)
