"""The formats that trained weights can be written in: one table for the command line and for the
window's dialog.

A format says what it is good for, writes a run to a file (whole or not at all), or says in a
sentence why it cannot.
"""

from collections.abc import Callable
from dataclasses import dataclass

from linlab.engine.export.format import by_suffix, table
from linlab.engine.ground.errors import LinlabError, unknown
from linlab.engine.ground.writing import PathLike, write_text
from linlab.engine.train.moment import TrainedRun

from .npz import scale_note, team_trouble, unbounded, write_npz
from .python import python_text, python_trouble
from .scikit import scikit_text, scikit_trouble
from .weights_csv import csv_trouble, weights_csv
from .weights_json import weights_json


@dataclass(frozen=True)
class WeightFormat:
    """A format; `trouble(run)` is empty, or the sentence why it does not apply."""

    key: str
    title: str
    suffix: str
    use: str
    write: Callable[[TrainedRun, PathLike], None]
    trouble: Callable[[TrainedRun], str]
    text: bool = True
    takes_values: bool = True  # of standardised columns as they are in the table


def _text(of: Callable[[TrainedRun], str]) -> Callable[[TrainedRun, PathLike], None]:
    return lambda run, path: write_text(path, of(run))


WEIGHT_FORMATS = table(
    WeightFormat(
        "json",
        "JSON",
        ".json",
        "For “linlab predict” and linlab.load_weights: the whole model, to the last digit.",
        _text(weights_json),
        unbounded,
    ),
    WeightFormat(
        "csv",
        "CSV",
        ".csv",
        "For a spreadsheet: each weight with its name.",
        _text(weights_csv),
        csv_trouble,
        takes_values=False,
    ),
    WeightFormat(
        "npz",
        "NPZ",
        ".npz",
        "For programs: every array that the scores need, read by numpy.load.",
        write_npz,
        team_trouble,
        text=False,
        takes_values=False,
    ),
    WeightFormat(
        "py",
        "Python",
        ".py",
        "To use anywhere: functions that predict with only numpy.",
        _text(python_text),
        python_trouble,
    ),
    WeightFormat(
        "sklearn",
        "scikit-learn",
        ".py",
        "For scikit-learn: its estimator with the trained weights.",
        _text(scikit_text),
        scikit_trouble,
    ),
)


def format_of(path: PathLike, kind: str | None = None) -> WeightFormat:
    """The format called `kind`, or the one for a file name; a name without a suffix gets JSON.

    >>> format_of("w.NPZ").key
    'npz'
    """
    if kind is None:
        return by_suffix(WEIGHT_FORMATS, path, "Weights", ".json")
    if kind not in WEIGHT_FORMATS:
        raise unknown("format", kind, WEIGHT_FORMATS)
    return WEIGHT_FORMATS[kind]


def advice(run: TrainedRun, path: PathLike, kind: str | None = None) -> str:
    """What the user of such a file has to do with values of a table; empty if nothing."""
    return "" if format_of(path, kind).takes_values else scale_note(run)


def write_weights(run: TrainedRun, path: PathLike, kind: str | None = None) -> None:
    """The trained weights in the format called `kind`, or in the format of the file's suffix."""
    chosen = format_of(path, kind)
    trouble = chosen.trouble(run)
    if trouble:
        raise LinlabError(trouble)
    chosen.write(run, path)
