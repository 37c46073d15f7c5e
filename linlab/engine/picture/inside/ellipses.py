"""The classes of Gaussian naive Bayes: the mean of each, and ellipses 1 and 2 standard deviations
around it. They are parallel to the axes, because each axis has its own variance and there is no
covariance."""

from collections.abc import Iterable
from typing import Any

import numpy as np

from linlab.engine.learner.learner import Learner
from linlab.engine.picture.palette import colour_of
from linlab.engine.picture.scene import Scene
from linlab.engine.picture.shapes import Entry, Group, Item, Lines, Marks, Pen

DEVIATIONS = (1.0, 2.0)  # from the mean to its ellipses
TURN = np.linspace(0.0, 2.0 * np.pi, 73)


def refuses(learner: Learner, classes: int) -> str:
    rule = learner.recipe.counting
    moments = rule is not None and rule.has_moments
    return "" if moments else "Only Gaussian naive Bayes has a mean and a variance for each class."


def draw(scene: Scene) -> Iterable[Item]:
    """Around the mean of each class, one and two standard deviations away along each axis."""
    items: list[Item] = []
    for c, mean, deviation in _gaussians(scene):
        rings = tuple(
            mean + far * deviation * np.c_[np.cos(TURN), np.sin(TURN)] for far in DEVIATIONS
        )
        items.append(Lines("deviations", rings, _ring(scene, scene.palette.in_plane(colour_of(c)))))
        rim = Pen(scene.palette.rim_of(colour_of(c)), 1.0 * scene.scale)
        items.append(Marks("mean", "cross", mean[None], 14 * scene.dot, colour_of(c), rim))
    if items:
        yield Group("ellipses", tuple(items))


def legend(scene: Scene) -> Iterable[Entry]:
    if _gaussians(scene):
        yield Entry("mean, 1 and 2 standard deviations", pen=_ring(scene, scene.palette.quiet))


def _ring(scene: Scene, ink: str) -> Pen:
    return Pen(ink, 1.7 * scene.scale)


def _gaussians(scene: Scene) -> list[tuple[int, Any, Any]]:
    """(class, mean, standard deviation) of each class that was counted, in the points' own
    units."""
    counted = None if scene.model is None else scene.model.counted
    out = []
    if counted is not None:
        for c, counts in zip(scene.class_of_row, counted.counts, strict=True):
            moments = counted.counting.moments_of(counts)
            if moments:
                variance = np.maximum(moments[2:], counted.counting.least_variance)
                out.append((c, np.array(moments[:2]), np.sqrt(variance)))
    return out
