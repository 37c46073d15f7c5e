"""Words with formulas among them, in lines that fit; no line ends within a formula or before a comma."""

import re
from dataclasses import dataclass, replace

from PySide6.QtCore import QPointF
from PySide6.QtGui import QColor, QPainter

from linlab.app.canvas.pens import font_of
from linlab.app.controls.formulas import formula_outline
from linlab.engine.export.tables.task import Formula, Prose
from linlab.engine.ground.harmless import harmless

from .flow import Block

INK = "#000000"
_FINER = 10  # fonts come in whole pixels: they are made so many times larger, and shrunk
_MATHS = 1.08  # how large a formula is set beside words
_LEADING, _BASELINE = 1.5, 1.08  # of a line, in sizes of the type


@dataclass(frozen=True)
class Run:
    """Some letters, or a formula, and how wide it is."""

    content: str | Formula
    width: float
    size: float
    bold: bool = False
    up: float = 0.0  # how far it reaches above its baseline, and below
    down: float = 0.0

    def paint(self, to: QPainter, x: float, baseline: float) -> None:
        if isinstance(self.content, Formula):
            path, _ = formula_outline(self.content.latex, self.size)
            to.fillPath(path.translated(x, baseline), QColor(INK))
            return
        to.save()
        to.translate(x, baseline)
        to.scale(1 / _FINER, 1 / _FINER)
        to.setFont(font_of(round(_FINER * self.size), self.bold)[0])
        to.setPen(QColor(INK))
        to.drawText(QPointF(0, 0), self.content)
        to.restore()


def letters(text: str, size: float, bold: bool = False) -> Run:
    text = harmless(text)
    return Run(text, font_of(round(_FINER * size), bold)[1].horizontalAdvance(text) / _FINER, size, bold)


def maths(latex: str, size: float) -> Run:
    """A formula within a line."""
    latex = re.sub(r"= ([-+])(?=\d)", r"= {\1}", latex)  # a sign of its number, not between two
    box = formula_outline(latex, _MATHS * size)[1]
    return Run(Formula(latex), box.x() + box.width(), _MATHS * size, up=-box.y(), down=box.y() + box.height())


def paragraph(prose: Prose, width: float, size: float, bold: bool = False) -> list[Block]:
    """A block for each line."""
    gap = letters(" ", size, bold).width
    lines: list[list[list[Run]]] = [[]]
    filled = 0.0
    for unit in _units(prose, size, bold):
        wide = sum(run.width for run in unit)
        if lines[-1] and filled + gap + wide > width:
            lines.append([])
            filled = 0.0
        filled += wide + (gap if lines[-1] else 0.0)
        lines[-1].append(unit)
    return [_line(line, gap, size) for line in lines if line]


def _units(prose: Prose, size: float, bold: bool) -> list[list[Run]]:
    """What a line does not end within: the pieces between two spaces."""
    units: list[list[Run]] = [[]]
    for part in prose:
        if isinstance(part, Formula):
            units[-1].append(maths(part.latex, size))
            continue
        for k, word in enumerate(part.split(" ")):
            if k:
                units.append([])
            if word:
                units[-1].append(letters(word, size, bold))
    return [unit for unit in units if unit]


def _line(units: list[list[Run]], gap: float, size: float) -> Block:
    up = max(_BASELINE * size, *(run.up + 1.0 for unit in units for run in unit))
    down = max((_LEADING - _BASELINE) * size, *(run.down + 1.0 for unit in units for run in unit))

    def paint(to: QPainter, top: float) -> None:
        x = 0.0
        for run in _joined(units, gap):
            run.paint(to, x, top + up)
            x += run.width

    return Block(up + down, paint)


def _joined(units: list[list[Run]], gap: float) -> list[Run]:
    """The runs of a line with its spaces; words that follow each other are one, so that they are found as they are read."""
    out: list[Run] = []
    for unit in units:
        for k, run in enumerate(unit):
            between = gap if out and not k else 0.0
            last = out[-1] if out else None
            if last is not None and isinstance(last.content, str) and isinstance(run.content, str):
                words = f"{last.content}{' ' if between else ''}{run.content}"
                out[-1] = replace(last, content=words, width=last.width + between + run.width)
                continue
            if last is not None and between:
                out[-1] = replace(last, width=last.width + between)
            out.append(run)
    return out
