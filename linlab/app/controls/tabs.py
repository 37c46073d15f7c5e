"""A row of tabs, or as many rows as the width needs: words of which one is chosen. In groups, each
begins a row with its name."""

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QColor, QFontMetrics, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QAbstractButton, QButtonGroup, QLabel, QSizePolicy, QWidget

from .accessibility.text_size import follow, px
from .widgets import CENTRE, label, off, sized, theme_in_force

BETWEEN = 2  # pixels

SIZE = 12  # of the type
PADDING = 0.65  # beside a word, in sizes of the type


class Tab(QAbstractButton):
    """A word; the chosen one stands on a soft ground. A grey one can be chosen, too: its page says
    why it is empty."""

    def __init__(self, text: str, parent: QWidget, size: int = SIZE, grouped: bool = False) -> None:
        super().__init__(parent)
        self.setText(text)
        self._size = size
        self._grouped = grouped  # behind the name of its group, which is quieter
        self.grey = False
        self.setCheckable(True)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)  # after a click, Space still plays

    def sizeHint(self) -> QSize:
        metrics = QFontMetrics(sized(self, self._size, bold=True))
        return QSize(
            metrics.horizontalAdvance(self.text()) + px(PADDING * self._size),
            metrics.height() + (3 if self._grouped else 4),
        )

    def be_grey(self, grey: bool) -> None:
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
        painter.setFont(sized(self, self._size, bold=self.isChecked()))
        ink = theme.text if lively or self._grouped else theme.quiet
        if self.isChecked():
            ink = theme.accent_text
        faint = not self.isEnabled() or (self.grey and not lively)
        painter.setPen(off(theme) if faint else QColor(ink))
        painter.drawText(self.rect(), CENTRE, self.text())


class Tabs(QWidget):
    """Tabs by their keys, laid out once one is the current one. `chosen` says which one the user
    chose, `turned` that another is the current one."""

    chosen = Signal(str)
    turned = Signal(str)

    def __init__(self, size: int = SIZE) -> None:
        super().__init__()
        self._size = size
        self._group = QButtonGroup(self)
        self._rows: list[tuple[QLabel | None, list[str]]] = []  # the name of a group, and its tabs
        self.buttons: dict[str, Tab] = {}
        self._idle: frozenset[str] = frozenset()
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        follow(self, Tabs._lay_out)

    def add_group(self, title: str) -> None:
        """What is added next stands in a row of its own behind this name."""
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
        names = [name for name, _ in self._rows if name is not None]
        for each in names:
            each.setFont(sized(each, self._size))
        left = max((name.sizeHint().width() for name in names), default=0)
        bottom = 0
        for name, keys in self._rows:
            top = bottom + BETWEEN // 2 if bottom else 0
            bottom = self._lay_row(keys, left, top)
            if name is not None:
                high = self.buttons[keys[0]].sizeHint().height() if keys else 0
                name.setGeometry(0, top, left, high)
        self.setFixedHeight(bottom)

    def _lay_row(self, keys: list[str], left: int, top: int) -> int:
        """Lay out these tabs, in as many lines as they need; where the last one ends."""
        x, y, high = left, top, 0
        apart = 0 if left else BETWEEN  # in groups there are many
        for key in keys:
            button = self.buttons[key]
            if key in self._idle and not button.isChecked():
                button.hide()
                continue
            size = button.sizeHint()
            if x > left and x + size.width() > self.width():
                x, y = left, y + high + apart
            button.setGeometry(x, y, size.width(), size.height())
            button.show()
            x, high = x + size.width() + apart, size.height()
        return y + high
