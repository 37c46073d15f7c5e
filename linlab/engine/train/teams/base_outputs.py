"""What the top model of a stack gets from its base model (Z 4.4): besides φ(x), the output of the
base model for x as further features.

    label           1 for the class that the base model says, 0 for the others      K features
    probability     P_base(c|x)                                                     K features
    bins            1 for the tenth that P_base(c|x) lies in, [0, 0.1) …            10 K features

The base model is better on the examples it was trained on than on any others, so the top model would
trust it too much. So it is *jackknifed*: for the examples of fold k, the top model gets the output of
a base model that was trained on the other folds; for new points, of the one trained on all.
"""

import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from linlab.engine.data.inputs import given_inputs
from linlab.engine.ground.arrays import Floats, Ints
from linlab.engine.ground.cores.parallel import on_all_cores
from linlab.engine.ground.effort import FRAME
from linlab.engine.ground.errors import LinlabError, unknown
from linlab.engine.ground.numerals import number
from linlab.engine.ground.once import cached_property
from linlab.engine.ground.progress import tell
from linlab.engine.learner.features import FeatureMap, beside
from linlab.engine.learner.learner import Learner
from linlab.engine.train.models import Model

from .shared_classes import answers, answers_by, chances_by, one_of

OUTPUTS = ("label", "probability", "bins")
BINS = 10


def check_pair(a: Learner, b: Learner, outputs: str) -> None:
    """Refuse a top model that cannot use further features: a kernel and naive Bayes' counts use only x₁
    and x₂."""
    if outputs not in OUTPUTS:
        raise unknown("output", outputs, OUTPUTS)
    if a.recipe.counting or a.dual:
        why = "counts only x₁ and x₂" if a.recipe.counting else "has no weights in a kernel space"
        raise LinlabError(
            f"{a.recipe.title} {why}, so it cannot use the output of another model: choose a model in the space linear, monomial or fourier."
        )
    if outputs != "label" and not b.recipe.loss.probabilistic:
        raise LinlabError(
            f'{b.recipe.title} gives scores, not probabilities: use its label (outputs="label"), '
            "or choose logistic or naive Bayes."
        )


@dataclass(frozen=True)
class Outputs:
    """The features made of the base model's answers, and their names."""

    kind: str
    classes: tuple[str, ...]

    @cached_property
    def names(self) -> tuple[str, ...]:
        if self.kind == "label":
            return tuple(f"base says {name}" for name in self.classes)
        if self.kind == "probability":
            return tuple(f"P_base({name}|x)" for name in self.classes)
        return tuple(
            f"P_base({name}|x) in [{k / BINS}, {(k + 1) / BINS}]"
            for name in self.classes
            for k in range(BINS)
        )

    def of(self, model: Model, scores: Floats) -> Floats:
        """From the scores of the base model. (m, features)"""
        if self.kind == "label":
            return one_of(answers_by(model, self.classes, scores), len(self.classes))
        found = chances_by(model, self.classes, scores)
        assert found is not None
        if self.kind == "probability":
            return found
        tenth = np.minimum((found * BINS).astype(np.int64), BINS - 1)
        return one_of(tenth, BINS).reshape(len(found), -1)


@dataclass(frozen=True, eq=False)
class Jackknife:
    """Base models, one trained on all examples and one without each fold: each when it is first needed,
    and then kept."""

    x: Floats  # (n, 2)
    fold: Ints  # (n,)
    train: Callable[
        [int | None, str], Model
    ]  # trains a base model without a fold, or on all; the text is shown meanwhile
    effort: int = 0  # about how many multiplications each takes
    _found: dict[int | None, Model] = field(default_factory=dict, init=False)
    _lock: Any = field(default_factory=threading.Lock, init=False, repr=False)

    @property
    def folds(self) -> int:
        return int(self.fold.max(initial=-1)) + 1

    def b(self, without: int | None = None) -> Model:
        """The one without a fold, or trained on all; other threads wait for the same one."""
        with self._lock:
            if without not in self._found:
                self._found[without] = self._trained(without)
            return self._found[without]

    def train_all(self) -> None:
        """Train the one on all examples and those without a fold, on all cores."""
        with self._lock:
            missing = [k for k in (None, *range(self.folds)) if k not in self._found]
            for k, model in zip(missing, on_all_cores(self._trained, missing), strict=True):
                self._found[k] = model

    def _trained(self, without: int | None) -> Model:
        doing = (
            "base model on all examples"
            if without is None
            else f"base model without fold {without + 1} of {self.folds}"
        )
        tell(doing)
        return self.train(without, doing)

    def left(self, jackknifed: bool) -> int:
        """About how many multiplications are left before the top model has all its features."""
        wanted = [None, *range(self.folds if jackknifed else 0)]
        return self.effort * sum(each not in self._found for each in wanted)

    def base_answers(self, classes: tuple[str, ...], without: int | None = None) -> Ints:
        """The answers of a base model on its examples: those of the fold it has not seen, or all.
        (m,)"""
        return answers(
            self.b(without), classes, self.x if without is None else self.x[self.fold == without]
        )


@dataclass(frozen=True, eq=False)
class BaseOutputs:
    """The top model's feature map: its own features and the output of the base model."""

    inner: FeatureMap
    outputs: Outputs
    jackknife: Jackknife
    jackknifed: bool = True
    called: str = "base model"
    given: Floats | None = None  # (n, further) for each example, if they are known

    @property
    def names(self) -> tuple[str, ...]:
        return (*self.inner.names, *self.outputs.names)

    def features(self, x: Any) -> Any:
        """For any points, by the base model trained on all examples."""
        b = self.jackknife.b()
        return beside(self.inner.features(x), self.outputs.of(b, b.scores(x)))

    @cached_property
    def example_rows(self) -> Any:
        """Of the examples. (n, features)"""
        return beside(self.inner.features(self.jackknife.x), self.rows)

    @cached_property
    def rows(self) -> Floats:
        """The features from the base model for each example. (n, features)"""
        own = self.jackknife
        if self.given is not None:
            return self.given
        if self.jackknifed:
            own.train_all()
        further = self.outputs.of(own.b(), own.b().scores(own.x))
        for k in range(own.folds if self.jackknifed else 0):
            there = own.fold == k
            b = own.b(k)
            further[there] = self.outputs.of(b, b.scores(own.x[there]))
        return further

    def grid(self, weights: Floats, xs: Floats, ys: Floats) -> Floats:
        b = self.jackknife.b()
        own = len(self.inner.names)
        further = self.outputs.of(b, self._listed(xs, ys)) @ weights[:, own:].T
        return self.inner.grid(weights[:, :own], xs, ys) + further.T.reshape(
            len(weights), len(ys), len(xs)
        )

    def _listed(self, xs: Floats, ys: Floats) -> Floats:
        """The base model's scores on a grid, row by row, cached because they are needed often. (cells,
        rows)"""
        key = np.asarray(xs, float).tobytes(), np.asarray(ys, float).tobytes()
        for known, scores in self._seen:
            if known == key:
                return scores
        field = self.jackknife.b().grid(xs, ys)
        scores = field.reshape(len(field), -1).T
        self._seen[:] = [(key, scores)]  # at once: there are other threads
        return scores

    @cached_property
    def _seen(self) -> list[tuple[Any, Floats]]:
        return []

    @property
    def ready(self) -> bool:
        """Whether the features are known, or computed in a moment."""
        return self.jackknife.left(self.jackknifed) <= FRAME

    def prepare(self) -> None:
        _ = self.example_rows

    @property
    def team(self) -> tuple[tuple[str, Model], ...]:
        return ((self.called, self.jackknife.b()),)

    def member_answers(self, x: Any) -> Ints:
        """The answers of the base model. (1, m)"""
        return answers(self.jackknife.b(), self.outputs.classes, given_inputs(x))[None]

    def member_answers_on_grid(self, xs: Any, ys: Any) -> Ints:
        """Its answers on a grid, row by row, which is much faster than place by place. (1,
        cells)"""
        b = self.jackknife.b()
        return answers_by(b, self.outputs.classes, self._listed(xs, ys))[None]

    @property
    def further(self) -> tuple[str, ...]:
        return self.outputs.names

    def in_words(self, example: int) -> str:
        """The output for an example: base says A; or P_base(A|x) = 0.93, P_base(B|x) = 0.07."""
        exact = self.outputs.kind == "probability"
        named = zip(self.outputs.names, self.rows[example].tolist(), strict=True)
        return ", ".join(
            f"{name} = {number(value)}" if exact else name
            for name, value in named
            if exact or value
        ) or ("the base model gives no answer")

    def effort(self, places: int, cells: int) -> int:
        """About how many multiplications it takes for this many places and cells; if it is not
        trained yet, to train it."""
        left = self.jackknife.left(self.jackknifed)
        return (
            left
            if left
            else self.jackknife.b().effort(places, cells)
            + len(self.outputs.names) * (places + cells)
        )
