"""Picks: examples that do not follow the order of an epoch. A pick replaces the example whose turn
it was."""

from bisect import bisect_right
from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from linlab.engine.ground.once import cached_property
from linlab.engine.train.problem import Problem

NEVER = 2**62


@dataclass(frozen=True, eq=False)
class Picks:
    """The position of the example of step t + 1, for each t at which the plain order has another
    one."""

    at: Mapping[int, int]

    @cached_property
    def _times(self) -> list[int]:
        return sorted(self.at)

    def after(self, t: int) -> int:
        """The first t later than this one that has a pick."""
        k = bisect_right(self._times, t)
        return self._times[k] if k < len(self._times) else NEVER


def positions(problem: Problem, picks: Mapping[int, int]) -> dict[int, int]:
    """Picks by t as positions among the examples; points that are not among them are ignored."""
    found = {t: np.flatnonzero(problem.ids == id) for t, id in picks.items()}
    return {t: int(where[0]) for t, where in found.items() if len(where)}
