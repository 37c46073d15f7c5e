"""Text with bold words, lists, tables, formulas and pictures, as high as it needs to be: what lessons are made of.

It is HTML of our own making. A formula is an image that begins with `formula:`, drawn when it is first seen, on the ground line
of its words: Qt puts the middle of an image at a quarter of the height of small letters, so the image is made as high above and
below the formula as brings it to where it belongs.
"""

import math
from collections.abc import Callable
from pathlib import Path
from typing import Any
from urllib.parse import unquote

from PySide6.QtCore import QSize, Qt, QUrl
from PySide6.QtGui import QColor, QFont, QFontMetrics, QImage, QPainter, QResizeEvent, QTextCursor, QTextDocument
from PySide6.QtWidgets import QFrame, QSizePolicy, QTextBrowser, QWidget

from linlab.lessons.tags import FORMULA

from .formulas import formula_outline
from .theme import Theme
from .widgets import theme_in_force

WIDEST = 0.98  # of the width, for pictures


class RichText(QTextBrowser):
    """Shows HTML; it never scrolls, and leaves the keys to the window."""

    def __init__(self, size: int = 13, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._size, self._html, self._colour = size, "", ""
        self.picture: Callable[[str], Path] | None = None  # where pictures are
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setOpenLinks(False)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self.document().setDocumentMargin(0)
        self.setStyleSheet("QTextBrowser { background: transparent; border: none; }")
        self.viewport().setAutoFillBackground(False)

    def show_html(self, text: str, theme: Theme | None = None, size: int | None = None) -> None:
        theme, self._size = theme or theme_in_force(), size or self._size
        self._colour = theme.text
        self._html = text
        font = QFont("Inter")
        font.setPixelSize(self._size)
        self.document().setDefaultFont(font)
        self.document().setDefaultStyleSheet(
            f"body {{ color: {theme.text}; line-height: 135%; }} p {{ margin: 0 0 {round(0.6 * self._size)}px 0; }} "
            f"ul, ol {{ margin-left: {-self._size}px; }} li {{ margin: 0 0 {round(0.25 * self._size)}px 0; }} code {{ color: {theme.text}; background: {theme.soft}; }} "
            f"a {{ color: {theme.accent}; }} td, th {{ padding: 1px 8px 1px 0; }} h3 {{ font-size: {self._size + 1}px; }}"
        )
        self.document().clear()
        self.setHtml(f"<body>{text}</body>")
        cursor = QTextCursor(self.document().lastBlock())
        last = cursor.blockFormat()
        last.setBottomMargin(0.0)  # what stands below keeps its distance itself
        cursor.setBlockFormat(last)
        self._fit()

    def dress(self, theme: Theme) -> None:
        """In other colours."""
        if self._colour != theme.text:
            self.show_html(self._html, theme)

    def plain(self) -> str:
        return self.toPlainText()

    def sizeHint(self) -> QSize:
        return QSize(240, self.height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if event.oldSize().width() != event.size().width():
            self._fit()

    def _fit(self) -> None:
        """As high as its text, which hangs on its width."""
        document = self.document()
        document.setTextWidth(max(40, self.viewport().width()))
        self.setFixedHeight(math.ceil(document.size().height()) if self._html else 0)

    def wheelEvent(self, event: Any) -> None:
        event.ignore()  # what it stands in scrolls

    def loadResource(self, kind: int, name: QUrl | str) -> Any:
        text = name.toString(QUrl.ComponentFormattingOption.FullyEncoded) if isinstance(name, QUrl) else name
        if kind != QTextDocument.ResourceType.ImageResource.value and kind != QTextDocument.ResourceType.ImageResource:
            return None
        if text.startswith(FORMULA):
            return self._formula(unquote(text.removeprefix(FORMULA)))
        return self._picture(unquote(text))

    def _formula(self, latex: str) -> QImage:
        size = 1.12 * self._size
        path, box = formula_outline(latex, size)
        fit = min(1.0, WIDEST * max(40, self.viewport().width()) / max(1.0, box.width()))
        font = QFont("Inter")
        font.setPixelSize(self._size)
        lift = QFontMetrics(font).xHeight() / 2  # Qt has so much more of an image above the ground line than below it
        above = max(-box.top() * fit, box.bottom() * fit + lift)
        below = above - lift
        image = _blank(box.width() * fit + 2, above + below, self.devicePixelRatioF())
        with QPainter(image) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.translate(1 - box.left() * fit, above)
            painter.scale(fit, fit)
            painter.fillPath(path, QColor(self._colour))
        return image

    def _picture(self, name: str) -> QImage:
        found = QImage(str(self.picture(name))) if self.picture is not None else QImage()
        room = round(WIDEST * max(40, self.viewport().width()))
        if found.isNull() or found.width() <= room:
            return found
        return found.scaledToWidth(room, Qt.TransformationMode.SmoothTransformation)


def _blank(wide: float, high: float, ratio: float) -> QImage:
    image = QImage(max(1, round(wide * ratio)), max(1, round(high * ratio)), QImage.Format.Format_ARGB32_Premultiplied)
    image.setDevicePixelRatio(ratio)
    image.fill(Qt.GlobalColor.transparent)
    return image

