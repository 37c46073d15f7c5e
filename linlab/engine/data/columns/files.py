"""Points from a table in any format that is read: CSV and its relatives, LIBSVM and ARFF, told
apart by their content."""

import os
from collections.abc import Sequence

from linlab.engine.data.csvfile import checked_text, parse_csv, read_text
from linlab.engine.data.points import Points

from .arff import arff_table, is_arff
from .axes import Axes
from .libsvm import is_libsvm, libsvm_table
from .table import Table

SUFFIXES = (".csv", ".tsv", ".txt", ".data", ".arff", ".libsvm", ".svmlight", ".svm")


def read_table(
    path: str | os.PathLike[str],
    *,
    labels: bool = True,
    columns: Sequence[str] | str | None = None,
    standardise: bool = False,
    axes: Axes | None = None,
) -> Points:
    """The points in a file; see `parse_table`."""
    text, name = read_text(path)
    return parse_table(
        text, name, labels=labels, columns=columns, standardise=standardise, axes=axes
    )


def parse_table(
    text: str,
    name: str = "the text",
    *,
    labels: bool = True,
    columns: Sequence[str] | str | None = None,
    standardise: bool = False,
    axes: Axes | None = None,
) -> Points:
    """The points in a text. `columns` are the two for the axes, perhaps with that of the classes;
    with `axes` they are those a model was trained on, on the same scale.

    >>> parse_table("1 1:0.5 2:3\\n-1 1:2").x.tolist()
    [[0.5, 3.0], [2.0, 0.0]]
    """
    text = checked_text(text, name)
    table: Table | None = None
    if is_arff(text):
        table = arff_table(text, name)
    elif is_libsvm(text):
        table = libsvm_table(text, name)
    if table is None:
        return parse_csv(
            text, name, labels=labels, columns=columns, standardise=standardise, axes=axes
        )
    return table.read(columns, standardise, labels, axes)
