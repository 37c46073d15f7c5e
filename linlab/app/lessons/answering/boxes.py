"""The controls for answering questions. A kind of question names its own; a line of text is enough
for whatever can be typed."""

from collections.abc import Callable
from functools import partial
from typing import Any, Protocol

from linlab.app.plane.plane import Plane
from linlab.app.session.lessons.prepared import Prepared
from linlab.engine.picture.palette import Palette
from linlab.lessons.kinds.kind import LINE

from .choose import ChooseBox
from .curve import CurveBox
from .goal import GoalBox
from .in_plane import InPlane, click_examples, drag_arrow, drag_segment
from .line import LineBox
from .lines import LinesBox
from .redraw import RedrawBox


class StageBox(Protocol):
    """What the stage needs from a widget on it."""

    def switch_theme(self, palette: Palette, letters: float) -> None: ...


class AnswerBox(Protocol):
    """What the panel needs from a control."""

    given: Any  # a signal with the answer so far, None if there is none

    def reveal(self, value: Any) -> None: ...
    def apply_theme(self) -> None: ...  # apply the colours of the theme
    def leave(self) -> None: ...
    def for_stage(self) -> Any: ...  # a StageBox for the same answer, if it needs room there


BOXES: dict[str, Callable[[Prepared, Plane], AnswerBox]] = {
    LINE: LineBox,
    "choices": ChooseBox,
    "examples": partial(InPlane, click_examples),
    "arrow": partial(InPlane, drag_arrow),
    "segment": partial(InPlane, drag_segment),
    "curve": CurveBox,
    "goal": GoalBox,
    "lines": LinesBox,
    "redraws": RedrawBox,
}
