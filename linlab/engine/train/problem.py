"""A problem: points and a learner, prepared for the loop.

It holds read(xᵢ) for every example, ⟨read(xᵢ), write(i)⟩ and the classes that occur; it reads other
points the same way and takes θ apart into weights and bias. In a dual space the centres are the
examples, followed by places where a continued run has learnt and that are no longer examples. A
learner of texts reads texts instead of places, and its rows are sparse.
"""

import math
import threading
from dataclasses import dataclass, field, replace
from typing import Any, Protocol

import numpy as np

from linlab.engine.data.inputs import as_inputs, check_kind, read_by
from linlab.engine.data.points import Points
from linlab.engine.ground.arrays import Bools, Floats, Ints
from linlab.engine.ground.errors import LinlabError
from linlab.engine.ground.numerals import grouped
from linlab.engine.ground.once import cached_property
from linlab.engine.learner.counting.counting import Counting
from linlab.engine.learner.features import FEATURES, FeatureMap, FeatureSpace
from linlab.engine.learner.kernels import Kernel
from linlab.engine.learner.learner import Learner
from linlab.engine.learner.spaces import space
from linlab.engine.learner.text.axes import two_names

from . import gram as grams

MOST_IN_A_DUAL = 6_000  # examples: their Gram matrix is n² numbers
MOST_NUMBERS = (
    20_000_000  # in the rows of all texts, as a plain array, or of points that are read at once
)
TOO_LARGE = 1e100  # squares of features beyond this leave no room for weights to grow
QUICK_GRAM_NUMBERS = 2**22  # numbers of a Gram matrix that takes a moment
_SEEN = 4  # θ whose values at the centres are cached: several views show the same moment


class ExtraFeatures(Protocol):
    """A map that adds the output of another model, computed differently for the examples."""

    @property
    def inner(self) -> FeatureMap: ...  # without that model
    @property
    def rows(self) -> Floats: ...  # (n, further) what it said of the examples
    @property
    def example_rows(self) -> Floats: ...  # (n, features) all features of the examples
    @property
    def ready(self) -> bool: ...
    def prepare(self) -> None: ...
    @property
    def team(self) -> tuple[tuple[str, Any], ...]: ...  # the model, with a name
    def member_answers(self, x: Any) -> Ints: ...  # (1, m)
    def member_answers_on_grid(
        self, xs: Any, ys: Any
    ) -> Ints: ...  # (1, cells), of a grid, row by row
    @property
    def further(self) -> tuple[str, ...]: ...  # the names of the features that it adds
    def in_words(self, example: int) -> str: ...
    def effort(self, places: int, cells: int) -> int: ...


@dataclass(frozen=True, eq=False)
class Problem:
    """Examples x (n, 2), or texts (n,), with classes y (n,), and how a learner reads them."""

    learner: Learner
    seed: int
    classes: tuple[str, ...]  # those that occur among the examples, in the order of the points
    x: Floats  # (n, 2)
    y: Ints  # (n,)
    ids: Ints  # (n,)
    held_out: tuple[
        tuple[Floats, Ints], tuple[Floats, Ints]
    ]  # dev and test: x, y (−1: a class not among `classes`)
    ghosts: Floats  # (g, 2) centres that are no longer examples
    map: FeatureMap | None
    kernel: Kernel | None
    counting: Counting | None
    guessed: Bools | None = (
        None  # (n,) which labels a model has guessed: they are learnt from, but no error counts them
    )
    base_outputs: ExtraFeatures | None = (
        None  # if `map` gives an example other features than a new point at its place
    )
    weights: Floats | None = None  # (n,) how much each example counts; None: all of them 1
    called: str = ""  # its title, if not the recipe's
    reads_texts: bool = False  # whether its examples are texts, not places
    _lock: Any = field(default_factory=threading.Lock, init=False, repr=False)
    _table: list[Floats] = field(
        default_factory=list, init=False, repr=False
    )  # not that of a similar problem

    @cached_property
    def without_counts(self) -> "Problem":
        """The same examples in the same space, for a θ that was made of counts."""
        return replace(self, counting=None)

    @property
    def title(self) -> str:
        return self.called or self.learner.recipe.title

    @cached_property
    def n(self) -> int:
        return len(self.y)

    @cached_property
    def rows(self) -> int:
        return 1 if len(self.classes) == 2 and self.counting is None else len(self.classes)

    @cached_property
    def bias(self) -> str:
        return "regularised" if self.counting else str(self.learner["bias"])

    @property
    def meaning(self) -> tuple[Any, ...]:
        """What another problem must have in common with this one so that θ, or counts, keep their
        meaning."""
        if self.counting is not None:
            return self.counting.meaning
        own = self.learner.recipe
        return ("space", self.learner["space"]) if own.in_a_space else ("team",)

    @property
    def names(self) -> tuple[str, ...] | None:
        """The name of each column of θ except the bias; in a dual space they belong to centres,
        which have no names."""
        named = self.map if self.counting is None else self.counting
        if named is not None:
            return tuple(named.names)
        if self.dual:
            return None
        return ()

    @cached_property
    def example_features(self) -> tuple[str, ...]:
        """The names of features that depend on the examples and are no words."""
        own = FEATURES.get(self.learner["space"]) if self.learner.recipe.in_a_space else None
        made = self.map if self.base_outputs is None else self.base_outputs.inner
        return () if own is None or made is None or not own.of_examples else tuple(made.names)

    @cached_property
    def pair(self) -> tuple[int, int]:
        """The classes whose scores place texts, where there are more than two."""
        return two_names(str(self.learner["axes"]), self.classes)

    @cached_property
    def dual(self) -> bool:
        return self.kernel is not None

    @property
    def straight(self) -> bool:
        """Whether the plane itself is the space, so that boundaries are straight and w is an arrow
        in it."""
        return self.learner.straight and self.base_outputs is None

    @cached_property
    def sparse(self) -> bool:
        """Whether rows of `read` are sparse: those of texts are; a team has none."""
        return self.reads_texts and self.map is not None

    def inputs(self, points: Points) -> Any:
        """What it reads of points: their places, or their texts. (m, …)"""
        return read_by(points, self.reads_texts)

    @cached_property
    def constant(self) -> bool:
        """Whether θ has a last column for the bias; a regularised bias of a dual space is in k + 1
        instead."""
        return self.bias == "free" or (self.bias == "regularised" and not self.dual)

    @property
    def decayed(self) -> int:
        """How many leading columns of θ the penalty sees."""
        return self.d - 1 if self.constant and self.bias == "free" else self.d

    @cached_property
    def d(self) -> int:
        if self.base_outputs is not None:  # may take long to compute
            return len(self.names or ()) + self.constant
        return len(self.centres) + self.constant if self.dual else int(self.read.shape[1])

    @cached_property
    def batch(self) -> int:
        batch = self.learner["batch"]
        return self.n if batch == "all" else min(int(batch), self.n)

    @cached_property
    def updates_per_epoch(self) -> int:
        """How many steps see every example once; an iteration of a solver sees them all."""
        return 1 if self.learner.optimiser.solver else -(-self.n // self.batch)

    @cached_property
    def example_weights(self) -> Floats:
        """(n,)"""
        return np.ones(self.n) if self.weights is None else self.weights

    @cached_property
    def rate_numbers(self) -> Floats:
        """What a rate gets from the settings and the examples: α, t₀, λ, C, R². (5,)"""
        longest = float(self.norms.max(initial=0.0))
        return np.array(
            [*(float(self.learner[name]) for name in ("alpha", "t0", "lam", "C")), longest]
        )

    @cached_property
    def effort(self) -> int:
        """About how many multiplications a step takes; in a kernel space a batch is read
        twice."""
        return self.batch * self.rows * (self.d + 16) * (2 if self.dual and self.batch > 1 else 1)

    @cached_property
    def centres(self) -> Floats:
        return np.concatenate([self.x, self.ghosts]) if len(self.ghosts) else self.x

    @property
    def plus(self) -> float:
        """What a regularised bias of a dual space adds to k."""
        return 1.0 if self.dual and self.bias == "regularised" else 0.0

    @cached_property
    def read(self) -> Any:
        """read(xᵢ) of every example: an array, or a sparse one of texts. (n, d)"""
        if self.kernel is not None:
            return self._whole[: self.n]  # (n, d)
        return (
            self.reads(self.x)
            if self.base_outputs is None
            else self._with_constant(self.base_outputs.example_rows)
        )

    @property
    def columns(self) -> Floats:
        """read(xᵢ) as a plain array, for what needs all numbers at once. (n, d)"""
        if not self.sparse:
            return np.asarray(self.read)
        if self.too_large:
            raise LinlabError(self.too_large)
        return self._dense

    @property
    def too_large(self) -> str:
        """Why there are no `columns`, in words; empty where there are."""
        if not self.sparse or self.n * self.d <= MOST_NUMBERS:
            return ""
        return (
            f"{grouped(self.n)} texts with {grouped(self.d)} features are too many numbers for this: "
            "use fewer texts, or raise the least number of texts a word must be in."
        )

    @cached_property
    def _dense(self) -> Floats:
        return np.asarray(self.read.toarray())

    def rows_of(self, examples: Ints) -> Floats:
        """read(xᵢ) of some examples as a plain array. (m, d)"""
        return np.asarray(self.read[examples].toarray() if self.sparse else self.read[examples])

    def row(self, i: int) -> Floats:
        """read(xᵢ) of one example. (d,)"""
        return np.asarray(self.rows_of(np.array([i]))[0])

    @property
    def ready(self) -> bool:
        """Whether the learner's input is ready, or computed in a moment."""
        if self.base_outputs is not None:
            return self.base_outputs.ready
        return not self.dual or len(self.centres) ** 2 <= QUICK_GRAM_NUMBERS or bool(self._table)

    def prepare(self) -> None:
        """Compute it, in the calling thread; other threads wait for the same result."""
        if self.base_outputs is not None:
            self.base_outputs.prepare()
        if self.kernel is not None:
            with self._lock:
                if not self._table:
                    _ = self.dev_read if self.learner["average"] == "best" else None
                    self._table.append(
                        grams.whole(
                            self.kernel,
                            self.centres,
                            self.learner.settings,
                            self.plus,
                            self.constant,
                        )
                    )

    @cached_property
    def dev_read(self) -> Any:
        """read(x) of every dev point, which the read-out “best” uses after each epoch. (m, d)"""
        return self.reads(self.held_out[0][0])

    @property
    def _whole(self) -> Floats:
        """read(c) of every centre of a dual space. (c, d)"""
        self.prepare()
        return self._table[0]

    @cached_property
    def norms(self) -> Floats:
        """⟨read(xᵢ), write(i)⟩ = ‖φ(xᵢ)‖², the constant feature included. (n,)"""
        if self.sparse:
            return np.asarray((self.read * self.read).sum(axis=1), float)
        if self.kernel is None:
            return np.asarray(np.einsum("ij,ij->i", self.read, self.read))
        everyone = np.arange(self.n)
        return np.asarray(self.read[everyone, everyone] + (1.0 if self.constant else 0.0))

    def reads(self, x: Any) -> Any:
        """read(x) of any points: features, or kernel values against the centres. (m, d)"""
        x = as_inputs(x)
        check_kind(x, self.reads_texts)
        if self.counting is not None:
            columns = self.counting.features(x)
        elif self.kernel is not None:
            return grams.between(
                self.kernel, x, self.centres, self.learner.settings, self.plus, self.constant
            )
        else:
            columns = (
                np.empty((len(x), 0)) if self.map is None else self.map.features(x)
            )  # a team learns nothing itself
        return self._with_constant(columns)

    def _with_constant(self, columns: Any) -> Any:
        if self.sparse:
            from scipy.sparse import csr_array, hstack

            ones = csr_array(np.ones((columns.shape[0], 1)))
            return hstack([columns, ones], format="csr") if self.constant else columns
        if self.constant:
            columns = np.concatenate([columns, np.ones((len(columns), 1))], axis=1)
        return np.ascontiguousarray(columns, float)

    @cached_property
    def sizes(self) -> tuple[Floats, Floats]:
        """The least and the largest |φ_j(xᵢ)| of the examples, for each column of θ; a coefficient
        of a kernel space is moved only by its own example. (d,) each"""
        if self.sparse:
            read = abs(self.read)
            return read.min(axis=0).toarray(), read.max(axis=0).toarray()
        if not self.dual:
            read = np.abs(self.read)
            return read.min(axis=0), read.max(axis=0)
        least = np.zeros(self.d)
        least[self.d - self.constant :] = 1.0
        return least, np.ones(self.d)

    def split(self, theta: Floats) -> tuple[Floats, Floats]:
        """θ as weights (rows, features) — coefficients in a dual space — and bias (rows,)."""
        if self.constant:
            return theta[:, :-1], theta[:, -1]
        if self.dual and self.bias == "regularised":
            return theta, theta.sum(axis=1)
        return theta, np.zeros(len(theta))

    def in_plane(self, theta: Floats) -> Floats | None:
        """w as an arrow of the plane, for two classes where the plane is the space; None elsewhere.
        (2,)"""
        arrows = self.arrows(theta) if self.rows == 1 else None
        return None if arrows is None else np.asarray(arrows[0])

    def arrows(self, theta: Floats) -> Floats | None:
        """w of each row as an arrow of the plane, where the plane is the space; None elsewhere.
        (rows, 2)"""
        if not self.straight:
            return None
        weights = self.split(theta)[0]
        return weights @ self.centres if self.dual else weights[:, :2]

    def join(self, weights: Floats, bias: Floats) -> Floats:
        """The inverse of `split`."""
        return np.concatenate([weights, bias[:, None]], axis=1) if self.constant else weights

    def scores(self, theta: Floats) -> Floats:
        """θ · read(xᵢ) of every example. (n, rows)"""
        if not self.dual:
            return np.asarray(self.read @ theta.T)
        return self._values(theta)[: self.n] + (theta[:, -1] if self.constant else 0.0)

    def scores_at(self, x: Floats, theta: Floats) -> Floats:
        """θ · read(x) of any points. (m, rows)"""
        with np.errstate(
            over="ignore", invalid="ignore"
        ):  # far out, ∞ still has a side, NaN has none
            return self._scores_at(x, theta)

    def _scores_at(self, x: Floats, theta: Floats) -> Floats:
        if self.kernel is not None and len(self.centres) >= grams.LARGE:
            weights = self._coefficients(theta)
            held = np.flatnonzero(weights.any(axis=0))
            if 4 * len(held) < len(self.centres):  # the others can be skipped
                near = grams.between(
                    self.kernel, x, self.centres[held], self.learner.settings, self.plus
                )
                return near @ weights[:, held].T + (theta[:, -1] if self.constant else 0.0)
        if self.dual or len(x) * self.d <= MOST_NUMBERS:
            return np.asarray(self.reads(x) @ theta.T)
        some = max(1, MOST_NUMBERS // self.d)  # rows that are read at once
        parts = [self.reads(x[k : k + some]) @ theta.T for k in range(0, len(x), some)]
        return np.concatenate(parts)

    def square(self, theta: Floats, penalised: bool = True) -> float:
        """‖w‖²: as the penalty sees it, or without any bias, as distances in the plane see it."""
        if not self.dual:
            weights = theta[:, : self.decayed] if penalised else self.split(theta)[0]
            return float(np.sum(weights * weights))
        return max(
            0.0, float(np.sum(self._coefficients(theta).T * self._lengthwise(theta, penalised)))
        )

    def length(self, theta: Floats, penalised: bool = False) -> float:
        """‖w‖, even if its square underflows or overflows."""
        with np.errstate(over="ignore", invalid="ignore"):
            square = self.square(theta, penalised)
        most = float(np.abs(theta).max(initial=0.0))
        if 1e-200 < square < 1e200 or not 0.0 < most < np.inf:
            return math.sqrt(square)
        return most * math.sqrt(self.square(theta / most, penalised))

    def penalty(self, theta: Floats) -> float:
        """λ·R(w), R = ½‖w‖² or ‖w‖₁."""
        if self.learner.decay == 0.0:
            return 0.0
        if self.learner["penalty"] == "l1":
            return self.learner.decay * float(np.abs(theta[:, : self.decayed]).sum())
        return self.learner.decay * 0.5 * self.square(theta)

    def apart(self, theta: Floats) -> Floats:
        """‖w_y − w_z‖² of every two rows, without any bias. (rows, rows)"""
        weights = self._coefficients(theta) if self.dual else self.split(theta)[0]
        values = self._lengthwise(theta, penalised=False).T if self.dual else weights  # (rows, c)
        return np.maximum(
            0.0,
            [
                [np.sum((a - b) * (u - v)) for b, v in zip(weights, values, strict=True)]
                for a, u in zip(weights, values, strict=True)
            ],
        )

    def _coefficients(self, theta: Floats) -> Floats:
        return theta[:, : len(self.centres)]

    def _lengthwise(self, theta: Floats, penalised: bool) -> Floats:
        """⟨w, φ(c)⟩ of each centre, with the constant feature only if the penalty sees it. (c,
        rows)"""
        values = self._values(theta)
        return values if penalised or not self.plus else values - theta.sum(axis=1)

    def _values(self, theta: Floats) -> Floats:
        """⟨w, φ(c)⟩ of each centre, a product with the whole Gram matrix that is made once for each
        θ. (c, rows)"""
        for known, values in self._seen:
            if np.array_equal(known, theta):
                return values
        values = np.ascontiguousarray(grams.times(self._coefficients(theta), self.gram).T)
        values.flags.writeable = False
        if len(theta) == self.rows:
            self._seen[:] = [(theta.copy(), values), *self._seen[: _SEEN - 1]]
        return values

    @cached_property
    def _seen(self) -> list[tuple[Floats, Floats]]:
        return []

    @cached_property
    def gram(self) -> Floats:
        """⟨φ(c), φ(c')⟩ of all centres, with the + 1 of a regularised bias. (c, c)"""
        if self.dual:
            return self._whole[:, : len(self.centres)]
        product = self.read @ self.read.T
        return np.asarray(product.toarray() if self.sparse else product)


def pose(
    points: Points,
    learner: Learner,
    seed: int,
    parts: Any = None,
    ghosts: Floats | None = None,
    reads_texts: bool | None = None,
) -> Problem:
    """The problem of training `learner` on the labelled points of part 0; parts 1 and 2 are dev and
    test. A team `reads_texts` if its members do."""
    reads_texts = learner.reads_texts if reads_texts is None else reads_texts
    parts = np.zeros(len(points), np.int8) if parts is None else np.asarray(parts)
    labelled = points.label >= 0
    mine = labelled & (parts == 0)
    present = np.flatnonzero(np.bincount(points.label[mine]))
    if len(present) < 2:
        raise LinlabError(_too_few(points, present, int(mine.sum()), bool((parts > 0).any())))
    index = np.full(len(points.classes), -1, np.int64)
    index[present] = np.arange(len(present))
    inputs = read_by(points, reads_texts)
    held_out = tuple(
        (inputs[labelled & (parts == k)], index[points.label[labelled & (parts == k)]])
        for k in (1, 2)
    )
    if learner["average"] == "best" and not len(held_out[0][1]):
        raise LinlabError(
            "The read-out “best” needs dev points, but there are none: set aside some points as dev."
        )
    x = np.ascontiguousarray(inputs[mine])
    rule = learner.recipe.counting
    where = space(learner["space"]) if learner.recipe.in_a_space else None
    if isinstance(where, Kernel) and len(x) > MOST_IN_A_DUAL:
        raise LinlabError(
            f"A kernel space keeps a number for each pair of examples, and {grouped(len(x))} examples have too "
            f"many pairs: use at most {grouped(MOST_IN_A_DUAL)}, or the space “fourier”."
        )
    map = where.make(learner.settings, seed, x) if isinstance(where, FeatureSpace) else None
    problem = Problem(
        learner=learner,
        seed=seed,
        classes=tuple(points.classes[c] for c in present),
        x=x,
        y=index[points.label[mine]],
        ids=points.ids[mine],
        held_out=(held_out[0], held_out[1]),
        guessed=None if points.guesses is None else points.guessed[mine],
        ghosts=np.empty((0, 2)) if ghosts is None or not isinstance(where, Kernel) else ghosts,
        map=map,
        kernel=where if isinstance(where, Kernel) else None,
        counting=None if rule is None else rule.make(learner.settings, x, map),
        reads_texts=reads_texts,
    )
    with np.errstate(over="ignore", invalid="ignore"):
        if problem.kernel is not None:  # |k(x, x')| is largest where x = x' is farthest out
            far = x[np.argmax((x * x).sum(axis=1))][None]
            sizes = [problem.kernel.gram(far, far, learner.settings).max()]
        else:
            read = problem.read.data if problem.sparse else problem.read
            sizes = [problem.norms.max(), read.max(initial=0.0), -read.min(initial=0.0)]
        if not all(size <= TOO_LARGE for size in sizes):
            raise LinlabError(
                "The coordinates are too large for this space: its features overflow. Scale the points down."
            )
    return problem


def _too_few(points: Points, present: Any, examples: int, split: bool) -> str:
    where = " among the training points" if split else ""
    if not examples:
        return f"There are no labelled points{where}: training needs at least one of each of two classes."
    return (
        f"Only the class “{points.classes[present[0]]}” occurs{where}: "
        "training needs points of at least two classes."
    )
