"""The preview of an export: a picture on its page, the beginning of a text, or words that say why
there is none.

It follows the session and the options without slowing the window: the longer a preview takes, the
rarer it is.
"""

from PySide6.QtCore import QPointF, QRectF, QSize
from PySide6.QtGui import QColor, QFontDatabase, QImage, QPainter, QPaintEvent
from PySide6.QtWidgets import QFrame, QLabel, QPlainTextEdit, QStackedWidget, QWidget

from linlab.app.controls.accessibility.text_size import scaled
from linlab.app.controls.widgets import CENTRE, theme_in_force


class PreviewArea(QWidget):
    """An image on a grey background."""

    def __init__(self) -> None:
        super().__init__()
        self.image: QImage | None = None
        self._edge = True  # whether the edge of the page is shown
        self.setMinimumSize(240, 180)

    def show_image(self, image: QImage, edge: bool) -> None:
        self.image, self._edge = image, edge
        self.update()

    def room(self) -> QSize:
        return QSize(max(80, self.width() - 4), max(60, self.height() - 4))

    def paintEvent(self, event: QPaintEvent) -> None:
        if self.image is None:
            return
        ratio = self.image.devicePixelRatio()
        width, height = self.image.width() / ratio, self.image.height() / ratio
        left, top = round((self.width() - width) / 2), round((self.height() - height) / 2)
        with QPainter(self) as to:
            to.drawImage(QPointF(left, top), self.image)
            if self._edge:
                to.setPen(QColor(theme_in_force().border))
                to.drawRect(QRectF(left - 0.5, top - 0.5, width + 1, height + 1))


class Preview(QStackedWidget):
    """A picture, a text or a message."""

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("preview")
        self.desk, self.page, self.words = PreviewArea(), QPlainTextEdit(), QLabel()
        self.page.setObjectName("preview-text")
        self.page.setReadOnly(True)
        self.page.setLineWrapMode(QPlainTextEdit.LineWrapMode.NoWrap)
        self.page.setFrameShape(QFrame.Shape.NoFrame)
        self.page.setAccessibleName("The beginning of the file")
        self.page.setTabChangesFocus(True)
        self.words.setObjectName("preview-words")
        self.words.setAlignment(CENTRE)
        self.words.setWordWrap(True)
        for each in (self.desk, self.page, self.words):
            self.addWidget(each)
        self.apply_theme()

    def apply_theme(self) -> None:
        theme = theme_in_force()
        family = QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont).family()
        self.page.setStyleSheet(
            f'QPlainTextEdit {{ background: {theme.window}; color: {theme.text}; font-family: "{family}"; font-size: 12px; '
            f"border: none; border-radius: 6px; padding: 8px; selection-background-color: {theme.accent}; "
            f"selection-color: {theme.on_accent}; }}"
        )
        self.words.setStyleSheet(scaled(f"color: {theme.quiet}; font-size: 14px; padding: 40px;"))

    def fit(self, width: float, height: float, most: float = 1.5) -> float:
        """The scale at which a page of this size is shown."""
        room = (
            self.desk.room()
            if self.currentWidget() is self.desk
            else QSize(self.width() - 4, self.height() - 4)
        )
        return max(0.02, min(room.width() / width, room.height() / height, most))

    def show_image(self, image: QImage, edge: bool = True) -> None:
        self.desk.show_image(image, edge)
        self.setCurrentWidget(self.desk)

    def show_text(self, text: str) -> None:
        if text != self.page.toPlainText():
            across, down = (
                self.page.horizontalScrollBar().value(),
                self.page.verticalScrollBar().value(),
            )
            self.page.setPlainText(text)
            self.page.horizontalScrollBar().setValue(across)
            self.page.verticalScrollBar().setValue(down)
        self.setCurrentWidget(self.page)

    def say(self, sentence: str) -> None:
        self.words.setText(sentence)
        self.setCurrentWidget(self.words)

    @property
    def image(self) -> QImage | None:
        """The picture shown."""
        return self.desk.image if self.currentWidget() is self.desk else None

    @property
    def text(self) -> str:
        """The text or message shown."""
        if self.currentWidget() is self.page:
            return self.page.toPlainText()
        return self.words.text() if self.currentWidget() is self.words else ""
