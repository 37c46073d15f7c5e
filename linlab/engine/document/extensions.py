"""What extensions have added to the tables of linlab: a document names the ones that it needs, and
a fault in one is told with its file and line.

An extension is a Python file that the user names at the start (`linlab --with my_lab.py`). Nothing
that is read from a document or a lesson ever loads one.
"""

import traceback
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from linlab.engine.ground.errors import LinlabError
from linlab.engine.ground.sanitise import shorten

LOADED: dict[str, Path] = {}  # the extensions, by the name of the file
ADDED: dict[str, str] = {}  # the rows that they added to a table, each with its extension

MOST_NEEDED = 100  # extensions that one document may name


def needed_by(*parts: Any) -> list[str]:
    """The extensions whose rows are named anywhere in these parts of a document, as JSON.

    >>> needed_by({"model": "perceptron", "settings": {"space": "rbf"}})
    []
    """
    return sorted({ADDED[word] for word in _words(parts) if word in ADDED})


def _words(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for each in value.values():
            yield from _words(each)
    elif isinstance(value, (list, tuple)):
        for each in value:
            yield from _words(each)


def check_loaded(names: Any) -> None:
    """Refuse a document whose extensions are not all there."""
    if not isinstance(names, list) or not all(isinstance(name, str) for name in names):
        raise LinlabError("The field “extensions” of the document must be a list of file names.")
    missing = [shorten(Path(name).name) for name in names[:MOST_NEEDED] if name not in LOADED]
    if missing:
        what = "extension" if len(missing) == 1 else "extensions"
        options = " ".join(f"--with {name}" for name in missing)
        raise LinlabError(
            f"It needs the {what} {', '.join(missing)}: start linlab with {options} to open it."
        )


def fault_in_extension(error: BaseException) -> str:
    """A sentence about an error that an extension has raised; empty if it is not from one."""
    files = {str(path): name for name, path in LOADED.items()}
    for frame in reversed(traceback.extract_tb(error.__traceback__)):
        if frame.filename in files:
            return fault(files[frame.filename], frame.lineno, error)
    return ""


def fault(name: str, line: int | None, error: BaseException) -> str:
    """A sentence that tells what went wrong in this line of an extension."""
    place = f"{name}, line {line}" if line else name
    first = str(error).strip().split("\n")[0].rstrip(".")
    return f"The extension {place}: {type(error).__name__}{first and ': '}{first}."
