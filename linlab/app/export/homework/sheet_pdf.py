"""A homework sheet on A4 pages: title, task, figure and a table to fill in; the solution starts on
a new page.

Formulas are drawn as curves, so that no LaTeX is needed; all other words are text.
"""

from PySide6.QtGui import QColor, QImage, QPainter

from linlab.app.export.paper.flow import Block, Page, space
from linlab.app.export.paper.page import (
    HEIGHT,
    ROOM,
    TEXT,
    WIDTH,
    figures,
    formula,
    headline,
    laid_out,
    painted,
    paper,
)
from linlab.app.export.paper.words import paragraph
from linlab.engine.export.homework.sheet import Section, Sheet
from linlab.engine.ground.progress import tell

from .table import table


def sheet_pdf(sheet: Sheet) -> bytes:
    """The whole file."""
    return paper(sheet.title, pages(sheet))


def sheet_image(sheet: Sheet, ratio: float) -> QImage:
    """The first page of the task and that of the solution side by side, at `ratio` pixels per page
    pixel."""
    made = pages(sheet)
    solution = next(k for k, page in enumerate(made) if page[0][1].new_page)
    image = QImage(round(2 * WIDTH * ratio), round(HEIGHT * ratio), QImage.Format.Format_RGB32)
    image.fill(QColor("#FFFFFF"))
    with QPainter(image) as to:
        to.scale(ratio, ratio)
        for k in (0, solution):
            painted(made[k], k + 1)(to)
            to.setPen(QColor("#DDDDDD"))
            to.drawLine(round(WIDTH), 0, round(WIDTH), round(HEIGHT))
            to.translate(WIDTH, 0)
    return image


def pages(sheet: Sheet) -> list[Page]:
    """The content of each page."""
    blocks = [
        headline(sheet.title),
        *paragraph(sheet.intro, ROOM, TEXT),
        space(8),
        figures([sheet.figure]),
        space(10),
    ]
    for section in sheet.sections:
        tell("Typesetting the task")
        blocks += [*_task(section), *table(section, ROOM, blank=True)]
    blocks.append(headline(f"{sheet.title}: solution", new_page=True))
    for section in sheet.sections:
        tell("Typesetting the solution")
        blocks += table(section, ROOM, blank=False)
    blocks += [*paragraph(sheet.result, ROOM, TEXT), space(8), figures([sheet.after])]
    return laid_out(blocks)


def _task(section: Section) -> list[Block]:
    """The model, its rule with one statement per line, and what else is needed."""
    title = paragraph((section.task.title,), ROOM, TEXT + 1, bold=True)
    rule = [
        formula(each if k == len(section.task.rule) else f"{each},")
        for k, each in enumerate(section.task.rule, 1)
    ]
    task_text = paragraph(section.task.prose, ROOM, TEXT)
    return [
        *(
            Block(each.height, each.paint, with_next=True)
            for each in (*title, *rule, space(4), *task_text)
        ),
        space(8),
    ]
