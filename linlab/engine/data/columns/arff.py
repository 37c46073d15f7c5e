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
from dataclasses import dataclass

from linlab.engine.ground.errors import LinlabError
from linlab.engine.ground.sanitise import shorten

from .table import MOST_COLUMNS, Table, column_names

_ATTRIBUTE = re.compile(r"""@attribute\s+('[^']*'|"[^"]*"|[^\s{]+)\s*(\S.*)?$""", re.IGNORECASE)
_NUMERIC = ("numeric", "real", "integer")
_KINDS = (*_NUMERIC, "string", "date", "relational")
MISSING = "?"


@dataclass(frozen=True)
class _Attribute:
    """A column as the header declares it; `values` are those it lists, if it does."""

    name: str
    values: frozenset[str] | None = None
    numeric: bool = False

    def trouble(self, cell: str) -> str:
        """What is wrong with a value; empty if nothing is."""
        if cell == MISSING:
            return ""
        if self.values is not None and cell not in self.values:
            return f"“{shorten(cell)}” is not one of the values of {shorten(self.name)}."
        if self.numeric and not _is_number(cell):
            return f"“{shorten(cell)}” is not a number, but {shorten(self.name)} is declared as numeric."
        return ""


def _is_number(cell: str) -> bool:
    try:
        float(cell)
    except ValueError:
        return False
    return True


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
    attributes: list[_Attribute] = []
    rows: list[tuple[int, list[str]]] = []
    inside = False
    for number, line in enumerate(text.splitlines(), 1):
        line = line.strip()
        if not line or line.startswith("%"):
            continue
        where = f"{name}, line {number}"
        if inside:
            rows.append((number, _row(line, attributes, where)))
        elif line[:5].lower() == "@data":
            inside = True
        elif line[:10].lower() == "@attribute":
            attributes.append(_attribute(line, where))
            if len(attributes) > MOST_COLUMNS:
                raise LinlabError(f"{where}: a table can have at most {MOST_COLUMNS} columns.")
        elif line[:9].lower() != "@relation":
            raise LinlabError(
                f"{where}: “{shorten(line)}” is neither @relation, @attribute nor @data."
            )
    if not inside:
        raise LinlabError(f"{name} has no line @data, which comes before the points.")
    if not rows:
        raise LinlabError(f"There are no points in {name}.")
    names = [attribute.name for attribute in attributes]
    return Table(name, column_names(names), tuple(rows))


def _attribute(line: str, where: str) -> _Attribute:
    found = _ATTRIBUTE.match(line)
    if found is None or not found[2]:
        raise LinlabError(f"{where}: an attribute needs a name and a type, such as numeric.")
    name = found[1].strip("'\"")
    kind = found[2].strip()
    if kind.startswith("{") and kind.endswith("}"):
        return _Attribute(name, frozenset(_cells(kind[1:-1], where)))
    word = kind.split()[0].lower()
    if word not in _KINDS:
        raise LinlabError(
            f"{where}: “{shorten(kind)}” is not a type of attribute: it must be numeric, string, date "
            "or a list of values in { }."
        )
    return _Attribute(name, numeric=word in _NUMERIC)


def _row(line: str, attributes: list[_Attribute], where: str) -> list[str]:
    if line.startswith("{"):
        raise LinlabError(
            f"{where}: rows in {{ }}, without the zeros, are not read: write all values."
        )
    cells = _cells(line, where)
    if len(cells) != len(attributes):
        raise LinlabError(
            f"{where}: there are {len(cells)} values, but {len(attributes)} attributes are declared."
        )
    for attribute, cell in zip(attributes, cells, strict=True):
        trouble = attribute.trouble(cell)
        if trouble:
            raise LinlabError(f"{where}: {trouble}")
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
