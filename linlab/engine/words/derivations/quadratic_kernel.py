r"""(x·x′)² = φ(x)·φ(x′): the square of a product is a product of squares and products, for the map
without order and for Riezler's with order. x is the example in hand, x′ another one."""

import math
from typing import Any

import numpy as np

from linlab.engine.ground.arrays import Floats
from linlab.engine.ground.numerals import grouped
from linlab.engine.words.signs import numbered

from .derivation import At, Derivation
from .line import Line, Vector, line


def pair_of(at: At) -> tuple[int, int]:
    """The positions of x, the example of the last step, and of x′: the one pointed at, else the
    next."""
    one = at.stepped
    other = at.example
    return one, other if other != one else (one + 1) % at.problem.n


def unordered(x: Floats) -> Floats:
    """(x₁², x₂², √2 x₁x₂)"""
    return np.array([x[0] ** 2, x[1] ** 2, math.sqrt(2.0) * x[0] * x[1]])


def ordered(x: Floats) -> Floats:
    """(x₁x₁, x₁x₂, x₂x₁, x₂x₂)"""
    return np.outer(x, x).ravel()


def lines(at: At) -> tuple[Line, ...]:
    i, j = pair_of(at)
    x, z = at.problem.x[i], at.problem.x[j]
    inner = float(x @ z)
    a, b = float(x[0] * z[0]), float(x[1] * z[1])
    size = float(np.linalg.norm(x) * np.linalg.norm(z))
    one, other = unordered(x), unordered(z)
    return (
        line(
            r"x \cdot x'", inner, "=", "x_1 x_1' + x_2 x_2'", a + b,
            why=f"$x$ is {numbered(i)}, $x'$ is {numbered(j)}", scale=size,
        ),
        line(
            r"(x \cdot x')^2", inner**2, "=", "x_1^2 x_1'^2 + 2 x_1 x_1' x_2 x_2' + x_2^2 x_2'^2", a * a + 2.0 * a * b + b * b,
            why="multiply out", scale=size**2,
        ),
        line(
            r"\varphi(x)", Vector.of(one), "=", r"(x_1^2, x_2^2, \sqrt{2} x_1 x_2)", Vector.of([x[0] * x[0], x[1] * x[1], math.sqrt(2.0) * x[0] * x[1]]),
            why="three features, the order of a product ignored",
        ),
        line(
            r"\varphi(x) \cdot \varphi(x')", float(one @ other), "=", r"(x \cdot x')^2", inner**2,
            why=r"$\sqrt{2} \sqrt{2} = 2$ makes the mixed term", scale=size**2,
        ),
        line(
            r"\Phi(x) \cdot \Phi(x')", float(ordered(x) @ ordered(z)), "=", r"(x \cdot x')^2", inner**2,
            why=r"$\Phi(x) = (x_1 x_1, x_1 x_2, x_2 x_1, x_2 x_2)$: four features in order, the mixed one twice", scale=size**2,
        ),
        *_of_kernel(at, x, z),
    )  # fmt: skip


def _of_kernel(at: At, x: Floats, z: Floats) -> list[Line]:
    """The model's own polynomial kernel, where it is another one."""
    problem = at.problem
    kernel = problem.kernel
    settings: Any = problem.learner.settings
    if kernel is None or kernel.monomials is None or kernel.features is None:
        return []
    degree, c = int(settings["degree"]), float(settings["coef0"])
    if (degree, c) == (2, 0.0):
        return []
    value = float(kernel.gram(x[None], z[None], settings)[0, 0])
    one, other = kernel.features(x[None], settings)[0], kernel.features(z[None], settings)[0]
    plus = "" if c == 0.0 else f" + {c:g}"
    return [
        line(
            rf"(x \cdot x'{plus})^{degree}", value, "=", r"\sum_j \varphi_j(x) \varphi_j(x')", float(one @ other),
            why=f"the model’s own kernel has {grouped(len(one))} features",
            scale=float(np.abs(one * other).sum()),
        )
    ]  # fmt: skip


def says(at: At) -> str:
    return (
        "A kernel gives the product of features without computing them: "
        "one product of two numbers each, whatever the number of features."
    )


QUADRATIC_KERNEL = Derivation("square", "(x·x′)² = φ(x)·φ(x′)", lines, says)
