"""αᵢ of the kernel perceptron, as a number at its example: how often xᵢ was a mistake, so that w =
Σ αᵢyᵢφ(xᵢ)."""

from collections.abc import Iterable

import numpy as np

from linlab.engine.ground.numerals import grouped
from linlab.engine.learner.learner import Learner
from linlab.engine.picture.metrics import text_width
from linlab.engine.picture.placing.stacks import CORNERS, corners_free
from linlab.engine.picture.scene import DOT, Scene
from linlab.engine.picture.shapes import Entry, Group, Item, Label, Pen
from linlab.engine.train.kinds.table import kind_of
from linlab.engine.train.tallies import times_updated
from linlab.engine.train.trace import Trace

MOST_NUMBERS = 80  # most counts written


def refuses(learner: Learner, classes: int) -> str:
    return kind_of(learner).why_no("mistakes", learner) or (
        ""
        if learner.recipe.loss.mistake_driven
        else "Only perceptrons learn from mistakes alone, so only they count them."
    )


def asks(trace: Trace, t: int, seconds: float | None) -> dict[int, int]:
    return times_updated(trace, t) or {}


def draw(scene: Scene) -> Iterable[Item]:
    """αᵢ beside its example, in a free corner; for several examples of a class at one place, their
    sum."""
    counts = scene.asked.get("alpha") or {}
    own = np.array([counts.get(id, 0) for id in scene.points.ids.tolist()], np.int64)
    if not own.any():
        return
    heap = np.unique(np.c_[scene.places, scene.points.label], axis=0, return_inverse=True)[
        1
    ].ravel()
    total = np.bincount(heap, weights=own)
    first = np.unique(heap, return_index=True)[1]
    order = [k for k in np.argsort(-total, kind="stable").tolist() if total[k] > 0]
    page = scene.places * (1 / scene.unit, -1 / scene.unit)
    size = 0.9 * scene.font
    away = 0.5 * DOT * scene.dot
    widest = grouped(int(total.max()))
    words = []
    for k, corner in zip(
        order,
        corners_free(
            page[first[order]],
            page,
            away,
            (text_width(widest, size), size),
            MOST_NUMBERS,
            CORNERS[::-1],
        ),
        strict=True,
    ):
        if corner is not None:
            x, y = scene.places[first[k]].tolist()
            words.append(
                Label(
                    grouped(int(total[k])),
                    (x, y),
                    size,
                    scene.palette.text,
                    "start" if corner[0] > 0 else "end",
                    dx=corner[0] * away,
                    dy=corner[1] * (away + size / 4),
                    bold=True,
                    veil=scene.palette.card,
                )
            )
    yield Group("alpha", tuple(words))


def legend(scene: Scene) -> Iterable[Entry]:
    counts = scene.asked.get("alpha") or {}
    if counts:
        yield Entry(
            f"number: mistakes ({grouped(sum(counts.values()))} in all)",
            "disc",
            None,
            Pen(scene.palette.quiet, 1.0),
        )
