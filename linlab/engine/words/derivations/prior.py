r"""λ as a prior of the weights: J is −ln of the posterior, up to a constant and divided by N.

L2:  w_j ~ N(0, σ²),  σ² = 1/(λN)          L1:  w_j ~ Laplace(0, β),  β = 1/(λN)
"""

import math
from dataclasses import dataclass

import numpy as np

from linlab.engine.ground.arrays import Floats
from linlab.engine.ground.numerals import number
from linlab.engine.train.measures import objective
from linlab.engine.train.models import Linear
from linlab.engine.train.problem import Problem

from .derivation import At, Derivation
from .gradient import log_chances
from .line import Line, line


@dataclass(frozen=True)
class Prior:
    """The density of each weight."""

    laplace: bool
    strength: float  # λN

    @property
    def width(self) -> float:
        """σ, or β."""
        return 1.0 / self.strength if self.laplace else math.sqrt(1.0 / self.strength)

    def log_density(self, w: Floats) -> Floats:
        """ln p of each weight."""
        if self.laplace:
            return np.asarray(-np.abs(w) / self.width - math.log(2.0 * self.width))
        return np.asarray(
            -0.5 * (w / self.width) ** 2 - math.log(self.width * math.sqrt(2.0 * math.pi))
        )


def prior_of(problem: Problem) -> Prior:
    laplace = problem.learner["penalty"] == "l1"
    return Prior(laplace, problem.learner.decay * problem.n)


def weights_of(problem: Problem, theta: Floats) -> Floats:
    """The weights that the penalty sees. (rows · decayed,)"""
    return np.ravel(theta[:, : problem.decayed])


def lines(at: At) -> tuple[Line, ...]:
    problem = at.problem
    prior = prior_of(problem)
    w = weights_of(problem, at.theta)
    many = len(w)
    surprise = -float(prior.log_density(w).sum())
    constant = _constant(prior, many)
    chances = log_chances(problem.scores(at.theta))[np.arange(problem.n), problem.y]
    data = -float(chances.sum())
    losses, penalty = objective(Linear(problem, at.theta))
    height = problem.n * (losses + penalty)
    size = abs(surprise) + abs(constant)
    return (
        _width(problem, prior),
        _density(prior, w, surprise, constant),
        line(
            r"-\ln P(\mathrm{data}|w)", data, "=", r"\sum_i \ell_i", problem.n * losses,
            why="the log loss is $-\\ln$ of the probability of a label",
        ),
        line(
            "N J", height, "=", r"-\ln P(\mathrm{data}|w) - \ln p(w) - \mathrm{const}", data + surprise - constant,
            why="so the least $J$ is the most probable $w$, by Bayes’ rule", scale=size,
        ),
    )  # fmt: skip


def _width(problem: Problem, prior: Prior) -> Line:
    lam, n = problem.learner.decay, problem.n
    if prior.laplace:
        return line(
            r"\beta", prior.width, "=", r"1 / (\lambda N)", 1.0 / (lam * n),
            why="the width of a Laplace prior around 0, the same for each weight",
        )  # fmt: skip
    return line(
        r"\sigma^2", prior.width**2, "=", r"1 / (\lambda N)", 1.0 / (lam * n),
        why="the variance of a Gaussian prior around 0, the same for each weight",
    )  # fmt: skip


def _constant(prior: Prior, many: int) -> float:
    """What −ln p(w) has besides the penalty."""
    if prior.laplace:
        return many * math.log(2.0 * prior.width)
    return 0.5 * many * math.log(2.0 * math.pi * prior.width**2)


def _density(prior: Prior, w: Floats, surprise: float, constant: float) -> Line:
    if prior.laplace:
        value = prior.strength * float(np.abs(w).sum()) + constant
        formula, rest = (
            r"\lambda N \sum_j |w_j| + \mathrm{const}",
            r"\mathrm{const} = d \ln(2 \beta)",
        )
    else:
        value = 0.5 * prior.strength * float((w * w).sum()) + constant
        formula, rest = (
            r"\frac{1}{2} \lambda N \|w\|^2 + \mathrm{const}",
            r"\mathrm{const} = \frac{d}{2} \ln(2 \pi \sigma^2)",
        )
    return line(
        r"-\ln p(w)", surprise, "=", formula, value,
        why=f"${rest}$ for $d$ = {len(w)} weights does not depend on $w$", scale=abs(constant),
    )  # fmt: skip


def says(at: At) -> str:
    problem = at.problem
    prior = prior_of(problem)
    name = "Laplace prior with β" if prior.laplace else "Gaussian prior with σ"
    free = " The bias has none." if problem.bias == "free" else ""
    return f"λ = {number(problem.learner.decay)} and N = {problem.n} are a {name} = {number(prior.width)} for each weight.{free}"


PRIOR = Derivation("prior", "λ as a prior", lines, says)
