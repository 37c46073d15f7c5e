"""Continuing a run under other points or another learner: θ carried from one problem into the next.

Rows follow the names of the classes, columns the names of the features or, in a dual space, the points themselves. What
was learnt at a place that is no longer an example stays there as a ghost, so that the function goes on unchanged.
"""

from typing import Any

import numpy as np

from .document import Document
from .learner import Learner
from .points import Points
from .problem import Floats, Problem, pose
from .state import State


def start(problem: Problem, t: int = 0) -> State:
    """The state before the first update: θ of zeros, or drawn from the seed."""
    shape = (problem.rows, problem.d)
    theta = np.zeros(shape)
    if problem.learner["start"] == "random" and problem.counting is None:
        theta = np.random.default_rng((problem.seed, 0, 3)).standard_normal(shape)
    averaged = problem.learner["average"] == "mean"
    memory = np.zeros((problem.learner.optimiser.slots, *shape))
    return State(t, theta, np.zeros(shape if averaged else (0, 0)), memory, np.zeros(4, np.int64))


def row_map(old: Problem, new: Problem) -> Floats:
    """M with θ_new = M θ_old: a single row f is the rows −f/2 and f/2, and the other way round. (rows, old rows)"""
    spread = np.eye(len(old.classes)) if old.rows > 1 else np.array([[-0.5], [0.5]])
    chosen = np.array([[float(a == b) for b in old.classes] for a in new.classes])
    gather = np.eye(len(new.classes)) if new.rows > 1 else np.array([[-1.0, 1.0]])
    return np.asarray(gather @ chosen @ spread)


def carry(document: Document, old: Problem, state: State, points: Points, learner: Learner) -> tuple[Problem, State]:
    """The next problem, and the state in which training goes on there."""
    parts = document.parts_of(points)
    fresh = pose(points, learner, document.seed, parts)
    if not _same_space(old, fresh):
        begun = start(fresh, state.t)
        tally = np.array([*state.tally[:3], 0])
        return fresh, State(begun.t, begun.theta, begun.total, begun.memory, tally)
    ghosts = _ghosts(old, state, fresh)
    new = pose(points, learner, document.seed, parts, ghosts) if len(ghosts) else fresh
    rows, columns = row_map(old, new), _columns(old, new)

    def moved(a: Any) -> Any:
        """(…, old rows, old d) -> (…, rows, d)"""
        weights, bias = _apart(old, a)
        wide = np.zeros((*a.shape[:-2], old.rows, new.d))
        places: Any = (..., columns[1])
        np.add.at(wide, places, weights[..., columns[0]])  # two old points may have met in one place
        if new.constant:
            wide[..., -1] = bias
        return rows @ wide

    begun = start(new, state.t)
    same_memory = old.learner["optimiser"] == new.learner["optimiser"] and state.memory.size and begun.memory.size
    total = begun.total
    if total.size:  # a mean asked for from here on counts the earlier updates as if they had been at θ
        total = moved(state.total) if state.total.size else moved(state.theta) * state.t
    memory = moved(state.memory) if same_memory else begun.memory
    return new, State(state.t, moved(state.theta), total, memory, state.tally.copy())


def _same_space(old: Problem, new: Problem) -> bool:
    if old.counting is not None or new.counting is not None:
        return old.learner.recipe.counting == new.learner.recipe.counting and old.learner["bins"] == new.learner["bins"]
    return bool(old.learner["space"] == new.learner["space"])


def _apart(problem: Problem, a: Any) -> tuple[Any, Any]:
    if problem.constant:
        return a[..., :-1], a[..., -1]
    return a, a.sum(axis=-1) if problem.dual and problem.bias == "regularised" else np.zeros(a.shape[:-1])


def _names(problem: Problem) -> list[Any]:
    """What each column of θ but the bias belongs to."""
    if problem.counting is not None:
        return list(problem.counting.names())
    if problem.map is not None:
        return list(problem.map.names)
    ids = [*problem.ids.tolist(), *[-1] * len(problem.ghosts)]
    return [(*place, id) for place, id in zip(problem.centres.tolist(), ids, strict=True)]


def _columns(old: Problem, new: Problem) -> Any:
    """Pairs of columns that mean the same. (2, k)"""
    where = {name: k for k, name in enumerate(_names(new))}
    if new.dual:  # a place keeps what was learnt there, whichever point stands on it
        by_place = {name[:2]: k for name, k in reversed(where.items())}
        pairs = [(k, where.get(name, by_place.get(name[:2]))) for k, name in enumerate(_names(old))]
        return np.array([(k, j) for k, j in pairs if j is not None], int).reshape(-1, 2).T
    return np.array([(k, where[name]) for k, name in enumerate(_names(old)) if name in where], int).reshape(-1, 2).T


def _ghosts(old: Problem, state: State, new: Problem) -> Floats:
    """Places that hold a coefficient and that no example of the new problem stands on."""
    if not new.dual:
        return np.empty((0, 2))
    held = np.zeros(len(old.centres), bool)
    for array in (state.theta, state.total, *state.memory):
        if array.size:
            held |= np.any(array[:, : len(old.centres)] != 0, axis=0)
    taken = set(map(tuple, new.x.tolist()))
    places = [tuple(place) for place in old.centres[held].tolist() if tuple(place) not in taken]
    return np.array(list(dict.fromkeys(places)), float).reshape(-1, 2)
