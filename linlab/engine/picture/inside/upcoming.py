"""The example that comes next, with four corners around it, where the order is known in advance and
training has not ended."""

from collections.abc import Iterable
from typing import Any

import numpy as np

from linlab.engine.ground.arrays import Ints
from linlab.engine.learner.learner import Learner
from linlab.engine.picture.scene import Scene
from linlab.engine.picture.shapes import Entry, Item, Marks
from linlab.engine.train.trace import Trace

SYMBOL = "corners"
AROUND = 5.0  # pixels that the corners are wider than a ring


def refuses(learner: Learner, classes: int) -> str:
    if learner.optimiser.solver:
        return f"{learner.optimiser.title} looks at all examples in every step."
    if learner["order"] == "hardest":
        return "Hardest first: which example comes next depends on the weights."
    return ""


def asks(trace: Trace, t: int, seconds: float | None) -> Ints:
    state = trace.at(t)
    if trace.end is not None and t >= trace.end:
        return np.zeros(0, np.int64)
    return trace.segment_run(t).upcoming(state)


def draw(scene: Scene) -> Iterable[Item]:
    """Around each of a small batch."""
    which = _places(scene)
    if len(which):
        width = scene.ring + AROUND * scene.scale
        yield Marks("next", SYMBOL, scene.places[which], width, scene.palette.text)


def legend(scene: Scene) -> Iterable[Entry]:
    which = _places(scene)
    if len(which):
        text = "next example" if len(which) == 1 else f"next examples ({len(which)})"
        yield Entry(text, SYMBOL, scene.palette.text)


def _places(scene: Scene) -> Any:
    """The places among the points of the next examples; of none if they are too many. (m,)"""
    ids = scene.asked.get("next")
    if ids is None or scene.ended or not 0 < len(ids) <= scene.few:
        return np.empty(0, np.intp)
    return (scene.points.ids[:, None] == ids).any(axis=1).nonzero()[0]
