"""A table that is wider than its page, as tables one under the other: each begins with the columns
by which a row is known."""

from collections.abc import Sequence


def stacked(widths: Sequence[float], room: float, keys: int) -> list[list[int]]:
    """Which columns each table has; the first `keys` of all are in each of them, and all but the
    last are as full as they get.

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
