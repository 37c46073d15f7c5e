"""The fenced blocks of a lesson, `lesson`, `lab` and `question`: which fields each has, and what a
field may be.

A block is TOML. What it says is checked here field by field; what only a whole step can tell, such
as whether a layer exists for its model, is checked when the step is built.
"""

import re
import tomllib
from bisect import bisect_left
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from linlab.engine.data.datasets import DATASETS
from linlab.engine.document.look import FARTHEST
from linlab.engine.document.ready_sets import READY_SETS
from linlab.engine.ground.errors import LinlabError, perhaps
from linlab.engine.ground.harmless import brief
from linlab.engine.ground.numerals import grouped
from linlab.engine.learner.catalog import catalog
from linlab.engine.learner.old_defaults import VERSION
from linlab.engine.learner.parameters import PARAMETERS
from linlab.engine.picture.curves import MODES
from linlab.engine.picture.fellows import ARRANGEMENTS
from linlab.engine.picture.layers import MANNERS, switches
from linlab.engine.views.views import VIEWS
from linlab.lessons.playing import MOST, Play
from linlab.lessons.written.expressions import Expression
from linlab.lessons.written.faults import Fault, WrongField

FORMAT = VERSION  # a lesson says which defaults its models have, as a document does
LOCKS = ("points", "data", "model", "training", "transport", "all")
FOLDS = ("controls", "numbers")
LONGEST = 4000  # characters of a text in a block
MOST_FIELDS = 60  # of a block
LARGEST = 2**63  # of a whole number; TOML promises no more
Check = Callable[[Any], Any]
_NAME = re.compile(r"""\s*\[?\s*(?:"([^"]*)"|'([^']*)'|([^\s=.\]"']+))\s*[=.\]]""")
_BEGINS = re.compile(
    r"""\s*(?:\[[^,]*\]\s*(?:#.*)?$|(?:"[^"]*"|'[^']*'|[A-Za-z0-9_-]+)\s*[=.])"""
)  # a line with which a field or a table begins
_AT_LINE = re.compile(r"\(at line (\d+)")


@dataclass(frozen=True)
class Block:
    """What a block says, and where it stands: its text begins after `line`."""

    values: Mapping[str, Any]
    file: str = ""
    line: int = 0
    text: str = ""

    def where(self, *fields: str) -> int:
        """The line of the first of these fields that has one, or of the block."""
        return next(
            (self._lines[field] for field in fields if field in self._lines), max(self.line, 1)
        )

    @cached_property
    def _lines(self) -> dict[str, int]:
        """The line in which each field begins."""
        found: dict[str, int] = {}
        for k, written in enumerate(self.text.split("\n")):
            name = _NAME.match(written)
            if name:
                found.setdefault(name[1] or name[2] or name[3] or "", self.line + 1 + k)
        found.pop("", None)
        return found

    def fault(self, sentence: str, field: str = "", within: str = "") -> Fault:
        """A fault about a field, or about one `within` another."""
        return Fault(self.file, self.where(field, within), sentence, field)


def read_block(kind: str, text: str, file: str, line: int) -> tuple[Block, list[Fault]]:
    """The fields of a block that are right, and what is wrong with the others."""
    plain = Block({}, file, line, text)
    given = _toml(text)
    if isinstance(given, str):
        said = brief(re.sub(r"\s*\(at [^)]*\)", "", given), 120)
        where = line + _trouble(text, given)
        return plain, [Fault(file, where, f"The block “{kind}” is not TOML: {said}.")]
    values, faults, fields = {}, [], BLOCKS[kind]
    if len(given) > MOST_FIELDS:
        return plain, [plain.fault(f"A block has at most {MOST_FIELDS} fields.")]
    for name, value in given.items():
        if name not in fields:
            sentence = f"There is no such field in “{kind}”{perhaps(name, fields)}; it has {', '.join(fields)}."
            faults.append(plain.fault(sentence, name))
            continue
        try:
            _check_size(value)
            values[name] = fields[name](value)
        except LinlabError as error:
            field = error.field if isinstance(error, WrongField) else name
            faults.append(plain.fault(str(error), field, name))
    return Block(values, file, line, text), faults


def _toml(text: str) -> dict[str, Any] | str:
    """What a text in TOML says, or what is wrong with it."""
    try:
        return tomllib.loads(text)
    except (ValueError, RecursionError) as error:
        return str(error) or "it is nested too deep"


def _trouble(text: str, error: str) -> int:
    """The line, from 1, from which on it is not TOML any more: an open bracket is told where it
    begins, not where the text ends.

    >>> _trouble("a = 1\\nb = [1, 2\\nc = 3", "Unclosed array (at line 3, column 1)")
    2
    """
    lines = text.split("\n")
    named = _AT_LINE.search(error)
    last = int(named[1]) if named else len(lines)
    if named and isinstance(_toml("\n".join(lines[: last - 1])), dict):
        return last
    begins = [k for k, line in enumerate(lines[:last]) if _BEGINS.match(line)]
    found = bisect_left(
        begins, True, key=lambda k: not isinstance(_toml("\n".join(lines[:k])), dict)
    )  # before the first that is good no more
    return begins[found - 1] + 1 if found else last


def _check_size(value: Any) -> None:
    """Refuse whole numbers that are no longer numbers of a lab."""
    if isinstance(value, dict | list):
        for each in value.values() if isinstance(value, dict) else value:
            _check_size(each)
    elif isinstance(value, int) and abs(value) >= LARGEST:
        raise LinlabError("A number in it is far too large: it has more than 18 digits.")


# What a field may be


def _text(value: Any) -> str:
    if not isinstance(value, str) or not value.strip() or len(value) > LONGEST or "\0" in value:
        raise LinlabError(f"It must be a text of 1 to {LONGEST} characters.")
    return value


def _flag(value: Any) -> bool:
    if not isinstance(value, bool):
        raise LinlabError("It must be true or false.")
    return value


def _whole(low: int, high: int) -> Check:
    def check(value: Any) -> int:
        if type(value) is not int or not low <= value <= high:
            raise LinlabError(f"It must be a whole number from {low} to {high}.")
        return value

    return check


def _number(low: float, high: float) -> Check:
    def check(value: Any) -> float:
        if type(value) not in (int, float) or not low <= value <= high:
            raise LinlabError(f"It must be a number from {low:g} to {high:g}.")
        return float(value)

    return check


def _one_of(names: Callable[[], Any], what: str) -> Check:
    def check(value: Any) -> str:
        known = tuple(names())
        if value not in known:
            shown = brief(str(value))
            raise LinlabError(
                f"There is no {what} “{shown}”{perhaps(shown, known)}: it is one of {', '.join(known)}."
            )
        return str(value)

    return check


def _list_of(check: Check, most: int = 100) -> Check:
    def checked(value: Any) -> tuple[Any, ...]:
        if not isinstance(value, list) or len(value) > most:
            raise LinlabError(f"It must be a list in square brackets, of at most {most}.")
        return tuple(check(each) for each in value)

    return checked


def _some(check: Check) -> Check:
    """One, or a list of them."""
    return lambda value: _list_of(check)(value) if isinstance(value, list) else (check(value),)


def _table(what: str) -> Check:
    def check(value: Any) -> dict[str, Any]:
        if not isinstance(value, dict):
            raise LinlabError(f"It must be a table such as {what}.")
        return value

    return check


def _numbers(many: int, words: str) -> Check:
    def check(value: Any) -> tuple[float, ...]:
        good = (
            isinstance(value, list)
            and len(value) == many
            and all(type(each) in (int, float) and abs(each) <= FARTHEST for each in value)
        )
        if not good:
            raise LinlabError(f"It must be {words}.")
        return tuple(map(float, value))

    return check


def _region(value: Any) -> tuple[float, ...]:
    sides: tuple[float, ...] = _numbers(4, "left, bottom, right and top of a part of the plane")(
        value
    )
    if not (sides[0] < sides[2] and sides[1] < sides[3]):
        raise LinlabError(
            "It must be left, bottom, right and top of a part of the plane, in this order."
        )
    return sides


def _split(value: Any) -> tuple[float, ...]:
    shares: tuple[float, ...] = _numbers(
        3, "the percentages of train, dev and test, such as [60, 20, 20]"
    )(value)
    if min(shares) < 0 or abs(sum(shares) - 100) > 1e-9 or shares[0] == 0:
        raise LinlabError(
            "It must be the percentages of train, dev and test, which make 100 together."
        )
    return shares


def _t(value: Any) -> int | str:
    if value == "converged":
        return "converged"
    if type(value) is not int or not 0 <= value <= MOST:
        raise LinlabError(
            f"It must be a whole number of updates from 0 to {grouped(MOST)}, or “converged”."
        )
    return value


def _models(value: Any) -> Any:
    """The key of a ready set, or models, each a name or a table with its settings."""
    keys = [each.key for each in READY_SETS]
    if isinstance(value, str):
        return _one_of(lambda: keys, "ready set of models")(value)
    if not isinstance(value, list) or not 1 <= len(value) <= 6:
        raise LinlabError(
            f"It must be a list of one to six models, or a ready set: {', '.join(keys)}."
        )
    out = []
    for each in value:
        table = each if isinstance(each, dict) else {"model": each}
        settings = {name: setting for name, setting in table.items() if name != "model"}
        out.append((_one_of(catalog, "model")(table.get("model")), settings))
    return tuple(out)


def _guess(value: Any) -> dict[str, Any]:
    fields = {
        "how": _one_of(lambda: ("self", "co"), "way of guessing"),
        "threshold": _number(0, 1),
        "rounds": _whole(1, 100),
        "epochs": _whole(1, 1000),
        "views": _list_of(_one_of(lambda: ("x1", "x2", "both"), "view"), 2),
    }
    table = _table('{how = "self", threshold = 0.9}')(value)
    for name in table:
        if name not in fields:
            raise LinlabError(
                f"There is no “{brief(name)}” in guess{perhaps(name, fields)}; it has {', '.join(fields)}."
            )
    return {"how": "self", **{name: fields[name](each) for name, each in table.items()}}


def _choices(value: Any) -> dict[str, Any]:
    """Texts, each with the condition under which it is the right one; true and false where the
    author says so."""
    table = _table('{left = "after.angle > angle", right = "after.angle < angle"}')(value)
    if not 2 <= len(table) <= 8:
        raise LinlabError("There must be two to eight choices.")
    out: dict[str, Any] = {}
    for text, when in table.items():
        if not text.strip():
            raise LinlabError("A choice has words: write them before the sign =.")
        if not isinstance(when, str | bool):
            raise WrongField(
                text,
                "After a choice stands the condition under which it is right, in quotes, or true or false.",
            )
        try:
            out[_text(text)] = Expression.read(when) if isinstance(when, str) else when
        except LinlabError as error:
            raise WrongField(text, str(error)) from None
    return out


def _answer(value: Any) -> Any:
    """A number, an expression or the name of what is asked for; a list is of the numbers of
    examples."""
    if type(value) in (int, float) and abs(value) <= FARTHEST:
        return float(value)
    if isinstance(value, list):
        return _list_of(_whole(1, 100_000))(value)
    return _text(value)


def _expect(value: Any) -> tuple[Expression, ...]:
    return tuple(Expression.read(each) for each in _some(_text)(value))


def _format(value: Any) -> int:
    if type(value) is not int or value < 1:
        raise LinlabError(f"It must be the version of the format, 1 to {FORMAT}.")
    if value > FORMAT:
        raise LinlabError(
            f"This lesson has the format {value}, but this linlab knows only formats up to {FORMAT}: "
            "a newer linlab can open it."
        )
    return value


def _settings(value: Any) -> dict[str, Any]:
    return dict(_table('{lam = 0.1, space = "rbf"}')(value))


def _layers() -> tuple[str, ...]:
    return tuple(layer.name for layer in (*switches(), *MANNERS))


def _curves() -> tuple[str, ...]:
    return tuple(mode.key for mode in MODES)


LESSON: dict[str, Check] = {
    "format": _format,
    "number": _whole(1, 999),
    "lecture": _text,
    "summary": _text,
    "author": _text,
    "minutes": _whole(1, 600),
}

LAB: dict[str, Check] = {
    # what is learnt
    "document": _text,
    "data": _one_of(lambda: DATASETS, "data set"),
    "points": _text,
    "knobs": _table("{n = 60, noise = 0.4}"),
    "draw": _whole(0, 2**32 - 1),
    "seed": _whole(0, 2**32 - 1),
    "split": _split,
    "model": _one_of(catalog, "model"),
    "set": _settings,
    "models": _models,
    "guess": _guess,
    "t": _t,
    # how it is seen
    "layers": _list_of(_one_of(_layers, "layer")),
    "show": _some(_one_of(_layers, "layer")),
    "hide": _some(_one_of(_layers, "layer")),
    "region": _region,
    "curves": _one_of(_curves, "kind of curves"),
    "view": _one_of(lambda: VIEWS, "view"),
    "beside": _one_of(lambda: ("none", *VIEWS), "view"),
    "options": _table("{losses = {…}}"),
    "arrange": _one_of(lambda: dict(ARRANGEMENTS), "arrangement"),
    "focus": _whole(1, 6),
    "exact": _flag,
    "fold": _some(_one_of(lambda: FOLDS, "part of the window to fold")),
    # what may be done
    "lock": _some(_one_of(lambda: LOCKS, "part of the window to lock")),
    "sliders": _some(_one_of(lambda: PARAMETERS, "setting")),
    "play": lambda value: Play.read(_text(value)),
    "expect": _expect,
}

QUESTION: dict[str, Check] = {
    "kind": _one_of(lambda: ("choose", "number", "click", "drag", "curve"), "kind of question"),
    "ask": _text,
    "choices": _choices,
    "answer": _answer,
    "tolerance": _number(0, 1e9),
    "unit": _text,
    "why": _text,
}

BLOCKS: dict[str, dict[str, Check]] = {"lesson": LESSON, "lab": LAB, "question": QUESTION}
