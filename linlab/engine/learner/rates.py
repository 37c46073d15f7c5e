"""Rates: how far an update goes.

A rate sees t = 1, 2, 3 …, the loss ℓ and the reach ρ = ‖p‖²·⟨read, write⟩ of this update, and the
numbers (α, t₀, λ, C). Because it sees ℓ and ρ, passive-aggressive learning is an ordinary rate.
"""

import math
from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True)
class Rate:
    """A rate, its formula and the settings it reads."""

    name: str
    title: str
    formula: str
    function: Callable[..., float]
    parameters: tuple[str, ...]


def constant(t, loss, reach, numbers):  # type: ignore[no-untyped-def]
    """η = α"""
    return numbers[0]


def inverse_time(t, loss, reach, numbers):  # type: ignore[no-untyped-def]
    """η = α / (1 + t/t₀)"""
    return numbers[0] / (1.0 + t / numbers[1])


def inverse_root(t, loss, reach, numbers):  # type: ignore[no-untyped-def]
    """η = α / √t"""
    return numbers[0] / math.sqrt(t)


def pegasos(t, loss, reach, numbers):  # type: ignore[no-untyped-def]
    """η = 1 / (λt)"""
    return 1.0 / (numbers[2] * t)


def passive_aggressive(t, loss, reach, numbers):  # type: ignore[no-untyped-def]
    """η = min(C, ℓ/ρ): the smallest step that makes the margin 1, but at most C"""
    if reach <= 0.0:
        return 0.0 if loss <= 0.0 else numbers[3]
    return min(numbers[3], loss / reach)


RATES: dict[str, Rate] = {
    rate.name: rate
    for rate in (
        Rate("constant", "Constant", r"\alpha", constant, ("alpha",)),
        Rate(
            "inverse-time",
            "Inverse time",
            r"\frac{\alpha}{1 + t/t_0}",
            inverse_time,
            ("alpha", "t0"),
        ),
        Rate("inverse-root", "Inverse root", r"\frac{\alpha}{\sqrt{t}}", inverse_root, ("alpha",)),
        Rate("pegasos", "Pegasos", r"\frac{1}{\lambda t}", pegasos, ("lam",)),
    )
}
PASSIVE_AGGRESSIVE = Rate(
    "passive-aggressive", "Passive-aggressive", r"\min(C, \ell/\rho)", passive_aggressive, ("C",)
)
