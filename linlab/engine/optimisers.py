"""Optimisers: how a gradient becomes a change of θ.

Each gets the gradient g (rows, d), θ, its own memory (slots, rows, d) that starts at zero, the rate η and the momentum μ,
and turns g in place into the change. SGD and momentum are linear in g, so the loop shrinks θ by 1 − ηλ for them and g is
the loss's part alone; the adaptive ones get λw inside g, as their papers have it, with their papers' constants.
"""

import math
from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True)
class Optimiser:
    """An optimiser and what it can be combined with.

    `linear`: its change is linear in g, so it means the same in a kernel space. `solver`: the name of scipy's method
    if it works on the whole objective, an iteration being an update. `slots`: the size of its memory.
    """

    name: str
    title: str
    formula: str
    function: Callable[..., None]
    slots: int = 0
    linear: bool = False
    uses_rate: bool = True
    solver: str = ""


def sgd(g, theta, memory, eta, momentum):  # type: ignore[no-untyped-def]
    """Δ = −ηg"""
    for r in range(g.shape[0]):
        for j in range(g.shape[1]):
            g[r, j] = -eta * g[r, j]


def polyak(g, theta, memory, eta, momentum):  # type: ignore[no-untyped-def]
    """Δ = −ηg + μ(θ − θ_prev)"""
    first = memory[1, 0, 0] == 0.0
    memory[1, 0, 0] = 1.0
    for r in range(g.shape[0]):
        for j in range(g.shape[1]):
            velocity = 0.0 if first else theta[r, j] - memory[0, r, j]
            memory[0, r, j] = theta[r, j]
            g[r, j] = -eta * g[r, j] + momentum * velocity


def adagrad(g, theta, memory, eta, momentum):  # type: ignore[no-untyped-def]
    """G ← G + g²;  Δ = −ηg/(√G + ε)"""
    for r in range(g.shape[0]):
        for j in range(g.shape[1]):
            memory[0, r, j] += g[r, j] * g[r, j]
            g[r, j] = -eta * g[r, j] / (math.sqrt(memory[0, r, j]) + 1e-8)


def rmsprop(g, theta, memory, eta, momentum):  # type: ignore[no-untyped-def]
    """v ← 0.9v + 0.1g²;  Δ = −ηg/(√v + ε)"""
    for r in range(g.shape[0]):
        for j in range(g.shape[1]):
            memory[0, r, j] = 0.9 * memory[0, r, j] + 0.1 * g[r, j] * g[r, j]
            g[r, j] = -eta * g[r, j] / (math.sqrt(memory[0, r, j]) + 1e-8)


def adadelta(g, theta, memory, eta, momentum):  # type: ignore[no-untyped-def]
    """v ← 0.95v + 0.05g²;  Δ = −√(u + ε)/√(v + ε)·g;  u ← 0.95u + 0.05Δ²"""
    for r in range(g.shape[0]):
        for j in range(g.shape[1]):
            memory[0, r, j] = 0.95 * memory[0, r, j] + 0.05 * g[r, j] * g[r, j]
            step = -math.sqrt(memory[1, r, j] + 1e-6) / math.sqrt(memory[0, r, j] + 1e-6) * g[r, j]
            memory[1, r, j] = 0.95 * memory[1, r, j] + 0.05 * step * step
            g[r, j] = step


def adam(g, theta, memory, eta, momentum):  # type: ignore[no-untyped-def]
    """m ← 0.9m + 0.1g;  v ← 0.999v + 0.001g²;  Δ = −η·m̂/(√v̂ + ε), m̂ and v̂ corrected for their start at 0"""
    memory[2, 0, 0] += 1.0  # its own count of updates
    first = 1.0 - 0.9 ** memory[2, 0, 0]
    second = 1.0 - 0.999 ** memory[2, 0, 0]
    for r in range(g.shape[0]):
        for j in range(g.shape[1]):
            memory[0, r, j] = 0.9 * memory[0, r, j] + 0.1 * g[r, j]
            memory[1, r, j] = 0.999 * memory[1, r, j] + 0.001 * g[r, j] * g[r, j]
            g[r, j] = -eta * (memory[0, r, j] / first) / (math.sqrt(memory[1, r, j] / second) + 1e-8)


OPTIMISERS: dict[str, Optimiser] = {
    optimiser.name: optimiser
    for optimiser in (
        Optimiser("sgd", "SGD", r"-\eta g", sgd, linear=True),
        Optimiser("momentum", "Momentum", r"-\eta g + \mu(\theta - \theta_{prev})", polyak, slots=2, linear=True),
        Optimiser("adagrad", "AdaGrad", r"-\frac{\eta g}{\sqrt{\sum g^2} + \epsilon}", adagrad, slots=1),
        Optimiser("rmsprop", "RMSProp", r"-\frac{\eta g}{\sqrt{v} + \epsilon}", rmsprop, slots=1),
        Optimiser("adadelta", "AdaDelta", r"-\frac{\sqrt{u + \epsilon}}{\sqrt{v + \epsilon}} g", adadelta, slots=2,
                  uses_rate=False),
        Optimiser("adam", "Adam", r"-\frac{\eta \hat m}{\sqrt{\hat v} + \epsilon}", adam, slots=3),
        Optimiser("lbfgs", "L-BFGS", r"\min_\theta J(\theta)", sgd, uses_rate=False, solver="L-BFGS-B"),
        Optimiser("newton-cg", "Newton-CG", r"\min_\theta J(\theta)", sgd, uses_rate=False, solver="Newton-CG"),
        Optimiser("cg", "Conjugate gradient", r"\min_\theta J(\theta)", sgd, uses_rate=False, solver="CG"),
    )
}
