"""Cells of a table that a spreadsheet may open, or a web page shows.

A text that would be read as a formula gets an apostrophe in front, as is the convention, and loses
it when it is read back. Infinite numbers are written ∞ or −∞, as in the window; undefined ones are
left empty. In HTML every text is escaped.
"""

import csv
import io
import math
import re
from collections.abc import Sequence
from html import escape
from typing import Any

from .sanitise import shorten

_NUMBERS = re.compile(
    r"([+-]?(\d+([.,]\d*)?|[.,]\d+)([eE][+-]?\d+)?( (?!$)|$))+"
)  # one number, or several with spaces between


LONGEST_CELL = 80  # characters, in HTML


def guarded(text: str) -> str:
    """
    >>> guarded("=1+1"), guarded("-1.5"), guarded("-"), unguarded(guarded("'=1"))
    ("'=1+1", '-1.5', '-', "'=1")
    """
    return f"'{text}" if _is_formula(text) else text


def unguarded(text: str) -> str:
    return text[1:] if text.startswith("'") and _is_formula(text) else text


def line_of(values: Sequence[Any]) -> str:
    """Numbers and texts as a line of CSV, with its end.

    >>> line_of(["a\\nb", 1.5, "=1", math.inf])
    '"a\\nb",1.5,\\'=1,∞\\n'
    """
    line = io.StringIO(newline="")
    csv.writer(line, lineterminator="\r\n").writerow(
        _row_of(values)
    )  # so that \r and \n are quoted within a cell
    return line.getvalue().removesuffix("\r\n") + "\n"


def _row_of(values: Sequence[Any]) -> list[Any]:
    return [
        each if type(each) is float and -math.inf < each < math.inf else _cell(each)
        for each in values
    ]


def _cell(value: Any) -> Any:
    if isinstance(value, float) and not math.isfinite(value):
        if math.isnan(value):
            return ""
        if value > 0:
            return "∞"
        return "−∞"
    return guarded(value) if isinstance(value, str) else value


def _is_formula(text: str) -> bool:
    bare = text.lstrip("'")
    return len(bare) > 1 and bare[0] in "=+-@\t\r\n＝＋－＠" and _NUMBERS.fullmatch(bare) is None


def html_table(caption: str, head: Sequence[str], rows: Sequence[Sequence[object]]) -> str:
    """
    >>> html_table("Two", ["a"], [["<b>"]])
    '<table><caption>Two</caption><thead><tr><th>a</th></tr></thead><tbody><tr><td>&lt;b&gt;</td></tr></tbody></table>'
    """
    top = "".join(f"<th>{_html(each)}</th>" for each in head)
    inside = "".join(
        f"<tr>{''.join(f'<td>{_html(each)}</td>' for each in row)}</tr>" for row in rows
    )
    above = f"<thead><tr>{top}</tr></thead>" if top else ""
    return f"<table><caption>{_html(caption)}</caption>{above}<tbody>{inside}</tbody></table>"


def _html(value: object) -> str:
    return escape(shorten(str(value), LONGEST_CELL))
