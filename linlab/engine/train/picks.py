"""Turns: which example is taken where the order of an epoch alone does not say it.

A pick takes the place of the example whose turn it was. Counting counts every example once: it goes through the order of
the epoch in which it begins, from where that stands and round, without what has been counted before, and a pick changes
places with the example whose turn it was; one that has been counted is not counted again. An order that draws with
replacement can promise no such thing: there as many are drawn as there are examples, and a pick takes the place of a draw.
"""

from bisect import bisect_right
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import numpy as np

from .advance import Engine
from .problem import Problem
from .state import Ints, State

NEVER = 2**62


@dataclass(frozen=True, eq=False)
class Turns:
    """`picks`: the position of the example of update t + 1, for each t at which the plain order has another one."""

    picks: Mapping[int, int]
    examples: Ints | None = None  # of a stretch that counts: all its examples in turn

    @cached_property
    def _times(self) -> list[int]:
        return sorted(self.picks)

    def after(self, t: int) -> int:
        """The first t later than this one that has a pick."""
        k = bisect_right(self._times, t)
        return self._times[k] if k < len(self._times) else NEVER


def positions(problem: Problem, picks: Mapping[int, int]) -> dict[int, int]:
    """Picks by t as positions among the examples; a point that is not one of them is no pick."""
    found = {t: np.flatnonzero(problem.ids == id) for t, id in picks.items()}
    return {t: int(where[0]) for t, where in found.items() if len(where)}


def to_count(problem: Problem, counted: Ints) -> int:
    """How many updates it takes until all is counted, if the examples with these ids have been."""
    if problem.learner["order"] == "sampled":
        return max(0, problem.n - len(counted))
    return int(np.count_nonzero(~np.isin(problem.ids, counted)))


def why_counted(problem: Problem) -> str:
    if problem.learner["order"] == "sampled":
        return "as many examples have been drawn as there are"
    return "every example has been counted"


def counting_turns(engine: Engine, state: State, counted: Ints, picks: Mapping[int, int], updates: int) -> Turns:
    """The turns of `updates` updates of a counting learner that begins at `state`; past the last it goes round again."""
    problem, begins = engine.problem, state.t
    plain = _plain(engine, state, updates)
    wanted = {t: i for t, i in sorted(positions(problem, picks).items()) if begins <= t < begins + updates}
    if engine.ordering == "sampled":
        examples = plain.copy()
        for t, i in wanted.items():
            examples[t - begins] = i
    else:
        table, first, _, _ = engine.order(state)
        circle = np.roll(table[begins // problem.n - first], -(begins % problem.n)).astype(np.int64)
        once = circle[~np.isin(problem.ids[circle], counted)]
        for t, i in wanted.items():
            here, there = t - begins, np.flatnonzero(once == i)
            if len(there) and there[0] > here:
                once[[here, there[0]]] = once[[there[0], here]]
        examples = np.concatenate([once, np.tile(circle, -(-updates // problem.n))])[:updates]
    changed = np.flatnonzero(examples != plain)
    return Turns(dict(zip((begins + changed).tolist(), examples[changed].tolist(), strict=True)), examples)


def _plain(engine: Engine, state: State, updates: int) -> Any:
    """The examples of the next updates as the orders have them; −1 where that depends on what will have been learnt."""
    n, rows = engine.problem.n, []
    epoch, place = divmod(state.t, n)
    for e in range(epoch, epoch + -(-(place + updates) // n)):
        if e > epoch and engine.ordering == "hardest":
            rows.append(np.full(n, -1))
            continue
        table, first, _, _ = engine.order(state if e == epoch else replace(state, t=e * n))
        rows.append(table[e - first])
    return np.concatenate([np.zeros(0, np.int64), *rows])[place : place + updates].astype(np.int64)
