"""Two sides of the SVM: every choice of multipliers 0 ≤ aᵢ ≤ 1/(λN) bounds the objective from
below,

    D(a) = λ (Σ aᵢ − ½‖Σ aᵢyᵢφ(xᵢ)‖²) ≤ J* ≤ J(θ),

with Σ aᵢyᵢ = 0 where the bias is free. The gap J − D says how far the run can still be from the
best.
"""

from typing import Any, NamedTuple

import numpy as np

from linlab.engine.ground.numerals import added_alike
from linlab.engine.picture.palette import Palette
from linlab.engine.picture.shapes import Areas, Frame, Item, Label, Panel, View
from linlab.engine.train.models import Linear
from linlab.engine.views.chart import bare
from linlab.engine.views.figure import Figure
from linlab.engine.views.snapshot import Snapshot


class Duality(NamedTuple):
    """J(θ), D(a), and the multipliers that give it."""

    primal: float
    dual: float
    multipliers: Any  # (n,)


def applies(model: Linear) -> bool:
    """Whether multipliers can be read off the coefficients: hinge loss with L2, two classes, a
    kernel space."""
    problem = model.problem
    learner = problem.learner
    return (
        problem.dual
        and problem.rows == 1
        and learner.decay > 0
        and learner["penalty"] == "l2"
        and learner.recipe.loss.wants_margin
        and not learner.recipe.loss.smooth
        and not len(problem.ghosts)
    )


def duality(model: Linear) -> Duality:
    """With the multipliers nearest to the run's own coefficients that are allowed."""
    problem = model.problem
    lam = model.problem.learner.decay
    y = 2.0 * problem.y - 1.0
    a = np.clip(y * model.theta[0, : problem.n], 0.0, 1.0 / (lam * problem.n))
    if problem.bias == "free":  # Σ aᵢyᵢ = 0: the heavier side gives way
        sides = a[y > 0].sum(), a[y < 0].sum()
        for side, mine, other in ((y > 0, *sides), (y < 0, *sides[::-1])):
            if mine > other:
                a[side] *= other / mine
    square = float((a * y) @ problem.gram[: problem.n, : problem.n] @ (a * y))
    return Duality(float(sum(model.objective())), lam * (float(a.sum()) - 0.5 * square), a)


def duality_panel(
    model: Linear, figure: Figure, moment: Snapshot, palette: Palette, frame: Frame
) -> Panel:
    found = duality(model)
    size = figure.font
    sums = [(found.dual, found.primal - found.dual, found.primal)]
    if moment.optimum is not None:  # printed as finely as the two between which it lies
        best = moment.optimum.objective
        sums.append((found.dual, best - found.dual, best))
    (dual, gap, equals, primal), *others = added_alike(sums)
    rows = [
        ("primal J", found.primal, primal, palette.accent),
        ("dual D(a)", found.dual, dual, palette.test),
    ]
    top = max(found.primal, 1e-300)
    items: list[Item] = []
    for k, (name, value, text, ink) in enumerate(rows):
        y = 0.72 - 0.34 * k
        width = 0.62 * max(0.0, value) / top
        items.append(
            Areas(
                name,
                (np.array([(0.0, y - 0.1), (width, y - 0.1), (width, y + 0.1), (0.0, y + 0.1)]),),
                ink,
            )
        )
        items.append(Label(name, (0.0, y + 0.17), 0.92 * size, palette.quiet))
        items.append(Label(text, (0.68, y), size, palette.text))
    items.append(
        Label(
            f"gap {equals} {gap}: the best J lies between the two",
            (0.0, 0.08),
            0.92 * size,
            palette.text,
        )
    )
    for *_, best_text in others:
        items.append(
            Label(
                f"J* {best_text}",
                (1.0, 0.89),
                0.92 * size,
                palette.quiet,
                "end",
            )
        )
    return bare(frame, View(0, 0, 1, 1), tuple(items), palette, size)
