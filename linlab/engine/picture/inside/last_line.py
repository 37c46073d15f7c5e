"""The boundary of the last weights, thin, beside the one that answers: a step changes those, even
if the mean, the best on dev or a vote answers."""

from collections.abc import Iterable

import numpy as np

from linlab.engine.learner.learner import Learner
from linlab.engine.picture.field import Contours
from linlab.engine.picture.placing.texts import why_not_of_texts
from linlab.engine.picture.scene import Scene, drawable
from linlab.engine.picture.shapes import Entry, Item, Lines, Pen
from linlab.engine.train.models import Linear
from linlab.engine.train.readouts import READOUTS

from .readouts import thin


def refuses(learner: Learner, classes: int) -> str:
    return (
        "Here the last weights answer."
        if learner["average"] == "last"
        else why_not_of_texts(learner)
    )


def draw(scene: Scene) -> Iterable[Item]:
    last = _other(scene)
    if last is not None:
        field = drawable(last.grid(scene.xs, scene.ys))
        lines = Contours(field, scene.xs, scene.ys).boundary
        yield Lines("last line", tuple(lines), thin(scene, "last"))


def legend(scene: Scene) -> Iterable[Entry]:
    """Which line is which."""
    if _other(scene) is not None and scene.in_force is not None:
        own = READOUTS[scene.in_force["average"]]
        yield Entry(f"{own} (answers)", pen=Pen(scene.palette.text, 2.6 * scene.scale))
        yield Entry(f"{READOUTS['last']} (this step)", pen=thin(scene, "last"))


def _other(scene: Scene) -> Linear | None:
    """The last θ, if it has a line that no other layer draws."""
    last = scene.last
    single = None if scene.model is None else scene.model.single
    if last is None or not last.decided or not scene.drawn or scene.others:
        return None
    same = single is not None and np.array_equal(last.theta, single.theta)
    return None if same else last
