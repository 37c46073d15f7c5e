"""The axes of points that come from a table: the names of two columns and, if they were
standardised, the mean and the standard deviation of each,

    x = (value − mean) / deviation

so that other values can be put on the same scale, and these back on theirs.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from linlab.engine.data.checks import check_name, is_text
from linlab.engine.ground.arrays import Floats
from linlab.engine.ground.errors import LinlabError
from linlab.engine.ground.numerals import number

Scale = tuple[tuple[float, float], tuple[float, float]]
STANDARDISED = "standardised"


@dataclass(frozen=True)
class Axes:
    """What the two coordinates are.

    >>> Axes(("length", "width"), ((2.0, 0.5), (1.0, 1.0))).placed([(3.0, 1.0)]).tolist()
    [[2.0, 0.0]]
    """

    names: tuple[str, str]
    scale: Scale | None = None  # (mean, deviation) of each column

    def __post_init__(self) -> None:
        if len(self.names) != 2:
            raise LinlabError(f"The plane has two axes, not {len(self.names)}.")
        for name in self.names:
            check_name(name, "column")

    @property
    def titles(self) -> tuple[str, str]:
        """What stands at the axes."""
        if self.scale is None:
            return self.names
        return (f"{self.names[0]} ({STANDARDISED})", f"{self.names[1]} ({STANDARDISED})")

    def placed(self, values: Any) -> Floats:
        """Values of the columns as places in the plane. (m, 2)"""
        values = np.asarray(values, float)
        if self.scale is None:
            return np.asarray(values)
        mean, deviation = np.array(self.scale).T
        return np.asarray((values - mean) / deviation)

    def values(self, places: Any) -> Floats:
        """Places in the plane as values of the columns. (m, 2)"""
        places = np.asarray(places, float)
        if self.scale is None:
            return np.asarray(places)
        mean, deviation = np.array(self.scale).T
        return np.asarray(places * deviation + mean)

    @property
    def in_words(self) -> str:
        """How the scale was changed, in a sentence; empty if it was not."""
        if self.scale is None:
            return ""
        parts = (
            f"{name} had the mean {number(mean)} and the standard deviation {number(deviation)}"
            for name, (mean, deviation) in zip(self.names, self.scale, strict=True)
        )
        return f"Standardised: {', '.join(parts)}."

    def to_json(self) -> dict[str, Any]:
        scale = None if self.scale is None else [list(each) for each in self.scale]
        return {"names": list(self.names), "scale": scale}

    @classmethod
    def from_json(cls, obj: Any) -> Axes:
        wrong = LinlabError(
            "The field “axes” of the points must have two names and perhaps a scale."
        )
        names = obj.get("names") if isinstance(obj, dict) else None
        if not isinstance(names, list) or len(names) != 2 or not all(map(is_text, names)):
            raise wrong
        scale = obj.get("scale")
        if scale is None:
            return cls((names[0], names[1]))
        if not isinstance(scale, list) or len(scale) != 2 or not all(map(_is_scale, scale)):
            raise wrong
        first, second = ((float(mean), float(deviation)) for mean, deviation in scale)
        return cls((names[0], names[1]), (first, second))


def standardised(names: Sequence[str], values: Floats) -> Axes:
    """The axes on which these values have the mean 0 and the standard deviation 1; a constant
    column is only moved to 0."""
    mean = values.mean(axis=0).tolist() if len(values) else [0.0, 0.0]
    spread = values.std(axis=0).tolist() if len(values) else [1.0, 1.0]
    deviation = [each if each > 0 else 1.0 for each in spread]
    return Axes((names[0], names[1]), ((mean[0], deviation[0]), (mean[1], deviation[1])))


def _is_scale(value: Any) -> bool:
    return (
        isinstance(value, list)
        and len(value) == 2
        and all(type(each) in (int, float) and abs(each) < 1e300 for each in value)
        and math.isfinite(value[0])
        and value[1] > 0
    )
