"""The left column: the controls and, while a lesson is open or being written, its panel, with tabs
above."""

from PySide6.QtCore import QSize
from PySide6.QtWidgets import QVBoxLayout, QWidget

from linlab.app.controls.tabs import Tabs
from linlab.app.panels.left_panel import LeftPanel
from linlab.app.session.locks import SAID, locked
from linlab.app.session.session import Session

LESSON, WRITER, CONTROLS = "lesson", "writer", "controls"
TITLES = {LESSON: "Lesson", WRITER: "Writing", CONTROLS: "Data and model"}


class LeftColumn(QWidget):
    """Panels in one place, of which one is shown; the controls are always there."""

    def __init__(self, controls: LeftPanel, session: Session) -> None:
        super().__init__()
        self.setObjectName("left-column")
        self.controls, self._session = controls, session
        self.pages: dict[str, QWidget] = {CONTROLS: controls}
        self._open: list[str] = []  # the panel that is open beside the controls
        self.tabs = Tabs()
        for key, title in TITLES.items():
            self.tabs.add(key, title)
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

    def host(self, key: str, panel: QWidget) -> None:
        """Show this panel here while it is open."""
        self.pages[key] = panel
        self._column.insertWidget(1, panel)
        panel.hide()

    def open(self, key: str, folded: bool = False) -> None:
        """Open a panel, which may hide the controls."""
        self._open = [key, *(other for other in self._open if other != key)]
        self._settle(frozenset({CONTROLS}) if folded else frozenset())

    def unfold_controls(self, wanted: bool) -> None:
        """Show the controls beside the panel that is open, with tabs; or fold them away."""
        self._settle(frozenset() if wanted else frozenset({CONTROLS}))
        if wanted:
            self.tabs.set_current(CONTROLS)

    def close_page(self, key: str) -> None:
        """Close this panel and show what was open before."""
        self._open = [other for other in self._open if other != key]
        self._settle(frozenset())

    def _settle(self, folded: frozenset[str]) -> None:
        self.tabs.put_away(frozenset(TITLES) - {*self._open, CONTROLS} | folded)
        self.tabs.setVisible(bool(self._open) and not (folded and len(self._open) == 1))
        self.tabs.set_current(self._open[0] if self._open else CONTROLS)

    def _show(self, key: str) -> None:
        for own, page in self.pages.items():
            page.setVisible(own == key)

    def _lock(self) -> None:
        """Disable the cards of what cannot be changed; their tooltips say why."""
        locks = self._session.locks
        panel = self.controls
        for part, card in (
            ("data", panel.data),
            ("model", panel.model),
            ("training", panel.training),
        ):
            off = locked(locks, part)
            if card.isEnabled() == off:
                card.setEnabled(not off)
                card.setToolTip(SAID[part] if off else "")
