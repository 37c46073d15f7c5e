"""Kernels: k(x, x') = φ(x)·φ(x') without computing φ.

A kernel is a function that gives the Gram matrix of two sets of points. If it also knows how it
factors on a regular grid, the field of a whole picture is one matrix product; if not, the grid is
simply scored point by point.
"""

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from linlab.engine.ground.arrays import Floats
from linlab.engine.ground.once import within_bytes

Settings = Mapping[str, Any]
FACTORS = 48 * 2**20  # bytes of what grids are made of


@dataclass(frozen=True)
class Kernel:
    """A kernel, its formula and the settings it reads.

    gram(a (n, 2), b (m, 2), settings) -> (n, m); grid(coefficients (rows, n), centres (n, 2),
    settings, xs, ys) -> (rows, len(ys), len(xs)); features(x (n, 2), settings) -> (n, p) if φ is
    short enough to be written down; monomials(settings) -> (i, j, m) of a kernel that is Σ m
    (x₁x₁')ⁱ(x₂x₂')ʲ.

    >>> KERNELS["polynomial"].gram(np.ones((1, 2)), np.ones((1, 2)), {"degree": 2, "coef0": 0}).item()
    4.0
    """

    name: str
    title: str
    formula: str
    idea: str
    gram: Callable[[Floats, Floats, Settings], Floats]
    parameters: tuple[str, ...] = ()
    grid: Callable[..., Floats] | None = None
    stationary: bool = False  # depends only on x − x', never above 1: the same to the last bit, whatever the other points
    straight: bool = False  # whether the plane itself is its space
    features: Callable[[Floats, Settings], Floats] | None = None
    monomials: Callable[[Settings], list[tuple[int, int, float]]] | None = None
    of_texts: bool = False  # no kernel reads texts
    short: str = ""  # a title for a tab, where its own is too long
    definite: bool = (
        True  # whether it is an inner product of features: no Gram matrix has a negative eigenvalue
    )


def linear(a: Floats, b: Floats, settings: Settings) -> Floats:
    """k = x·x'"""
    return a @ b.T


def linear_grid(
    coefficients: Floats, centres: Floats, settings: Settings, xs: Floats, ys: Floats
) -> Floats:
    w = coefficients @ centres  # (rows, 2)
    return w[:, 1, None, None] * ys[:, None] + w[:, 0, None, None] * xs


def polynomial(a: Floats, b: Floats, settings: Settings) -> Floats:
    """k = (x·x' + c)ᵈ"""
    return np.asarray((a @ b.T + settings["coef0"]) ** settings["degree"])


def polynomial_grid(
    coefficients: Floats, centres: Floats, settings: Settings, xs: Floats, ys: Floats
) -> Floats:
    """(x·x' + c)ᵈ = Σ d!/(i!j!k!) cᵏ (x₁x₁')ⁱ (x₂x₂')ʲ over i + j + k = d: a small matrix between
    two Vandermondes."""
    d, c = settings["degree"], settings["coef0"]
    powers = np.arange(d + 1)
    first = centres[:, :1] ** powers
    second = centres[:, 1:] ** powers  # (n, d + 1) each
    weights = np.einsum("rn,nj,ni->rji", coefficients, second, first)  # (rows, d + 1, d + 1)
    for j in powers:
        for i in powers:
            k = d - i - j
            weights[:, j, i] *= (
                0 if k < 0 else c**k * math.factorial(d) / math.prod(map(math.factorial, (i, j, k)))
            )
    return np.asarray((ys[:, None] ** powers) @ weights @ (xs[:, None] ** powers).T)


def polynomial_monomials(settings: Settings) -> list[tuple[int, int, float]]:
    """i, j and d!/(i!j!k!) cᵏ of each monomial of (x·x' + c)ᵈ, i + j + k = d."""
    d = settings["degree"]
    c = settings["coef0"]
    factorial = math.factorial
    powers = [
        (i, j, d - i - j) for i in range(d + 1) for j in range(d + 1 - i) if c > 0 or i + j == d
    ]
    return [
        (i, j, c**k * factorial(d) / (factorial(i) * factorial(j) * factorial(k)))
        for i, j, k in powers
    ]


def polynomial_features(x: Floats, settings: Settings) -> Floats:
    """√(d!/(i!j!k!) cᵏ) x₁ⁱx₂ʲ, of which (x·x' + c)ᵈ is the product."""
    return np.stack(
        [math.sqrt(m) * x[:, 0] ** i * x[:, 1] ** j for i, j, m in polynomial_monomials(settings)],
        axis=1,
    )


def rbf(a: Floats, b: Floats, settings: Settings) -> Floats:
    """k = exp(−γ‖x − x'‖²)"""
    return _product(np.square, a, b, settings["gamma"])


def laplace(a: Floats, b: Floats, settings: Settings) -> Floats:
    """k = exp(−γ‖x − x'‖₁)"""
    return _product(np.abs, a, b, settings["gamma"])


def sigmoid(a: Floats, b: Floats, settings: Settings) -> Floats:
    """k = tanh(γ x·x' + c₀)"""
    with np.errstate(over="ignore"):
        return np.asarray(np.tanh(settings["gamma"] * (a @ b.T) + settings["coef0"]))


def _product(size: Callable[..., Any], a: Floats, b: Floats, gamma: float) -> Floats:
    """exp(−γ Σ size(a − b)) from differences, never from squares, so that far-away points lose no
    digits."""
    with np.errstate(over="ignore", under="ignore"):
        return np.asarray(np.exp(-gamma * (size(a[:, :1] - b[:, 0]) + size(a[:, 1:] - b[:, 1]))))


def _product_grid(size: Callable[..., Any]) -> Callable[..., Floats]:
    """exp(−γ(u + v)) = exp(−γu)·exp(−γv): F = (Ky · a) @ Kxᵀ."""

    @within_bytes(FACTORS)  # while a run goes on only the coefficients change
    def factor(centres: bytes, places: bytes, gamma: float) -> Floats:
        """exp(−γu) of one coordinate, of all centres and places. (n, m)"""
        with np.errstate(over="ignore", under="ignore"):
            return np.asarray(
                np.exp(-gamma * size(np.frombuffer(centres)[:, None] - np.frombuffer(places)))
            )

    def grid(
        coefficients: Floats, centres: Floats, settings: Settings, xs: Floats, ys: Floats
    ) -> Floats:
        gamma = float(settings["gamma"])
        across = factor(centres[:, 0].tobytes(), xs.tobytes(), gamma)
        up = factor(centres[:, 1].tobytes(), ys.tobytes(), gamma).T
        held = np.flatnonzero(coefficients.any(axis=0))
        if 4 * len(held) < len(centres):  # few have a coefficient: the others are skipped
            across = across[held]
            up = up[:, held]
            coefficients = coefficients[:, held]
        return np.stack([(up * a) @ across for a in coefficients])

    return grid


KERNELS: dict[str, Kernel] = {
    kernel.name: kernel
    for kernel in (
        Kernel(
            "linear-kernel",
            "Linear kernel",
            r"x \cdot x'",
            "the linear space, written with coefficients",
            linear,
            grid=linear_grid,
            straight=True,
            features=lambda x, settings: x,
            monomials=lambda settings: [(1, 0, 1.0), (0, 1, 1.0)],
            short="Linear k",
        ),
        Kernel(
            "polynomial",
            "Polynomial kernel",
            r"(x \cdot x' + c_0)^d",
            "all products of up to d coordinates",
            polynomial,
            ("degree", "coef0"),
            polynomial_grid,
            features=polynomial_features,
            monomials=polynomial_monomials,
        ),
        Kernel(
            "rbf",
            "RBF kernel",
            r"e^{-\gamma \|x - x'\|^2}",
            "nearby points have similar scores",
            rbf,
            ("gamma",),
            _product_grid(np.square),
            True,
            short="RBF",
        ),
        Kernel(
            "laplace",
            "Laplace kernel",
            r"e^{-\gamma \|x - x'\|_1}",
            "like RBF, with sharp peaks",
            laplace,
            ("gamma",),
            _product_grid(np.abs),
            True,
            short="Laplace",
        ),
        Kernel(
            "sigmoid",
            "Sigmoid kernel",
            r"\tanh(\gamma x \cdot x' + c_0)",
            "no inner product: a kernel that fails Mercer's condition",
            sigmoid,
            ("gamma", "coef0"),
            definite=False,
            short="Sigmoid",
        ),
    )
}
