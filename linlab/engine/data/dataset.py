"""The description of a data set: its name, its idea, its knobs and how to make its points.

The picker, the form and the command line follow from these records. `make` returns the points to
learn from; `draw` returns a new sample from the same distribution, if that is known, to estimate
the expected risk.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

import numpy as np

from .lexicon import Lexicon
from .points import Points

FEATURES = ("x₁", "x₂")  # the names of coordinates that have no others
Maker = Callable[
    [Mapping[str, float], np.random.Generator], Points
]  # (value of each knob, randomness) -> points


@dataclass(frozen=True)
class DataKnob:
    """A number that changes a data set, and its control."""

    name: str
    symbol: str
    default: float
    low: float
    high: float
    log: bool = False
    integer: bool = False
    help: str = ""
    choices: tuple[str, ...] = ()  # what the values 0, 1, 2, … mean, if they are names


@dataclass(frozen=True)
class DataSet:
    """A named way to make points."""

    name: str
    title: str
    idea: str
    tag: int  # with the seed, it selects the random numbers: never change one, never use one twice
    make: Maker
    knobs: tuple[DataKnob, ...] = ()
    draw: Maker | None = None  # a new sample
    features: tuple[str, str] = FEATURES  # what x₁ and x₂ are
    levels: tuple[str, ...] = ()  # what their values 0, 1 … are called, where each has a name
    lexicon: Lexicon | None = (
        None  # the words counted, if points are counts of words in their texts
    )

    of_texts: bool = False  # whether its texts are what there is to learn from

    @property
    def known(self) -> bool:
        """Whether the distribution is known, so that a new sample can be drawn."""
        return self.draw is not None

    @property
    def fixed(self) -> bool:
        """Whether it is a table without n and noise."""
        return not any(knob.name == "n" for knob in self.knobs)


def count(default: int, low: int = 2, high: int = 2000) -> DataKnob:
    return DataKnob("n", "n", default, low, high, log=True, integer=True, help="How many points.")


def noise(default: float, high: float = 2.0) -> DataKnob:
    return DataKnob("noise", "σ", default, 0.0, high, help="Standard deviation of the noise.")


def classes(default: int) -> DataKnob:
    return DataKnob("classes", "K", default, 2, 8, integer=True, help="How many classes.")
