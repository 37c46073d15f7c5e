"""A row of tabs, or several rows if the width requires it. Each group of tabs begins a new row with
its name; the tabs of groups stand as far apart as their rows allow.
"""

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QColor, QFontMetrics, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QAbstractButton, QButtonGroup, QLabel, QSizePolicy, QWidget

from .accessibility.text_size import follow, px
from .widgets import CENTRE, label, off, sized, theme_in_force

BETWEEN = 2  # pixels

SIZE = 12  # font size
PADDING = 0.65  # beside the text, in font sizes
TIGHT, WIDE = 6, 12  # pixels beside the text of a tab of a group: the least and the most
AFTER_NAME = 5  # pixels between the name of a group and its tabs


class Tab(QAbstractButton):
    """One tab; the current one has a tinted background. A grey one can be chosen, too: its page
    says why it is empty."""

    def __init__(self, text: str, parent: QWidget, size: int = SIZE, grouped: bool = False) -> None:
        super().__init__(parent)
        self.setText(text)
        self._size = size
        self._grouped = grouped  # follows the name of its group, in a lighter style
        self.padding = px(PADDING * size)  # pixels beside the text, on both sides together
        self.grey = False
        self.setCheckable(True)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)  # so that Space still plays after a click

    def sizeHint(self) -> QSize:
        metrics = QFontMetrics(sized(self, self._size, bold=not self._grouped))
        padding = self.padding if self._grouped else px(PADDING * self._size)
        return QSize(
            metrics.horizontalAdvance(self.text()) + padding,
            metrics.height() + (2 if self._grouped else 4),
        )

    def set_grey(self, grey: bool) -> None:
        self.grey = grey
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        theme = theme_in_force()
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        lively = self.isChecked() or (self.underMouse() and self.isEnabled())
        if lively:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(QColor(theme.soft if self.isChecked() else theme.window))
            painter.drawRoundedRect(self.rect(), 6, 6)
        painter.setFont(sized(self, self._size, bold=self.isChecked() and not self._grouped))
        ink = theme.text if lively or self._grouped else theme.quiet
        if self.isChecked():
            ink = theme.accent_text
        faint = not self.isEnabled() or (self.grey and not lively)
        painter.setPen(off(theme) if faint else QColor(ink))
        painter.drawText(self.rect(), CENTRE, self.text())


class Tabs(QWidget):
    """Tabs by key, laid out once there is a current one. `chosen` emits the tab that the user
    chose, `turned` that the current tab has changed."""

    chosen = Signal(str)
    turned = Signal(str)

    def __init__(self, size: int = SIZE) -> None:
        super().__init__()
        self._size = size
        self._group = QButtonGroup(self)
        self._rows: list[tuple[QLabel | None, list[str]]] = []  # the name of a group and its tabs
        self.buttons: dict[str, Tab] = {}
        self._idle: frozenset[str] = frozenset()
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        follow(self, Tabs._lay_out)

    def add_group(self, title: str) -> None:
        """Start a new group with this name for the tabs that are added next."""
        name = label(title)
        name.setParent(self)
        self._rows.append((name, []))

    def add(self, key: str, text: str) -> Tab:
        button = self.buttons[key] = Tab(
            text, self, self._size, bool(self._rows and self._rows[-1][0])
        )
        if not self._rows:
            self._rows.append((None, []))
        self._rows[-1][1].append(key)
        button.setObjectName(key)
        self._group.addButton(button)
        button.clicked.connect(lambda _=False: self._choose(key))
        return button

    def put_away(self, keys: frozenset[str]) -> None:
        """Hide these tabs, which are of no use now; the current one stays."""
        if keys != self._idle:
            self._idle = keys
            self._lay_out()

    @property
    def current(self) -> str:
        return next((key for key, button in self.buttons.items() if button.isChecked()), "")

    def set_current(self, key: str) -> None:
        """Change the current tab without the user's choice."""
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
        names = [name for name, _ in self._rows if name is not None]
        for each in names:
            each.setFont(sized(each, self._size))
        left = max((name.sizeHint().width() + AFTER_NAME for name in names), default=0)
        bottom = 0
        for name, keys in self._rows:
            top = bottom
            bottom = self._lay_row(keys, left, top, px(TIGHT))
            if name is None:
                continue
            name.setGeometry(
                0, top, name.sizeHint().width(), self.buttons[keys[0]].height() if keys else 0
            )
            for padding in range(px(WIDE), px(TIGHT) - 1, -1):
                if self._lay_row(keys, left, top, padding) == bottom:  # in no more lines
                    break
        self.setFixedHeight(bottom)

    def _lay_row(self, keys: list[str], left: int, top: int, padding: int) -> int:
        """Lay out these tabs in as many lines as they need, those of a group with this much air
        beside their texts; return where the last line ends."""
        first = left - (padding - px(TIGHT)) // 2 if left else 0  # so that texts begin below texts
        x, y, high = first, top, 0
        apart = 0 if left else BETWEEN  # groups have many tabs
        for key in keys:
            button = self.buttons[key]
            if key in self._idle and not button.isChecked():
                button.hide()
                continue
            button.padding = padding
            size = button.sizeHint()
            if x > first and x + size.width() > self.width():
                x, y = first, y + high + apart
            button.setGeometry(x, y, size.width(), size.height())
            button.show()
            x, high = x + size.width() + apart, size.height()
        return y + high
