"""Feature maps: φ(x) written out, so that a linear learner can have a curved boundary.

A feature space makes a map from its settings, the seed and the training examples; the map turns
points, or texts, into rows of features. A map of points knows its own factorised form on a regular
grid. The constant feature of the bias is not part of a map.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np

from linlab.engine.ground.arrays import Floats

from .random_features.binning import binning, grids
from .random_features.waves import waves
from .text.bag import BagOfWords

Settings = Mapping[str, Any]


class FeatureMap(Protocol):
    """φ: names of the features, features(x (n, 2)) -> (n, d), and weights (rows, d) scored on a
    grid. A map of texts takes x (n,) and gives sparse rows."""

    @property
    def names(self) -> tuple[str, ...]: ...
    def features(self, x: Floats) -> Floats: ...
    def grid(self, weights: Floats, xs: Floats, ys: Floats) -> Floats: ...


@dataclass(frozen=True)
class FeatureSpace:
    """A feature space, its formula and the settings it reads; make(settings, seed, x) ->
    FeatureMap, where x are the training examples."""

    name: str
    title: str
    formula: str
    idea: str
    make: Callable[[Settings, int, Any], FeatureMap]
    parameters: tuple[str, ...] = ()
    straight: bool = False  # whether the plane itself is its space
    of_texts: bool = False  # whether it reads the texts of points instead of their places
    of_examples: bool = False  # whether its features depend on the examples
    imitation: "Imitation | None" = None  # of a kernel, by random features
    short: str = ""  # a title for a tab, where its own is too long


@dataclass(frozen=True)
class Imitation:
    """Random features whose products φ(a)·φ(b) (n, m) tend to a kernel as their number grows;
    products(settings, seed, a, b), where b are examples."""

    kernel: str
    size: str  # the setting that is their number
    unit: str  # what is counted, as a plural
    title: str  # of the features, as a plural
    products: Callable[[Settings, int, Floats, Floats], Floats]


@dataclass(frozen=True)
class Monomials:
    """All x₁ⁱx₂ʲ with 1 ≤ i + j ≤ d.

    >>> Monomials(2).names
    ('x₁', 'x₂', 'x₁²', 'x₁x₂', 'x₂²')
    """

    degree: int

    @property
    def powers(self) -> list[tuple[int, int]]:
        return [(total - j, j) for total in range(1, self.degree + 1) for j in range(total + 1)]

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(_power("x₁", i) + _power("x₂", j) for i, j in self.powers)

    def features(self, x: Floats) -> Floats:
        with np.errstate(over="ignore"):  # the problem refuses an overflow in words
            return np.stack([x[:, 0] ** i * x[:, 1] ** j for i, j in self.powers], axis=1)

    def grid(self, weights: Floats, xs: Floats, ys: Floats) -> Floats:
        square = np.zeros((len(weights), self.degree + 1, self.degree + 1))
        for column, (i, j) in enumerate(self.powers):
            square[:, j, i] = weights[:, column]
        powers = np.arange(self.degree + 1)
        return (ys[:, None] ** powers) @ square @ (xs[:, None] ** powers).T


def _power(base: str, exponent: int) -> str:
    if exponent == 0:
        return ""
    return (
        base
        if exponent == 1
        else base + str(exponent).translate(str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹"))
    )


def _wave_products(settings: Settings, seed: int, a: Floats, b: Floats) -> Floats:
    made = waves(settings, seed)
    return made.features(a) @ made.features(b).T


def beside(columns: Any, further: Floats) -> Any:
    """Further columns of numbers beside those of a map, which may be sparse. (n, …)"""
    if isinstance(columns, np.ndarray):
        return np.concatenate([columns, further], axis=1)
    from scipy.sparse import csr_array, hstack

    return hstack([columns, csr_array(further)], format="csr")


WORD_SETTINGS = (
    "weighting",
    "negation",
    "bigrams",
    "stems",
    "stop_words",
    "rare",
    "twice",
    "places",
    "axes",
)  # of the space of words

FEATURES: dict[str, FeatureSpace] = {
    space.name: space
    for space in (
        FeatureSpace(
            "linear",
            "Linear",
            r"(1, x_1, x_2)",
            "a straight boundary",
            lambda s, seed, x: Monomials(1),
            straight=True,
        ),
        FeatureSpace(
            "monomial",
            "Monomials",
            r"(1, x_1, x_2, x_1^2, x_1 x_2, \dots)",
            "curves of degree d",
            lambda s, seed, x: Monomials(s["degree"]),
            ("degree",),
        ),
        FeatureSpace(
            "fourier",
            "Random Fourier",
            r"\sqrt{2/D} \cos(\omega^T x + \beta)",
            "random waves that approximate the RBF kernel",
            waves,
            ("gamma", "features"),
            short="Fourier",
            imitation=Imitation(
                "rbf", "features", "features", "random Fourier features", _wave_products
            ),
        ),
        FeatureSpace(
            "binning",
            "Random binning",
            r"1[x \in \mathrm{cell}] / \sqrt{D}",
            "cells of random grids that approximate the Laplace kernel",
            binning,
            ("gamma", "grids"),
            of_examples=True,
            short="Binning",
            imitation=Imitation(
                "laplace",
                "grids",
                "grids",
                "cells of random grids",
                lambda settings, seed, a, b: grids(settings, seed).products(a, b),
            ),
        ),
        FeatureSpace(
            "words",
            "Words",
            r"(\mathrm{count}(v_1), \mathrm{count}(v_2), \dots)",
            "a weight for each word of the texts",
            lambda s, seed, x: BagOfWords.of(x, s),
            WORD_SETTINGS,
            of_texts=True,
        ),
    )
}
