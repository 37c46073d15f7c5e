"""A sentence that ends in quiet words to click on, such as “Why?”, in the same line where there is
room."""

from PySide6.QtCore import QPointF, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPalette, QResizeEvent, QTextLayout
from PySide6.QtWidgets import QLabel, QSizePolicy, QWidget

from linlab.app.controls.theme import theme_in_force
from linlab.app.controls.widgets import LinkButton, sized

PIXELS = 13  # of its letters
GAP = 5  # pixels between the sentence and the link


class WordLink(LinkButton):
    """Words to click on, in the accent colour."""

    def __init__(self, text: str, parent: QWidget | None = None) -> None:
        super().__init__(text, parent)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)

    def sizeHint(self) -> QSize:
        metrics = self.fontMetrics()
        return QSize(metrics.horizontalAdvance(self.text()) + 2, metrics.height())

    def paintEvent(self, event: QPaintEvent) -> None:
        font = self.font()
        font.setUnderline(self.underMouse())
        with QPainter(self) as painter:
            painter.setFont(font)
            painter.setPen(QColor(theme_in_force().accent_text))
            painter.drawText(self.rect(), Qt.AlignmentFlag.AlignLeft, self.text())


class Sentence(QLabel):
    """The words, and the link behind them if it has a text."""

    def __init__(self, role: str = "") -> None:
        super().__init__()
        self.setProperty("role", role)
        self.link = WordLink("", self)
        self.link.hide()
        self._layout: QTextLayout | None = None
        policy = QSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)

    def say(self, words: str, link: str = "") -> None:
        """These words, and those to click on."""
        if (words, link) != (self.text(), self.link.text()):
            self.setText(words)
            self.link.setText(link)
            self.link.setVisible(bool(link))
            self.updateGeometry()
            self._lay_out()
            self.update()

    def hasHeightForWidth(self) -> bool:
        return True

    def heightForWidth(self, width: int) -> int:
        return self._laid(width)[1]

    def sizeHint(self) -> QSize:
        width = self.width() or 260
        return QSize(width, self.heightForWidth(width))

    minimumSizeHint = sizeHint

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._lay_out()

    def paintEvent(self, event: QPaintEvent) -> None:
        layout = self._layout
        if layout is not None:
            with QPainter(self) as painter:
                painter.setPen(self.palette().color(QPalette.ColorRole.WindowText))
                layout.draw(painter, QPointF(0, 0))

    def _lay_out(self) -> None:
        layout, height, end = self._laid(self.width())
        self._layout = layout
        self.link.setFont(sized(self, PIXELS))
        size = self.link.sizeHint()
        self.link.setGeometry(round(end.x()), round(end.y()), size.width(), size.height())
        if height != self.height():
            self.setFixedHeight(height)

    def _laid(self, width: int) -> tuple[QTextLayout, int, QPointF]:
        """The lines, their height with the link, and where that is."""
        font = sized(self, PIXELS)
        layout = QTextLayout(self.text(), font)
        layout.setCacheEnabled(True)
        layout.beginLayout()
        y = x = 0.0
        line = layout.createLine()
        while line.isValid():
            line.setLineWidth(max(40, width))
            line.setPosition(QPointF(0, y))
            x, top = line.naturalTextWidth(), y
            y += line.height()
            line = layout.createLine()
        layout.endLayout()
        self.link.setFont(font)
        size = self.link.sizeHint()
        if not self.link.text():
            return layout, round(y + 0.5), QPointF(0, 0)
        gap = GAP if self.text() else 0
        if x + gap + size.width() <= width:
            return layout, round(y + 0.5), QPointF(x + gap, top)
        return layout, round(y + size.height() + 0.5), QPointF(0, y)
