"""Answers as JSON and back: numbers, texts, sets of examples, places and curves."""

from typing import Any

import numpy as np

LONGEST_TEXT = 4000  # characters of an answer in the student's own words
MOST_VALUES = 20_000  # numbers in an answer


def as_json(value: Any) -> Any:
    """A given answer as JSON; None for what has no such form.

    >>> as_json(frozenset({3, 1})), as_json((1.5, 2)), as_json(object())
    ({'set': [1, 3]}, [1.5, 2], None)
    """
    if isinstance(value, str):
        return value[:LONGEST_TEXT]
    if isinstance(value, bool | int):
        return value
    if isinstance(value, float):
        return value if np.isfinite(value) else None
    if isinstance(value, np.generic | np.ndarray):
        return as_json(value.tolist())
    if isinstance(value, frozenset | set):
        return {"set": sorted(int(each) for each in value)}
    if isinstance(value, tuple | list) and len(value) <= MOST_VALUES:
        return [as_json(each) for each in value]
    return None


def from_json(value: Any) -> Any:
    """
    >>> from_json({"set": [1, 3]}) == frozenset({1, 3}), from_json([[1.5, 2], [0, 1]])
    (True, ((1.5, 2), (0, 1)))
    """
    if isinstance(value, dict):
        return frozenset(int(each) for each in value.get("set", ()))
    if isinstance(value, list):
        return tuple(from_json(each) for each in value)
    return value
