"""The measures of a run over its whole length, computed a few at a time.

A measure can cost more than a thousand steps, so a curve is filled in from coarse to fine within a
time budget: first multiples of a large power of two, then of smaller ones. If the perceptron's
mistake bound is known, the sides of its proof are measured too.
"""

import time
from collections.abc import Callable
from typing import Any

import numpy as np

from linlab.engine.optimum import theory
from linlab.engine.picture.curves import PROOF, measured_at
from linlab.engine.train.measures import Sample
from linlab.engine.train.trace import Trace

GRID_POINTS = 160  # points of the linear grid


class History:
    """Samples of one trace, from 0 to the largest t shown so far."""

    def __init__(self, trace: Trace, measure: Callable[[int], Sample | None] | None = None) -> None:
        """`measure` returns a sample, or None while it is being computed in the background."""
        self.trace = trace
        self._ask = measure or trace.sample
        self.far = 0
        self.samples: dict[int, Sample] = {}
        self.proofs: dict[int, tuple[float, ...]] = {}  # in the order of PROOF, if there is a proof

    def fill(self, t: int, budget: float) -> bool:
        """Measure t, then missing times, for this many seconds; return whether nothing is missing."""
        begun = time.perf_counter()
        self.far = max(self.far, t)
        wanted = grid(self.far)
        if len(self.samples) > 3 * GRID_POINTS:
            kept = {*wanted, self.far}
            self.samples = {when: sample for when, sample in self.samples.items() if when in kept}
            self.proofs = {when: sides for when, sides in self.proofs.items() if when in kept}
        bound = theory.bound_at_hand(self.trace, t)
        if not self._measure(t, bound):
            return False
        missing = [
            when
            for when in (self.far, *wanted)
            if when not in self.samples or (bound and when not in self.proofs)
        ]
        return all(
            time.perf_counter() - begun <= budget and self._measure(when, bound) for when in missing
        )

    def _measure(self, t: int, bound: theory.Bound | None) -> bool:
        sample = self._ask(t)
        if sample is None:
            return False
        self.samples[t] = sample
        if bound is not None:
            known = not theory.changed(self.trace, t)  # it ends where another problem begins
            sides = (
                theory.proof(self.trace.problem(t), bound, self.trace.at(t).theta, sample.mistakes)
                if known
                else None
            )
            self.proofs[t] = sides or (np.nan,) * len(PROOF)
        return True

    def curves(self) -> dict[str, Any]:
        """Every measure as an array in the order of t; NaN where it does not exist."""
        times = sorted(self.samples)
        samples = [self.samples[when] for when in times]
        values = {
            name: np.array([getattr(s, name) for s in samples], float)
            for name in Sample.__dataclass_fields__
        }
        if self.proofs:
            sides = np.array([self.proofs.get(when, (np.nan,) * len(PROOF)) for when in times])
            values |= dict(zip(PROOF, sides.T, strict=True))
        return values


def grid(far: int) -> list[int]:
    """The times at which to measure a run of this many steps, coarse to fine."""
    return measured_at(far, GRID_POINTS)
