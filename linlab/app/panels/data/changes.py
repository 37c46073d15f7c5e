"""The controls of what can be done to any data set: imbalance, another x₂, its scale, flipped labels.

They are made from the table `CHANGES` of the engine. Folded away, only those remain visible that
change something.
"""

from collections.abc import Mapping
from functools import partial

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from linlab.app.controls.choices import ChoiceRow
from linlab.app.controls.sliders import SliderRow
from linlab.app.controls.widgets import SPACING, allow
from linlab.engine.data.changes import CHANGES, changes_of
from linlab.engine.data.dataset import DataKnob, DataSet
from linlab.engine.data.datasets import HIDDEN

NO_PLACES = "The positions of these points are computed from their texts."

TITLES = {"n": "Points", HIDDEN.name: "Hidden labels"} | {c.knob.name: c.title for c in CHANGES}
FURTHER = {HIDDEN.name, *(c.knob.name for c in CHANGES)}  # not stored while they change nothing


def title_of(knob: DataKnob) -> str:
    """What the control of a knob is called."""
    return TITLES.get(knob.name, knob.name.capitalize())


class DataChanges(QWidget):
    """A row for each change. `turned` has a knob and its value, `released` ends a gesture."""

    turned = Signal(object, object)
    released = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("data-changes")
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(SPACING)
        self.rows: dict[str, SliderRow | ChoiceRow] = {}
        self._open = self._simple = False
        self._values: dict[str, float] = {}
        for change in CHANGES:
            row = self.rows[change.knob.name] = self._row(change.title, change.knob)
            row.setObjectName(f"data-knob-{change.knob.name}")
            column.addWidget(row)
        self._fold()

    def _row(self, title: str, knob: DataKnob) -> SliderRow | ChoiceRow:
        if knob.choices:
            choice = ChoiceRow(title, tuple((str(k), name) for k, name in enumerate(knob.choices)))
            choice.chosen.connect(partial(self._choose, knob))
            return choice
        slider = SliderRow(
            title, knob.symbol, knob.low, knob.high, log=knob.log, integer=knob.integer, flat=True
        )
        slider.narrow_box(39)
        slider.moving.connect(partial(self.turned.emit, knob))
        slider.released.connect(partial(self.released.emit, knob))
        return slider

    def _choose(self, knob: DataKnob, key: str) -> None:
        self.turned.emit(knob, int(key))
        self.released.emit(knob)

    def read(
        self, dataset: DataSet | None, values: Mapping[str, float], why: str, again: str
    ) -> None:
        """Show the values of a data set; `why` they cannot be changed, and what a change costs."""
        able = set() if dataset is None else {each.knob.name for each in changes_of(dataset)}
        self._values = {}
        for change in CHANGES:
            knob = change.knob
            row = self.rows[knob.name]
            value = values.get(knob.name, knob.default)
            if value != knob.default:
                self._values[knob.name] = value
            if isinstance(row, ChoiceRow):
                row.set_current(str(round(value)))
            else:
                row.set_value(round(value) if knob.integer else float(value))
            reason = why or ("" if knob.name in able else NO_PLACES)
            allow(row, reason, f"{knob.help}\n{again}" if again else knob.help)
        self._fold()

    def set_simple(self, simple: bool) -> None:
        self._simple = simple
        self._fold()

    def unfold(self, open: bool) -> None:
        self._open = open
        self._fold()

    def _fold(self) -> None:
        for name, row in self.rows.items():
            busy = isinstance(row, SliderRow) and row.busy
            row.setVisible(self._open or name in self._values or busy)
        self.setHidden(self._simple or (not self._open and not self._values))
