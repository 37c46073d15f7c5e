"""Texts as data: a table with the columns text and label, a folder with a subfolder of text files
for each class, or plain lines.

Texts have no places of their own: they stand in rows until a model gives them a place.
"""

import csv
import io
import math
import os
from collections.abc import Sequence
from pathlib import Path

import numpy as np

from linlab.engine.data.checks import MOST_BYTES, check_name, is_text
from linlab.engine.data.points import MOST_CLASSES, Points
from linlab.engine.ground.arrays import Floats
from linlab.engine.ground.cells import unguarded
from linlab.engine.ground.errors import LinlabError
from linlab.engine.ground.numerals import grouped
from linlab.engine.ground.sanitise import shorten

LONGEST_TEXT = 100_000  # characters
MOST_TEXTS = 20_000
LONGEST_HEADER = 1000  # characters
_PLACES = {"x1", "x2", "x"}  # a table with these is one of points, with or without texts


def text_points(texts: Sequence[str], labels: Sequence[object]) -> Points:
    """Points of texts, in rows from the top left."""
    return Points.of(places_in_rows(len(texts)), labels, texts=texts)


def places_in_rows(many: int) -> Floats:
    """This many places in rows from the top left, about as many rows as columns. (many, 2)"""
    number = np.arange(many)
    side = max(1, math.ceil(math.sqrt(many)))
    return np.stack([number % side, -(number // side)], axis=1).astype(float)


def are_texts_alone(points: Points) -> bool:
    """Whether these are texts from a table, a folder or lines, which have no places of their own."""
    rows = places_in_rows(len(points))
    return points.texts is not None and np.array_equal(points.x, rows)


def table_of_texts(table: str, name: str, labels: bool) -> Points | None:
    """The texts of a table whose header has the column text and no coordinates; None if this is no
    such table."""
    columns = header_of(table)
    if "text" not in columns or _PLACES & {*columns}:
        return None
    label = _label_column(columns)
    if label is None and labels:
        raise LinlabError(f"{name}: a table of texts needs the columns text and label.")
    separator = _separator(_first_line(table))
    found = list[tuple[str, str]]()
    reader = csv.reader(io.StringIO(table, newline=""), delimiter=separator, strict=True)
    try:
        for k, row in enumerate(row for row in reader if any(map(str.strip, row))):
            if k == 0:
                continue
            where = f"{name}, line {reader.line_num}"
            if len(row) <= columns.index("text"):
                raise LinlabError(f"{where}: the column text is missing.")
            text = checked_text(unguarded(row[columns.index("text")]), where)
            own = "" if label is None or label >= len(row) else unguarded(row[label].strip())
            found.append((text, own))
    except csv.Error:
        raise LinlabError(
            f"{name}, line {reader.line_num}: the quotation marks do not match, or a text is far too long."
        ) from None
    return _points(found, name)


def folder_of_texts(folder: str | os.PathLike[str]) -> Points:
    """The text files of a folder: each subfolder is a class, each .txt file in it a text."""
    top = Path(folder)
    found = list[tuple[str, str]]()
    size = 0
    for inner in sorted(each for each in top.iterdir() if each.is_dir()):
        for file in sorted(inner.glob("*.txt")):
            size += file.stat().st_size
            if size > MOST_BYTES:
                raise LinlabError(
                    f"{top.name} is too large: its texts can have at most {MOST_BYTES // 1_000_000} MB."
                )
            try:
                text = file.read_bytes().decode("utf-8")
            except UnicodeDecodeError:
                raise LinlabError(
                    f"{inner.name}/{file.name}: this is not UTF-8 text; please save it as UTF-8."
                ) from None
            found.append((checked_text(text, f"{inner.name}/{file.name}"), inner.name))
    if not found:
        raise LinlabError(
            f"There are no texts in {top.name}: a folder of texts has a subfolder for each class, with .txt files in it."
        )
    return _points(found, top.name)


def lines_of_texts(pasted: str, label: str, name: str = "the lines") -> Points:
    """Each line that is not blank as a text: of the class that stands before a tab, or else of this
    one; '' for none. Errors call the lines `name`.

    >>> found = lines_of_texts("good\\tgreat fun\\nslow", "bad")
    >>> found.texts, found.classes, found.label.tolist()
    (('great fun', 'slow'), ('bad', 'good'), [1, 0])
    """
    if len(pasted) > MOST_BYTES:
        raise LinlabError(
            f"{name} is too long: at most {MOST_BYTES // 1_000_000} million characters are possible."
        )
    found = list[tuple[str, str]]()
    for k, line in enumerate(pasted.splitlines(), 1):
        before, tab, after = line.partition("\t")
        text = after if tab else before
        if line.strip():
            own = before.strip() if tab else label
            found.append((checked_text(text.strip(), f"{name}, line {k}"), own))
    return _points(found, name)


def _points(found: list[tuple[str, str]], name: str) -> Points:
    if not found:
        raise LinlabError(f"There are no texts in {name}.")
    if len(found) > MOST_TEXTS:
        raise LinlabError(
            f"{name} has {grouped(len(found))} texts, but at most {grouped(MOST_TEXTS)} are possible."
        )
    texts, labels = zip(*found, strict=True)
    classes = {label for label in labels if label}
    for each in classes:
        check_name(each)
    if len(classes) > MOST_CLASSES:
        raise LinlabError(
            f"{name} has {len(classes)} classes, but at most {MOST_CLASSES} are possible."
        )
    return text_points(texts, labels)


def checked_text(text: str, where: str) -> str:
    """The text, if it can be one; `where` begins the sentence that says why not."""
    if len(text) > LONGEST_TEXT:
        raise LinlabError(
            f"{where}: a text can have at most {grouped(LONGEST_TEXT)} characters, but this one has {grouped(len(text))}."
        )
    if not is_text(text) or "\0" in text:
        raise LinlabError(f"{where}: “{shorten(text)}” has a character that cannot be saved.")
    return text


def _first_line(table: str) -> str:
    return next((line for line in io.StringIO(table, newline="") if line.strip()), "")


def header_of(table: str) -> list[str]:
    """The names of the columns, in small letters; none if the first line is too long for a header."""
    head = _first_line(table)
    return [] if len(head) > LONGEST_HEADER else [cell.strip().lower() for cell in _cells(head)]


def _label_column(columns: list[str]) -> int | None:
    return next((columns.index(each) for each in ("label", "class") if each in columns), None)


def _cells(line: str) -> list[str]:
    try:
        return next(csv.reader([line], delimiter=_separator(line)), [])
    except csv.Error:
        return []


def _separator(line: str) -> str:
    return max(("\t", ";", ","), key=line.count)
