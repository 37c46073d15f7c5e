"""Painted from back to front, in few strokes.

Of two things only those that touch on the page need an order. So each is put onto the lowest layer
that lies over everything behind it that it touches; layers belong to the kinds by turns, and a
layer is one stroke of one look. Of very many things millions touch: they are painted in slices of
depth instead, so that only things of about the same depth may be in the wrong order.
"""

from typing import Any

import numpy as np

from linlab.engine.ground.arrays import Floats, Ints

SLICES = 64  # of depth


def near_each_other(places: Floats, reach: float) -> Ints:
    """The pairs of places on the page that are nearer than `reach`. (m, 2)"""
    if len(places) < 2:
        return np.empty((0, 2), np.int64)
    from scipy.spatial import cKDTree  # not before it is needed

    return np.asarray(cKDTree(places).query_pairs(reach, output_type="ndarray"), np.int64).reshape(
        -1, 2
    )


def crossing(places: Floats, size: float, pieces: Floats) -> Ints:
    """The pairs of a mark (n, 2) and a piece of an upright line (m, 2, 2) on the page that touch:
    their numbers. (k, 2)"""
    low, high = (
        np.minimum(pieces[:, 0, 1], pieces[:, 1, 1]),
        np.maximum(pieces[:, 0, 1], pieces[:, 1, 1]),
    )
    beside = np.abs(places[:, None, 0] - pieces[None, :, 0, 0]) <= size / 2
    within = (places[:, None, 1] >= low - size / 2) & (places[:, None, 1] <= high + size / 2)
    return np.argwhere(beside & within)


def strokes(depth: Floats, kind: Ints, pairs: Ints) -> list[tuple[int, Any]]:
    """Kinds, and of each the numbers of the things to paint then, the farthest first.

    >>> strokes(np.array([0.0, 1.0, 2.0]), np.array([0, 1, 0]), np.array([(0, 1), (1, 2)]))
    [(0, [0]), (1, [1]), (0, [2])]
    >>> strokes(np.array([0.0, 1.0, 2.0]), np.array([0, 1, 0]), np.array([(0, 1)]))
    [(0, [0, 2]), (1, [1])]
    """
    many = int(kind.max(initial=0)) + 1
    order = np.argsort(depth, kind="stable")
    rank = np.empty(len(order), np.int64)
    rank[order] = np.arange(len(order))
    behind, front = np.sort(rank[np.asarray(pairs, np.int64).reshape(-1, 2)], axis=1).T
    behind = behind[np.argsort(front, kind="stable")].tolist()
    ends = np.cumsum(np.bincount(front, minlength=len(order))).tolist()
    own = kind[order].tolist()
    layer = [0] * len(order)
    start = 0
    for k, end in enumerate(ends):
        beneath = max([layer[b] for b in behind[start:end]], default=0)
        layer[k] = beneath + (own[k] - beneath) % many
        start = end
    layers: dict[int, list[int]] = {}
    for k, each in enumerate(layer):
        layers.setdefault(each, []).append(int(order[k]))
    return [(each % many, layers[each]) for each in sorted(layers)]


def sliced(depth: Floats, kind: Ints) -> list[tuple[int, Any]]:
    """The same, slice of depth by slice, and in each kind by kind.

    >>> sliced(np.array([0.0, 1.0, 0.001]), np.array([1, 0, 1]))
    [(1, [0, 2]), (0, [1])]
    """
    deep = float(np.ptp(depth)) if len(depth) else 0.0
    share = (depth - depth.min(initial=np.inf)) / deep if deep > 0 else np.zeros(len(depth))
    slices = np.minimum((SLICES * share).astype(np.int64), SLICES - 1)
    many = int(kind.max(initial=0)) + 1
    turn = many * slices + kind
    order = np.lexsort((depth, turn))
    ends = np.flatnonzero(np.diff(turn[order], append=-1)) + 1
    starts = [0, *ends[:-1].tolist()]
    return [
        (int(kind[order[start]]), order[start:end].tolist())
        for start, end in zip(starts, ends.tolist(), strict=True)
    ]
