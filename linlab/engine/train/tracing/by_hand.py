"""Weights set by hand: the learner that starts from them, and for which learners there are none to
set.

The numbers are the learner's setting `start`, w and then b, row by row."""

import numpy as np

from linlab.engine.ground.arrays import Floats
from linlab.engine.learner.learner import Learner
from linlab.engine.learner.parameters import numbers_in

DIGITS = 6  # of a number that is set by hand


def why_not_by_hand(learner: Learner) -> str:
    """Why w and b cannot be dragged in the plane, in words; empty if they can."""
    own = learner.recipe
    if learner.optimiser.solver and own.counting is None and not own.of_others:
        return f"{learner.optimiser.title} finds its own way from any start, so there is nothing to drag."
    if "start" not in own.parameters:
        return f"{own.title} has no w to drag."
    if not learner.straight or learner.dual:
        return "w can be dragged only in the linear space."
    if learner["average"] != "last":
        return "What is drawn is not the last w but is made of many, so it cannot be dragged: choose the read-out “last”."
    return ""


def set_by_hand(learner: Learner) -> bool:
    """Whether its training starts from numbers that somebody set."""
    start = dict(learner.chosen).get("start")
    return start is not None and numbers_in(str(start)) is not None


def started_at(learner: Learner, theta: Floats) -> Learner:
    """The learner whose training starts at θ (rows, d).

    >>> started_at(Learner.of("perceptron"), np.array([[0.5, -1.0, 0.25]]))["start"]
    '0.5 -1 0.25'
    """
    rows = (" ".join(f"{each:.{DIGITS}g}" for each in row) for row in np.asarray(theta))
    return learner.replace(start="; ".join(rows))
