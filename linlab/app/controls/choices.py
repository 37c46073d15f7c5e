"""One of several: a row of segments for a few, a drop-down list for more.

Both know their items by key and emit `chosen` with the key when the user chooses. Setting one from
the program emits nothing.
"""

from collections.abc import Sequence

from PySide6.QtCore import (
    QModelIndex,
    QPersistentModelIndex,
    QPointF,
    QRect,
    QRectF,
    QSize,
    Qt,
    Signal,
)
from PySide6.QtGui import (
    QColor,
    QFontMetrics,
    QPainter,
    QPaintEvent,
    QPolygonF,
    QStandardItemModel,
    QWheelEvent,
)
from PySide6.QtWidgets import (
    QAbstractButton,
    QButtonGroup,
    QComboBox,
    QHBoxLayout,
    QLabel,
    QSizePolicy,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QWidget,
)

from linlab.app.controls.accessibility.text_size import follow, px

from .widgets import CENTRE, RIGHT, by_keyboard, off, sized, theme_in_force

TICK = 20  # pixels for the tick of the current item
Items = tuple[tuple[str, str], ...]  # (key, text) of each


class _Segment(QAbstractButton):
    def __init__(self, text: str) -> None:
        super().__init__()
        self.setText(text)
        self.setCheckable(True)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def sizeHint(self) -> QSize:
        return QSize(
            QFontMetrics(sized(self, 12, bold=True)).horizontalAdvance(self.text()) + 6, px(24)
        )

    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()

    def paintEvent(self, event: QPaintEvent) -> None:
        theme = theme_in_force()
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if self.isChecked():
            painter.setPen(QColor(theme.border))
            painter.setBrush(QColor(theme.card))
            painter.drawRoundedRect(QRectF(self.rect()).adjusted(1.5, 1.5, -1.5, -1.5), 5, 5)
        painter.setFont(sized(self, 12, bold=self.isChecked()))
        lively = self.isChecked() or self.underMouse()
        painter.setPen(
            QColor(theme.text if lively else theme.quiet) if self.isEnabled() else off(theme)
        )
        text = painter.fontMetrics().elidedText(
            self.text(), Qt.TextElideMode.ElideRight, self.width() - 2
        )
        painter.drawText(self.rect(), CENTRE, text)


def one_stop(buttons: Sequence[QAbstractButton]) -> None:
    """Let Tab stop once at a row of buttons, at the chosen one; the arrow keys go from one to the
    next. Qt does this as soon as one of them has had the focus."""
    chosen = next((button for button in buttons if button.isChecked()), buttons[0])
    for button in buttons:
        stops = button is chosen
        button.setFocusPolicy(Qt.FocusPolicy.StrongFocus if stops else Qt.FocusPolicy.ClickFocus)


class Segmented(QWidget):
    """A row of buttons of which one is chosen; an item may be disabled, with the reason in its
    tooltip."""

    chosen = Signal(str)

    def __init__(self, items: Items, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._group = QButtonGroup(self)
        self.buttons: dict[str, _Segment] = {}
        row = QHBoxLayout(self)
        row.setContentsMargins(1, 1, 1, 1)
        row.setSpacing(0)
        for key, text in items:
            button = self.buttons[key] = _Segment(text)
            button.setObjectName(key)
            self._group.addButton(button)
            row.addWidget(button, 1)
            button.clicked.connect(lambda _=False, key=key: self.chosen.emit(key))
        one_stop(list(self.buttons.values()))

    @property
    def current(self) -> str:
        return next((key for key, button in self.buttons.items() if button.isChecked()), "")

    def set_current(self, key: str) -> None:
        """Show a choice; an unknown key shows none."""
        self._group.setExclusive(False)
        for own, button in self.buttons.items():
            button.setChecked(own == key)
        self._group.setExclusive(True)
        one_stop(list(self.buttons.values()))

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(theme_in_force().window))
        painter.drawRoundedRect(self.rect(), 6, 6)


class _Ticked(QStyledItemDelegate):
    """The items of an open list: a tick before the current one, a highlight under the mouse."""

    def __init__(self, combo: QComboBox) -> None:
        super().__init__(combo)
        self._combo = combo

    def sizeHint(
        self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> QSize:
        text = QFontMetrics(sized(self._combo, 13, bold=True)).horizontalAdvance(str(index.data()))
        return QSize(text + px(TICK) + 20, px(26))

    def paint(
        self,
        painter: QPainter,
        option: QStyleOptionViewItem,
        index: QModelIndex | QPersistentModelIndex,
    ) -> None:
        theme = theme_in_force()
        here = index.row() == self._combo.currentIndex()
        box = QRectF(option.rect)
        state = option.state
        enabled = bool(index.flags() & Qt.ItemFlag.ItemIsEnabled)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if enabled and state & (QStyle.StateFlag.State_Selected | QStyle.StateFlag.State_MouseOver):
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(QColor(theme.soft))
            painter.drawRoundedRect(box, 5, 5)
        painter.setFont(sized(self._combo, 13, bold=here))
        painter.setPen(QColor(theme.accent_text if here else theme.text) if enabled else off(theme))
        left = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
        painter.drawText(box.adjusted(8, 0, 0, 0), left, "✓" if here else "")
        painter.drawText(box.adjusted(8 + px(TICK), 0, -8, 0), left, str(index.data()))
        painter.restore()


class Choice(QComboBox):
    """A combo box that reads as bold text at the right edge, with a small triangle."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self.setMinimumContentsLength(4)
        follow(self, lambda combo: combo.setMinimumHeight(px(22)))
        self.setItemDelegate(_Ticked(self))

    def wheelEvent(self, event: QWheelEvent) -> None:
        event.ignore()  # the wheel scrolls the page

    def showPopup(self) -> None:
        self.view().setMinimumWidth(self.view().sizeHintForColumn(0) + 12)
        super().showPopup()

    def paintEvent(self, event: QPaintEvent) -> None:
        theme = theme_in_force()
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        lively = self.underMouse() or (self.hasFocus() and by_keyboard(self))
        colour = (
            QColor(theme.accent_text if lively else theme.text) if self.isEnabled() else off(theme)
        )
        painter.setFont(sized(self, 13, bold=True))
        painter.setPen(colour)
        room = self.width() - 13
        text = painter.fontMetrics().elidedText(
            self.currentText(), Qt.TextElideMode.ElideRight, room
        )
        painter.drawText(QRect(0, 0, room, self.height()), RIGHT, text)
        x = self.width() - 9.0
        y = self.height() / 2 - 1.5
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(colour)
        painter.drawPolygon(
            QPolygonF([QPointF(x, y), QPointF(x + 7, y), QPointF(x + 3.5, y + 4.5)])
        )


class ChoiceRow(QWidget):
    """A label, and at the right a choice among items."""

    chosen = Signal(str)

    def __init__(self, title: str, items: Items, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.combo = Choice()
        self.combo.setAccessibleName(title)
        for key, text in items:
            self.combo.addItem(text, key)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        name = QLabel(title.replace("&", "&&"))
        name.setBuddy(self.combo)  # a screen reader finds its name there
        self.combo.view().setAccessibleName(title)
        row.addWidget(name)
        row.addWidget(self.combo, 1)
        self.combo.activated.connect(lambda index: self.chosen.emit(self.combo.itemData(index)))

    @property
    def current(self) -> str:
        return str(self.combo.currentData())

    def set_current(self, key: str) -> None:
        self.combo.setCurrentIndex(self.combo.findData(key))

    def allow_item(self, key: str, reason: str, tip: str = "") -> None:
        model = self.combo.model()
        assert isinstance(model, QStandardItemModel)
        item = model.item(self.combo.findData(key))
        item.setEnabled(not reason)
        item.setToolTip(reason or tip)
