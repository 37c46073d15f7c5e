"""Reading a file of text or JSON: its content, or one plain sentence why it cannot be read."""

import json
import os
from pathlib import Path
from typing import Any

from .errors import LinlabError

LONGEST_FILE = 200_000_000  # characters


def read_json(path: str | os.PathLike[str]) -> Any:
    """The content of a JSON file, or a sentence why it cannot be read."""
    return parse_json(read_text(path))


def read_text(path: str | os.PathLike[str]) -> str:
    """The text of a file, or a sentence why it cannot be read."""
    try:
        if Path(path).is_fifo():  # reading it would wait for a writer, perhaps for ever
            raise LinlabError("This is a pipe, not a file.")
        with Path(path).open(encoding="utf-8") as file:
            text = file.read(LONGEST_FILE + 1)
    except OSError as error:
        raise LinlabError(f"The file cannot be read ({error.strerror or error}).") from None
    except UnicodeDecodeError:
        raise LinlabError("This is not a UTF-8 text file.") from None
    if len(text) > LONGEST_FILE:
        raise LinlabError(
            f"The file is too large: it has more than {LONGEST_FILE // 1_000_000} million characters."
        )
    return text


def parse_json(text: str) -> Any:
    """What this JSON says, or a sentence why it cannot be read."""
    try:
        return json.loads(text, parse_constant=_no_constant)
    except LinlabError:
        raise
    except json.JSONDecodeError as error:
        raise LinlabError(
            f"The file is broken in line {error.lineno}{_what_is_wrong(error)}."
        ) from None
    except ValueError:
        raise LinlabError("The file is broken: a number in it has thousands of digits.") from None
    except RecursionError:
        raise LinlabError("The file is broken: it is nested too deeply.") from None


def _what_is_wrong(error: json.JSONDecodeError) -> str:
    """The parser's complaint in plain words."""
    rest = error.doc[error.pos :].strip()
    if not error.doc.strip():
        return ": it is empty"
    if error.msg.startswith("Extra data"):
        return f": there is extra text after its end, “{_short(rest)}”"
    if not rest or error.msg.startswith("Unterminated"):
        return ": it ends in the middle; the rest is missing"
    return f", at character {error.colno}: “{_short(rest)}” is not expected there"


def _short(text: str) -> str:
    line = text.splitlines()[0]
    return line if len(line) <= 20 else f"{line[:20]}…"


def _no_constant(name: str) -> float:
    raise LinlabError(f"The file is broken: it has {name} where a number should be.")
