"""ARFF, the format of Weka: a header that declares the columns, then rows as in CSV.

    @relation iris
    @attribute petallength numeric
    @attribute class {setosa, virginica}
    @data
    1.4, setosa

scipy has a reader too, but it does not tell the line of a fault, and it knows neither texts nor
classes beyond ASCII.
"""

import csv
import re

from linlab.engine.ground.errors import LinlabError
from linlab.engine.ground.sanitise import shorten

from .table import MOST_COLUMNS, Table, column_names

_ATTRIBUTE = re.compile(r"""@attribute\s+('[^']*'|"[^"]*"|[^\s{]+)\s*(\S.*)?$""", re.IGNORECASE)
_KINDS = ("numeric", "real", "integer", "string", "date", "relational")
MISSING = "?"


def is_arff(text: str) -> bool:
    """
    >>> is_arff("% a comment\\n@RELATION iris"), is_arff("x1,x2,label")
    (True, False)
    """
    lines = (line.strip() for line in text[:100_000].splitlines())
    first = next((line for line in lines if line and not line.startswith("%")), "")
    return first[:9].lower() == "@relation"


def arff_table(text: str, name: str) -> Table:
    """The rows of a file under the names of its attributes."""
    names: list[str] = []
    allowed: list[frozenset[str] | None] = []  # the values of a column that lists them
    rows: list[tuple[int, list[str]]] = []
    inside = False
    for number, line in enumerate(text.splitlines(), 1):
        line = line.strip()
        if not line or line.startswith("%"):
            continue
        where = f"{name}, line {number}"
        if inside:
            rows.append((number, _row(line, names, allowed, where)))
        elif line[:5].lower() == "@data":
            inside = True
        elif line[:10].lower() == "@attribute":
            column, values = _attribute(line, where)
            names.append(column)
            allowed.append(values)
            if len(names) > MOST_COLUMNS:
                raise LinlabError(f"{where}: a table can have at most {MOST_COLUMNS} columns.")
        elif line[:9].lower() != "@relation":
            raise LinlabError(
                f"{where}: “{shorten(line)}” is neither @relation, @attribute nor @data."
            )
    if not inside:
        raise LinlabError(f"{name} has no line @data, after which the points would come.")
    if not rows:
        raise LinlabError(f"There are no points in {name}.")
    return Table(name, column_names(names), tuple(rows))


def _attribute(line: str, where: str) -> tuple[str, frozenset[str] | None]:
    found = _ATTRIBUTE.match(line)
    if found is None or not found[2]:
        raise LinlabError(f"{where}: an attribute needs a name and a type, such as numeric.")
    kind = found[2].strip()
    if kind.startswith("{") and kind.endswith("}"):
        return found[1].strip("'\""), frozenset(_cells(kind[1:-1], where))
    if kind.split()[0].lower() not in _KINDS:
        raise LinlabError(
            f"{where}: “{shorten(kind)}” is no type of an attribute: it must be numeric, string, date "
            "or a list of values in { }."
        )
    return found[1].strip("'\""), None


def _row(
    line: str, names: list[str], allowed: list[frozenset[str] | None], where: str
) -> list[str]:
    if line.startswith("{"):
        raise LinlabError(
            f"{where}: rows in {{ }}, without the zeros, are not read: write all values."
        )
    cells = _cells(line, where)
    if len(cells) != len(names):
        raise LinlabError(
            f"{where}: there are {len(cells)} values, but {len(names)} attributes are declared."
        )
    for column, cell, values in zip(names, cells, allowed, strict=True):
        if values is not None and cell != MISSING and cell not in values:
            raise LinlabError(
                f"{where}: “{shorten(cell)}” is not one of the values of {shorten(column)}."
            )
    return ["" if cell == MISSING else cell for cell in cells]


def _cells(line: str, where: str) -> list[str]:
    """The values of a line, in single or double quotation marks or without."""
    quote = "'" if "'" in line else '"'
    reader = csv.reader(
        [line], quotechar=quote, skipinitialspace=True, escapechar="\\", strict=True
    )
    try:
        return [cell.strip() for cell in next(reader, [])]
    except csv.Error:
        raise LinlabError(
            f"{where}: the quotation marks do not match, or a value is far too long."
        ) from None
