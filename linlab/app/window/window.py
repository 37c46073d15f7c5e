"""The window: data and model on the left, the plane in the middle, numbers on the right, the
transport under the plane."""

import base64
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QByteArray, QPointF, Qt, QTimer, Signal
from PySide6.QtGui import QCloseEvent, QDragEnterEvent, QDropEvent, QGuiApplication, QResizeEvent
from PySide6.QtWidgets import (
    QApplication,
    QDialog,
    QLabel,
    QMainWindow,
    QMenu,
    QSplitter,
    QVBoxLayout,
    QWidget,
)

from linlab.app.controls import theme as themes
from linlab.app.controls.accessibility import motion
from linlab.app.controls.accessibility.announcer import Announcer
from linlab.app.controls.accessibility.text_size import px
from linlab.app.controls.linked.explained_label import ExplainedLabel
from linlab.app.lessons.column import LeftColumn
from linlab.app.panels.bookmarks.commands import BookmarkCommands
from linlab.app.panels.left_panel import LeftPanel
from linlab.app.panels.right_panel import RightPanel
from linlab.app.panels.transport import Transport
from linlab.app.panels.views.beside_card import BesideCard, Pair
from linlab.app.panels.views.views_card import CURVES, inward
from linlab.app.plane.gestures.tool import says_here
from linlab.app.plane.over.banner import Banner
from linlab.app.plane.over.offer import COURSE, COURSE_TIP, DECLINE, Offer
from linlab.app.plane.over.question import EndingQuestion
from linlab.app.plane.plane import Plane
from linlab.app.present.presenter import Presenter
from linlab.app.session.arrival import SECONDS
from linlab.app.session.document_files import DocumentFiles
from linlab.app.session.locks import SAID, locked
from linlab.app.session.player import Player
from linlab.app.session.preload import Preload
from linlab.app.session.session import Session
from linlab.app.session.settings import Settings
from linlab.engine.document.look import FULL, SIMPLE
from linlab.engine.ground.sanitise import sanitise, shorten

from .actions import make_actions
from .appearance import Appearance, prepare
from .bar.toolbar import Toolbar
from .course_commands import CourseCommands
from .dialogs.columns import ask_for_columns
from .dialogs.help import help_page
from .document_commands import DocumentCommands
from .editing import Editing
from .focus import Keyboard
from .ground_menu import ground_menu
from .lesson_commands import LessonCommands
from .lessons.lesson_bar import LessonBar
from .lessons.lesson_layout import LessonLayout
from .modes import KEY, Modes, arrange
from .panel_widths import LEFT, MIDDLE, RIGHT, PanelWidths
from .point_menu import point_menu
from .window_look import LookKeeper

if TYPE_CHECKING:
    from linlab.app.export.dialog.dialog import ExportDialog
    from linlab.app.present.stage import Stage

    from .dialogs.glossary import Glossary

LEAST, LOW = (
    (900, 440),
    620,
)  # pixels: minimum size of the window; height below which the transport is compact
PLACE = 150  # pixels at 100 %: kept in the status bar for what is under the mouse
SEVERAL = "Several models are shown in Full."
UNLABELLED = (  # what a tool says of a class, and without one
    ("a point of {class}", "an unlabelled point"),
    ("points of {class}", "unlabelled points"),
    ("to put it into {class}", "to take its class away"),
    ("to put this point into {class}", "to take its class away"),
)


class Window(QMainWindow):
    """A view of a session, and the commands on it."""

    closed = Signal()

    def __init__(self, session: Session, files: DocumentFiles, settings: Settings) -> None:
        prepare(settings)
        super().__init__()
        self.setObjectName("window")
        self.session, self.files, self.settings = session, files, settings
        self.appearance = Appearance(settings, self._resize_text)
        self.theme = themes.chosen(settings.now.theme)
        self._second_offers: list[Offer] = []  # the lesson's, at the very first start
        self.modes = Modes(settings, self)
        self.setAcceptDrops(True)
        self.plane = Plane(session, self.theme)
        self.player = Player(session)
        self.player.arrival.seconds = SECONDS
        self.player.arrival.still = motion.reduced
        self.transport = Transport(session, self.player, self.theme)
        self.bookmarks = BookmarkCommands(self.transport, self.plane)
        self.left, self.right = LeftPanel(session), RightPanel(session, self.player)
        self.bookmarks.duplicate = self.left.model.team.branch
        self.column = LeftColumn(self.left, session)
        self.editing, self.documents = (
            Editing(self.plane, self.player),
            DocumentCommands(self, files),
        )
        files.choose_columns = partial(ask_for_columns, parent=self)
        self.lessons = self.documents.lessons = LessonCommands(
            self, self.plane, self.player, files, self.column, self.editing, self._step_turned
        )
        self.lessons.show_view = self.show_view
        self.lessons.show_glossary = self.show_glossary
        self.commands = make_actions(self, self)
        self.exporter: ExportDialog | None = None  # created on demand
        self.help: QDialog | None = None
        self.symbols: QDialog | None = None
        self.glossary: Glossary | None = None
        self.right.step.asked.connect(self.show_symbols)
        self.bar = Toolbar(
            self.commands,
            self.plane,
            self.documents,
            self.editing,
            self.lessons,
            settings.now.theme,
        )
        self.addToolBar(self.bar)
        menu, lessons = self.bar.main_menu.menu(), self.bar.lessons.menu()
        assert menu is not None and lessons is not None
        self.lesson_bar = LessonBar(self.commands, menu, lessons)
        self.insertToolBar(self.bar, self.lesson_bar)
        self.insertToolBarBreak(self.bar)
        self.course = CourseCommands(
            self,
            self.lessons,
            self.commands,
            self.show_glossary,
            lambda: (self.bar, self.lesson_bar, self.frame, self.statusBar()),
        )
        self.bookmarks.list_in(self.bar.menus["Bookmarks"])
        self.appearance.show_in(self.bar.menus["View"], self.commands)
        Keyboard(self, self.bar.aim.click)
        self._lay_out()
        self._status()
        self.modes.changed.connect(self._show_mode)
        self.bar.mode.chosen.connect(self.modes.choose)
        self.left.data.command_wanted.connect(lambda name: self.commands[name].trigger())
        self.left.data.guesses_wanted.connect(self.learn_from_guesses)
        self.left.full_wanted.connect(lambda: self.modes.choose(FULL))
        self.banner = Banner(self.plane)
        self.say = self.banner.say
        self.question = EndingQuestion(self.plane, self.player.ending)
        self.player.ending.changed.connect(self._make_room_for_the_question)
        self.looking = LookKeeper(self)
        self.layout_of_lesson = LessonLayout(self, self, self.lesson_bar)
        self.lessons.changed = self.layout_of_lesson.arrange
        self.lessons.returned = self.layout_of_lesson.came_back
        self.offer = Offer(self.plane, self.player.play)
        self.player.state_changed.connect(self.offer.over)
        self._offer_lesson()
        away = (
            self.column,
            self.right,
            self.bar,
            self.lesson_bar,
            self.statusBar(),
            self.transport,
            self.offer,
            self.beside,
            *self._second_offers,
        )
        self.presenter = Presenter(
            self,
            self.splitter,
            self.plane,
            self.banner,
            files,
            away,
            self._set_up_stage,
            self.editing.take_tool,
            self.put_beside,
        )
        self.presenter.ended.connect(self.layout_of_lesson.stage_left)
        session.said.connect(self.say)
        session.said.connect(self.course.say)
        Announcer(session, self.player, self.plane)
        session.over.connect(self.banner.clear_message)
        session.notes.undoable.connect(lambda: self.banner.offer("Undo", session.undo))
        self.editing.taken.connect(self._taken)
        self.bar.theme_chosen.connect(self.switch_theme)
        self.bar.layer_switched.connect(self.switch)
        session.changed.connect(self.refresh)
        session.changed.connect(self._lock)
        files.renamed.connect(self._name)
        files.opened.connect(self.bar.refresh)
        files.opened.connect(self.player.quiet)
        files.opened.connect(self.right.meaning.begin_anew)
        self.left.model.team.arranged.connect(self.plane.arrange)
        self.plane.rearranged.connect(
            lambda: self.left.model.team.show_arrangement(self.plane.arranged)
        )
        for part in (self.beside, self.right.views):
            part.class_wanted.connect(self.editing.take_class)
            part.menu_wanted.connect(self._point_menu)
            part.files_wanted.connect(
                lambda names: self.documents.add_paths(list(map(Path, names)))
            )
        self.beside.view_wanted.connect(self.put_beside)
        self.right.views.view_wanted.connect(self.right.views.show_view)
        self.plane.hovered.connect(self.place.setText)
        session.pointing.reached.connect(self._doing)
        session.pointing.chosen.connect(self._doing)
        self.plane.menu_wanted.connect(self._point_menu)
        self.plane.ground_menu_wanted.connect(self._ground_menu)
        self._known = session.document.source
        self._name()
        self._doing()
        self._restore()
        self.switch_theme(settings.now.theme, keep=False)
        self.modes.opened("", len(session.runs))
        self._show_mode(self.modes.shown)
        self.plane.setFocus()
        QTimer.singleShot(0, self, self._offer_recovery)
        self._preload = Preload(session, self)

    def _make_room_for_the_question(self) -> None:
        """An older message stands where the question does."""
        if self.player.ending.sentence:
            self.banner.hide()

    def _lay_out(self) -> None:
        middle = self.middle = QWidget()
        column = QVBoxLayout(middle)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(10)
        self.beside = BesideCard(self.session)
        self.pair = Pair(self.plane, self.beside)
        self.beside.closed.connect(lambda: self.put_beside(""))
        self.right.views.beside_wanted.connect(self.put_beside)
        self.right.meaning.view_wanted.connect(self.put_beside)
        self.right.meaning.lesson_wanted.connect(self.lessons.open_page)
        self.right.meaning.open_in_full(self.settings.now.meaning_open)
        self.right.meaning.folded.connect(lambda away: self.settings.keep(meaning_open=not away))
        column.addWidget(self.pair, 1)
        column.addWidget(self.transport)
        self.splitter = QSplitter(Qt.Orientation.Horizontal)
        self.splitter.setHandleWidth(10)
        for panel in (self.column, middle, self.right):
            self.splitter.addWidget(panel)
        self.splitter.setStretchFactor(MIDDLE, 1)
        self.splitter.setCollapsible(MIDDLE, False)
        frame = self.frame = QWidget()
        outer = QVBoxLayout(frame)
        outer.setContentsMargins(10, 10, 10, 10)
        outer.addWidget(self.splitter)
        self.setCentralWidget(frame)
        self.setMinimumSize(*LEAST)
        self.widths = PanelWidths(self.splitter)
        room = self.screen().availableGeometry()
        self.resize(min(1440, room.width()), min(900, room.height() - 40))  # minus the title bar

    def _offer_lesson(self) -> None:
        """Offer the course, once, at the very first start."""
        if self.settings.now.offered:
            return
        self.settings.keep(offered=True)
        second = Offer(self.plane, self.course.open, COURSE, DECLINE, COURSE_TIP, self.offer)
        self.player.state_changed.connect(second.over)
        self._second_offers.append(second)

    def _status(self) -> None:
        self.doing, self.place, self.saved = QLabel(), ExplainedLabel(), QLabel()
        self.doing.setObjectName("doing")
        self.place.setObjectName("place")
        bar = self.statusBar()
        bar.setSizeGripEnabled(False)
        bar.addWidget(self.doing)
        bar.addWidget(self.place, 1)
        bar.addPermanentWidget(self.saved)

    # Showing

    def refresh(self) -> None:
        self.session.label = min(self.session.label, len(self.session.points.classes) - 1)
        self.bar.refresh()
        self._name()
        self._doing()
        if self.modes.count(len(self.session.runs)) and self.modes.shown == FULL:
            self.session.note(SEVERAL)
        source = self.session.document.source
        points = self.session.points
        if source is not None and source != self._known:
            another = self._known is None or source.name != self._known.name
            if another or not self.plane.sight.shows(points.x):
                self.plane.fit()
        self._known = source
        if not len(points) and self.plane.tool.needs_points:
            self.editing.take_tool("add")  # an empty plane has nothing to move or erase

    def _doing(self) -> None:
        label = self.session.label
        classes = self.session.points.classes
        tool = self.plane.tool
        says = says_here(self.session, tool, self.session.pointing.pointed)
        if not 0 <= label < len(classes):
            for words, unlabelled in UNLABELLED:
                says = says.replace(words, unlabelled)
        says = says.replace("{class}", shorten(classes[label]) if 0 <= label < len(classes) else "")
        room = self.width() - self.saved.sizeHint().width() - px(PLACE)
        parts = says.split(" · ")
        while (
            len(parts) > 1 and self.doing.fontMetrics().horizontalAdvance(" · ".join(parts)) > room
        ):
            parts.pop()  # the tooltip has it
        self.doing.setText(" · ".join(parts))
        self.doing.setToolTip(says)

    def _name(self) -> None:
        self.setWindowTitle(
            sanitise(self.files.title()).replace("[*]", "[*][*]")
        )  # Qt would add its own mark
        self.saved.setText(f"{shorten(self.files.name)} · {self.files.state}")

    def switch_theme(self, name: str, keep: bool = True) -> None:
        """Apply the theme with this name, or the system's."""
        if keep:
            self.settings.keep(theme=name)
        self.theme = themes.chosen(name)
        app = QApplication.instance()
        if isinstance(app, QApplication):
            themes.apply(app, self.theme)
        self.plane.apply_theme(self.theme)
        self.transport.apply_theme(self.theme)
        self.right.apply_theme(self.theme)
        self.beside.apply_theme(self.theme)
        self.lessons.apply_theme()
        self.course.apply_theme()

    def _resize_text(self) -> None:
        """Apply another text size everywhere."""
        self.switch_theme(self.settings.now.theme, keep=False)
        if self.layout_of_lesson.active:
            self.layout_of_lesson.share()
        elif not self.widths.chosen:
            self.splitter.setSizes(self.widths.sizes())
        self._doing()

    def next_theme(self) -> None:
        self.switch_theme(themes.opposite(self.theme).name)

    def switch(self, layer: str, on: bool) -> None:
        self.plane.switch(layer, on)
        self.bar.refresh()

    def layers(self) -> set[str]:
        """The layers of the plane; while presenting, those to return to."""
        return self.presenter.layers()

    def panels(self) -> tuple[int, int]:
        """The widths of the panels; while presenting, those to return to; 0: hidden."""
        sizes = self.presenter.places().panels
        return sizes[LEFT], sizes[RIGHT]

    def split(self, panels: tuple[int, int]) -> None:
        """Set the widths of the panels; a hidden one keeps its last width for later."""
        self.widths.choose({LEFT: panels[0], RIGHT: panels[1]})
        self.presenter.split(
            self.widths.sizes(), {self.column: not panels[0], self.right: not panels[1]}
        )

    def fold(self, side: str) -> None:
        """Hide a panel, or show it with its last width, even if it was dragged to nothing since."""
        if self.layout_of_lesson.active:
            self.layout_of_lesson.toggle(side)
            return
        which, panel = (LEFT, self.column) if side == "left" else (RIGHT, self.right)
        sizes = self.splitter.sizes()
        if sizes[which]:
            self.widths.measure()
            panel.hide()
        else:
            panel.show()
            sizes[which] = self.widths.of(which)
            sizes[MIDDLE] -= sizes[which]
            self.splitter.setSizes(sizes)
        self.splitter.refresh()  # update its sizes at once

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.transport.make_compact(event.size().height() < px(LOW))
        for panel in (self.left, self.right):
            panel.widen()
        if self.layout_of_lesson.active:
            self.layout_of_lesson.share()
        elif not self.widths.chosen and not self.presenter.active:
            self.splitter.setSizes(self.widths.sizes())
        self._doing()

    def put_beside(self, name: str) -> None:
        """Show a view beside the plane at the same width; none: the plane alone. The curves stand
        there only on stage."""
        self.presenter.beside = name
        if self.presenter.active:
            return
        name = name if name in inward() else ""
        alone = self.beside.isHidden()
        self.beside.show_view(name)
        self.right.views.set_beside(name)
        self.right.views.show_view(CURVES if name else self.right.views.current)  # not needed twice
        if name and alone:
            self.pair.share()
        self.pair.refresh()  # update its sizes at once, for the next fit of the points

    def toggle_beside(self) -> None:
        """Show the column's view beside the plane, or the plane alone again; for the curves, the
        first view into the model."""
        views = self.right.views
        chosen = views.current if views.current != CURVES else inward()[0]
        self.put_beside("" if self.beside.name else chosen)

    def full_screen(self) -> None:
        self.showNormal() if self.isFullScreen() else self.showFullScreen()

    def show_help(self) -> None:
        self.help = self.help or help_page(self, self.show_symbols, self.show_glossary)
        self.presenter.enlarge(self.help)
        self.help.show()
        self.help.raise_()
        self.help.activateWindow()

    def show_symbols(self) -> None:
        """Show or close the key to the symbols."""
        if self.symbols is None:
            from .dialogs.symbol_key import SymbolKey

            self.symbols = SymbolKey(self.session, self.right.words, self)
        if self.symbols.isVisible():
            self.symbols.hide()
        else:
            self.presenter.enlarge(self.symbols)
            self.symbols.show()
            self.symbols.raise_()
            self.symbols.activateWindow()  # so that Escape closes it

    def show_glossary(self, key: str = "") -> None:
        """Show the glossary, at this entry if there is one."""
        if self.glossary is None:
            from .dialogs.glossary import Glossary

            self.glossary = Glossary(self.lessons.open_term, self)
        self.presenter.enlarge(self.glossary)
        self.glossary.show_entry(key)

    def show_view(self, name: str) -> None:
        """Show a view: beside the plane, or the curves in their card."""
        self.course.close()
        if name in inward():
            self.put_beside(name)
        else:
            self.modes.ask(KEY, FULL)
            self.right.views.show_view(name)

    def about_document(self) -> None:
        """Edit the document's title and notes."""
        from .dialogs.about import About

        dialog = About(self.session, self.modes, self)
        self.presenter.enlarge(dialog)
        dialog.open()

    def learn_from_guesses(self) -> None:
        """Let models label the points they are sure about."""
        from .dialogs.guessing import Guessing

        dialog = Guessing(self.session, self)
        self.presenter.enlarge(dialog)
        dialog.open()

    def forget_guesses(self) -> None:
        from .dialogs.guessing import forget_guesses

        forget_guesses(self.session)

    def _show_mode(self, mode: str) -> None:
        """Show the parts of this mode."""
        self.bar.mode.set_current(mode)
        self.bar.put_away(arrange(self, self.bar, mode))
        for panel in (self.left, self.right, self.transport):
            panel.set_simple(mode == SIMPLE)
        self.layout_of_lesson.arrange()
        focus = QApplication.focusWidget()
        if focus is None or (self.isAncestorOf(focus) and not focus.isVisible()):
            self.plane.setFocus()

    def _step_turned(self) -> None:
        """Another page of a lesson, or none: a lesson has its own layout."""
        if self.lessons.run is not None:
            self.course.close()
        self.layout_of_lesson.turn(self.lessons.run)

    def _lock(self) -> None:
        """Disable what a page of a lesson locks, with the reason."""
        off = locked(self.session.locks, "transport")
        if self.transport.isEnabled() == off:
            self.transport.setEnabled(not off)
            self.transport.setToolTip(SAID["transport"] if off else "")
            for command in self.commands.values():
                if command.data() == "Run":
                    command.setEnabled(not off)

    def _woken(self) -> None:
        """Enable the commands again, except those without effect or locked."""
        self.bar.refresh()
        off = locked(self.session.locks, "transport")
        for command in self.commands.values():
            if command.data() == "Run" and off:
                command.setEnabled(False)

    def _taken(self) -> None:
        self.bar.refresh()
        self._doing()

    def _point_menu(self, id: int, place: QPointF) -> None:
        self._pop_up(point_menu(self, self.editing, id), place)

    def _ground_menu(self, x: float, y: float, place: QPointF) -> None:
        self._pop_up(ground_menu(self, self.editing, self.commands, (x, y)), place)

    def _pop_up(self, menu: QMenu, place: QPointF) -> None:
        self.menu = menu
        self.presenter.enlarge(menu)
        menu.popup(place.toPoint())

    def present(self) -> None:
        self.presenter.toggle()

    def _offer_recovery(self) -> None:
        """Offer what a crash left behind, but not while presenting."""
        if self.presenter.active:
            self.presenter.ended.connect(self._presented)
        elif self.isVisible() and not self.files.prepared:
            self.documents.offer_recovery()

    def _presented(self) -> None:
        """The presentation that the window began with has ended, or the window was closed during
        it."""
        self.presenter.ended.disconnect(self._presented)
        QTimer.singleShot(0, self, self._recover_now)

    def _recover_now(self) -> None:
        if self.isVisible():
            self.documents.offer_recovery()

    def _set_up_stage(self) -> "Stage":
        from linlab.app.present.stage import Stage  # imported late for a faster start
        from linlab.app.present.stage_context import StageContext

        return Stage(
            StageContext(
                self,
                self.middle,
                self.plane,
                self.player,
                self.commands,
                self.settings,
                self.documents.programme,
                self.looking.now,
                lambda: self.lessons.run,
                lambda: self.lessons.answer_box,
                self._woken,
            )
        )

    def export(self, what: str) -> None:
        """Open the export dialog for a figure, weights, points, a table or a film."""
        if self.exporter is None:
            from linlab.app.export.dialog.dialog import ExportDialog
            from linlab.app.export.dialog.export_source import ExportSource

            self.exporter = ExportDialog(
                ExportSource(self.session, self.files, self.settings, self.plane, self)
            )
        self.exporter.open_at(what)

    def closeEvent(self, event: QCloseEvent) -> None:
        event.ignore()  # the window stays if anything below fails
        self.presenter.finish()
        if not self.documents.may_leave():
            return
        event.accept()
        self.layout_of_lesson.turn(None)  # its widths are not those of the next start
        self.lessons.close()
        self.files.close()
        self.player.pause()
        window, (left, right) = self.presenter.places().window, self.looking.own_panels
        self.presenter.leave()
        if self.exporter is not None:
            self.exporter.close()
        geometry = base64.b64encode(bytes(window.data())).decode()
        self.settings.keep(geometry=geometry, panels=self.widths.kept(left, right))
        self.closed.emit()

    def _restore(self) -> None:
        now = self.settings.now
        if now.geometry:
            self.restoreGeometry(QByteArray(base64.b64decode(now.geometry)))
        if not any(
            screen.availableGeometry().intersects(self.geometry())
            for screen in QGuiApplication.screens()
        ):
            self.move(
                self.screen().availableGeometry().topLeft()
            )  # damaged, or for screens that no longer exist
        self.widths.recall(now.panels)
        hidden = {
            self.column: now.panels.get("left") == 0,
            self.right: now.panels.get("right") == 0,
        }
        self.presenter.split(self.widths.sizes(), hidden)

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        if event.mimeData().hasUrls():
            event.acceptProposedAction()

    def dropEvent(self, event: QDropEvent) -> None:
        for url in event.mimeData().urls()[:1]:
            self.documents.open_path(Path(url.toLocalFile()))
