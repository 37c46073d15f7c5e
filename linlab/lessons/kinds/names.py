"""The name of what is asked for, where a kind has a table of such names."""

from collections.abc import Collection
from typing import Any

from linlab.engine.ground.errors import LinlabError, perhaps
from linlab.engine.ground.sanitise import shorten
from linlab.lessons.written.checks import a_text


def named(value: Any, names: Collection[str], verb: str) -> str:
    """One of the names of a table, of things to click, to drag and so on."""
    given = a_text(value) if isinstance(value, str) else str(value)
    if given not in names:
        shown = shorten(given)
        raise LinlabError(
            f"There is no “{shown}” to {verb}{perhaps(shown, names)}: it is one of {', '.join(names)}."
        )
    return given
