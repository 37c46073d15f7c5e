"""Counting: θ holds counts, and an update adds one example to the row of its class.

A `Rule` says what is counted; bound to settings and examples it is a `Counting`. For naive Bayes
log P(y, x) = log P(y) + Σ_j log P(x_j|y), and what was never counted has probability 0 and the
logarithm −∞: such a class is impossible.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np

from linlab.engine.ground.arrays import Floats, Ints
from linlab.engine.learner.features import FeatureMap


class Counting(Protocol):
    """What an example adds to the counts, and what the counts (K, d) say about points. The last
    column counts examples. What most ways to count have in common is said here."""

    def features(self, x: Floats) -> Floats: ...
    @property
    def names(self) -> tuple[str, ...]: ...
    def prior(self, counts: Floats) -> Floats:
        """P(y)."""
        return prior(counts[..., -1])

    def joint(self, counts: Floats, x: Floats) -> Floats:
        """log P(y, x) of points x (…, 2) by counts (K, …, d) that may differ from point to point.
        (K, …)"""
        ...

    def grid(self, counts: Floats, xs: Floats, ys: Floats) -> Floats:
        """The same by counts (K, d) at every (x, y). (K, len(ys), len(xs))"""
        ...

    def linear(self, counts: Floats) -> tuple[Floats, Floats]: ...
    def tables(self, counts: Floats) -> dict[str, Any]: ...
    def arrays(self, counts: Floats) -> dict[str, Any]:
        """All arrays that the scores need, by name."""
        ...

    def factors(self, counts: Floats) -> dict[str, Any]:
        """The same in the form in which they are multiplied, so that ties are decided as here."""
        return self.arrays(counts)

    def rows(self, counts: Floats, classes: tuple[str, ...]) -> Iterator[list[Any]]:
        """The headings and rows of a table of them."""
        ...

    def of_class(self, counts: Floats, y: int, x: Floats) -> dict[str, float]:
        """The values of a class that may have an example at x (2,), by LaTeX symbol."""
        ...

    def named_values(self, counts: Floats) -> list[tuple[str, float]] | None:
        """The values of a class from its counts (d,), by name; empty before its first example, None
        if the counts themselves are shown."""
        return None

    def draw(self, counts: Floats, label: Ints, rng: np.random.Generator) -> Floats | None:
        """A place for each label (n,) by P(x|y); None if it models no places. (n, 2)"""
        return None

    def moments_of(self, counts: Floats) -> list[float] | None:
        """Two means and two variances from the counts (d,) of a class; empty before its first
        example, None if it has none."""
        return None

    @property
    def least_variance(self) -> float:
        """The smallest variance; smaller ones are replaced by it."""
        return 0.0

    @property
    def sums(self) -> tuple[str, ...]:
        """What each column sums, except the last."""
        return self.names

    @property
    def meaning(self) -> tuple[Any, ...]:
        """What two problems must have in common so that counts keep their meaning."""
        ...

    def into(self, other: Any, counts: Floats) -> Floats:
        """The counts in the units of another counting with the same meaning."""
        return counts

    def possible(self, counts: Floats) -> bool:
        """Whether these counts (K, d) can be a sum of examples."""
        ...

    def unsmoothed(self) -> "Counting":
        """The same without pseudo-counts."""
        return self

    def to_json(self) -> dict[str, Any]:
        """How it counts, as far as the settings of the learner do not say."""
        return {}


COUNTS_AT_ONCE = 4_000_000  # numbers in a table of counts
Settings = Mapping[str, Any]
Fields = Callable[[str, int], list[float]]  # reads this many numbers from a stored object, by name


@dataclass(frozen=True)
class CountingRule:
    """A way to count, and how it is made: for examples at x (n, 2), or from the fields of a file.

    `joint` is LaTeX: the quantity that is largest for the answer.
    """

    key: str
    joint: str
    make: Callable[[Settings, Floats, FeatureMap | None], Counting]
    restore: Callable[[Settings, Fields, FeatureMap | None], Counting | None]  # None: impossible
    update: str = r"n_y \leftarrow n_y + 1"  # LaTeX
    no_space: str = ""  # why no space can be chosen, in words; {title} is the model's
    columns: Callable[[Settings], tuple[str, ...]] = lambda settings: ()  # counts shown one by one
    has_moments: bool = False  # whether each class has a mean and a variance along each axis
    probabilistic: bool = True  # whether its scores are logarithms of P(y, x)


def log(p: Floats) -> Floats:
    """log p, and log 0 = −∞."""
    with np.errstate(divide="ignore"):
        return np.asarray(np.log(p))


def contrast(rows: Floats) -> Floats:
    """The classes' rows (K, …) as scores: for two classes the second minus the first, NaN for −∞ −
    (−∞)."""
    with np.errstate(invalid="ignore"):
        return rows[1:] - rows[:1] if len(rows) == 2 else rows


def mistakes(
    counting: Counting, before: Floats, read: Callable[[slice], Floats], x: Any, y: Any
) -> Any:
    """How many of these examples, taken in turn, the counts of the earlier ones got wrong: `before`
    (K, d) and those that `read` gives. (n + 1,) running total"""
    wrong = [np.zeros(1, bool)]
    classes = len(before)
    counts = before[:, None]
    length = max(1, min(1000, COUNTS_AT_ONCE // before.size))
    for first in range(0, len(y), length):
        some = slice(first, first + length)
        added = (y[some] == np.arange(classes)[:, None])[..., None] * read(some)  # (K, b, d)
        after = counts + np.cumsum(added, axis=1)
        s = counting.joint(after - added, x[some])
        everyone = np.arange(len(y[some]))  # (K, b)
        counts = after[:, -1:]
        own = s[y[some], everyone]
        s[y[some], everyone] = -np.inf
        wrong.append(own <= s.max(axis=0))
    return np.cumsum(np.concatenate(wrong))


def prior(seen: Floats) -> Floats:
    """P(y) from the number of examples of each class (K, …); uniform before the first."""
    seen, total = shares(seen)
    return seen / total


def shares(seen: Floats) -> tuple[Floats, Floats]:
    """Each class's count (K, …) and the total: 1 of K before the first example."""
    total = seen.sum(axis=0)
    return np.where(total > 0, seen, 1.0), np.where(total > 0, total, float(len(seen)))
