"""Presenting: the window takes its plane on stage, alone on the full screen, and comes back as if nothing had been.

What the presenter changes it remembers and puts back. What happened meanwhile to the document and its training stays.
"""

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

import shiboken6
from PySide6.QtCore import QByteArray, QMargins, QObject, QRect, Qt
from PySide6.QtWidgets import QApplication, QLayout, QWidget

from linlab.engine.picture.palette import Palette
from linlab.engine.picture.shapes import View

if TYPE_CHECKING:
    from linlab.app.window.window import Window

    from .stage import Stage


class Places(NamedTuple):
    """What the next start needs to know."""

    window: QByteArray
    panels: list[int]


@dataclass(frozen=True)
class Before:
    """What there was, to be put back."""

    state: Qt.WindowState
    geometry: QRect
    places: Places
    margins: QMargins
    hidden: tuple[tuple[QWidget, bool], ...]
    focus: QWidget | None
    palette: Palette
    framed: bool
    scale: float
    font: float
    wanted: View
    source: object  # of the points: others have a view of their own
    tool: str
    label: int


class Presenter(QObject):
    """Takes a window on stage, and back."""

    lab: "Window"
    stage: "Stage | None"

    def __init__(self, window: "Window") -> None:
        super().__init__(window)
        self.lab, self.stage = window, None
        self._before: Before | None = None
        self._helped = False

    @property
    def active(self) -> bool:
        return self.stage is not None

    def toggle(self) -> None:
        self.leave() if self.active else self.enter()

    def places(self) -> Places:
        """Where things are, or will be after presenting: it takes them a while to get there."""
        return self._before.places if self._before is not None else Places(self.lab.saveGeometry(), self.lab.splitter.sizes())

    def enter(self) -> None:
        """The plane alone, on the screen where the window is."""
        if self.active:
            return
        from .stage import HELP, HINT, Stage  # the start does not wait for it

        lab, plane, layout = self.lab, self.lab.plane, self._layout()
        plane.drop_gesture()
        lab.banner.hide()
        away = (lab.left, lab.right, lab.bar, lab.statusBar(), lab.transport)
        self._before = Before(
            lab.windowState(), lab.geometry(), self.places(), layout.contentsMargins(),
            tuple((w, w.isHidden()) for w in away), QApplication.focusWidget(), plane.theme, plane.framed, plane.scale_by,
            plane.font_size, plane.wanted, self._source(), plane.tool.name, lab.session.label,
        )  # fmt: skip
        plane.setFocus()
        for widget in away:
            widget.hide()
        layout.setContentsMargins(0, 0, 0, 0)
        self.stage = Stage(lab)
        self.stage.left.connect(self.leave)
        lab.setWindowState(lab.windowState() | Qt.WindowState.WindowFullScreen)
        if not self._helped:
            self._helped = True
            self.stage.say(HINT, HELP)

    def leave(self) -> None:
        """Everything as it was."""
        stage, before = self.stage, self._before
        if stage is None or before is None:
            return
        self.stage = self._before = None
        lab, plane = self.lab, self.lab.plane
        plane.drop_gesture()
        lab.banner.hide()
        stage.clear()
        plane.framed, plane.scale_by, plane.font_size = before.framed, before.scale, before.font
        plane.roof = plane.floor = 0
        if self._source() == before.source:
            plane.look_at(before.wanted)
        plane.dress(before.palette)
        for widget, hidden in before.hidden:
            widget.setHidden(hidden)
        self._layout().setContentsMargins(before.margins)
        lab.setWindowState(before.state)
        if before.state == Qt.WindowState.WindowNoState:
            lab.setGeometry(before.geometry)
        lab.session.label = min(before.label, len(lab.session.points.classes) - 1)
        lab.take_tool(before.tool)
        if before.focus is not None and shiboken6.isValid(before.focus) and before.focus.isVisible():
            before.focus.setFocus()

    def _source(self) -> object:
        source = self.lab.session.settled.source
        return self.lab.files.path, source and source.name

    def _layout(self) -> QLayout:
        """Of the frame around the panels."""
        frame = self.lab.centralWidget()
        layout = frame.layout() if frame is not None else None
        assert layout is not None
        return layout
