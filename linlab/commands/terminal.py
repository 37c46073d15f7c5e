"""Printing: no text from a file or a user can control the terminal that shows it."""

import json
import re
import sys
from typing import Any, TextIO

from linlab.engine.ground.sanitise import sanitise

_UNESCAPED = re.compile(
    "[\x7f-\x9f\u200e\u200f\u2028-\u202e\u2066-\u2069]"
)  # JSON escapes only those below a space


def tell(text: str, file: TextIO | None = None) -> None:
    """Print lines to standard output, or another file."""
    print("\n".join(map(sanitise, text.split("\n"))), file=file or sys.stdout)


def note(text: str) -> None:
    """A remark beside the output."""
    tell(f"linlab: {text}", sys.stderr)


def tell_json(value: Any) -> None:
    text = json.dumps(value, ensure_ascii=False, allow_nan=False, indent=1)
    print(_UNESCAPED.sub(lambda found: f"\\u{ord(found[0]):04x}", text))
