"""The keys of a presenter in front of a hall, those that clickers send among them, in one table."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

from linlab.app.session.player import Player
from linlab.app.session.settings import HALL_SCALE
from linlab.engine.picture.palette import HALL_DARK, HALL_LIGHT, Palette

STRIDE = 25  # percent


class OnStage(Protocol):
    """What the keys are about."""

    player: Player
    palette: Palette
    percent: int

    def faster(self, by: int) -> None: ...
    def resize(self, percent: int) -> None: ...
    def blank(self, colour: str) -> None: ...
    def switch_pointer(self) -> None: ...
    def wear(self, palette: Palette) -> None: ...
    def escape(self) -> None: ...


@dataclass(frozen=True)
class Key:
    """Keys of the stage: alternatives, what they do in words, and in fact."""

    keys: tuple[str, ...]
    title: str
    run: Callable[[OnStage], object]
    repeats: bool = False  # while they are held down
    wakes: bool = True  # while the screen is blank they only bring it back


KEYS = (
    Key(("PgDown", "Right", "Down"), "One update", lambda s: s.player.step(1), repeats=True),
    Key(("PgUp", "Left", "Up"), "One update back", lambda s: s.player.step(-1), repeats=True),
    Key(("Space",), "Play or pause", lambda s: s.player.toggle()),
    Key(("Home",), "Rewind", lambda s: s.player.rewind()),
    Key(("End",), "Run until converged, or stop that", lambda s: s.player.converge()),
    Key(("Ctrl+Up",), "Faster", lambda s: s.faster(5), repeats=True),
    Key(("Ctrl+Down",), "Slower", lambda s: s.faster(-5), repeats=True),
    Key(("+", "="), "Larger; so does Ctrl with the wheel", lambda s: s.resize(s.percent + STRIDE)),
    Key(("-",), "Smaller", lambda s: s.resize(s.percent - STRIDE)),
    Key(("Ctrl+0",), f"As large as usual, {HALL_SCALE} %", lambda s: s.resize(HALL_SCALE)),
    Key(("B", "."), "Black screen; any of these keys brings the picture back", lambda s: s.blank("#000000")),
    Key(("W", ","), "White screen", lambda s: s.blank("#FFFFFF")),
    Key(("L", "P"), "Pointer on or off", lambda s: s.switch_pointer()),
    Key(("Ctrl+T",), "Light or dark", lambda s: s.wear(HALL_LIGHT if s.palette.dark else HALL_DARK)),
    Key(("Escape",), "Back to the window", lambda s: s.escape(), wakes=False),
)
