"""The words that a model of texts has weights for, in numbers: weights, what this step changed, in
how many training texts of each class a word is, and which texts have it."""

from dataclasses import dataclass
from typing import Any
from weakref import WeakKeyDictionary

import numpy as np

from linlab.engine.data.points import Points
from linlab.engine.ground.arrays import Floats, Ints
from linlab.engine.ground.once import cached_property
from linlab.engine.learner.counting.multinomial import Multinomial
from linlab.engine.train.models import Model
from linlab.engine.train.problem import Problem
from linlab.engine.views.snapshot import Snapshot


@dataclass(frozen=True, eq=False)
class Occurrences:
    """Which texts have which words."""

    points: Points
    counts: Ints  # (K, words) training texts of each class with the word
    by_word: Any  # sparse (texts, words), by columns
    ids: Ints  # (texts,) of the points that the rows stand for

    def texts_with(self, j: int) -> tuple[int, ...]:
        """The ids of the points whose texts have the word j."""
        start, end = self.by_word.indptr[j : j + 2]
        return tuple(np.sort(self.ids[self.by_word.indices[start:end]]).tolist())


_known: WeakKeyDictionary[Problem, Occurrences] = WeakKeyDictionary()


def occurrences(problem: Problem, points: Points, words: int) -> Occurrences:
    """Counted once for a problem and its points."""
    found = _known.get(problem)
    if found is None or found.points is not points:
        found = _known[problem] = _counted(problem, points, words)
    return found


def _counted(problem: Problem, points: Points, words: int) -> Occurrences:
    from scipy.sparse import csc_array, vstack  # only texts need it

    rows = problem.read[:, :words]
    counts = np.stack([rows[problem.y == k].count_nonzero(axis=0) for k in range(len(problem.classes))])  # fmt: skip
    others = points.take(~np.isin(points.ids, problem.ids))
    ids = np.concatenate([problem.ids, others.ids])
    if len(others) and others.texts is not None:
        rows = vstack([rows, problem.reads(problem.inputs(others))[:, :words]])
    by_word = csc_array(rows)
    by_word.eliminate_zeros()
    return Occurrences(points, counts, by_word, ids)


@dataclass(frozen=True, eq=False)
class Vocabulary:
    """The words of a model of texts at a moment."""

    model: Model
    problem: Problem
    words: tuple[str, ...]
    weights: Floats  # (rows, words)
    bias: Floats  # (rows,)
    before: Floats | None  # (rows, words) one step ago, where the words were the same
    points: Points

    @classmethod
    def of(cls, moment: Snapshot) -> "Vocabulary | None":
        """None for a model of places, and for one without weights of words."""
        model = moment.model
        problem = None if model is None else model.own_problem
        parts = None if model is None else model.parts()
        if (
            model is None
            or problem is None
            or not problem.sparse
            or parts is None
            or model.vote is not None
        ):
            return None
        words = problem.names or ()
        return cls(model, problem, words, *parts, _before(moment, words), moment.points)

    @property
    def classes(self) -> tuple[str, ...]:
        return self.problem.classes

    @cached_property
    def change(self) -> Floats:
        """What this step added to each weight, 0 where nothing is known. (rows, words)"""
        if self.before is None:
            return np.zeros_like(self.weights)
        with np.errstate(invalid="ignore"):  # of two logarithms of 0
            return np.nan_to_num(self.weights - self.before, nan=0.0)

    def moved(self, share: float) -> Any:
        """Which words this step changed by more than a share of the largest change. (words,)"""
        size = np.abs(self.change).max(axis=0)
        return size > share * size.max(initial=0.0)

    @cached_property
    def texts(self) -> Occurrences:
        return occurrences(self.problem, self.points, len(self.words))

    @property
    def _counted(self) -> "tuple[Multinomial, Floats] | None":
        """How words are counted, and the counts, of multinomial naive Bayes."""
        counted = self.model.counted
        if counted is None or not isinstance(counted.counting, Multinomial):
            return None
        return counted.counting, counted.counts

    @cached_property
    def chances(self) -> Floats | None:
        """P(v|y) of multinomial naive Bayes. (K, words)"""
        counted = self._counted
        return None if counted is None else counted[0].conditional(counted[1])

    @property
    def smoothing(self) -> float:
        """n₀ of multinomial naive Bayes."""
        return 0.0 if self._counted is None else self._counted[0].smoothing

    @cached_property
    def fractions(self) -> tuple[Floats, Floats]:
        """What P(v|y) is made of: n(v, y) + n₀ (K, words), and Σ n(u, y) + n₀|V| (K,); 1 of |V|
        before the first word."""
        counted = self._counted
        if counted is None:
            return np.zeros((0, len(self.words))), np.zeros(0)
        seen = counted[1][:, :-1] + self.smoothing
        total = seen.sum(axis=1)
        none = total <= 0
        return np.where(none[:, None], 1.0, seen), np.where(none, float(len(self.words)), total)

    def order(self, sort: str, search: str, pinned: str) -> tuple[list[int], int]:
        """The words to show from the first on, and how many of them are pinned: those stand on top
        whatever is searched for."""
        first = self._pinned(pinned)
        wanted = np.ones(len(self.words), bool)
        wanted[first] = False
        if search.strip():
            part = search.strip().lower()
            wanted &= np.fromiter((part in word.lower() for word in self.words), bool, len(wanted))
        ranked = np.argsort(-self._rank(sort), kind="stable")
        return [*first, *ranked[wanted[ranked]].tolist()], len(first)

    def _pinned(self, typed: str) -> list[int]:
        if not typed.strip():
            return []
        names = dict.fromkeys(each.strip().lower() for each in typed.split(","))
        place = {word.lower(): j for j, word in enumerate(self.words)}
        return [place[name] for name in names if name in place]

    def _rank(self, sort: str) -> Floats:
        """What the words are sorted by, the greatest first. (words,)"""
        if sort == "change":
            return np.asarray(np.abs(self.change).max(axis=0))
        if sort == "count":
            return np.asarray(self.texts.counts.sum(axis=0), float)
        if sort == "name":
            return -np.arange(len(self.words), dtype=float)
        finite = np.nan_to_num(self.weights, nan=0.0)
        if sort.startswith("weight"):
            row = int(sort[6:] or 0)
            return np.asarray(finite[min(row, len(finite) - 1)])
        return np.asarray(self._size(finite))

    def _size(self, weights: Floats) -> Floats:
        """How much a word says: |w|, of several classes the range of their weights."""
        if len(weights) == 1:
            return np.asarray(np.abs(weights[0]))
        return np.asarray(weights.max(axis=0) - weights.min(axis=0))


def _before(moment: Snapshot, words: tuple[str, ...]) -> Floats | None:
    if moment.step is None or moment.trace is None or moment.t == 0:
        return None
    last = moment.trace.model(moment.t - 1)
    problem, parts = last.own_problem, last.parts()
    if problem is None or parts is None or problem.names != words:
        return None
    return parts[0]
