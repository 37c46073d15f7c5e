r"""The gradient of the log-likelihood, for two classes and for softmax.

    ∂ ln P(y|x)/∂w = (1 − P) y x        ∂ ln P(y|x)/∂w_c = ([c = y] − P_c) x

Slopes on the left are measured by small differences, so both sides are computed apart.
"""

import math
from collections.abc import Callable

import numpy as np

from linlab.engine.ground.arrays import Floats
from linlab.engine.ground.numerals import number
from linlab.engine.train.models import softmax
from linlab.engine.train.problem import Problem
from linlab.engine.words.signs import numbered

from .derivation import At, Derivation
from .line import Line, Vector, line
from .spaces import in_space, signs_of, theta_in_words

DIFFERENCE = 1e-5  # the difference that a slope is measured by


def log_chances(scores: Floats) -> Floats:
    """ln P(c|x) of scores (m, rows). (m, K)"""
    s = np.concatenate([np.zeros_like(scores), scores], axis=1) if scores.shape[1] == 1 else scores
    top = s.max(axis=1, keepdims=True)
    return np.asarray(s - top - np.log(np.exp(s - top).sum(axis=1, keepdims=True)))


def mean_log_likelihood(problem: Problem, theta: Floats) -> float:
    """(1/N) Σ ln P(yᵢ|xᵢ)."""
    return float(log_chances(problem.scores(theta))[np.arange(problem.n), problem.y].mean())


def pulls(problem: Problem, theta: Floats) -> Floats:
    """∂ ln P(yᵢ|xᵢ)/∂s of each row: [c = y] − P_c. (n, rows)"""
    chances = softmax(problem.scores(theta))
    return np.asarray((np.eye(len(problem.classes))[problem.y] - chances)[:, -problem.rows :])


def gradient(problem: Problem, theta: Floats) -> Floats:
    """That of the mean log-likelihood, as a change of θ: in a kernel space as coefficients.
    (rows, d)"""
    pull = pulls(problem, theta).T / problem.n
    if not problem.dual:
        return np.asarray(pull @ problem.columns)
    out = np.zeros_like(theta)
    out[:, : problem.n] = pull
    if problem.constant:
        out[:, -1] = pull.sum(axis=1)
    return out


def slope(function: Callable[[float], float], at: float = 0.0) -> float:
    """By a small difference."""
    return (function(at + DIFFERENCE) - function(at - DIFFERENCE)) / (2.0 * DIFFERENCE)


def lines(at: At) -> tuple[Line, ...]:
    problem = at.problem
    scores = problem.scores(at.theta)[at.example]
    own = _of_two if problem.rows == 1 else _of_several
    return (*own(at, scores), *_of_all(at))


def _of_two(at: At, scores: Floats) -> list[Line]:
    problem = at.problem
    i = at.example
    sign = 1.0 if problem.y[i] == 1 else -1.0
    m = sign * float(scores[0])
    p = math.exp(_log_sigma(m))
    x = f"{signs_of(problem).x}"
    chance = float(softmax(scores[None])[0, int(problem.y[i])])
    return [
        line("P", chance, "=", r"\frac{1}{1 + e^{-m}}", p, why=rf"$P(y|x)$ of {numbered(i)}, the sigmoid $\sigma(m)$ of its margin $m$", example=i),
        line(
            r"d\sigma / dm", slope(lambda each: math.exp(_log_sigma(each)), m), "=", r"\sigma(m) (1 - \sigma(m))", p * (1.0 - p),
            why="its slope, here by a small difference", scale=1e-3,
        ),
        line(
            r"d \ln \sigma / dm", slope(_log_sigma, m), "=", r"1 - \sigma(m)", 1.0 - p,
            why="the chain rule: divide by $\\sigma(m)$", scale=1e-3,
        ),
        _of_one(at, rf"(1 - P) y {x}", (1.0 - p) * sign, 0, ""),
    ]  # fmt: skip


def _log_sigma(m: float) -> float:
    """ln σ(m) without overflow."""
    return -math.log1p(math.exp(-m)) if m > 0 else m - math.log1p(math.exp(m))


def _of_several(at: At, scores: Floats) -> list[Line]:
    problem = at.problem
    i, y = at.example, int(problem.y[at.example])
    logs = log_chances(scores[None])[0]
    p = np.exp(logs)
    truth = np.eye(len(p))[y]

    def nudged(c: int) -> Callable[[float], float]:
        return lambda by: float(log_chances((scores + by * np.eye(len(p))[c])[None])[0, y])

    slopes = [slope(nudged(c)) for c in range(len(p))]
    shifted = np.exp(scores - scores.max())
    x = signs_of(problem).x
    return [
        line(
            "P_y", float(softmax(scores[None])[0, y]), "=", r"e^{s_y} / \sum_c e^{s_c}", float(shifted[y] / shifted.sum()),
            why=f"$P(y|x)$ of {numbered(i)}, the softmax of its scores", example=i,
        ),
        line(
            r"\ln P_y", float(logs[y]), "=", r"s_y - \ln \sum_c e^{s_c}",
            float(scores[y] - scores.max() - math.log(float(shifted.sum()))), why="take the logarithm", scale=float(np.abs(scores).max()),
        ),
        line(
            r"\partial \ln P_y / \partial s_c", Vector.of(slopes), "=", "[c = y] - P_c", Vector.of(truth - p),
            why="one for each class $c$; the left by small differences", scale=1e-3,
        ),
        _of_one(at, rf"(1 - P_y) {x}", 1.0 - float(p[y]), y, "_y"),
    ]  # fmt: skip


def _of_one(at: At, latex: str, factor: float, row: int, low: str) -> Line:
    """The gradient of one example: measured along it, and by the formula."""
    problem = at.problem
    i = at.example
    square = float(problem.norms[i])
    along = np.zeros_like(at.theta)
    if problem.dual:
        along[row, i] = 1.0
        along[row, len(problem.centres) :] = 1.0
    else:
        along[row] = problem.row(i)

    def moved(by: float) -> float:
        scores = problem.scores(at.theta)[i] + by * np.eye(problem.rows)[row] * square
        return float(log_chances(scores[None])[0, int(problem.y[i])])

    measured = (
        slope(lambda by: moved(by / max(square, 1.0))) * max(square, 1.0) / square
        if square > 0.0
        else 0.0
    )
    return line(
        rf"\partial \ln P / \partial \theta{low}", in_space(problem, (measured * along)[row]), "=", latex,
        in_space(problem, (factor * along)[row]),
        why=f"the chain rule again; {theta_in_words(problem)}",
        scale=1e-3 * math.sqrt(square),
    )  # fmt: skip


def _of_all(at: At) -> list[Line]:
    problem = at.problem
    signs = signs_of(problem)
    row = int(problem.y[at.example]) if signs.several else 0
    low = "_c" if signs.several else ""
    whole = gradient(problem, at.theta)
    pull = "([c = y_i] - P_c)" if signs.several else "(1 - P_i) y_i"
    _, lab = problem.learner.recipe.loss.value_and_pull(problem.scores(at.theta), problem.y)
    by_loss = _joined(problem, lab)
    steep = in_space(problem, whole).length
    which = f", here for the class of {numbered(at.example)}" if signs.several else ""
    return [
        line(
            rf"\partial L / \partial \theta{low}", in_space(problem, by_loss[row]), "=", rf"\frac{{1}}{{N}} \sum_i {pull} {signs.xi}", in_space(problem, whole[row]),
            why=rf"$L = \frac{{1}}{{N}} \sum_i \ln P(y_i|x_i)${which}; 0 at the maximum",
            scale=1e-3 * math.sqrt(float(problem.norms.max())),
        ),
        line(
            r"\frac{L(\theta + h g) - L(\theta - h g)}{2h}", _along(problem, at.theta, whole, steep), "=", r"\|g\|^2", steep**2,
            why=r"$g = \partial L / \partial \theta$: a small step $h$ along it gains this much",
            scale=1e-3 * float(problem.norms.max()),
        ),
    ]  # fmt: skip


def _joined(problem: Problem, pull: Floats) -> Floats:
    """The mean pull on θ. (rows, d)"""
    mean = np.asarray(pull).T / problem.n
    if not problem.dual:
        return np.asarray(mean @ problem.columns)
    ones = mean.sum(axis=1, keepdims=True)
    ghosts = np.zeros((len(mean), len(problem.centres) - problem.n))
    return np.concatenate([mean, ghosts, *([ones] if problem.constant else [])], axis=1)


def _along(problem: Problem, theta: Floats, whole: Floats, steep: float) -> float:
    """The slope of L along its gradient, by a small difference of length SMALL."""
    if steep == 0.0:
        return 0.0
    step = DIFFERENCE / max(1.0, math.sqrt(float(problem.norms.max())))
    ahead = mean_log_likelihood(problem, theta + step / steep * whole)
    back = mean_log_likelihood(problem, theta - step / steep * whole)
    return (ahead - back) / (2.0 * step) * steep


def says(at: At) -> str:
    problem = at.problem
    steep = in_space(problem, gradient(problem, at.theta)).length
    value = number(mean_log_likelihood(problem, at.theta))
    return f"L = {value} at this step, and its gradient is {number(steep)} long: every example pulls by 1 − P."


GRADIENT = Derivation("gradient", "Gradient of the log-likelihood", lines, says)
