"""Hidden labels: every data set can hide a share of its labels, for models that learn without them.

The seed decides which labels are hidden; a smaller share hides some of those that a larger one
hides. One point of each class keeps its label, so that training can start.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from .dataset import DataKnob
from .points import UNLABELLED, Points

HIDDEN = DataKnob(
    "hidden",
    "",
    0,
    0,
    95,
    integer=True,
    help="Hide this percentage of the labels from the models, which may guess them. The truth is kept to measure errors.",
)


def hide(points: Points, percent: float, rng: np.random.Generator) -> Points:
    """These points with a share of their labels hidden.

    >>> int(hide(Points.of([(0, 0), (1, 1), (2, 2), (3, 3)], "abab"), 50, np.random.default_rng(0)).hidden.sum())
    2
    """
    order = rng.permutation(len(points))
    first = [order[np.argmax(points.label[order] == k)] for k in np.unique(points.label)]
    order = order[~np.isin(order, first)]
    chosen = order[: round(percent / 100 * len(points))]
    truth = points.true.copy()  # of flipped labels
    label = points.label.copy()
    truth[chosen] = np.where(truth[chosen] >= 0, truth[chosen], label[chosen])
    label[chosen] = UNLABELLED
    return replace(points, label=label, truth=truth)
