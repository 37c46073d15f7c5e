"""A Layer: something that the plane can show or not, as a value."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from linlab.engine.learner.learner import Learner
from linlab.engine.picture.scene import Scene
from linlab.engine.picture.shapes import Entry, Item
from linlab.engine.train.trace import Trace


@dataclass(frozen=True)
class Usual:
    """Says for which learners a layer is shown until somebody chooses. Among the names of what is
    shown, and in files, this choice has a name of its own."""

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
    )  # why it has nothing to show of a learner, in words
    legend: Callable[[Scene], Iterable[Entry]] = (
        lambda scene: ()
    )  # what it draws that is not plain to see
    on: bool = False  # from the start, whatever the learner
    usual: Usual | None = None  # or from the start for some learners
    always: bool = False  # so that there is no switch
    follows: str = ""  # the layer that it is shown with, so that it has no switch either
    at_hand: bool = False  # drawn without a question to the model
    asks: Callable[[Trace, int, float | None], Any] | None = (
        None  # of the run at t, within so many seconds; None: on its way
    )
    keyed: bool = True  # whether it has one of the keys, as far as there are some
    means: Callable[[Learner], str] = lambda learner: (
        ""
    )  # what it is of this learner, where that is not what the tip says
