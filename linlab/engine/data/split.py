"""Which points train, which tune and which test.

Each point's part depends only on its id and the seed: a hash turns the two into a number u in [0,
1), and the shares cut that interval in three. Adding or removing a point therefore leaves every
other point in its part; in return, the shares are met on average, not exactly.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import lru_cache

import numpy as np
from numpy.typing import ArrayLike, NDArray

from linlab.engine.ground.errors import LinlabError
from linlab.engine.ground.numerals import number


def parts(ids: ArrayLike, shares: Sequence[float] = (100, 0, 0), seed: int = 0) -> NDArray[np.int8]:
    """The part of each id, 0 train, 1 dev, 2 test; shares are percentages or fractions.

    >>> parts([0, 1, 2], (100, 0, 0)).tolist()
    [0, 0, 0]
    """
    cuts = _cuts(tuple(shares))
    of = np.asarray(ids, dtype=np.int64)
    if cuts is None:
        return np.zeros(of.shape, np.int8)
    return np.searchsorted(cuts, _uniform(of, seed), side="right").astype(np.int8)


@lru_cache(maxsize=8)
def _cuts(shares: tuple[float, ...]) -> NDArray[np.float64] | None:
    """Where [0, 1) is cut, at two places; None if all of it is for training."""
    if len(shares) != 3 or not all(math.isfinite(share) and share >= 0 for share in shares):
        raise LinlabError(
            "The shares of train, dev and test must be three numbers that are not negative."
        )
    upto = np.cumsum(np.asarray(shares, dtype=np.float64))  # (3,)
    if not any(math.isclose(upto[-1], whole, rel_tol=1e-6) for whole in (1, 100)):
        raise LinlabError(
            f"The shares of train, dev and test must sum to 100 (or to 1), not to {number(float(upto[-1]), 6)}."
        )
    # Dividing by the very same sum makes the last cut exactly 1, so that a share of 0 gets no
    # point.
    return None if upto[0] == upto[2] else upto[:2] / upto[2]


def _uniform(ids: NDArray[np.int64], seed: int) -> NDArray[np.float64]:
    start = _splitmix64(np.array([seed % 2**64], dtype=np.uint64))
    hashed = _splitmix64(ids.astype(np.uint64) + start)
    return (hashed >> np.uint64(11)).astype(np.float64) * 2.0**-53


def _splitmix64(z: NDArray[np.uint64]) -> NDArray[np.uint64]:
    """Steele, Lea & Flood's mixer; the sums and products wrap around on purpose."""
    z = z + np.uint64(0x9E3779B97F4A7C15)
    z = (z ^ (z >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    z = (z ^ (z >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return z ^ (z >> np.uint64(31))
