"""Cells of a table that a spreadsheet may open.

A text that would be read as a formula gets an apostrophe in front, as is the convention, and loses
it when it is read back. Infinite numbers are written ∞ or −∞, as in the window; undefined ones are
left empty.
"""

import csv
import io
import math
import re
from collections.abc import Sequence
from typing import Any

_NUMBERS = re.compile(
    r"([+-]?(\d+([.,]\d*)?|[.,]\d+)([eE][+-]?\d+)?( (?!$)|$))+"
)  # one number, or several with spaces between


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
