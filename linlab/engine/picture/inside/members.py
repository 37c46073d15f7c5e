"""What a team is made of: the boundaries of its members as thin lines, and hatching where they
disagree."""

from collections.abc import Iterable
from typing import Any

import numpy as np

from linlab.engine.learner.learner import Learner
from linlab.engine.picture.field import Contours
from linlab.engine.picture.scene import Scene, drawable
from linlab.engine.picture.shapes import Entry, Item, Lines, Pen
from linlab.engine.train.kinds.table import kind_of

APART = 9.0  # pixels between two lines of the hatching


def refuses(learner: Learner, classes: int) -> str:
    return (
        ""
        if "members" in kind_of(learner).offers
        else "Only Vote, Bagging, AdaBoost and Stacking have members."
    )


def draw(scene: Scene) -> Iterable[Item]:
    if not _seen(scene):
        return
    assert scene.model is not None
    disputed = hatching(
        scene.model.disputed(scene.xs, scene.ys),
        scene.xs,
        scene.ys,
        APART * scene.scale * scene.unit,
    )
    drawn = {other.name for other in scene.other_models}  # drawn by another layer
    if disputed:
        yield Lines("disputed", tuple(disputed), _fine(scene))
    for name, member in scene.model.team:
        if member.decided and name not in drawn:
            lines = Contours(drawable(member.grid(scene.xs, scene.ys)), scene.xs, scene.ys).boundary
            yield Lines("members", tuple(lines), _thin(scene))


def legend(scene: Scene) -> Iterable[Entry]:
    if _seen(scene):
        assert scene.model is not None
        if not {name for name, _ in scene.model.team} <= {
            other.name for other in scene.other_models
        }:
            words = (
                scene.model.team[0][0] if _is_stack(scene) else f"members ({len(scene.model.team)})"
            )
            yield Entry(words, pen=_thin(scene))
        yield Entry("base model overruled" if _is_stack(scene) else "disputed", pen=_fine(scene))


def hatching(mask: Any, xs: Any, ys: Any, apart: float) -> list[Any]:
    """Lines to the upper right over the cells of a grid (ny, nx) that are True, `apart` from each
    other. (2, 2) each"""
    if not mask.any():
        return []
    step = min(xs[1] - xs[0], ys[1] - ys[0])
    wide, high = xs[-1] - xs[0], ys[-1] - ys[0]
    slant = apart * np.sqrt(2.0)
    first = (
        np.floor((ys[0] - xs[-1]) / slant) * slant
    )  # where y − x is a multiple, so that the lines do not move when you pan
    offsets = np.arange(first, ys[-1] - xs[0] + slant, slant)
    along = np.arange(0.0, wide + step, step)  # beyond the left edge
    x = np.broadcast_to(xs[0] + along, (len(offsets), len(along)))
    y = x + offsets[:, None]
    i = np.rint((x - xs[0]) / wide * (len(xs) - 1)).astype(int)
    j = np.rint((y - ys[0]) / high * (len(ys) - 1)).astype(int)
    inside = (i < len(xs)) & (j >= 0) & (j < len(ys))
    on = np.zeros((len(offsets), len(along) + 2), bool)
    on[:, 1:-1][inside] = mask[j[inside], i[inside]]
    turns = np.diff(on.astype(np.int8), axis=1)
    (rows, begins), ends = np.nonzero(turns == 1), np.nonzero(turns == -1)[1] - 1
    return [
        np.array([(x[r, a], y[r, a]), (x[r, b], y[r, b])])
        for r, a, b in zip(rows, begins, ends, strict=True)
        if b > a
    ]


def _seen(scene: Scene) -> bool:
    """Texts stand where the votes put them: members have no boundaries there."""
    shown = scene.drawn and not scene.of_texts
    return shown and scene.model is not None and bool(scene.model.team)


def _is_stack(scene: Scene) -> bool:
    """Whether it is a stack, which may overrule its base model."""
    return scene.model is not None and scene.model.own_problem is not None


def _thin(scene: Scene) -> Pen:
    return Pen(scene.palette.text, 0.9 * scene.scale, opacity=0.55)


def _fine(scene: Scene) -> Pen:
    return Pen(scene.palette.text, 0.7 * scene.scale, opacity=0.3)
