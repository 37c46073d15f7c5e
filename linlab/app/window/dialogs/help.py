"""The help page: what the mouse does, every key, menu by menu, and what speaks for and against each
model. It fits the screen and scrolls."""

from collections.abc import Callable, Sequence
from itertools import groupby

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import (
    QDialog,
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from linlab.app.controls.accessibility.text_size import px
from linlab.app.present.clicker import KEYS
from linlab.app.window.actions import commands
from linlab.app.window.commands.command import Command
from linlab.engine.views.views import VIEWS
from linlab.engine.words.meaning.learners import JUDGEMENTS

PADDING = 14  # pixels above a heading
WIDE, HIGH, AROUND = (
    640,
    720,
    60,
)  # size of the page, and its distance from the edges of a smaller screen
LONG_KEY_CHARACTERS = 24  # characters of a key or a name that is wrapped
MOUSE = (
    ("Click", "add a point of the current class; on a point of another class, relabel it"),
    (
        "Right-click",
        "add a point of the next class, or with Move open a menu; on a point, its menu",
    ),
    ("Drag", "move a point or the selection; with Move, select an area"),
    ("Ctrl+click", "erase"),
    ("Wheel, middle drag", "zoom, pan"),
    ("Click a flag", "over the history: go to its bookmark; right-click renames or removes it"),
    ("Drop a file", "open a document or a table of points"),
)
FOCUS = (
    ("Tab, Shift+Tab", "to the next or previous control"),
    ("Space or Enter", "press the control that has the focus; elsewhere Space plays"),
    ("Arrows", "move the slider or choice that has the focus"),
    ("Enter in the plane", "click at the cross; Alt and the arrows move it"),
)


def help_page(
    parent: QWidget, show_symbols: Callable[[], object], show_glossary: Callable[[], object]
) -> QDialog:
    """What the mouse does, and all keys; buttons open the key to symbols and the glossary."""
    dialog = QDialog(parent)
    dialog.setObjectName("help-page")
    dialog.setWindowTitle("Mouse and keys")
    inner = QWidget()
    grid = QGridLayout(inner)
    grid.setHorizontalSpacing(24)
    grid.setVerticalSpacing(5)
    grid.setColumnStretch(1, 1)
    for heading, lines in _sections():
        row = grid.rowCount()
        title = QLabel(heading.upper())
        title.setProperty("role", "heading")
        title.setContentsMargins(0, PADDING if row > 1 else 0, 0, 0)
        grid.addWidget(title, row, 0, 1, 2)
        for k, texts in enumerate(lines, start=row + 1):
            for side, text in enumerate(texts):
                label = QLabel(text)
                label.setWordWrap(side == 1 or len(text) > LONG_KEY_CHARACTERS)
                label.setAlignment(Qt.AlignmentFlag.AlignTop)
                if side == 0:
                    label.setProperty("role", "value")
                grid.addWidget(label, k, side)
    grid.setRowStretch(grid.rowCount(), 1)
    area = QScrollArea()
    area.setAccessibleName("Mouse and keys")
    area.setWidgetResizable(True)
    area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
    area.setWidget(inner)
    column = QVBoxLayout(dialog)
    symbols = QPushButton("What the symbols mean (Shift+F1)")
    symbols.setObjectName("help-symbols")
    symbols.setAutoDefault(False)
    symbols.clicked.connect(show_symbols)
    terms = QPushButton("Glossary (Ctrl+F1)")
    terms.setObjectName("help-glossary")
    terms.setAutoDefault(False)
    terms.clicked.connect(lambda: show_glossary())
    column.addWidget(area)
    buttons = QHBoxLayout()
    buttons.addWidget(symbols)
    buttons.addWidget(terms)
    buttons.addStretch()
    column.addLayout(buttons)
    room = parent.screen().availableGeometry()
    dialog.resize(min(px(WIDE), room.width() - AROUND), min(HIGH, room.height() - AROUND))
    return dialog


def _sections() -> list[tuple[str, list[tuple[str, str]]]]:
    """Headings, and the lines below each: a key, and what it does."""
    found = [("Mouse", list(MOUSE))]
    for menu, those in groupby(commands(), key=lambda command: command.menu):
        found.append((menu, [(_written(command.keys), _description(command)) for command in those]))
    found.append(("Presenting", [(_written(entry.keys), entry.title) for entry in KEYS]))
    found.append(("Without a mouse", list(FOCUS)))
    said = [(each.title, f"For: {each.good}\nAgainst: {each.bad}") for each in JUDGEMENTS]
    found.append(("Models: for and against", said))
    return found


def _description(command: Command) -> str:
    """What a command does; for a view, also what it shows."""
    name = command.name.removeprefix("view-")
    return (
        f"{command.title}: {VIEWS[name].help}"
        if command.menu == "Views" and name in VIEWS
        else command.title
    )


def _written(keys: Sequence[str]) -> str:
    return "  or  ".join(
        QKeySequence(key).toString(QKeySequence.SequenceFormat.NativeText) for key in keys
    )
