"""`--with my_lab.py`: load a Python file that adds rows to the tables of linlab, as the page
*Extending* of the documentation shows.

A file with a fault adds nothing: the tables are put back as they were, and one sentence tells the
file and the line.
"""

import importlib.util
import sys
import traceback
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from linlab.engine.document.extensions import ADDED, LOADED, fault
from linlab.engine.ground.errors import LinlabError

from .tables import Table, tables, tables_of_the_window

OPTION = "--with"


def take_extensions(arguments: list[str]) -> tuple[list[str], list[str]]:
    """The files after each --with, and the other arguments.

    >>> take_extensions(["--with", "a.py", "moons", "--with=b.py"])
    (['a.py', 'b.py'], ['moons'])
    """
    files: list[str] = []
    others: list[str] = []
    waiting = iter(arguments)
    for word in waiting:
        if word == OPTION:
            file = next(waiting, "")
            if not file or file.startswith("-"):
                raise LinlabError("--with needs the name of a Python file.")
            files.append(file)
        elif word.startswith(OPTION + "="):
            files.append(word[len(OPTION) + 1 :])
        else:
            others.append(word)
    return files, others


def load_extensions(files: Sequence[str]) -> tuple[str, ...]:
    """Load these files; return a sentence for each that was left out."""
    faults = []
    for file in files:
        try:
            load_extension(Path(file))
        except LinlabError as error:
            faults.append(str(error))
    return tuple(faults)


def load_extension(file: Path) -> None:
    """Run a file and take over what it adds to the tables, or raise an error that tells why not."""
    path = file.resolve()
    name = path.name
    if path.suffix != ".py" or not path.is_file():
        raise LinlabError(f"There is no extension “{file}”: --with needs a Python file.")
    if name in LOADED:
        if LOADED[name] == path:
            return
        raise LinlabError(f"There are two extensions with the name {name}: rename one of them.")
    of_the_window = "linlab.app" in path.read_text(encoding="utf-8", errors="replace")
    known = (*tables(), *(tables_of_the_window() if of_the_window else ()))
    before = [dict(table.rows) for table in known]
    try:
        _run(path)
        added = [
            key
            for table, were in zip(known, before, strict=True)
            for key in _checked(name, table, were)
        ]
        if not added:
            raise LinlabError(f"The extension {name} adds nothing to any table.")
    except LinlabError:
        for table, were in zip(known, before, strict=True):
            table.rows.clear()
            table.rows.update(were)
        raise
    LOADED[name] = path
    ADDED.update(dict.fromkeys(added, name))


def _run(path: Path) -> None:
    spec = importlib.util.spec_from_file_location(f"linlab_extension_{path.stem}", path)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module  # dataclasses look their module up
    try:
        spec.loader.exec_module(module)
    except SyntaxError as error:
        told = SyntaxError(error.msg)
        raise LinlabError(fault(path.name, error.lineno, told)) from None
    except (Exception, SystemExit) as error:
        lines = [
            frame.lineno
            for frame in traceback.extract_tb(error.__traceback__)
            if frame.filename == str(path)
        ]
        raise LinlabError(fault(path.name, lines[-1] if lines else None, error)) from None


def _checked(name: str, table: Table, before: dict[str, Any]) -> list[str]:
    """The names of the rows that were added; an extension may not change or remove what was
    there."""
    for key, row in before.items():
        if table.rows.get(key) is not row:
            raise LinlabError(
                f"The extension {name} changes the {table.what} “{key}”: give its own another name."
            )
    added = [key for key in table.rows if key not in before]
    for key in added:
        _check(name, table, before, key, table.rows[key])
    return added


def _check(name: str, table: Table, before: dict[str, Any], key: Any, row: Any) -> None:
    kinds = {type(each) for each in before.values()}
    if type(row) not in kinds:
        wanted = " or ".join(sorted(kind.__name__ for kind in kinds))
        raise LinlabError(
            f"The extension {name}: the {table.what} “{key}” must be a {wanted}, not a {type(row).__name__}."
        )
    own = getattr(row, "name", getattr(row, "key", key))
    if own != key:
        raise LinlabError(
            f"The extension {name}: the {table.what} “{key}” calls itself “{own}”: use one name."
        )
    try:
        table.check(row)
    except Exception as error:
        lines = [line.strip() for line in str(error).splitlines() if line.strip()]
        why = next((line for line in lines if name in line), lines[0] if lines else "no reason")
        raise LinlabError(
            f"The extension {name}: the {table.what} “{key}” cannot be compiled ({why})."
        ) from None
