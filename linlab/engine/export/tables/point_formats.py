"""The formats that points can be written in."""

from collections.abc import Callable
from dataclasses import dataclass

from linlab.engine.data.csvfile import write_csv
from linlab.engine.data.points import Points
from linlab.engine.export.format import table
from linlab.engine.ground.writing import PathLike


@dataclass(frozen=True)
class PointFormat:
    key: str
    title: str
    suffix: str
    use: str
    write: Callable[[Points, PathLike], None]
    text: bool = True


POINT_FORMATS = table(
    PointFormat(
        "csv",
        "CSV",
        ".csv",
        "For a spreadsheet or another program: one line for each point with its coordinates and its class; for a hidden label also the truth and which model guessed it.",
        write_csv,
    ),
)
