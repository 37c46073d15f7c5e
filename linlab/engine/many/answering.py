"""Models that are used together answer with the caller's labels and say how sure they are. The
confidence of a model in its answer is

    max_c P(c|x)       where it has probabilities
    σ(lead)            elsewhere; lead is how far its answer's score is above the best other, |s| with two classes

The second is not a probability: it grows with the scores, that is, with the length of w.
"""

from collections.abc import Iterable, Mapping
from typing import Any, Protocol

import numpy as np
from numpy.typing import ArrayLike

from linlab.engine.data.checks import as_labels
from linlab.engine.data.inputs import given_inputs
from linlab.engine.ground.arrays import Floats, Ints
from linlab.engine.ground.cells import html_table
from linlab.engine.ground.sanitise import shorten
from linlab.engine.train import models
from linlab.engine.train.models import UNDECIDED as UNDECIDED
from linlab.engine.train.models import Model
from linlab.engine.train.teams.shared_classes import Examples as Examples
from linlab.engine.train.teams.shared_classes import answers as answers
from linlab.engine.train.teams.shared_classes import chances as chances
from linlab.engine.train.teams.shared_classes import one_of as one_of
from linlab.engine.train.teams.shared_classes import rows as rows
from linlab.engine.train.teams.shared_classes import union_of_classes as union_of_classes


class Member(Protocol):
    """A model that can be used together with others: a notebook's Run, or anything from this
    room."""

    @property
    def model(self) -> Model: ...
    @property
    def classes(self) -> tuple[Any, ...]: ...


class Answering(Protocol):
    """A model that answers with the caller's labels."""

    model: Model
    classes: tuple[
        Any, ...
    ]  # the caller's own labels; with two classes the last one is the positive one

    @property
    def described(self) -> list[tuple[str, object]]:
        """What it is, in words."""
        names = ", ".join(shorten(str(label)) for label in self.classes)
        members = [("members", len(self.model.team))] if self.model.team else []
        return [("model", self.model.title), *members, ("classes", names)]

    def __repr__(self) -> str:
        inside = ", ".join(f"{name} {value}" for name, value in self.described)
        return f"{type(self).__name__}({inside})"

    def _repr_html_(self) -> str:
        return html_table(type(self).__name__, (), self.described)

    def scores(self, x: ArrayLike) -> Floats:
        """A score for each point and row, NaN if undecided. (m, rows)"""
        return self.model.scores(given_inputs(x))

    def predict(self, x: ArrayLike) -> Any:
        """The label of each point, None if undecided. (m,)"""
        return labelled(
            self.classes, answers(self.model, self.model.examples.classes, given_inputs(x))
        )

    def probabilities(self, x: ArrayLike) -> Floats:
        """P(class|x) of each point, in the order of `classes`. (m, K)"""
        return models.probabilities(self.model, self.scores(x))


def called(names: Iterable[str], labels: Mapping[str, Any]) -> tuple[Any, ...]:
    """The caller's own labels for names of classes."""
    return tuple(labels[name] for name in names)


def labelled(classes: tuple[Any, ...], answered: Ints) -> Any:
    """The caller's labels of numbers of classes, None for −1. (m,)"""
    if (answered >= 0).all():
        return as_labels(classes)[answered]
    return as_labels((*classes, None))[answered]


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
