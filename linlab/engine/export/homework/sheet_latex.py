"""A homework sheet as LaTeX: a complete document, with PGFPlots for its figures; the solution is on
its own page."""

from collections.abc import Iterator

from linlab.engine.export.figures.tikz import NEEDS, tikz
from linlab.engine.export.tables.latex_table import preamble, prose_latex, tables_latex, task_latex
from linlab.engine.picture.shapes import Picture
from linlab.engine.words.listing.tex import tex

from .sheet import Section, Sheet


def sheet_latex(sheet: Sheet) -> str:
    """The whole file."""
    lines = [*preamble("Homework", (r"\usepackage{fix-cm}", *NEEDS)), *_headline(sheet.title)]
    lines += [rf"\noindent {prose_latex(sheet.intro)}", "", *_figure(sheet.figure)]
    for section in sheet.sections:
        lines += [*task_latex(section.task), *_table(section, blank=True)]
    lines += [r"\newpage", *_headline(f"{sheet.title}: solution")]
    for section in sheet.sections:
        lines += _table(section, blank=False)
    lines += [
        rf"\medskip\noindent {prose_latex(sheet.result)}",
        "",
        *_figure(sheet.after),
        r"\end{document}",
    ]
    return "\n".join(lines) + "\n"


def _headline(words: str) -> list[str]:
    return [rf"\noindent {{\Large\bfseries {tex(words)}}}\par\medskip", ""]


def _figure(picture: Picture) -> list[str]:
    _, *drawn = tikz(
        picture, standalone=False
    ).splitlines()  # its first line lists the packages it needs
    return [r"\medskip\noindent%", *drawn, "", r"\medskip", ""]


def _table(section: Section, blank: bool) -> Iterator[str]:
    return (line for _, line in tables_latex(section.stretch, section.rows, section.start, blank))
