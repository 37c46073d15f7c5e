"""The fenced blocks of a lesson, `lesson`, `teacher`, `lab` and `question`: which fields each has, and what a
field may be.

A block is TOML. What it says is checked here field by field, a question as its kind says; what only
a whole step can tell, such as whether a layer exists for its model, is checked when the step is
built.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from linlab.engine.data.datasets import DATASETS
from linlab.engine.document.ready_sets import READY_SETS
from linlab.engine.ground.errors import LinlabError, perhaps
from linlab.engine.ground.numerals import grouped
from linlab.engine.ground.sanitise import shorten
from linlab.engine.learner.catalog import catalog
from linlab.engine.learner.old_defaults import VERSION
from linlab.engine.learner.parameters import PARAMETERS
from linlab.engine.picture.curves import MODES
from linlab.engine.picture.layers import MANNERS, switches
from linlab.engine.picture.other_models import ARRANGEMENTS
from linlab.engine.views.views import VIEWS
from linlab.lessons.kinds.reveals import REVEALS
from linlab.lessons.kinds.table import QUESTION_KINDS
from linlab.lessons.playing import MOST_STEPS_PLAYED, Play
from linlab.lessons.written.checks import (
    Check,
    a_flag,
    a_table,
    a_text,
    list_of,
    one_of,
    one_or_more,
    real_number,
    real_numbers,
    whole_number,
)
from linlab.lessons.written.expressions import Expression
from linlab.lessons.written.faults import Fault, WrongField
from linlab.lessons.written.toml_reading import NAME, line_of_trouble, plain_trouble, toml_in

FORMAT = VERSION  # a lesson names the version of its models' defaults, as a document does
LOCKS = ("points", "data", "model", "training", "transport", "all")
FOLDS = ("controls", "numbers")
MOST_FIELDS = 60  # of a block
MOST_KEYWORDS, MOST_NEEDED = 6, 10  # of a lesson
LONGEST_ID = 120  # characters
LARGEST = 2**63  # of a whole number; TOML guarantees no more


@dataclass(frozen=True)
class Block:
    """The content of a block, and where it is: its text begins after `line`."""

    values: Mapping[str, Any]
    file: str = ""
    line: int = 0
    text: str = ""

    def where(self, *fields: str) -> int:
        """The line of the first of these fields that is there, or of the block."""
        return next(
            (self._lines[field] for field in fields if field in self._lines), max(self.line, 1)
        )

    @cached_property
    def _lines(self) -> dict[str, int]:
        """The line at which each field begins."""
        found: dict[str, int] = {}
        for k, written in enumerate(self.text.split("\n")):
            name = NAME.match(written)
            if name:
                found.setdefault(name[1] or name[2] or name[3] or "", self.line + 1 + k)
        found.pop("", None)
        return found

    def fault(self, sentence: str, field: str = "", within: str = "") -> Fault:
        """A fault of a field, or of one `within` another."""
        return Fault(self.file, self.where(field, within), sentence, field)


def read_block(kind: str, text: str, file: str, line: int) -> tuple[Block, list[Fault]]:
    """The fields of a block that are right, and the faults of the others."""
    plain = Block({}, file, line, text)
    given = toml_in(text)
    if isinstance(given, str):
        where = line + line_of_trouble(text, given)
        sentence = f"The block “{kind}” is not TOML: {plain_trouble(given)}."
        return plain, [Fault(file, where, sentence)]
    values = {}
    faults = []
    fields = BLOCKS[kind](given)
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


def _check_size(value: Any) -> None:
    """Refuse whole numbers that are too large for a lab."""
    if isinstance(value, dict | list):
        for each in value.values() if isinstance(value, dict) else value:
            _check_size(each)
    elif isinstance(value, int) and abs(value) >= LARGEST:
        raise LinlabError("A number in it is far too large: it has more than 18 digits.")


# What a field may be


def _region(value: Any) -> tuple[float, ...]:
    sides: tuple[float, ...] = real_numbers(
        4, "left, bottom, right and top of a part of the plane"
    )(value)
    if not (sides[0] < sides[2] and sides[1] < sides[3]):
        raise LinlabError(
            "It must be left, bottom, right and top of a part of the plane, in this order."
        )
    return sides


def _split(value: Any) -> tuple[float, ...]:
    shares: tuple[float, ...] = real_numbers(
        3, "the percentages of train, dev and test, such as [60, 20, 20]"
    )(value)
    if min(shares) < 0 or abs(sum(shares) - 100) > 1e-9 or shares[0] == 0:
        raise LinlabError("It must be the percentages of train, dev and test, which add up to 100.")
    return shares


def _t(value: Any) -> int | str:
    if value == "converged":
        return "converged"
    if type(value) is not int or not 0 <= value <= MOST_STEPS_PLAYED:
        raise LinlabError(
            f"It must be a whole number of steps from 0 to {grouped(MOST_STEPS_PLAYED)}, or “converged”."
        )
    return value


def _models(value: Any) -> Any:
    """The key of a ready set, or models, each a name or a table with its settings."""
    keys = [each.key for each in READY_SETS]
    if isinstance(value, str):
        return one_of(lambda: keys, "ready set of models")(value)
    if not isinstance(value, list) or not 1 <= len(value) <= 6:
        raise LinlabError(
            f"It must be a list of one to six models, or a ready set: {', '.join(keys)}."
        )
    out = []
    for each in value:
        table = each if isinstance(each, dict) else {"model": each}
        settings = {name: setting for name, setting in table.items() if name != "model"}
        out.append((one_of(catalog, "model")(table.get("model")), settings))
    return tuple(out)


def _guess(value: Any) -> dict[str, Any]:
    fields = {
        "how": one_of(lambda: ("self", "co"), "way of guessing"),
        "threshold": real_number(0, 1),
        "rounds": whole_number(1, 100),
        "epochs": whole_number(1, 1000),
        "views": list_of(one_of(lambda: ("x1", "x2", "both"), "view"), 2),
    }
    table = a_table('{how = "self", threshold = 0.9}')(value)
    for name in table:
        if name not in fields:
            raise LinlabError(
                f"There is no “{shorten(name)}” in guess{perhaps(name, fields)}; it has {', '.join(fields)}."
            )
    return {"how": "self", **{name: fields[name](each) for name, each in table.items()}}


def _expect(value: Any) -> tuple[Expression, ...]:
    return tuple(Expression.read(each) for each in one_or_more(a_text)(value))


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
    return dict(a_table('{lam = 0.1, space = "rbf"}')(value))


def _layers() -> tuple[str, ...]:
    return tuple(layer.name for layer in (*switches(), *MANNERS))


def _curves() -> tuple[str, ...]:
    return tuple(mode.key for mode in MODES)


def _id_of_a_lesson(value: Any) -> str:
    if not isinstance(value, str) or not 1 <= len(value) <= LONGEST_ID:
        raise LinlabError(f"The id of a lesson is a text of 1 to {LONGEST_ID} characters.")
    return value


LESSON: dict[str, Check] = {
    "format": _format,
    "number": whole_number(1, 999),
    "lecture": a_text,
    "summary": a_text,
    "author": a_text,
    "minutes": whole_number(1, 600),
    "keywords": list_of(a_text, MOST_KEYWORDS),  # on the card of the course page
    "needs": list_of(_id_of_a_lesson, MOST_NEEDED),  # the lessons that it builds on
}

_POINTS = one_or_more(a_text)  # one text, or several
TEACHER: dict[str, Check] = {
    "aim": a_text,
    "prerequisites": _POINTS,
    "errors": _POINTS,
    "time": _POINTS,
    "questions": _POINTS,
}

LAB: dict[str, Check] = {
    # what is learnt
    "document": a_text,
    "data": one_of(lambda: DATASETS, "data set"),
    "points": a_text,
    "knobs": a_table("{n = 60, noise = 0.4}"),
    "draw": whole_number(0, 2**32 - 1),
    "seed": whole_number(0, 2**32 - 1),
    "split": _split,
    "model": one_of(catalog, "model"),
    "set": _settings,
    "models": _models,
    "guess": _guess,
    "t": _t,
    # how it is shown
    "layers": list_of(one_of(_layers, "layer")),
    "show": one_or_more(one_of(_layers, "layer")),
    "hide": one_or_more(one_of(_layers, "layer")),
    "region": _region,
    "curves": one_of(_curves, "kind of curves"),
    "view": one_of(lambda: VIEWS, "view"),
    "beside": one_of(lambda: ("none", *VIEWS), "view"),
    "options": a_table("{losses = {…}}"),
    "arrange": one_of(lambda: dict(ARRANGEMENTS), "arrangement"),
    "focus": whole_number(1, 6),
    "exact": a_flag,
    "fold": one_or_more(one_of(lambda: FOLDS, "part of the window to fold")),
    # what the student may do
    "lock": one_or_more(one_of(lambda: LOCKS, "part of the window to lock")),
    "sliders": one_or_more(one_of(lambda: PARAMETERS, "setting")),
    "play": lambda value: Play.read(a_text(value)),
    "expect": _expect,
}


def _questions(given: Mapping[str, Any]) -> dict[str, Check]:
    """The fields of questions: those of its kind are checked as the kind says; a field of another
    kind is reported when the question is read."""
    kind = given.get("kind")
    own = QUESTION_KINDS[kind].fields if isinstance(kind, str) and kind in QUESTION_KINDS else {}
    others = {name: lambda value: value for each in QUESTION_KINDS.values() for name in each.fields}
    return {
        "kind": one_of(lambda: QUESTION_KINDS, "kind of question"),
        "ask": a_text,
        **others,
        **{name: field.check for name, field in own.items()},
        "why": a_text,
        "reveal": one_of(lambda: REVEALS, "thing to reveal"),
    }


# The fields of each block, by what it says
BLOCKS: dict[str, Callable[[Mapping[str, Any]], Mapping[str, Check]]] = {
    "lesson": lambda given: LESSON,
    "teacher": lambda given: TEACHER,
    "lab": lambda given: LAB,
    "question": _questions,
}
