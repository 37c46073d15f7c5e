"""Which layers are drawn: those that the user switched on, or that are on by default for the
learner, and that apply to it.

The choice is a set of names. A layer that is on by default only for some learners is in it under
the name of its Usual until the user switches it; from then on under its own name, or not at all. A
layer that refuses the learner stays in the set and is not drawn, so it comes back when it applies.
"""

from collections.abc import Collection
from functools import lru_cache
from typing import Any

from linlab.engine.learner.learner import Learner
from linlab.engine.picture.layers import LAYERS, switches
from linlab.engine.train.trace import Trace

from .layer import Layer


def names() -> tuple[str, ...]:
    """All names that the set may contain."""
    usual = [layer.usual.name for layer in LAYERS.values() if layer.usual is not None]
    return (*(layer.name for layer in switches()), *usual)


def is_on(layer: Layer, shown: Collection[str], learner: Learner | None) -> bool:
    """Whether a layer is on, by the user or by default for the learner."""
    if layer.always or layer.name in shown or (layer.follows and layer.follows in shown):
        return True
    usual = layer.usual
    return usual is not None and usual.name in shown and (learner is None or usual.of(learner))


def drawn_layers(
    shown: Collection[str], learner: Learner | None, classes: int
) -> tuple[Layer, ...]:
    """The layers that are switched on and have something to show of the learner, from the bottom
    up."""
    return _drawn(tuple(LAYERS.values()), frozenset(shown), learner, classes)


@lru_cache(maxsize=16)  # they are the same while a run goes on or a point is dragged
def _drawn(
    layers: tuple[Layer, ...], shown: frozenset[str], learner: Learner | None, classes: int
) -> tuple[Layer, ...]:
    on = [layer for layer in layers if is_on(layer, shown, learner)]
    return tuple(layer for layer in on if learner is None or not layer.refuses(learner, classes))


def switched(shown: Collection[str], name: str, on: bool) -> frozenset[str]:
    """The choice after a layer is switched on or off."""
    usual = LAYERS[name].usual if name in LAYERS else None
    rest = frozenset(shown) - {name, usual.name if usual is not None else name}
    return rest | {name} if on else rest


def answers(
    shown: Collection[str], trace: Trace | None, t: int, seconds: float | None = None
) -> dict[str, Any]:
    """What the drawn layers need from a run at t, by their names; None: not ready after this many
    seconds."""
    if trace is None:
        return {}
    learner = trace.document.learners_at(t)[trace.which]
    classes = len(trace.document.points_at(t).classes)
    return {
        layer.name: layer.asks(trace, t, seconds)
        for layer in drawn_layers(shown, learner, classes)
        if layer.asks is not None
    }
