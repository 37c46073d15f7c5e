"""The bar along the top: files and undo, the tools with one button for each class, and the switches
of the layers.

Where there is little room it says less, step by step: without the keys, the layers in their menu
only, the classes without their names, and at last without their numbers and with the files in the
menu only.
"""

from collections.abc import Mapping
from functools import partial
from typing import Any

from PySide6.QtCore import QEvent, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QAction, QActionGroup, QColor, QIcon, QPainter, QPixmap, QResizeEvent
from PySide6.QtWidgets import QInputDialog, QMenu, QSizePolicy, QToolBar, QToolButton, QWidget

from linlab.app.canvas.pens import draw_symbol
from linlab.app.controls.keyed import KeyedButton
from linlab.app.controls.menus import SwitchMenu, give_menu, worded
from linlab.app.plane.aim import Aim
from linlab.app.plane.brush import BrushCard
from linlab.app.plane.plane import Plane
from linlab.app.plane.tools import TOOLS, Tool
from linlab.app.session.settings import THEMES
from linlab.engine.ground.sanitise import shorten
from linlab.engine.picture.layers import MANNERS, switches
from linlab.engine.picture.palette import colour_of, symbol_of

from .document_commands import DocumentCommands
from .editing import Editing
from .lesson_commands import LessonCommands

IN_THE_BAR = ("regions", "margins", "supports")
NO_KEYS, NO_LAYERS, NO_NAMES, NO_FILES = 1, 2, 3, 4  # how terse the bar is
EXPORTS = {
    "export-figure": "Figure…",
    "export-weights": "Weights…",
    "export-points": "Points…",
    "export-table": "Table of steps…",
    "export-film": "Film…",
    "export-homework": "Homework…",
    "copy": "Copy picture",
}


def class_icon(label: int, size: int = 12) -> QIcon:
    """A class's colour in its shape."""
    pixmap = QPixmap(QSize(size, size) * 2)
    pixmap.setDevicePixelRatio(2)
    pixmap.fill(Qt.GlobalColor.transparent)
    painter = QPainter(pixmap)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(QColor(colour_of(label)))
    draw_symbol(painter, symbol_of(label), size / 2, size / 2, size - 2)
    painter.end()
    return QIcon(pixmap)


class Toolbar(QToolBar):
    """The toolbar of a window; each command knows the menu that it is in."""

    theme_chosen = Signal(str)  # one of THEMES
    layer_switched = Signal(str, bool)

    def __init__(
        self,
        commands: Mapping[str, QAction],
        plane: Plane,
        documents: DocumentCommands,
        editing: Editing,
        lessons: LessonCommands,
        theme: str,
    ) -> None:
        super().__init__("Tools")
        self.setObjectName("bar")
        self._commands, self._plane, self._documents, self._editing = (
            commands,
            plane,
            documents,
            editing,
        )
        self.setMovable(False)
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.PreventContextMenu)
        self.setIconSize(QSize(12, 12))
        self.setStyleSheet(
            "QToolBar { spacing: 1px; padding: 5px; } QToolBar::separator { margin: 3px 3px; }"
            "QToolButton { padding: 5px 4px; }"
            "QToolButton#qt_toolbar_ext_button { min-width: 16px; font-size: 16px; padding: 0px; }"
        )
        self.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        self.classes: tuple[str, ...] = ()
        self.layer_buttons: dict[str, QToolButton] = {}
        self._layers_shown: Any = None  # what the switches of the layers were set by
        self.aim = Aim(plane)
        self.brush_card = BrushCard(plane, self.aim)
        self._places: dict[QToolButton, QAction] = {}
        self._main_menu(theme)
        self.addSeparator()
        self._files: list[QToolButton] = []
        for name, text in (("open", "Open"), ("save", "Save"), ("undo", "↶"), ("redo", "↷")):
            button = self._button(name, text)
            if name in ("open", "save"):
                self._files.append(button)
        self.addSeparator()
        first, *others = (tool for tool in TOOLS.values() if tool.key)
        self.tool_buttons = {first.name: self._tool(first)}
        self.class_place = self.addWidget(QWidget())
        self.class_buttons: list[KeyedButton] = []
        self.plus = self._button("add-class", "+ Class")
        self.unlabelled = self._button("class-0", "Unlabelled")
        self.unlabelled.setIcon(class_icon(-1))
        self.unlabelled.setCheckable(True)
        self.tool_buttons |= {tool.name: self._tool(tool) for tool in others}
        self.addSeparator()
        self._layers()
        spring = QWidget()
        spring.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        self.addWidget(spring)
        self._lessons(lessons)
        self.present = self._button("present", "Present")
        self._export()
        self._button("theme", "◐")
        self._button("help", "?")
        rest = self.findChild(QToolButton, "qt_toolbar_ext_button")
        if rest is not None:  # what has no room is behind it
            rest.setIcon(QIcon())
            rest.setText("»")
            rest.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextOnly)
        self._widths: list[int] = []  # that the bar needs, by how terse it is
        self.refresh()

    def _export(self) -> None:
        """A click exports a figure; the rest is in the menu."""
        button = self._button("export-figure", "Export ▾")
        button.setObjectName("export-menu")
        button.setPopupMode(QToolButton.ToolButtonPopupMode.MenuButtonPopup)
        button.setStyleSheet(
            "QToolButton::menu-button { border: none; background: transparent; width: 20px; }"
            "QToolButton::menu-arrow { image: none; }"
        )
        menu = QMenu(self)
        menu.setObjectName("export-list")
        for name, text in EXPORTS.items():
            action = menu.addAction(text, self._commands[name].trigger)
            action.setShortcut(self._commands[name].shortcut())
            action.setShortcutContext(
                Qt.ShortcutContext.WidgetShortcut
            )  # the window has it already
        give_menu(button, menu)

    def _lessons(self, lessons: LessonCommands) -> None:
        """The lessons there are, looked for when somebody looks."""
        button = self.lessons = QToolButton()
        button.setObjectName("lessons-menu")
        button.setText("Lessons ▾")
        button.setToolTip(
            "Take lessons from the first click to the kernel trick, or write your own"
        )
        button.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        menu = QMenu(self)
        menu.setObjectName("lessons-list")
        menu.aboutToShow.connect(partial(lessons.fill, menu))
        give_menu(button, menu)
        self._places[button] = self.addWidget(button)

    def _main_menu(self, theme: str) -> None:
        button = QToolButton()
        button.setText("linlab ▾")
        button.setObjectName("main-menu")
        button.setStyleSheet("QToolButton { font-size: 15px; font-weight: 700; }")
        button.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        menu = QMenu(self)
        self.menus: dict[str, QMenu] = {}
        for command in self._commands.values():
            title = command.data()
            if title not in self.menus:
                self.menus[title] = menu.addMenu(title)
            self.menus[title].addAction(command)
        self.recent = QMenu("Open recent", self)
        self.recent.aboutToShow.connect(self._fill_recent)
        self.menus["File"].insertMenu(self._commands["save"], self.recent)
        themes = self.menus["View"].addMenu("Theme")
        group = QActionGroup(self)
        for name in THEMES:
            action = themes.addAction(name.replace("-", " ").capitalize())
            action.setCheckable(True)
            action.setChecked(name == theme)
            action.triggered.connect(lambda _=False, n=name: self.theme_chosen.emit(n))
            group.addAction(action)
        give_menu(button, menu)
        self.addWidget(button)

    def _fill_recent(self) -> None:
        self.recent.clear()
        for path in self._documents.files.recent:
            self.recent.addAction(worded(str(path)), partial(self._documents.open_path, path))
        if not self._documents.files.recent:
            self.recent.addAction("Nothing yet").setEnabled(False)

    def _button(self, name: str, text: str) -> KeyedButton:
        button = KeyedButton()
        button.setObjectName(f"button-{name}")
        button.setText(text)
        button.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        action = self._commands[name]
        keys = action.shortcut().toString()
        button.setToolTip(f"{action.text()} ({keys})" if keys else action.text())
        button.setAccessibleName(action.text())
        button.clicked.connect(action.trigger)
        button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self._places[button] = self.addWidget(button)
        return button

    def _tool(self, tool: Tool) -> KeyedButton:
        button = self._button(f"tool-{tool.name}", tool.title)
        button.setCheckable(True)
        return button

    def _layers(self) -> None:
        for layer in switches():
            if layer.name not in IN_THE_BAR:
                continue
            button = QToolButton()
            button.setObjectName(f"layer-{layer.name}")
            button.setText(layer.title)
            button.setToolTip(layer.tip)
            button.setCheckable(True)
            button.toggled.connect(partial(self.layer_switched.emit, layer.name))
            self._places[button] = self.addWidget(button)
            self.layer_buttons[layer.name] = button
        more = QToolButton()
        more.setObjectName("more-layers")
        more.setText("Layers ▾")
        more.setToolTip("What the plane shows")
        more.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        menu = SwitchMenu(self)
        self.layer_actions = {}
        for layer in (*switches(), *MANNERS):
            if layer is MANNERS[0]:
                menu.addSeparator()
            action = menu.addAction(layer.title)
            action.setCheckable(True)
            action.setToolTip(layer.tip)
            action.toggled.connect(partial(self.layer_switched.emit, layer.name))
            self.layer_actions[layer.name] = action
        menu.setToolTipsVisible(True)
        give_menu(more, menu)
        self.addWidget(more)

    def refresh(self) -> None:
        """Buttons as the session, the tool and the layers are."""
        tool, session = self._plane.tool, self._plane.session
        if session.points.classes != self.classes:
            self._rebuild_classes()
        for k, button in enumerate(self.class_buttons):
            button.setChecked(tool.classed and session.label == k)
        self.unlabelled.setChecked(tool.classed and session.label < 0)
        for name, button in self.tool_buttons.items():
            button.setChecked(name == tool.name)
        self.aim.look()
        self.brush_card.appear(tool.sized and not self.isHidden())  # it is hidden on stage
        self.plus.setEnabled(len(self.classes) < 8)
        self._show_layers()
        for name, text, now in (
            ("undo", "Undo", session.undo_stack.undo_name),
            ("redo", "Redo", session.undo_stack.redo_name),
        ):
            self._commands[name].setText(worded(f"{text} {now}".strip()))
            self._commands[name].setEnabled(bool(now))
            sign = self.findChild(QToolButton, f"button-{name}")
            if sign is not None:
                sign.setEnabled(bool(now))
                sign.setToolTip(
                    f"{text} {shorten(now)} ({self._commands[name].shortcut().toString()})"
                )

    def _show_layers(self) -> None:
        """Switches as the layers are, where another learner, class or choice may change them."""
        learner = self._plane.session.learner
        classes = len(self.classes)
        shown = learner, classes, frozenset(self._plane.shown)
        if shown == self._layers_shown:
            return
        self._layers_shown = shown
        for layer in (*switches(), *MANNERS):
            reason = layer.refuses(learner, classes)
            for switch in (self.layer_actions.get(layer.name), self.layer_buttons.get(layer.name)):
                if switch is not None:
                    switch.blockSignals(True)
                    switch.setChecked(not reason and self._plane.is_on(layer.name))
                    (
                        self._places[switch] if isinstance(switch, QToolButton) else switch
                    ).setEnabled(not reason)
                    switch.setToolTip(reason or layer.means(learner) or layer.tip)
                    switch.blockSignals(False)

    def _rebuild_classes(self) -> None:
        self.classes = self._plane.session.points.classes
        for action in list(self.actions()):
            if action.objectName().startswith("class-place"):
                self.removeAction(action)
                action.deleteLater()  # and with it its button
        self.class_buttons = []
        for k, name in enumerate(self.classes):
            button = KeyedButton()
            button.setObjectName(f"class-{k + 1}")
            button.setIcon(class_icon(k))
            button.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
            button.setCheckable(True)
            shown = f"{shorten(name)} ({k + 1})"
            button.setToolTip(
                f"Click in the plane to add points of {shown}; right-click to rename or remove it"
            )
            button.clicked.connect(lambda _=False, k=k: self._editing.take_class(k))
            button.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
            button.customContextMenuRequested.connect(
                lambda at, k=k, b=button: self.class_menu(k).popup(b.mapToGlobal(at))
            )
            action = self.insertWidget(self.class_place, button)
            action.setObjectName(f"class-place-{k}")
            self.class_buttons.append(button)
        self._widths = []
        self._fit()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        QTimer.singleShot(0, self, self._fit)  # the last of several sizes counts

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.StyleChange and hasattr(self, "_widths"):
            self._widths = []  # in other letters
            self._fit()

    def _fit(self) -> None:
        """Say as much as there is room for."""
        layout = self.layout()
        if not self._widths and layout is not None:  # measured once
            for terse in range(NO_FILES + 1):
                self._say(terse)
                layout.invalidate()
                self._widths.append(self.sizeHint().width())
        room = self.width()
        self._say(
            next((terse for terse, width in enumerate(self._widths) if width <= room), NO_FILES)
        )
        if layout is not None:
            layout.activate()

    def _say(self, terse: int) -> None:
        tools = [
            (button, TOOLS[name].title, TOOLS[name].key)
            for name, button in self.tool_buttons.items()
        ]
        for button, text, key in (*tools, (self.present, "Present", "F5")):
            button.setText(text)
            button.set_key(key if terse < NO_KEYS else "")
        self.unlabelled.setText("Unlabelled" if terse < NO_NAMES else "0")
        self.unlabelled.set_key("0" if terse < NO_NAMES else "")
        self.plus.setText("+ Class" if terse < NO_NAMES else "+")
        for layer in self.layer_buttons.values():
            self._places[layer].setVisible(terse < NO_LAYERS)
        for file in self._files:
            self._places[file].setVisible(terse < NO_FILES)
        for k, (button, name) in enumerate(zip(self.class_buttons, self.classes, strict=True)):
            short = name if len(name) < 14 else name[:12] + "…"
            button.setText(worded(short if terse < NO_NAMES else f"{k + 1}"))
            button.set_key(f"{k + 1}" if terse < NO_NAMES else "")
            style = (
                Qt.ToolButtonStyle.ToolButtonIconOnly
                if terse >= NO_FILES
                else Qt.ToolButtonStyle.ToolButtonTextBesideIcon
            )
            button.setToolButtonStyle(style)

    def class_menu(self, k: int) -> QMenu:
        """Rename or remove a class."""
        menu = QMenu(self)
        menu.setObjectName("class-menu")
        menu.aboutToHide.connect(menu.deleteLater)
        menu.addAction("Rename…", lambda: self.ask_name(k))
        menu.addAction(
            "Remove the class; its points become unlabelled", lambda: self._editing.remove_class(k)
        )
        return menu

    def ask_name(self, k: int) -> None:
        name, ok = QInputDialog.getText(self, "Rename class", "Name", text=self.classes[k])
        if ok:
            self._editing.rename_class(k, name)
