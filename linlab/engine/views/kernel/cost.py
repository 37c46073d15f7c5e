"""What a step and a prediction cost: multiplications with a kernel against those with features.

kernel      s = Σᵢ aᵢk(xᵢ, x): for each of S examples with a coefficient 2 for k, and 1 for each row
features    s = w·φ(x): D for each row; a step writes D more, and D again for the penalty
cells       of random grids: only one of each grid is not 0, but the penalty shrinks all their weights
"""

from typing import NamedTuple

import numpy as np

from linlab.engine.ground.numerals import grouped
from linlab.engine.learner.features import FEATURES
from linlab.engine.picture.palette import Palette
from linlab.engine.picture.shapes import Frame, Panel
from linlab.engine.train.models import Linear
from linlab.engine.train.problem import Problem
from linlab.engine.views.figure import Figure
from linlab.engine.views.snapshot import Snapshot
from linlab.engine.views.table import Column, Table, table_panel

IN_A_VALUE = 2  # multiplications of k(x, x′) in the plane, for x·x′ or ‖x − x′‖²
ENDLESS = "∞"


class Cost(NamedTuple):
    """Multiplications of a step that changes the weights, and of a prediction; None: infinitely many."""

    step: int | None
    prediction: int | None


def with_kernel(examples: int, used: int, rows: int, decays: bool) -> Cost:
    """`used` examples have a coefficient; a penalty shrinks the coefficients of all."""
    prediction = used * (IN_A_VALUE + rows)
    return Cost(prediction + rows + (examples * rows if decays else 0), prediction)


def with_features(features: int | None, rows: int, decays: bool, active: int | None = None) -> Cost:
    """`active` of the features are not 0 at any one point; all of them if None."""
    if features is None:
        return Cost(None, None)
    read = features if active is None else active
    return Cost(rows * (2 * read + (features if decays else 0)), rows * read)


def costs(model: Linear) -> dict[str, Cost]:
    """Of the space that is used, and of its counterpart."""
    problem = model.problem
    rows = problem.rows
    decays = problem.learner.decay > 0
    if problem.kernel is not None:
        weights = problem.split(model.theta)[0]
        used = int(np.count_nonzero(weights.any(axis=0)))
        monomials = problem.kernel.monomials
        many = None if monomials is None else len(monomials(problem.learner.settings))
        active = None
    else:
        used = problem.n
        active = _active(problem)
        many = problem.d - problem.constant
    return {
        f"kernel, {grouped(used)} example{'s' if used != 1 else ''}": with_kernel(
            problem.n, used, rows, decays
        ),
        _features(many, active): with_features(many, rows, decays, active),
    }


def _active(problem: Problem) -> int | None:
    """How many features of a point are not 0, where most of them are."""
    own = FEATURES.get(problem.learner["space"])
    if own is None or own.imitation is None or not own.of_examples:
        return None
    return int(problem.learner[own.imitation.size])


def _features(many: int | None, active: int | None) -> str:
    if many is None:
        return "features: infinitely many"
    return f"{grouped(many)} features" + ("" if active is None else f", {grouped(active)} not 0")


def cost_panel(
    model: Linear, figure: Figure, moment: Snapshot, palette: Palette, frame: Frame
) -> Panel:
    found = costs(model)

    def shown(value: int | None) -> str:
        return ENDLESS if value is None else grouped(value)

    table = Table(
        (
            Column("with", "multiplications", "how the score is computed", tuple(found), words=True),
            Column("step", "of a step", "that changes the weights", tuple(shown(c.step) for c in found.values())),
            Column("prediction", "of a prediction", "of one point", tuple(shown(c.prediction) for c in found.values())),
        )
    )  # fmt: skip
    return table_panel(table, frame, palette, figure.font)


def words_of(model: Linear) -> list[str]:
    kernel, features = costs(model).values()
    fewer = "the kernel needs fewer here"
    if features.prediction is not None and features.prediction < (kernel.prediction or 0):
        fewer = "features need fewer here: their number does not grow with the examples"
        if _active(model.problem) is not None:
            fewer = "cells need fewer here: a point is in one cell of each grid"
    if features.prediction is None:
        fewer = "only the kernel can compute it: φ is infinitely long"
    if kernel.prediction == 0:
        fewer = "no example has a coefficient yet"
    return [
        "a value of k takes 2 multiplications in the plane, and 1 more for each row of coefficients",
        fewer,
    ]
