"""Reading TOML with the line of each fault, which the standard library tells only in part."""

import re
import tomllib
from bisect import bisect_left
from typing import Any

from linlab.engine.ground.sanitise import shorten

NAME = re.compile(r"""\s*\[?\s*(?:"([^"]*)"|'([^']*)'|([^\s=.\]"'\[]+))\s*[=.\]]""")
_BEGINS = re.compile(
    r"""\s*(?:\[[^,]*\]\s*(?:#.*)?$|(?:"[^"]*"|'[^']*'|[A-Za-z0-9_-]+)\s*[=.])"""
)  # a line that begins a field or a table
_AT_LINE = re.compile(r"\(at line (\d+)")
_TABLE = re.compile(r"""\s*\[\[\s*(?:"([^"]*)"|'([^']*)'|([^\s\]"']+))\s*\]\]""")


def toml_in(text: str) -> dict[str, Any] | str:
    """The values of a TOML text, or its fault."""
    try:
        return tomllib.loads(text)
    except (ValueError, RecursionError) as error:
        return str(error) or "it is nested too deeply"


def plain_trouble(error: str) -> str:
    """What tomllib says, without its place."""
    return shorten(re.sub(r"\s*\(at [^)]*\)", "", error), 120)


def line_of_trouble(text: str, error: str) -> int:
    """The line, from 1, at which it stops being TOML: an open bracket is reported where it begins,
    not where the text ends.

    >>> line_of_trouble("a = 1\\nb = [1, 2\\nc = 3", "Unclosed array (at line 3, column 1)")
    2
    """
    lines = text.split("\n")
    named = _AT_LINE.search(error)
    last = int(named[1]) if named else len(lines)
    if named and isinstance(toml_in("\n".join(lines[: last - 1])), dict):
        return last
    begins = [k for k, line in enumerate(lines[:last]) if _BEGINS.match(line)]
    found = bisect_left(
        begins, True, key=lambda k: not isinstance(toml_in("\n".join(lines[:k])), dict)
    )  # before the first that is no longer valid
    return begins[found - 1] + 1 if found else last


class LineFinder:
    """The lines, from 1, of the fields and tables of a TOML text.

    >>> lines = LineFinder('format = 1\\n[[part]]\\ntitle = "One"\\n[[part]]\\ntitle = "Two"')
    >>> lines.table("part", 1), lines.field("title", 4), lines.text("Two", 4), lines.field("x", 0)
    (4, 5, 5, 0)
    """

    def __init__(self, text: str) -> None:
        self._lines = text.split("\n")

    def table(self, name: str, k: int) -> int:
        """Where the table k, from 0, of a list of tables begins; 1 if it is written another way."""
        found = [
            line
            for line, written in enumerate(self._lines, 1)
            if (match := _TABLE.match(written)) and name in match.groups()
        ]
        return found[k] if k < len(found) else self.field(name, 0) or 1

    def field(self, name: str, begin: int) -> int:
        """Where a field begins, after the line `begin`; 0 if nowhere."""
        for line, written in enumerate(self._lines, 1):
            match = NAME.match(written) or _TABLE.match(written)
            if line > begin and match and name in match.groups():
                return line
        return 0

    def text(self, words: str, begin: int) -> int:
        """The first line, from `begin`, that has this text in quotation marks; else `begin`."""
        for line, written in enumerate(self._lines, 1):
            if line >= begin and (f'"{words}"' in written or f"'{words}'" in written):
                return line
        return begin
