r"""A line of a derivation: sides with relations between them, each side a formula and its value.

>>> one = line(r"M \gamma^*", 1.5, "≤", r"u \cdot \theta", 2.0, why=r"each mistake adds at least $\gamma^*$")
>>> one.latex, one.values, one.holds
('M \\gamma^* \\leq u \\cdot \\theta', ('1.5', '2'), True)
"""

from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import numpy as np

from linlab.engine.ground.arrays import Floats
from linlab.engine.ground.numerals import number

RELATIONS = {"=": "=", "≤": r"\leq", "≥": r"\geq"}  # as it is printed, and as LaTeX
ALIKE = 1e-6  # numbers that differ by less, as a share of the size of the line, are equal
DUST = 1e-9  # a smaller share is what rounding left of 0
MOST_LISTED_NUMBERS = 4  # numbers of a vector that are listed
LENGTH = "length "  # before that of a vector of more numbers


@dataclass(frozen=True, eq=False)
class Vector:
    """Numbers that are one value, with the length that they have in their space."""

    numbers: Floats
    length: float

    @classmethod
    def of(cls, numbers: Any) -> "Vector":
        flat = np.ravel(np.asarray(numbers, float))
        return cls(flat, float(np.linalg.norm(flat)))


Value = float | Vector


@dataclass(frozen=True, eq=False)
class Side:
    """One side: its formula as LaTeX, and its value."""

    latex: str
    value: Value


@dataclass(frozen=True, eq=False)
class Line:
    """Sides with relations between them. `scale` is the size of the numbers that they were computed
    from, where that is larger than they are."""

    sides: tuple[Side, ...]
    relations: tuple[str, ...]  # keys of RELATIONS, one fewer than the sides
    reason: str  # words, with formulas in $…$
    scale: float = 0.0
    example: int | None = None  # the position of the one it is about

    @property
    def latex(self) -> str:
        """The formula."""
        first, *others = self.sides
        pairs = zip(self.relations, others, strict=True)
        return first.latex + "".join(f" {RELATIONS[sign]} {side.latex}" for sign, side in pairs)

    @property
    def size(self) -> float:
        """The largest number of the line."""
        numbers = np.concatenate([_numbers(side.value) for side in self.sides])
        known = np.abs(numbers[np.isfinite(numbers)])
        return max(self.scale, float(known.max(initial=0.0)))

    @property
    def holds(self) -> bool:
        """Whether the values stand in the relations, up to rounding."""
        least = ALIKE * self.size
        return all(
            _related(sign, _numbers(left.value), _numbers(right.value), least)
            for sign, (left, right) in zip(self.relations, pairwise(self.sides), strict=True)
        )

    @property
    def values(self) -> tuple[str, ...]:
        """The values as they are printed; sides that are equal are printed alike."""
        texts = [self._text(side.value) for side in self.sides]
        pairs = pairwise(self.sides)
        for k, (sign, (left, right)) in enumerate(zip(self.relations, pairs, strict=True)):
            if sign == "=" and _related(
                sign, _numbers(left.value), _numbers(right.value), self._least
            ):
                texts[k + 1] = texts[k]
        first, *others = texts
        return (first, *(text.removeprefix(LENGTH) for text in others))

    @property
    def _least(self) -> float:
        return DUST * self.size

    def _text(self, value: Value) -> str:
        if isinstance(value, Vector) and len(value.numbers) > MOST_LISTED_NUMBERS:
            return f"{LENGTH}{self._number(value.length)}"
        texts = [self._number(float(each)) for each in _numbers(value)]
        return f"({', '.join(texts)})" if isinstance(value, Vector) else texts[0]

    def _number(self, value: float) -> str:
        return "0" if abs(value) <= self._least else number(value)


def line(*parts: Any, why: str, scale: float = 0.0, example: int | None = None) -> Line:
    """A line of a formula, its value, a relation, the next formula, its value, and so on."""
    sides = tuple(
        Side(latex, value if isinstance(value, Vector) else float(value))
        for latex, value in zip(parts[::3], parts[1::3], strict=True)
    )
    return Line(sides, tuple(parts[2::3]), why, scale, example)


def _numbers(value: Value) -> Floats:
    return value.numbers if isinstance(value, Vector) else np.array([float(value)])


def _related(sign: str, left: Floats, right: Floats, least: float) -> bool:
    if left.shape != right.shape:
        return False
    below = bool((left <= right + least).all())
    above = bool((left >= right - least).all())
    return {"=": below and above, "≤": below, "≥": above}[sign]
