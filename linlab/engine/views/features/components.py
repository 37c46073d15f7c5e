"""Kernel principal components: the three directions of the feature space along which the examples
vary most, for spaces with infinitely many features, or too many to choose from.

    K̃ = K − 1K − K1 + 1K1,   K̃u_j = μ_ju_j,   component j of x: Σᵢ u_ij k̃(xᵢ, x)/√μ_j

1 is the matrix of 1/n. The share of variance that three of them hold is (μ₁ + μ₂ + μ₃)/Σμ.
"""

from dataclasses import dataclass
from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np

from linlab.engine.ground.arrays import Floats
from linlab.engine.learner.kernels import KERNELS
from linlab.engine.learner.spaces import imitation, random_features
from linlab.engine.train.models import Model
from linlab.engine.train.polynomial import Power

MOST_EXAMPLES = 300  # evenly chosen, from which the components are computed
SETTINGS = ("gamma", "coef0", "degree", "features", "grids")


class Spec(NamedTuple):
    """What the components depend on: a space, its settings, the seed and the examples."""

    space: str
    settings: tuple[tuple[str, float], ...]
    seed: int
    x: bytes

    def rows(self, x: Floats) -> Any:
        """k(x, xᵢ) against the examples. (m, n)"""
        examples = np.frombuffer(self.x).reshape(-1, 2)
        settings = dict(self.settings)
        if self.space in KERNELS:
            return KERNELS[self.space].gram(x, examples, settings)
        own = random_features(self.space)
        settings[own.size] = int(settings[own.size])
        return own.products(settings, self.seed, x, examples)


class Components(NamedTuple):
    """The eigenvectors over the root of their eigenvalues, the means of K, and all eigenvalues."""

    vectors: Any  # (n, 3)
    means: Any  # (n,) of the columns of K
    mean: float  # of K
    values: Any  # (n,) the largest first

    @property
    def share(self) -> float:
        """Of the variance that three of them hold."""
        total = float(np.maximum(self.values, 0.0).sum())
        return float(self.values[:3].sum() / total) if total > 0 else 1.0


@lru_cache(maxsize=4)  # while the run goes on the examples stay
def components(spec: Spec) -> Components:
    k = spec.rows(np.frombuffer(spec.x).reshape(-1, 2))
    means = k.mean(axis=0)
    centred = k - means - means[:, None] + k.mean()
    values, vectors = np.linalg.eigh((centred + centred.T) / 2)
    values, vectors = values[::-1], vectors[:, ::-1]
    signs = np.sign(vectors[np.abs(vectors).argmax(axis=0), np.arange(len(values))])
    roots = np.sqrt(np.maximum(values[:3], 1e-12 * max(float(values[0]), 1e-300)))
    return Components(vectors[:, :3] * signs[:3] / roots, means, float(k.mean()), values)


@dataclass(frozen=True)
class Component:
    """One of the three, as a feature of a place."""

    number: int  # 0, 1 or 2
    spec: Spec
    factor: float = 1.0

    @property
    def key(self) -> str:
        return f"component-{self.number + 1}"

    @property
    def title(self) -> str:
        return f"comp. {self.number + 1}"

    @property
    def power(self) -> Power:
        """A power that no monomial has."""
        return (-1 - self.number, 0)

    def of(self, x: Floats) -> Floats:
        """Of each point. (n,)"""
        found = components(self.spec)
        rows = self.spec.rows(np.asarray(x, float))
        centred = rows - rows.mean(axis=1, keepdims=True) - found.means + found.mean
        return np.asarray(centred @ found.vectors[:, self.number])


def components_of(model: Model | None) -> tuple[Component, ...]:
    """The three of a model whose space has no few monomials; none of another."""
    single = None if model is None else model.single
    if single is None or single.problem.base_outputs is not None or single.problem.reads_texts:
        return ()
    problem = single.problem
    kernel = problem.kernel
    endless = kernel is not None and kernel.monomials is None
    if not endless and imitation(problem.learner["space"]) is None:
        return ()
    if problem.n < 4:
        return ()
    settings = tuple((name, float(problem.learner[name])) for name in SETTINGS)
    chosen = np.unique(
        np.linspace(0, problem.n - 1, min(problem.n, MOST_EXAMPLES)).round().astype(int)
    )
    x = np.ascontiguousarray(problem.x[chosen]).tobytes()
    spec = Spec(problem.learner["space"], settings, problem.seed, x)
    return tuple(Component(k, spec) for k in range(3))
