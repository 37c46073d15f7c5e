"""Which two columns of numbers become the axes: the plane has two, a table may have many."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from linlab.engine.ground.errors import LinlabError, perhaps
from linlab.engine.ground.sanitise import shorten


@dataclass(frozen=True)
class TwoColumns:
    """What there is to choose from: all columns of a table by name, and those of numbers."""

    name: str  # of the table
    names: tuple[str, ...]
    numeric: tuple[str, ...]


class WhichColumns(LinlabError):
    """A table has more columns of numbers than the plane has axes; `table` is what was read."""

    def __init__(self, sentence: str, table: Any = None) -> None:
        super().__init__(sentence)
        self.table = table


def which_two(
    offered: TwoColumns, wanted: Sequence[str] | str | None, table: Any = None
) -> tuple[str, str]:
    """The two columns that are wanted, or the only two; otherwise an error that lists them.

    >>> which_two(TwoColumns("t.csv", ("a", "b", "c"), ("a", "c")), None)
    ('a', 'c')
    """
    if wanted is not None:
        chosen = wanted.split(",") if isinstance(wanted, str) else list(wanted)
        found = [known_column(str(each).strip(), offered) for each in chosen]
        if len(found) != 2 or found[0] == found[1]:
            raise LinlabError(f"Choose two different columns for the axes, not {len(set(found))}.")
        return found[0], found[1]
    if len(offered.numeric) < 2:
        many = "only one column" if offered.numeric else "no column"
        raise LinlabError(f"{offered.name} has {many} of numbers, but the plane has two axes.")
    if len(offered.numeric) > 2:
        one, two = offered.numeric[:2]
        raise WhichColumns(
            f"{offered.name} has {len(offered.numeric)} columns of numbers, but the plane has two axes: "
            f"choose two of {', '.join(map(shorten, offered.numeric))} "
            f"(with --columns {shorten(one)},{shorten(two)}, in Python with columns=…).",
            table,
        )
    return offered.numeric[0], offered.numeric[1]


def known_column(name: str, offered: TwoColumns) -> str:
    if name not in offered.names:
        raise LinlabError(
            f"{offered.name} has no column “{shorten(name)}”{perhaps(name, offered.names)}: "
            f"its columns are {', '.join(map(shorten, offered.names))}."
        )
    return name
