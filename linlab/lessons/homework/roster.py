"""The names of students, from a table: one name in a row, or a header that says which columns are
names."""

import csv
import io
import os
from collections import Counter
from pathlib import Path

from linlab.engine.ground.cells import unguarded
from linlab.engine.ground.errors import LinlabError
from linlab.engine.ground.numerals import grouped
from linlab.engine.ground.sanitise import sanitise, shorten

from .copies import MOST_COPIES

LARGEST = 2_000_000  # bytes
LONGEST = 100  # characters of a name
WHOLE = ("name", "names", "full name", "student")
FIRST = ("first name", "firstname", "given name", "vorname")
LAST = ("last name", "lastname", "surname", "family name", "nachname")
SEPARATORS = ("\t", ";", ",")
HOW = "Write one name in each row, or a header with “name”, or with “first name” and “last name”."


def read_roster(path: str | os.PathLike[str]) -> tuple[str, ...]:
    """The names in a file, in its order."""
    file = Path(path)
    try:
        if file.stat().st_size > LARGEST:
            raise LinlabError(f"{file.name} is too large for a roster.")
        data = file.read_bytes()
    except FileNotFoundError:
        raise LinlabError(f"There is no roster {file}.") from None
    except OSError as error:
        raise LinlabError(f"{file} cannot be read ({error.strerror or error}).") from None
    return roster_of(data, file.name)


def roster_of(data: bytes, name: str = "The roster") -> tuple[str, ...]:
    """The names in the bytes of a file.

    >>> roster_of(b"last name;first name\\nLovelace;Ada\\n")
    ('Ada Lovelace',)
    """
    rows = _rows(_text(data, name), name)
    if not rows:
        raise LinlabError(f"{name} has no names. {HOW}")
    head = [cell.strip().lower() for cell in rows[0][1]]
    columns = _columns(head)
    names = []
    for line, cells in rows[1:] if columns else rows:
        names.append(_name(line, cells, columns, name))
    if not names:
        raise LinlabError(f"{name} has a header, but no names below it.")
    if len(names) > MOST_COPIES:
        raise LinlabError(
            f"{name} has {grouped(len(names))} names, but homework has at most {grouped(MOST_COPIES)} copies."
        )
    twice = [each for each, many in Counter(names).items() if many > 1]
    if twice:
        raise LinlabError(
            f"{name} has “{shorten(twice[0])}” more than once: tell the two apart, or remove one."
        )
    return tuple(names)


def _text(data: bytes, name: str) -> str:
    wide = data.startswith((b"\xff\xfe", b"\xfe\xff"))
    try:
        text = data.decode("utf-16" if wide else "utf-8-sig")
    except UnicodeDecodeError:
        raise LinlabError(
            f"{name} is not a text in UTF-8: save it as “CSV UTF-8” in your spreadsheet."
        ) from None
    if "\0" in text:
        raise LinlabError(f"{name} is not a table of names.")
    return text


def _rows(text: str, name: str) -> list[tuple[int, list[str]]]:
    """The rows that are not empty, each with its line."""
    first = next((line for line in text.splitlines() if line.strip()), "")
    separator = max(SEPARATORS, key=first.count)
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=separator, strict=True)
    try:
        return [(reader.line_num, row) for row in reader if any(cell.strip() for cell in row)]
    except csv.Error:
        raise LinlabError(
            f"{name}, line {reader.line_num}: a quotation mark is not closed."
        ) from None


def _columns(head: list[str]) -> tuple[int, ...]:
    """The columns of the names; none if the first row is no header."""
    for known in (WHOLE, LAST):
        found = [k for k, cell in enumerate(head) if cell in known]
        given = [k for k, cell in enumerate(head) if cell in FIRST]
        if found:
            return (found[0],) if known is WHOLE else (*given[:1], found[0])
    return ()


def _name(line: int, cells: list[str], columns: tuple[int, ...], roster: str) -> str:
    where = f"{roster}, line {line}"
    if not columns and len(cells) > 2:
        raise LinlabError(f"{where}: this row has {len(cells)} cells. {HOW}")
    chosen = [cells[k] for k in columns if k < len(cells)] if columns else cells
    name = " ".join(" ".join(unguarded(cell.strip()) for cell in chosen).split())
    if not name:
        raise LinlabError(f"{where}: there is no name in this row.")
    if len(name) > LONGEST:
        raise LinlabError(f"{where}: a name has at most {LONGEST} characters.")
    return sanitise(name)
