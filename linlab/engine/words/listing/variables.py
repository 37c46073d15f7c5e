"""The variables of a listing, read from a run: as they were before a step."""

from collections.abc import Callable
from typing import Any

import numpy as np

from linlab.engine.ground.arrays import Floats
from linlab.engine.train.problem import Problem
from linlab.engine.train.state import State, Step

from .line import Variables


def variables_before(problem: Problem, state: Callable[[], State], step: Step) -> Variables:
    """What the lines of the step find: θ and the examples as the step has them, and where there is
    a mean, a vote or an optimiser with a memory, what the state before it keeps."""
    learner = problem.learner
    w, b = _apart(problem, step.before)
    numbers = problem.rate_numbers
    v = Variables(
        t=step.t,
        w=w,
        b=b,
        alpha=float(numbers[0]),
        t0=float(numbers[1]),
        lam=learner.decay if learner["rate"] != "pegasos" else float(numbers[2]),
        C=float(numbers[3]),
        R2=float(numbers[4]),
        mu=float(learner["momentum"]),
        rate=float(numbers[0]),
        batch=[int(i) for i in step.examples],
        labels=[int(y) for y in step.labels],
        rows=[_read(problem, int(i)) for i in step.examples],
        scores=step.scores,
        count=0,
        n=problem.n,
        turn=(step.t - 1) % problem.updates_per_epoch + 1,
        turns=problem.updates_per_epoch,
        epoch_over=False,
    )
    i = int(step.examples[0])
    v.put(
        i=i,
        x=v.rows[0],
        recorded=step.scores[0],
        y=v.labels[0],
        sign=1.0 if v.labels[0] else -1.0,
        square=float(problem.norms[i]) if problem.counting is None else 0.0,
        jump=step.jump,
        problem=problem,
    )
    v.put(mean_w=np.zeros_like(w), mean_b=np.zeros_like(b), votes=0, kept=[])
    v.put(last_w=w, last_b=b)
    if learner.read_out.keeps or learner.votes or learner.optimiser.slots:
        _averages(v, problem, state())
        _memory(v, problem, state())
    return v


def together(problem: Problem, v: Variables) -> Floats:
    """θ of the variables."""
    return problem.join(v.w, v.b) if problem.constant else np.asarray(v.w)


def _apart(problem: Problem, theta: Floats) -> tuple[Floats, Floats]:
    if problem.constant:
        return theta[:, :-1].copy(), theta[:, -1].copy()
    return theta.copy(), np.zeros(len(theta))


def _read(problem: Problem, i: int) -> Floats:
    row = problem.row(i)
    return np.asarray(row[:-1] if problem.constant else row)


def _averages(v: Variables, problem: Problem, state: State) -> None:
    if state.total.size and state.t:
        own = problem.learner.read_out
        many = 1 if not own.is_mean else max(1, int(state.tally[2]))
        mean_w, mean_b = _apart(problem, state.total / many)
    else:
        mean_w, mean_b = np.zeros_like(v.w), np.zeros_like(v.b)
    since = state.t - int(state.tally[1]) + 1 if state.mistakes else state.t
    v.put(mean_w=mean_w, mean_b=mean_b, votes=since, kept=[])
    v.put(met=int(state.tally[2]), seed=problem.seed)


def _memory(v: Variables, problem: Problem, state: State) -> None:
    """What the optimiser keeps, each number by its name; w and then b."""
    slots = problem.learner.optimiser.slots
    for name in ("gradient", "squares", "moves"):
        v.put(**{name: _padded(problem, state.memory[slots.index(name)]) if name in slots else 0.0})
    last: Any = state.theta
    if "theta" in slots and state.memory[slots.index("number"), 0, 0]:
        last = state.memory[slots.index("theta")]
    last_w, last_b = _apart(problem, last)
    v.put(last_w=last_w, last_b=last_b)
    if problem.learner["optimiser"] == "adam":
        v.put(count=float(state.memory[slots.index("number"), 0, 0]))


def _padded(problem: Problem, memory: Floats) -> Floats:
    """(rows, d + 1): a place for b even where there is none."""
    return memory if problem.constant else np.pad(memory, ((0, 0), (0, 1)))
