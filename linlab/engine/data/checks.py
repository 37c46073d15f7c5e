"""Checks for `Points`: finite coordinates, whole labels and ids, class names in a sensible order.

Each function turns a caller's value into the array or name that points store, or refuses it with
one clear sentence.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Sequence
from typing import Any, TypeVar

import numpy as np
from numpy.typing import ArrayLike, NDArray

from linlab.engine.ground.arrays import Floats, Ints
from linlab.engine.ground.errors import LinlabError
from linlab.engine.ground.numerals import number
from linlab.engine.ground.sanitise import shorten

_T = TypeVar("_T", np.float64, np.int64)

FARTHEST = 1e100  # the largest coordinate of a point: distances and their squares are still finite
TOO_FAR = f"is too far out: coordinates must lie between {number(-FARTHEST)} and {number(FARTHEST)}"

_HALF = re.compile(
    "[\ud800-\udfff]"
)  # a surrogate without its other half, which is not a character
LONGEST_NAME = 200  # characters in the name of a class, a document or a bookmark
MOST_LINES, MOST_BYTES = 1_000_000, 40_000_000  # of a table of points


def coordinates(x: ArrayLike) -> Floats:
    """Coordinates as (n, 2); a single pair is one point."""
    try:
        array = np.asarray(x, dtype=np.float64)
    except (ValueError, TypeError, OverflowError):
        raise LinlabError("The coordinates of points must be pairs of numbers.") from None
    if array.size == 0:
        return np.empty((0, 2))
    array = np.atleast_2d(array)
    if array.ndim != 2 or array.shape[1] != 2:
        raise LinlabError("The coordinates of points must be pairs of numbers.")
    if not np.isfinite(array).all():
        raise LinlabError("The coordinates of points must be finite numbers, not NaN or infinity.")
    return array


def check_near(x: Floats) -> None:
    """Refuse points so far out that distances between them would overflow."""
    far = np.abs(x) > FARTHEST
    if far.any():
        raise LinlabError(f"A point at {number(float(x[far][0]), 6)} {TOO_FAR}.")


def integers(values: ArrayLike, what: str) -> Ints:
    """Whole numbers as (n,); a single one is a list of one."""
    if isinstance(values, np.ndarray) and values.dtype == np.int64 and values.ndim == 1:
        return values
    try:
        array = np.atleast_1d(np.asarray(values))
    except (ValueError, TypeError):
        array = np.array([None])  # a ragged list: refused below
    if array.size == 0:
        return np.empty(0, dtype=np.int64)
    if array.dtype.kind not in "iu" or array.ndim != 1 or array.max() > np.iinfo(np.int64).max:
        raise LinlabError(f"Each {what} of a point must be a whole number.")
    return array.astype(np.int64, copy=False)


def spread(array: NDArray[_T], shape: tuple[int, ...], what: str) -> NDArray[_T]:
    """One value for all, or one for each."""
    if len(array) not in (1, shape[0]):
        raise LinlabError(f"There are {shape[0]} points, but {len(array)} {what}.")
    return np.broadcast_to(array, shape)


def locked(array: NDArray[_T]) -> NDArray[_T]:
    """The same numbers, read-only: our own arrays are shared, all others copied."""
    if array.flags.writeable or array.base is not None or not array.flags.c_contiguous:
        array = array.copy()
        array.setflags(write=False)
    return array


def check_name(name: str, what: str = "class") -> None:
    """Refuse a name that a class, a document or a bookmark cannot have."""
    if not name:
        raise LinlabError(f"The name of a {what} must not be empty.")
    if len(name) > LONGEST_NAME:
        raise LinlabError(
            f"The name of a {what} can have at most {LONGEST_NAME} characters, but “{shorten(name)}” has {len(name)}."
        )
    if "\0" in name or _HALF.search(name):
        raise LinlabError(
            f"A {what} cannot be called “{shorten(name)}”: the name has a character that cannot be saved."
        )


def class_name(label: object) -> str:
    """The name of the class a label means, '' for none: 1, 1.0 and '1' are the same class."""
    if label is None:
        return ""
    if isinstance(label, str):
        return label.strip()
    if isinstance(label, bool | np.bool_):
        return str(bool(label))
    if isinstance(label, int | np.integer):
        return str(int(label))
    if isinstance(label, float | np.floating):
        value = float(label)
        if math.isnan(value):
            return ""
        return str(int(value)) if value.is_integer() and abs(value) < 1e15 else repr(value)
    raise LinlabError(f"A label must be a text or a number, not {shorten(repr(label))}.")


def as_labels(labels: tuple[Any, ...]) -> Any:
    """Labels as an array of their common type; labels of different types stay objects."""
    if len({type(label) for label in labels}) == 1 and isinstance(
        labels[0], (str, int, float, np.generic)
    ):
        return np.array(labels)
    out = np.empty(len(labels), object)
    out[:] = labels
    return out


def in_order(names: set[str]) -> tuple[str, ...]:
    """Class names as numbers if all are numbers, else as text.

    The signs “+” and “−” count as numbers, so that “+” comes last and is the positive class.
    """
    numbers = {name: _number(name) for name in names}
    if any(math.isnan(number) for number in numbers.values()):
        return tuple(sorted(names))
    return tuple(sorted(names, key=lambda name: (numbers[name], name)))


def _number(name: str) -> float:
    if name in ("-", "+"):
        return -1.0 if name == "-" else 1.0
    try:
        return float(name)
    except ValueError:
        return math.nan


def count(value: Any, name: str, least: int) -> int:
    """A whole number of at least `least`."""
    ok = isinstance(value, (int, np.integer)) or (
        isinstance(value, float) and math.isfinite(value) and value == int(value)
    )
    if isinstance(value, bool) or not ok or int(value) < least:
        raise LinlabError(f"{name} must be a whole number of at least {least}, not {value!r}.")
    return int(value)


def read_list(obj: dict[Any, Any], field: str, what: str, good: Callable[[Any], bool]) -> list[Any]:
    """A list from a JSON object, each entry checked."""
    values = obj.get(field)
    if not isinstance(values, list) or not all(map(good, values)):
        raise LinlabError(f"The field “{field}” of the points must be a list of {what}.")
    return values


def is_text(value: Any) -> bool:
    return isinstance(value, str) and not _HALF.search(value)


def is_whole(value: Any) -> bool:
    return type(value) is int and abs(value) < 2**63


def is_pair(value: Any) -> bool:
    return (
        isinstance(value, list)
        and len(value) == 2
        and _is_finite(value[0])
        and _is_finite(value[1])
    )


def _is_finite(value: Any) -> bool:
    if type(value) is float:
        return math.isfinite(value)
    return type(value) is int and abs(value) < 2**1000  # what a float can hold


def both_texts(
    old: Sequence[str] | None, many_old: int, new: Sequence[str] | None, many_new: int
) -> tuple[str, ...] | None:
    """The texts of points and of new ones after them, '' where there is none; None if none has any.

    >>> both_texts(None, 1, ["good"], 1)
    ('', 'good')
    """
    if old is None and new is None:
        return None
    return (*(old or ("",) * many_old), *(new or ("",) * many_new))


def same_numbers(a: Floats | Ints | None, b: Floats | Ints | None) -> bool:
    """Whether two arrays are the same, or both missing."""
    if a is b:
        return True
    return a is not None and b is not None and a.shape == b.shape and bool((a == b).all())
