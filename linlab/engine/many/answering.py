"""What all models that meet here have in common: their answers as numbers of classes that they share, and how sure they are.

Models may know different classes, because a fold or a sample lacked one; they answer in the classes of all of them. The
confidence of a model in its answer is

    max_c P(c|x)       where it has probabilities
    σ(lead)            elsewhere; lead is how far its answer's score is above the best other, |s| with two classes

The second is no probability: it is only as large as the scores are, and grows with the length of w.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np
from numpy.typing import ArrayLike

from linlab.engine.data.checks import as_labels, coordinates, in_order
from linlab.engine.ground.arrays import Floats, Ints
from linlab.engine.train import models
from linlab.engine.train.models import Model

UNDECIDED = -1


class Member(Protocol):
    """What can be asked along with others; a notebook's Run is one, and so is everything made here."""

    @property
    def model(self) -> Model: ...
    @property
    def classes(self) -> tuple[Any, ...]: ...


class Answering(Protocol):
    """Whatever answers in the labels of the caller."""

    model: Model
    classes: tuple[Any, ...]  # the caller's own labels; with two classes the last one is the positive one

    def scores(self, x: ArrayLike) -> Floats:
        """A score for each point and row, NaN where it is undecided. (m, rows)"""
        return self.model.scores(coordinates(x))

    def predict(self, x: ArrayLike) -> Any:
        """The label of each point, None where it is undecided. (m,)"""
        return labelled(self.classes, answers(self.model, self.model.examples.classes, coordinates(x)))

    def probabilities(self, x: ArrayLike) -> Floats:
        """P(class|x) of each point, in the order of `classes`. (m, K)"""
        return models.probabilities(self.model, self.scores(x))


@dataclass(frozen=True, eq=False)
class Examples:
    """Examples in classes of which a model need not know all."""

    classes: tuple[str, ...]
    x: Floats
    y: Ints
    ids: Ints
    held_out: tuple[tuple[Floats, Ints], tuple[Floats, Ints]] = ((np.empty((0, 2)), np.empty(0, np.int64)),) * 2


def called(names: Iterable[str], labels: Mapping[str, Any]) -> tuple[Any, ...]:
    """The caller's own labels for names of classes."""
    return tuple(labels[name] for name in names)


def labelled(classes: tuple[Any, ...], answered: Ints) -> Any:
    """The caller's labels of numbers of classes, None for −1. (m,)"""
    if (answered >= 0).all():
        return as_labels(classes)[answered]
    return as_labels((*classes, None))[answered]


def united(families: Iterable[Sequence[str]]) -> tuple[str, ...]:
    """The classes of all: in the order of one that has them all, else as numbers if all are numbers, else as text."""
    known = [tuple(names) for names in families]
    every = {name for names in known for name in names}
    return next((names for names in known if len(names) == len(every)), in_order(every))


def answers(model: Model, classes: Sequence[str], x: Floats) -> Ints:
    """What a model says, as numbers of `classes`, −1 where it leaves the question open. (m,)"""
    own = np.array([classes.index(name) for name in model.examples.classes])
    scores = model.scores(x)
    said = own[models.winners(scores)]
    return np.where(np.isnan(scores).any(axis=1), UNDECIDED, said) if model.abstains else said


def chances(model: Model, classes: Sequence[str], x: Floats) -> Floats | None:
    """P(c|x) for all `classes`, 0 for those it has never seen, even where no class is possible. (m, K), None if it has none"""
    found = model.chances(model.scores(x))
    if found is None:
        return None
    known = model.examples.classes
    out = np.zeros((len(found), len(classes)))
    out[:, [classes.index(name) for name in known]] = np.where(np.isnan(found), 1.0 / len(known), found)
    return out


def confidence(model: Model, x: Floats) -> Floats:
    """How sure a model is of its answers, between 0 and 1. (m,)"""
    found = chances(model, model.examples.classes, x)
    if found is not None:
        return np.asarray(found.max(axis=1, initial=0.0))
    scores = model.scores(x)
    if scores.shape[1] == 1:
        lead = np.abs(scores[:, 0])
    else:
        two = np.partition(scores, -2, axis=1)
        lead = two[:, -1] - two[:, -2]
    return np.asarray(np.where(np.isnan(lead), 0.0, 1.0 / (1.0 + np.exp(-lead))))


def one_of(numbers: Ints, many: int) -> Floats:
    """1 at its place for each of these numbers, 0 elsewhere; −1 has no place. (…, many)"""
    return np.asarray(numbers[..., None] == np.arange(many), float)


def rows(shares: Floats) -> Floats:
    """What (m, K) numbers for the classes are as scores: with two classes, how far the last is ahead. (m, rows)"""
    return shares[:, 1:] - shares[:, :1] if shares.shape[1] == 2 else shares
