"""What model A is told of model B (Z 4.4): φ(x), and beside it what B says about x as further
features.

    label           1 for the class that B says, 0 for the others           K features
    probability     P_B(c|x)                                                K features
    bins            1 for the tenth that P_B(c|x) lies in, [0, 0.1) …       10 K features

B knows the examples it was trained on better than it will know any others, and A would trust it too much. So B is
*jackknifed*: what A is told about the examples of fold k comes from the B that was trained on the other folds. What it is
told about new points comes from the B trained on all.
"""

import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from linlab.engine.data.checks import coordinates
from linlab.engine.ground.arrays import Floats, Ints
from linlab.engine.ground.effort import FRAME
from linlab.engine.ground.errors import LinlabError
from linlab.engine.ground.numerals import number
from linlab.engine.ground.once import cached_property
from linlab.engine.ground.progress import tell
from linlab.engine.learner.features import FeatureMap
from linlab.engine.learner.learner import Learner
from linlab.engine.train.models import Model

from .shared_classes import answers, answers_by, chances_by, one_of

OUTPUTS = ("label", "probability", "bins")
BINS = 10


def check_pair(a: Learner, b: Learner, outputs: str) -> None:
    """Whether A can be told what B says, or a sentence why not: a kernel and naive Bayes' counts
    know x₁ and x₂ alone."""
    if outputs not in OUTPUTS:
        raise LinlabError(f"There is no output “{outputs}”: it is one of {', '.join(OUTPUTS)}.")
    if a.recipe.counting or a.dual:
        why = (
            "counts bins of x₁ and x₂ alone"
            if a.recipe.counting
            else "in a kernel space has no weights of features"
        )
        raise LinlabError(
            f"{a.recipe.title} {why}, so it cannot be told what another model says: "
            "use a model in the space linear, monomial or fourier."
        )
    if outputs != "label" and not (b.recipe.counting or b.recipe.loss.probabilistic):
        raise LinlabError(
            f'{b.recipe.title} gives scores, not probabilities: tell its label (outputs="label"), '
            "or use logistic or naive Bayes."
        )


@dataclass(frozen=True)
class Outputs:
    """What is told of B's answers, and what the features are called."""

    kind: str
    classes: tuple[str, ...]

    @cached_property
    def names(self) -> tuple[str, ...]:
        if self.kind == "label":
            return tuple(f"B says {name}" for name in self.classes)
        if self.kind == "probability":
            return tuple(f"P_B({name}|x)" for name in self.classes)
        return tuple(
            f"P_B({name}|x) in [{k / BINS}, {(k + 1) / BINS}]"
            for name in self.classes
            for k in range(BINS)
        )

    def of(self, model: Model, scores: Floats) -> Floats:
        """By the scores that B gives. (m, features)"""
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
    """B on all examples, and B without each fold of them: each is trained when it is first asked
    for, and then kept."""

    x: Floats  # (n, 2)
    fold: Ints  # (n,)
    train: Callable[
        [int | None, str], Model
    ]  # without a fold, or on all; and what to say meanwhile
    effort: int = 0  # multiplications that each takes, about
    _found: dict[int | None, Model] = field(default_factory=dict, init=False)
    _lock: Any = field(default_factory=threading.Lock, init=False, repr=False)

    @property
    def folds(self) -> int:
        return int(self.fold.max(initial=-1)) + 1

    def b(self, without: int | None = None) -> Model:
        """B without a fold, or trained on all; whoever else wants the same waits for it."""
        with self._lock:
            if without not in self._found:
                doing = (
                    "B on all examples"
                    if without is None
                    else f"B without fold {without + 1} of {self.folds}"
                )
                tell(doing)
                self._found[without] = self.train(without, doing)
            return self._found[without]

    def left(self, jackknifed: bool) -> int:
        """How many multiplications there are still to be made, about, before A can be told
        everything."""
        wanted = [None, *range(self.folds if jackknifed else 0)]
        return self.effort * sum(each not in self._found for each in wanted)

    def said(self, classes: tuple[str, ...], without: int | None = None) -> Ints:
        """What a B says about the examples that it is asked about: those of the fold that it has
        not seen, or all. (m,)"""
        return answers(
            self.b(without), classes, self.x if without is None else self.x[self.fold == without]
        )


@dataclass(frozen=True, eq=False)
class Told:
    """A's feature map: its own, and beside it what B says."""

    inner: FeatureMap
    outputs: Outputs
    jackknife: Jackknife
    jackknifed: bool = True
    called: str = "B"
    given: Floats | None = (
        None  # (n, further) what A is told about each example, where nobody has to be asked
    )

    @property
    def names(self) -> tuple[str, ...]:
        return (*self.inner.names, *self.outputs.names)

    def features(self, x: Floats) -> Floats:
        """Of any points: B is the one trained on all."""
        b = self.jackknife.b()
        return np.concatenate([self.inner.features(x), self.outputs.of(b, b.scores(x))], axis=1)

    @cached_property
    def noted(self) -> Floats:
        """Of the examples. (n, features)"""
        return np.concatenate([self.inner.features(self.jackknife.x), self.rows], axis=1)

    @cached_property
    def rows(self) -> Floats:
        """What A is told about each example. (n, features)"""
        own = self.jackknife
        if self.given is not None:
            return self.given
        told = self.outputs.of(own.b(), own.b().scores(own.x))
        for k in range(own.folds if self.jackknifed else 0):
            there, b = own.fold == k, own.b(k)
            told[there] = self.outputs.of(b, b.scores(own.x[there]))
        return told

    def grid(self, weights: Floats, xs: Floats, ys: Floats) -> Floats:
        b, own = self.jackknife.b(), len(self.inner.names)
        told = self.outputs.of(b, self._listed(xs, ys)) @ weights[:, own:].T
        return self.inner.grid(weights[:, :own], xs, ys) + told.T.reshape(
            len(weights), len(ys), len(xs)
        )

    def _listed(self, xs: Floats, ys: Floats) -> Floats:
        """B's scores on a grid, row by row; the same one is asked about again and again while A
        learns. (cells, rows)"""
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
        """Whether it is known what A is told, or found in a moment."""
        return self.jackknife.left(self.jackknifed) <= FRAME

    def prepare(self) -> None:
        _ = self.noted

    @property
    def team(self) -> tuple[tuple[str, Model], ...]:
        return ((self.called, self.jackknife.b()),)

    def said(self, x: Any) -> Ints:
        """What B says. (1, m)"""
        return answers(self.jackknife.b(), self.outputs.classes, coordinates(x))[None]

    def said_on(self, xs: Any, ys: Any) -> Ints:
        """What B says on a grid, row by row, which is found much sooner than place by place. (1,
        cells)"""
        b = self.jackknife.b()
        return answers_by(b, self.outputs.classes, self._listed(xs, ys))[None]

    @property
    def further(self) -> tuple[str, ...]:
        return self.outputs.names

    def in_words(self, example: int) -> str:
        """What A is told about an example: B says A; or P_B(A|x) = 0.93, P_B(B|x) = 0.07."""
        exact = self.outputs.kind == "probability"
        named = zip(self.outputs.names, self.rows[example].tolist(), strict=True)
        return ", ".join(
            f"{name} = {number(value)}" if exact else name
            for name, value in named
            if exact or value
        ) or ("B says nothing")

    def effort(self, places: int, cells: int) -> int:
        """How many multiplications it takes, about, to tell of so many places and cells; while B is
        not there, to train it."""
        left = self.jackknife.left(self.jackknifed)
        return (
            left
            if left
            else self.jackknife.b().effort(places, cells)
            + len(self.outputs.names) * (places + cells)
        )
