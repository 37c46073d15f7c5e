"""Text that changes with every step: paragraphs and two-column lines, laid out and painted here.

A rich QLabel takes ten milliseconds to change and makes the whole column lay itself out again; this
takes a tenth of one. The height only grows until `forget` is called, so that nothing below jumps. A
formula is broken before an operator and never after one; “C = 0.5” and “bin 2” are not broken at
all.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from PySide6.QtCore import QEvent, QPointF, QRectF, Signal
from PySide6.QtGui import (
    QColor,
    QFont,
    QFontDatabase,
    QFontMetricsF,
    QHelpEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPalette,
    QResizeEvent,
    QTextCharFormat,
    QTextLayout,
    QTextLine,
    QTextOption,
)
from PySide6.QtWidgets import QApplication, QSizePolicy, QToolTip, QWidget

from linlab.app.controls.accessibility.text_size import follow, px
from linlab.engine.ground.sanitise import sanitise
from linlab.engine.words.listing.tokens import symbols_in

GUTTER, LEADING = 10.0, 3.0  # between the columns, between the lines of arithmetic
WIDEST = 0.36  # maximum share of the width for the first column
_GROUP = re.compile(r"\d{3}(?!\d)")  # a group of digits in a large number
_ENDS = re.compile("[|/]")  # lines may break after these, but not in P(y|x) or α/√t
_COMPARES, _ADDS = frozenset("<>≤≥≠≈×"), frozenset("+−")
_OPERATORS = frozenset("=·") | _COMPARES | _ADDS
_LEADS = frozenset(
    ("Example", "update", "bin", "in", "of", "Σ", "aⱼ")
)  # a short word and its number or name


@dataclass(frozen=True)
class Mark:
    """A range of a paragraph in bold and in a colour."""

    start: int
    length: int
    colour: str


@dataclass(frozen=True)
class Paragraph:
    """A text, normal or grey, with marks."""

    text: str
    marks: tuple[Mark, ...] = ()
    quiet: bool = False


class LiveText(QWidget):
    """Paragraphs, then lines of two columns in a monospaced font.

    `pointed` emits the symbol under the mouse, or else the symbol that the line is about.
    """

    pointed = Signal(str)

    def __init__(self) -> None:
        super().__init__()
        self.setMouseTracking(True)
        self.terms = _no_terms  # which words of a text mean what
        self._symbol = ""  # the highlighted symbol
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self._paragraphs: Sequence[Paragraph] = ()
        self._lines: Sequence[tuple[str, str]] = ()
        self._laid: list[tuple[QTextLayout, QPointF, bool]] = []
        self._mono = QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont)
        follow(self, LiveText._size)

    def _size(self) -> None:
        self._mono.setPixelSize(px(11))
        self._lay_out()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange:  # another font
            self._lay_out()
            self.forget()

    def set_text(
        self, paragraphs: Sequence[Paragraph], lines: Sequence[tuple[str, str]] = ()
    ) -> None:
        if (paragraphs, lines) != (self._paragraphs, self._lines):
            self._paragraphs, self._lines = paragraphs, lines
            self._lay_out()

    def text(self) -> str:
        """The whole as plain text: paragraphs, then lines with a tab between the columns."""
        return "\n".join(
            [*(p.text for p in self._paragraphs), *("\t".join(line) for line in self._lines)]
        )

    def light(self, symbol: str) -> None:
        """Highlight a symbol wherever it occurs in the lines, or none."""
        if symbol != self._symbol:
            self._symbol = symbol
            self.update()

    def symbol_at(self, place: QPointF) -> str:
        """The symbol at a position, or that of its line; empty if there is none."""
        rows = self._laid[len(self._paragraphs) :]
        for (label, at, _), (value, there, _) in zip(rows[::2], rows[1::2], strict=True):
            bottom = max(_bottom(label, at), _bottom(value, there))
            if at.y() <= place.y() < bottom + LEADING:
                found = _symbol_under(label, place - at) or _symbol_under(value, place - there)
                return found or _subject(label)
        return ""

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        self.pointed.emit(self.symbol_at(event.position()))
        super().mouseMoveEvent(event)

    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.ToolTip and isinstance(event, QHelpEvent):
            tip = self.tip_at(QPointF(event.pos()))
            if tip:
                QToolTip.showText(event.globalPos(), tip, self)
            else:
                QToolTip.hideText()
            return True
        return super().event(event)

    def tip_at(self, place: QPointF) -> str:
        """What the word at a position means; empty if nothing is known about it."""
        for layout, at, _ in self._laid[: len(self._paragraphs)]:
            for start, end, tip in self.terms(layout.text()):
                if any(box.contains(place - at) for box in _boxes_of(layout, start, end)):
                    return tip
        return ""

    def leaveEvent(self, event: QEvent) -> None:
        self.pointed.emit("")
        super().leaveEvent(event)

    def _highlight(self, painter: QPainter, ink: QColor) -> None:
        """Paint the background of the symbol and of its value."""
        ink.setAlpha(76)
        rows = self._laid[len(self._paragraphs) :]
        for (label, at, _), (value, there, _) in zip(rows[::2], rows[1::2], strict=True):
            if _subject(label) == self._symbol:
                for layout, corner in ((label, at), (value, there)):
                    for k in range(layout.lineCount()):
                        box = layout.lineAt(k).naturalTextRect().translated(corner)
                        painter.fillRect(box, ink)
                continue
            for layout, corner in ((label, at), (value, there)):
                for box in _boxes(layout, self._symbol):
                    painter.fillRect(box.translated(corner), ink)

    def forget(self) -> None:
        """Shrink to the height of the current text."""
        self.setFixedHeight(self._height())

    def _lay_out(self) -> None:
        self._laid, top, width = [], 0.0, float(max(40, self.width()))
        for paragraph in self._paragraphs:
            top = (
                self._put(
                    paragraph.text, 0.0, top, width, self.font(), paragraph.quiet, paragraph.marks
                )
                + 4.0
            )
        top += 5.0 if self._lines else 0.0
        metrics = QFontMetricsF(self._mono)
        longest = max((metrics.horizontalAdvance(label) for label, _ in self._lines), default=0.0)
        widest = max((metrics.horizontalAdvance(value) for _, value in self._lines), default=0.0)
        second = min(longest, max(WIDEST * width, width - widest) - GUTTER) + GUTTER
        for label, value in self._lines:
            below = self._put(label, 0.0, top, second - GUTTER + 1.0, self._mono, True)
            top = (
                max(below, self._put(value, second, top, width - second, self._mono, False))
                + LEADING
            )
        self.setAccessibleName(self.text())
        if self._height() > self.height():
            self.forget()
        self.update()

    def _put(
        self,
        text: str,
        left: float,
        top: float,
        width: float,
        font: QFont,
        quiet: bool,
        marks: tuple[Mark, ...] = (),
    ) -> float:
        """Lay out a text in a column; return where it ends."""
        layout = QTextLayout(unbroken(sanitise(text)), font)
        option = QTextOption()
        option.setWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
        layout.setTextOption(option)
        layout.setFormats([_format(mark, len(_ENDS.findall(text[: mark.start]))) for mark in marks])
        layout.beginLayout()
        height = 0.0
        while (line := layout.createLine()).isValid():
            line.setLineWidth(width)
            line.setPosition(QPointF(0.0, height))
            height += line.height() + (2.0 if font is not self._mono else 0.0)
        layout.endLayout()
        self._laid.append((layout, QPointF(left, top), quiet))
        return top + height

    def _height(self) -> int:
        bottom = max(
            (at.y() + layout.boundingRect().bottom() for layout, at, _ in self._laid), default=0.0
        )
        return round(bottom + 2.0) if self._laid else 0

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            self._lay_out()
            self.forget()

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        palette = QApplication.palette()
        painter.setClipRegion(event.region())  # an exported file has no viewport to clip it
        group = QPalette.ColorGroup.Active if self.isEnabled() else QPalette.ColorGroup.Disabled
        if self._symbol:
            self._highlight(painter, palette.color(QPalette.ColorRole.Link))
        for layout, at, quiet in self._laid:
            role = (
                QPalette.ColorRole.PlaceholderText
                if quiet and self.isEnabled()
                else QPalette.ColorRole.WindowText
            )
            painter.setPen(palette.color(group, role))
            layout.draw(painter, at)


def _no_terms(text: str) -> list[tuple[int, int, str]]:
    return []


def _bottom(layout: QTextLayout, at: QPointF) -> float:
    return at.y() + layout.boundingRect().bottom()


def _subject(label: QTextLayout) -> str:
    """The symbol that a line is about: the last one of its label."""
    found = symbols_in(label.text())
    return found[-1][2] if found else ""


def _symbol_under(layout: QTextLayout, place: QPointF) -> str:
    for start, end, symbol in symbols_in(layout.text()):
        if any(box.contains(place) for box in _boxes_of(layout, start, end)):
            return symbol
    return ""


def _boxes(layout: QTextLayout, symbol: str) -> list[QRectF]:
    """The rectangles of a symbol in a text."""
    return [
        box
        for start, end, found in symbols_in(layout.text())
        if found == symbol
        for box in _boxes_of(layout, start, end)
    ]


def _boxes_of(layout: QTextLayout, start: int, end: int) -> list[QRectF]:
    line = layout.lineForTextPosition(start)
    if not line.isValid():
        return []
    left, right = _across(line, start), _across(line, end)
    return [QRectF(left, line.y(), right - left, line.height())]


def _across(line: QTextLine, position: int) -> float:
    """Where a character begins; PySide also returns the index."""
    found: Any = line.cursorToX(position)
    return float(found[0] if isinstance(found, tuple) else found)


def _format(mark: Mark, later: int) -> QTextLayout.FormatRange:
    made = QTextLayout.FormatRange()
    made.start = mark.start + later
    made.length = mark.length
    look = QTextCharFormat()
    look.setForeground(QColor(mark.colour))
    look.setFontWeight(QFont.Weight.Bold)
    made.format = look
    return made


def unbroken(text: str) -> str:
    """The text with every line break inside formulas prevented: like `glued`, but it may add
    characters."""
    return _ENDS.sub("\\g<0>\u2060", with_no_break_spaces(text))


def with_no_break_spaces(text: str) -> str:
    """The text with no-break spaces wherever a line must not end. The number of characters stays
    the same.

    >>> with_no_break_spaces("capped at C = 0.5 and 1 + 2 = 3").replace("\u00a0", "_")
    'capped at C_=_0.5 and 1_+_2 =_3'
    """
    words = ["", *text.split(" "), ""]
    out = words[1]
    depth = 0
    for earlier, before, word, later in zip(words, words[1:], words[2:], words[3:], strict=False):
        depth = max(0, depth + before.count("(") - before.count(")"))
        out += ("\u00a0" if depth or _together(earlier, before, word, later) else " ") + word
    return out


def _together(earlier: str, before: str, word: str, later: str) -> bool:
    """Whether no line may end between the two middle words."""
    if (
        before in _OPERATORS
        or word in _COMPARES
        or word == "%"
        or (before[-1:].isdigit() and _GROUP.match(word))
    ):
        return True
    if word == "=":  # a name and its value
        return (
            (earlier not in _OPERATORS or earlier == "·")
            and not before[:1].isdigit()
            and before[:1] not in "(−"
        )
    if word == "·":  # a product, not a list
        return before[-1:].isdigit() and not later[:1].isalpha()
    if word in _ADDS:
        return len(before) == 1
    return (
        (before in _LEADS and len(word) < 6)
        or (before.endswith(":") and len(before) < 5)
        or word == "bin"
    )
