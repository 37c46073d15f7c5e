"""The last θ, the mean θ and the best on dev: their boundaries as thin lines; the one that answers
is thick."""

from collections.abc import Iterable

import numpy as np

from linlab.engine.learner.learner import Learner
from linlab.engine.picture.field import Contours
from linlab.engine.picture.placing.texts import why_not_of_texts
from linlab.engine.picture.scene import Scene, drawable
from linlab.engine.picture.shapes import Entry, Item, Lines, Pen
from linlab.engine.train.kinds.table import kind_of
from linlab.engine.train.models import Model
from linlab.engine.train.readouts import READOUTS, other_readouts
from linlab.engine.train.trace import Trace


def refuses(learner: Learner, classes: int) -> str:
    return kind_of(learner).why_no("read-outs", learner) or why_not_of_texts(learner)


def draw(scene: Scene) -> Iterable[Item]:
    """The boundaries of the other read-outs of the run, if they differ."""
    for average, model in _differing(scene):
        lines = Contours(drawable(model.grid(scene.xs, scene.ys)), scene.xs, scene.ys).boundary
        yield Lines("readouts", tuple(lines), thin(scene, average))


def legend(scene: Scene) -> Iterable[Entry]:
    """The thin lines, and which read-out the boundary is."""
    others = _differing(scene)
    if others and scene.model is not None:
        own = "voted" if scene.model.vote is not None else _own(scene)
        yield Entry(f"{READOUTS[own]} (answers)", pen=Pen(scene.palette.text, 2.6 * scene.scale))
    for average, _ in others:
        yield Entry(READOUTS[average], pen=thin(scene, average))


def _own(scene: Scene) -> str:
    single = None if scene.model is None else scene.model.single
    return "last" if single is None else str(single.problem.learner["average"])


def _differing(scene: Scene) -> list[tuple[str, Model]]:
    """The other read-outs that have a boundary, and not the same θ as the one that answers."""
    if scene.model is None or not scene.drawn:
        return []
    own = scene.model.single
    out = []
    for average, model in scene.others:
        other = model.single
        if model.decided and (
            own is None or other is None or not np.array_equal(own.theta, other.theta)
        ):
            out.append((average, model))
    return out


def thin(scene: Scene, average: str) -> Pen:
    inks = {
        "last": scene.palette.text,
        "mean": scene.palette.in_plane(scene.palette.accent),
        "mistakes": scene.palette.in_plane(scene.palette.accent),
        "random": scene.palette.quiet,
        "best": scene.palette.in_plane(scene.palette.dev),
    }
    dashes = {"last": (), "mean": (6.0, 3.0), "mistakes": (9.0, 2.0, 2.0, 2.0)}
    dashes |= {"random": (1.5, 3.0), "best": (2.0, 2.4)}
    return Pen(
        inks[average], 1.4 * scene.scale, tuple(part * scene.scale for part in dashes[average])
    )


def asks(trace: Trace, t: int, seconds: float | None) -> tuple[tuple[str, Model], ...] | None:
    return other_readouts(trace, t, seconds)
