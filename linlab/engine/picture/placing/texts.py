"""Where texts stand in the plane: at two numbers that mean something.

    weights, two classes     (Σ of the positive w_j φ_j, −Σ of the negative ones), the bias on the
                             side of its sign; so s = x₁ − x₂, and the boundary is the diagonal
    weights, more classes    the scores of two classes; the diagonal separates only these two
    words                    Σ φ_v over two lists of words: no place has a score
    data                     as the data set places them: no place has a score
    a vote                   the votes for two classes; the diagonal separates them

By weights and votes texts move as training goes on.
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from linlab.engine.data.points import Points
from linlab.engine.ground.arrays import Floats
from linlab.engine.ground.sanitise import shorten
from linlab.engine.learner.learner import Learner
from linlab.engine.learner.text.axes import two_lists
from linlab.engine.train.models import Model
from linlab.engine.train.problem import Problem

ONE_BOUNDARY = (
    "Texts stand where the weights put them, so the plane has only the boundary of these weights."
)
NO_SCORE = (
    "Texts are placed by words or by the data, and such a place has no score: set “Placed by” in the "
    "card Words to weights."
)
FOR, AGAINST = "words for {name}", "words against {name}"
LONGEST_AXIS = 40  # letters of a name


def why_not_of_texts(learner: Learner) -> str:
    """Why boundaries of other weights are not drawn where texts are placed; empty elsewhere."""
    return ONE_BOUNDARY if learner.reads_texts else ""


def why_no_score(learner: Learner, classes: int) -> str:
    """Why nothing about scores is drawn where texts are placed by something else; else empty."""
    return NO_SCORE if learner.reads_texts and learner["places"] != "weights" else ""


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
    """The places of points by the words of their texts; None for a model of places, and where they
    stay where they are. (n, 2)"""
    if model.ballots is not None:
        return np.asarray(model.ballots(points)[:, list(classes_on_axes(model))])
    problem = model.own_problem
    if problem is None or not problem.sparse or problem.learner["places"] == "data":
        return None
    if problem.learner["places"] == "words":
        rows = problem.reads(problem.inputs(points))
        return np.stack([_sum(problem, rows, own) for own in _lists(problem)], axis=1)
    parts = model.parts()
    if parts is None or not (np.isfinite(parts[0]).all() and np.isfinite(parts[1]).all()):
        return None
    weights, bias = parts
    rows = problem.reads(problem.inputs(points))[:, : weights.shape[1]]
    if len(weights) > 1:
        pair = list(problem.pair)
        return np.asarray(rows @ weights[pair].T + bias[pair])
    return contributions(rows, weights[0], float(bias[0]))


def contributions(rows: Any, weights: Floats, bias: float) -> Floats:
    """What speaks for the last class and what against it, of sparse rows of numbers ≥ 0. (n, 2)"""
    speaks_for = rows @ np.maximum(weights, 0.0) + max(bias, 0.0)
    against = rows @ np.maximum(-weights, 0.0) + max(-bias, 0.0)
    return np.stack([speaks_for, against], axis=1)


def classes_on_axes(model: Model) -> tuple[int, int]:
    """The classes on the axes: of two, the last one goes to the right, as everywhere."""
    if len(model.examples.classes) == 2:
        return 1, 0
    problem = model.own_problem
    return (0, 1) if problem is None else problem.pair


def _lists(problem: Problem) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The words of each axis; where none is chosen, the word that tells the last class from the
    first best by its counts, and the one that tells the first from the last."""
    first, second = two_lists(str(problem.learner["axes"]))
    if first and second:
        return first, second
    names = problem.names or ()
    rows = problem.read[:, : len(names)]
    lead = np.asarray(rows[problem.y == len(problem.classes) - 1].sum(axis=0)).ravel()
    lead = lead - np.asarray(rows[problem.y == 0].sum(axis=0)).ravel()
    return first or (names[int(lead.argmax())],), second or (names[int(lead.argmin())],)


def _sum(problem: Problem, rows: Any, words: Sequence[str]) -> Floats:
    """Σ φ_v of each text over these words; those that are not in the vocabulary are never
    there. (n,)"""
    index = {name: j for j, name in enumerate(problem.names or ())}
    own = [index[word] for word in words if word in index]
    return np.asarray(rows[:, own].sum(axis=1), float).ravel() if own else np.zeros(rows.shape[0])


def axes_of(model: Model | None, features: tuple[str, str]) -> tuple[str, str]:
    """The names of the axes: those of the points, or of the numbers that place texts."""
    return (None if model is None else names_of_axes(model)) or features


def names_of_axes(model: Model) -> tuple[str, str] | None:
    """What the two numbers are; None where texts are not placed by a model."""
    if model.ballots is not None:
        first, second = (model.examples.classes[k] for k in classes_on_axes(model))
        return f"votes for {first}", f"votes for {second}"
    problem = model.own_problem
    if problem is None or not problem.sparse or problem.learner["places"] == "data":
        return None
    if problem.learner["places"] == "words":
        first, second = (_name(problem, own) for own in _lists(problem))
        return first, second
    if model.parts() is None:
        return None
    if len(problem.classes) > 2:
        first, second = (problem.classes[k] for k in problem.pair)
        return f"score of {first}", f"score of {second}"
    last = problem.classes[-1]
    return FOR.format(name=last), AGAINST.format(name=last)


def _name(problem: Problem, words: Sequence[str]) -> str:
    """“good”, or “good” + “great”; a word that no text has is named as such."""
    if len(words) == 1 and words[0] not in (problem.names or ()):
        return f"“{shorten(words[0], LONGEST_AXIS)}” (in no text)"
    return shorten(" + ".join(f"“{word}”" for word in words), LONGEST_AXIS)
