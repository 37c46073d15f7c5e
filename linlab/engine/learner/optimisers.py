"""Optimisers: how a gradient becomes a change of θ.

Each gets the gradient g (rows, d), θ, its own memory (slots, rows, d) that starts at zero, the rate
η and the momentum μ, and turns g in place into the change. SGD and momentum are linear in g, so the
loop shrinks θ by 1 − ηλ for them and g is the loss's part alone; the adaptive ones get λw inside g,
as in their papers, with their papers' constants. L1 takes ηλ off each weight after SGD and
momentum; the adaptive ones multiply each weight's gradient by its own step h, and L1 takes hλ off
it (proximal AdaGrad of Duchi, Hazan and Singer 2011, and similar methods), so that all of them
minimise the same J.
"""

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Optimiser:
    """An optimiser and what it can be combined with.

    `formula`: the step h, as LaTeX, of θ ← θ − h g; `direction`: what takes the place of g in it;
    `memory`: what it keeps. `linear`: its change is linear in g, so it means the same in a kernel
    space. `solver`: the name of scipy's method, or of one of ours, if it works on the whole
    objective, an iteration being an update. `corners`: whether such a one needs no slope. `refuses`:
    why it cannot be had with the other settings, in words. `slots`: what each slot of its memory holds: theta, gradient, squares (of
    gradients), moves (squares of Δ), each with a number for every weight, or one number.
    """

    name: str
    title: str
    formula: str
    function: Callable[..., None]
    slots: tuple[str, ...] = ()
    linear: bool = False
    uses_rate: bool = True
    solver: str = ""
    direction: str = "g"
    memory: str = ""
    corners: bool = False
    refuses: Callable[[Any], str] = lambda learner: ""
    idea: str = "minimises the objective"  # of a solver
    iteration: str = "iteration"  # what one of its steps is called
    moves_by: str = "Its line search moves"  # what moves the weights in it


def sgd(g, theta, memory, eta, momentum, steps):  # type: ignore[no-untyped-def]
    """Δ = −αg"""
    for r in range(g.shape[0]):
        for j in range(g.shape[1]):
            g[r, j] = -eta * g[r, j]


def polyak(g, theta, memory, eta, momentum, steps):  # type: ignore[no-untyped-def]
    """Δ = −αg + μ times the last Δ"""
    first = memory[1, 0, 0] == 0.0
    memory[1, 0, 0] = 1.0
    for r in range(g.shape[0]):
        for j in range(g.shape[1]):
            velocity = 0.0 if first else theta[r, j] - memory[0, r, j]
            memory[0, r, j] = theta[r, j]
            g[r, j] = -eta * g[r, j] + momentum * velocity


def adagrad(g, theta, memory, eta, momentum, steps):  # type: ignore[no-untyped-def]
    """G ← G + g²;  Δ = −αg/(√G + ε)"""
    wanted = steps.size > 0
    for r in range(g.shape[0]):
        for j in range(g.shape[1]):
            memory[0, r, j] += g[r, j] * g[r, j]
            root = math.sqrt(memory[0, r, j]) + 1e-8
            g[r, j] = -eta * g[r, j] / root
            if wanted:
                steps[r, j] = eta / root


def rmsprop(g, theta, memory, eta, momentum, steps):  # type: ignore[no-untyped-def]
    """v ← 0.9v + 0.1g²;  Δ = −αg/(√v + ε)"""
    wanted = steps.size > 0
    for r in range(g.shape[0]):
        for j in range(g.shape[1]):
            memory[0, r, j] = 0.9 * memory[0, r, j] + 0.1 * g[r, j] * g[r, j]
            root = math.sqrt(memory[0, r, j]) + 1e-8
            g[r, j] = -eta * g[r, j] / root
            if wanted:
                steps[r, j] = eta / root


def adadelta(g, theta, memory, eta, momentum, steps):  # type: ignore[no-untyped-def]
    """v ← 0.95v + 0.05g²;  Δ = −√(u + ε)/√(v + ε)·g;  u ← 0.95u + 0.05Δ²"""
    wanted = steps.size > 0
    for r in range(g.shape[0]):
        for j in range(g.shape[1]):
            memory[0, r, j] = 0.95 * memory[0, r, j] + 0.05 * g[r, j] * g[r, j]
            h = math.sqrt(memory[1, r, j] + 1e-6) / math.sqrt(memory[0, r, j] + 1e-6)
            g[r, j] = -h * g[r, j]
            memory[1, r, j] = 0.95 * memory[1, r, j] + 0.05 * g[r, j] * g[r, j]
            if wanted:
                steps[r, j] = h


def adam(g, theta, memory, eta, momentum, steps):  # type: ignore[no-untyped-def]
    """u ← 0.9u + 0.1g;  v ← 0.999v + 0.001g²;  Δ = −α·û/(√v̂ + ε), û and v̂ corrected for their
    start at 0"""
    memory[2, 0, 0] += 1.0  # its own count of updates
    first = 1.0 - 0.9 ** memory[2, 0, 0]
    second = 1.0 - 0.999 ** memory[2, 0, 0]
    wanted = steps.size > 0
    for r in range(g.shape[0]):
        for j in range(g.shape[1]):
            memory[0, r, j] = 0.9 * memory[0, r, j] + 0.1 * g[r, j]
            memory[1, r, j] = 0.999 * memory[1, r, j] + 0.001 * g[r, j] * g[r, j]
            root = math.sqrt(memory[1, r, j] / second) + 1e-8
            g[r, j] = -eta * (memory[0, r, j] / first) / root
            if wanted:
                steps[r, j] = eta / root


def _no_scaling(learner: Any) -> str:
    """Iterative scaling is about the likelihood of a log-linear model with a weight per feature."""
    if not learner.recipe.loss.probabilistic:
        return "Iterative scaling maximises a likelihood, so it needs probabilities: use logistic, or another optimiser."
    if learner.decay > 0:
        return "Iterative scaling has no penalty: use the penalty none, or another optimiser."
    if learner.dual:
        return "Iterative scaling has a weight for each feature, but a kernel space has coefficients of examples: use a feature space."
    if learner["bias"] != "free":
        return "Iterative scaling needs a free bias, which its slack feature stands for: use the bias free."
    return ""


OPTIMISERS: dict[str, Optimiser] = {
    optimiser.name: optimiser
    for optimiser in (
        Optimiser("sgd", "SGD", r"\eta", sgd, linear=True),
        Optimiser("momentum", "Momentum", r"\eta", polyak, slots=("theta", "number"), linear=True),
        Optimiser(
            "adagrad",
            "AdaGrad",
            r"\frac{\eta}{\sqrt{\sum g^2} + 10^{-8}}",
            adagrad,
            slots=("squares",),
        ),
        Optimiser(
            "rmsprop",
            "RMSProp",
            r"\frac{\eta}{\sqrt{v} + 10^{-8}}",
            rmsprop,
            slots=("squares",),
            memory=r"v \leftarrow 0.9 v + 0.1 g^2",
        ),
        Optimiser(
            "adadelta",
            "AdaDelta",
            r"\frac{\sqrt{u + 10^{-6}}}{\sqrt{v + 10^{-6}}}",
            adadelta,
            slots=("squares", "moves"),
            uses_rate=False,
            memory=r"v \leftarrow 0.95 v + 0.05 g^2, "
            r"\quad \mathrm{then} \; u \leftarrow 0.95 u + 0.05 (hg)^2",
        ),
        Optimiser(
            "adam",
            "Adam",
            r"\frac{\eta}{\sqrt{\hat v} + 10^{-8}}",
            adam,
            slots=("gradient", "squares", "number"),
            direction=r"\hat u",
            memory=r"u \leftarrow 0.9 u + 0.1 g, \quad v \leftarrow 0.999 v + 0.001 g^2, "
            r"\quad \hat u = \frac{u}{1 - 0.9^t}, \quad \hat v = \frac{v}{1 - 0.999^t}",
        ),
        Optimiser("lbfgs", "L-BFGS", "", sgd, uses_rate=False, solver="L-BFGS-B"),
        Optimiser("newton-cg", "Newton-CG", "", sgd, uses_rate=False, solver="Newton-CG"),
        Optimiser("cg", "Conjugate gradient", "", sgd, uses_rate=False, solver="CG"),
        Optimiser(
            "gis",
            "Iterative scaling",
            "",
            sgd,
            uses_rate=False,
            solver="gis",
            moves_by="Scaling moves",
            refuses=_no_scaling,
            idea="scales the weight of each feature until expected counts equal those of the data",
        ),
        Optimiser(
            "exact",
            "Exact",
            "",
            sgd,
            uses_rate=False,
            solver="exact",
            iteration="step",
            moves_by="To the optimum it moves",
            corners=True,
            idea="one step leads to the minimum of the objective",
        ),
    )
}
