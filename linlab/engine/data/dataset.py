"""What a data set declares about itself: its name, its idea, its knobs and how to make its points.

The picker, the form and the command line follow from these records. `make` gives the points to
learn from; `draw` gives a fresh sample of the same distribution, where that is known, to estimate
the expected risk.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

import numpy as np

from .lexicon import Lexicon
from .points import Points

FEATURES = ("x₁", "x₂")  # what coordinates are called that have no names
Maker = Callable[
    [Mapping[str, float], np.random.Generator], Points
]  # (value of each knob, randomness) -> points


@dataclass(frozen=True)
class DataKnob:
    """One number a data set can be turned by, and the control that shows it."""

    name: str
    symbol: str
    default: float
    low: float
    high: float
    log: bool = False
    integer: bool = False
    help: str = ""


@dataclass(frozen=True)
class DataSet:
    """A named way to make points."""

    name: str
    title: str
    idea: str
    tag: int  # with the seed, the address of its randomness: never change one, never use one twice
    make: Maker
    knobs: tuple[DataKnob, ...] = ()
    draw: Maker | None = None  # a fresh sample
    features: tuple[str, str] = FEATURES  # what x₁ and x₂ are
    lexicon: Lexicon | None = (
        None  # the words that were counted, where points are counts of words in their texts
    )

    @property
    def known(self) -> bool:
        """Is the distribution known, so that a fresh sample can be drawn?"""
        return self.draw is not None

    @property
    def fixed(self) -> bool:
        """Is it a table, to which n and noise do not apply?"""
        return not any(knob.name == "n" for knob in self.knobs)


def count(default: int, low: int = 2, high: int = 2000) -> DataKnob:
    return DataKnob("n", "n", default, low, high, log=True, integer=True, help="How many points.")


def noise(default: float, high: float = 2.0) -> DataKnob:
    return DataKnob("noise", "σ", default, 0.0, high, help="Standard deviation of the noise.")


def classes(default: int) -> DataKnob:
    return DataKnob("classes", "K", default, 2, 8, integer=True, help="How many classes.")
