"""The fields of a weights file, each checked before it is used."""

from typing import Any

import numpy as np

from linlab.engine.ground.arrays import Floats, Ints
from linlab.engine.ground.errors import LinlabError
from linlab.engine.ground.numerals import number
from linlab.engine.learner.loop import LARGEST_WEIGHT

LARGEST = float(np.finfo(float).max)


def field(obj: dict[str, Any], name: str, kind: type) -> Any:
    value = obj.get(name)
    if not isinstance(value, kind):
        words: dict[type, str] = {dict: "an object", list: "a list", str: "a text"}
        raise LinlabError(f"The field “{name}” of the weights must be {words[kind]}.")
    return value


def whole(obj: dict[str, Any], name: str, low: int, high: int = 2**62) -> int:
    value = obj.get(name)
    if type(value) is not int or not low <= value <= high:
        raise LinlabError(
            f"The field “{name}” of the weights must be a whole number of at least {low}."
        )
    return value


def measure(obj: dict[str, Any], name: str) -> float | None:
    return None if obj.get(name) is None else float(numbers(obj, name, most=LARGEST).item())


def numbers(
    obj: dict[str, Any],
    name: str,
    *shape: int | None,
    least: float = -LARGEST_WEIGHT,
    most: float = LARGEST_WEIGHT,
) -> Floats:
    """Numbers in nested lists of exactly this shape; None means any length. Numbers beyond 1e100
    are refused: no run writes them."""
    value = obj.get(name)
    try:
        array = np.array(value if _shaped(value, shape) else np.nan, float)
    except OverflowError:
        array = np.array(np.nan)
    if not ((array >= least) & (array <= most)).all():
        size = " × ".join("n" if n is None else str(n) for n in shape)
        what = f"{size} numbers" if size else "a number"
        raise LinlabError(
            f"The field “{name}” of the weights must be {what} from {number(least)} to {number(most)}."
        )
    return array.reshape([len(array) if n is None else n for n in shape])


def places(obj: dict[str, Any], name: str, least: int, below: int, many: int | None = None) -> Ints:
    """Whole numbers from `least` to below `below`. (n,)"""
    array = numbers(obj, name, many)
    if not (
        np.array_equal(array, np.floor(array)) and (array >= least).all() and (array < below).all()
    ):
        raise LinlabError(
            f"The field “{name}” of the weights must be whole numbers from {least} to {below - 1}."
        )
    return array.astype(np.int64)


def _shaped(value: Any, shape: tuple[int | None, ...]) -> bool:
    if not shape:
        return type(value) in (int, float)
    fits = isinstance(value, list) and len(value) == (len(value) if shape[0] is None else shape[0])
    return fits and all(_shaped(each, shape[1:]) for each in value)


def blank(value: Any) -> bool:
    """Whether a list contains null."""
    return isinstance(value, list) and any(each is None or blank(each) for each in value)
