"""Rates: how far an update goes.

A rate sees t = 1, 2, 3 …, the loss ℓ and the reach ρ = ‖p‖²·⟨read, write⟩ of this update, and the
numbers (α, t₀, λ, C, R²), R being the largest ‖φ(xᵢ)‖ of all examples. Because it sees ℓ and ρ, passive-aggressive learning is an ordinary rate.
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
    capped: bool = False  # whether a step ends where the margin is 1, or earlier at C
    in_numbers: str = (
        ""  # the formula, then with {alpha}, {t0}, {lam}, {C}, {R2}, {t}, {loss}, {reach}
    )


def constant(t, loss, reach, numbers):  # type: ignore[no-untyped-def]
    """αₜ = α"""
    return numbers[0]


def inverse_time(t, loss, reach, numbers):  # type: ignore[no-untyped-def]
    """αₜ = α / (1 + t/t₀)"""
    return numbers[0] / (1.0 + t / numbers[1])


def inverse_root(t, loss, reach, numbers):  # type: ignore[no-untyped-def]
    """αₜ = α / √t"""
    return numbers[0] / math.sqrt(t)


def pegasos(t, loss, reach, numbers):  # type: ignore[no-untyped-def]
    """αₜ = 1 / (λt)"""
    return 1.0 / (numbers[2] * t)


def normalised(t, loss, reach, numbers):  # type: ignore[no-untyped-def]
    """αₜ = α / R²"""
    return numbers[0] / numbers[4] if numbers[4] > 0.0 else numbers[0]


def passive_aggressive(t, loss, reach, numbers):  # type: ignore[no-untyped-def]
    """τ = min(C, ℓ/ρ): the smallest step that makes the margin 1, but at most C"""
    if reach <= 0.0:
        return 0.0 if loss <= 0.0 else numbers[3]
    return min(numbers[3], loss / reach)


def passive_aggressive_2(t, loss, reach, numbers):  # type: ignore[no-untyped-def]
    """τ = ℓ / (ρ + 1/(2C)): a penalty on the slack instead of a cap"""
    return loss / (reach + 0.5 / numbers[3])


RATES: dict[str, Rate] = {
    rate.name: rate
    for rate in (
        Rate("constant", "Constant", r"\alpha", constant, ("alpha",), in_numbers="α"),
        Rate(
            "inverse-time",
            "Inverse time",
            r"\frac{\alpha}{1 + t/t_0}",
            inverse_time,
            ("alpha", "t0"),
            in_numbers="α/(1 + t/t₀) = {alpha}/(1 + {t}/{t0})",
        ),
        Rate(
            "inverse-root",
            "Inverse root",
            r"\frac{\alpha}{\sqrt{t}}",
            inverse_root,
            ("alpha",),
            in_numbers="α/√t = {alpha}/√{t}",
        ),
        Rate(
            "pegasos",
            "Pegasos",
            r"\frac{1}{\lambda t}",
            pegasos,
            ("lam",),
            in_numbers="1/(λt) = 1/({lam} · {t})",
        ),
        Rate(
            "normalised",
            "Normalised",
            r"\frac{\alpha}{\max_i \|\varphi(x_i)\|^2}",
            normalised,
            ("alpha",),
            in_numbers="α/max‖φ(x)‖² = {alpha}/{R2}",
        ),
    )
}
PASSIVE_AGGRESSIVE = Rate(
    "passive-aggressive",
    "Passive-aggressive",
    r"\min(C, \ell/\rho)",
    passive_aggressive,
    ("C",),
    capped=True,
)
PASSIVE_AGGRESSIVE_2 = Rate(
    "passive-aggressive-2",
    "Passive-aggressive II",
    r"\frac{\ell}{\rho + 1/(2C)}",
    passive_aggressive_2,
    ("C",),
    in_numbers="ℓ/(ρ + 1/(2C)) = {loss}/({reach} + 1/(2 · {C}))",
)
