"""The left column: the controls, or while a lesson is open its panel, with two words above to change between them."""

from typing import TYPE_CHECKING

from PySide6.QtCore import QSize
from PySide6.QtWidgets import QVBoxLayout, QWidget

from linlab.app.controls.tabs import Tabs
from linlab.app.panels.left_panel import LeftPanel
from linlab.app.session.locks import SAID, locked
from linlab.app.session.session import Session

if TYPE_CHECKING:
    from .lesson_panel import LessonPanel

LESSON, CONTROLS = "lesson", "controls"


class LeftColumn(QWidget):
    """Controls, and once there is a lesson its panel in the same place."""

    def __init__(self, controls: LeftPanel, session: Session) -> None:
        super().__init__()
        self.setObjectName("left-column")
        self.controls, self._session = controls, session
        self.lesson: LessonPanel | None = None
        self.tabs = Tabs()
        self.tabs.add(LESSON, "Lesson")
        self.tabs.add(CONTROLS, "Data and model")
        self.tabs.turned.connect(self._show)
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(6)
        for part in (self.tabs, controls):
            self._column.addWidget(part)
        self.tabs.hide()
        self.setMinimumWidth(controls.minimumWidth())
        session.changed.connect(self._lock)

    def sizeHint(self) -> QSize:
        return self.controls.sizeHint()

    def host(self, panel: "LessonPanel") -> None:
        """This panel is shown here while its lesson is open."""
        self.lesson = panel
        self._column.insertWidget(1, panel)
        panel.hide()

    def open(self, active: bool, folded: bool = False) -> None:
        """A step of a lesson, which may fold the controls away; or no lesson any more."""
        self.tabs.setVisible(active and not folded)
        self.tabs.set_current(LESSON if active else CONTROLS)

    def _show(self, key: str) -> None:
        if self.lesson is not None:
            self.lesson.setVisible(key == LESSON)
            self.controls.setVisible(key == CONTROLS)

    def _lock(self) -> None:
        """Cards of what cannot be changed are off, and say why."""
        locks, panel = self._session.locks, self.controls
        for part, card in (("data", panel.data), ("model", panel.model), ("training", panel.training)):
            off = locked(locks, part)
            if card.isEnabled() == off:
                card.setEnabled(not off)
                card.setToolTip(SAID[part] if off else "")
