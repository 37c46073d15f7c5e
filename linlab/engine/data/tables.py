"""Data sets that are small tables: the frog's flies, the traffic lights, forty reviews, Fisher's
irises.

Several points share one place, so three of the tables have a knob that moves points apart at
random.
"""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
from numpy.typing import NDArray

from linlab.engine.ground.assets import asset
from linlab.engine.ground.errors import WrongValue

from .dataset import DataKnob, DataSet, count
from .points import Points
from .reviews import NEGATIVE_REVIEWS, POSITIVE_REVIEWS, REVIEW_WORDS, counts

Knobs = Mapping[str, float]
Generator = np.random.Generator

# (convexity, speed) of what the frog saw: s = small, m = medium, l = large (Riezler's table).
_INEDIBLE = ("ss", "sm", "sm", "ms", "ls", "ss", "sl", "sm")
_EDIBLE = ("sl", "ml", "ml", "ls", "ll", "lm")

# (north-south, east-west) of seven situations, 0 = green and 1 = red (Eisenstein, after Klein):
# both red means broken.
_LIGHTS = np.array([(1, 1), (1, 0), (0, 1), (1, 0), (0, 1), (1, 0), (0, 1)])  # (7, 2)


def _frog(knobs: Knobs, rng: Generator) -> Points:
    x = [("sml".index(seen[0]), "sml".index(seen[1])) for seen in _INEDIBLE + _EDIBLE]
    # “+” last: it is the positive class.
    return _nudged_apart(
        Points.of(x, ["-"] * len(_INEDIBLE) + ["+"] * len(_EDIBLE), ("-", "+")), knobs, rng
    )


def _traffic_lights(knobs: Knobs, rng: Generator) -> Points:
    n = int(knobs["n"])
    if n % 7:
        sentence = f"There are seven traffic situations: n must be a multiple of 7, not {n}."
        raise WrongValue(sentence, "n", "a multiple of 7 (there are seven traffic situations)")
    return _lights(np.arange(n) % 7, knobs, rng)


def _fresh_lights(knobs: Knobs, rng: Generator) -> Points:
    return _lights(rng.integers(0, 7, int(knobs["n"])), knobs, rng)


def _lights(situation: NDArray[np.int64], knobs: Knobs, rng: Generator) -> Points:
    label = (situation > 0).astype(np.int64)
    points = Points(
        _LIGHTS[situation].astype(float), label, ("broken", "working"), np.arange(len(label))
    )
    return _nudged_apart(points, knobs, rng)


def _sentiment(knobs: Knobs, rng: Generator) -> Points:
    # Negative and positive in turn, so that no learner sees only one class for long.
    pairs = list(zip(NEGATIVE_REVIEWS, POSITIVE_REVIEWS, strict=True))
    texts = [text for pair in pairs for text in pair]
    labels = ["negative", "positive"] * len(pairs)
    return _nudged_apart(
        Points.of([counts(text) for text in texts], labels, ("negative", "positive"), texts),
        knobs,
        rng,
    )


def _iris(knobs: Knobs, rng: Generator) -> Points:
    from .csvfile import read_csv  # the other tables are written out here

    return read_csv(asset("data/iris.csv"))


def _nudged_apart(points: Points, knobs: Knobs, rng: Generator) -> Points:
    return points.shift(
        points.ids, knobs["jitter"] * rng.spawn(1)[0].uniform(-1, 1, (len(points), 2))
    )


_JITTER = DataKnob(
    "jitter",
    "±",
    0.0,
    0.0,
    0.3,
    help="Random shift of points, so that none hides another.",
)

TABLES = (
    DataSet(
        "frog",
        "Frog",
        "What a frog sees: convexity and speed of edible (+) and other (-) things.",
        10,
        _frog,
        (_JITTER,),
        features=("convexity", "speed"),
        levels=("small", "medium", "large"),
    ),
    DataSet(
        "traffic-lights",
        "Traffic lights",
        "Lights (0 green, 1 red) of two streets: two reds mislead naive Bayes.",
        11,
        _traffic_lights,
        (count(7, low=7, high=700), _JITTER),
        draw=_fresh_lights,
        features=("north–south light", "east–west light"),
        levels=("green", "red"),
    ),
    DataSet(
        "sentiment",
        "Sentiment",
        "Good and bad words counted in forty reviews; negation misleads.",
        12,
        _sentiment,
        (_JITTER,),
        features=("good words", "bad words"),
        lexicon=REVIEW_WORDS,
    ),
    DataSet(
        "iris",
        "Iris",
        "Length and width (cm) of the petals of three species of iris (Fisher 1936).",
        13,
        _iris,
        features=("petal length (cm)", "petal width (cm)"),
    ),
)
