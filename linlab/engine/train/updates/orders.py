"""Orders: which example comes next.

Random numbers depend only on (seed, epoch), not on earlier draws: the order of epoch e is always
default_rng((seed, e)).permutation(n). Orders come in blocks of epochs, so that the loop can run
through many.
"""

import functools
from typing import Any

import numpy as np
from numpy.typing import NDArray

Order = NDArray[np.int32]
_BLOCK = 65_536  # examples in a block, about


def epochs_in_a_block(n: int) -> int:
    return min(64, max(1, _BLOCK // n))  # each epoch has its own generator, which is slow to seed


def block(kind: str, seed: int, labels: Any, number: int) -> Order:
    """The orders (epochs, n) of one block; `hardest` depends on θ: see below."""
    n = len(labels)
    if kind == "cyclic":
        return _same(n, np.arange(n, dtype=np.int32).tobytes())
    if kind == "by-class":
        return _same(n, np.argsort(labels, kind="stable").astype(np.int32).tobytes())
    return _random(kind, seed, n, number)


@functools.lru_cache(maxsize=8)
def _same(n: int, order: bytes) -> Order:
    return np.tile(np.frombuffer(order, np.int32), (epochs_in_a_block(n), 1))


@functools.lru_cache(maxsize=64)
def _random(kind: str, seed: int, n: int, number: int) -> Order:
    many = epochs_in_a_block(n)
    orders = np.empty((many, n), np.int32)
    for row, epoch in enumerate(range(number * many, (number + 1) * many)):
        rng = np.random.default_rng((seed, epoch))
        orders[row] = rng.permutation(n) if kind == "shuffled" else rng.integers(n, size=n)
    return orders


def hardest(margins: Any) -> Order:
    """Smallest margin first, as it is at the start of the epoch; ties in the order of the examples.
    (1, n)"""
    return np.argsort(margins, kind="stable").astype(np.int32)[None]
