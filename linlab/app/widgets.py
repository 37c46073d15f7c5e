"""The controls that cards are made of: a card, a slider with a typed value, a segmented choice, a drop-down choice.

A slider says `moving` at every change of a gesture and `released` at its end, so that a gesture can be previewed and
become one step of undo. Arrow keys and the wheel are a gesture too, over after a short pause. Setting a control from the
program emits nothing.
"""

import math

from PySide6.QtCore import QEvent, QObject, QPointF, QRect, QRectF, QSize, Qt, QTimer, Signal
from PySide6.QtGui import (
    QColor,
    QFocusEvent,
    QFont,
    QFontMetrics,
    QGuiApplication,
    QKeyEvent,
    QMouseEvent,
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
    QFrame,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QSizePolicy,
    QSlider,
    QStyle,
    QStyleOptionSlider,
    QVBoxLayout,
    QWidget,
)

from .theme import DARK, LIGHT, Theme, mixed

Items = tuple[tuple[str, str], ...]  # (key, text) of each
PAUSE = 400  # milliseconds without a key that end a gesture of keys
PER_DECADE = 48  # positions of a logarithmic slider
CENTRE, RIGHT = Qt.AlignmentFlag.AlignCenter, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter


class Card(QFrame):
    """A card with a quiet heading, an optional value at its right, and a column `body` for what it holds.

    A click on the heading, or Enter on it, folds the card away and out again.
    """

    def __init__(self, title: str, value: str = "", parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("card", True)
        outer = QVBoxLayout(self)
        outer.setContentsMargins(14, 11, 14, 13)
        outer.setSpacing(6)
        self.inner = QWidget()
        self.body = QVBoxLayout(self.inner)
        self.body.setContentsMargins(0, 0, 0, 0)
        self.body.setSpacing(6)
        self.value = label(value, "heading")
        self.title = label(title.upper(), "heading")
        self.title.setObjectName(f"fold-{title.lower().replace(' ', '-')}")
        self.title.setCursor(Qt.CursorShape.PointingHandCursor)
        self.title.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.title.setToolTip("Click to fold this card")
        self.title.installEventFilter(self)
        self.heading = QHBoxLayout()
        self.heading.addWidget(self.title)
        self.heading.addStretch()
        self.heading.addWidget(self.value)
        outer.addLayout(self.heading)
        outer.addWidget(self.inner)

    def fold(self, away: bool) -> None:
        self.inner.setVisible(not away)
        words = self.title.text().rstrip(" ▸")
        self.title.setText(words + (" ▸" if away else ""))

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        keys = (Qt.Key.Key_Return, Qt.Key.Key_Enter)
        pressed = event.type() == QEvent.Type.KeyPress and isinstance(event, QKeyEvent) and event.key() in keys
        if event.type() == QEvent.Type.MouseButtonPress or pressed:
            self.fold(not self.inner.isHidden())
            return True
        return super().eventFilter(watched, event)


class Slider(QSlider):
    """A slider that goes where it is pressed, and leaves the wheel to the page unless it has the focus."""

    left = Signal()  # the focus went elsewhere

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(Qt.Orientation.Horizontal, parent)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setStyleSheet("min-height: 16px;")
        self._grip = 0  # where on the handle it was taken, in pixels from its left edge

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() != Qt.MouseButton.LeftButton:
            event.ignore()
            return
        handle, x = self._handle(), round(event.position().x())
        on_handle = handle.left() <= x <= handle.right()
        self._grip = x - handle.left() if on_handle else handle.width() // 2
        self.setSliderDown(True)
        if not on_handle:
            self.mouseMoveEvent(event)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if self.isSliderDown():
            way, place = self.width() - self._handle().width(), round(event.position().x()) - self._grip
            self.setSliderPosition(QStyle.sliderValueFromPosition(self.minimum(), self.maximum(), place, way))

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.LeftButton and self.isSliderDown():
            self.setSliderDown(False)

    def wheelEvent(self, event: QWheelEvent) -> None:
        if self.hasFocus():
            super().wheelEvent(event)
        else:
            event.ignore()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self.left.emit()

    def event(self, event: QEvent) -> bool:
        return claimed(self, event) or super().event(event)

    def _handle(self) -> QRect:
        option = QStyleOptionSlider()
        self.initStyleOption(option)
        slider, handle = QStyle.ComplexControl.CC_Slider, QStyle.SubControl.SC_SliderHandle
        return self.style().subControlRect(slider, option, handle, self)


class SliderRow(QWidget):
    """Symbol and quiet title, a box to type in, and a slider below. `moving` carries a number, or a text that is none."""

    moving = Signal(object)
    released = Signal()

    def __init__(self, symbol: str, title: str, low: float, high: float, *, log: bool = False, integer: bool = False,
                 parent: QWidget | None = None) -> None:  # fmt: skip
        super().__init__(parent)
        self._low, self._high, self._log, self._integer = low, high, log, integer
        self._grain = 1.0 if integer else 10.0 ** math.floor(math.log10((high - low) / 100))
        self._value = low
        self.symbol, self.note, self.box, self.slider = QLabel(symbol), label(title), QLineEdit(), Slider()
        self.note.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)  # what gives way if it is narrow
        self.box.setAlignment(RIGHT)
        self.box.setFixedSize(72, 20)
        self.box.setFont(sized(self.box, 13, bold=True))
        self.box.setTextMargins(0, 0, -4, 0)  # its number ends where the slider ends
        many = math.log10(high / low) * PER_DECADE if log else (high - low) / self._grain
        self.slider.setRange(0, round(many))
        self.slider.setSingleStep(2 if log else max(1, round(many) // 100))
        self.slider.setPageStep(max(1, round(many) // 10))
        for control in (self.box, self.slider):
            control.setAccessibleName(f"{symbol} {title}".strip())
        head, column = QHBoxLayout(), QVBoxLayout(self)
        head.addWidget(self.symbol)
        head.addWidget(self.note, 1)
        head.addWidget(self.box)
        column.addLayout(head)
        column.addWidget(self.slider)
        head.setSpacing(6)
        column.setSpacing(0)
        column.setContentsMargins(0, 0, 0, 0)
        self._rest = QTimer(self, interval=PAUSE, singleShot=True)
        self._rest.timeout.connect(self.released)
        self.slider.left.connect(self._finish)
        self.slider.valueChanged.connect(self._slid)
        self.slider.sliderReleased.connect(self.released)
        self.slider.actionTriggered.connect(self._stepped)
        self.box.returnPressed.connect(self.box.clearFocus)  # so that the keys belong to the window again
        self.box.editingFinished.connect(self._typed)

    @property
    def busy(self) -> bool:
        """Whether a gesture of the user is going on."""
        return self.slider.isSliderDown() or self._rest.isActive()

    @property
    def value(self) -> float:
        return self._value

    def set_value(self, value: float) -> None:
        """Show a value; a gesture or a word being typed is not disturbed."""
        if self.busy or (self.box.hasFocus() and self.box.isModified()):
            return
        self._value = value
        self.box.setText(number(value))
        self.box.setCursorPosition(0)
        self.slider.blockSignals(True)
        self.slider.setValue(self._position(value))
        self.slider.blockSignals(False)

    def _position(self, value: float) -> int:
        value = min(max(value, self._low), self._high)
        return round(PER_DECADE * math.log10(value / self._low) if self._log else (value - self._low) / self._grain)

    def _at(self, position: int) -> float:
        exact = self._low * 10 ** (position / PER_DECADE) if self._log else self._low + position * self._grain
        if self._integer:
            return round(exact)
        return float(f"{exact:.2g}") if self._log else round(exact, 10)

    def _slid(self, position: int) -> None:
        value = self._at(position)
        self.box.setText(number(value))
        if not self.slider.isSliderDown():
            self._rest.start()
        if value != self._value:
            self._value = value
            self.moving.emit(value)

    def _stepped(self, action: int) -> None:
        """Whole numbers on a logarithmic slider go by 1 at least: there a step of the slider can be less."""
        sign = {QSlider.SliderAction.SliderSingleStepAdd.value: 1, QSlider.SliderAction.SliderSingleStepSub.value: -1}
        step, there = sign.get(action, 0), self.slider.sliderPosition()
        while step and self._integer and self._at(there) == self._value and 0 <= there + step <= self.slider.maximum():
            there += step
        self.slider.setSliderPosition(there)

    def _finish(self) -> None:
        """End a gesture of keys now."""
        if self._rest.isActive():
            self._rest.stop()
            self.released.emit()

    def _typed(self) -> None:
        if not self.box.isModified():
            return
        self.box.setModified(False)
        self._rest.stop()
        text = self.box.text().strip().replace("−", "-")
        try:
            self.moving.emit(float(text.replace(",", ".")))
        except ValueError:
            self.moving.emit(text)
        self.released.emit()


class _Segment(QAbstractButton):
    def __init__(self, text: str) -> None:
        super().__init__()
        self.setText(text)
        self.setCheckable(True)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def sizeHint(self) -> QSize:
        return QSize(QFontMetrics(sized(self, 12, bold=True)).horizontalAdvance(self.text()) + 6, 24)

    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()

    def event(self, event: QEvent) -> bool:
        return claimed(self, event) or super().event(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        theme, painter = theme_in_force(), QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if self.isChecked():
            painter.setPen(QColor(theme.border))
            painter.setBrush(QColor(theme.card))
            painter.drawRoundedRect(QRectF(self.rect()).adjusted(1.5, 1.5, -1.5, -1.5), 5, 5)
        ring(self, painter)
        painter.setFont(sized(self, 12, bold=self.isChecked()))
        lively = self.isChecked() or self.underMouse()
        painter.setPen(QColor(theme.text if lively else theme.quiet) if self.isEnabled() else off(theme))
        text = painter.fontMetrics().elidedText(self.text(), Qt.TextElideMode.ElideRight, self.width() - 2)
        painter.drawText(self.rect(), CENTRE, text)


class Segmented(QWidget):
    """A row of buttons of which one is chosen; an item may be switched off, with the reason in its tooltip."""

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

    @property
    def current(self) -> str:
        return next((key for key, button in self.buttons.items() if button.isChecked()), "")

    def set_current(self, key: str) -> None:
        """Show a choice; a key that is none of the items shows no choice."""
        self._group.setExclusive(False)
        for own, button in self.buttons.items():
            button.setChecked(own == key)
        self._group.setExclusive(True)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(theme_in_force().window))
        painter.drawRoundedRect(self.rect(), 6, 6)


class LinkButton(QAbstractButton):
    """Quiet words to click on."""

    def __init__(self, text: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setText(text)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)

    def sizeHint(self) -> QSize:
        return QSize(QFontMetrics(sized(self, 12)).horizontalAdvance(self.text()) + 8, 22)

    def event(self, event: QEvent) -> bool:
        return claimed(self, event) or super().event(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        theme, painter = theme_in_force(), QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        ring(self, painter)
        painter.setFont(sized(self, 12))
        painter.setPen(QColor(theme.accent if self.underMouse() else theme.quiet) if self.isEnabled() else off(theme))
        painter.drawText(self.rect(), Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter, self.text())


class Choice(QComboBox):
    """A combo box that reads as bold text at the right edge, with a small triangle."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self.setMinimumContentsLength(4)
        self.setMinimumHeight(22)

    def wheelEvent(self, event: QWheelEvent) -> None:
        event.ignore()  # the wheel turns the page

    def showPopup(self) -> None:
        metrics = QFontMetrics(sized(self, 13, bold=True))
        texts = [self.itemText(index) for index in range(self.count())]
        self.view().setMinimumWidth(max(map(metrics.horizontalAdvance, texts), default=0) + 36)
        super().showPopup()

    def paintEvent(self, event: QPaintEvent) -> None:
        theme, painter = theme_in_force(), QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        lively = self.underMouse() or (self.hasFocus() and by_keyboard(self))
        colour = QColor(theme.accent if lively else theme.text) if self.isEnabled() else off(theme)
        painter.setFont(sized(self, 13, bold=True))
        painter.setPen(colour)
        room = self.width() - 13
        text = painter.fontMetrics().elidedText(self.currentText(), Qt.TextElideMode.ElideRight, room)
        painter.drawText(QRect(0, 0, room, self.height()), RIGHT, text)
        x, y = self.width() - 9.0, self.height() / 2 - 1.5
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(colour)
        painter.drawPolygon(QPolygonF([QPointF(x, y), QPointF(x + 7, y), QPointF(x + 3.5, y + 4.5)]))


class ChoiceRow(QWidget):
    """A label, and at the right a choice among items."""

    chosen = Signal(str)

    def __init__(self, title: str, items: Items, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.combo = Choice()
        self.combo.setAccessibleName(title)
        for key, text in items:
            self.combo.addItem(text, key)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.addWidget(QLabel(title))
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


def allow(control: QWidget, reason: str, tip: str = "") -> None:
    """Switch a control off with the reason as its tooltip; without a reason it is on and its tooltip is `tip`."""
    control.setEnabled(not reason)
    control.setToolTip(reason or tip)


def label(text: str, role: str = "quiet") -> QLabel:
    """A label in the style sheet's role: quiet, heading or value."""
    made = QLabel(text)
    made.setProperty("role", role)
    return made


def number(value: float) -> str:
    """A number as people write it.

    >>> number(0.5), number(90), number(0.00024), number(1e6)
    ('0.50', '90', '0.00024', '1e+06')
    """
    if isinstance(value, int):
        return str(value)
    return f"{value:.2f}" if 0.1 <= abs(value) < 10 and round(value, 2) == value else f"{value:.4g}"


def theme_in_force() -> Theme:
    """The theme that the application is dressed in; a styled widget's own palette would not tell."""
    return DARK if QGuiApplication.palette().window().color().lightness() < 128 else LIGHT


def off(theme: Theme) -> QColor:
    return mixed(theme.quiet, theme.card, 0.55)


def sized(widget: QWidget, pixels: int, bold: bool = False) -> QFont:
    font = QFont(widget.font())
    font.setPixelSize(pixels)
    font.setWeight(QFont.Weight.DemiBold if bold else QFont.Weight.Normal)
    return font


def by_keyboard(widget: QWidget) -> bool:
    """Whether the focus came by a key: only then is it shown, and only then do ←, → and Space belong to the control."""
    return widget.window().testAttribute(Qt.WidgetAttribute.WA_KeyboardFocusChange)


def claimed(widget: QWidget, event: QEvent) -> bool:
    """Keep ←, → and Space from being the window's shortcuts while they belong to this control."""
    keys = (Qt.Key.Key_Left, Qt.Key.Key_Right, Qt.Key.Key_Home, Qt.Key.Key_End, Qt.Key.Key_Space)
    mine = event.type() == QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent) and event.key() in keys
    if mine and by_keyboard(widget):
        event.accept()
        return True
    return False


def ring(widget: QWidget, painter: QPainter, radius: float = 5) -> None:
    """The ring around the control that has the keyboard."""
    if widget.hasFocus() and by_keyboard(widget):
        painter.setPen(QColor(theme_in_force().accent))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawRoundedRect(QRectF(widget.rect()).adjusted(1.5, 1.5, -1.5, -1.5), radius, radius)
