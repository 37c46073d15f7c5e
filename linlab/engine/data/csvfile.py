"""Points as a table of text: the columns x1, x2, label and perhaps text; truth, if labels are
hidden; round, confidence and by, if labels were guessed. A table of texts alone has text and label.

Reading is lenient about form (header or none, comma, semicolon or tab, decimal comma, quotes, byte
order mark) and strict about content: whatever cannot be a point is refused in one sentence that
names the line.
"""

from __future__ import annotations

import csv
import io
import math
import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from linlab.engine.ground.cells import guarded, unguarded
from linlab.engine.ground.errors import LinlabError
from linlab.engine.ground.numerals import grouped
from linlab.engine.ground.sanitise import shorten
from linlab.engine.ground.writing import write_text

from .checks import FARTHEST, MOST_BYTES, MOST_LINES, TOO_FAR, check_name
from .columns.axes import Axes
from .columns.quick import quick_points
from .columns.table import cell_number
from .columns.wide_table import is_wide, wide_table
from .guess import Guess
from .points import MOST_CLASSES, Points
from .texts.tables import table_of_texts

_SEPARATORS = ("\t", ";", ",")  # with the other two, a comma may be a decimal comma
_X1 = ("x1", "x")
_X2 = ("x2", "y")
_LABEL = ("label", "class")
_TEXT = ("text",)
_TRUTH = ("truth",)
_GUESS = ("round", "confidence", "by")


def read_csv(
    path: str | os.PathLike[str],
    *,
    labels: bool = True,
    columns: Sequence[str] | str | None = None,
    standardise: bool = False,
) -> Points:
    """The points in a file of UTF-8 text; without `labels` the column of labels may be missing.
    Of a table with more columns of numbers, `columns` are the two for the axes."""
    text, name = read_text(path)
    return parse_csv(text, name, labels=labels, columns=columns, standardise=standardise)


def read_text(path: str | os.PathLike[str]) -> tuple[str, str]:
    """The text of a file that may be a table, and the file's name."""
    file = Path(path)
    try:
        with file.open("rb") as opened:
            data = opened.read(MOST_BYTES + 1)
    except (OSError, ValueError) as error:
        raise LinlabError(_reading_failed(file, error)) from None
    if len(data) > MOST_BYTES:
        raise LinlabError(
            f"{file.name} is too large: a table of points can have at most {MOST_BYTES // 1_000_000} MB."
        )
    try:
        return data.decode("utf-8"), file.name
    except UnicodeDecodeError as error:
        line = len((data[: error.start] + b"x").splitlines())
        raise LinlabError(
            f"{file.name}, line {line}: this is not UTF-8 text; please save it as UTF-8."
        ) from None


def checked_text(text: str, name: str) -> str:
    """A text without a byte order mark, or an error if it is far too long."""
    text = text.removeprefix("\ufeff")
    if max(text.count("\n"), text.count("\r")) > MOST_LINES:
        raise LinlabError(
            f"{name} is too long: a table of points can have at most {grouped(MOST_LINES)} lines."
        )
    return text


def parse_csv(
    text: str,
    name: str = "the text",
    *,
    labels: bool = True,
    columns: Sequence[str] | str | None = None,
    standardise: bool = False,
    axes: Axes | None = None,
) -> Points:
    """The points in a text; errors call it `name`.

    >>> parse_csv("0,1,no").classes
    ('no',)
    >>> parse_csv("a,b,c,kind\\n0,1,2,no", columns="a,c").x.tolist()
    [[0.0, 2.0]]
    """
    text = checked_text(text, name)
    texts_alone = table_of_texts(text, name, labels)
    if texts_alone is not None:
        return texts_alone
    separator = _separator(text, name)
    rows = _rows(text, separator, name)
    number, first = next(rows, (0, []))
    if not first:
        raise LinlabError(f"There are no points in {name}.")
    asked = columns is not None or standardise or axes is not None
    if asked or is_wide(first, separator):
        every = [(number, first), *rows]
        table = wide_table(every, separator, name)
        on_axes = axes is not None and {*axes.names} <= {*table.names}
        if columns is not None or standardise or on_axes or len(table.numeric) > 2:
            return table.read(columns, standardise, labels, axes)
        rows = iter(every[1:])
    quick = _quick_points(text, number, first, separator, name, labels)
    return quick if quick is not None else _points(number, first, rows, separator, name, labels)


def _quick_points(
    text: str, number: int, first: list[str], separator: str, name: str, labels: bool
) -> Points | None:
    """The same points as below; None if something has to be looked at line by line."""
    where = f"{name}, line {number}"
    columns, is_header = _columns(first, separator, where, labels)
    more = (columns.text, columns.truth, columns.guess[0])
    if number != 1 or any(at is not None for at in more):
        return None
    axes = _axes(first, columns, where) if is_header else None
    at = columns.x1, columns.x2, columns.label
    return quick_points(text, separator, len(first), at, int(is_header), axes)


def _points(
    number: int,
    first: list[str],
    rows: Iterator[tuple[int, list[str]]],
    separator: str,
    name: str,
    labels: bool,
) -> Points:
    """The points of a table with the columns x1, x2, label and ours."""
    where = f"{name}, line {number}"
    columns, is_header = _columns(first, separator, where, labels)
    axes = _axes(first, columns, where) if is_header else None
    x: list[tuple[float, float]] = []
    given: list[str] = []
    texts: list[str] = []
    truth: list[str] = []
    guesses: list[Guess | None] = []
    seen: set[str] = set()
    if not is_header:
        rows = _prepend((number, first), rows)
    for number, row in rows:
        if len(row) != len(first):
            _check_width(row, first, columns, f"{name}, line {number}")
        x.append(_pair(row, columns, separator, name, number))
        label, true = (
            "" if at is None or at >= len(row) else unguarded(row[at].strip())
            for at in (columns.label, columns.truth)
        )
        for each in (label, true):
            if each and each not in seen:
                seen.add(each)
                _check_label(each, f"{name}, line {number}")
                if len(seen) > MOST_CLASSES:
                    raise LinlabError(
                        f"{name}, line {number}: “{shorten(each)}” is one class too many: at most {MOST_CLASSES} are possible."
                    )
        given.append(label)
        truth.append(true)
        guesses.append(
            _guess(row, columns.guess, separator, f"{name}, line {number}") if label else None
        )
        if columns.text is not None:
            texts.append(unguarded(row[columns.text]) if columns.text < len(row) else "")
    if not x:
        raise LinlabError(f"There are no points in {name}, only a header.")
    points = Points.of(
        x, given, texts=None if columns.text is None else texts, truth=truth, axes=axes
    )
    return replace(points, guesses=tuple(guesses))


def format_csv(points: Points) -> str:
    """The points as text, in a form that reads back exactly."""
    label = [_quoted(name) for name in points.classes] + [""]  # index -1 is the unlabelled one
    pairs, labels = points.x.tolist(), points.label.tolist()
    columns = {
        "x1,x2,label": [f"{a!r},{b!r},{label[i]}" for (a, b), i in zip(pairs, labels, strict=True)]
    }
    if points.texts is not None:
        columns["text"] = list(map(_quoted, points.texts))
    if points.truth is not None:
        columns["truth"] = [label[i] for i in points.truth.tolist()]
    if points.guesses is not None:
        columns[",".join(_GUESS)] = [
            ",," if guess is None else f"{guess.round},{guess.sure!r},{_quoted(guess.by)}"
            for guess in points.guesses
        ]
    return "".join(f"{','.join(row)}\n" for row in (columns, *zip(*columns.values(), strict=True)))


def write_csv(points: Points, path: str | os.PathLike[str]) -> None:
    """Write the points to a file; if that fails, the file stays as it was."""
    write_text(path, format_csv(points))


@dataclass(frozen=True)
class _Columns:
    x1: int
    x2: int
    label: int | None
    text: int | None
    truth: int | None = None
    guess: tuple[int | None, ...] = (None, None, None)


def _separator(text: str, name: str) -> str:
    number, line = next(
        (each for each in enumerate(io.StringIO(text, newline=""), 1) if each[1].strip()), (0, "")
    )
    if len(line) > MOST_LINES:
        raise LinlabError(f"{name}, line {number}: this line is far too long to be a point.")

    def fit(separator: str) -> tuple[bool, bool, int]:
        cells = next(csv.reader([line], delimiter=separator), [])
        numbers = len(cells) >= 2 and all(
            cell_number(cell, separator) is not None for cell in cells[:2]
        )
        return numbers and len(cells) >= 3, numbers, len(cells)

    try:
        return max(_SEPARATORS, key=fit)
    except csv.Error:  # a cell without an end: reading it will report that
        return ","


def _rows(text: str, separator: str, name: str) -> Iterator[tuple[int, list[str]]]:
    """Each row that is not blank, with the number of the line it starts in."""
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=separator, strict=True)
    start = 1
    try:
        for row in reader:
            if any(map(str.strip, row)):
                yield start, row
            start = reader.line_num + 1
    except csv.Error:
        raise LinlabError(
            f"{name}, line {start}: the quotation marks do not match, or a cell is far too long."
        ) from None


def _prepend(
    first: tuple[int, list[str]], rest: Iterator[tuple[int, list[str]]]
) -> Iterator[tuple[int, list[str]]]:
    yield first
    yield from rest


def _columns(row: list[str], separator: str, where: str, labels: bool) -> tuple[_Columns, bool]:
    """Which column is which, and whether the row is a header that says so."""
    names = [cell.strip().lower() for cell in row]
    found = [_find(names, wanted) for wanted in (_X1, _X2, _LABEL)]
    is_header = None not in found[: 2 + labels] or all(
        cell and cell_number(cell, separator) is None for cell in names[:2]
    )
    if len(row) < 2 + labels:
        needed = "x1, x2 and label" if labels else "x1 and x2"
        raise LinlabError(
            f"{where}: a column is missing: the table needs {needed}, but this line has only {len(row)}."
        )
    if not is_header:
        if any(names[3:]):
            raise LinlabError(
                f"{where}: there are {len(row)} columns: add a header that says which are x1, x2 and label."
            )
        return _Columns(0, 1, 2 if len(row) > 2 else None, None), False
    for i, wanted in enumerate((_X1, _X2, _LABEL)):
        if found[i] is None:
            # Another name, such as “species”, is accepted in the usual place.
            if i == 2 and not labels and (i in found or len(row) < 3 or names[i] in _TEXT):
                break
            if i in found:
                raise LinlabError(f"{where}: the column {wanted[0]} is missing from the header.")
            found[i] = i
    assert found[0] is not None
    assert found[1] is not None
    truth = _find(names, _TRUTH)
    guess = tuple(_find(names, (name,)) for name in _GUESS)
    return _Columns(
        found[0],
        found[1],
        found[2],
        _find(names, _TEXT),
        None if truth == found[2] else truth,
        (None, None, None) if None in guess or found[2] in guess else guess,
    ), True


def _axes(row: list[str], columns: _Columns, where: str) -> Axes | None:
    """The names of the columns, if they are not just x1 and x2."""
    one, two = (row[at].strip() for at in (columns.x1, columns.x2))
    if one.lower() in _X1 and two.lower() in _X2:
        return None
    try:
        return Axes((one, two))
    except LinlabError as error:
        raise LinlabError(f"{where}: {error}") from None


def _find(names: list[str], wanted: tuple[str, ...]) -> int | None:
    return next((names.index(name) for name in wanted if name in names), None)


def _check_width(row: list[str], first: list[str], columns: _Columns, where: str) -> None:
    missing = next(
        (name for name in ("x1", "x2", "label") if (getattr(columns, name) or 0) >= len(row)), None
    )
    if missing:
        raise LinlabError(f"{where}: the column {missing} is missing.")
    # Longer rows are nearly always decimal commas between commas: guessing would invent points.
    if any(map(str.strip, row[len(first) :])):
        raise LinlabError(
            f"{where}: there are {len(row)} columns, but {len(first)} in the first line."
        )


def _pair(
    row: list[str], columns: _Columns, separator: str, name: str, number: int
) -> tuple[float, float]:
    x1, x2 = cell_number(row[columns.x1], separator), cell_number(row[columns.x2], separator)
    if x1 is not None and x2 is not None and abs(x1) <= FARTHEST and abs(x2) <= FARTHEST:
        return x1, x2
    column = "x2"
    cell = row[columns.x2]
    value = x2
    if x1 is None or not abs(x1) <= FARTHEST:
        column = "x1"
        cell = row[columns.x1]
        value = x1
    if value is None:
        what = "is not a number"
    elif math.isfinite(value):
        what = TOO_FAR
    else:
        what = "is not a finite number"
    shown = f"“{shorten(cell.strip())}”" if cell.strip() else "an empty cell"
    raise LinlabError(f"{name}, line {number}: in the column {column}, {shown} {what}.")


def _guess(
    row: list[str], columns: tuple[int | None, ...], separator: str, where: str
) -> Guess | None:
    """Who guessed the label of a row; None if it was given."""
    cells = [row[at].strip() if at is not None and at < len(row) else "" for at in columns]
    if not cells[0]:
        return None
    round, sure = (cell_number(cell, separator) for cell in cells[:2])
    try:
        whole = (
            int(round) if round is not None and math.isfinite(round) and round == int(round) else -1
        )
        return Guess(whole, -1.0 if sure is None else sure, unguarded(cells[2]))
    except LinlabError as error:
        raise LinlabError(f"{where}: {error}") from None


def _check_label(label: str, where: str) -> None:
    try:
        check_name(label)
    except LinlabError as error:
        raise LinlabError(f"{where}: {error}") from None


def _quoted(cell: str) -> str:
    cell = guarded(cell)
    if any(mark in cell for mark in ',;\t"\r\n'):
        return '"' + cell.replace('"', '""') + '"'
    return cell


def _reading_failed(file: Path, error: Exception) -> str:
    if isinstance(error, FileNotFoundError):
        return f"There is no file {file}."
    if os.path.isdir(file):
        return f"{file} is a folder, not a file."
    if isinstance(error, PermissionError):
        return f"You are not allowed to read {file}."
    return f"{file} could not be read: {_reason(error)}."


def _reason(error: Exception) -> str:
    return (error.strerror if isinstance(error, OSError) else None) or str(error)
