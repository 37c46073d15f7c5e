"""A text with tinted words, laid out in a few lines; what does not fit ends in “…”."""

from PySide6.QtCore import QPointF
from PySide6.QtGui import QBrush, QColor, QFont, QPainter, QTextCharFormat, QTextLayout, QTextOption

from linlab.engine.ground.sanitise import sanitise
from linlab.engine.picture.palette import Palette
from linlab.engine.views.table import Tint
from linlab.engine.views.texts.looks import look_of
from linlab.engine.views.texts.tints import SHOWN

_Style = QTextCharFormat.UnderlineStyle
UNDERLINES = (_Style.SingleUnderline, _Style.DashUnderline, _Style.DotLine, _Style.DashDotLine)
LETTERS_AT_A_TIME = 3  # letters taken off at a time, until the last line fits with “…”


def lay_out(
    text: str, tints: tuple[Tint, ...], width: float, most: int, font: QFont, palette: Palette
) -> QTextLayout:
    """The text in at most so many lines of this width."""
    whole = sanitise(text[:SHOWN])
    layout, rest = _lines(whole, tints, width, most, font, palette)
    if not rest and len(text) <= SHOWN:
        return layout
    kept = len(whole) - rest
    while True:
        kept -= LETTERS_AT_A_TIME
        shown = f"{whole[: max(0, kept)].rstrip()}…"
        layout, rest = _lines(shown, tints, width, most, font, palette)
        if not rest or kept <= 0:
            return layout


def _lines(
    text: str, tints: tuple[Tint, ...], width: float, most: int, font: QFont, palette: Palette
) -> tuple[QTextLayout, int]:
    """The layout, and how many letters have no place in it."""
    layout = QTextLayout(text, font)
    option = QTextOption()
    option.setWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
    layout.setTextOption(option)
    layout.setFormats([_format(text, tint, palette) for tint in tints if tint.start < len(text)])
    layout.beginLayout()
    y = 0.0
    used = 0
    for _ in range(most):
        line = layout.createLine()
        if not line.isValid():
            break
        line.setLineWidth(max(1.0, width))
        line.setPosition(QPointF(0.0, y))
        y += line.height()
        used = line.textStart() + line.textLength()
    layout.endLayout()
    units = text.encode("utf-16-le", "replace")
    return layout, len(units[2 * used :].decode("utf-16-le", "ignore").rstrip())


def _format(text: str, tint: Tint, palette: Palette) -> QTextLayout.FormatRange:
    look = look_of(tint, palette)
    words = QTextCharFormat()
    words.setForeground(QBrush(QColor(look.ink)))
    words.setBackground(QBrush(QColor(look.ground)))
    words.setFontWeight(QFont.Weight.DemiBold if look.bold else QFont.Weight.Normal)
    words.setUnderlineStyle(UNDERLINES[tint.label % len(UNDERLINES)])
    words.setUnderlineColor(QColor(look.line))
    made = QTextLayout.FormatRange()
    made.start = _units(text, tint.start)
    made.length = _units(text, tint.end) - made.start
    made.format = words
    return made


def _units(text: str, letters: int) -> int:
    """The place of a letter as Qt counts: an emoji is two of its units."""
    before = text[:letters]
    return len(before) + sum(letter > "\uffff" for letter in before)


def draw(painter: QPainter, layout: QTextLayout, x: float, y: float, ink: str) -> None:
    painter.setPen(QColor(ink))
    layout.draw(painter, QPointF(x, y))
