"""A sheet of homework on pages of A4: title, task, figure and a table to fill in; from a new page on, the solution.

Formulas are drawn as curves, so that no LaTeX is needed; all other words are text.
"""

from typing import TYPE_CHECKING

from PySide6.QtCore import QRectF
from PySide6.QtGui import QColor, QImage, QPainter

from linlab.app.canvas.painter import Painter
from linlab.app.controls.formulas import formula_outline
from linlab.app.export.figures import pdf_pages
from linlab.engine.export.homework.sheet import Section, Sheet
from linlab.engine.ground.progress import tell
from linlab.engine.picture.shapes import Picture

from .flow import Block, Page, pages_of, space
from .table import table
from .words import INK, letters, paragraph

if TYPE_CHECKING:
    from collections.abc import Callable

MM = 96 / 25.4
WIDTH, HEIGHT, MARGIN = 210 * MM, 297 * MM, 20 * MM
_ROOM = WIDTH - 2 * MARGIN
_TEXT, _TITLE, _RULE = 12.5, 20.0, 15.0  # sizes of the type: of words, of a title, of a rule


def sheet_pdf(sheet: Sheet) -> bytes:
    """The whole file."""
    return pdf_pages(WIDTH, HEIGHT, sheet.title, [_painter(page, k) for k, page in enumerate(pages(sheet), 1)])


def sheet_image(sheet: Sheet, ratio: float) -> QImage:
    """The first page of the task and that of the solution side by side, `ratio` pixels to one of the page."""
    made = pages(sheet)
    solution = next(k for k, page in enumerate(made) if page[0][1].new_page)
    image = QImage(round(2 * WIDTH * ratio), round(HEIGHT * ratio), QImage.Format.Format_RGB32)
    image.fill(QColor("#FFFFFF"))
    with QPainter(image) as to:
        to.scale(ratio, ratio)
        for k in (0, solution):
            _painter(made[k], k + 1)(to)
            to.setPen(QColor("#DDDDDD"))
            to.drawLine(round(WIDTH), 0, round(WIDTH), round(HEIGHT))
            to.translate(WIDTH, 0)
    return image


def pages(sheet: Sheet) -> list[Page]:
    """What stands on each page."""
    blocks = [_headline(sheet.title), *paragraph(sheet.intro, _ROOM, _TEXT), space(8), _figure(sheet.figure), space(10)]
    for section in sheet.sections:
        tell("Setting the task")
        blocks += [*_task(section), *table(section, _ROOM, blank=True)]
    blocks.append(_headline(f"{sheet.title}: solution", new_page=True))
    for section in sheet.sections:
        tell("Setting the solution")
        blocks += table(section, _ROOM, blank=False)
    blocks += [*paragraph(sheet.result, _ROOM, _TEXT), space(8), _figure(sheet.after)]
    return pages_of(blocks, HEIGHT - 2 * MARGIN)


def _painter(page: Page, number: int) -> "Callable[[QPainter], None]":
    def paint(to: QPainter) -> None:
        to.save()
        to.setRenderHint(QPainter.RenderHint.Antialiasing)
        to.translate(MARGIN, MARGIN)
        for top, block in page:
            block.paint(to, top)
        foot = letters(str(number), 10.0)
        foot.paint(to, (_ROOM - foot.width) / 2, HEIGHT - 2 * MARGIN + 10 * MM)
        to.restore()

    return paint


def _headline(words: str, new_page: bool = False) -> Block:
    lines = paragraph((words,), _ROOM, _TITLE, bold=True)

    def paint(to: QPainter, top: float) -> None:
        for line in lines:
            line.paint(to, top)
            top += line.height

    return Block(sum(line.height for line in lines) + 6, paint, with_next=True, new_page=new_page)


def _task(section: Section) -> list[Block]:
    """The model, its rule, a line to a statement, and what has to be known besides."""
    title = paragraph((section.task.title,), _ROOM, _TEXT + 1, bold=True)
    rule = [_formula(each if k == len(section.task.rule) else f"{each},") for k, each in enumerate(section.task.rule, 1)]
    told = paragraph(section.task.told, _ROOM, _TEXT)
    return [*(Block(each.height, each.paint, with_next=True) for each in (*title, *rule, space(4), *told)), space(8)]


def _formula(latex: str) -> Block:
    """A line of its own, in the middle; smaller if it is too wide."""
    size = _RULE
    path, box = formula_outline(latex, size)
    if box.width() > _ROOM:
        path, box = formula_outline(latex, size * _ROOM / box.width() * 0.99)
    left, down = (_ROOM - box.width()) / 2 - box.x(), 3 - box.y()
    return Block(box.height() + 6, lambda to, top: to.fillPath(path.translated(left, top + down), QColor(INK)))


def _figure(picture: Picture) -> Block:
    left = (_ROOM - picture.width) / 2

    def paint(to: QPainter, top: float) -> None:
        to.save()
        to.translate(left, top)
        to.setClipRect(QRectF(0, 0, picture.width, picture.height))
        Painter().paint(to, picture)
        to.restore()

    return Block(picture.height, paint)
