"""Every command of the window, as an action. Menus, shortcuts and the help page follow from the
tables of commands."""

from PySide6.QtCore import Qt
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QWidget

from .commands.command import Command, Lab
from .commands.document import DOCUMENT
from .commands.edit import EDIT, tool_commands
from .commands.learn import LEARN
from .commands.model import MODEL
from .commands.run import RUN
from .commands.view import VIEW, layer_commands, view_commands

MENUS = (
    "File",
    "Edit",
    "Tool",
    "Run",
    "Bookmarks",
    "View",
    "Model",
    "Layers",
    "Curves",
    "Views",
    "Lesson",
    "Help",
)


def commands() -> tuple[Command, ...]:
    """All commands, menu by menu."""
    made = (*tool_commands(), *layer_commands(), *view_commands())
    tables = (*DOCUMENT, *EDIT, *RUN, *VIEW, *MODEL, *LEARN)
    return tuple(sorted((*made, *tables), key=lambda command: MENUS.index(command.menu)))


def make_actions(window: QWidget, lab: Lab) -> dict[str, QAction]:
    """A QAction with shortcuts for each command; its data is the command's menu."""
    actions = {}
    for command in commands():
        action = QAction(command.title, window)
        action.setObjectName(command.name)
        action.setData(command.menu)
        action.setShortcuts([QKeySequence(key) for key in command.keys])
        action.setShortcutContext(Qt.ShortcutContext.WindowShortcut)
        action.setAutoRepeat(command.repeats)
        action.triggered.connect(lambda _=False, run=command.run: run(lab))
        window.addAction(action)
        actions[command.name] = action
    return actions
