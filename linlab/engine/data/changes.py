"""Changes that every data set allows: rare classes, another x₂, another scale, flipped labels.

Each row of `CHANGES` is a knob and a function of the points. They are applied in the order of the
table, each with random numbers of its own, so that turning one knob leaves what the others do as
it is, and a larger share includes what a smaller one chooses. A value of `knob.default` changes
nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

import numpy as np

from .dataset import DataKnob, DataSet
from .points import UNLABELLED, Points

Rng = np.random.Generator
NOISE, COPY = 1, 2  # what x₂ becomes


@dataclass(frozen=True)
class DataChange:
    """A knob that every data set has, and what it does to the points."""

    title: str
    knob: DataKnob
    change: Callable[[Points, float, Rng], Points]
    tag: int  # with the seed and the data set's tag it selects the random numbers
    of_places: bool = False  # whether it moves points, which texts do not allow
    in_new_points: bool = True  # whether points drawn to measure errors are changed, too


def flip(points: Points, percent: float, rng: Rng) -> Points:
    """These points with a share of their labels changed to another class, and the truth kept.

    >>> some = flip(Points.of([(0, 0), (1, 1), (2, 2), (3, 3)], "abab"), 50, np.random.default_rng(0))
    >>> int(some.flipped.sum())
    2
    """
    many = len(points.classes)
    order = rng.permutation(len(points))
    by = rng.integers(1, max(2, many), len(points))  # another class, each equally likely
    chosen = order[: round(percent / 100 * len(points))]
    if many < 2:
        return points
    truth = np.full(len(points), UNLABELLED)
    label = points.label.copy()
    truth[chosen] = label[chosen]
    label[chosen] = (label[chosen] + by[chosen]) % many
    return replace(points, label=label, truth=truth)


def thin_out(points: Points, percent: float, rng: Rng) -> Points:
    """Without a share of the points of the last class; one of them stays."""
    order = rng.permutation(len(points))
    last = order[points.label[order] == len(points.classes) - 1]
    gone = last[: min(len(last) - 1, round(percent / 100 * len(last)))]
    return points.take(~np.isin(np.arange(len(points)), gone)) if len(gone) else points


def replace_second(points: Points, what: float, rng: Rng) -> Points:
    """With an x₂ that says nothing about the class (as wide as it was), or with x₁ as x₂."""
    x = points.x.copy()
    noise = rng.normal(0.0, 1.0, len(points))
    if what == COPY:
        x[:, 1] = x[:, 0]
    else:
        x[:, 1] = x[:, 1].mean() + x[:, 1].std() * noise
    return replace(points, x=x)


def scale_second(points: Points, factor: float, rng: Rng) -> Points:
    return replace(points, x=points.x * (1.0, factor))


CHANGES = (
    DataChange(
        "Imbalance",
        DataKnob(
            "imbalance",
            "%",
            0,
            0,
            95,
            integer=True,
            help="Leave out this percentage of the points of the last class.",
        ),
        thin_out,
        5,
    ),
    DataChange(
        "x₂",
        DataKnob(
            "second",
            "",
            0,
            0,
            2,
            integer=True,
            help="x₂ as it is (0), random numbers that say nothing about the class (1), or a copy of x₁ (2).",
            choices=("as it is", "random numbers", "a copy of x₁"),
        ),
        replace_second,
        4,
        of_places=True,
    ),
    DataChange(
        "Scale of x₂",
        DataKnob(
            "scale",
            "×",
            1.0,
            0.01,
            100.0,
            log=True,
            help="Multiply x₂ by this, as another unit does.",
        ),
        scale_second,
        6,
        of_places=True,
    ),
    DataChange(
        "Flipped labels",
        DataKnob(
            "flipped",
            "%",
            0,
            0,
            50,
            integer=True,
            help="Give this percentage of the labels another class. A small dot shows the true class; new points have their true labels.",
        ),
        flip,
        3,
        in_new_points=False,
    ),
)  # in the order in which they are applied


def changes_of(dataset: DataSet) -> tuple[DataChange, ...]:
    """The changes that a data set allows: those of places only where places are given."""
    placed = dataset.lexicon is None and not dataset.of_texts
    return tuple(change for change in CHANGES if placed or not change.of_places)


def changed(
    points: Points, dataset: DataSet, values: Mapping[str, float], seed: int, new: bool = False
) -> Points:
    """The points as the knobs say; `new`: points drawn to measure errors."""
    for change in changes_of(dataset):
        value = values.get(change.knob.name, change.knob.default)
        if value != change.knob.default and (change.in_new_points or not new):
            key = (seed, dataset.tag, change.tag, 1) if new else (seed, dataset.tag, change.tag)
            points = change.change(points, value, np.random.default_rng(key))
    return points
