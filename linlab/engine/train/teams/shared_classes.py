"""What all models that meet have in common: their answers as numbers of classes that they share.

Models may know different classes, because a fold or a sample lacked one; they answer in the classes
of all of them.
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
    """Examples in classes of which a model need not know all."""

    classes: tuple[str, ...]
    x: Floats
    y: Ints
    ids: Ints
    held_out: tuple[tuple[Floats, Ints], tuple[Floats, Ints]] = (
        (np.empty((0, 2)), np.empty(0, np.int64)),
    ) * 2
    guessed: Any = None  # (n,) which labels a model has guessed


def united(families: Iterable[Sequence[str]]) -> tuple[str, ...]:
    """The classes of all: in the order of one that has them all, else as numbers if all are
    numbers, else as text."""
    known = [tuple(names) for names in families]
    every = {name for names in known for name in names}
    return next((names for names in known if len(names) == len(every)), in_order(every))


def in_classes(examples: ExampleSet, classes: tuple[str, ...]) -> Examples:
    """The same examples, told in these classes."""
    index = np.array(
        [*(classes.index(name) for name in examples.classes), UNDECIDED]
    )  # −1 stays −1
    dev, test = ((x, index[y]) for x, y in examples.held_out)
    guessed = getattr(examples, "guessed", None)
    return Examples(classes, examples.x, index[examples.y], examples.ids, (dev, test), guessed)


def answers(model: Model, classes: Sequence[str], x: Floats) -> Ints:
    """What a model says, as numbers of `classes`, −1 where it leaves the question open. (m,)"""
    return answers_by(model, classes, model.scores(x))


def answers_by(model: Model, classes: Sequence[str], scores: Floats) -> Ints:
    """The same, by the scores that it gives. (m,)"""
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
    """1 at its place for each of these numbers, 0 elsewhere; −1 has no place. (…, many)"""
    return np.asarray(numbers[..., None] == np.arange(many), float)


def rows(shares: Floats) -> Floats:
    """What (m, K) numbers for the classes are as scores: with two classes, how far the last is
    ahead. (m, rows)"""
    return shares[:, 1:] - shares[:, :1] if shares.shape[1] == 2 else shares
