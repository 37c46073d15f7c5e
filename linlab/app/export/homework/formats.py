"""The formats of a homework sheet, and writing it: a whole file or none. Qt is imported only when
it is needed."""

import re
from collections.abc import Callable
from dataclasses import dataclass

from linlab.app.export.figures import ready
from linlab.engine.export.format import by_suffix, table
from linlab.engine.export.homework.sheet import FIRST, MOST_ROWS, Sheet, sheet_of
from linlab.engine.export.homework.sheet_latex import sheet_latex
from linlab.engine.export.tables.columns import Named
from linlab.engine.export.tables.latex_text import is_monomial, maths
from linlab.engine.ground.errors import LinlabError
from linlab.engine.ground.progress import tell
from linlab.engine.ground.writing import PathLike, check_writable, writing_bytes
from linlab.engine.train.trace import Trace

_STRANGE = re.compile(r"[^\w .+-]|_")  # in a formula


@dataclass(frozen=True)
class HomeworkFormat:
    """A file format; `make(sheet)` returns its content, `named` puts the name of a class into its
    formulas."""

    key: str
    title: str
    suffix: str
    use: str
    make: Callable[[Sheet], bytes]
    named: Named = maths
    text: bool = False


def _plain(name: str) -> str:
    r"""A name in a formula without LaTeX.

    >>> print(_plain("A_1"), _plain("x₁²"))
    \text{A1} x_1^{2}
    """
    return (
        maths(name) if is_monomial(name) else rf"\text{{{_STRANGE.sub('', name).strip() or '?'}}}"
    )


def _pdf(sheet: Sheet) -> bytes:
    ready()
    from .sheet_pdf import sheet_pdf

    return sheet_pdf(sheet)


HOMEWORK_FORMATS = table(
    HomeworkFormat(
        "pdf",
        "PDF",
        ".pdf",
        "To print and hand out: the task with blanks, and the solution on a separate page.",
        _pdf,
        _plain,
    ),
    HomeworkFormat(
        "tex",
        "LaTeX",
        ".tex",
        "To edit further: the same sheet for pdflatex, with its figures in PGFPlots.",
        lambda sheet: sheet_latex(sheet).encode(),
        text=True,
    ),
)


def homework_format(path: PathLike) -> HomeworkFormat:
    """The format for a file name."""
    return by_suffix(HOMEWORK_FORMATS, path, "A sheet of homework")


def homework(
    trace: Trace, chosen: HomeworkFormat, last: int = FIRST, digits: int = 4, title: str = ""
) -> Sheet:
    """The sheet about the first steps, up to `last`."""
    if not 1 <= last <= MOST_ROWS:
        raise LinlabError(f"A homework sheet has 1 to {MOST_ROWS} steps, not {last}.")
    return sheet_of(trace, last, digits, title, chosen.named)


def write_homework(
    trace: Trace, path: PathLike, last: int = FIRST, digits: int = 4, title: str = ""
) -> None:
    """Write the sheet in the format of the suffix."""
    chosen = homework_format(path)
    check_writable(path)
    made = chosen.make(homework(trace, chosen, last, digits, title))
    tell("Writing the sheet")
    with writing_bytes(path) as file:
        file.write(made)
