"""A row of tabs, or as many rows as the width needs: words of which one is chosen."""

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QColor, QFontMetrics, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QAbstractButton, QButtonGroup, QSizePolicy, QWidget

from .widgets import CENTRE, off, sized, theme_in_force

BETWEEN = 2  # pixels


class Tab(QAbstractButton):
    """A word; the chosen one stands on a soft ground."""

    def __init__(self, text: str, parent: QWidget) -> None:
        super().__init__(parent)
        self.setText(text)
        self.setCheckable(True)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)  # after a click, Space still plays

    def sizeHint(self) -> QSize:
        metrics = QFontMetrics(sized(self, 12, bold=True))
        return QSize(metrics.horizontalAdvance(self.text()) + 9, metrics.height() + 4)

    def paintEvent(self, event: QPaintEvent) -> None:
        theme = theme_in_force()
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        lively = self.isChecked() or (self.underMouse() and self.isEnabled())
        if lively:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(QColor(theme.soft if self.isChecked() else theme.window))
            painter.drawRoundedRect(self.rect(), 6, 6)
        painter.setFont(sized(self, 12, bold=self.isChecked()))
        ink = theme.text if lively else theme.quiet
        if self.isChecked():
            ink = theme.accent_text
        painter.setPen(QColor(ink) if self.isEnabled() else off(theme))
        painter.drawText(self.rect(), CENTRE, self.text())


class Tabs(QWidget):
    """Tabs by their keys, laid out once one is the current one. `chosen` says which one the user
    chose, `turned` that another is the current one."""

    chosen = Signal(str)
    turned = Signal(str)

    def __init__(self) -> None:
        super().__init__()
        self._group = QButtonGroup(self)
        self.buttons: dict[str, Tab] = {}
        self._idle: frozenset[str] = frozenset()
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def add(self, key: str, text: str) -> Tab:
        button = self.buttons[key] = Tab(text, self)
        button.setObjectName(key)
        self._group.addButton(button)
        button.clicked.connect(lambda _=False: self._choose(key))
        return button

    def put_away(self, keys: frozenset[str]) -> None:
        """Without these tabs, for which there is no use now; the current one stays."""
        if keys != self._idle:
            self._idle = keys
            self._lay_out()

    @property
    def current(self) -> str:
        return next((key for key, button in self.buttons.items() if button.isChecked()), "")

    def set_current(self, key: str) -> None:
        """Turn to a tab; the user has not chosen it."""
        self.buttons[key].setChecked(True)
        self._lay_out()
        self.turned.emit(key)

    def _choose(self, key: str) -> None:
        self._lay_out()
        self.turned.emit(key)
        self.chosen.emit(key)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._lay_out()

    def _lay_out(self) -> None:
        x = y = high = 0
        for key, button in self.buttons.items():
            if key in self._idle and not button.isChecked():
                button.hide()
                continue
            size = button.sizeHint()
            if x and x + size.width() > self.width():
                x = 0
                y = y + high + BETWEEN
            button.setGeometry(x, y, size.width(), size.height())
            button.show()
            x = x + size.width() + BETWEEN
            high = size.height()
        self.setFixedHeight(y + high)
