"""Files in the format of LIBSVM and svmlight: a class, then the features that are not 0.

+1 1:0.7 3:-2  # a comment
"""

import math
import re

from linlab.engine.ground.errors import LinlabError
from linlab.engine.ground.numerals import grouped
from linlab.engine.ground.sanitise import shorten

from .table import MOST_CELLS, MOST_COLUMNS, Table, cell_number

_LINE = re.compile(r"[+-]?[\d.]+(?:[eE][+-]?\d+)?[ \t]+(?:qid:\d+[ \t]+)?\d+:[+-]?[\d.]")


def is_libsvm(text: str) -> bool:
    """Whether the first line that is not blank looks like it.

    >>> is_libsvm("-1 1:0.5 2:3"), is_libsvm("1,2,a")
    (True, False)
    """
    first = next((line for line in text[:4000].splitlines() if _bare(line)), "")
    return _LINE.match(first.strip()) is not None


def libsvm_table(text: str, name: str) -> Table:
    """The features as columns x1, x2, … and the class as the column label."""
    found: list[tuple[int, str, dict[int, str]]] = []
    indices: set[int] = set()
    for number, line in enumerate(text.splitlines(), 1):
        words = _bare(line).split()
        if not words:
            continue
        where = f"{name}, line {number}"
        pairs = dict(_pair(word, where) for word in words[1:] if not word.startswith("qid:"))
        indices.update(pairs)
        if max(indices, default=0) > MOST_COLUMNS:
            raise LinlabError(
                f"{where}: feature {grouped(max(indices))} is beyond the {MOST_COLUMNS} that a table can have."
            )
        found.append((number, _class(words[0], where), pairs))
        if len(found) * len(indices) > MOST_CELLS:
            raise LinlabError(
                f"{where}: the table is too large, with more than {grouped(MOST_CELLS)} cells."
            )
    if not found:
        raise LinlabError(f"There are no points in {name}.")
    first = 0 if 0 in indices else 1  # some programs count from 0
    columns = range(first, max(max(indices, default=first), first + 1) + 1)
    rows = tuple(
        (number, [label, *(pairs.get(j, "0") for j in columns)]) for number, label, pairs in found
    )
    return Table(name, ("label", *(f"x{j}" for j in columns)), rows)


def _bare(line: str) -> str:
    return line.partition("#")[0].strip()


def _pair(word: str, where: str) -> tuple[int, str]:
    index, colon, value = word.partition(":")
    if not colon or not (index.isascii() and index.isdigit() and len(index) < 10):
        raise LinlabError(
            f"{where}: “{shorten(word)}” is not a feature and its value, such as 3:0.5."
        )
    number = cell_number(value)
    if number is None or not math.isfinite(number):
        finite = "" if number is None else "finite "
        raise LinlabError(f"{where}: “{shorten(value)}” is not a {finite}number.")
    return int(index), value


def _class(word: str, where: str) -> str:
    """The label: 1, +1 and 1.0 are one class."""
    value = cell_number(word)
    if value is None or value != value or abs(value) > 1e15:
        raise LinlabError(f"{where}: “{shorten(word)}” is not the number of a class.")
    return str(int(value)) if value == int(value) else repr(value)
