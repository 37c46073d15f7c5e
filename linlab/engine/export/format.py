"""A format is one entry in the table of its kind: the dialog's buttons, the command line and the
writers all read it there."""

import os
from collections.abc import Mapping
from pathlib import Path
from typing import Protocol, TypeVar

from linlab.engine.ground.errors import LinlabError
from linlab.engine.ground.writing import PathLike


class Format(Protocol):
    """What every format has."""

    @property
    def key(self) -> str: ...
    @property
    def title(self) -> str: ...  # short enough for a button
    @property
    def suffix(self) -> str: ...
    @property
    def use(self) -> str: ...  # what it is good for, in a sentence
    @property
    def text(self) -> bool: ...  # whether it is text that can be copied


Kind = TypeVar("Kind", bound=Format)


def table(*formats: Kind) -> dict[str, Kind]:
    return {each.key: each for each in formats}


def by_suffix(formats: Mapping[str, Kind], path: PathLike, what: str, otherwise: str = "") -> Kind:
    """The first of these formats with the suffix of a file name, or an error that lists them."""
    suffix = Path(os.fspath(path)).suffix.lower() or otherwise
    found = next((each for each in formats.values() if each.suffix == suffix), None)
    if found is None:
        raise LinlabError(
            f"{what} cannot be written {f'as {suffix}' if suffix else 'without a suffix'}: "
            f"the name of the file must end in {endings(formats)}."
        )
    return found


def endings(formats: Mapping[str, Kind]) -> str:
    """The suffixes in words."""
    *others, last = dict.fromkeys(each.suffix for each in formats.values())
    return f"{', '.join(others)} or {last}" if others else last


def numbered(path: str, which: int) -> str:
    """The file of one of several models.

    >>> numbered("out/w.json", 0)
    'out/w-1.json'
    """
    stem, suffix = os.path.splitext(path)
    return f"{stem}-{which + 1}{suffix}"
