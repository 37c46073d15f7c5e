"""Data sets of texts, in our own words: reviews, short texts on four topics, and phrases in which
“bank” is a noun or a verb.

A review stands at its counts of good and bad words; the others have no places of their own.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import numpy as np

from linlab.engine.data.dataset import DataSet
from linlab.engine.data.points import Points
from linlab.engine.data.reviews import REVIEW_WORDS, counts
from linlab.engine.ground.assets import asset

Knobs = Mapping[str, float]


def _read(name: str) -> Points:
    from linlab.engine.data.csvfile import read_csv

    return read_csv(asset(f"data/{name}.csv"))


def _reviews(knobs: Knobs, rng: np.random.Generator) -> Points:
    points = _read("reviews")
    places = np.array([counts(text) for text in points.texts or ()], float)
    return replace(points, x=places)


def _topics(knobs: Knobs, rng: np.random.Generator) -> Points:
    return _read("topics")


def _bank(knobs: Knobs, rng: np.random.Generator) -> Points:
    return _read("bank")


TEXT_SETS = (
    DataSet(
        "reviews",
        "Review texts",
        "Two hundred short reviews: each word gets a weight.",
        21,
        _reviews,
        features=("good words", "bad words"),
        lexicon=REVIEW_WORDS,
        of_texts=True,
    ),
    DataSet(
        "topics",
        "Topics",
        "Short texts on four topics: sport, music, cooking and the weather.",
        22,
        _topics,
        of_texts=True,
    ),
    DataSet(
        "bank",
        "Bank",
        "Phrases with “bank”: the words beside it say noun or verb.",
        23,
        _bank,
        of_texts=True,
    ),
)
