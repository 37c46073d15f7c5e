"""Which part of weight space is seen: the way of θ and the optimum, with round edges, so that it
seldom changes."""

import math

import numpy as np

from linlab.engine.ground.arrays import Floats
from linlab.engine.picture.shapes import Frame, View

from .slice import Slice

PADDING = 0.12
ALIKE = 4.0  # axes whose units differ by no more have the same
DISTANT = 6.0  # times as far away as the way is long: the optimum is left out


def window(cut: Slice, places: Floats, best: Floats | None, frame: Frame) -> View:
    """Around these places (k, 2), the optimum if it is not far, and some margin's worth of each
    weight."""
    places = places[np.isfinite(places).all(axis=1)]
    first = places[0] if len(places) else np.zeros(2)
    worth = 1.0 / np.maximum(
        np.sqrt((cut.features**2).mean(axis=0)), 1e-12
    )  # which moves a score by about 1
    low = np.minimum(places.min(axis=0, initial=np.inf), first - 0.8 * worth)
    high = np.maximum(places.max(axis=0, initial=-np.inf), first + 0.8 * worth)
    if best is not None and (np.maximum(low - best, best - high) <= DISTANT * (high - low)).all():
        low, high = np.minimum(low, best), np.maximum(high, best)
    for axis in range(2):
        step = _round_step((high[axis] - low[axis]) / 6)
        low[axis] = math.floor((low[axis] - PADDING * (high[axis] - low[axis])) / step) * step
        high[axis] = math.ceil((high[axis] + PADDING * (high[axis] - low[axis])) / step) * step
    per = (high - low) / (frame.width, frame.height)  # units to a pixel
    if per.max() <= ALIKE * per.min():
        wider = (per.max() * np.array([frame.width, frame.height]) - (high - low)) / 2
        low = low - wider
        high = high + wider
    return View(float(low[0]), float(low[1]), float(high[0]), float(high[1]))


def _round_step(size: float) -> float:
    """1, 2 or 5 times a power of ten, about as large."""
    power = 10.0 ** math.floor(math.log10(max(size, 1e-300)))
    return power * min(
        (1.0, 2.0, 5.0, 10.0), key=lambda k: abs(math.log(k * power / max(size, 1e-300)))
    )
