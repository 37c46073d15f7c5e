"""A segment of a counting run: which example comes when, the mistakes so far, and where it ends.

Every example is counted once: the segment goes through the order of its first epoch, from the
current place and around, skips examples that were counted before, and a pick swaps places with the
example whose turn it was. An order that draws with replacement cannot guarantee that: there as many
are drawn as there are examples, and a pick replaces a draw. Each example is judged by the counts
before it.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from linlab.engine.ground.arrays import Ints
from linlab.engine.ground.once import cached_property
from linlab.engine.learner.counting.counting import mistakes
from linlab.engine.learner.losses import rivals_and_margins
from linlab.engine.train.models import Bayes
from linlab.engine.train.problem import Problem
from linlab.engine.train.state import State, Step

from .advance import BoundLoop
from .picks import Picks, positions


@dataclass(frozen=True, eq=False)
class CountingSegment:
    """The counts of a segment, from its first state to the change of the timeline that ends it, if
    any."""

    loop: BoundLoop
    begun: State
    before: Ints  # ids of the examples in the counts it began with
    picked: Mapping[int, int]  # ids by t
    change: int | None

    @property
    def problem(self) -> Problem:
        return self.loop.problem

    @property
    def whole(self) -> int:
        """The step after which every example is counted."""
        sampled = self.loop.ordering == "sampled"
        left = (
            self.problem.n - len(self.before)
            if sampled
            else np.count_nonzero(~np.isin(self.problem.ids, self.before))
        )
        return self.begun.t + max(0, int(left))

    @property
    def reason(self) -> str:
        """Why there is nothing to count after that."""
        sampled = self.loop.ordering == "sampled"
        return (
            "as many examples have been drawn as there are"
            if sampled
            else "every example has been counted"
        )

    @cached_property
    def examples(self) -> Ints:
        """The position of each example in turn; after the last it starts again."""
        problem = self.problem
        begins = self.begun.t
        updates = (self.change or self.whole) - self.begun.t
        wanted = {
            t: i
            for t, i in sorted(positions(problem, self.picked).items())
            if begins <= t < begins + updates
        }
        if self.loop.ordering == "sampled":
            drawn: Ints = self._plain.copy()
            for t, i in wanted.items():
                drawn[t - begins] = i
            return drawn
        table, first, _, _ = self.loop.order(self.begun)
        circle = np.roll(table[begins // problem.n - first], -(begins % problem.n)).astype(np.int64)
        once = circle[~np.isin(problem.ids[circle], self.before)]
        for t, i in wanted.items():
            here = t - begins
            there = np.flatnonzero(once == i)
            if len(there) and there[0] > here:
                once[[here, there[0]]] = once[[there[0], here]]
        return np.concatenate([once, np.tile(circle, -(-updates // problem.n))])[:updates]

    @cached_property
    def picks(self) -> Picks:
        """Where that differs from the plain order."""
        changed = np.flatnonzero(self.examples != self._plain)
        return Picks(
            dict(
                zip((self.begun.t + changed).tolist(), self.examples[changed].tolist(), strict=True)
            )
        )

    @cached_property
    def _plain(self) -> Ints:
        """The examples of the next steps in the plain order; −1 where it depends on θ."""
        loop = self.loop
        n = self.problem.n
        rows = []
        updates = (self.change or self.whole) - self.begun.t
        epoch, place = divmod(self.begun.t, n)
        for e in range(epoch, epoch + -(-(place + updates) // n)):
            if e > epoch and loop.ordering == "hardest":
                rows.append(np.full(n, -1))
                continue
            table, first, _, _ = loop.order(
                self.begun if e == epoch else replace(self.begun, t=e * n)
            )
            rows.append(table[e - first])
        return np.concatenate([np.zeros(0, np.int64), *rows])[place : place + updates].astype(
            np.int64
        )

    def ids(self, t: int) -> Ints:
        """The ids of all examples counted up to t."""
        return np.concatenate([self.before, self.problem.ids[self.examples[: t - self.begun.t]]])

    def mistakes(self, t: int) -> int:
        """The number of mistakes up to t."""
        return self.begun.mistakes + int(self._wrong[t - self.begun.t])

    @cached_property
    def _wrong(self) -> Any:
        problem, taken = self.problem, self.examples
        assert problem.counting is not None
        x, y = problem.x[taken], problem.y[taken]
        return mistakes(
            problem.counting, self.begun.theta, lambda some: problem.rows_of(taken[some]), x, y
        )

    def judged(self, step: Step) -> Step:
        """A step with the scores that the counts before it gave: log P(y, x), their margin and log
        loss."""
        model = Bayes(self.problem, step.before)
        x = self.problem.x[step.examples]
        scores = model.scores(x)
        rivals, margins = rivals_and_margins(scores, step.labels)
        found = model.losses(x, step.labels, scores)
        losses = np.full(len(step.labels), np.nan) if found is None else found
        return replace(
            step,
            scores=scores,
            rivals=rivals,
            margins=margins,
            losses=losses,
            loss=float(losses.mean()),
        )
