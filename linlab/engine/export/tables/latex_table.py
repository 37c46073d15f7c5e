"""Steps as LaTeX, to put on a page or to work out by hand: a heading with the rule and the
settings, then the table.

It is a complete document with amsmath; its body can be copied into another one. A table wider than
its page becomes several tables below each other.
"""

import re
from collections.abc import Iterator, Sequence

from linlab.engine.ground.version import __version__
from linlab.engine.picture.metrics import text_width
from linlab.engine.train.trace import Trace
from linlab.engine.words.listing.tex import tex

from .columns import KEYS, Column
from .latex_text import cell
from .stacking import stacked
from .table_segments import TableSegment, table_segments
from .task import QUAD, Formula, Prose, Task, task_of

_PAGE, _FEWEST = (
    {False: 40, True: 32},
    6,
)  # rows that fit a page, without and with space for answers; rows of stacked tables
_SIZES = ((r"\small", 52.5), (r"\footnotesize", 59.0))  # width of the page in font sizes
_BETWEEN = 0.75  # space between columns, in font sizes
_LEAST, _BEST = 2.5, 5.0  # room for an answer


def table_latex(
    trace: Trace, first: int, last: int, blank: bool, digits: int
) -> Iterator[tuple[int, str]]:
    """The lines of the file, each with the number of steps written so far."""
    parts = table_segments(trace, first, last, digits)
    for line in preamble(f"Steps {first} to {last}"):
        yield 0, line
    for part in parts:
        done = part.first - first
        for line in task_latex(task_of(part.problem)):
            yield done, line
        for begin in range(part.first, part.last + 1, _PAGE[blank]):
            end = min(part.last, begin + _PAGE[blank] - 1)
            rows = part.rows(begin, end)
            start = part.start() if begin == first else []
            for k, line in tables_latex(part, rows, start, blank):
                yield begin - first + k, line
    yield last - first + 1, r"\end{document}"


def preamble(what: str, packages: Sequence[str] = ()) -> list[str]:
    """The beginning of a document on A4."""
    needs = [r"\usepackage{amsmath}", *packages]
    return [
        f"% {what}, written by linlab {__version__}. Compile it with pdflatex, or copy what is between",
        rf"% \begin{{document}} and \end{{document}} into your own document, with {''.join(needs)} in its preamble.",
        r"\documentclass[a4paper]{article}",
        r"\usepackage[margin=20mm]{geometry}",
        *needs,
        r"\pagestyle{plain}",
        r"\begin{document}",
    ]


def task_latex(task: Task) -> list[str]:
    """The model with its rule, one statement per line if there are more than two, and what else you
    need to know."""
    if len(task.rule) <= 2:
        display = [rf"\[ {QUAD.join(task.rule)} \]"]
    else:
        display = [
            r"\begin{gather*}",
            *(rf"{each}, \\" for each in task.rule[:-1]),
            task.rule[-1],
            r"\end{gather*}",
        ]
    return [
        rf"\noindent \textbf{{{tex(task.title)}}}",
        *display,
        rf"\noindent {prose_latex(task.prose)}",
        r"\medskip",
        "",
    ]


def prose_latex(prose: Prose) -> str:
    return "".join(f"${part.latex}$" if isinstance(part, Formula) else tex(part) for part in prose)


def tables_latex(
    part: TableSegment, rows: list[list[str]], start: list[str], blank: bool
) -> Iterator[tuple[int, str]]:
    """The rows under their headings, in as many tables as needed; each line with the number of rows
    done so far."""
    lines = [*rows, start] if start else rows
    widths = [
        max(_width(column, [row[k] for row in lines]), 0.0 if column.given or not blank else _LEAST)
        + _BETWEEN
        for k, column in enumerate(part.columns)
    ]
    size, room = next((each for each in _SIZES if sum(widths) <= each[1]), _SIZES[-1])
    tables = stacked(widths, room, KEYS)
    answers = sum(not column.given for column in part.columns)
    more = (room - sum(widths)) / answers if len(tables) == 1 and answers else 0.0
    rule = rf"\underline{{\hspace{{{min(_LEAST + more, _BEST):.1f}em}}}}"
    many = len(rows) if len(tables) == 1 else max(_FEWEST, _PAGE[blank] // len(tables) - 2)
    for begin in range(0, len(rows), many):
        for last, table in ((table is tables[-1], table) for table in tables):
            columns = [part.columns[k] for k in table]
            for line in _begin(columns, size, blank):
                yield begin, line
            if start and not begin:
                yield 0, _row([cell(start[k]) for k in table])
            for done, row in enumerate(rows[begin : begin + many], begin + 1):
                shown = [
                    rule if blank and not part.columns[k].given else cell(row[k]) for k in table
                ]
                yield done if last else begin, _row(shown)
            yield begin, _END


def _width(column: Column, shown: list[str]) -> float:
    """The approximate width of a column in font sizes, rather too wide than too narrow."""
    head = re.sub(r"\\(text|mathrm)\b|[{}_^$ ]", "", column.head)
    head = re.sub(r"\\[a-z]+", "x", re.sub(r"\\(leq|geq)|[<>]", "—x—", head))
    return max(text_width(head, 1.0), *(text_width(each, 1.0) for each in shown))


def _begin(columns: list[Column], size: str, blank: bool) -> list[str]:
    room = r" \renewcommand{\arraystretch}{1.8}" if blank else ""  # to write in
    names = _row([f"${column.head}$" for column in columns])
    look = rf"\noindent{{{size} \setlength{{\tabcolsep}}{{3pt}}{room}"
    return [look, r"\begin{tabular}{" + "r" * len(columns) + "}", r"\hline", names, r"\hline"]


def _row(cells: list[str]) -> str:
    return " & ".join(cells) + r" \\"


_END = "\\hline\n\\end{tabular}}\n"
