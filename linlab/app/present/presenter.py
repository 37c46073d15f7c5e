"""Presenting: the plane goes on stage, alone on the full screen, and the window comes back as it
was.

The presenter remembers what it changes and restores it. Changes to the document and its training
stay.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, NamedTuple

import shiboken6
from PySide6.QtCore import QByteArray, QMargins, QObject, QRect, QSize, Qt, Signal
from PySide6.QtGui import QGuiApplication, QScreen
from PySide6.QtWidgets import QApplication, QDialog, QLayout, QMainWindow, QSplitter, QWidget

from linlab.app.plane.over.banner import Banner
from linlab.app.plane.plane import Plane
from linlab.app.session.document_files import DocumentFiles
from linlab.engine.data.points import Points
from linlab.engine.picture.palette import Palette
from linlab.engine.picture.shapes import View

if TYPE_CHECKING:
    from .stage import Stage


SMALLEST = 320, 240  # least size of a stage, even if the screen has fewer pixels


class Places(NamedTuple):
    """What the next start needs to know."""

    window: QByteArray
    panels: list[int]


@dataclass(frozen=True)
class StateBefore:
    """What to restore."""

    state: Qt.WindowState
    geometry: QRect
    normal: QRect  # what a maximised window returns to
    places: Places
    margins: QMargins
    hidden: tuple[tuple[QWidget, bool], ...]
    focus: QWidget | None
    palette: Palette
    framed: bool
    scale: float
    font: float
    wanted: View
    fitted: Points | None
    source: object  # of the points: other spaces have their own view
    tool: str
    label: int
    axes: bool
    spacing: int
    least: QSize  # of the window


class Presenter(QObject):
    """Takes a window on stage, and back."""

    entered = Signal()  # the stage is there
    ended = Signal()  # everything is restored

    stage: "Stage | None"

    def __init__(
        self,
        window: QMainWindow,
        splitter: QSplitter,
        plane: Plane,
        banner: Banner,
        files: DocumentFiles,
        away: tuple[QWidget, ...],
        set_up: "Callable[[], Stage]",
        take_tool: Callable[[str], object],
        put_beside: Callable[[str], object],
    ) -> None:
        """While presenting, the widgets in `away` are hidden, and `set_up` makes the stage;
        afterwards the view beside the plane stays beside it."""
        super().__init__(window)
        self._window = window
        self._splitter = splitter
        self._plane = plane
        self._banner = banner
        self._files = files
        self._away, self._set_up, self._take_tool, self._put_beside = (
            away,
            set_up,
            take_tool,
            put_beside,
        )
        self.stage = None
        self._before: StateBefore | None = None
        self._helped = False
        self._beside = ""
        self.choose_screen: Callable[[], QScreen | None] = lambda: None  # of the stage
        self.dialogs_at: Callable[[QDialog], object] | None = None  # places one off the stage
        files.opened.connect(self._opened)

    @property
    def active(self) -> bool:
        return self.stage is not None

    def toggle(self) -> None:
        self.leave() if self.active else self.enter()

    def places(self) -> Places:
        """Where things are, or will be after presenting."""
        return (
            self._before.places
            if self._before is not None
            else Places(self._window.saveGeometry(), self._splitter.sizes())
        )

    @property
    def beside(self) -> str:
        """The view beside the plane, or the one that will be there while presenting; empty if there
        is none."""
        return self._beside if self.stage is None else self.stage.beside.name

    @beside.setter
    def beside(self, name: str) -> None:
        self._beside = name
        if self.stage is not None:
            self.stage.show_beside(name)

    def finish(self) -> None:
        """Finish the gesture of a slider on stage."""
        if self.stage is not None:
            self.stage.knob.finish()

    def enlarge(self, part: QWidget) -> None:
        """Give a menu or a dialog the size of the stage while presenting; a dialog that the
        speaker alone sees keeps its own."""
        own = part.property("own-style")
        if own is None:
            own = part.styleSheet()
            part.setProperty("own-style", own)
        if self.dialogs_at is not None and isinstance(part, QDialog):
            part.setStyleSheet(own)
            self.dialogs_at(part)
            return
        part.setStyleSheet(own if self.stage is None else own + self.stage.large_style)
        if self.stage is not None and isinstance(part, QDialog):
            part.resize(round(0.8 * self._window.width()), round(0.85 * self._window.height()))

    def layers(self) -> set[str]:
        """The layers of the plane, or those after presenting."""
        shown = set(self._plane.shown)
        return (
            shown
            if self._before is None
            else shown - {"axes"} | ({"axes"} if self._before.axes else set())
        )

    def split(self, sizes: list[int], hidden: Mapping[QWidget, bool]) -> None:
        """Set the widths in the splitter and what is hidden: now, or after presenting."""
        before = self._before
        for widget, out in hidden.items():
            widget.setHidden(out or before is not None)
        self._splitter.setSizes(sizes)
        self._splitter.refresh()  # its sizes take effect at once
        if before is None:
            return
        away = {self._splitter.indexOf(widget) for widget in hidden if hidden[widget]}
        panels = [0 if k in away else size for k, size in enumerate(sizes)]
        self._before = replace(
            before,
            places=before.places._replace(panels=panels),
            hidden=tuple((widget, hidden.get(widget, out)) for widget, out in before.hidden),
        )

    def _opened(self) -> None:
        """Another document was opened on stage: what it brought is restored afterwards."""
        if self._before is not None:
            plane = self._plane
            self._before = replace(
                self._before,
                wanted=plane.sight.wanted,
                fitted=plane.sight.fitted,
                source=self._source(),
                axes="axes" in plane.shown,
            )
            plane.switch("axes", False)

    def enter(self) -> None:
        """Show the plane alone, on the screen of the stage."""
        if self.active:
            return
        window = self._window
        plane = self._plane
        layout = self._layout()
        plane.hand.drop_gesture()
        self._banner.hide()
        self._before = StateBefore(
            window.windowState(),
            window.geometry(),
            window.normalGeometry(),
            self.places(),
            layout.contentsMargins(),
            tuple((w, w.isHidden()) for w in self._away),
            QApplication.focusWidget(),
            plane.theme,
            plane.framed,
            plane.scale_by,
            plane.font_size,
            plane.sight.wanted,
            plane.sight.fitted,
            self._source(),
            plane.tool.name,
            plane.session.label,
            "axes" in plane.shown,
            layout.spacing(),
            window.minimumSize(),
        )
        plane.setFocus()
        plane.shown.discard("axes")  # unless they are switched on there
        for widget in self._away:
            widget.hide()
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        window.setMinimumSize(*SMALLEST)
        self.stage = self._set_up()
        self.stage.left.connect(self.leave)
        self.stage.show_beside(self._beside)
        screen = self.choose_screen()
        if screen is not None and screen is not window.screen():
            window.setWindowState(Qt.WindowState.WindowNoState)  # otherwise it cannot be moved
            window.setScreen(screen)
            window.setGeometry(screen.geometry())
        window.setWindowState(window.windowState() | Qt.WindowState.WindowFullScreen)
        self.entered.emit()
        if not self._helped:
            self._helped = True
            self.stage.help()

    def leave(self) -> None:
        """Restore everything."""
        stage, before = self.stage, self._before
        if stage is None or before is None:
            return
        self._beside = self.beside
        self.stage = self._before = None
        window, plane = self._window, self._plane
        plane.hand.drop_gesture()
        self._banner.hide()
        stage.clear()
        plane.framed, plane.scale_by, plane.font_size = before.framed, before.scale, before.font
        plane.covered_top = plane.covered_bottom = 0
        plane.switch("axes", before.axes)
        if self._source() == before.source:
            plane.sight.look_at(before.wanted)
            plane.sight.fitted = before.fitted
        plane.apply_theme(before.palette)
        for widget, hidden in before.hidden:
            widget.setHidden(hidden)
        self._layout().setContentsMargins(before.margins)
        self._layout().setSpacing(before.spacing)
        window.setMinimumSize(before.least.boundedTo(before.geometry.size()))
        self._put_back(before)
        self._put_beside(self._beside)
        plane.session.label = min(before.label, len(plane.session.points.classes) - 1)
        self._take_tool(before.tool)
        if (
            before.focus is not None
            and shiboken6.isValid(before.focus)
            and before.focus.isVisible()
        ):
            before.focus.setFocus()
        self.ended.emit()

    def _put_back(self, before: StateBefore) -> None:
        """Give the window the place that it had, if there is still a screen there."""
        window = self._window
        screens = [screen.availableGeometry() for screen in QGuiApplication.screens()]
        here = next((room for room in screens if room.intersects(before.normal)), None)
        moved = here is None or not window.screen().geometry().intersects(before.normal)
        if moved and before.state != Qt.WindowState.WindowNoState:
            window.setWindowState(Qt.WindowState.WindowNoState)
            window.setGeometry(before.normal if here is not None else screens[0])
        window.setWindowState(before.state)
        if before.state == Qt.WindowState.WindowNoState:
            window.setGeometry(before.geometry)
            if here is None:
                window.move(screens[0].topLeft())

    def _source(self) -> object:
        source = self._plane.session.settled.source
        return self._files.path, source and source.name

    def _layout(self) -> QLayout:
        """The layout of the frame around the panels."""
        frame = self._window.centralWidget()
        layout = frame.layout() if frame is not None else None
        assert layout is not None
        return layout
