"""Losses: what a wrong score costs, and which way it pulls.

A loss sees the scores s of one example, its class y, the rival z (the best-scoring other class) and the margin m
(y·s for two classes, s_y − s_z for more). It returns ℓ and writes the pull p = −∂ℓ/∂s, one number per row, into an
array of zeros. m ≤ 0 is a mistake, because θ starts at 0 and must be able to leave it; ties go to the lowest class.
"""

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np


@dataclass(frozen=True)
class Loss:
    """A loss with what it says about itself; `of_margin` is ℓ(m) for drawing its shape.

    >>> LOSSES["hinge"].value(np.array([[0.25]]), np.array([1]))
    array([0.75])
    """

    name: str
    title: str
    formula: str
    idea: str
    function: Callable[..., float]
    smooth: bool = False
    probabilistic: bool = False

    def value(self, scores: Any, y: Any) -> Any:
        """ℓ of each row of scores (n, rows) for classes y (n,)."""
        return self.value_and_pull(scores, y)[0]

    def value_and_pull(self, scores: Any, y: Any) -> tuple[Any, Any]:
        """ℓ (n,) and pull (n, rows), by the very function that the loop calls."""
        pull = np.zeros_like(scores, dtype=float)  # (n, rows)
        rivals, margins = rivals_and_margins(scores, y)
        each = _each()
        from .compiled import address

        values = np.empty(len(scores))
        each(address("loss", self.function), np.ascontiguousarray(scores, float), np.ascontiguousarray(y, np.int64),
             rivals, margins, values, pull)
        return values, pull


def rivals_and_margins(scores: Any, y: Any) -> tuple[Any, Any]:
    """The best-scoring wrong class and the margin of each example; scores (n, rows), y (n,)."""
    scores, y = np.asarray(scores, float), np.asarray(y, np.int64)
    if scores.shape[1] == 1:
        return 1 - y, np.where(y == 1, scores[:, 0], -scores[:, 0])
    everyone = np.arange(len(y))
    others = scores.copy()
    others[everyone, y] = -np.inf
    rivals = np.argmax(others, axis=1).astype(np.int64)
    return rivals, scores[everyone, y] - scores[everyone, rivals]


def _each() -> Any:
    from .loop import each_loss

    return each_loss


def perceptron(scores, y, rival, margin, pull):  # type: ignore[no-untyped-def]
    """ℓ = max(0, −m);  p = y, or e_y − e_z, if m ≤ 0."""
    if margin > 0.0:
        return 0.0
    if pull.size == 1:
        pull[0] = 1.0 if y == 1 else -1.0
    else:
        pull[y] = 1.0
        pull[rival] = -1.0
    return -margin


def hinge(scores, y, rival, margin, pull):  # type: ignore[no-untyped-def]
    """ℓ = max(0, 1 − m);  p = y, or e_y − e_z, if m < 1."""
    if margin >= 1.0:
        return 0.0
    if pull.size == 1:
        pull[0] = 1.0 if y == 1 else -1.0
    else:
        pull[y] = 1.0
        pull[rival] = -1.0
    return 1.0 - margin


def log(scores, y, rival, margin, pull):  # type: ignore[no-untyped-def]
    """ℓ = log(1 + e^−m), p = y·σ(−m);  for K classes ℓ = −log P(y), p = e_y − P(·|x)."""
    if pull.size == 1:
        small = math.exp(-abs(margin))  # never overflows
        doubt = small / (1.0 + small) if margin > 0.0 else 1.0 / (1.0 + small)  # σ(−m)
        pull[0] = doubt if y == 1 else -doubt
        return max(0.0, -margin) + math.log1p(small)
    top = max(scores[y], scores[rival])
    total = 0.0
    for c in range(scores.size):
        total += math.exp(scores[c] - top)
    for c in range(scores.size):
        pull[c] = -math.exp(scores[c] - top) / total
    others = 0.0
    for c in range(scores.size):
        if c != y:
            others -= pull[c]
    pull[y] = others  # 1 − P(y), without the cancellation
    return math.log(total) + (top - scores[y])


def count(scores, y, rival, margin, pull):  # type: ignore[no-untyped-def]
    """No loss at all: naive Bayes adds each example to the counts of its class."""
    pull[y] = 1.0
    return 0.0


LOSSES: dict[str, Loss] = {
    loss.name: loss
    for loss in (
        Loss("perceptron", "Perceptron loss", r"\max(0, -m)", "costs only what is on the wrong side", perceptron),
        Loss("hinge", "Hinge loss", r"\max(0, 1 - m)", "asks for a margin of 1", hinge),
        Loss("log", "Log loss", r"\log(1 + e^{-m})", "the surprise at the true class", log, smooth=True,
             probabilistic=True),
    )
}
COUNT = Loss("count", "Counting", r"n_y \leftarrow n_y + 1", "adds one example to the counts", count)
