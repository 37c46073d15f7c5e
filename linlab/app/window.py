"""The window: data and model on the left, the plane in the middle, numbers on the right, the transport under the plane."""

import base64
import contextlib
import sys
import threading
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from PySide6.QtCore import QByteArray, QObject, QPointF, Qt, QTimer, Signal
from PySide6.QtGui import QCloseEvent, QDragEnterEvent, QDropEvent, QGuiApplication
from PySide6.QtWidgets import QApplication, QFileDialog, QLabel, QMainWindow, QMessageBox, QSplitter, QVBoxLayout, QWidget

from linlab.engine.csvfile import format_csv, parse_csv
from linlab.engine.errors import LinlabError
from linlab.engine.points import Points

from . import theme as themes
from .actions import help_page, make_actions
from .files import Files
from .left_panel import LeftPanel
from .plane import Plane
from .player import Player
from .presenter import Presenter
from .right_panel import RightPanel
from .session import Session
from .settings import Settings
from .toolbar import Bar, point_menu
from .tools import TOOLS, many
from .transport import Transport

if TYPE_CHECKING:
    from .export_dialog import ExportDialog

NUDGE = 2  # pixels


class Window(QMainWindow):
    """A view of a session, and the commands on it."""

    session: Session
    plane: Plane
    player: Player
    transport: Transport
    presenter: Presenter

    def __init__(self, session: Session, files: Files, settings: Settings) -> None:
        super().__init__()
        self.setObjectName("window")
        self.session, self.files, self.settings = session, files, settings
        self.theme = themes.chosen(settings.now.theme)
        self.setAcceptDrops(True)
        self.plane = Plane(session, self.theme)
        self.player = Player(session, self.plane)
        self.transport = Transport(session, self.player, self.theme)
        self.left, self.right = LeftPanel(session), RightPanel(session)
        for name, on in settings.now.layers.items():
            self.plane.switch(name, on)
        self.commands = make_actions(self)
        self.exporter: ExportDialog | None = None  # once it is asked for
        self.bar = Bar(self)
        self.addToolBar(self.bar)
        self._lay_out()
        self._status()
        self.banner = QLabel(self.plane)
        self.banner.setObjectName("banner")
        self.banner.setWordWrap(True)
        self.banner.hide()
        self._banner_time = QTimer(self, singleShot=True, interval=7000)
        self._banner_time.timeout.connect(self.banner.hide)
        self.presenter = Presenter(self)
        session.said.connect(self.say)
        session.changed.connect(self.refresh)
        files.renamed.connect(self._name)
        self.plane.hovered.connect(self.place.setText)
        self.plane.menu_wanted.connect(self._point_menu)
        self.right.curves.found.connect(self._show_optimum)
        self._known = session.document.source
        self._name()
        self._doing()
        self._restore()
        self.wear(settings.now.theme, keep=False)
        self.plane.setFocus()
        QTimer.singleShot(0, self._offer_recovery)
        self._warm = Warmth(session, self)

    def _lay_out(self) -> None:
        middle = QWidget()
        column = QVBoxLayout(middle)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(10)
        column.addWidget(self.plane, 1)
        column.addWidget(self.transport)
        self.splitter = QSplitter(Qt.Orientation.Horizontal)
        self.splitter.setHandleWidth(10)
        for panel in (self.left, middle, self.right):
            self.splitter.addWidget(panel)
        self.splitter.setStretchFactor(1, 1)
        self.splitter.setCollapsible(1, False)
        self.splitter.setSizes([262, 840, 322])
        frame = QWidget()
        outer = QVBoxLayout(frame)
        outer.setContentsMargins(10, 10, 10, 10)
        outer.addWidget(self.splitter)
        self.setCentralWidget(frame)
        self.resize(1440, 900)
        self.setMinimumSize(960, 600)

    def _status(self) -> None:
        self.doing, self.place, self.saved = QLabel(), QLabel(), QLabel()
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
        source = self.session.document.source
        if source is not None and (self._known is None or source.name != self._known.name):
            self.plane.fit()
        self._known = source

    def _doing(self) -> None:
        label, classes = self.session.label, self.session.points.classes
        name = classes[label] if 0 <= label < len(classes) else "no class"
        self.doing.setText(self.plane.tool.says.replace("{class}", name))

    def _name(self) -> None:
        self.setWindowTitle(self.files.title())
        state = "unsaved" if self.files.dirty else "saved" if self.files.path is not None else "not saved yet"
        self.saved.setText(f"{self.files.name} · {state}")

    def say(self, sentence: str) -> None:
        """A sentence over the plane that goes away by itself."""
        self.banner.setText(sentence)
        self.banner.setStyleSheet(f"QLabel {{ background: {self.theme.text}; color: {self.theme.card}; border-radius: 8px; "
                                  f"padding: 9px 14px; font-size: {round(1.1 * self.plane.font_size)}px; }}")
        self.banner.setFixedWidth(min(round(47 * self.plane.font_size), self.plane.width() - 40))
        self.banner.adjustSize()
        floor = self.plane.height() - self.plane.floor
        self.banner.move((self.plane.width() - self.banner.width()) // 2, floor - self.banner.height() - 16)
        self.banner.show()
        self.banner.raise_()
        self._banner_time.start()

    def wear(self, name: str, keep: bool = True) -> None:
        """Put on the theme called light, dark or system."""
        if keep:
            self.settings.keep(theme=name)
        self.theme = themes.chosen(name)
        app = QApplication.instance()
        if isinstance(app, QApplication):
            themes.apply(app, self.theme)
        self.plane.dress(self.theme)
        self.transport.dress(self.theme)

    def next_theme(self) -> None:
        self.wear("light" if self.theme.dark else "dark")

    def switch(self, layer: str, on: bool) -> None:
        self.plane.switch(layer, on)
        self.settings.keep(layers={**self.settings.now.layers, layer: on})
        self.bar.refresh()

    def fold(self, side: str) -> None:
        panel = self.left if side == "left" else self.right
        panel.setVisible(not panel.isVisible())

    def full_screen(self) -> None:
        self.showNormal() if self.isFullScreen() else self.showFullScreen()

    def show_help(self) -> None:
        help_page(self).show()

    def _show_optimum(self, optimum: Any) -> None:
        self.plane.optimum = optimum
        self.plane.refresh()

    # Tools and classes

    def take_tool(self, name: str) -> None:
        self.plane.tool = TOOLS[name]
        self.bar.refresh()
        self._doing()

    def take_class(self, label: int) -> None:
        if label >= len(self.session.points.classes):
            self.say(f"There is no class {label + 1} yet: “+ Class” adds one.")
            return
        self.session.label = label
        self.take_tool("brush" if self.plane.tool.name == "brush" else "add")

    def size_brush(self, factor: float) -> None:
        self.plane.brush_radius = round(min(200, max(6, self.plane.brush_radius * factor)))
        self.say(f"The brush is {2 * self.plane.brush_radius} pixels wide.")

    def spray(self, more: int) -> None:
        self.plane.brush_density = min(20, max(1, self.plane.brush_density + more))
        self.say(f"The brush sprays {self.plane.brush_density} points at a time.")

    def add_class(self) -> None:
        names = self.session.points.classes
        free = next(n for n in (*"ABCDEFGH", *(f"class {k}" for k in range(9, 20))) if n not in names)
        self._edit(f"add class {free}", lambda: self.session.points.add_class(free))
        if len(self.session.points.classes) > len(names):
            self.take_class(len(names))

    def rename_class(self, k: int, name: str) -> None:
        self._edit(f"rename class {self.session.points.classes[k]}", lambda: self.session.points.rename_class(k, name))

    def remove_class(self, k: int) -> None:
        self._edit(f"remove class {self.session.points.classes[k]}", lambda: self.session.points.remove_class(k))

    def _edit(self, name: str, make: Any) -> None:
        try:
            self.session.edit(name, self.session.with_points(make()))
        except LinlabError as error:
            self.say(str(error))

    def resample(self) -> None:
        document = self.session.settled
        if document.source is None:
            self.say("These points were not drawn by a generator, so they cannot be drawn anew.")
            return
        source = replace(document.source, seed=(document.source.seed + 1) % 2**31)
        try:
            self.session.edit("resample", replace(document, points=source.draw(), source=source, timeline=()))
        except LinlabError as error:
            self.say(str(error))

    # Points

    def select_all(self) -> None:
        self.session.selection = frozenset(self.session.points.ids.tolist())
        self.take_tool("move")
        self.plane.refresh()

    def escape(self) -> None:
        """Drop the gesture that is going on, else the selection."""
        if self.plane.busy:
            self.plane.drop_gesture()
            return
        self.session.selection = frozenset()
        self.plane.refresh()

    def delete(self) -> None:
        chosen = sorted(self.session.selection)
        if chosen:
            self._edit(many(len(chosen), "delete"), lambda: self.session.points.remove(chosen))

    def nudge(self, dx: int, dy: int) -> None:
        chosen, unit = sorted(self.session.selection), NUDGE * self.plane.unit()
        if chosen:
            self._edit(many(len(chosen), "nudge"), lambda: self.session.points.shift(chosen, (dx * unit, dy * unit)))

    def step_or_nudge(self, dx: int, dy: int) -> None:
        """Arrows nudge while something is selected with the move tool, and step otherwise."""
        if self.session.selection and self.plane.tool.name == "move":
            self.nudge(dx, dy)
        else:
            self.player.step(dx)

    def copy(self) -> None:
        clipboard = QGuiApplication.clipboard()
        if self.session.selection:
            points = self.session.points
            table = points.take(np.isin(points.ids, list(self.session.selection)))
            plain = not any("," in name for name in table.classes) and table.texts is None
            clipboard.setText(format_csv(table).replace(",", "\t") if plain else format_csv(table))
            self.say(f"Copied {len(table)} points as a table.")
        else:
            from .figures import image

            clipboard.setImage(image(self.plane.picture, 2 * 96))
            self.say("Copied the picture of the plane.")

    def cut(self) -> None:
        if self.session.selection:
            self.copy()
            self.delete()

    def paste(self) -> None:
        try:
            new = parse_csv(QGuiApplication.clipboard().text(), "the clipboard", labels=False)
            points, before = self.session.points, len(self.session.points)
            points = _joined(points, new)
            self.session.edit(many(len(points) - before, "paste"), self.session.with_points(points))
        except LinlabError as error:
            self.say(str(error))
            return
        self.session.selection = frozenset(points.ids[before:].tolist())
        self.take_tool("move")
        self.plane.refresh()

    def train_next(self, id: int) -> None:
        self.session.edit("choose the next example", self.session.with_pick(id))
        self.player.step(1)

    def _point_menu(self, id: int, place: QPointF) -> None:
        self.menu = point_menu(self, id)
        self.menu.popup(place.toPoint())

    # Running

    def converge(self) -> None:
        self.transport._end()

    def faster(self, by: int) -> None:
        self.transport.speed.setValue(self.transport.speed.value() + by)

    # Files

    def new(self) -> None:
        if self._may_leave():
            self.files.new()

    def open(self) -> None:
        kinds = "Documents and points (*.linlab *.csv *.tsv *.txt);;All files (*)"
        name, _ = QFileDialog.getOpenFileName(self, "Open", "", kinds)
        if name:
            self.open_path(Path(name))

    def open_path(self, path: Path) -> None:
        if self._may_leave() and self.files.open(path):
            self.plane.fit()

    def save(self) -> bool:
        return self.files.save() if self.files.path is not None else self.save_as()

    def save_as(self) -> bool:
        proposed = str(self.files.path or self.files.suggestion or "Untitled.linlab")
        name, _ = QFileDialog.getSaveFileName(self, "Save as", proposed, "Documents (*.linlab)")
        return bool(name) and self.files.save(name)

    def export(self, what: str) -> None:
        """Take a figure, weights, points, a table or a film away."""
        if self.exporter is None:
            from .export_dialog import ExportDialog

            self.exporter = ExportDialog(self)
        self.exporter.open_at(what)

    def _may_leave(self) -> bool:
        """Whether the document may be left behind: saved, or the user does not mind."""
        if not self.files.dirty:
            return True
        answer = QMessageBox.question(
            self, "linlab", f"Save the changes to {self.files.name}?",
            QMessageBox.StandardButton.Save | QMessageBox.StandardButton.Discard | QMessageBox.StandardButton.Cancel,
        )  # fmt: skip
        if answer == QMessageBox.StandardButton.Save:
            return self.save()
        return answer == QMessageBox.StandardButton.Discard

    def _offer_recovery(self) -> None:
        for entry in self.files.recoverable():
            answer = QMessageBox.question(
                self, "linlab", f"linlab did not end well last time. Recover {entry.name}, or discard it?",
                QMessageBox.StandardButton.Yes | QMessageBox.StandardButton.Discard | QMessageBox.StandardButton.Cancel,
            )  # fmt: skip
            if answer == QMessageBox.StandardButton.Discard:
                self.files.discard(entry)
            elif answer == QMessageBox.StandardButton.Yes and self._may_leave():
                if self.files.recover(entry):
                    self.plane.fit()
                return

    def close_quietly(self) -> None:
        self.close()

    def closeEvent(self, event: QCloseEvent) -> None:
        if not self._may_leave():
            event.ignore()
            return
        self.player.pause()
        window, sizes = self.presenter.places()
        self.presenter.leave()
        if self.exporter is not None:
            self.exporter.close()
        geometry = base64.b64encode(bytes(window.data())).decode()
        self.settings.keep(geometry=geometry, panels={"left": sizes[0], "right": sizes[2]})
        event.accept()

    def _restore(self) -> None:
        now = self.settings.now
        if now.geometry:
            self.restoreGeometry(QByteArray(base64.b64decode(now.geometry)))
        if "left" in now.panels and "right" in now.panels:
            middle = max(400, self.width() - now.panels["left"] - now.panels["right"] - 40)
            self.splitter.setSizes([now.panels["left"], middle, now.panels["right"]])

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        if event.mimeData().hasUrls():
            event.acceptProposedAction()

    def dropEvent(self, event: QDropEvent) -> None:
        for url in event.mimeData().urls()[:1]:
            self.open_path(Path(url.toLocalFile()))


class Warmth(QObject):
    """Loads the compiled loop once the window is there, so that neither the start nor the first update waits for it."""

    done = Signal()

    def __init__(self, session: Session, parent: QObject) -> None:
        super().__init__(parent)
        self._session = session
        self.done.connect(self._tell)
        session.warming = "linlab.engine.loop" not in sys.modules
        if session.warming:
            QTimer.singleShot(150, lambda: threading.Thread(target=self._load, daemon=True).start())

    def _load(self) -> None:
        import linlab.engine.loop  # noqa: F401

        with contextlib.suppress(RuntimeError):  # the window may be gone by now
            self.done.emit()

    def _tell(self) -> None:
        self._session.warming = False
        self._session.moved.emit()


def _joined(points: Points, new: Points) -> Points:
    """These points and the new ones; classes that are not there yet are added."""
    for name in new.classes:
        if name not in points.classes:
            points = points.add_class(name)
    index = np.array([*(points.classes.index(c) for c in new.classes), -1])
    return points.add(new.x, index[new.label])
