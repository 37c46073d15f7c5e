"""Which layers are drawn: those that somebody switched on, or that are usual for the learner, and
that have something to show of it.

What is shown is a set of names. A layer that is usual for some learners only is in it under the
name of its Usual until somebody switches it; from then on under its own name, or not at all. A
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
    """All names by which layers are said to be shown."""
    usual = [layer.usual.name for layer in LAYERS.values() if layer.usual is not None]
    return (*(layer.name for layer in switches()), *usual)


def is_on(layer: Layer, shown: Collection[str], learner: Learner | None) -> bool:
    """Whether a layer is switched on, by somebody or because it is usual for the learner."""
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
    """What is shown after somebody has switched a layer on or off."""
    usual = LAYERS[name].usual if name in LAYERS else None
    rest = frozenset(shown) - {name, usual.name if usual is not None else name}
    return rest | {name} if on else rest


def answers(
    shown: Collection[str], trace: Trace | None, t: int, seconds: float | None = None
) -> dict[str, Any]:
    """What the layers that are drawn ask of a run at t, by their names; None: not there after so
    many seconds."""
    if trace is None:
        return {}
    learner = trace.document.learners_at(t)[trace.which]
    classes = len(trace.document.points_at(t).classes)
    return {
        layer.name: layer.asks(trace, t, seconds)
        for layer in drawn_layers(shown, learner, classes)
        if layer.asks is not None
    }
