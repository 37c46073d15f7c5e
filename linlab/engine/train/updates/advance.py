"""One call of the loop: a state and a number of steps in, the state after them out.

Everything the loop needs is laid out here once per problem; the caller's state is not changed.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache, lru_cache
from typing import TYPE_CHECKING, Any

import numpy as np

from linlab.engine.ground.arrays import Ints
from linlab.engine.ground.once import cached_property
from linlab.engine.ground.progress import tell
from linlab.engine.learner.catalog import catalog
from linlab.engine.learner.learner import Learner
from linlab.engine.learner.losses import rivals_and_margins
from linlab.engine.learner.optimisers import OPTIMISERS
from linlab.engine.learner.rates import RATES
from linlab.engine.train.problem import Problem
from linlab.engine.train.state import State, Step

from . import orders

if TYPE_CHECKING:
    from linlab.engine.learner import layout
    from linlab.engine.learner.compiled import CompiledFunction


@dataclass(eq=False)
class BoundLoop:
    """The loop bound to a problem, with its functions and its workspace."""

    problem: Problem
    made: tuple[State, int | None, State] | None = field(
        default=None, init=False
    )  # the step that `record` describes

    @cached_property
    def plain(self) -> bool:
        """Whether `online` can do it."""
        return _plain(self.problem.learner)

    @cached_property
    def ordering(self) -> str:
        return str(self.problem.learner["order"])

    @cached_property
    def epoch_length(self) -> int:
        return self.problem.updates_per_epoch

    @cached_property
    def examples(self) -> "layout.Examples":
        """What the loop is given: what the problem is,"""
        from linlab.engine.learner.layout import Examples

        p = self.problem
        nothing: Any = np.zeros(0, np.int64)
        rows = (p.read, 0, nothing, nothing, np.zeros(0))
        if p.sparse:
            whole = (p.read.indptr.astype(np.int64), p.read.indices.astype(np.int64))
            rows = (np.zeros((0, p.d)), 1, *whole, p.read.data)
        return Examples(
            *rows, p.norms, p.y, int(p.dual), int(p.constant), p.decayed, p.example_weights
        )

    @cached_property
    def rule(self) -> "layout.UpdateRule":
        """how the learner answers it (looked up at the first step, so that nothing waits for the
        compiler earlier),"""
        from linlab.engine.learner.layout import UpdateRule

        learner = self.problem.learner
        optimiser = learner.optimiser
        lam = learner.decay
        l1 = learner["penalty"] == "l1"
        return UpdateRule(
            loss=learner.recipe.loss.compiled(self.problem.rows),
            rate=_rate(learner),
            optimiser=_optimiser(learner),
            numbers=self.problem.rate_numbers.copy(),
            own_c=float(learner["C"]) if learner.recipe.has_own_c else 0.0,
            momentum=float(learner["momentum"]),
            l2=0.0 if l1 else lam,
            l1=lam if l1 else 0.0,
            adaptive=int(not optimiser.linear),
            keeps=learner.read_out.keeps,
            seed=self.problem.seed,
            batch=self.problem.batch,
        )

    @cached_property
    def record(self) -> "layout.Record":
        """and where it writes what it did."""
        from linlab.engine.learner.layout import Record

        rows, d, batch = self.problem.rows, self.problem.d, self.problem.batch
        own_steps = self.rule.adaptive and self.rule.l1 > 0
        return Record(
            scores=np.zeros((batch, rows)),
            pulls=np.zeros((batch, rows)),
            margins=np.zeros(batch),
            losses=np.zeros(batch),
            change=np.zeros((1, 1) if self.plain else (rows, d)),
            steps=np.zeros((rows if own_steps else 0, d)),
            numbers=np.zeros(5),
            log=np.zeros((0, 3), np.int64),
            log_rate=np.zeros(0),
        )

    @cached_property
    def run(self) -> Any:
        """Run the loop that fits."""
        from linlab.engine.learner.loop import batched, online

        return online if self.plain else batched

    @property
    def ready(self) -> bool:
        """Whether a step waits for neither the learner's input nor the compiler."""
        return self.problem.ready and all(
            function.ready for function in code_of(self.problem.learner)
        )

    def prepare(self) -> None:
        """Make it ready, in the calling thread."""
        self.problem.prepare()
        tell("compiling")
        for function in code_of(self.problem.learner):
            function.prepare()

    def epoch(self, t: int) -> int:
        """The epoch in which step t + 1 falls, counted from 0."""
        return t // self.epoch_length

    def order(self, state: State, pick: int | None = None) -> tuple[Any, int, int, Any]:
        """Orders for the steps after `state`: the table, the epoch it begins with, how far it
        reaches, and what of it must be kept with the state because it depends on θ."""
        problem, length = self.problem, self.epoch_length
        epoch = state.t // length
        kept = None
        if self.ordering == "hardest":
            kept = state.order
            if state.t % length == 0 or kept is None or kept.shape[1] != problem.n:
                kept = orders.hardest(
                    rivals_and_margins(problem.read @ state.theta.T, problem.y)[1]
                )
            table = kept
            first = epoch
            reach = (epoch + 1) * length
        else:
            many = orders.epochs_in_a_block(problem.n)
            number = epoch // many
            table = orders.block(self.ordering, problem.seed, problem.y, number)
            first = number * many
            reach = (number + 1) * many * length
        if pick is not None:
            table = table.copy()
            table[epoch - first, (state.t % length) * problem.batch] = pick
            reach = state.t + 1
        return table, first, reach, kept

    def advance(
        self, state: State, count: int, pick: int | None = None, logged: bool = False
    ) -> tuple[State, int, Any]:
        """Up to `count` steps, as far as the known orders reach: the new state, how many were
        asked of the loop, and, of a vote or if asked, the log of what changed θ. If the state is
        earlier than requested, the run diverged there."""
        table, first, reach, kept = self.order(state, pick)
        count = min(count, reach - state.t)
        weights = _copy(state)
        record = self.record
        if (self.problem.learner.votes or logged) and self.plain:
            record = record._replace(log=np.zeros((count, 3), np.int64), log_rate=np.zeros(count))
        weights.tally[3] = 0
        made = self._run(state.t, count, table, first, weights, record)
        if made < count:
            after = state if made == 0 else self.advance(state, made, pick)[0]
            return after, count, (self.record.log, self.record.log_rate)
        entries = int(weights.tally[3])
        weights.tally[3] = state.tally[3] + entries
        after = State(state.t + made, *weights, kept, state.best)
        self.made = (state, pick, after) if made == 1 else None
        return after, count, (record.log[:entries], record.log_rate[:entries])

    def _run(
        self,
        t: int,
        count: int,
        table: Any,
        first: int,
        weights: "layout.Weights",
        record: "layout.Record",
    ) -> int:
        self.made = None
        return int(self.run(t, count, table, first, self.examples, weights, self.rule, record))

    def each(self, state: State, count: int) -> Iterator[tuple[Any, Any]]:
        """The next `count` steps in turn: the examples of each, and θ after it in an array that
        the next one changes.

        The rest is in `record` until the next step. None of them may diverge.
        """
        t = state.t
        last = state.t + count
        batch = self.problem.batch
        n = self.problem.n
        weights = _copy(state)
        while t < last:
            table, first, reach, _ = self.order(State(t, *weights, state.order))
            while t < min(last, reach):
                epoch, place = divmod(t, self.epoch_length)
                self._run(t, 1, table, first, weights, self.record)
                t += 1
                yield (
                    table[epoch - first, place * batch : min((place + 1) * batch, n)],
                    weights.theta,
                )

    def examples_after(self, state: State, pick: int | None = None) -> Ints:
        """The positions of the examples of the step after a state. (m,)"""
        table, first, _, _ = self.order(state, pick)
        return self._turn(state.t, table, first)

    def _turn(self, t: int, table: Any, first: int) -> Ints:
        """The positions of the examples of step t + 1, in the orders from epoch `first` on."""
        epoch, place = divmod(t, self.epoch_length)
        begin = place * self.problem.batch
        end = min(begin + self.problem.batch, self.problem.n)
        turn: Ints = table[epoch - first, begin:end].astype(np.int64)
        return turn

    def step(self, state: State, pick: int | None = None) -> tuple[State, Step] | None:
        """One step with its record; None if it would diverge."""
        table, first, _, _ = self.order(state, pick)
        made = self.made
        after = (
            made[2]
            if made is not None and made[0] is state and made[1] == pick
            else self.advance(state, 1, pick)[0]
        )
        if after.t == state.t:
            return None
        p = self.problem
        epoch = self.epoch(state.t)
        examples = self._turn(state.t, table, first)
        size = len(examples)
        scores, pulls, margins, losses, change, steps, numbers = (a.copy() for a in self.record[:7])
        loss, rate, told_reach, shrink, threshold = numbers.tolist()
        if self.plain:  # the same product as the loop's, to the last bit
            change = np.zeros((p.rows, p.d))
            i = int(examples[0])
            weight = 1.0 if p.learner.recipe.has_own_c else p.example_weights[i]
            eta_pull = rate * (weight * pulls[0])
            if p.dual:
                change[:, i] = eta_pull
                if p.constant:
                    change[:, -1] = eta_pull
            else:
                change = eta_pull[:, None] * p.row(i)
        return after, Step(
            t=after.t,
            epoch=epoch,
            examples=examples,
            ids=p.ids[examples],
            labels=p.y[examples],
            classes=p.classes,
            scores=scores[:size],
            rivals=rivals_and_margins(scores[:size], p.y[examples])[0],
            margins=margins[:size],
            losses=losses[:size],
            pulls=pulls[:size],
            loss=loss,
            rate=rate,
            reach=told_reach,
            shrink=shrink,
            threshold=threshold,
            updated=bool((after.theta != state.theta).any()),
            before=state.theta,
            change=change,
            decayed=p.decayed,
            rate_numbers=tuple(self.rule.numbers.tolist()),
            x=p.x[examples],
            names=(p.names or ()) if p.sparse else (),
            features=p.example_features,
            row=p.row(int(examples[0])) if p.sparse and size == 1 else None,
            own_steps=steps if steps.size else None,
            further=() if p.base_outputs is None else p.base_outputs.further,
            base_answer=""
            if p.base_outputs is None or size > 1
            else p.base_outputs.in_words(int(examples[0])),
        )


def _copy(state: State) -> "layout.Weights":
    """What the loop is going to change."""
    return _weights()(
        state.theta.copy(), state.total.copy(), state.memory.copy(), state.tally.copy()
    )


@cache
def _weights() -> "type[layout.Weights]":
    """Loaded with the compiler, at the first step."""
    from linlab.engine.learner.layout import Weights

    return Weights


@lru_cache(maxsize=32)  # asked for at every move of a drag
def code_of(learner: Learner) -> "tuple[CompiledFunction, ...]":
    """What is compiled for the steps of a learner, and for judging what they do."""
    from linlab.engine.learner.loop import batched, each_loss, online

    loss, joint = learner.recipe.loss.compiled(rows=1), learner.recipe.loss.compiled(rows=3)
    judging = (each_loss, loss.of_margin, loss.of_scores, joint.of_scores)
    if learner.optimiser.solver:  # which goes by ways of its own
        return judging
    return (online if _plain(learner) else batched, *judging, _rate(learner), _optimiser(learner))


def all_code() -> "Iterator[CompiledFunction]":
    """All compiled functions, the slowest to compile last."""
    from linlab.engine.learner.compiled import address
    from linlab.engine.train.votes import cast

    for model in catalog():
        yield from code_of(Learner.of(model))
    for rate in RATES.values():
        yield address("rate", rate.function)
    for name, optimiser in OPTIMISERS.items():
        if not optimiser.solver:  # which needs no more than the loss
            yield from code_of(Learner.of("logistic", optimiser=name))
    yield cast


def _plain(learner: Learner) -> bool:
    """SGD, one example at a time."""
    return bool(learner["optimiser"] == "sgd" and learner["batch"] == 1)


@lru_cache(maxsize=32)
def _rate(learner: Learner) -> "CompiledFunction":
    from linlab.engine.learner.compiled import address

    return address("rate", learner.rate.function if learner.optimiser.uses_rate else _one)


@lru_cache(maxsize=32)
def _optimiser(learner: Learner) -> "CompiledFunction":
    from linlab.engine.learner.compiled import address

    return address("optimiser", learner.optimiser.function)


def _one(t, loss, reach, numbers):  # type: ignore[no-untyped-def]
    """η = 1, for an optimiser that finds its own step."""
    return 1.0
