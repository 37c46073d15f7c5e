"""Shared classes of models that are used together: their answers as indices of these classes.

Models may know different classes, because a fold or a sample lacked one; they answer in the union
of their classes.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from linlab.engine.data.checks import in_order
from linlab.engine.ground.arrays import Floats, Ints
from linlab.engine.train.models import UNDECIDED, ExampleSet, Model, decisions


@dataclass(frozen=True, eq=False)
class Examples:
    """Examples in classes that a model need not all know."""

    classes: tuple[str, ...]
    x: Floats
    y: Ints
    ids: Ints
    held_out: tuple[tuple[Floats, Ints], tuple[Floats, Ints]] = (
        (np.empty((0, 2)), np.empty(0, np.int64)),
    ) * 2
    guessed: Any = None  # (n,) which labels a model has guessed


def union_of_classes(families: Iterable[Sequence[str]]) -> tuple[str, ...]:
    """The classes of all: in the order of one that has them all, else as numbers if all are
    numbers, else as text."""
    known = [tuple(names) for names in families]
    every = {name for names in known for name in names}
    return next((names for names in known if len(names) == len(every)), in_order(every))


def in_classes(examples: ExampleSet, classes: tuple[str, ...]) -> Examples:
    """The same examples with these classes."""
    index = np.array(
        [*(classes.index(name) for name in examples.classes), UNDECIDED]
    )  # −1 stays −1
    dev, test = ((x, index[y]) for x, y in examples.held_out)
    guessed = getattr(examples, "guessed", None)
    return Examples(classes, examples.x, index[examples.y], examples.ids, (dev, test), guessed)


def answers(model: Model, classes: Sequence[str], x: Floats) -> Ints:
    """The answers of a model, as indices of `classes`, −1 if undecided. (m,)"""
    return answers_by(model, classes, model.scores(x))


def answers_by(model: Model, classes: Sequence[str], scores: Floats) -> Ints:
    """The same, from its scores. (m,)"""
    own = np.array([*(classes.index(name) for name in model.examples.classes), UNDECIDED])
    return np.asarray(own[decisions(model, scores)])


def chances(model: Model, classes: Sequence[str], x: Floats) -> Floats | None:
    """P(c|x) for all `classes`, 0 for those it has never seen, even where no class is possible. (m,
    K), None if it has none"""
    return chances_by(model, classes, model.scores(x))


def chances_by(model: Model, classes: Sequence[str], scores: Floats) -> Floats | None:
    found = model.chances(scores)
    if found is None:
        return None
    known = model.examples.classes
    out = np.zeros((len(found), len(classes)))
    out[:, [classes.index(name) for name in known]] = np.where(
        np.isnan(found), 1.0 / len(known), found
    )
    return out


def one_of(numbers: Ints, many: int) -> Floats:
    """One-hot vectors of these indices; all 0 for −1. (…, many)"""
    return np.asarray(numbers[..., None] == np.arange(many), float)


def rows(shares: Floats) -> Floats:
    """Numbers (m, K) for the classes as scores: with two classes, the last minus the first. (m,
    rows)"""
    return shares[:, 1:] - shares[:, :1] if shares.shape[1] == 2 else shares
