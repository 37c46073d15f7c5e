r"""MIRA's τ as a constrained minimum: the shortest way to a margin of 1.

    min ½‖θ′ − θ‖² + Cξ,   m′ ≥ 1 − ξ,  ξ ≥ 0        τ = min(C, ℓ/ρ)

The second version has Cξ² and τ = ℓ/(ρ + 1/(2C)). It is about the last step; before any, about the
first.
"""

import math

import numpy as np

from linlab.engine.ground.numerals import number
from linlab.engine.train.state import Step
from linlab.engine.words.signs import numbered

from .derivation import At, Derivation
from .line import Line, line
from .spaces import Signs, in_space, signs_of, theta_in_words


def step_of(at: At) -> Step:
    """The step that led here; before any, the one that is about to be made."""
    return at.moment.step or at.moment.next


def lines(at: At) -> tuple[Line, ...]:
    step = step_of(at)
    problem = at.moment.trace.problem(step.t - 1)
    signs = signs_of(problem)
    i = step.example
    rho = float(problem.norms[i]) * (2.0 if signs.several else 1.0)
    margin = float(step.margins[0])
    loss = float(step.losses[0])
    tau = float(step.rate)
    moved = step.after - step.before
    after = _margin_after(step, problem.scores(step.after)[i])
    half = 0.5 * in_space(problem, moved).length ** 2
    called = numbered(i)
    square = _reach(problem.bias, signs)
    return (
        line(
            r"\ell", loss, "=", r"\max(0, 1 - m)", max(0.0, 1.0 - margin),
            why=f"the loss of {called} before the step", example=i,
        ),
        _moved(at, step, signs),
        line(
            r"\frac{1}{2} \|\theta' - \theta\|^2", half, "=", r"\frac{1}{2} \tau^2 \rho", 0.5 * tau**2 * rho,
            why=rf"with $\rho = {square}$; {theta_in_words(problem)}",
        ),
        line(
            "m'", after, "=", r"m + \tau \rho", margin + tau * rho,
            why=f"so the margin grows with {_rival(signs)}", scale=abs(margin) + tau * rho,
        ),
        *(_softened if "2" in problem.learner.rate.name else _capped)(at, step, rho, half, after),
    )  # fmt: skip


def _reach(bias: str, signs: Signs) -> str:
    """ρ: the square of the longer x, for each of the two classes that are moved."""
    own = rf"\|{signs.x}\|^2"
    if bias == "none":
        return f"2 {own}" if signs.several else own
    return f"2 ({own} + 1)" if signs.several else f"{own} + 1"


def _rival(signs: Signs) -> str:
    return r"$\tau$, over the same class $z$" if signs.several else r"$\tau$"


def _margin_after(step: Step, scores: np.ndarray) -> float:
    """Of the example after the step, over the same rival."""
    y, z = int(step.labels[0]), int(step.rivals[0])
    if len(scores) == 1:
        return float(scores[0] if y == 1 else -scores[0])
    return float(scores[y] - scores[z])


def _moved(at: At, step: Step, signs: Signs) -> Line:
    """∂L/∂θ′ = 0: the step goes along the example, from the run itself."""
    problem = at.moment.trace.problem(step.t - 1)
    y, i = int(step.labels[0]), step.example
    row = y if signs.several else 0
    sign = 1.0 if signs.several or y == 1 else -1.0
    write = np.zeros(problem.d)
    if problem.dual:
        write[i] = 1.0
        write[len(problem.centres) :] = 1.0
    else:
        write = problem.row(i)
    left, right = (
        (r"\theta'_y - \theta_y", rf"\tau {signs.x}")
        if signs.several
        else (r"\theta' - \theta", rf"\tau y {signs.x}")
    )
    return line(
        left, in_space(problem, (step.after - step.before)[row]), "=",
        right, in_space(problem, float(step.rate) * sign * write),
        why=r"$\partial L / \partial \theta' = 0$ for $L = \frac{1}{2} \|\theta' - \theta\|^2 + C \xi + \tau (1 - \xi - m')$"
        if "2" not in problem.learner.rate.name
        else r"$\partial L / \partial \theta' = 0$ for $L = \frac{1}{2} \|\theta' - \theta\|^2 + C \xi^2 + \tau (1 - \xi - m')$",
        scale=float(np.abs(step.after).max(initial=0.0)),
    )  # fmt: skip


def _capped(at: At, step: Step, rho: float, half: float, after: float) -> list[Line]:
    c = float(step.rate_numbers[3])
    loss, tau = float(step.losses[0]), float(step.rate)
    slack = max(0.0, 1.0 - after)
    cost = half + c * slack
    return [
        line(
            r"\tau", tau, "=", r"\min(C, \ell / \rho)", min(c, loss / rho if rho > 0.0 else math.inf),
            why=r"$m' = 1$ needs $\ell / \rho$; beyond $C$ slack $\xi$ is cheaper",
        ),
        line(
            r"\frac{1}{2} \tau^2 \rho + C \xi", cost, "≤", r"C \ell", c * loss,
            why="no more than the cost of staying", scale=loss,
        ),
        line(
            r"\frac{1}{2} \tau^2 \rho + C \xi", cost, "≤", r"\frac{1}{2} \ell^2 / \rho", 0.5 * loss**2 / rho if rho > 0.0 else math.inf,
            why="nor than that of going all the way to the margin 1", scale=loss,
        ),
    ]  # fmt: skip


def _softened(at: At, step: Step, rho: float, half: float, after: float) -> list[Line]:
    c = float(step.rate_numbers[3])
    loss, tau = float(step.losses[0]), float(step.rate)
    slack = max(0.0, 1.0 - after)
    cost = half + c * slack**2
    return [
        line(
            r"\tau", tau, "=", r"2 C \xi", 2.0 * c * slack if loss > 0.0 else 0.0,
            why=r"$\partial L / \partial \xi = 2 C \xi - \tau = 0$, with $\xi = 1 - m'$", scale=2.0 * c * loss,
        ),
        line(
            r"\tau", tau, "=", r"\ell / (\rho + 1/(2C))", loss / (rho + 0.5 / c),
            why=r"put $m' = m + \tau \rho$ and $\xi = \tau / (2C)$ into $m' = 1 - \xi$",
        ),
        line(
            r"\frac{1}{2} \tau^2 \rho + C \xi^2", cost, "≤", r"C \ell^2", c * loss**2,
            why="no more than the cost of staying", scale=loss,
        ),
        line(
            r"\frac{1}{2} \tau^2 \rho + C \xi^2", cost, "≤", r"\frac{1}{2} \ell^2 / \rho", 0.5 * loss**2 / rho if rho > 0.0 else math.inf,
            why="nor than that of going all the way to the margin 1", scale=loss,
        ),
    ]  # fmt: skip


def says(at: At) -> str:
    step = step_of(at)
    called = numbered(step.example)
    which = "This step was about" if at.moment.step is not None else "The first step will be about"
    tau = number(float(step.rate))
    if not step.losses[0] > 0.0:
        return f"{which} {called}, which has a margin of at least 1 already: τ = 0."
    if step.rate_numbers[3] == step.rate:
        return f"{which} {called}: τ = C = {tau}, so the margin stays below 1."
    return f"{which} {called}: τ = {tau}."


MIRA = Derivation("mira", "MIRA’s τ", lines, says)
