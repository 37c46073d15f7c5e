"""The table of data sets, and the two ways to use one: make its points, or draw a new sample.

All random numbers come from (seed, tag of the data set): the same call gives the same points on any
machine.
"""

from __future__ import annotations

import math

import numpy as np

from linlab.engine.ground.errors import LinlabError, WrongValue, perhaps
from linlab.engine.ground.numerals import grouped, limit, read_number
from linlab.engine.ground.sanitise import shorten

from .changes import changed, changes_of
from .dataset import DataKnob, DataSet
from .hiding import HIDDEN, hide
from .points import Points
from .synthetic import SYNTHETIC
from .tables import TABLES
from .texts.sets import TEXT_SETS

__all__ = [
    "DATASETS",
    "HIDDEN",
    "MOST_POINTS",
    "DataKnob",
    "DataSet",
    "fresh",
    "further_knobs",
    "knobs_of",
    "make_points",
    "named",
]

DATASETS: dict[str, DataSet] = {
    dataset.name: dataset for dataset in (*SYNTHETIC, *TABLES, *TEXT_SETS)
}
EARLIER_TITLES = {  # of earlier versions, which are still understood
    "the frog's flies": "frog",
    "reviews": "sentiment",
    "irises": "iris",
    "four topics": "topics",
    "bank: noun or verb": "bank",
}
MOST_POINTS = 100_000  # n may be typed larger than its slider allows


def make_points(
    name: str,
    n: int | None = None,
    noise: float | None = None,
    seed: int = 0,
    **knobs: float | None,
) -> Points:
    """The points of a data set; knobs that are not given have their defaults. `hidden` is the
    percentage of labels to hide.

    >>> len(make_points("moons", n=40)), make_points("frog").classes
    (40, ('-', '+'))
    """
    dataset = _dataset(named(name))
    values = _values(dataset, {"n": n, "noise": noise, **knobs})
    hidden = values.pop(HIDDEN.name)
    own = {knob.name: values[knob.name] for knob in dataset.knobs}
    points = dataset.make(own, np.random.default_rng((_seed(seed), dataset.tag)))
    points = changed(points, dataset, values, seed)
    return hide(points, hidden, np.random.default_rng((seed, dataset.tag, 2))) if hidden else points


def knobs_of(name: str) -> tuple[DataKnob, ...]:
    """All knobs of a data set: its own, the changes that it allows, and the percentage of hidden
    labels, which every data set has."""
    return (*DATASETS[name].knobs, *further_knobs(DATASETS[name]))


def further_knobs(dataset: DataSet) -> tuple[DataKnob, ...]:
    """The knobs that do not belong to the data set itself."""
    return (*(change.knob for change in changes_of(dataset)), HIDDEN)


def named(name: str) -> str:
    """The name of a data set that may be given by its title, also by one it had earlier.

    >>> named("Overlapping blobs"), named("Irises"), named("my.csv")
    ('overlapping-blobs', 'iris', 'my.csv')
    """
    titles = {dataset.title.lower(): key for key, dataset in DATASETS.items()}
    titles = {**EARLIER_TITLES, **titles}
    return name if name in DATASETS else titles.get(name.lower(), name)


def fresh(
    name: str, n: int, noise: float | None = None, seed: int = 0, **knobs: float | None
) -> Points:
    """A new sample of n points from the same distribution, independent of `make_points` with the
    same seed. It is for testing, so none of its labels is hidden or flipped."""
    dataset = _dataset(name)
    if dataset.draw is None:
        raise LinlabError(
            f"A new sample of {name} cannot be drawn: it is a fixed table, and its distribution is unknown."
        )
    values = _values(dataset, {"n": n, "noise": noise, **knobs})
    own = {knob.name: values[knob.name] for knob in dataset.knobs}
    points = dataset.draw(own, np.random.default_rng((_seed(seed), dataset.tag, 1)))
    return changed(points, dataset, values, seed, new=True)


def _dataset(name: str) -> DataSet:
    if name not in DATASETS:
        raise LinlabError(
            f"There is no data set “{shorten(name)}”{perhaps(name, DATASETS)}; the data sets are {', '.join(DATASETS)}."
        )
    return DATASETS[name]


def _seed(seed: int) -> int:
    # One 32-bit word: a longer seed would spill into the tag and could meet another data set's
    # randomness.
    if not isinstance(seed, int | np.integer) or not 0 <= seed < 2**32:
        allowed = f"a whole number from 0 to {grouped(2**32 - 1)}"
        raise WrongValue(f"A seed must be {allowed}, not {shorten(str(seed))}.", "seed", allowed)
    return int(seed)


def _values(dataset: DataSet, given: dict[str, float | None]) -> dict[str, float]:
    known = {knob.name: knob for knob in (*dataset.knobs, *further_knobs(dataset))}
    for name, value in given.items():
        if name not in known and value is not None:
            table = ": it is a fixed table" if dataset.fixed and name in ("n", "noise") else ""
            raise LinlabError(
                f"{dataset.name} has no knob “{shorten(name)}”{table or perhaps(name, known)}; its knobs are {', '.join(known) or 'none'}."
            )
    return {name: _checked(dataset, knob, given.get(name)) for name, knob in known.items()}


def _checked(dataset: DataSet, knob: DataKnob, value: float | None) -> float:
    if value is None:
        return knob.default
    high = MOST_POINTS if knob.name == "n" else knob.high
    number = _number(value)
    if not knob.low <= number <= high or (knob.integer and number != int(number)):
        allowed = f"{'a whole number' if knob.integer else 'a number'} from {limit(knob.low)} to {limit(high)}"
        raise WrongValue(
            f"{knob.name} of {dataset.name} must be {allowed}, not {shorten(str(value))}.",
            knob.name,
            allowed,
        )
    return int(number) if knob.integer else number


def _number(value: object) -> float:
    """A number, or an error if it is not one."""
    try:
        number = read_number(value) if isinstance(value, str) else float(value)  # type: ignore[arg-type]
    except (TypeError, ValueError):
        number = None
    return math.nan if number is None else number
