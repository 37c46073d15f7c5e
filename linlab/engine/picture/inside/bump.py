"""The bump that a step adds to the score in a kernel space: a·k(x of #i, ·), glowing around its
example.

It has an outline where k is 0.8, 0.5 and 0.2 times its height. Only a kernel that falls with the
distance has one: RBF and Laplace.
"""

from collections.abc import Iterable
from typing import Any

import numpy as np

from linlab.engine.learner.kernels import Kernel
from linlab.engine.learner.learner import Learner
from linlab.engine.learner.spaces import space
from linlab.engine.picture.scene import Scene
from linlab.engine.picture.shapes import Areas, Entry, Item, Pen

LEVELS = (0.2, 0.5, 0.8)  # of the height, the widest first
TURNS = np.linspace(0.0, 2 * np.pi, 72, endpoint=False)
GLOW = 0.16  # opacity of each
HALVINGS, DOUBLINGS = 40, 60  # of a radius


def refuses(learner: Learner, classes: int) -> str:
    if _kernel(learner) is None:
        return "A step adds a bump only in the space of a kernel that falls with the distance: RBF or Laplace."
    return ""


def draw(scene: Scene) -> Iterable[Item]:
    """In slow motion it appears as the boundary moves."""
    strength = _strength(scene)
    if strength > 0:
        yield Areas("bump", _outlines(scene), scene.palette.halo, _pen(scene), strength * GLOW)


def legend(scene: Scene) -> Iterable[Entry]:
    if _strength(scene) > 0:
        yield Entry("bump added", "disc", None, _pen(scene))


def _kernel(learner: Learner) -> Kernel | None:
    """The kernel of its space, if it falls with the distance."""
    found = space(learner["space"]) if learner.dual else None
    return found if isinstance(found, Kernel) and found.stationary else None


def _strength(scene: Scene) -> float:
    """How much of the bump is there, from 0 to 1."""
    step, learner = scene.step, scene.in_force
    if step is None or step.x is None or step.jump is not None or len(step.labels) != 1:
        return 0.0
    if learner is None or _kernel(learner) is None or step.example >= step.change.shape[1]:
        return 0.0
    if not step.change[:, step.example].any():
        return 0.0
    return float(scene.moved(0.0, 1.0))


def _outlines(scene: Scene) -> tuple[Any, ...]:
    """Where the kernel has fallen to each of the levels, a ring each."""
    step, learner = scene.step, scene.in_force
    assert step is not None and step.x is not None and learner is not None
    kernel = _kernel(learner)
    assert kernel is not None
    centre = step.x[:1]
    way = np.stack([np.cos(TURNS), np.sin(TURNS)], axis=1)
    height = float(kernel.gram(centre, centre, learner.settings)[0, 0])

    def above(radius: Any, level: float) -> Any:
        places = centre + radius[:, None] * way
        return kernel.gram(places, centre, learner.settings)[:, 0] > level * height

    found = []
    for level in LEVELS:
        low, high = np.zeros(len(way)), np.full(len(way), scene.unit)
        for _ in range(DOUBLINGS):
            high = np.where(above(high, level), 2 * high, high)
        for _ in range(HALVINGS):
            middle = (low + high) / 2
            inside = above(middle, level)
            low, high = np.where(inside, middle, low), np.where(inside, high, middle)
        found.append(centre + low[:, None] * way)
    return tuple(found)


def _pen(scene: Scene) -> Pen:
    return Pen(scene.palette.in_plane(scene.palette.halo), 1.2 * scene.scale, opacity=0.7)
