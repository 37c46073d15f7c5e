"""Axes that fit the page: as many ticks as there is room for, without overlapping texts; and values
that are not flattened by a few extreme first ones."""

import math
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from .ticks import ticks

Tick = tuple[float, str]
MUCH = 2.0  # times as high as the rest: then the first epoch goes beyond the axis
OUTLIER_FACTOR = 10.0  # times as high as what follows: then the start does, too


def fitting(
    low: float,
    high: float,
    log: bool,
    length: float,
    few: tuple[float, int],
    scale: float,
    extent: Callable[[str], float],
) -> tuple[Tick, ...]:
    """The ticks of an axis of that length on the page: `few` is the length for each and the largest
    number, `extent` the length of a text. There are at least two if there is room, because one does
    not show the scale."""
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
    """Starting with the first, those with room for their texts."""
    kept = list(found[:1])
    for each in found[1:]:
        if apart(kept[-1], each):
            kept.append(each)
    return tuple(kept)


def settled_top(t: Any, ys: Sequence[Any], epoch: int) -> float:
    """The top of an axis of values (k,) at the times t (k,): the highest value, or, if the first
    epoch is far above the rest, the highest one after it. The start is included unless it is far
    above, too; ∞ if everything is shown."""
    later = np.asarray(t, float) > epoch
    if not epoch or not later.any() or not ys:
        return math.inf
    peak, after, start = (
        max((float(y[some][np.isfinite(y[some])].max(initial=0.0)) for y in ys), default=0.0)
        for some in (slice(None), later, slice(0, 1))
    )
    top = max(after, start) if start <= OUTLIER_FACTOR * after else after
    return top if peak > MUCH * top > 0.0 else math.inf


def cut_off(places: Any, top: float) -> Any:
    """A line (k, 2) cut off at the top of the axis: parts above become gaps, with extra points
    where it crosses. (m, 2)"""
    above = places[:, 1] > top
    if not above.any():
        return places
    rows = [places[0]]
    for before, after in zip(places[:-1], places[1:], strict=True):
        if (before[1] > top) != (after[1] > top) and np.isfinite([before[1], after[1]]).all():
            share = (top - before[1]) / (after[1] - before[1])
            rows.append(np.array([before[0] + share * (after[0] - before[0]), top]))
        rows.append(after)
    found = np.array(rows)
    found[found[:, 1] > top, 1] = np.nan
    return found
