"""Measures of a model: objective and its parts, errors, risk, margins, slack and support vectors.

J(θ) = (1/N) Σ ℓ + λ·R(w), R = ½‖w‖² or ‖w‖₁; a regularised bias counts in R. Losses are those of θ wherever they are
measured, errors those of what the model answers, which for a vote is the vote. While training, support vectors are the
examples with margin ≤ 1; slack is ξ = max(0, 1 − m). ‖w‖ is without any bias, so that a margin is a distance.
"""

from dataclasses import dataclass
from typing import Any

import numpy as np

from linlab.engine.data.points import Points
from linlab.engine.learner.losses import LOSSES, Loss, rivals_and_margins

from .models import Bayes, Linear, Model, winners
from .problem import Floats, Problem


@dataclass(frozen=True)
class Sample:
    """The numbers of one moment of a run; dev and test are None where there are no such points."""

    t: int
    objective: float
    data_loss: float
    regulariser: float
    train_error: float
    dev_error: float | None
    test_error: float | None
    dev_loss: float | None
    test_loss: float | None
    norm: float
    margin: float | None  # None while there is no boundary, for votes and for counts
    mistakes: int


def loss_of(problem: Problem) -> Loss:
    """The loss that is shown: counting is judged by log loss."""
    return LOSSES["log"] if problem.counting is not None else problem.learner.recipe.loss


def own_scores(model: Model) -> Floats:
    """Scores of the training examples as the objective sees them: those of θ. (n, rows)"""
    if isinstance(model, Bayes):
        return model.scores(model.problem.x)
    return model.problem.scores(model.theta)


def answers(model: Model) -> Floats:
    """Scores of the training examples as the model answers: for a vote those of the vote. (n, rows)"""
    return own_scores(model) if isinstance(model, Linear) else model.scores(model.problem.x)


def regulariser(problem: Problem, theta: Floats) -> float:
    """λ·R(w)."""
    if problem.learner.decay == 0.0:
        return 0.0
    if problem.learner["penalty"] == "l1":
        return problem.learner.decay * float(np.abs(theta[:, : problem.decayed]).sum())
    return problem.learner.decay * 0.5 * problem.square(theta)


def objective(model: Model) -> tuple[float, float]:
    """The two parts of J: mean loss and λ·R. For counting, the mean of −log P(y, x), which plain counts minimise."""
    problem = model.problem
    if isinstance(model, Bayes):
        joint = model.joint(problem.x)
        return float(-joint[np.arange(problem.n), problem.y].mean()), 0.0
    return float(loss_of(problem).value(own_scores(model), problem.y).mean()), regulariser(problem, model.theta)


def error(scores: Floats, y: Any) -> float:
    """The share of wrong answers. NaN-free: callers ask only about points that exist."""
    return float(np.mean(winners(scores) != y))


def losses(model: Model, x: Floats, y: Any, scores: Floats) -> Any:
    """The loss of these examples, which the model gives these scores, as in the objective: that of θ, for counts
    −log P(y, x). (m,)"""
    if isinstance(model, Bayes):
        return -model.joint(x)[np.arange(len(y)), y]
    own = scores if isinstance(model, Linear) else Linear(model.problem, model.theta).scores(x)
    return loss_of(model.problem).value(own, y)


def held_out(model: Model, part: int) -> tuple[float | None, float | None]:
    """Error and mean loss on dev (0) or test (1); a point of a class never trained on is an error and has no loss."""
    x, y = model.problem.held_out[part]
    if not len(y):
        return None, None
    scores, known = model.scores(x), y >= 0
    lost = float(losses(model, x[known], y[known], scores[known]).mean()) if known.any() else None
    return error(scores, y), lost


def risk(model: Model, points: Points) -> tuple[float, float]:
    """Mean loss and error on other labelled points: empirical risk there; expected risk if they are a fresh sample."""
    problem = model.problem
    index = np.array([problem.classes.index(c) if c in problem.classes else -1 for c in points.classes])
    labelled = points.label >= 0
    y = index[points.label[labelled]]
    x, known = points.x[labelled], y >= 0
    scores = model.scores(x)
    return float(losses(model, x[known], y[known], scores[known]).mean()), error(scores, y)


def margins(model: Model) -> Any:
    """The margin m of every training example. (n,)"""
    return rivals_and_margins(answers(model), model.problem.y)[1]


def slack(model: Model) -> Any:
    """ξ = max(0, 1 − m). (n,)"""
    return np.maximum(0.0, 1.0 - margins(model))


def support(model: Model) -> Any:
    """Positions of the examples on or inside the margin, m ≤ 1, up to rounding."""
    return np.flatnonzero(margins(model) <= 1.0 + 1e-9)


def norm(model: Model) -> float:
    """‖w‖ of all rows together, without any bias: the street is 2/‖w‖ wide."""
    if isinstance(model, Bayes):
        weights = model.theta[:, :-1]
        return float(np.linalg.norm(weights)) if np.isfinite(weights).all() else np.inf  # there are logarithms of 0
    return float(np.sqrt(model.problem.square(model.theta, penalised=False)))


def geometric_margin(model: Model) -> float | None:
    """min m/‖w‖: the distance of the nearest example from the boundary, negative if one is on the wrong side.

    For K classes the least (s_y − s_z)/‖w_y − w_z‖ over all other classes z: the best-scoring rival need not have the
    nearest boundary. None while w is 0 or that of two classes the same, for votes and for counts."""
    if not isinstance(model, Linear):
        return None
    problem, theta = model.problem, model.theta
    scores = problem.scores(theta)
    if len(theta) == 1:
        length = np.sqrt(problem.square(theta, penalised=False))
        return None if length == 0 else float(rivals_and_margins(scores, problem.y)[1].min() / length)
    rivals = np.arange(len(theta)) != problem.y[:, None]  # (n, K)
    lead = (scores[np.arange(problem.n), problem.y][:, None] - scores)[rivals]
    apart = np.sqrt(problem.apart(theta))[problem.y][rivals]
    return None if (apart == 0).any() else float((lead / apart).min())


def street(model: Model) -> float | None:
    """2/‖w‖, the width between the two margins; two classes only."""
    if not isinstance(model, Linear) or len(model.theta) > 1:
        return None
    length = float(np.sqrt(model.problem.square(model.theta, penalised=False)))
    return 2.0 / length if length > 0 else None


def sample(model: Model, t: int, mistakes: int) -> Sample:
    """All the numbers of one moment."""
    data, regular = objective(model)
    dev, test = held_out(model, 0), held_out(model, 1)
    return Sample(t, data + regular, data, regular, error(answers(model), model.problem.y), dev[0], test[0],
                  dev[1], test[1], norm(model), geometric_margin(model), mistakes)
