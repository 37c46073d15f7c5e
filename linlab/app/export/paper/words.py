"""Words with formulas among them, broken into lines; no line ends within a formula or before a
comma."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QColor, QFont, QPainter

from linlab.app.canvas.pens import font_of
from linlab.app.controls.formulas import formula_outline
from linlab.engine.export.tables.task import Formula
from linlab.engine.ground.sanitise import sanitise

from .flow import Block

INK = "#000000"
GREY = "#F0F1F3"  # the background of code
_FINER = 10  # fonts come in whole pixels: they are made this many times larger and scaled down
_MATHS = 1.08  # the scale of a formula among words
_LEADING, _BASELINE = 1.5, 1.08  # of a line, in font sizes


@dataclass(frozen=True)
class StyledWords:
    """Emphasised words."""

    text: str
    bold: bool = False
    slanted: bool = False
    code: bool = False


Parts = Sequence[str | Formula | StyledWords]  # of a paragraph


@dataclass(frozen=True)
class Piece:
    """Some letters or a formula, and its width."""

    content: StyledWords | Formula
    width: float
    size: float
    up: float = 0.0  # how far it reaches above its baseline, and below
    down: float = 0.0

    def paint(self, to: QPainter, x: float, baseline: float) -> None:
        if isinstance(self.content, Formula):
            path, _ = formula_outline(self.content.latex, self.size)
            to.fillPath(path.translated(x, baseline), QColor(INK))
            return
        if self.content.code:
            wide = letters(self.content, self.size).width + 3
            to.fillRect(
                QRectF(x - 1.5, baseline - 1.0 * self.size, wide, 1.3 * self.size), QColor(GREY)
            )
        to.save()
        to.translate(x, baseline)
        to.scale(1 / _FINER, 1 / _FINER)
        font = font_of(round(_FINER * self.size), self.content.bold)[0]
        if self.content.slanted:
            font = QFont(font)
            font.setItalic(True)
        to.setFont(font)
        to.setPen(QColor(INK))
        to.drawText(QPointF(0, 0), self.content.text)
        to.restore()


def letters(words: str | StyledWords, size: float, bold: bool = False) -> Piece:
    styled = words if isinstance(words, StyledWords) else StyledWords(words)
    styled = replace(styled, text=sanitise(styled.text), bold=bold or styled.bold)
    return Piece(
        styled,
        font_of(round(_FINER * size), styled.bold)[1].horizontalAdvance(styled.text) / _FINER,
        size,
    )


def maths(latex: str, size: float) -> Piece:
    """A formula within a line."""
    latex = re.sub(r"= ([-+])(?=\d)", r"= {\1}", latex)  # part of a number, not between two
    box = formula_outline(latex, _MATHS * size)[1]
    return Piece(
        Formula(latex),
        box.x() + box.width(),
        _MATHS * size,
        up=-box.y(),
        down=box.y() + box.height(),
    )


def paragraph(prose: Parts, width: float, size: float, bold: bool = False) -> list[Block]:
    """A block for each line."""
    gap = letters(" ", size, bold).width
    lines: list[list[list[Piece]]] = [[]]
    filled = 0.0
    for unit in _units(prose, size, bold):
        wide = sum(piece.width for piece in unit)
        if lines[-1] and filled + gap + wide > width:
            lines.append([])
            filled = 0.0
        filled += wide + (gap if lines[-1] else 0.0)
        lines[-1].append(unit)
    return [_line(line, gap, size) for line in lines if line]


def width_of(prose: Parts, size: float, bold: bool = False) -> float:
    """The width of an unbroken paragraph."""
    units = _units(prose, size, bold)
    return sum(piece.width for unit in units for piece in unit) + letters(
        " ", size, bold
    ).width * max(0, len(units) - 1)


def _units(prose: Parts, size: float, bold: bool) -> list[list[Piece]]:
    """The pieces between two spaces, within which no line ends."""
    units: list[list[Piece]] = [[]]
    for part in prose:
        if isinstance(part, Formula):
            units[-1].append(maths(part.latex, size))
            continue
        styled = part if isinstance(part, StyledWords) else StyledWords(part)
        for k, word in enumerate(styled.text.split(" ")):
            if k:
                units.append([])
            if word:
                units[-1].append(letters(replace(styled, text=word), size, bold))
    return [unit for unit in units if unit]


def _line(units: list[list[Piece]], gap: float, size: float) -> Block:
    up = max(_BASELINE * size, *(piece.up + 1.0 for unit in units for piece in unit))
    down = max(
        (_LEADING - _BASELINE) * size, *(piece.down + 1.0 for unit in units for piece in unit)
    )

    def paint(to: QPainter, top: float) -> None:
        x = 0.0
        for piece in _joined(units, gap):
            piece.paint(to, x, top + up)
            x += piece.width

    return Block(up + down, paint)


def _joined(units: list[list[Piece]], gap: float) -> list[Piece]:
    """The pieces of a line with its spaces; adjacent words become one, so that text search finds
    them."""
    out: list[Piece] = []
    for unit in units:
        for k, piece in enumerate(unit):
            between = gap if out and not k else 0.0
            one = _one(out[-1], piece, " " if between else "") if out else None
            if one is not None:
                out[-1] = replace(out[-1], content=one, width=out[-1].width + between + piece.width)
                continue
            if between:
                last = out[-1].content
                spaced = (
                    last
                    if isinstance(last, Formula) or last.code
                    else replace(last, text=f"{last.text} ")
                )
                out[-1] = replace(out[-1], content=spaced, width=out[-1].width + between)
            out.append(piece)
    return out


def _one(last: Piece, piece: Piece, between: str) -> StyledWords | None:
    """Join two pieces if both are words in the same style."""
    a, b = last.content, piece.content
    if (
        isinstance(a, Formula)
        or isinstance(b, Formula)
        or replace(a, text="") != replace(b, text="")
    ):
        return None
    return replace(a, text=f"{a.text}{between}{b.text}")
