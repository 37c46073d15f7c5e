"""What is drawn over the plane while presenting: the strip with the step in words, the pointer, the
close button and the curtain.

The first two let the mouse through, so that points can be clicked and dragged beneath them.
"""

import re

from PySide6.QtCore import QPoint, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QFont,
    QFontMetrics,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QRadialGradient,
)
from PySide6.QtWidgets import QToolButton, QWidget

from linlab.app.controls.live_text import unbroken

VEIL = 222  # opacity of the strip
USUAL = "Example 109 of class “virginica” is on the wrong side: margin over “versicolor” −1.24, P(y|x) = 0.221, log loss 1.5."
LONG_WORD = 24  # characters after which a word may be broken
LONGEST_PART = 48  # characters of a part of a list that stays on one line
_SIGN = re.compile(
    r" ([=<>≤≥≠+−×·→←∈]) "
)  # in a lecture hall not even a chain is broken before its =
WRAPPED = int(Qt.TextFlag.TextWordWrap | Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop)


class Strip(QWidget):
    """Two texts along the bottom of the stage: the position, and below it in large type what
    happened.

    No line ends inside a formula. It is always as high as a usual sentence needs, so that the
    picture above it does not jump.
    """

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setObjectName("strip")
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self._stage = parent
        self.where, self.what = "", ""
        self.apply_theme(14.0, "#FFFFFF", "#000000")

    def apply_theme(self, size: float, ground: str, ink: str) -> None:
        self._ground = QColor(ground)
        self._ink = QColor(ink)
        self._air = round(0.7 * size)
        self._ground.setAlpha(VEIL)
        self._small = font_of(0.95 * size, True)
        self._large = font_of(1.15 * size)
        self.update()

    def tell(self, where: str, what: str) -> None:
        if (where, what) != (self.where, self.what):
            self.where, self.what = where, what
            self.setAccessibleName(f"{where}. {what}")
            self.place()
            self.update()

    def usual_height(self) -> int:
        """The height that a usual sentence needs."""
        words = QFontMetrics(self._large).boundingRect(self._room(), WRAPPED, USUAL)
        return QFontMetrics(self._small).height() + words.height() + 2 * self._air

    def place(self) -> None:
        """Along the bottom; higher than usual if the text needs it."""
        stage = self._stage
        upper, lower = self._rooms()
        height = max(self.usual_height(), upper.height() + lower.height() + 2 * self._air)
        self.setGeometry(0, stage.height() - height, stage.width(), height)
        self.raise_()

    def _room(self) -> QRect:
        return QRect(0, 0, self._stage.width() - 4 * self._air, 10_000)

    def _rooms(self) -> tuple[QRect, QRect]:
        """The size that each text needs."""
        texts = ((self._small, tied(self.where)), (self._large, breakable(self.what)))
        upper, lower = (
            QFontMetrics(font).boundingRect(self._room(), WRAPPED, text) for font, text in texts
        )
        return upper, lower

    def paintEvent(self, event: QPaintEvent) -> None:
        upper, _ = self._rooms()
        with QPainter(self) as p:
            p.fillRect(self.rect(), self._ground)
            p.setPen(self._ink)
            left = 2 * self._air
            width = self._room().width()
            p.setFont(self._small)
            p.drawText(QRect(left, self._air, width, self.height()), WRAPPED, tied(self.where))
            p.setFont(self._large)
            p.drawText(
                QRect(left, self._air + upper.height(), width, self.height()),
                WRAPPED,
                breakable(self.what),
            )


class Spot(QWidget):
    """A ring around the mouse with a little ink inside: black or white, which keeps the colours
    beneath it."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setObjectName("spot")
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.hide()

    def apply_theme(self, size: int, colour: str) -> None:
        self._colour = QColor(colour)
        middle = self.geometry().center()
        self.resize(QSize(size, size))
        self.follow(middle)

    def follow(self, at: QPoint) -> None:
        self.move(at - self.rect().center())

    def paintEvent(self, event: QPaintEvent) -> None:
        box = QRectF(self.rect())
        soft = QRadialGradient(box.center(), box.width() / 2)
        for at, alpha in ((0.0, 30), (0.8, 30), (0.87, 170), (0.93, 170), (1.0, 0)):
            self._colour.setAlpha(alpha)
            soft.setColorAt(at, self._colour)
        with QPainter(self) as p:
            p.setRenderHint(QPainter.RenderHint.Antialiasing)
            p.setPen(Qt.PenStyle.NoPen)
            p.setBrush(soft)
            p.drawEllipse(box)


class Cross(QToolButton):
    """The close button in the corner."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setObjectName("cross")
        self._plane = parent
        self.setText("×")
        self.setAccessibleName("Back to the window")
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setCursor(Qt.CursorShape.ArrowCursor)
        self.hide()

    def apply_theme(self, size: float, ground: str, ink: str, border: str) -> None:
        side = round(2.2 * size)
        self.setStyleSheet(
            f"QToolButton {{ background: {ground}; color: {ink}; border: 1px solid {border}; padding: 0; "
            f"border-radius: {side // 2}px; font-size: {round(1.5 * size)}px; }}"
        )
        self.setGeometry(self._plane.width() - side - round(size), round(size), side, side)


class Curtain(QWidget):
    """A plain colour over everything; a click opens it."""

    clicked = Signal()

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setObjectName("curtain")
        self._window = parent
        self.setCursor(Qt.CursorShape.BlankCursor)
        self.colour = "#000000"
        self.hide()

    def close_in(self, colour: str) -> None:
        self.colour = colour
        self.setGeometry(self._window.rect())
        self.show()
        self.raise_()
        self.update()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        self.clicked.emit()

    def paintEvent(self, event: QPaintEvent) -> None:
        with QPainter(self) as p:
            p.fillRect(self.rect(), QColor(self.colour))


def breakable(text: str) -> str:
    """The text with break points in its overlong words, and none inside a formula.

    >>> breakable("margin 1.18 ≥ 1, no loss").replace("\u00a0", "_"), breakable("P(y|x) = 0.2").count("\u2060")
    ('margin 1.18_≥_1, no loss', 1)
    """
    return re.sub(
        rf"([^\s\u2060]{{{LONG_WORD}}})(?=\S)",
        "\\1\u200b",
        unbroken(_SIGN.sub("\u00a0\\1\u00a0", text)),
    )


def tied(text: str) -> str:
    """A list of parts, “a · b = 1”, with line breaks only between them."""
    return " · ".join(
        unbroken(part).replace(" ", "\u00a0") if len(part) < LONGEST_PART else part
        for part in text.split(" · ")
    )


def font_of(size: float, bold: bool = False) -> QFont:
    font = QFont("Inter")
    font.setPixelSize(max(1, round(size)))
    if bold:
        font.setWeight(QFont.Weight.DemiBold)
    return font
