"""A handout on pages of A4: its steps with their pictures and questions, and from a new page on the
answers.

A picture is not cut, a question stands on one page, and no heading ends one. QTextDocument keeps none
of these promises: it has no way to say that blocks belong together, it paints a picture half on one
page and half on the next, it sets formulas beside the baseline, and of the HTML of the other format it
knows neither the drawings nor the boxes to tick.
"""

from collections.abc import Sequence

from PySide6.QtCore import QLineF, QRectF
from PySide6.QtGui import QColor, QImage, QPainter, QPen

from linlab.app.export.paper.flow import Block, Page, indented, kept, space
from linlab.app.export.paper.page import (
    HEIGHT,
    MARGIN,
    ROOM,
    TEXT,
    figures,
    headline,
    laid_out,
    paper,
)
from linlab.app.export.paper.words import INK, letters, paragraph
from linlab.engine.ground.progress import tell
from linlab.lessons.handout.handout import TEACHER, Asked, Handout, Part, Solved, Words
from linlab.lessons.written.files import LessonFiles

from .markdown import blocks_of, words_of

_STEP, _ANSWER = 15.0, 13.0  # font sizes of their titles
_BAR, _IN = 3.0, 14.0  # beside a question, and its indentation
_BOX, _LINE = 10.0, 170.0  # to tick, and to write on
_HIGHEST = 0.5 * (HEIGHT - 2 * MARGIN)  # the largest size of a picture of the lesson
_TOGETHER = 0.6 * (
    HEIGHT - 2 * MARGIN
)  # pictures and their question up to this height are not split


def handout_pdf(handout: Handout) -> bytes:
    """The whole file."""
    return paper(handout.title, pages(handout))


def pages(handout: Handout) -> list[Page]:
    """The content of each page."""
    setting = _Setting(handout.files)
    blocks = [headline(handout.title)]
    blocks += [*paragraph((handout.about,), ROOM, TEXT - 1), space(4)] if handout.about else []
    blocks += setting.text(Words(handout.summary)) if handout.summary else []
    if handout.teacher is not None:
        blocks += [space(12), headline(TEACHER, size=_STEP), *setting.text(handout.teacher)]
    blocks += setting.text(handout.intro)
    for k, part in enumerate(handout.parts, 1):
        tell("Typesetting the pages")
        blocks += setting.part(k, part)
    if handout.solved:
        blocks.append(headline(f"{handout.title}: answers", new_page=True))
    for solved in handout.solved:
        tell("Typesetting the answers")
        blocks += setting.solved(solved)
    return laid_out(blocks)


class _Setting:
    """Turns the parts of a handout into blocks."""

    def __init__(self, files: LessonFiles | None) -> None:
        self._files = files

    def text(self, words: Words, width: float = ROOM) -> list[Block]:
        return blocks_of(words.tokens(), width, self._image)

    def part(self, number: int, part: Part) -> list[Block]:
        statement = [headline(f"{number} · {part.title}", size=_STEP), *self.text(part.text)]
        shown = [figures(row) for row in part.rows]
        asked = self._asked(part.asked) if part.asked is not None else []
        own_axes = part.asked is not None and part.asked.axes is not None
        if not own_axes and _height([*shown, *asked]) <= _TOGETHER:
            return [space(16), *statement, space(4), *kept([*shown, *asked])]
        return [space(16), *statement, space(4), *shown, *asked]

    def solved(self, solved: Solved) -> list[Block]:
        title = [space(8), headline(f"{solved.number} · {solved.title}", size=_ANSWER)]
        picture = [figures([solved.picture])] if solved.picture is not None else []
        return [*title, *kept([*self.text(solved.answer), *self.text(solved.why), *picture])]

    def _asked(self, asked: Asked) -> list[Block]:
        """A question with a bar beside it."""
        inner = ROOM - _IN
        blocks = self.text(asked.ask, inner)
        blocks += paragraph((asked.task,), inner, TEXT) if asked.task else []
        for choice in asked.choices:
            blocks += [
                _ticked(paragraph(words_of(choice.tokens()), inner - 2 * _BOX, TEXT)),
                space(3),
            ]
        blocks += [_write_on(asked.unit)] if asked.line else []
        out = [_barred(indented(block, _IN)) for block in blocks]
        out += [figures([asked.axes])] if asked.axes is not None else []
        return [space(8), *kept(out)]

    def _image(self, name: str, width: float) -> Block:
        """A picture of the lesson, as wide as it is or as there is room for."""
        found = QImage(str(self._files.picture(name))) if self._files is not None else QImage()
        if found.isNull():
            return space(0)
        scale = min(1.0, width / found.width(), _HIGHEST / found.height())
        wide, high = scale * found.width(), scale * found.height()
        return Block(high + 8, lambda to, top: to.drawImage(QRectF(0.0, top, wide, high), found))


def _height(blocks: Sequence[Block]) -> float:
    return sum(block.height for block in blocks)


def _ticked(lines: list[Block]) -> Block:
    """A choice with a box before it."""

    def paint(to: QPainter, top: float) -> None:
        to.setPen(QPen(QColor(INK), 0.8))
        to.drawRect(QRectF(0.5, top + 0.26 * TEXT, _BOX, _BOX))
        for line in lines:
            indented(line, 2 * _BOX).paint(to, top)
            top += line.height

    return Block(_height(lines), paint)


def _write_on(unit: str) -> Block:
    high = 30.0

    def paint(to: QPainter, top: float) -> None:
        to.setPen(QPen(QColor(INK), 0.6))
        to.drawLine(QLineF(0.0, top + high - 6, _LINE, top + high - 6))
        letters(unit, TEXT).paint(to, _LINE + 8, top + high - 8)

    return Block(high, paint)


def _barred(block: Block) -> Block:
    def paint(to: QPainter, top: float) -> None:
        to.fillRect(QRectF(0.0, top, _BAR, block.height + 0.5), QColor("#999999"))
        block.paint(to, top)

    return Block(block.height, paint, with_next=block.with_next)
