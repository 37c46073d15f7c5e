"""Dual coefficients as the size of points: aᵢ of w = Σ aᵢφ(xᵢ) in a kernel space, or the multiplier
at the exact optimum."""

from collections.abc import Iterable
from typing import Any

import numpy as np

from linlab.engine.ground.numerals import number
from linlab.engine.learner.learner import Learner
from linlab.engine.picture.palette import colour_of, symbol_of
from linlab.engine.picture.scene import DOT, Scene
from linlab.engine.picture.shapes import Entry, Group, Item, Marks, Pen
from linlab.engine.train.kinds.table import kind_of

LARGEST, SIZES = (
    6.0,
    12,
)  # area of the largest coefficient's mark, in areas of a point; and the number of steps


def refuses(learner: Learner, classes: int) -> str:
    why = kind_of(learner).why_no("coefficients", learner)
    if why:
        return why
    loss = learner.recipe.loss
    has = learner.dual or loss.wants_margin
    return (
        ""
        if has
        else "Examples have coefficients in kernel spaces, and at the exact optimum of a hinge loss."
    )


def draw(scene: Scene) -> Iterable[Item]:
    """Each example with an area that grows with its coefficient, the larger ones beneath."""
    found = _coefficients(scene)
    if found is None or not found[0].any():
        return
    size = np.ceil(SIZES * found[0] / found[0].max()).astype(int)  # (n,) 0: has none
    marks = []
    for step in range(SIZES, 0, -1):
        for c in range(len(scene.points.classes)):
            own = (size == step) & (scene.points.label == c)
            if own.any():
                width = width_of(step / SIZES) * scene.dot
                marks.append(
                    Marks(
                        scene.points.classes[c],
                        symbol_of(c),
                        scene.places[own],
                        width,
                        colour_of(c),
                        Pen(scene.palette.rim_of(colour_of(c)), 1.3 * scene.dot),
                    )
                )
    yield Group("coefficients", tuple(marks))


def width_of(share: float) -> float:
    """The width of the mark of a coefficient that is this share of the largest: its area is
    proportional."""
    return DOT * float(np.sqrt(1.0 + (LARGEST - 1.0) * share))


def legend(scene: Scene) -> Iterable[Entry]:
    found = _coefficients(scene)
    if found is not None and found[0].any():
        yield Entry(
            f"size: {found[1]}, at most {number(float(found[0].max()))}",
            "disc",
            scene.palette.quiet,
        )


def _coefficients(scene: Scene) -> tuple[Any, str] | None:
    """|aᵢ| of every point, 0 where it has none, and what that is called: of the exact optimum, or of θ in a kernel space, there
    in the row of its class. (n,)"""
    best = scene.optimum
    single = None if scene.model is None else scene.model.single
    if best is not None and best.coefficients is not None:
        return _by_point(scene, best.problem.ids, best.coefficients), "aᵢ at the optimum"
    if single is None or not single.problem.dual:
        return None
    problem = single.problem
    weights = single.parts()[0]
    own = weights[0, : problem.n] if len(weights) == 1 else weights[problem.y, np.arange(problem.n)]
    return _by_point(scene, problem.ids, own), "|aᵢ|"


def _by_point(scene: Scene, ids: Any, values: Any) -> Any:
    place = {id: k for k, id in enumerate(scene.points.ids.tolist())}
    out = np.zeros(len(scene.points))
    for id, value in zip(ids.tolist(), np.abs(values).tolist(), strict=True):
        if id in place:
            out[place[id]] = value
    return out
