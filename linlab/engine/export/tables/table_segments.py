"""The steps of a table, grouped by problem: after a change of the problem the columns differ."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from linlab.engine.ground.errors import LinlabError
from linlab.engine.train.problem import Problem
from linlab.engine.train.trace import Trace

from .columns import Column, Named, columns_of
from .latex_text import maths


@dataclass(frozen=True)
class TableSegment:
    """The steps from `first` to `last` of one problem, and their columns."""

    trace: Trace
    problem: Problem
    columns: tuple[Column, ...]
    first: int
    last: int

    def start(self) -> list[str]:
        """The cells before the first step; may be empty."""
        start = [column.start for column in self.columns[1:]]
        return [str(self.first - 1), *start] if any(start) else []

    def rows(self, first: int, last: int) -> list[list[str]]:
        """The cells of these steps."""
        steps: list[Any] = [self.trace.step(t) for t in range(first, last + 1)]
        return [[column.cell(step) for column in self.columns] for step in steps]


def table_segments(
    trace: Trace, first: int, last: int, digits: int, named: Named = maths
) -> Iterator[TableSegment]:
    """The segments of the steps from `first` to `last`."""
    if not 1 <= digits <= 17:
        raise LinlabError(f"Numbers can have 1 to 17 digits, not {digits}.")
    if last < first:
        raise LinlabError("There is no step to show yet, so there is no table.")
    cuts = sorted({change.t for change in trace.document.timeline if first - 1 < change.t < last})
    begin = first
    while begin <= last:
        problem = trace.problem(begin - 1)
        end = begin
        while end < last and trace.problem(end) is problem:
            end = min([last, *(t for t in cuts if t > end)])
        yield TableSegment(
            trace,
            problem,
            tuple(columns_of(problem, trace.at(begin - 1).theta, digits, named)),
            begin,
            end,
        )
        begin = end + 1
