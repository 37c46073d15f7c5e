"""A CSV table that is more than x1, x2 and label: its columns have names, or get some."""

from linlab.engine.ground.errors import LinlabError

from .table import Table, cell_number, column_names

PLAIN = 3  # columns: x1, x2 and label
Row = tuple[int, list[str]]


def is_header(cells: list[str], separator: str) -> bool:
    """Whether the first row has names: its first two cells are no numbers."""
    return len(cells) > 1 and all(
        cell.strip() and cell_number(cell, separator) is None for cell in cells[:2]
    )


def is_wide(cells: list[str], separator: str) -> bool:
    """Whether a table that begins with this row may have more than two columns of numbers: x1 and
    x2 are the axes, unless there is an x3.

    >>> is_wide(["x1", "x2", "label", "text"], ","), is_wide(["x1", "x2", "x3", "label"], ",")
    (False, True)
    """
    if not is_header(cells, separator) and separator == "," and not any("." in c for c in cells):
        return False  # without a decimal point, 1,5,2,5 may be two numbers with decimal commas
    names = {cell.strip().lower() for cell in cells}
    taken = bool({"x1", "x"} & names) and bool({"x2", "y"} & names) and "x3" not in names
    return sum(bool(cell.strip()) for cell in cells) > PLAIN and not taken


def wide_table(rows: list[Row], separator: str, name: str) -> Table:
    """The table of these rows, of which the first may be a header."""
    first = rows[0][1]
    named = is_header(first, separator)
    for number, row in rows:
        # Longer rows are nearly always decimal commas between commas: guessing would invent points.
        if any(map(str.strip, row[len(first) :])):
            raise LinlabError(
                f"{name}, line {number}: there are {len(row)} columns, but {len(first)} in the first line."
            )
    names = column_names(first if named else [""] * len(first))
    return Table(name, names, tuple(rows[1:] if named else rows), separator)
