"""A table wider than its page, as several tables below each other: each begins with the columns
that identify a row."""

from collections.abc import Sequence


def stacked(widths: Sequence[float], room: float, keys: int) -> list[list[int]]:
    """Which columns each table has; the first `keys` columns are in each of them, and all but the
    last are full.

    >>> stacked([1, 1, 4, 4, 4], 10, 2), stacked([1, 1, 4, 4], 10, 2), stacked([5, 5, 9], 8, 2)
    ([[0, 1, 2, 3], [0, 1, 4]], [[0, 1, 2, 3]], [[0, 1, 2]])
    """
    known = list(range(keys))
    tables: list[list[int]] = [known]
    for column in range(keys, len(widths)):
        if sum(widths[k] for k in tables[-1]) + widths[column] > room and len(tables[-1]) > keys:
            tables.append(known)
        tables[-1] = [*tables[-1], column]
    return tables
