"""The control for each kind of question, which says what is `given` as soon as that can be
taken."""

from collections.abc import Callable
from typing import Any, Protocol

from linlab.app.plane.plane import Plane
from linlab.app.session.lessons.prepared import Prepared

from .choose import ChooseBox
from .curve import CurveBox
from .in_plane import InPlane
from .number import NumberBox


class AnswerBox(Protocol):
    """What the panel asks of a control."""

    given: Any  # a signal: what is answered, None if nothing yet

    def reveal(self, value: Any) -> None: ...
    def dress(self) -> None: ...  # in the colours of the theme
    def leave(self) -> None: ...


BOXES: dict[str, Callable[[Prepared, Plane], AnswerBox]] = {
    "choose": ChooseBox,
    "number": NumberBox,
    "click": InPlane,
    "drag": InPlane,
    "curve": CurveBox,
}
