"""Continuing a run under other points or another learner: θ carried from one problem into the next.

Rows follow the names of the classes, columns the names of the features or, in a dual space, the
points themselves. What was learnt at a place that is no longer an example stays there as a ghost,
so that the function does not change. Counts continue if they mean the same: a Gaussian's sums are
converted to the new units, but bins at other places start empty.

The memory of an optimiser is converted by its meaning:

    a θ             like θ itself, so that the last move of the function stays the move it was
    a gradient g    ∂J/∂f of a single row f is −g and g for the rows −f/2 and f/2; and back, (g₂ − g₁)/2
    squares of g    hence the same for both rows, and back the mean of the two: never below 0
    squares of Δ    as moves of θ: a quarter for each of both rows, and back twice their sum
    a number        a count or a flag, at the first place of its slot: stays there

A new row or column starts with an empty memory.
"""

from collections.abc import Callable
from typing import Any

import numpy as np

from linlab.engine.ground.arrays import Floats
from linlab.engine.learner.parameters import numbers_in
from linlab.engine.train.problem import Problem
from linlab.engine.train.state import State

# How a single row becomes the rows of its two classes (spread), and the other way round (gather).
_SPREAD = {
    "theta": (-0.5, 0.5),
    "gradient": (-1.0, 1.0),
    "squares": (1.0, 1.0),
    "moves": (0.25, 0.25),
}
_GATHER = {
    "theta": (-1.0, 1.0),
    "gradient": (-0.5, 0.5),
    "squares": (0.5, 0.5),
    "moves": (2.0, 2.0),
}


def start(problem: Problem, t: int = 0) -> State:
    """The state before the first step: θ = 0, drawn from the seed, or the chosen numbers."""
    shape = (problem.rows, problem.d)
    theta = np.zeros(shape)
    if problem.learner["start"] == "random" and problem.counting is None:
        theta = np.random.default_rng((problem.seed, 0, 3)).standard_normal(shape)
    for row, numbers in zip(theta, numbers_in(problem.learner["start"]) or (), strict=False):
        row[: len(numbers)] = numbers[: len(row)]  # missing ones are 0
    averaged = problem.learner.read_out.keeps > 0
    memory = np.zeros((len(problem.learner.optimiser.slots), *shape))
    return State(t, theta, np.zeros(shape if averaged else (0, 0)), memory, np.zeros(4, np.int64))


def row_map(old: Problem, new: Problem, kind: str = "theta") -> Floats:
    """M with θ_new = M θ_old: a single row f is the rows −f/2 and f/2, and the other way round.
    (rows, old rows)"""
    spread = np.eye(len(old.classes)) if old.rows > 1 else np.array(_SPREAD[kind])[:, None]
    chosen = np.array([[float(a == b) for b in old.classes] for a in new.classes])
    gather = np.eye(len(new.classes)) if new.rows > 1 else np.array(_GATHER[kind])[None]
    return np.asarray(gather @ chosen @ spread)


def carry_over(
    posed: Callable[[Floats | None], Problem],
    old: Problem,
    state: State,
    elder: Floats | None = None,
) -> tuple[Problem, State, Floats | None]:
    """The next problem, the state in which training continues there, and an earlier θ in its terms
    if there is one.

    `posed` gives the next problem, with these centres that are no longer examples. Another space,
    or another chosen start, starts again. A mean continues if there was one; a new one begins here.
    """
    fresh = posed(None)
    if not goes_on(old, fresh):
        begun = start(fresh, state.t)
        tally = np.array([*state.tally[:2], 0, 0])
        return fresh, State(begun.t, begun.theta, begun.total, begun.memory, tally), None
    learner = fresh.learner
    same = old.learner["optimiser"] == learner["optimiser"]
    kinds = learner.optimiser.slots if same else ()
    remembered = [slot for slot, kind in zip(state.memory, kinds, strict=False) if kind != "number"]
    ghosts = _ghosts(
        old, [state.theta, state.total, *remembered, *([] if elder is None else [elder])], fresh
    )
    new = posed(ghosts) if len(ghosts) else fresh
    columns = _columns(old, new)

    def moved(a: Any, kind: str = "theta") -> Any:
        """(old rows, old d) -> (rows, d)"""
        weights, bias = _apart(old, a)
        wide = np.zeros((old.rows, new.d))
        places: Any = (..., columns[1])
        np.add.at(wide, places, weights[..., columns[0]])  # two old points may now be at one place
        if new.constant:
            wide[..., -1] = bias
        return row_map(old, new, kind) @ wide

    begun = start(new, state.t)
    for slot, then, kind in zip(begun.memory, state.memory, kinds, strict=False):
        if kind == "number":
            slot[0, 0] = then[0, 0]
        else:
            slot[:] = moved(then, kind)
    kept = keeps_on(old, new)
    total = moved(state.total) if kept else begun.total
    tally = state.tally.copy()
    tally[2] *= kept
    theta = (
        moved(state.theta)
        if old.counting is None
        else old.counting.into(new.counting, moved(state.theta))
    )
    after = State(state.t, theta, total, begun.memory, tally)
    return new, after, None if elder is None else moved(elder)


def goes_on(old: Problem, new: Problem) -> bool:
    """Whether training continues from its θ, or its counts: they keep their meaning, and no other
    start was chosen."""
    chosen = new.learner["start"]
    return old.meaning == new.meaning and (
        chosen == old.learner["start"] or numbers_in(chosen) is None
    )


def keeps_on(old: Problem, new: Problem) -> bool:
    """Whether what the read-out keeps is kept on."""
    return new.learner.read_out.keeps == old.learner.read_out.keeps > 0


def _apart(problem: Problem, a: Any) -> tuple[Any, Any]:
    if problem.constant:
        return a[..., :-1], a[..., -1]
    return a, a.sum(axis=-1) if problem.dual and problem.bias == "regularised" else np.zeros(
        a.shape[:-1]
    )


def _names(problem: Problem) -> list[Any]:
    """What each column of θ belongs to, except the bias."""
    if problem.names is not None:
        return list(problem.names)
    ids = [*problem.ids.tolist(), *[-1] * len(problem.ghosts)]
    return [(*place, id) for place, id in zip(problem.centres.tolist(), ids, strict=True)]


def _columns(old: Problem, new: Problem) -> Any:
    """Pairs of columns that mean the same. (2, k)"""
    where = {name: k for k, name in enumerate(_names(new))}
    if new.dual:  # a place keeps what was learnt there, whichever point is on it
        by_place = {name[:2]: k for name, k in reversed(where.items())}
        pairs = [(k, where.get(name, by_place.get(name[:2]))) for k, name in enumerate(_names(old))]
        return np.array([(k, j) for k, j in pairs if j is not None], int).reshape(-1, 2).T
    return (
        np.array([(k, where[name]) for k, name in enumerate(_names(old)) if name in where], int)
        .reshape(-1, 2)
        .T
    )


def _ghosts(old: Problem, carried: list[Floats], new: Problem) -> Floats:
    """Places with a coefficient and without an example of the new problem."""
    if not new.dual:
        return np.empty((0, 2))
    held = np.zeros(len(old.centres), bool)
    for array in carried:
        if array.size:
            held |= np.any(array[:, : len(old.centres)] != 0, axis=0)
    taken = set(map(tuple, new.x.tolist()))
    places = [tuple(place) for place in old.centres[held].tolist() if tuple(place) not in taken]
    return np.array(list(dict.fromkeys(places)), float).reshape(-1, 2)
