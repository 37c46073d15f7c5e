"""A tool button with its key beside its text, small and quiet."""

from PySide6.QtGui import QColor, QFontMetrics, QPainter, QPaintEvent
from PySide6.QtWidgets import QToolButton

from linlab.app.controls.accessibility.text_size import percent

from .widgets import RIGHT, off, sized, theme_in_force

SIZE, AWAY = 10, 1  # pixels: of the letters, and between the words and them


class KeyedButton(QToolButton):
    """`key` is shown beside the text, if there is room."""

    def __init__(self) -> None:
        super().__init__()
        self.key = ""
        self._room_for = "", percent()

    def set_key(self, key: str) -> None:
        now = key, percent()
        if now != self._room_for:
            self.key, self._room_for = key, now
            wide = QFontMetrics(sized(self, SIZE)).horizontalAdvance(key) + AWAY if key else 0
            self.setStyleSheet(f"QToolButton {{ padding-right: {4 + wide}px; }}")

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        if self.key:
            theme = theme_in_force()
            painter = QPainter(self)
            painter.setFont(sized(self, SIZE))
            painter.setPen(
                off(theme)
                if not self.isEnabled()
                else QColor(theme.accent_text if self.isChecked() else theme.quiet)
            )
            painter.drawText(self.rect().adjusted(0, 1, -5, 1), RIGHT, self.key)
            painter.end()
