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
    number = np.arange(len(texts))
    side = max(1, math.ceil(math.sqrt(len(texts))))
    places = np.stack([number % side, -(number // side)], axis=1)
    return Points.of(places, labels, texts=texts)


def table_of_texts(table: str, name: str, labels: bool) -> Points | None:
    """The texts of a table whose header has the column text and no coordinates; None if this is no
    such table."""
    head = next((line for line in io.StringIO(table, newline="") if line.strip()), "")
    if len(head) > LONGEST_HEADER:
        return None
    columns = [cell.strip().lower() for cell in _cells(head)]
    if "text" not in columns or _PLACES & {*columns}:
        return None
    label = next((columns.index(each) for each in ("label", "class") if each in columns), None)
    if label is None and labels:
        raise LinlabError(f"{name}: a table of texts needs the columns text and label.")
    separator = _separator(head)
    found = list[tuple[str, str]]()
    reader = csv.reader(io.StringIO(table, newline=""), delimiter=separator, strict=True)
    try:
        for k, row in enumerate(row for row in reader if any(map(str.strip, row))):
            if k == 0:
                continue
            where = f"{name}, line {reader.line_num}"
            if len(row) <= columns.index("text"):
                raise LinlabError(f"{where}: the column text is missing.")
            text = _checked(unguarded(row[columns.index("text")]), where)
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
            found.append((_checked(text, f"{inner.name}/{file.name}"), inner.name))
    if not found:
        raise LinlabError(
            f"There are no texts in {top.name}: a folder of texts has a subfolder for each class, with .txt files in it."
        )
    return _points(found, top.name)


def lines_of_texts(pasted: str, label: str) -> Points:
    """Each line that is not blank as a text of this class; '' for none."""
    lines = [line.strip() for line in pasted.splitlines() if line.strip()]
    return _points(
        [(_checked(line, f"line {k}"), label) for k, line in enumerate(lines, 1)], "the lines"
    )


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


def _checked(text: str, where: str) -> str:
    if len(text) > LONGEST_TEXT:
        raise LinlabError(
            f"{where}: a text can have at most {grouped(LONGEST_TEXT)} characters, but this one has {grouped(len(text))}."
        )
    if not is_text(text) or "\0" in text:
        raise LinlabError(f"{where}: “{shorten(text)}” has a character that cannot be saved.")
    return text


def _cells(line: str) -> list[str]:
    try:
        return next(csv.reader([line], delimiter=_separator(line)), [])
    except csv.Error:
        return []


def _separator(line: str) -> str:
    return max(("\t", ";", ","), key=line.count)
