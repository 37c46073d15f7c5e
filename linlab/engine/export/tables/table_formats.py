"""The formats that a table of steps can be written in, and the writing: a whole file or none."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from linlab.engine.export.format import by_suffix, table
from linlab.engine.ground.errors import Cancelled, LinlabError
from linlab.engine.ground.writing import PathLike, writing
from linlab.engine.train.trace import Trace

from .latex_table import table_latex
from .updates import table_csv

Heard = Callable[[int], object]  # called with the number of rows done; False cancels
STRETCH = 20_000  # steps between two checks for cancellation


@dataclass(frozen=True)
class TableFormat:
    """A format; `lines(trace, first, last, blank, digits)` are those of the file, each with the
    steps written so far."""

    key: str
    title: str
    suffix: str
    use: str
    lines: Callable[[Trace, int, int, bool, int], Iterator[tuple[int, str]]]
    every_digit: bool = False
    page: int | None = None  # default number of steps
    text: bool = True


TABLE_FORMATS = table(
    TableFormat(
        "csv",
        "CSV",
        ".csv",
        "For a spreadsheet: every number of each step, with all its digits.",
        table_csv,
        every_digit=True,
    ),
    TableFormat(
        "tex",
        "LaTeX",
        ".tex",
        "For an exercise sheet: a document for pdflatex, or a table to copy from it.",
        table_latex,
        page=20,
    ),
)


def table_format(path: PathLike) -> TableFormat:
    """The format for a file name; a name without a suffix gets CSV."""
    return by_suffix(TABLE_FORMATS, path, "A table of steps", ".csv")


def write_table(
    trace: Trace,
    path: PathLike,
    first: int = 1,
    last: int = 20,
    blank: bool = False,
    digits: int = 4,
    progress: Heard | None = None,
) -> None:
    """Write the steps from `first` to `last`, or to the end of the run.

    `blank` leaves out the answers: all but the example of each step, and the weights before the first.
    `digits` are those of LaTeX; CSV has them all. If `progress` returns False, nothing is written
    and Cancelled is raised.
    """
    chosen = table_format(path)
    last = _checked(trace, first, last, progress)
    with writing(path) as file:
        for done, line in chosen.lines(trace, first, last, blank, digits):
            file.write(line + "\n")
            _report(progress, done)


def _report(progress: Heard | None, done: int) -> None:
    if progress is not None and progress(done) is False:
        raise Cancelled


def _reached(trace: Trace, t: int, progress: Heard | None) -> int:
    """Train up to t, in pieces, so that it can be cancelled."""
    here = trace.reached(t)
    while here < t and (trace.end is None or here < trace.end):
        here = trace.at(min(t, here + STRETCH)).t
        _report(progress, 0)
    return trace.at(t).t


def _checked(trace: Trace, first: int, last: int, progress: Heard | None) -> int:
    """The last step, or an error if there is none to show; a table may be empty."""
    if not 1 <= first <= last + 1:
        raise LinlabError(
            f"A table must start at step 1 or later and end there or later, not go from {first} to {last}."
        )
    end = _reached(trace, last, progress)
    if end < first - 1:
        raise LinlabError(f"The run ends after step {end}, so there is no step {first} to show.")
    return end
