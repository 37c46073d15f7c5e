"""What each suffix can hold."""

from collections.abc import Mapping
from pathlib import Path

from linlab.app.export.figures import FIGURE_FORMATS
from linlab.app.export.film import FILM_FORMATS
from linlab.app.export.homework.formats import HOMEWORK_FORMATS
from linlab.engine.export.format import Format
from linlab.engine.export.tables.point_formats import POINT_FORMATS
from linlab.engine.export.tables.table_formats import TABLE_FORMATS
from linlab.engine.export.web.formats import PAGE_FORMATS
from linlab.engine.export.weights.formats import WEIGHT_FORMATS
from linlab.engine.ground.errors import LinlabError

_FORMATS: tuple[tuple[str, Mapping[str, Format]], ...] = (
    ("figure", FIGURE_FORMATS),
    ("film", FILM_FORMATS),
    ("page", PAGE_FORMATS),
    ("weights", WEIGHT_FORMATS),
    ("data", POINT_FORMATS),
    ("table", TABLE_FORMATS),
    ("homework", HOMEWORK_FORMATS),
)


def suffixes() -> dict[str, tuple[str, ...]]:
    """What a file of each suffix can hold: the first thing, unless --as says otherwise."""
    found: dict[str, tuple[str, ...]] = {}
    for kind, formats in _FORMATS:
        for each in formats.values():
            held = found.get(each.suffix, ())
            found[each.suffix] = (*held, each.key if kind in held else kind)
    return found


def kind_of(path: str, said: str | None) -> str:
    """What to write into a file.

    >>> kind_of("moons.tex", None), kind_of("moons.tex", "table"), kind_of("moons.png", "table")
    ('figure', 'table', 'figure')
    """
    suffix = Path(path).suffix.lower()
    known = suffixes()
    if suffix not in known:
        raise LinlabError(
            f"{path} cannot be written: the name of the file must end in one of {', '.join(known)}."
        )
    return said if said in known[suffix] else known[suffix][0]
