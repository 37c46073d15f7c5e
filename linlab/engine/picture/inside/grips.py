"""What of a model can be dragged in the plane: the tip of w, of each class its own, and the line of
two classes.

    tip     w ← the place of the mouse, as long as the arrow is drawn; b stays
    line    b ← b − w·(the way of the mouse), so it moves without turning; without a bias it turns
            around the origin, and so does w
"""

import math
from collections.abc import Collection
from dataclasses import dataclass
from typing import Any

import numpy as np

from linlab.engine.ground.arrays import Floats
from linlab.engine.learner.learner import Learner
from linlab.engine.picture.scene import Scene
from linlab.engine.train.problem import Problem
from linlab.engine.train.tracing.by_hand import started_at, why_not_by_hand

from .arrows import arrows_of, factor_of

TIP, LINE = "tip", "line"
GRIP_REACH_PX = {TIP: 9.0, LINE: 6.0}  # pixels within which the mouse takes it


@dataclass(frozen=True, eq=False)
class Grip:
    """A part of the model at the mouse: its kind, the row of θ, how far away it is in pixels, and
    all that is needed to drag it from there."""

    part: str  # TIP or LINE
    row: int
    away: float
    learner: Learner
    problem: Problem
    theta: Floats
    factor: float  # by which arrows are scaled
    begun: tuple[float, float]

    @property
    def refusal(self) -> str:
        """Why it cannot be dragged, in words; empty if it can."""
        return why_not_by_hand(self.learner)

    def moved_to(self, x: float, y: float) -> Learner:
        """The learner that starts from what is under the mouse now."""
        theta = self.theta.copy()
        place = np.array([x, y])
        if self.part == TIP:
            theta[self.row, :2] = place / self.factor
        elif self.problem.constant:
            theta[0, -1] -= float(theta[0, :2] @ (place - self.begun))
        else:
            theta[0, :2] = _turned(theta[0, :2], np.array(self.begun), place)
        return started_at(self.learner, theta)


def _turned(w: Any, begun: Any, place: Any) -> Any:
    """w turned as the mouse has turned around the origin."""
    if not begun.any() or not place.any():
        return w
    angle = np.arctan2(place[1], place[0]) - np.arctan2(begun[1], begun[0])
    cos, sin = np.cos(angle), np.sin(angle)
    return np.array([cos * w[0] - sin * w[1], sin * w[0] + cos * w[1]])


def grip_at(
    scene: Scene, x: float, y: float, parts: Collection[str] = (TIP, LINE), arrows: bool = True
) -> Grip | None:
    """The part at a place, the nearest of several; a tip only where arrows are drawn."""
    model, learner = scene.model, scene.in_force
    single = None if model is None else model.single
    posed = None if model is None else model.own_problem
    if single is None or posed is None or learner is None or scene.coming or not posed.straight:
        return None
    place = np.array([x, y])
    drawn = arrows_of(scene)
    factor = factor_of(scene, drawn)
    found = [
        (TIP, arrow.row, float(np.linalg.norm(factor * arrow.end - place)))
        for arrow in drawn
        if arrows and arrow.kind == "weights"
    ]
    w = posed.arrows(single.theta)
    if posed.rows == 1 and scene.drawn and w is not None and w.any():
        score = float(w[0] @ place + posed.split(single.theta)[1][0])
        length = math.hypot(*w[0])
        found.append((LINE, 0, abs(score) / length if length > 0 else math.inf))
    near = [
        (part, row, away / scene.unit)
        for part, row, away in found
        if part in parts and away <= GRIP_REACH_PX[part] * scene.scale * scene.unit
    ]
    if not near:
        return None
    part, row, away = min(near, key=lambda each: (each[0] != TIP, each[2]))
    return Grip(part, row, away, learner, posed, single.theta, factor, (x, y))
