"""One call of the loop: a state and a number of updates in, the state after them out.

Everything the loop needs is laid out here once per problem; nothing of the caller's state is written to.
"""

from dataclasses import dataclass
from typing import Any

import numpy as np

from . import orders
from .compiled import address
from .losses import rivals_and_margins
from .problem import Problem
from .state import State, Step


@dataclass(frozen=True, eq=False)
class Engine:
    """The loop bound to a problem, with its functions and its workspace."""

    problem: Problem
    functions: tuple[Any, ...]
    numbers: Any
    record: tuple[Any, ...]
    plain: bool

    @classmethod
    def of(cls, problem: Problem) -> "Engine":
        learner, rows, batch = problem.learner, problem.rows, problem.batch
        plain = learner["optimiser"] == "sgd" and batch == 1
        functions = (address("loss", learner.recipe.loss.function), address("rate", learner.rate.function),
                     address("optimiser", learner.optimiser.function))  # fmt: skip
        numbers = np.array([learner["alpha"], learner["t0"], learner["lam"], learner["C"]], float)
        if learner.recipe.counting:
            numbers[0] = 1.0  # an example counts once
        if not learner.optimiser.uses_rate:
            functions, numbers = (functions[0], address("rate", _one), functions[2]), numbers
        wide = (batch if batch > 1 else 1, rows)
        change = np.zeros((1, 1) if plain else (rows, problem.d))
        record = (np.zeros(rows), np.zeros(rows), np.zeros(wide), np.zeros(wide), np.zeros(batch), np.zeros(batch),
                  np.zeros(6), change)  # fmt: skip
        return cls(problem, functions, numbers, record, plain)

    def epoch(self, t: int) -> int:
        """The epoch in which update t + 1 falls, counted from 0."""
        return t // self.problem.updates_per_epoch

    def order(self, state: State, pick: int | None = None) -> tuple[Any, int, int, Any]:
        """Orders for the updates after `state`: the table, the epoch it begins with, how far it reaches, and what of it
        must be kept with the state because it depends on θ."""
        problem, epoch = self.problem, self.epoch(state.t)
        kept = None
        if problem.learner["order"] == "hardest":
            at_start = state.t % problem.updates_per_epoch == 0
            if at_start or state.order is None or state.order.shape[1] != problem.n:
                scores = problem.read @ state.theta.T
                kept = orders.hardest(rivals_and_margins(scores, problem.y)[1])
            else:
                kept = state.order
            table, first, reach = kept, epoch, (epoch + 1) * problem.updates_per_epoch
        else:
            many = orders.epochs_in_a_block(problem.n)
            number = epoch // many
            table = orders.block(problem.learner["order"], problem.seed, problem.y, number)
            first, reach = number * many, (number + 1) * many * problem.updates_per_epoch
        if pick is not None:
            table = table.copy()
            table[epoch - first, (state.t % problem.updates_per_epoch) * problem.batch] = pick
            reach = state.t + 1
        return table, first, reach, kept

    def advance(self, state: State, count: int, pick: int | None = None) -> tuple[State, int, Any]:
        """Up to `count` updates, as far as the orders at hand reach: the new state, how many were asked of the loop,
        and the log of what changed θ. A state that is short of the number asked for has diverged there."""
        table, first, reach, kept = self.order(state, pick)
        count = min(count, reach - state.t)
        theta, total, memory, tally = (a.copy() for a in (state.theta, state.total, state.memory, state.tally))
        voted = self.problem.learner["average"] == "voted"
        log, log_rate = np.zeros((count if voted else 0, 3), np.int64), np.zeros(count if voted else 0)
        tally[3] = 0
        made = self._run(state.t, count, table, first, theta, total, memory, tally, log, log_rate)
        if made < count:
            if made == 0:
                return state, count, (log[:0], log_rate[:0])
            return self.advance(state, made, pick)[0], count, (log[:0], log_rate[:0])
        entries = int(tally[3])
        tally[3] = state.tally[3] + entries
        after = State(state.t + made, theta, total, memory, tally, kept, state.best)
        return after, count, (log[:entries], log_rate[:entries])

    def _run(self, t: int, count: int, table: Any, first: int, theta: Any, total: Any, memory: Any, tally: Any,
             log: Any, log_rate: Any) -> int:  # fmt: skip
        from .loop import run

        p, learner = self.problem, self.problem.learner
        lam, l1 = learner.decay, learner["penalty"] == "l1"
        adaptive = not (learner.optimiser.linear or self.plain)
        return int(run(
            t, count, table, first, p.batch,
            p.read, p.norms, p.y, int(p.dual), int(p.constant), p.decayed,
            theta, total, memory, tally,
            *self.functions, self.numbers, float(learner["momentum"]), 0.0 if l1 else lam, lam if l1 else 0.0,
            int(self.plain), int(adaptive), int(total.size > 0),
            *self.record, log, log_rate,
        ))  # fmt: skip

    def step(self, state: State, pick: int | None = None) -> tuple[State, Step] | None:
        """One update with its record; None if it would diverge."""
        table, first, _, _ = self.order(state, pick)
        after, _, _ = self.advance(state, 1, pick)
        if after.t == state.t:
            return None
        p, epoch = self.problem, self.epoch(state.t)
        begin = (state.t % p.updates_per_epoch) * p.batch
        examples = table[epoch - first, begin : min(begin + p.batch, p.n)].astype(np.int64)
        size = len(examples)
        score, pull, scores, pulls, margins, losses, record, change = (a.copy() for a in self.record)
        if p.batch == 1:
            scores, pulls = score[None], pull[None]
        if self.plain:  # the same product as the loop's, to the last bit
            change, i = np.zeros((p.rows, p.d)), int(examples[0])
            eta_pull = record[1] * pull
            if p.dual:
                change[:, i] = eta_pull
                if p.constant:
                    change[:, -1] = eta_pull
            else:
                change = eta_pull[:, None] * p.read[i]
        return after, Step(
            t=after.t, epoch=epoch, examples=examples, ids=p.ids[examples], labels=p.y[examples], classes=p.classes,
            scores=scores[:size], rivals=rivals_and_margins(scores[:size], p.y[examples])[0], margins=margins[:size],
            losses=losses[:size], pulls=pulls[:size], loss=float(record[0]), rate=float(record[1]),
            reach=float(record[2]), shrink=float(record[3]), threshold=float(record[4]), updated=bool(record[5]),
            before=state.theta, change=change, decayed=p.decayed,
        )  # fmt: skip


def _one(t, loss, reach, numbers):  # type: ignore[no-untyped-def]
    """η = 1, for an optimiser that finds its own step."""
    return 1.0
