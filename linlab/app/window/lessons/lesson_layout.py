"""The layout of a lesson: text, plane and transport. The rest of the lab is folded until a page asks
for it or the student unfolds it; numbers and views wait for the answer to a question.

It is the same for users of Simple and of Full, and the window comes back as it was.
"""

from dataclasses import dataclass
from typing import Protocol

from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMainWindow, QSplitter, QWidget

from linlab.app.controls.accessibility.text_size import px
from linlab.app.lessons.column import LeftColumn
from linlab.app.panels.right_panel import RightPanel
from linlab.app.panels.transport import Transport
from linlab.app.plane.plane import Plane
from linlab.app.present.presenter import Presenter
from linlab.app.session.lessons.lesson_run import LessonRun
from linlab.app.window.bar.toolbar import Toolbar
from linlab.app.window.modes import LESSON, Modes
from linlab.app.window.panel_widths import LEFT, MIDDLE, RIGHT, PanelWidths
from linlab.engine.document.look import FULL, SIMPLE
from linlab.lessons.shipped import number_of

from .lesson_bar import LessonBar

NARROW, SHARE, BROAD = 380, 0.3, 460  # the column of the text: pixels, and share of the window
UNLIMITED = 16_777_215  # Qt's greatest width of a widget
AROUND = 40  # pixels around and between the panels
LEAST_MIDDLE = 300  # pixels of the plane, however narrow the window is


class LayoutParts(Protocol):
    """The parts of the window that are arranged."""

    splitter: QSplitter
    column: LeftColumn
    right: RightPanel
    bar: Toolbar
    transport: Transport
    modes: Modes
    widths: PanelWidths
    commands: dict[str, QAction]
    plane: Plane

    @property
    def presenter(self) -> Presenter: ...
    def put_beside(self, name: str) -> None: ...


@dataclass(frozen=True)
class Before:
    """The window before the lesson."""

    sizes: list[int]
    chosen: dict[int, int]
    least: int  # width of the left column
    left_hidden: bool
    right_hidden: bool
    modes: dict[str, str]
    said_of_the_end: tuple[bool, bool]  # what was said about the end of the run


class LessonLayout:
    """Arranges a window for a lesson, and back."""

    def __init__(self, window: LayoutParts, frame: QMainWindow, bar: LessonBar) -> None:
        self._window, self._status, self.bar = window, frame.statusBar(), bar
        self._frame: QWidget = frame
        self._before: Before | None = None
        self._last: Before | None = None  # until the document is back, too
        self._run: LessonRun | None = None
        self._page: tuple[object, int] | None = None  # the lesson and the page that is arranged
        self._views: bool | None = None  # the student's choice; None: what the page asks for
        self._veil: object = None  # the page that hides what would answer its question
        self._data = False
        self._own_width = 0  # of the text, if the student has moved its edge
        window.splitter.splitterMoved.connect(self._moved)
        bar.data_wanted.connect(self.unfold_data)
        bar.views_wanted.connect(self.unfold_views)

    @property
    def active(self) -> bool:
        return self._before is not None

    @property
    def simple_transport(self) -> bool:
        """Whether the transport has its few buttons only."""
        return self.active and not self._data

    def turn(self, run: LessonRun | None) -> None:
        """Another page is shown, or none."""
        if run is None:
            self._end()
            return
        if self._before is None:
            self._begin()
        self._run = run
        page = (run.lesson, run.at)
        if page != self._page:
            self._page = page
            self._views = self._views or None
        self._veil = page if run.asks else None
        self.arrange()
        if not self._window.presenter.active:
            self.share()

    def unfold_data(self, wanted: bool) -> None:
        """Show the data, the model and the tools, or fold them."""
        self._data = wanted
        self._window.column.unfold_controls(wanted)
        self.arrange()

    def unfold_views(self, wanted: bool) -> None:
        """Show numbers and views, or fold them, if no question is open."""
        self._views = wanted
        self.arrange()

    def toggle(self, side: str) -> None:
        """What F2 and F3 do in a lesson."""
        if side == "left":
            self.unfold_data(not self._data)
        elif self.bar.views.isEnabled():
            self.unfold_views(self._window.right.isHidden())

    def arrange(self) -> None:
        """Show what belongs here now."""
        run = self._run
        if run is None or not run.active or self._window.presenter.active:
            return
        lesson, shown = run.lesson, run.step.shown
        assert lesson is not None
        self._lift_veil(run)
        question = run.step.question
        veiled = run.asks and question is not None and not question.kind.open_lab
        page_asks = shown is not None and shown.views
        wanted = page_asks if self._views is None else self._views
        views = wanted and not veiled
        place = f"page {run.at + 1} of {len(lesson.steps)}"
        self.bar.show_page(number_of(run.path, lesson), lesson.title, place)
        self.bar.show_state(self._data, views, veiled)
        window = self._window
        changed = window.right.isHidden() == views or window.column.isHidden()
        for part, visible in (
            (self.bar, True),
            (window.bar, self._data),
            (self._status, False),
            (window.column, True),
            (window.right, views),
        ):
            if part.isHidden() == visible:
                part.setVisible(visible)
        window.transport.set_simple(self.simple_transport)
        if changed:
            self.share()

    def _lift_veil(self, run: LessonRun) -> None:
        """Once a question is answered, show what would have answered it."""
        plane, secret, shown = self._window.plane, run.step.telling, run.step.shown
        plane.tells_errors = not (run.asks and secret.errors)
        if self._veil is None or run.asks or shown is None:
            return
        self._veil = None
        for name in secret.layers:
            plane.switch(name, True)
        if secret.beside:
            self._window.put_beside(shown.look.beside)
        plane.refresh()

    def share(self) -> None:
        """Set the widths of text, plane and views."""
        window = self._window
        room = self._frame.width() - px(AROUND)
        left = self._own_width or round(min(max(px(NARROW), SHARE * room), px(BROAD)))
        right = 0 if window.right.isHidden() else window.right.minimumWidth()
        sizes = [0, 0, 0]
        sizes[LEFT] = left
        sizes[RIGHT] = right
        sizes[MIDDLE] = max(LEAST_MIDDLE, room - left - right)
        window.splitter.setSizes(sizes)
        window.splitter.refresh()

    def _moved(self) -> None:
        if self.active and not self._window.presenter.active:
            self._own_width = self._window.splitter.sizes()[LEFT]

    def came_back(self) -> None:
        """The document of before is back: so are the mode and what was said of its run."""
        before = self._last
        self._last = None
        if before is not None:
            self._window.widths.chosen = dict(before.chosen)
            self._window.modes.ask_again(before.modes)
            self._window.right.meaning.meaning.restore(before.said_of_the_end)

    def stage_left(self) -> None:
        """The stage restored what it had hidden; a page may have been turned there, or the lesson
        left."""
        if self.active:
            self.arrange()
            self.share()
        elif not self.bar.isHidden():
            self._put_back_bars()

    def _begin(self) -> None:
        window = self._window
        self._before = Before(
            window.presenter.places().panels,
            dict(window.widths.chosen),
            window.column.minimumWidth(),
            window.column.isHidden() and not window.presenter.active,
            window.right.isHidden() and not window.presenter.active,
            window.modes.asked,
            window.right.meaning.meaning.said_of_the_end,
        )
        self._data = False
        self._views = None
        self._page = None
        self._own_width = 0
        window.modes.ask(LESSON, FULL)
        window.column.setMinimumWidth(px(NARROW))
        window.column.setMaximumWidth(px(BROAD))
        window.commands["simple-or-full"].setEnabled(False)
        window.bar.leave_to_lesson(True)

    def _end(self) -> None:
        before = self._before
        if before is None:
            return
        window = self._window
        self._last = before
        self._before = self._run = None
        window.plane.tells_errors = True
        window.commands["simple-or-full"].setEnabled(True)
        window.bar.leave_to_lesson(False)
        window.modes.ask(LESSON, before.modes.get(LESSON, ""))
        window.column.setMinimumWidth(before.least)
        window.column.setMaximumWidth(UNLIMITED)
        window.transport.set_simple(window.modes.shown == SIMPLE)
        window.widths.chosen = dict(before.chosen)
        hidden = {window.column: before.left_hidden, window.right: before.right_hidden}
        window.presenter.split(before.sizes, hidden)
        if not window.presenter.active:
            self._put_back_bars()

    def _put_back_bars(self) -> None:
        self.bar.hide()
        self._window.bar.show()
        self._status.show()
