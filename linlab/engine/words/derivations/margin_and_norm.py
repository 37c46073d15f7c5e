r"""The largest margin is the shortest w, by a change of variables: w = u/γ.

max γ,  ‖u‖ = 1,  yᵢ(u·xᵢ + b) ≥ γ      is      min ‖w‖,  yᵢ(w·xᵢ + b) ≥ 1
"""

import numpy as np

from linlab.engine.ground.errors import LinlabError
from linlab.engine.ground.numerals import number
from linlab.engine.ground.progress import tell
from linlab.engine.optimum import theory
from linlab.engine.optimum.hard_margin import Separator, separator
from linlab.engine.train.moment import Moment

from .derivation import At, Derivation
from .line import Line, line
from .spaces import margins_of, penalised_length, signs_of, weights_as_vector


def _reference(moment: Moment) -> Separator | str:
    """The shortest w with every margin ≥ 1, or why there is none."""
    try:
        return separator(moment.problem, watch=tell) or theory.MIXED
    except LinlabError as error:
        return str(error)


def lines(at: At) -> tuple[Line, ...]:
    found: Separator | str = at.found
    if isinstance(found, str):
        return ()
    problem = at.problem
    signs = signs_of(problem)
    norm = penalised_length(problem, found.theta)
    u = found.theta / norm
    gamma = float(margins_of(problem, u).min())
    w = weights_as_vector(problem, found.theta)
    scaled = weights_as_vector(problem, u / gamma)
    plus = "" if problem.bias == "none" else " + b"
    several = signs.several
    under_u = rf"(u_y - u_z) \cdot {signs.xi}" if several else rf"y_i (u \cdot {signs.xi}{plus})"
    under_w = rf"(w_y - w_z) \cdot {signs.xi}" if several else rf"y_i (w^* \cdot {signs.xi}{plus})"
    long = ", of all classes together" if several else ""
    return (
        line(
            r"\|u\|", penalised_length(problem, u), "=", "1", 1.0,
            why=f"$u$ only says in which direction{long}",
        ),
        line(
            r"\gamma^*", gamma, "=", rf"\min_i {under_u}", float(margins_of(problem, found.theta).min()) / norm,
            why="of all $u$ and $b$, those whose smallest margin is the largest",
        ),
        line("w^*", w, "=", r"u / \gamma^*", scaled, why="the change of variables"),
        line(
            rf"\min_i {under_w}", float(margins_of(problem, found.theta).min()), "=", "1", 1.0,
            why=r"the margin of each example is divided by $\gamma^*$, too",
        ),
        line(
            r"\|w^*\|", norm, "=", r"1 / \gamma^*", 1.0 / gamma,
            why=r"so the largest $\gamma^*$ belongs to the shortest $w$ with all margins $\geq 1$",
        ),
        *_now(at, norm, gamma),
    )  # fmt: skip


def _now(at: At, shortest: float, gamma: float) -> list[Line]:
    """The same of w at t."""
    problem = at.problem
    norm = penalised_length(problem, at.theta)
    if norm == 0.0:
        return []
    least = float(margins_of(problem, at.theta).min())
    out = [
        line(
            r"\min_i m_i / \|w\|", least / norm, "≤", r"\gamma^*", gamma,
            why="the $w$ of this step has no larger margin",
            scale=float(np.abs(margins_of(problem, at.theta)).max()) / norm,
        )
    ]  # fmt: skip
    if least > 0.0:
        out.append(
            line(
                r"\|w\| / \min_i m_i", norm / least, "≥", r"\|w^*\|", shortest,
                why="and scaled to a smallest margin of 1, it is no shorter",
            )
        )  # fmt: skip
    return out


def says(at: At) -> str:
    found: Separator | str = at.found
    if isinstance(found, str):
        return found
    norm = penalised_length(at.problem, found.theta)
    said = f"The largest margin is γ* = 1/min ‖w‖ = {number(1.0 / norm)}"
    if at.problem.rows == 1 and at.problem.bias != "regularised":
        return f"{said}; the street is 2/‖w*‖ = {number(2.0 / norm)} wide."
    return f"{said}."


MARGIN_AND_NORM = Derivation(
    "margin",
    "Largest margin, shortest w",
    lines,
    says,
    _reference,
    waiting="The largest margin is being computed.",
)
