"""Losses: what a wrong score costs, and how hard it pulls.

A loss is a function of the margin m (y·s for two classes, s_y − s_z for more, z being the
best-scoring wrong class): it returns ℓ(m) and −ℓ′(m), and the pull p = −∂ℓ/∂s follows, y·(−ℓ′) for
two classes and (−ℓ′)·(e_y − e_z) for more. Where every class pulls, as in softmax, a second
function sees all scores and writes the pull itself. m ≤ 0 is a mistake, because θ starts at 0 and
must be able to leave it; ties go to the lowest class.

A loss declares whether it stops pulling at some margin (its kink) and whether its scores stand for
probabilities. Drawing, explaining and solving depend on nothing else, so that a new loss is one line
of the table.
"""

import math
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from .layout import LossFunctions


@dataclass(frozen=True)
class Kink:
    """The margin up to which a loss pulls, all of it or nothing: m < 1, or m ≤ 0 where it still
    pulls on the wall itself."""

    at: int
    touching: bool = False

    @property
    def pulls(self) -> str:
        return "≤" if self.touching else "<"

    @property
    def rests(self) -> str:
        return ">" if self.touching else "≥"

    @property
    def formula(self) -> str:
        """What stands behind the margin where it pulls, as LaTeX."""
        return rf"\leq {self.at}" if self.touching else f"< {self.at}"


_SLOPE = (r"-\partial \ell / \partial s", r"-\partial \ell / \partial s_c")
_CORNER = ("y", "[c = y] - [c = z]")


@dataclass(frozen=True)
class Loss:
    """A loss with what it says about itself.

    of_margin(m) -> (ℓ, −ℓ′); of_scores(scores, y, pull) -> ℓ writes the pull into zeros, for more
    than two classes only. `pull` is the formula of p, for two classes and for more.

    >>> LOSSES["hinge"].of_margin(0.25)
    (0.75, 1.0)
    """

    name: str
    title: str
    formula: str
    idea: str
    of_margin: Callable[[float], tuple[float, float]]
    of_scores: Callable[..., float] | None = None
    smooth: bool = False
    probabilistic: bool = False  # whether P(y|x) is σ or softmax of the scores
    kink: Kink | None = None
    pull: tuple[str, str] = _SLOPE  # LaTeX; […] is 1 if it is true, else 0
    of_many: Callable[[Any], Any] | None = (
        None  # ℓ of an array of margins, for who asks about thousands of θ at once
    )

    def smooth_in(self, rows: int) -> bool:
        """Whether it is smooth for so many rows of scores: a loss of the margin has a corner where
        two wrong classes tie."""
        return self.smooth and (rows == 1 or self.of_scores is not None)

    @property
    def named_pull(self) -> bool:
        """Whether the pull has a formula of its own, and is not just the slope."""
        return self.pull != _SLOPE

    @property
    def wants_margin(self) -> bool:
        """Whether being right is not enough, so that there are support vectors and slack."""
        return self.kink is not None and self.kink.at > 0

    @property
    def mistake_driven(self) -> bool:
        """Whether it pulls at mistakes alone, so that an epoch without one is the end."""
        return self.kink is not None and self.kink.at == 0

    def compiled(self, rows: int) -> "LossFunctions":
        """What the loop calls for so many rows of scores."""
        return _compiled(self.of_margin, self.of_scores if rows > 1 else None)

    def value(self, scores: Any, y: Any) -> Any:
        """ℓ of each row of scores (n, rows) for classes y (n,)."""
        return self.value_and_pull(scores, y)[0]

    def value_and_pull(self, scores: Any, y: Any) -> tuple[Any, Any]:
        """ℓ (n,) and pull (n, rows), by the very functions that the loop calls."""
        from .loop import each_loss

        scores = np.ascontiguousarray(scores, float)
        y = np.ascontiguousarray(y, np.int64)
        values = np.empty(len(scores))
        pull = np.zeros_like(scores)
        each_loss(self.compiled(scores.shape[1]), scores, y, values, pull)
        return values, pull


@lru_cache(maxsize=64)
def _compiled(of_margin: Any, of_scores: Any) -> "LossFunctions":
    from .compiled import address
    from .layout import LossFunctions

    return LossFunctions(
        address("loss", of_margin), address("joint", of_scores or count), int(of_scores is not None)
    )


def rivals_and_margins(scores: Any, y: Any) -> tuple[Any, Any]:
    """The best-scoring wrong class and the margin of each example; scores (n, rows), y (n,).

    Where all others score −∞ the margin is ∞, over any of them.
    """
    scores = np.asarray(scores, float)
    y = np.asarray(y, np.int64)
    if scores.shape[1] == 1:
        return 1 - y, np.where(y == 1, scores[:, 0], -scores[:, 0])
    everyone = np.arange(len(y))
    others = scores.copy()
    others[everyone, y] = -np.inf
    rivals = np.argmax(others, axis=1).astype(np.int64)
    rivals = np.where(
        rivals == y, (y == 0).astype(np.int64), rivals
    )  # a class is never its own rival
    return rivals, scores[everyone, y] - scores[everyone, rivals]


def perceptron(m):  # type: ignore[no-untyped-def]
    """ℓ = max(0, −m)"""
    return (-m, 1.0) if m <= 0.0 else (0.0, 0.0)


def hinge(m):  # type: ignore[no-untyped-def]
    """ℓ = max(0, 1 − m)"""
    return (1.0 - m, 1.0) if m < 1.0 else (0.0, 0.0)


def squared_hinge(m):  # type: ignore[no-untyped-def]
    """ℓ = ½ max(0, 1 − m)²"""
    gap = 1.0 - m
    return (0.5 * gap * gap, gap) if m < 1.0 else (0.0, 0.0)


def squared(m):  # type: ignore[no-untyped-def]
    """ℓ = ½(1 − m)², which is ½(y − s)² because y² = 1"""
    gap = 1.0 - m
    return 0.5 * gap * gap, gap


def squared_distance(scores, y, pull):  # type: ignore[no-untyped-def]
    """ℓ = ½‖e_y − s‖², p = e_y − s"""
    total = 0.0
    for c in range(scores.size):
        pull[c] = (1.0 if c == y else 0.0) - scores[c]
        total += pull[c] * pull[c]
    return 0.5 * total


def log(m):  # type: ignore[no-untyped-def]
    """ℓ = log(1 + e^−m), −ℓ′ = σ(−m)"""
    small = math.exp(-abs(m))  # never overflows
    doubt = small / (1.0 + small) if m > 0.0 else 1.0 / (1.0 + small)
    return max(0.0, -m) + math.log1p(small), doubt


def softplus(z: Any) -> Any:
    """log(1 + eᶻ) of each number of an array, which never overflows."""
    return np.maximum(0.0, z) + np.log1p(np.exp(-np.abs(z)))


def softmax(scores, y, pull):  # type: ignore[no-untyped-def]
    """ℓ = −log P(y), p = e_y − P(·|x)"""
    top = scores[0]
    for c in range(1, scores.size):
        top = max(top, scores[c])
    total = others = 0.0
    for c in range(scores.size):
        total += math.exp(scores[c] - top)
    for c in range(scores.size):
        if c != y:
            pull[c] = -math.exp(scores[c] - top) / total
            others -= pull[c]
    pull[y] = others  # 1 − P(y), without the cancellation
    return math.log(total) + (top - scores[y])


def count(scores, y, pull):  # type: ignore[no-untyped-def]
    """No loss at all: naive Bayes adds each example to the counts of its class."""
    pull[y] = 1.0
    return 0.0


LOSSES: dict[str, Loss] = {
    loss.name: loss
    for loss in (
        Loss(
            "perceptron",
            "Perceptron loss",
            r"\max(0, -m)",
            "penalises only the wrong side",
            perceptron,
            kink=Kink(0, touching=True),
            pull=_CORNER,
            of_many=lambda m: np.maximum(0.0, -m),
        ),
        Loss(
            "hinge",
            "Hinge loss",
            r"\max(0, 1 - m)",
            "penalises margins below 1",
            hinge,
            kink=Kink(1),
            pull=_CORNER,
            of_many=lambda m: np.maximum(0.0, 1.0 - m),
        ),
        Loss(
            "log",
            "Log loss",
            r"\log(1 + e^{-m})",
            "−log P of the true class",
            log,
            softmax,
            smooth=True,
            probabilistic=True,
            of_many=lambda m: softplus(-m),
            pull=("y (1 - P(y | x))", "[c = y] - P(c | x)"),
        ),
        Loss(
            "squared-hinge",
            "Squared hinge loss",
            r"\frac{1}{2} \max(0, 1 - m)^2",
            "penalises margins below 1, without a corner",
            squared_hinge,
            smooth=True,
            kink=Kink(1),
            pull=("y (1 - m)", "(1 - m) ([c = y] - [c = z])"),
            of_many=lambda m: 0.5 * np.maximum(0.0, 1.0 - m) ** 2,
        ),
        Loss(
            "squared",
            "Squared loss",
            r"\frac{1}{2} (1 - m)^2",
            "penalises every score that differs from its label",
            squared,
            squared_distance,
            smooth=True,
            pull=("y - s", "[c = y] - s_c"),
            of_many=lambda m: 0.5 * (1.0 - m) ** 2,
        ),
    )
}
COUNT = Loss(
    "count",
    "Counting",
    r"n_y \leftarrow n_y + 1",
    "adds one example to the counts",
    log,
    count,
    probabilistic=True,
)
MEANS = Loss(
    "means",
    "Distance to the mean",
    r"\frac{1}{2} \|\varphi(x) - \mu_y\|^2",
    "how far an example is from the mean of its class",
    perceptron,
    count,
)
ASK = Loss("ask", "Asking", r"\hat y", "uses other models and learns nothing itself", log, count)
