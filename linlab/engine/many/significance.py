"""Is A better than B? The tests of the lecture (Z 4.4), by hand: how likely is a difference as
large as this if there is none?

    paired t        d = a − b,  t = mean(d) / (sd(d)/√K),          K − 1 degrees of freedom
    two-sample t    s = √((s_a² + s_b²)/2),  t = (ā − b̄) / (s√(2/K)),  2K − 2 degrees of freedom
    McNemar         of n examples that one of them alone gets right, A gets k:  p = 2·P(X ≤ min(k, n − k)),  X ~ B(n, ½)

All are two-sided. Accuracies on folds of one data set are not independent of each other, so p of a
t is too small: it says how surprising the numbers would be if the folds were new samples. p is
neither the chance that A and B are equal, nor how large the difference is.
"""

import math
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from linlab.engine.ground.arrays import Floats
from linlab.engine.ground.errors import LinlabError

Z95 = 1.959963984540054  # standard deviations that hold 95 % of a normal distribution


class TTest(NamedTuple):
    """t, its degrees of freedom, and the two-sided p."""

    t: float
    df: int
    p: float


class McNemar(NamedTuple):
    """How many examples only A and only B gets right, and p, which is 1 if there are none."""

    a_alone: int
    b_alone: int
    p: float


class Interval(NamedTuple):
    """A share and its confidence interval."""

    share: float
    low: float
    high: float


def paired(a: ArrayLike, b: ArrayLike) -> TTest:
    """Whether the mean of a − b is 0, where a and b are pairs.

    >>> paired([0.9, 0.8, 1.0], [0.7, 0.7, 0.7]).df
    2
    """
    one, other = _samples(a, b)
    d = one - other
    if _alike(d, one, other):
        same = "0" if np.abs(d).max() <= _rounding_error(one, other) else "the same"
        raise LinlabError(
            f"All {len(d)} differences are {same}: without variance there is no t-value."
        )
    return judged(float(d.mean() / (d.std(ddof=1) / math.sqrt(len(d)))), len(d) - 1)


def two_sample(a: ArrayLike, b: ArrayLike) -> TTest:
    """Whether a and b have the same mean, if they are independent samples with the same variance.

    >>> round(two_sample([1, 2, 3], [2, 3, 4]).t, 4)
    -1.2247
    """
    one, other = _samples(a, b)
    if _alike(one, one, other) and _alike(other, one, other):
        raise LinlabError("Neither list varies, so there is no t-value.")
    s = math.sqrt((one.var(ddof=1) + other.var(ddof=1)) / 2)
    return judged(
        float((one.mean() - other.mean()) / (s * math.sqrt(2 / len(one)))), 2 * len(one) - 2
    )


def ttest(a: ArrayLike, b: ArrayLike, pairs: bool = False) -> TTest:
    """Whether two lists of numbers have the same mean: t, degrees of freedom and the two-sided p. By
    default the two-sample test of the lecture; with `pairs` that of the differences.

    >>> ttest([1, 2, 3], [2, 3, 4]).df, ttest([1, 2, 3], [2, 4, 4], pairs=True).df
    (4, 2)
    """
    return paired(a, b) if pairs else two_sample(a, b)


def judged(t: float, df: int) -> TTest:
    """t with its p = P(|T| ≥ |t|) = I(df/(df + t²); df/2, ½), the regularised incomplete beta
    function.

    >>> round(judged(4.264, 18).p, 6)  # the lecture's
    0.000467
    """
    from scipy.special import betainc

    return TTest(t, df, float(betainc(df / 2, 0.5, df / (df + t * t))))


def mcnemar(a_alone: int, b_alone: int) -> McNemar:
    """The exact test on the examples that only one of the two gets right.

    >>> mcnemar(1, 5).p
    0.21875
    """
    if a_alone < 0 or b_alone < 0:
        raise LinlabError("McNemar's test counts examples: neither number can be negative.")
    n = a_alone + b_alone
    term = 1
    total = 0
    for k in range(min(a_alone, b_alone) + 1):
        total, term = (
            total + term,
            term * (n - k) // (k + 1),
        )  # whole numbers: C(n, 0) + C(n, 1) + …
    return McNemar(a_alone, b_alone, min(1.0, 2 * total / 2**n))


def wilson(wrong: int, n: int) -> Interval:
    """Wilson's 95 % interval of an error rate, from `wrong` of n examples.

    >>> [round(end, 3) for end in wilson(0, 10)]
    [0.0, 0.0, 0.278]
    """
    if n < 1 or not 0 <= wrong <= n:
        raise LinlabError(
            f"An interval needs at least one example, and no more errors than examples: not {wrong} of {n}."
        )
    share = wrong / n
    square = Z95 * Z95
    middle = (share + square / (2 * n)) / (1 + square / n)
    half = Z95 * math.sqrt(share * (1 - share) / n + square / (4 * n * n)) / (1 + square / n)
    return Interval(
        share, 0.0 if wrong == 0 else middle - half, 1.0 if wrong == n else middle + half
    )


def _samples(a: ArrayLike, b: ArrayLike) -> tuple[Floats, Floats]:
    try:
        one, other = np.asarray(a, float), np.asarray(b, float)
    except (TypeError, ValueError):
        raise LinlabError("A t-test compares two lists of numbers.") from None
    if one.ndim != 1 or one.shape != other.shape:
        raise LinlabError("A t-test compares two lists of the same length.")
    if len(one) < 2:
        raise LinlabError(f"A t-test needs at least two numbers in each list, not {len(one)}.")
    if not (np.isfinite(one).all() and np.isfinite(other).all()):
        raise LinlabError("A t-test compares finite numbers, not NaN or infinity.")
    power = -int(np.frexp(max(np.abs(one).max(), np.abs(other).max()))[1])
    return np.ldexp(one, power), np.ldexp(
        other, power
    )  # t is the same in all units, and no square is too large or small


def _rounding_error(one: Floats, other: Floats) -> float:
    """What rounding leaves of equal differences."""
    return 4 * float(np.finfo(float).eps) * float(max(np.abs(one).max(), np.abs(other).max()))


def _alike(d: Floats, one: Floats, other: Floats) -> bool:
    return bool(np.ptp(d) <= _rounding_error(one, other))
