"""Samples of the examples, drawn with replacement: member b of a bag is trained on
default_rng((seed, b)).integers(0, n, n).

About a third of the examples are not in a given sample: *out of bag*, they measure the members that
have not seen them.
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from linlab.engine.data.points import Points
from linlab.engine.ground.arrays import Floats, Ints
from linlab.engine.learner.learner import Learner
from linlab.engine.train.problem import Problem, pose

NOTHING_OUTSIDE = "Every member has seen every example, so nothing is out of bag: use more members or more points."


def bootstrap(seed: int, b: int, n: int) -> Ints:
    """The positions of the examples of member b. (n,)"""
    return np.random.default_rng((seed, b)).integers(0, n, n)


def samples(seed: int, members: int, y: Ints) -> list[tuple[int, Ints]]:
    """The samples of so many members, each with its number; nothing can be trained on one that has a
    single class, so it is left out."""
    drawn = [(b, bootstrap(seed, b, len(y))) for b in range(members)]
    return [(b, sample) for b, sample in drawn if len(np.unique(y[sample])) > 1]


def outside(drawn: Sequence[Ints], n: int) -> Any:
    """Which examples are not in each sample. (samples, n) of bool"""
    out = np.ones((len(drawn), n), bool)
    for row, sample in zip(out, drawn, strict=True):
        row[sample] = False
    return out


def pose_sample(
    points: Points, learner: Learner, seed: int, parts: Any, b: int, ghosts: Floats | None = None
) -> Problem:
    """The problem of training on sample b of the labelled training points; dev and test stay the
    same."""
    mine = np.flatnonzero((points.label >= 0) & (parts == 0))
    chosen = mine[bootstrap(seed, b, len(mine))] if len(mine) else mine
    taken = np.concatenate([chosen, np.flatnonzero(parts > 0)])
    texts = None if points.texts is None else tuple(points.texts[i] for i in taken.tolist())
    ids = np.arange(len(taken))
    drawn = Points(points.x[taken], points.label[taken], points.classes, ids, texts)
    problem = pose(drawn, learner, seed, parts[taken], ghosts)
    return replace(problem, ids=points.ids[chosen])
