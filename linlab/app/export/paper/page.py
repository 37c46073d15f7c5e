"""An A4 page and its parts: headings, displayed formulas, figures, and the page number.

Formulas are drawn as curves, so that no LaTeX is needed; all other words are text.
"""

from collections.abc import Callable, Sequence

from PySide6.QtCore import QRectF
from PySide6.QtGui import QColor, QPainter

from linlab.app.canvas.painter import Painter
from linlab.app.controls.formulas import formula_outline
from linlab.app.export.figures import pdf_pages
from linlab.engine.picture.shapes import Picture

from .flow import Block, Page, pages_of
from .words import INK, letters, paragraph

MM = 96 / 25.4
WIDTH, HEIGHT, MARGIN = 210 * MM, 297 * MM, 20 * MM
ROOM = WIDTH - 2 * MARGIN
TEXT, TITLE = 12.5, 20.0  # font sizes of words and of a title
_FORMULA = 15.0  # of a displayed formula


def laid_out(blocks: Sequence[Block]) -> list[Page]:
    """Distribute the blocks over as many pages as they need."""
    return pages_of(blocks, HEIGHT - 2 * MARGIN)


def paper(title: str, pages: Sequence[Page]) -> bytes:
    """The whole file."""
    return pdf_pages(WIDTH, HEIGHT, title, [painted(page, k) for k, page in enumerate(pages, 1)])


def painted(page: Page, number: int) -> Callable[[QPainter], None]:
    """A function that paints a page with its number."""

    def paint(to: QPainter) -> None:
        to.save()
        to.setRenderHint(QPainter.RenderHint.Antialiasing)
        to.translate(MARGIN, MARGIN)
        for top, block in page:
            block.paint(to, top)
        foot = letters(str(number), 10.0)
        foot.paint(to, (ROOM - foot.width) / 2, HEIGHT - 2 * MARGIN + 10 * MM)
        to.restore()

    return paint


def headline(words: str, new_page: bool = False, size: float = TITLE) -> Block:
    """A title in as many lines as it needs; what follows is on the same page."""
    lines = paragraph((words,), ROOM, size, bold=True)

    def paint(to: QPainter, top: float) -> None:
        for line in lines:
            line.paint(to, top)
            top += line.height

    return Block(
        sum(line.height for line in lines) + 0.3 * size, paint, with_next=True, new_page=new_page
    )


def formula(latex: str, width: float = ROOM) -> Block:
    """A displayed formula, centred; smaller if it is too wide."""
    path, box = formula_outline(latex, _FORMULA)
    if box.width() > width:
        path, box = formula_outline(latex, _FORMULA * width / box.width() * 0.99)
    left = (width - box.width()) / 2 - box.x()
    down = 3 - box.y()
    return Block(
        box.height() + 6,
        lambda to, top: to.fillPath(path.translated(left, top + down), QColor(INK)),
    )


def figures(pictures: Sequence[Picture], gap: float = 8.0) -> Block:
    """Pictures side by side, centred."""
    wide = sum(picture.width for picture in pictures) + gap * (len(pictures) - 1)

    def paint(to: QPainter, top: float) -> None:
        left = (ROOM - wide) / 2
        for picture in pictures:
            to.save()
            to.translate(left, top)
            to.setClipRect(QRectF(0, 0, picture.width, picture.height))
            Painter().paint(to, picture)
            to.restore()
            left += picture.width + gap

    return Block(max(picture.height for picture in pictures), paint)
