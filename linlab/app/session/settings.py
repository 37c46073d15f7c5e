"""What the lab remembers between starts, as JSON in the platform's folder for settings.

A field that is missing or invalid gets its default, so a damaged file never keeps the lab from
starting. The environment variable LINLAB_HOME names another folder for everything.
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
HALL_SCALE = 150  # percent: minimum, maximum; default
MOST_RECENT = 10
LONGEST_NAME = 200  # characters of the name of a screen
FIRST_MODE = SIMPLE  # at the very first start


@dataclass(frozen=True)
class StoredSettings:
    """Appearance, recent files and window layout.

    >>> StoredSettings.from_json({"theme": "dark", "recent": "not a list"})
    StoredSettings(theme='dark', recent=(), geometry='', panels={}, hall_scale=150, hall_scales={}, export={}, offered=False, reduced_motion=None, mode='full', text_size=0, meaning_open=False, stage_screen='')
    """

    theme: str = "system"
    recent: tuple[str, ...] = ()  # newest first
    geometry: str = ""  # of the window, in base64
    panels: Mapping[str, int] = field(default_factory=dict)  # their widths; 0: hidden
    hall_scale: int = HALL_SCALE  # percent: the scale while presenting on an unknown screen
    hall_scales: Mapping[str, int] = field(
        default_factory=dict
    )  # the chosen scale by screen size, such as “1280x720”
    export: Mapping[str, Any] = field(
        default_factory=dict
    )  # the options of the export dialog, which validates them
    offered: bool = False  # whether the first lesson has been offered
    reduced_motion: bool | None = None  # None: as the system says
    mode: str = FULL  # simple or full; settings from before there were modes mean Full
    text_size: int = 0  # percent, one of TEXT_SIZES; 0: as the system says
    meaning_open: bool = False  # whether the card “What it means” is unfolded in Full
    stage_screen: str = ""  # the name of the screen of the stage; empty: the one without the window

    @classmethod
    def from_json(cls, obj: Any) -> "StoredSettings":
        """Read the valid fields; all others get their defaults."""
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
            stage_screen=str(given.get("stage_screen") or "")[:LONGEST_NAME],
        )


class Settings:
    """The remembered values: read `now`, change them with `keep`.

    Several labs may run at once. `keep` reads the file again and changes only the given fields, so
    that no lab overwrites what another has remembered.
    """

    def __init__(self) -> None:
        self._file = config_folder() / "settings.json"
        self.now = self._read()

    def keep(self, **changes: Any) -> None:
        """Remember these fields: `settings.keep(theme="dark")`. A failure to write is ignored."""
        before = self._read()
        self.now = replace(before, **changes)
        if self.now != before:
            with suppress(LinlabError, OSError):
                self._file.parent.mkdir(parents=True, exist_ok=True)
                write_text(self._file, json.dumps(asdict(self.now), indent=1))

    def used(self, path: str) -> None:
        """Put this file at the top of the recent files."""
        others = tuple(other for other in self._read().recent if other != path)
        self.keep(recent=(path, *others)[:MOST_RECENT])

    def forget(self, path: str | None = None) -> None:
        """Remove a file, or all of them, from the recent files."""
        self.keep(
            recent=()
            if path is None
            else tuple(other for other in self._read().recent if other != path)
        )

    def _read(self) -> StoredSettings:
        try:
            if not self._file.exists():
                return StoredSettings(mode=FIRST_MODE)
            return StoredSettings.from_json(read_json(self._file))
        except (ValueError, OSError):  # LinlabError, or a path that no file can have
            return StoredSettings()


def config_folder() -> Path:
    """The folder of the settings."""
    return _home() or platformdirs.user_config_path("linlab", appauthor=False)


def state_folder() -> Path:
    """The folder of autosaves and the error log."""
    return _home() or platformdirs.user_state_path("linlab", appauthor=False)


def lessons_folder() -> Path:
    """The folder of the user's own lessons."""
    return state_folder() / "lessons"


@contextmanager
def elsewhere() -> Iterator[None]:
    """Use another home folder for a while; the user's files are neither read nor written."""
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
    """Whether it is a string, a boolean or a finite number."""
    return (
        value is None
        or isinstance(value, str | bool)
        or (isinstance(value, int | float) and abs(value) <= 1e9)
    )


def _as(kind: type, value: Any) -> Any:
    return value if isinstance(value, kind) else kind()
