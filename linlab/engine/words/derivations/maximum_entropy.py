r"""Maximum entropy: of all P that have the same mean features, the log-linear model has the most
entropy; at the optimum its mean features are those of the data.

    H(Q) ≤ −(1/N) ΣΣ Q ln P = −(1/N) ΣΣ P ln P = H(P)

The first is Gibbs' inequality. The second holds for every Q with the features of P, because ln P is
a sum of features up to a term that depends on x alone. The Q that is shown is made of P by moving
some probability between two classes without changing a feature.
"""

import math

import numpy as np

from linlab.engine.ground.arrays import Floats
from linlab.engine.ground.errors import LinlabError
from linlab.engine.ground.numerals import number
from linlab.engine.ground.progress import tell
from linlab.engine.optimum.exact import Optimum, optimum
from linlab.engine.train.moment import Moment
from linlab.engine.train.problem import Problem
from linlab.engine.words.signs import numbered

from .derivation import At, Derivation
from .gradient import log_chances
from .line import Line, Vector, line
from .spaces import signs_of

MOVED = 0.9  # of the probability that can be moved at most


def _reference(moment: Moment) -> Optimum | None:
    """The optimum, where there is one: separable examples without a penalty have none."""
    try:
        return optimum(moment.problem, tell)
    except LinlabError:
        return None


def features_of(problem: Problem, chances: Floats) -> Floats:
    """(1/N) Σ P(c|xᵢ) φ(xᵢ) of each class with a row. (rows, d)"""
    return np.asarray(chances[:, -problem.rows :].T @ problem.columns / problem.n)


def truth_of(problem: Problem) -> Floats:
    """P of the data: 1 for the true class. (n, K)"""
    return np.asarray(np.eye(len(problem.classes))[problem.y])


def entropy(chances: Floats) -> float:
    """−(1/N) ΣΣ P ln P."""
    some = chances > 0.0
    return -float((chances[some] * np.log(chances[some])).sum()) / len(chances)


def another(problem: Problem, chances: Floats) -> Floats:
    """Q ≠ P with the same features, where there is one; else P. (n, K)"""
    room = chances[:, 0] * chances[:, 1]
    columns = problem.columns
    if problem.bias == "none":
        columns = np.concatenate([columns, np.ones((problem.n, 1))], axis=1)
    z = np.where(np.arange(problem.n) % 2 == 0, 1.0, -1.0)
    root = np.sqrt(room)[:, None]
    z = z - columns @ np.linalg.lstsq(root * columns, root[:, 0] * z, rcond=None)[0]
    most = float(np.abs(z).max(initial=0.0))
    moved = room * z
    lost = np.abs(columns.T @ moved).max(initial=0.0)
    if most < 1e-9 or lost > 1e-9 * (np.abs(columns).T @ np.abs(moved)).max(initial=0.0):
        return chances
    out = chances.copy()
    out[:, 0] += MOVED * moved / most
    out[:, 1] -= MOVED * moved / most
    return out


def lines(at: At) -> tuple[Line, ...]:
    problem = at.problem
    signs = signs_of(problem)
    logs = log_chances(problem.scores(at.theta))
    chances = np.exp(logs)
    row = int(problem.y[at.example]) if signs.several else 0
    low = ", here for the class of " + numbered(at.example) if signs.several else ""
    data, model = features_of(problem, truth_of(problem))[row], features_of(problem, chances)[row]
    other = another(problem, chances)
    size = float(np.abs(problem.columns).max(initial=0.0))
    mixed = -float((other * logs).sum()) / problem.n
    return (
        line(
            "f_D - f_P", Vector.of(data - model), "=", rf"\frac{{1}}{{N}} \sum_i ([y_i = c] - P(c|x_i)) {signs.xi}",
            Vector.of(((truth_of(problem) - chances)[:, -problem.rows :].T @ problem.columns / problem.n)[row]),
            why=f"the mean features of class $c$ in the data, and those that the model expects at this step{low}", scale=size,
        ),
        *_at_optimum(at, row, size),
        line(
            "H(P)", entropy(chances), "=", r"\frac{1}{N} \sum_i (\ln Z(x_i) - \sum_c P(c|x_i) s_c)", _by_scores(problem, at.theta, chances),
            why=r"the entropy at this step: $\ln P = s_c - \ln Z(x)$ is linear in the features",
            scale=float(np.abs(problem.scores(at.theta)).max()),
        ),
        line(
            "f_Q", Vector.of(features_of(problem, other)[row]), "=", "f_P", Vector.of(model),
            why="$Q$ is another model with the same mean features", scale=size,
        ),
        line(
            "H(Q)", entropy(other), "≤", r"-\frac{1}{N} \sum_i \sum_c Q \ln P", mixed,
            why="Gibbs: no $P$ codes $Q$ better than $Q$ itself",
        ),
        line(
            r"-\frac{1}{N} \sum_i \sum_c Q \ln P", mixed, "=", "H(P)", entropy(chances),
            why=r"$\ln P$ is linear in the features, and $Q$ has the same ones", scale=float(np.abs(logs).max()),
        ),
        line(
            "H(Q)", entropy(other), "≤", "H(P)", entropy(chances), "≤", r"\ln K", math.log(len(problem.classes)),
            why="so no model with these mean features has more entropy; without any to match, the uniform one has most",
        ),
    )  # fmt: skip


def _by_scores(problem: Problem, theta: Floats, chances: Floats) -> float:
    s = problem.scores(theta)
    s = np.concatenate([np.zeros_like(s), s], axis=1) if s.shape[1] == 1 else s
    top = s.max(axis=1)
    log_z = top + np.log(np.exp(s - top[:, None]).sum(axis=1))
    return float((log_z - (chances * s).sum(axis=1)).mean())


def _at_optimum(at: At, row: int, size: float) -> list[Line]:
    """The constraints that the optimum meets."""
    found: Optimum | None = at.found
    problem = at.problem
    if found is None or problem.learner["penalty"] == "l1":
        return []
    chances = np.exp(log_chances(problem.scores(found.theta)))
    left = (features_of(problem, truth_of(problem)) - features_of(problem, chances))[row]
    lam = problem.learner.decay
    right = np.zeros_like(left)
    right[: problem.decayed] = lam * found.theta[row, : problem.decayed]
    penalty = r"\lambda w^*" if lam else "0"
    why = (
        "at the optimum the difference that is left balances the penalty; 0 for $b$"
        if lam
        else "the constraints, met at the optimum"
    )
    why = why.removesuffix("; 0 for $b$") if problem.bias != "free" else why
    return [
        line("f_D - f_P^*", Vector.of(left), "=", penalty, Vector.of(right), why=why, scale=size)
    ]


def says(at: At) -> str:
    problem = at.problem
    chances = np.exp(log_chances(problem.scores(at.theta)))
    away = features_of(problem, truth_of(problem)) - features_of(problem, chances)
    most = number(float(np.abs(away).max(initial=0.0)))
    said = f"H(P) = {number(entropy(chances))}; the features still differ from those of the data by up to {most}."
    if at.found is None:
        return (
            f"{said} Without a penalty these examples have no optimum: the weights grow for ever."
        )
    return said


MAXIMUM_ENTROPY = Derivation(
    "entropy",
    "Maximum entropy",
    lines,
    says,
    _reference,
    waiting="The exact optimum is being computed.",
)
