"""A Layer: something that the plane can show or not, as a value."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from linlab.engine.learner.learner import Learner
from linlab.engine.picture.scene import Scene
from linlab.engine.picture.shapes import Entry, Item
from linlab.engine.train.trace import Trace


@dataclass(frozen=True)
class DefaultFor:
    """For which learners a layer is on by default. In the set of names, and in files, this default
    has its own name."""

    name: str
    of: Callable[[Learner], bool]


@dataclass(frozen=True, eq=False)
class Layer:
    """Something that can be shown or not."""

    name: str
    title: str
    tip: str
    draw: Callable[[Scene], Iterable[Item]]
    refuses: Callable[[Learner, int], str] = lambda learner, classes: (
        ""
    )  # why it does not apply to a learner, in words
    legend: Callable[[Scene], Iterable[Entry]] = (
        lambda scene: ()
    )  # the legend of what needs explanation
    on: bool = False  # from the start, whatever the learner
    usual: DefaultFor | None = None  # or from the start for some learners
    always: bool = False  # always on, without a switch
    follows: str = ""  # the layer whose switch it follows
    at_hand: bool = False  # drawn without using the model
    asks: Callable[[Trace, int, float | None], Any] | None = (
        None  # a result from the run at t, within this many seconds; None: not ready
    )
    keyed: bool = True  # whether it gets one of the number keys
    means: Callable[[Learner], str] = lambda learner: (
        ""
    )  # its meaning for this learner, if the tip does not fit
