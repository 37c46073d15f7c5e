"""Where texts stand in the plane: at two numbers that mean something.

    two classes     (Σ of the positive w_j φ_j, −Σ of the negative ones), the bias on the side of its
                    sign; so s = x₁ − x₂, and the boundary is the diagonal
    more classes    the scores of two classes; the diagonal separates only these two

Texts move as the weights do. A model that has no weights of words leaves them where they are.
"""

from dataclasses import replace
from typing import Any

import numpy as np

from linlab.engine.data.points import Points
from linlab.engine.ground.arrays import Floats
from linlab.engine.learner.learner import Learner
from linlab.engine.train.models import Model

ONE_BOUNDARY = (
    "Texts stand where the weights put them, so the plane has only the boundary of these weights."
)
FOR, AGAINST = "words for {name}", "words against {name}"


def why_not_of_texts(learner: Learner) -> str:
    """Why boundaries of other weights are not drawn where texts are placed; empty elsewhere."""
    return ONE_BOUNDARY if learner.reads_texts else ""


def placed(points: Points, model: Model | None) -> Points:
    """The points where a model of texts puts them; others as they are."""
    places = None if model is None else places_of_texts(points, model)
    return points if places is None else replace(points, x=places)


def placed_between(points: Points, model: Model, towards: tuple[Model, float] | None) -> Points:
    """The same while the weights go from those of one model to those of another: the other, and
    how far they are."""
    begin = places_of_texts(points, model)
    end = None if towards is None else places_of_texts(points, towards[0])
    if begin is None or end is None or towards is None:
        return placed(points, model)
    return replace(points, x=begin + towards[1] * (end - begin))


def places_of_texts(points: Points, model: Model) -> Floats | None:
    """The places of points by the words of their texts; None for a model of places, or without
    weights. (n, 2)"""
    problem = model.own_problem
    parts = model.parts()
    if problem is None or not problem.sparse or parts is None:
        return None
    weights, bias = parts
    if not (np.isfinite(weights).all() and np.isfinite(bias).all()):
        return None
    rows = problem.reads(problem.inputs(points))[:, : weights.shape[1]]
    if len(weights) > 1:
        return np.asarray(rows @ weights[:2].T + bias[:2])
    return contributions(rows, weights[0], float(bias[0]))


def contributions(rows: Any, weights: Floats, bias: float) -> Floats:
    """What speaks for the last class and what against it, of sparse rows of numbers ≥ 0. (n, 2)"""
    speaks_for = rows @ np.maximum(weights, 0.0) + max(bias, 0.0)
    against = rows @ np.maximum(-weights, 0.0) + max(-bias, 0.0)
    return np.stack([speaks_for, against], axis=1)


def axes_of(model: Model | None, features: tuple[str, str]) -> tuple[str, str]:
    """The names of the axes: those of the points, or of the numbers that place texts."""
    return (None if model is None else names_of_axes(model)) or features


def names_of_axes(model: Model) -> tuple[str, str] | None:
    """What the two numbers are; None where texts are not placed by a model."""
    problem = model.own_problem
    if problem is None or not problem.sparse or model.parts() is None:
        return None
    if len(problem.classes) > 2:
        return f"score of {problem.classes[0]}", f"score of {problem.classes[1]}"
    last = problem.classes[-1]
    return FOR.format(name=last), AGAINST.format(name=last)
