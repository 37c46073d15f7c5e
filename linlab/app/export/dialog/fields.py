"""The controls of the export dialog's options. Each belongs to one option: a sheet shows the
options and emits changes."""

from collections.abc import Callable
from typing import Any, TypeVar

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import (
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QToolButton,
    QWidget,
)

from linlab.app.controls.accessibility.text_size import follow, px, scaled
from linlab.app.controls.choices import ChoiceRow, Items, Segmented
from linlab.app.controls.sliders import SliderRow
from linlab.app.controls.widgets import RIGHT, Card, theme_in_force
from linlab.engine.data.checks import LONGEST_NAME
from linlab.engine.ground.numerals import read_number

from .export_options import RANGES, ExportOptions

Control = TypeVar("Control", bound=QWidget)


class Number(QLineEdit):
    """A number to type; ↑ and ↓ change it. `typed` is emitted for valid numbers; others are taken
    back."""

    typed = Signal(float)

    def __init__(self, low: float, high: float, decimals: int = 0, width: int = 66) -> None:
        super().__init__()
        self._low, self._high, self._decimals, self._value = low, high, decimals, low
        self.setAlignment(RIGHT)
        follow(self, lambda box: box.setFixedSize(px(width), px(24)))
        self.textEdited.connect(self._edited)
        self.editingFinished.connect(self._show)

    def value(self) -> float:
        return self._value

    def bound(self, low: float, high: float, decimals: int) -> None:
        """Set other limits, as for another unit."""
        self._low, self._high, self._decimals = low, high, decimals

    def set_value(self, value: float) -> None:
        """Show a number; a number being typed is not disturbed."""
        if not self.text() or abs(value - self._value) > 0.4 * 10.0**-self._decimals:
            self._value = value
            self._show()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        step = {Qt.Key.Key_Up: 1, Qt.Key.Key_Down: -1}.get(Qt.Key(event.key()))
        if step is None:
            super().keyPressEvent(event)
            return
        self._take(min(self._high, max(self._low, round(self._value) + step)))
        self._show()

    def _edited(self, text: str) -> None:
        value = read_number(text)
        if value is not None and self._low <= value <= self._high:
            self._take(value)

    def _take(self, value: float) -> None:
        self._value = value
        self.typed.emit(value)

    def _show(self) -> None:
        text = f"{self._value:.{self._decimals}f}"
        if text != self.text():
            self.setText(text)


class Toggle(QToolButton):
    """A word that is on or off."""

    def __init__(self, text: str, tip: str = "") -> None:
        super().__init__()
        self.tip = tip
        self.setText(text)
        self.setToolTip(tip)
        self.setCheckable(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)


class Sheet(Card):
    """A card of options; `wanted` carries the options that should change."""

    wanted = Signal(dict)

    def __init__(self, title: str) -> None:
        super().__init__(title)
        self.body.setSpacing(5)
        self.controls: dict[str, Any] = {}
        self._showing: dict[str, Callable[[Any], object]] = {}
        self.apply_theme()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.StyleChange and not self.property("dressing"):
            self.apply_theme()

    def apply_theme(self) -> None:
        theme = theme_in_force()
        field = "QLineEdit[field='true']"
        sheet = scaled(
            f"{field} {{ background: {theme.window}; border: 1px solid {theme.border}; }}"
            f"{field}:focus {{ border-color: {theme.accent}; }}"
            f"{field}:disabled {{ background: transparent; }}"
            f"QToolButton {{ padding: 3px 6px; font-size: 12px; border: 1px solid {theme.border}; }}"
            f"QToolButton:checked {{ border-color: {theme.soft}; }}"
            f"QToolButton:!checked:enabled {{ color: {theme.quiet}; }}"
            f"QToolButton:checked:disabled {{ background: {theme.window}; border-color: {theme.window}; }}"
            f"QToolButton:focus {{ border-color: {theme.accent}; }}"
        )
        if sheet != self.styleSheet():
            self.setProperty("dressing", True)
            self.setStyleSheet(sheet)
            self.setProperty("dressing", False)

    def read(self, export_options: ExportOptions) -> None:
        """Show the options."""
        for field, show in self._showing.items():
            show(getattr(export_options, field))

    def segments(self, field: str, items: Items, tips: dict[str, str] | None = None) -> Segmented:
        control = Segmented(items)
        control.chosen.connect(lambda key: self.wanted.emit({field: key}))
        for key, tip in (tips or {}).items():
            control.buttons[key].setToolTip(tip)
        return self._known(field, control, control.set_current)

    def choice(self, field: str, title: str, items: Items) -> ChoiceRow:
        control = ChoiceRow(title, items)
        control.combo.setObjectName(field)
        control.chosen.connect(lambda key: self.wanted.emit({field: key}))
        return self._known(field, control, control.set_current)

    def toggle(self, field: str, text: str, tip: str = "") -> Toggle:
        control = Toggle(text, tip)
        control.clicked.connect(lambda on: self.wanted.emit({field: on}))
        return self._known(field, control, control.setChecked)

    def number(self, field: str, decimals: int = 0, width: int = 66) -> Number:
        low, high = RANGES.get(field, (0, 10**9))
        control = Number(low, high, decimals, width)
        control.setProperty("field", True)
        whole = (
            isinstance(getattr(ExportOptions, field), int) or getattr(ExportOptions, field) is None
        )
        control.typed.connect(
            lambda value: self.wanted.emit({field: round(value) if whole else value})
        )
        return self._known(field, control, control.set_value)

    def slider(
        self,
        field: str,
        symbol: str,
        title: str,
        *,
        log: bool = False,
        integer: bool = False,
        ends: tuple[float, float] | None = None,
    ) -> SliderRow:
        low, high = RANGES[field]
        control = SliderRow(symbol, title, *(ends or (low, high)), log=log, integer=integer)
        control.narrow_box(48)

        def moved(value: object) -> None:
            if isinstance(value, (int, float)) and low <= value <= high:
                self.wanted.emit({field: round(value) if integer else float(value)})
            else:
                self.wanted.emit({})  # shows the current value again

        control.moving.connect(moved)
        return self._known(field, control, control.set_value)

    def text(self, field: str, hint: str) -> QLineEdit:
        control = QLineEdit()
        control.setMaxLength(LONGEST_NAME)
        control.setPlaceholderText(hint)
        control.setAccessibleName(hint)
        follow(control, lambda box: box.setMinimumHeight(px(24)))
        control.setProperty("field", True)
        control.textEdited.connect(lambda text: self.wanted.emit({field: text}))

        def show(text: str) -> None:
            if text != control.text():
                control.setText(text)

        return self._known(field, control, show)

    def _known(self, field: str, control: Control, show: Callable[[Any], object]) -> Control:
        control.setObjectName(field)
        self.controls[field], self._showing[field] = control, show
        return control


def line(*parts: QWidget | str | int) -> QWidget:
    """Widgets and words in a row; a number is a stretch."""
    made = QWidget()
    row = QHBoxLayout(made)
    row.setContentsMargins(0, 0, 0, 0)
    row.setSpacing(6)
    for part in parts:
        if isinstance(part, int):
            row.addStretch(part)
        else:
            row.addWidget(QLabel(part) if isinstance(part, str) else part)
    return made


def grid(widgets: list[Any], columns: int, gap: int = 3) -> QWidget:
    """Widgets in columns of equal width."""
    made = QWidget()
    place = QGridLayout(made)
    place.setContentsMargins(0, 0, 0, 0)
    place.setHorizontalSpacing(gap)
    place.setVerticalSpacing(3)
    for k, widget in enumerate(widgets):
        widget.setSizePolicy(widget.sizePolicy().Policy.Expanding, widget.sizePolicy().Policy.Fixed)
        place.addWidget(widget, k // columns, k % columns)
    for column in range(columns):
        place.setColumnStretch(column, 1)
    return made
