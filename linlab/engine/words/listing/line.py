r"""A listing and its interpreter.

A line is LaTeX between dollar signs among words, and a Python function. `execute` runs the lines
on variables as the indentation says: the lines below an “if” only where it holds, those below a
“for each” once for every item. So a listing is the algorithm, not a text about it, and the lines
that a step visited are known.

>>> v = Variables(s=2.0)
>>> lines = [Line("if $s > 0$ then", when=lambda v: v.s > 0), Line("$s \\leftarrow 0$", 1, do=lambda v: v.put(s=0.0))]
>>> [visit.times for visit in execute(lines, v)], v.s
([1, 1], 0.0)
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from types import SimpleNamespace
from typing import Any

import numpy as np

from .plain_text import plain_text


class Variables(SimpleNamespace):
    """The variables of a listing, by name."""

    def put(self, **values: Any) -> None:
        self.__dict__.update(values)


@dataclass(frozen=True)
class Line:
    """One line. `do` changes the variables; `when` is the condition of the lines indented below
    it; `each` sets the variables for one item after the other; `reached` says whether the step
    comes to it at all. `shows` names the variables whose values stand beside it, `says` writes
    them there itself."""

    latex: str  # words, with formulas in $…$
    indent: int = 0
    do: Callable[[Variables], object] | None = None
    when: Callable[[Variables], object] | None = None
    each: Callable[[Variables], Iterable[object]] | None = None
    otherwise: bool = False  # its block is for where the “if” before it does not hold
    reached: Callable[[Variables], bool] | None = None
    shows: tuple[str, ...] = ()
    says: Callable[[Variables], str] | None = None
    answers: bool = False  # whether it decides if the step changes the weights

    @property
    def text(self) -> str:
        """In letters and signs; `_c` is a lower c."""
        return plain_text(self.latex)


@dataclass
class Visit:
    """How often a step came to a line, how often its condition held, and the values it left, or
    what it said of them."""

    times: int = 0
    held: int = 0
    values: dict[str, Any] = field(default_factory=dict)
    said: str = ""
    changed: bool = False  # whether it changed the weights


@dataclass(frozen=True)
class Listing:
    """The lines that come before the first step, those of each step, and what answers."""

    title: str
    before: tuple[Line, ...]
    step: tuple[Line, ...]  # the first is the heading of the loop
    answer: tuple[Line, ...] = ()

    @property
    def lines(self) -> tuple[Line, ...]:
        return (*self.before, *self.step, *self.answer)


def execute(lines: Sequence[Line], v: Variables) -> tuple[Visit, ...]:
    """Run the lines once; one visit for each."""
    visits = tuple(Visit() for _ in lines)
    _block(lines, 0, len(lines), v, visits)
    return visits


def _block(
    lines: Sequence[Line], first: int, last: int, v: Variables, visits: Sequence[Visit]
) -> None:
    k = first
    held = True
    while k < last:
        line = lines[k]
        visit = visits[k]
        below = _end_of_block(lines, k, last)
        if (line.otherwise and held) or (line.reached is not None and not line.reached(v)):
            k = below
            continue
        visit.times += 1
        if line.when is not None:
            held = bool(line.when(v))
            visit.held += held
        if line.do is not None:
            visit.changed |= _changes(line.do, v)
        visit.values = {name: np.copy(getattr(v, name)) for name in line.shows}
        visit.said = line.says(v) if line.says is not None else ""
        if line.each is not None:
            for _ in line.each(v):
                _block(lines, k + 1, below, v, visits)
        elif line.when is None or held:
            _block(lines, k + 1, below, v, visits)
        k = below


def _changes(do: Callable[[Variables], object], v: Variables) -> bool:
    """Do it; whether the weights are others afterwards."""
    names = [name for name in ("w", "b") if hasattr(v, name)]
    before = [np.copy(getattr(v, name)) for name in names]
    do(v)
    return any(
        not np.array_equal(then, getattr(v, name)) for name, then in zip(names, before, strict=True)
    )


def _end_of_block(lines: Sequence[Line], k: int, last: int) -> int:
    """Where the lines end that are indented below line k."""
    end = k + 1
    while end < last and lines[end].indent > lines[k].indent:
        end += 1
    return end
