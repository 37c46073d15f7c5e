"""A slider with a typed value.

It says `moving` at every change of a gesture and `released` at its end, so that a gesture can be
previewed and become one step of undo. Arrow keys and the wheel are a gesture too, over after a
short pause. Setting it from the program emits nothing.
"""

import math

from PySide6.QtCore import QRect, Qt, QTimer, Signal
from PySide6.QtGui import QFocusEvent, QMouseEvent, QPaintEvent, QWheelEvent
from PySide6.QtWidgets import (
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

from linlab.app.controls.accessibility.text_size import follow, px, set_style_sheet
from linlab.engine.ground.numerals import read_number

from .widgets import RIGHT, by_keyboard, number, sized

QUIET_MS = 400  # milliseconds without a key that end a gesture of keys
PER_DECADE = 48  # positions of a logarithmic slider
STRIDES = 4, 10  # per decade of a logarithmic slider, and about this many in all on a linear one


class Slider(QSlider):
    """A slider that jumps to where it is pressed, and leaves the wheel to the page unless it has
    the focus."""

    left = Signal()  # the focus has moved on

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(Qt.Orientation.Horizontal, parent)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        set_style_sheet(self, "min-height: 16px;")
        self._grip = 0  # where the handle was pressed, in pixels from its left edge

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() != Qt.MouseButton.LeftButton:
            event.ignore()
            return
        handle = self._handle()
        x = round(event.position().x())
        on_handle = handle.left() <= x <= handle.right()
        self._grip = x - handle.left() if on_handle else handle.width() // 2
        self.setSliderDown(True)
        if not on_handle:
            self.mouseMoveEvent(event)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if self.isSliderDown():
            way = self.width() - self._handle().width()
            place = round(event.position().x()) - self._grip
            self.setSliderPosition(
                QStyle.sliderValueFromPosition(self.minimum(), self.maximum(), place, way)
            )

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

    def _handle(self) -> QRect:
        option = QStyleOptionSlider()
        self.initStyleOption(option)
        slider, handle = QStyle.ComplexControl.CC_Slider, QStyle.SubControl.SC_SliderHandle
        return self.style().subControlRect(slider, option, handle, self)


class Box(QLineEdit):
    """A number field; a double click selects all of it."""

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        self.selectAll()


class Note(QLabel):
    """Quiet words that are shown whole or not at all; a screen reader and the tooltip of the row
    have them in any case."""

    def __init__(self, text: str) -> None:
        super().__init__(text)
        self.setProperty("role", "quiet")

    def paintEvent(self, event: QPaintEvent) -> None:
        if self.fontMetrics().horizontalAdvance(self.text()) <= self.width() + 1:
            super().paintEvent(event)


class SliderRow(QWidget):
    """Symbol and quiet title, a number field, and a slider below, or between them if it is flat.
    `moving` carries a number, or a text that is not one."""

    moving = Signal(object)
    released = Signal()

    def __init__(
        self,
        symbol: str,
        title: str,
        low: float,
        high: float,
        *,
        log: bool = False,
        integer: bool = False,
        flat: bool = False,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._low, self._high, self._log, self._integer = low, high, log, integer
        self._grain = 1.0 if integer else 10.0 ** math.floor(math.log10((high - low) / 100))
        self._value = low
        self.symbol = QLabel(symbol)
        self.note = Note(title)
        self.box = Box()
        self.slider = Slider()
        if not flat:
            self.note.setSizePolicy(
                QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred
            )  # the part that shrinks if it is narrow
        self.box.setAlignment(RIGHT)
        self._wide = 72
        follow(self, SliderRow._size_box)
        self.box.setTextMargins(0, 0, -4, 0)  # its number ends where the slider ends
        many = math.log10(high / low) * PER_DECADE if log else (high - low) / self._grain
        self.slider.setRange(0, round(many))
        self.slider.setSingleStep(2 if log else max(1, round(many) // 100))
        self.slider.setPageStep(max(1, round(many) // 10))
        for control in (self.box, self.slider):
            control.setAccessibleName(f"{symbol} {title}".strip())
        head = QHBoxLayout()
        column = QVBoxLayout(self)
        head.addWidget(self.symbol)
        head.addWidget(self.note, 0 if flat else 1)
        if flat:
            head.addWidget(self.slider, 1)
        head.addWidget(self.box)
        column.addLayout(head)
        if not flat:
            column.addWidget(self.slider)
        head.setSpacing(6)
        column.setSpacing(0)
        column.setContentsMargins(0, 0, 0, 0)
        self._rest = QTimer(self, interval=QUIET_MS, singleShot=True)
        self._rest.timeout.connect(self.released)
        self.slider.left.connect(self.finish)
        self.slider.valueChanged.connect(self._slid)
        self.slider.sliderReleased.connect(self.released)
        self.slider.actionTriggered.connect(self._stepped)
        self.box.returnPressed.connect(self._typed_out)
        self.box.editingFinished.connect(self._typed)
        self.box.textChanged.connect(self.slider.setAccessibleDescription)  # not its position

    def narrow_box(self, pixels: int) -> None:
        """Make the number field this wide, at a text size of 100 %."""
        self._wide = pixels
        self._size_box()

    def _size_box(self) -> None:
        self.box.setFixedSize(px(self._wide), px(20))
        self.box.setFont(sized(self.box, 13, bold=True))

    @property
    def busy(self) -> bool:
        """Whether a gesture is in progress."""
        return self.slider.isSliderDown() or self._rest.isActive()

    @property
    def value(self) -> float:
        return self._value

    @property
    def typed(self) -> str:
        """The text of the number field, number or not."""
        return self.box.text().strip()

    def set_value(self, value: float) -> None:
        """Show a value; a gesture or a text being typed is not disturbed."""
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
        return round(
            PER_DECADE * math.log10(value / self._low)
            if self._log
            else (value - self._low) / self._grain
        )

    def _at(self, position: int) -> float:
        exact = (
            self._low * 10 ** (position / PER_DECADE)
            if self._log
            else self._low + position * self._grain
        )
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
        """Whole numbers on a logarithmic slider change by at least 1: a slider step can be less
        there."""
        sign = {
            QSlider.SliderAction.SliderSingleStepAdd.value: 1,
            QSlider.SliderAction.SliderSingleStepSub.value: -1,
        }
        step = sign.get(action, 0)
        there = self.slider.sliderPosition()
        while (
            step
            and self._integer
            and self._at(there) == self._value
            and 0 <= there + step <= self.slider.maximum()
        ):
            there += step
        self.slider.setSliderPosition(there)

    def stride(self, by: int) -> None:
        """A change that can be seen from far away, up or with −1 down: a factor of 10^¼ on a
        logarithmic slider, otherwise about a tenth of the range, always to a round number."""
        per_decade, in_all = STRIDES
        there, end = self.slider.value(), self.slider.maximum()
        if self._log:
            there += by * PER_DECADE // per_decade
            while self._integer and self._at(there) == self._value and 0 < there < end:
                there += by
        else:
            stride = _round_number(end / in_all)
            there = (there // stride + 1 if by > 0 else -(-there // stride) - 1) * stride
        self.slider.setValue(there)

    def finish(self) -> None:
        """End a gesture of keys now."""
        if self._rest.isActive():
            self._rest.stop()
            self.released.emit()

    def _typed(self) -> None:
        if not self.box.isModified():
            return
        self.box.setModified(False)
        self._rest.stop()
        value = read_number(self.typed)
        self.moving.emit(self.typed if value is None else value)
        self.released.emit()

    def _typed_out(self) -> None:
        """Return the focus to the window, or to the slider if it came by Tab."""
        if by_keyboard(self.box):
            self.slider.setFocus(Qt.FocusReason.TabFocusReason)
        else:
            self.box.clearFocus()


def _round_number(about: float) -> int:
    """The nearest of 1, 2, 5, 10, 20, 50 …

    >>> [_round_number(about) for about in (0.7, 1.8, 4.9, 50.0, 99.0)]
    [1, 2, 5, 50, 100]
    """
    powers = (1, 10, 100, 1_000, 10_000)
    return min((k * power for power in powers for k in (1, 2, 5)), key=lambda k: abs(k - about))
