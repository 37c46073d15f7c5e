"""Text that changes with every update: paragraphs and lines in two columns, laid out and painted by hand.

A rich QLabel takes ten milliseconds to change and makes the whole column lay itself out again; this takes a tenth of one.
Its height only grows until it is told to forget, so that what stands below does not jump at every update.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QPointF
from PySide6.QtGui import (
    QColor,
    QFont,
    QFontDatabase,
    QFontMetricsF,
    QPainter,
    QPaintEvent,
    QPalette,
    QResizeEvent,
    QTextCharFormat,
    QTextLayout,
    QTextOption,
)
from PySide6.QtWidgets import QApplication, QSizePolicy, QWidget

GUTTER, LEADING = 10.0, 3.0  # between the columns, between the lines of arithmetic
WIDEST = 0.36  # of the width, for the first column


@dataclass(frozen=True)
class Mark:
    """A part of a paragraph in bold and in a colour."""

    start: int
    length: int
    colour: str


@dataclass(frozen=True)
class Paragraph:
    """A text, quiet or not, with marks in it."""

    text: str
    marks: tuple[Mark, ...] = ()
    quiet: bool = False


class Passage(QWidget):
    """Paragraphs, then lines of two columns in a typewriter face."""

    def __init__(self) -> None:
        super().__init__()
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self._paragraphs: Sequence[Paragraph] = ()
        self._lines: Sequence[tuple[str, str]] = ()
        self._laid: list[tuple[QTextLayout, QPointF, bool]] = []
        self._mono = QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont)
        self._mono.setPixelSize(11)

    def set_text(self, paragraphs: Sequence[Paragraph], lines: Sequence[tuple[str, str]] = ()) -> None:
        if (paragraphs, lines) != (self._paragraphs, self._lines):
            self._paragraphs, self._lines = paragraphs, lines
            self._lay_out()

    def text(self) -> str:
        """All of it, as plain text: paragraphs, then lines with a tab between their columns."""
        return "\n".join([*(p.text for p in self._paragraphs), *("\t".join(line) for line in self._lines)])

    def forget(self) -> None:
        """Be as tall as the text is, however tall it has been."""
        self.setFixedHeight(self._height())

    def _lay_out(self) -> None:
        self._laid, top, width = [], 0.0, float(max(40, self.width()))
        for paragraph in self._paragraphs:
            top = self._put(paragraph.text, 0.0, top, width, self.font(), paragraph.quiet, paragraph.marks) + 4.0
        top += 5.0 if self._lines else 0.0
        metrics = QFontMetricsF(self._mono)
        longest = max((metrics.horizontalAdvance(label) for label, _ in self._lines), default=0.0)
        second = min(longest, WIDEST * width - GUTTER) + GUTTER
        for label, value in self._lines:
            below = self._put(label, 0.0, top, second - GUTTER + 1.0, self._mono, True)
            top = max(below, self._put(value, second, top, width - second, self._mono, False)) + LEADING
        self.setAccessibleName(self.text())
        if self._height() > self.height():
            self.forget()
        self.update()

    def _put(self, text: str, left: float, top: float, width: float, font: QFont, quiet: bool,
             marks: tuple[Mark, ...] = ()) -> float:  # fmt: skip
        """Lay a text into a column; where it ends."""
        layout = QTextLayout(text, font)
        option = QTextOption()
        option.setWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
        layout.setTextOption(option)
        layout.setFormats([_format(mark) for mark in marks])
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
        bottom = max((at.y() + layout.boundingRect().bottom() for layout, at, _ in self._laid), default=0.0)
        return round(bottom + 2.0) if self._laid else 0

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            self._lay_out()
            self.forget()

    def paintEvent(self, event: QPaintEvent) -> None:
        painter, palette = QPainter(self), QApplication.palette()
        for layout, at, quiet in self._laid:
            painter.setPen(palette.color(QPalette.ColorRole.PlaceholderText if quiet else QPalette.ColorRole.WindowText))
            layout.draw(painter, at)


def _format(mark: Mark) -> QTextLayout.FormatRange:
    made = QTextLayout.FormatRange()
    made.start, made.length = mark.start, mark.length
    look = QTextCharFormat()
    look.setForeground(QColor(mark.colour))
    look.setFontWeight(QFont.Weight.Bold)
    made.format = look
    return made
