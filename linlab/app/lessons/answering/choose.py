"""One of several choices, each in a frame; a click anywhere in the frame selects it."""

from typing import Any

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QMouseEvent
from PySide6.QtWidgets import QButtonGroup, QHBoxLayout, QRadioButton, QVBoxLayout, QWidget

from linlab.app.controls.widgets import label, theme_in_force
from linlab.app.lessons.rich_text import RichText
from linlab.app.plane.plane import Plane
from linlab.app.session.lessons.prepared import Prepared


class ChooseBox(QWidget):
    """One of several."""

    given = Signal(object)

    def __init__(self, step: Prepared, plane: Plane) -> None:
        super().__init__()
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(6)
        self.group = QButtonGroup(self)
        self.rows = []
        for k, text in enumerate(step.texts.choices):
            row = Choice(text, step)
            self.group.addButton(row.button, k)
            row.setObjectName(f"choice-{k + 1}")
            column.addWidget(row)
            self.rows.append(row)
        self.group.idToggled.connect(self._chosen)

    def _chosen(self, k: int, on: bool) -> None:
        self.rows[k].light(on)
        if on:
            self.given.emit(k)

    def reveal(self, value: Any) -> None:
        for k, row in enumerate(self.rows):
            row.settle(k == value, k == self.group.checkedId())

    def apply_theme(self) -> None:
        for row in self.rows:
            row.apply_theme()

    def leave(self) -> None: ...

    def for_stage(self) -> None: ...


class Choice(QWidget):
    """A choice in a frame; a click anywhere in it selects it."""

    def __init__(self, text: str, step: Prepared) -> None:
        super().__init__()
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.button = QRadioButton()
        self.words = RichText(13)
        self.tick = label("", "value")
        self.words.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.words.show_html(text)
        self.button.setAccessibleName(self.words.plain())
        self.button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        row = QHBoxLayout(self)
        row.setContentsMargins(9, 7, 9, 7)
        row.setSpacing(8)
        row.addWidget(self.button)
        row.addWidget(self.words, 1)
        row.addWidget(self.tick)
        self._lit = self._right = False
        self.apply_theme()

    def light(self, on: bool) -> None:
        self._lit = on
        self.apply_theme()

    def settle(self, right: bool, chosen: bool) -> None:
        """Show the engine's answer: the right choice is marked by its frame and a tick, not by
        colour alone."""
        self.button.setEnabled(False)
        self.setCursor(Qt.CursorShape.ArrowCursor)
        self._lit = self._right = right
        self.apply_theme()
        own = "This was your answer." if chosen else ""
        self.setToolTip("This is right." if right else own)
        self.tick.setText("✓" if right else "")

    def apply_theme(self) -> None:
        theme = theme_in_force()
        ground = theme.soft if self._right else theme.card
        edge = f"2px solid {theme.accent}" if self._lit else f"1px solid {theme.border}"
        self.setStyleSheet(
            f"Choice {{ background: {ground}; border: {edge}; border-radius: 7px; }}"
        )

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if self.button.isEnabled():
            self.button.setChecked(True)
