"""The measures of a run along its whole length, a few at a time.

A measure can cost more than a thousand updates, so a curve is filled in from coarse to fine under a time budget: first
multiples of a large power of two, then of smaller ones.
"""

import time
from typing import Any

import numpy as np

from linlab.engine.measures import Sample
from linlab.engine.picture.curves import moments
from linlab.engine.trace import Trace

MOST = 160  # points of the linear grid


class History:
    """Samples of one trace, from 0 to the furthest t that was shown."""

    def __init__(self, trace: Trace) -> None:
        self.trace = trace
        self.far = 0
        self.samples: dict[int, Sample] = {}

    def fill(self, t: int, budget: float) -> bool:
        """Measure t, then what is missing, for so many seconds; whether nothing is."""
        begun = time.perf_counter()
        self.far = max(self.far, t)
        wanted = grid(self.far)
        if len(self.samples) > 3 * MOST:
            kept = {*wanted, self.far}
            self.samples = {when: sample for when, sample in self.samples.items() if when in kept}
        self.samples[t] = self.trace.sample(t)
        missing = [when for when in (self.far, *wanted) if when not in self.samples]
        for when in missing:
            if time.perf_counter() - begun > budget:
                return False
            self.samples[when] = self.trace.sample(when)
        return True

    def at(self, t: int) -> Sample:
        """The sample nearest to t among those at hand."""
        return self.samples[min(self.samples, key=lambda when: abs(when - t))]

    def curves(self) -> dict[str, Any]:
        """Every measure as an array in the order of t, NaN where there are no such points."""
        samples = [self.samples[when] for when in sorted(self.samples)]
        return {name: np.array([getattr(s, name) for s in samples], float) for name in Sample.__dataclass_fields__}


def grid(far: int) -> list[int]:
    """Where to measure a run of so many updates, coarse to fine."""
    return moments(far, MOST)
