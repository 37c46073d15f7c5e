"""A basis in which every direction keeps its digits: scores are s = U·v + b instead of A·w + b.

    A = U·S·Vᵀ,   w = V·S⁻¹·v,   λ/2 ‖w‖² = ½ Σ qₖvₖ²,   qₖ = λ/Sₖ²

A has the examples as the penalty measures them, without a free constant, which centring removes.
The objective is the same in other unknowns. Powers of x differ by many powers of ten; Jacobi's
singular values stay exact there.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from linlab.engine.ground.arrays import Floats
from linlab.engine.ground.once import cached_property
from linlab.engine.train.problem import Problem

MOST_FOR_JACOBI = (
    250  # columns; larger spaces are waves or kernels, whose columns have similar sizes
)
NOISE = 1e-14  # relative size of a direction that is only rounding
LEAST_DIRECTION = 1e-140  # the square of a smaller direction underflows, and that of the weights along it overflows
LOW_RANK = 400  # with this many examples of a kernel, a low rank is worth looking for
Mask = NDArray[np.bool_]


@dataclass(frozen=True, eq=False)
class Basis:
    """The directions of the space; `whole` makes the constant feature part of w, as the mistake
    bound needs it."""

    problem: Problem
    whole: bool = False

    @property
    def free(self) -> bool:
        return self.problem.bias == "free" and not self.whole

    @cached_property
    def columns(self) -> Floats | None:
        """φ(xᵢ), centred for a free bias; None for a kernel that has no finite φ. (n, p)"""
        problem = self.problem
        if not problem.dual:
            columns = problem.columns[:, :-1] if self.free else problem.columns
        else:
            assert problem.kernel is not None
            if problem.kernel.features is None:
                return None
            columns = problem.kernel.features(problem.x, problem.learner.settings)
            if problem.plus or (self.whole and problem.bias == "free"):
                columns = np.concatenate([columns, np.ones((problem.n, 1))], axis=1)
        return columns - columns.mean(axis=0) if self.free else columns

    @cached_property
    def _parts(self) -> tuple[Floats, Floats, Floats]:
        """U (n, r), S (r,) and V (p, r), which is empty for a kernel without φ."""
        if self.columns is not None:
            return _singular(self.columns)
        own = self.problem.gram[: self.problem.n, : self.problem.n]
        own = own + 1.0 if self.whole and self.problem.bias == "free" else own
        if self.free:
            own = own - own.mean(axis=0) - own.mean(axis=1)[:, None] + own.mean()
        u, s = _factored(own)
        return u, s, np.empty((0, len(s)))

    @property
    def directions(self) -> Floats:
        """U, orthonormal columns. (n, r)"""
        return self._parts[0]

    @property
    def sizes(self) -> Floats:
        """S. (r,)"""
        return self._parts[1]

    @cached_property
    def digits(self) -> Floats:
        """What share of its terms remains in a direction's score if θ is written as in the problem.
        (r,)"""
        _, s, v = self._parts
        if self.problem.dual:
            return np.asarray((s / s.max(initial=0.0)) ** 2)
        assert self.columns is not None
        return _left(self.columns, s, v)

    def kept(self, least: float) -> Mask:
        """The directions with more digits than that, whose squares do not underflow. (r,)"""
        return np.asarray((self.digits > least) & (self.sizes > LEAST_DIRECTION))

    @property
    def complete(self) -> bool:
        """Whether the directions span everything that the space can do on these examples."""
        if (self.sizes <= LEAST_DIRECTION).any():
            return False
        return self.columns is not None or len(self.sizes) >= self.problem.n - self.free

    def theta(self, v: Floats, bias: Floats) -> Floats:
        """v (rows, r) and b (rows,) as θ of the problem."""
        u, s, back = self._parts
        if self.problem.dual:
            return self.theta_of(u @ (v / s / s).T, bias)
        w = (v / s) @ back.T
        return self.shifted(w, bias) if self.free else w

    def theta_of(self, signed: Floats, bias: Floats) -> Floats:
        """Coefficients (n, rows) of a dual space and b as θ of the problem."""
        problem = self.problem
        a = np.zeros((signed.shape[1], len(problem.centres)))
        a[:, : problem.n] = signed.T
        if not problem.constant:
            return a
        return (
            np.concatenate([a, a.sum(axis=1, keepdims=True)], axis=1)
            if self.whole
            else self.shifted(a, bias)
        )

    def square(self, theta: Floats) -> float:
        """‖w‖², with the constant feature if it is part of w."""
        own = self.problem.square(theta)
        return (
            own + float((theta[:, -1] ** 2).sum())
            if self.whole and self.problem.bias == "free"
            else own
        )

    def shifted(self, w: Floats, bias: Floats) -> Floats:
        """θ of w with the b that makes b the mean of its scores on the centred examples."""
        return np.concatenate(
            [w, (bias - (self.problem.columns[:, : w.shape[1]] @ w.T).mean(axis=0))[:, None]],
            axis=1,
        )

    @property
    def radius(self) -> float:
        """The longest example."""
        return float(np.linalg.norm(self.directions * self.sizes, axis=1).max())


def _singular(columns: Floats) -> tuple[Floats, Floats, Floats]:
    tall = columns if len(columns) >= columns.shape[1] else columns.T
    if tall.shape[1] > MOST_FOR_JACOBI:
        u, s, vt = np.linalg.svd(columns, full_matrices=False)
        found = u, s, vt.T
    else:
        from scipy.linalg.lapack import dgejsv

        scale = np.abs(columns).max() or 1.0
        s, u, v, work, _, _ = dgejsv(tall / scale, joba=2, jobr=0, jobp=0)
        s = s * (work[0] / work[1]) * scale
        found = (u[:, : len(s)], s, v) if tall is columns else (v, s, u[:, : len(s)])
    u, s, v = found
    left = _left(columns, s, v)
    fading = left[left > NOISE].min(initial=1.0) < 1e5 * NOISE  # noise cannot be recognised
    some = s > (np.finfo(float).tiny if fading else 0.0)
    some &= fading | (left > NOISE)
    return u[:, some], s[some], v[:, some]


def _left(columns: Floats, s: Floats, v: Floats) -> Floats:
    """What share of its terms remains in a direction's score. (r,)"""
    return np.asarray(
        s / np.maximum(np.linalg.norm(columns, axis=0) @ np.abs(v), np.finfo(float).tiny)
    )


def _factored(own: Floats) -> tuple[Floats, Floats]:
    """U and S of a Gram matrix, without what is below its rounding errors."""
    from scipy.linalg.lapack import dpstrf

    if len(own) > LOW_RANK:
        factor, order, rank, _ = dpstrf(own, lower=1)
        if 2 * rank < len(own):
            low = np.empty((len(own), rank))
            low[order - 1] = np.tril(factor)[:, :rank]
            u, s, _ = np.linalg.svd(low, full_matrices=False)
            return u, s
    values, vectors = np.linalg.eigh(own)
    some = values > 1e-15 * values[-1]
    return vectors[:, some], np.sqrt(values[some])
