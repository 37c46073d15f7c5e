"""What is shown of a document: the step, the layers, the curves, the part of the plane and the
split of the window.

It is saved with the document, so that opening it shows what its author saw. It is not part of what
is edited: nothing here is undone, and another look does not make a document unsaved. None means the
default.
"""

import math
from dataclasses import asdict, dataclass
from typing import Any

from linlab.engine.data.checks import LONGEST_NAME, is_text, is_whole
from linlab.engine.ground.errors import LinlabError
from linlab.engine.ground.numerals import grouped

LONGEST_NOTES = 20_000  # characters
MOST_UPDATES = 2**53  # every step is also an exact JSON number
WIDEST = 4000  # widest panel, in pixels
MOST_NAMES = 100  # most names of layers or lines
FARTHEST = 1e100  # farthest coordinate of a part of the plane
LONGEST_OPTION = 2_000  # characters of what is chosen of a view, such as a typed sentence
SIMPLE, FULL = "simple", "full"  # how much of the window is in sight


@dataclass(frozen=True)
class Look:
    """What is shown at one moment. Unknown names, as from a later linlab, are kept and show
    nothing.

    >>> Look.from_json(Look(t=12, region=(0, 0, 1, 2)).to_json()).region
    (0.0, 0.0, 1.0, 2.0)
    """

    t: int = 0
    layers: tuple[str, ...] | None = None  # layers of the plane
    curves: str = ""  # loss, error, proof or gap
    lines: tuple[str, ...] | None = None  # which of the curves
    log: tuple[bool, bool] = (False, False)  # the axes of the steps and of the values
    region: tuple[float, float, float, float] | None = (
        None  # left, bottom, right, top of the plane; None: all points
    )
    panels: tuple[int, int] | None = None  # the widths of the left and the right one; 0: hidden
    view: str = ""  # in the right column; none: the curves
    beside: str = ""  # the view beside the plane
    exact: bool = False  # whether the exact optimum is switched on
    options: tuple[
        tuple[str, str, str | float], ...
    ] = ()  # views, their options, and what is chosen
    models: str = ""  # one, side or alone: how several are shown
    focus: int = 0  # the current model
    mode: str = ""  # simple or full, if the author asks for one; else as the user has it

    def to_json(self) -> dict[str, Any]:
        written = asdict(self)
        if not self.mode:
            del written["mode"]
        return written

    @classmethod
    def from_json(cls, obj: Any) -> "Look":
        if not isinstance(obj, dict):
            raise LinlabError("The field “look” of the document must be an object.")
        panels = obj.get("panels")
        region = obj.get("region")
        log = obj.get("log", [False, False])
        t = obj.get("t", 0)
        if not is_whole(t) or not 0 <= t <= MOST_UPDATES:
            raise _wrong("t", "a step from 0 to 2^53")
        if not _are(log, 2, bool):
            raise _wrong("log", "two values, each true or false")
        if type(obj.get("exact", False)) is not bool:
            raise _wrong("exact", "true or false")
        if panels is not None and not (
            _are(panels, 2, int) and all(0 <= width <= WIDEST for width in panels)
        ):
            raise _wrong("panels", f"two widths from 0 to {WIDEST}")
        return cls(
            t,
            _names(obj, "layers"),
            _name(obj, "curves"),
            _names(obj, "lines"),
            (log[0], log[1]),
            None if region is None else _region(region),
            None if panels is None else (panels[0], panels[1]),
            _name(obj, "view"),
            _name(obj, "beside"),
            obj.get("exact", False),
            _options(obj.get("options", [])),
            _name(obj, "models"),
            _place(obj),
            _name(obj, "mode"),
        )


def check_words(title: Any, notes: Any) -> None:
    """Refuse a title or notes that a document cannot have."""
    for name, words, most in (("title", title, LONGEST_NAME), ("notes", notes, LONGEST_NOTES)):
        if not is_text(words) or "\0" in words:
            raise LinlabError(f"The {name} of a document must be a text that can be saved.")
        if len(words) > most:
            raise LinlabError(
                f"The {name} of a document can have at most {grouped(most)} characters, not {grouped(len(words))}."
            )


def _wrong(field: str, must: str) -> LinlabError:
    return LinlabError(f"The field “{field}” of the document's look must be {must}.")


def _are(value: Any, many: int, kind: type) -> bool:
    return (
        isinstance(value, list | tuple)
        and len(value) == many
        and all(type(each) is kind for each in value)
    )


def _name(obj: dict[str, Any], field: str) -> str:
    name = obj.get(field, "")
    if not is_text(name) or len(name) > LONGEST_NAME:
        raise _wrong(field, "a name")
    return str(name)


def _place(obj: dict[str, Any]) -> int:
    focus = obj.get("focus", 0)
    if not is_whole(focus) or not 0 <= focus < MOST_NAMES:
        raise _wrong("focus", "the number of a model")
    return int(focus)


def _names(obj: dict[str, Any], field: str) -> tuple[str, ...] | None:
    names = obj.get(field)
    if names is None:
        return None
    if not isinstance(names, list | tuple) or len(names) > MOST_NAMES:
        raise _wrong(field, "a list of names")
    return tuple(_name({field: name}, field) for name in names)


def _options(obj: Any) -> tuple[tuple[str, str, str | float], ...]:
    wrong = _wrong("options", "a list of views, options and values")
    if not isinstance(obj, list | tuple) or len(obj) > MOST_NAMES:
        raise wrong
    out = []
    for each in obj:
        if not isinstance(each, list | tuple) or len(each) != 3:
            raise wrong
        number = type(each[2]) in (int, float) and abs(each[2]) <= FARTHEST
        value = float(each[2]) if number else _text(each[2])
        out.append(
            (_name({"options": each[0]}, "options"), _name({"options": each[1]}, "options"), value)
        )
    return tuple(out)


def _text(value: Any) -> str:
    if not is_text(value) or len(value) > LONGEST_OPTION:
        raise _wrong("options", "a list of views, options and values")
    return str(value)


def _region(obj: Any) -> tuple[float, float, float, float]:
    good = (
        isinstance(obj, list | tuple)
        and len(obj) == 4
        and all(
            type(each) in (int, float) and abs(each) <= FARTHEST and math.isfinite(each)
            for each in obj
        )
    )
    if not good or not (obj[0] < obj[2] and obj[1] < obj[3]):
        raise _wrong("region", "left, bottom, right and top of a part of the plane")
    return float(obj[0]), float(obj[1]), float(obj[2]), float(obj[3])
