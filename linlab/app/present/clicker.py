"""The keys of a presenter, including those that clickers send, in one table."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

from linlab.app.session.player import Player
from linlab.app.session.settings import HALL_SCALE
from linlab.engine.picture.palette import HALL_DARK, HALL_LIGHT, Palette

from .knob import Knob
from .paging import Paging
from .pointer import Pointer

STRIDE = 25  # percent


class OnStage(Protocol):
    """What the keys act on."""

    player: Player
    palette: Palette
    percent: int
    knob: Knob
    pages: Paging
    pointer: Pointer

    def faster(self, by: int) -> None: ...
    def resize(self, percent: int) -> None: ...
    def blank(self, colour: str) -> None: ...
    def next_beside(self) -> None: ...
    def take_next(self, step: int) -> None: ...
    def arrange_next(self) -> None: ...
    def switch_theme(self, palette: Palette) -> None: ...
    def escape(self) -> None: ...


@dataclass(frozen=True)
class Key:
    """Keys of the stage: alternatives, the description, and the action."""

    keys: tuple[str, ...]
    title: str
    run: Callable[[OnStage], object]
    repeats: bool = False  # whether it repeats while it is held down
    wakes: bool = True  # whether on a blank screen it only brings the picture back
    turns: int = (
        0  # on a blank screen it opens the next document of a programme, or the previous one
    )


KEYS = (
    Key(("PgDown",), "To the next stop: a bookmark, an update or what the document chooses; at the end, again for the next document. In a lesson: go on",
        lambda s: s.pages.go_on(1), turns=1),
    Key(("PgUp",), "To the previous stop; at step 0, the previous document. In a lesson: the previous page",
        lambda s: s.pages.go_on(-1), turns=-1),
    Key(("Right", "Down"), "One step", lambda s: s.player.step(1), repeats=True),
    Key(("Left", "Up"), "One step back", lambda s: s.player.step(-1), repeats=True),
    Key(("N",), "To the next mistake", lambda s: s.player.next_mistake(), repeats=True),
    Key(("Shift+N",), "To the previous mistake", lambda s: s.player.mistake_before(), repeats=True),
    Key(("Space",), "Play or pause", lambda s: s.player.toggle()),
    Key(("Home",), "Rewind", lambda s: s.player.rewind()),
    Key(("End",), "Run until converged, or stop", lambda s: s.player.converge()),
    Key(("S",), "A slider for λ, C, γ or α; again for the next one", lambda s: s.knob.next()),
    Key(("]",), "Turn it up", lambda s: s.knob.turn(1), repeats=True),
    Key(("[",), "Turn it down", lambda s: s.knob.turn(-1), repeats=True),
    Key(("G",), "The curves beside the plane, then other views, then the plane alone", lambda s: s.next_beside()),
    Key(("Tab",), "The next of several models", lambda s: s.take_next(1)),
    Key(("Shift+Tab",), "The previous one", lambda s: s.take_next(-1)),
    Key(("M",), "Models in one plane, side by side, or one alone", lambda s: s.arrange_next()),
    Key(("Ctrl+Up",), "Faster", lambda s: s.faster(5), repeats=True),
    Key(("Ctrl+Down",), "Slower", lambda s: s.faster(-5), repeats=True),
    Key(("+", "="), "Larger; also Ctrl and the wheel", lambda s: s.resize(s.percent + STRIDE)),
    Key(("-",), "Smaller", lambda s: s.resize(s.percent - STRIDE)),
    Key(("Ctrl+0",), f"Normal size, {HALL_SCALE} %", lambda s: s.resize(HALL_SCALE)),
    Key(("B", "."), "Black screen; any of these keys brings the picture back, Page Down the next document",
        lambda s: s.blank("#000000")),
    Key(("W", ","), "White screen", lambda s: s.blank("#FFFFFF")),
    Key(("L", "P"), "Pointer on or off", lambda s: s.pointer.switch()),
    Key(("Ctrl+T",), "Light or dark", lambda s: s.switch_theme(HALL_LIGHT if s.palette.dark else HALL_DARK)),
    Key(("Escape",), "Back to the window", lambda s: s.escape(), wakes=False),
)  # fmt: skip
