"""What the lab remembers from one start to the next, as JSON in the folder that the platform has
for it.

A file that is missing, broken or of another time means the defaults, field by field: nothing here
can keep the lab from starting. The environment variable LINLAB_HOME names another folder for
everything.
"""

import base64
import json
import os
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import Any

import platformdirs

from linlab.engine.document.document import read_json
from linlab.engine.document.look import FULL, SIMPLE, WIDEST
from linlab.engine.ground.errors import LinlabError
from linlab.engine.ground.writing import possible, write_text
from linlab.engine.picture.palette import THEMES as palettes

THEMES = ("system", *(theme.name for theme in palettes))
TEXT_SIZES = (100, 115, 125, 150, 175, 200)  # percent
HALL_SCALES = (100, 250)
HALL_SCALE = 150  # percent: from, to; usually
MOST_RECENT = 10
FIRST_MODE = SIMPLE  # what somebody sees who has never started linlab before


@dataclass(frozen=True)
class Remembered:
    """The look, the files and the places of things.

    >>> Remembered.from_json({"theme": "dark", "recent": "not a list"})
    Remembered(theme='dark', recent=(), geometry='', panels={}, hall_scale=150, hall_scales={}, export={}, offered=False, reduced_motion=None, mode='full', text_size=0, meaning_open=False)
    """

    theme: str = "system"
    recent: tuple[str, ...] = ()  # newest first
    geometry: str = ""  # of the window, in base 64
    panels: Mapping[str, int] = field(default_factory=dict)  # the width of each; 0: hidden
    hall_scale: int = HALL_SCALE  # percent: how large things are while presenting, on a new screen
    hall_scales: Mapping[str, int] = field(
        default_factory=dict
    )  # the same on each size of a screen, such as “1280x720”, where somebody chose it
    export: Mapping[str, Any] = field(
        default_factory=dict
    )  # the options of the export dialog, which checks them itself
    offered: bool = False  # whether the first lesson has been offered
    reduced_motion: bool | None = None  # None: as the system says
    mode: str = FULL  # simple or full; who has settings from before there were two keeps Full
    text_size: int = 0  # percent, one of TEXT_SIZES; 0: as the system says
    meaning_open: bool = False  # whether Full shows what a run means, or has it folded away

    @classmethod
    def from_json(cls, obj: Any) -> "Remembered":
        """Whatever of it makes sense; the rest has its default."""
        given = obj if isinstance(obj, dict) else {}
        theme, geometry = given.get("theme"), given.get("geometry")
        motion, letters = given.get("reduced_motion"), given.get("text_size")
        recent = _as(list, given.get("recent"))
        scale: Any = given.get("hall_scale")
        scales = _as(dict, given.get("hall_scales"))
        panels = _as(dict, given.get("panels"))
        return cls(
            theme=theme if theme in THEMES else "system",
            recent=tuple(filter(_is_path, recent))[:MOST_RECENT],
            geometry=geometry if isinstance(geometry, str) and _is_base_64(geometry) else "",
            panels={k: v for k, v in panels.items() if type(v) is int and 0 <= v <= WIDEST},
            hall_scale=scale if _is_scale(scale) else HALL_SCALE,
            hall_scales={k: v for k, v in scales.items() if _is_scale(v)},
            export={k: v for k, v in _as(dict, given.get("export")).items() if _is_plain(v)},
            offered=given.get("offered") is True,
            reduced_motion=motion if isinstance(motion, bool) else None,
            mode=SIMPLE if given.get("mode") == SIMPLE else FULL,
            text_size=letters if type(letters) is int and letters in TEXT_SIZES else 0,
            meaning_open=given.get("meaning_open") is True,
        )


class Settings:
    """The remembered state: `now`, and `keep` to change it.

    Several labs may run at once. What one keeps is written over what the file says at that moment,
    so that no lab takes back what another has remembered meanwhile.
    """

    def __init__(self) -> None:
        self._file = config_folder() / "settings.json"
        self.now = self._read()

    def keep(self, **changes: Any) -> None:
        """Remember these fields: `settings.keep(theme="dark")`. A disk that cannot be written to is
        no trouble."""
        before = self._read()
        self.now = replace(before, **changes)
        if self.now != before:
            with suppress(LinlabError, OSError):
                self._file.parent.mkdir(parents=True, exist_ok=True)
                write_text(self._file, json.dumps(asdict(self.now), indent=1))

    def used(self, path: str) -> None:
        """This file is the newest of the recent ones."""
        others = tuple(other for other in self._read().recent if other != path)
        self.keep(recent=(path, *others)[:MOST_RECENT])

    def forget(self, path: str | None = None) -> None:
        """Take a file, or all of them, off the recent ones."""
        self.keep(
            recent=()
            if path is None
            else tuple(other for other in self._read().recent if other != path)
        )

    def _read(self) -> Remembered:
        try:
            if not self._file.exists():
                return Remembered(mode=FIRST_MODE)
            return Remembered.from_json(read_json(self._file))
        except (ValueError, OSError):  # LinlabError, or a path that no file can have
            return Remembered()


def config_folder() -> Path:
    """Where the settings are."""
    return _home() or platformdirs.user_config_path("linlab", appauthor=False)


def state_folder() -> Path:
    """Where autosaves and the log of errors are."""
    return _home() or platformdirs.user_state_path("linlab", appauthor=False)


def lessons_folder() -> Path:
    """Where the user's own lessons are."""
    return state_folder() / "lessons"


@contextmanager
def elsewhere() -> Iterator[None]:
    """A home of its own for a while: nothing that the user has is read or written."""
    before = os.environ.get("LINLAB_HOME")
    with tempfile.TemporaryDirectory() as home:
        os.environ["LINLAB_HOME"] = home
        try:
            yield
        finally:
            del os.environ["LINLAB_HOME"]
            if before is not None:
                os.environ["LINLAB_HOME"] = before


def _home() -> Path | None:
    home = os.environ.get("LINLAB_HOME")
    return Path(home).expanduser().absolute() if home else None


def _is_path(value: Any) -> bool:
    return isinstance(value, str) and value != "" and possible(value)


def _is_base_64(text: str) -> bool:
    try:
        return bool(base64.b64decode(text, validate=True))
    except ValueError:
        return False


def _is_scale(value: Any) -> bool:
    return type(value) is int and HALL_SCALES[0] <= value <= HALL_SCALES[1]


def _is_plain(value: Any) -> bool:
    """A text, a switch or a number that everyone can count with."""
    return (
        value is None
        or isinstance(value, str | bool)
        or (isinstance(value, int | float) and abs(value) <= 1e9)
    )


def _as(kind: type, value: Any) -> Any:
    return value if isinstance(value, kind) else kind()
