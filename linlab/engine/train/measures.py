"""Measures of a model: objective and its parts, errors, risk, margins and support vectors.

J(θ) = (1/N) Σ ℓ + λ·R(w), R = ½‖w‖² or ‖w‖₁; a regularised bias counts in R. Of counts ℓ is −log
P(y|x), and J the mean of −log P(y, x). Losses are always those of θ, errors those of the model's
answers, which for a vote is the vote. While training, support vectors are the examples with margin
≤ 1. ‖w‖ is without any bias, so that a margin is a distance.
"""

from dataclasses import dataclass
from typing import Any

import numpy as np

from linlab.engine.data.points import Points
from linlab.engine.ground.arrays import Floats
from linlab.engine.ground.numerals import DUST
from linlab.engine.learner.losses import Loss, rivals_and_margins

from .models import UNDECIDED, ExampleSet, Model, decisions, winners
from .problem import Problem

# What errors are called wherever they are shown.
WRONG_NOW = "wrong now"
WRONG_ON_DEV = "wrong on dev"
WRONG_ON_TEST = "wrong on test"
WRONG_OUT_OF_BAG = "wrong out of bag"
WRONG_ON_NEW_POINTS = "wrong on new points"


@dataclass(frozen=True)
class Sample:
    """The numbers of one moment of a run; dev and test are None without such points, J and ‖w‖ NaN
    if a model has none."""

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
    bag_error: float | None = None  # out of bag, if members have not seen all examples


def loss_of(problem: Problem) -> Loss:
    """The loss that is shown: log loss for counts."""
    return problem.learner.recipe.judge


def objective(model: Model) -> tuple[float, float]:
    """The two parts of J: mean loss and λ·R; NaN for a model that has none."""
    return model.objective() or (np.nan, np.nan)


def without_noise(problem: Problem, theta: Floats) -> Floats:
    """θ as it is shown: a weight that is only what rounding left of a sum, as −2.8×10⁻¹⁷ of 0.1 +
    0.2 − 0.3, is 0. (rows, d)

    Training by gradients from 0 adds up terms ηp·φ_j(xᵢ). Those of a row have Σ η|p| ≥
    |θ_k|/max|φ_k| for every k, so those of weight j come to min|φ_j| times as much at least: below
    DUST of that, their sum cannot be distinguished from 0. If nothing is known about the terms,
    nothing counts as noise, however small.
    """
    learner = problem.learner
    by_gradients = learner.recipe.in_a_space and learner.recipe.counting is None
    summed = by_gradients and learner.optimiser.linear
    if not summed or learner["start"] != "zeros" or not np.isfinite(theta).all():
        return theta
    least, most = problem.sizes
    with np.errstate(divide="ignore", invalid="ignore"):
        moved = np.where(most > 0, np.abs(theta) / most, 0.0).max(axis=1, keepdims=True)
    return np.where(np.abs(theta) > DUST * moved * least, theta, 0.0)


def training_loss(model: Model) -> float:
    """The mean loss of the training examples; NaN for a model that has none."""
    own = model.training_loss()
    return objective(model)[0] if own is None else own


def error(scores: Floats, y: Any) -> float:
    """The share of wrong answers. NaN-free: callers ask only about points that exist."""
    return float(np.mean(winners(scores) != y))


def error_of(model: Model, scores: Floats, y: Any) -> float:
    """The same for a model; undecided points are errors."""
    said = decisions(model, scores)
    return float(np.mean((said != y) | (said == UNDECIDED)))


def given(examples: ExampleSet) -> Any:
    """Which examples have a given label: guessed labels never count in an error. (n,)"""
    guessed = getattr(examples, "guessed", None)
    return np.ones(len(examples.y), bool) if guessed is None else ~guessed


def train_error(model: Model) -> float:
    """The share of wrong answers among the examples with a given label; NaN if there are none."""
    own = given(model.examples)
    return error_of(model, model.answers()[own], model.examples.y[own]) if own.any() else np.nan


def hidden_error(model: Model, points: Points) -> float:
    """The share of the hidden labels of these points that a model gets wrong; NaN if none is
    hidden."""
    chosen = points.hidden
    known = np.array([*(points.classes.index(name) for name in model.examples.classes), UNDECIDED])
    said = known[decisions(model, model.scores(model.inputs(points)[chosen]))]
    return float(np.mean(said != points.true[chosen])) if chosen.any() else np.nan


def _mean_loss(model: Model, x: Floats, y: Any, scores: Floats) -> float:
    """The mean loss of examples of known classes with these scores; NaN for a model without a
    loss."""
    known = y >= 0
    found = model.losses(x[known], y[known], scores[known])
    return np.nan if found is None else float(found.mean())


def held_out(model: Model, part: int) -> tuple[float | None, float | None]:
    """Error and mean loss on dev (0) or test (1); a point of a class never trained on is an error
    and has no loss."""
    x, y = model.examples.held_out[part]
    if not len(y):
        return None, None
    scores = model.scores(x)
    return error_of(model, scores, y), _mean_loss(model, x, y, scores) if (y >= 0).any() else None


def margins(model: Model) -> Any:
    """The margin m of every training example. (n,)"""
    return rivals_and_margins(model.answers(), model.examples.y)[1]


def support(model: Model) -> Any:
    """Positions of the examples on or inside the margin, m ≤ 1, up to rounding."""
    return np.flatnonzero(margins(model) <= 1.0 + 1e-9)


def supports(model: Model) -> int | None:
    """The number of support vectors, if the loss has a margin of 1."""
    wanted = model.kink is not None and model.kink.at != 0 and model.decided
    return len(support(model)) if wanted else None


def geometric_margin(model: Model) -> float | None:
    """min m/‖w‖: the distance of the nearest example from the boundary, negative if one is on the
    wrong side.

    For K classes the least (s_y − s_z)/‖w_y − w_z‖ over all other classes z: the best-scoring rival
    need not have the nearest boundary. None while w is 0 or that of two classes the same, for votes
    and for counts."""
    if model.single is None:
        return None
    problem, theta = model.single.problem, model.single.theta
    scores = problem.scores(theta)
    if len(theta) == 1:
        length = problem.length(theta)
        return (
            None if length == 0 else float(rivals_and_margins(scores, problem.y)[1].min() / length)
        )
    rivals = np.arange(len(theta)) != problem.y[:, None]  # (n, K)
    lead = (scores[np.arange(problem.n), problem.y][:, None] - scores)[rivals]
    apart = np.sqrt(problem.apart(theta))[problem.y][rivals]
    return None if (apart == 0).any() else float((lead / apart).min())


def street(model: Model) -> float | None:
    """2/‖w‖, the width between the two margins; two classes only."""
    if model.single is None or len(model.single.theta) > 1:
        return None
    length = model.single.norm()
    return 2.0 / length if length > 0 else None


def sample(model: Model, t: int, mistakes: int) -> Sample:
    """All the numbers of one moment."""
    data, regular = objective(model)
    dev, test = held_out(model, 0), held_out(model, 1)
    length, own = model.norm(), model.training_loss()
    return Sample(
        t,
        data + regular,
        data if own is None else own,
        regular,
        train_error(model),
        dev[0],
        test[0],
        dev[1],
        test[1],
        np.nan if length is None else length,
        geometric_margin(model),
        mistakes,
        model.out_of_bag_error,
    )
