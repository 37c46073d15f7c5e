"""The distance from the point under the mouse to the line: a segment at right angles to it, with
its length,

    |w·x + b| / ‖w‖      more classes: |s_y − s_z| / ‖w_y − w_z‖, the least m/‖w_y − w_z‖ over all z ≠ y

An unlabelled point is measured from the class that the model gives it.
"""

import math
from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from linlab.engine.ground.numerals import number
from linlab.engine.picture.scene import Scene
from linlab.engine.picture.shapes import Item, Label, Lines, Panel, Pen
from linlab.engine.train.models import winners

NAME = "distance"
SHORTEST = 2.0  # pixels of a segment that can be seen
FROM_SEGMENT = 1.1  # sizes of the type between the segment and its number


@dataclass(frozen=True, eq=False)
class Distance:
    """From a point to the nearest place of the line."""

    x: Any  # (2,)
    foot: Any  # (2,)

    @property
    def length(self) -> float:
        return math.hypot(*(self.x - self.foot))


def distance_of(scene: Scene) -> Distance | None:
    """Of the point that is measured; None without one, without a line, or where lines are curves."""
    if scene.measured is None:
        return None
    posed = None if scene.model is None else scene.model.own_problem
    theta = _theta(scene)
    found = np.flatnonzero(scene.points.ids == scene.measured)
    if posed is None or theta is None or not len(found):
        return None
    w = posed.arrows(theta)
    if w is None:
        return None
    k = int(found[0])
    x = scene.points.x[k]
    b = posed.split(theta)[1]
    across, m = w[0], float(w[0] @ x + b[0])  # the normal of the line, and the score above it
    if len(w) > 1:
        across, m = _nearest(w, b, x, int(scene.truth[k]))
    length = math.hypot(*across)
    with np.errstate(over="ignore", invalid="ignore"):
        foot = x - m / length * (across / length) if length > 0 else np.full(2, np.nan)
    return Distance(x, foot) if np.isfinite(foot).all() else None


def draw(scene: Scene) -> Iterable[Item]:
    found = distance_of(scene)
    if found is None:
        return
    pen = Pen(scene.palette.text, 1.2 * scene.scale, (2.4 * scene.scale, 2.0 * scene.scale))
    if found.length > SHORTEST * scene.unit:
        yield Lines(NAME, (np.stack([found.x, found.foot]),), pen)


def with_length(scene: Scene, panel: Panel) -> Panel:
    """The panel with the length beside the segment, above the points."""
    found = distance_of(scene)
    if found is None:
        return panel
    size = 0.92 * scene.font
    dx, dy = _aside(found, size)
    words = Label(
        f"distance {number(found.length)}",
        tuple(((found.x + found.foot) / 2).tolist()),
        size,
        scene.palette.text,
        "start" if dx >= 0 else "end",
        dx,
        dy,
        veil=scene.palette.card,
        name=f"{NAME} label",
    )
    return replace(panel, items=(*panel.items, words))


def _aside(found: Distance, size: float) -> tuple[float, float]:
    """How far beside the middle of the segment its number stands, on the page."""
    along = found.foot - found.x
    if not along.any():
        return FROM_SEGMENT * size, 0.0
    normal = np.array([-along[1], along[0]]) / math.hypot(*along)
    right = normal if normal[0] >= 0 else -normal
    return FROM_SEGMENT * size * float(right[0]), -FROM_SEGMENT * size * float(right[1])


def _theta(scene: Scene) -> Any:
    """The θ whose line is drawn, on its way to the next in slow motion; None in a vote."""
    single = None if scene.model is None else scene.model.single
    if single is None or not scene.drawn:
        return None
    then = None if scene.towards is None else scene.towards[0].single
    return single.theta if then is None else scene.moved(single.theta, then.theta)


def _nearest(w: Any, b: Any, x: Any, y: int) -> tuple[Any, float]:
    """Between class y and the one whose boundary with it is nearest: w_y − w_z and s_y − s_z."""
    scores = w @ x + b
    y = int(winners(scores[None])[0]) if y < 0 else y
    apart = w[y] - w
    lengths = np.linalg.norm(apart, axis=1)
    leads = scores[y] - scores
    with np.errstate(divide="ignore", invalid="ignore"):
        away = np.where(lengths > 0, leads / lengths, np.inf)
    away[y] = np.inf
    z = int(np.argmin(away))
    return (apart[z], float(leads[z])) if np.isfinite(away[z]) else (np.zeros(2), 0.0)
