"""The bar along the top: files and undo, the tools with one button per class, the switches of the
layers, and the switch between Simple and Full.

With little room it is shortened step by step: without keys, “+” and “0” for a new class and for
none, the layers in their menu only, classes without names, then without numbers and with the files
in the menu only, then presenting and the theme, and finally export.
"""

from collections.abc import Mapping
from functools import partial
from typing import Any

from PySide6.QtCore import QEvent, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QAction, QIcon, QResizeEvent
from PySide6.QtWidgets import QInputDialog, QMenu, QSizePolicy, QToolBar, QToolButton, QWidget

from linlab.app.controls.accessibility.text_size import follow, px, set_style_sheet
from linlab.app.controls.choices import Segmented
from linlab.app.controls.key_button import KeyedButton
from linlab.app.controls.menus import SwitchMenu, give_menu, menu_text
from linlab.app.plane.over.aim import Aim
from linlab.app.plane.over.brush_card import BrushCard
from linlab.app.plane.plane import Plane
from linlab.app.plane.tools import TOOLS, Tool
from linlab.app.window.document_commands import DocumentCommands
from linlab.app.window.editing import Editing
from linlab.app.window.lesson_commands import LessonCommands
from linlab.app.window.modes import MODES
from linlab.engine.document.look import FULL, SIMPLE
from linlab.engine.ground.sanitise import shorten
from linlab.engine.picture.layers import MANNERS, switches

from .class_icon import class_icon
from .course_button import course_button
from .main_menu import MainMenu
from .split_button import SplitButton

IN_THE_BAR = ("regions", "margins", "supports")
MODE_TIPS = {
    SIMPLE: "What a first look needs: data, model, the step and what it means",
    FULL: "All settings, models and views",
}
NO_KEYS, NO_WORDS, NO_LAYERS, NO_NAMES, NO_FILES, NO_STAGE, NO_EXPORT = (
    1,
    2,
    3,
    4,
    5,
    6,
    7,
)  # how short the bar is
EXPORTS = {
    "export-figure": "Figure…",
    "export-weights": "Weights…",
    "export-points": "Points…",
    "export-table": "Table of steps…",
    "export-film": "Film…",
    "export-web": "Web page…",
    "export-homework": "Homework…",
    "copy": "Copy picture",
}


class Toolbar(QToolBar):
    """The toolbar of a window."""

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
        follow(self, lambda bar: bar.setIconSize(QSize(px(12), px(12))))
        set_style_sheet(
            self,
            "QToolBar { spacing: 1px; padding: 5px; } QToolBar::separator { margin: 3px 3px; }"
            "QToolButton { padding: 5px 4px; }"
            "QToolButton#qt_toolbar_ext_button { min-width: 16px; font-size: 16px; padding: 0px; }",
        )
        self.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        self.classes: tuple[str, ...] = ()
        self.layer_buttons: dict[str, QToolButton] = {}
        self._layers_shown: Any = None  # what the switches of the layers depend on
        self.aim = Aim(plane)
        self.brush_card = BrushCard(plane, self.aim)
        self._places: dict[QWidget, QAction] = {}
        self._away_in_mode: set[QWidget] = set()  # hidden in this mode
        self._in_lesson = False
        self._away: set[QWidget] = set()  # hidden now
        self.main_menu = MainMenu(commands, documents, theme, self)
        self.main_menu.theme_chosen.connect(self.theme_chosen)
        self.menus, self.recent = self.main_menu.menus, self.main_menu.recent
        self._of_window = [self.addWidget(self.main_menu), self.addSeparator()]
        self._files: list[KeyedButton] = []
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
        self._before_layers = self.addSeparator()
        self._layers()
        spring = QWidget()
        spring.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        self.addWidget(spring)
        self.mode = Segmented(tuple(MODES.items()))
        self.mode.setObjectName("mode-switch")
        self.mode.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        for name, tip in MODE_TIPS.items():
            segment = self.mode.buttons[name]
            segment.setToolTip(f"{tip} (F4)")
            follow(segment, lambda own: own.setMinimumWidth(own.sizeHint().width() + 10))
        self.present = self._button("present", "Present")
        self._export()
        self._stage = [self.present, self._button("theme", "◐")]
        self._of_window.append(
            self.addWidget(self.mode)
        )  # what is to its right is the same in both modes: it never moves
        self.lessons = course_button(lessons, commands["course"], self)
        self._places[self.lessons] = self.addWidget(self.lessons)
        self._twice = {
            *self._stage,
            self.lessons,
            self._button("help", "?"),
        }  # a lesson's bar has them, too
        rest = self.findChild(QToolButton, "qt_toolbar_ext_button")
        if rest is not None:  # it holds what has no room
            rest.setIcon(QIcon())
            rest.setText("»")
            rest.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextOnly)
        self._widths: list[int] = []  # width of the bar, by how short it is
        self.refresh()

    def _export(self) -> None:
        """A click exports a figure; the rest is in the menu."""
        button = self.export = SplitButton()
        self._button("export-figure", "Export", button)
        button.setObjectName("export-menu")
        menu = QMenu(self)
        menu.setObjectName("export-list")
        for name, text in EXPORTS.items():
            action = menu.addAction(text, self._commands[name].trigger)
            action.setShortcut(self._commands[name].shortcut())
            action.setShortcutContext(
                Qt.ShortcutContext.WidgetShortcut
            )  # already an action of the window
        button.give_menu(menu, "All that can be exported (Down, where the button has the focus)")

    def _button(self, name: str, text: str, own: KeyedButton | None = None) -> KeyedButton:
        button = own or KeyedButton()
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
        self._places[more] = self.addWidget(more)

    def refresh(self) -> None:
        """Show the state of the session, the tool and the layers."""
        tool, session = self._plane.tool, self._plane.session
        if session.points.classes != self.classes:
            self._rebuild_classes()
        for k, button in enumerate(self.class_buttons):
            button.setChecked(tool.classed and session.label == k)
        self.unlabelled.setChecked(tool.classed and session.label < 0)
        for name, button in self.tool_buttons.items():
            button.setChecked(name == tool.name)
        self.aim.refresh()
        self.brush_card.appear(tool.sized and not self.isHidden())  # hidden on stage
        self.plus.setEnabled(len(self.classes) < 8)
        self._show_layers()
        for name, text, now in (
            ("undo", "Undo", session.undo_stack.undo_name),
            ("redo", "Redo", session.undo_stack.redo_name),
        ):
            self._commands[name].setText(menu_text(f"{text} {now}".strip()))
            self._commands[name].setEnabled(bool(now))
            sign = self.findChild(QToolButton, f"button-{name}")
            if sign is not None:
                sign.setEnabled(bool(now))
                sign.setToolTip(
                    f"{text} {shorten(now)} ({self._commands[name].shortcut().toString()})"
                )

    def _show_layers(self) -> None:
        """Refresh the switches of the layers, which depend on the learner, the classes and the
        options."""
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
                action.deleteLater()  # deletes its button, too
        self.class_buttons = []
        for k, name in enumerate(self.classes):
            button = KeyedButton()
            button.setObjectName(f"class-{k + 1}")
            button.setAccessibleName(f"Add points of class {shorten(name)}")
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
        self._set_tab_stops()
        self._widths = []
        self._fit()

    def _set_tab_stops(self) -> None:
        """In Simple, Tab passes over all but two classes, since keys choose them as well."""
        simple = self.plus in self._away
        for k, button in enumerate(self.class_buttons):
            stops = k < 2 or not simple
            button.setFocusPolicy(Qt.FocusPolicy.TabFocus if stops else Qt.FocusPolicy.NoFocus)

    def leave_to_lesson(self, there: bool) -> None:
        """Hide what the bar of a lesson has, too, or show it again."""
        self._in_lesson = there
        for action in self._of_window:
            action.setVisible(not there)
        self.put_away(self._away_in_mode)

    def put_away(self, parts: set[QWidget]) -> None:
        """Hide these parts, which are not shown in the current mode."""
        self._away_in_mode = parts
        self._away = parts | self._twice if self._in_lesson else parts
        self._set_tab_stops()
        for part, place in self._places.items():
            place.setVisible(part not in self._away)
        self._before_layers.setVisible(not parts.issuperset(self.layer_buttons.values()))
        self._widths = []
        self._fit()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        QTimer.singleShot(0, self, self._fit)  # only the last of several sizes counts

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.StyleChange and hasattr(self, "_widths"):
            self._measure()  # another font
            QTimer.singleShot(0, self, self._measure)  # some buttons get theirs a moment later

    def _measure(self) -> None:
        """Measure all lengths of the bar again, and show as much as there is room for."""
        self._widths = []
        self._fit()

    def _fit(self) -> None:
        """Show as much as there is room for."""
        layout = self.layout()
        if not self._widths and layout is not None:  # measured once
            for terse in range(NO_EXPORT + 1):
                self._say(terse)
                layout.invalidate()
                self._widths.append(self.sizeHint().width())
        room = self.width()
        self._say(
            next((terse for terse, width in enumerate(self._widths) if width <= room), NO_EXPORT)
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
        self.unlabelled.setText("Unlabelled" if terse < NO_WORDS else "0")
        self.unlabelled.set_key("0" if terse < NO_WORDS else "")
        self.plus.setText("+ Class" if terse < NO_WORDS else "+")
        for layer in self.layer_buttons.values():
            self._places[layer].setVisible(terse < NO_LAYERS and layer not in self._away)
        last = [self.export]
        for buttons, at in ((self._files, NO_FILES), (self._stage, NO_STAGE), (last, NO_EXPORT)):
            for button in buttons:
                self._places[button].setVisible(terse < at and button not in self._away)
        for k, (button, name) in enumerate(zip(self.class_buttons, self.classes, strict=True)):
            short = name if len(name) < 14 else name[:12] + "…"
            button.setText(menu_text(short if terse < NO_NAMES else f"{k + 1}"))
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
