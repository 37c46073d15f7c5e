"""What a command is, and what it acts on."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

from PySide6.QtGui import QAction
from PySide6.QtWidgets import QAbstractButton

from linlab.app.panels.bookmarks.commands import BookmarkCommands
from linlab.app.panels.left_panel import LeftPanel
from linlab.app.panels.right_panel import RightPanel
from linlab.app.panels.transport import Transport
from linlab.app.panels.views.beside_card import BesideCard
from linlab.app.plane.plane import Plane
from linlab.app.present.speaker.hall import Hall
from linlab.app.session.player import Player
from linlab.app.session.session import Session
from linlab.app.window.appearance import Appearance
from linlab.app.window.bar.toolbar import Toolbar
from linlab.app.window.course_commands import CourseCommands
from linlab.app.window.document_commands import DocumentCommands
from linlab.app.window.editing import Editing
from linlab.app.window.lesson_commands import LessonCommands
from linlab.app.window.modes import KEY, Modes
from linlab.engine.document.look import FULL, SIMPLE

IN_FULL = "The curves are in Full; F4 goes back to Simple."


class Lab(Protocol):
    """What commands act on: the parts of the window, and the window itself."""

    session: Session
    appearance: Appearance
    plane: Plane
    player: Player
    transport: Transport
    left: LeftPanel
    right: RightPanel
    bar: Toolbar
    bookmarks: BookmarkCommands
    editing: Editing
    documents: DocumentCommands
    lessons: LessonCommands
    course: CourseCommands
    modes: Modes
    beside: BesideCard
    hall: Hall

    def close(self) -> bool: ...
    def export(self, what: str) -> None: ...
    def fold(self, side: str) -> None: ...
    def put_beside(self, name: str) -> None: ...
    def next_theme(self) -> None: ...
    def toggle_beside(self) -> None: ...
    def full_screen(self) -> None: ...
    def present(self) -> None: ...
    def show_help(self) -> None: ...
    def show_symbols(self) -> None: ...
    def show_glossary(self, key: str = "") -> None: ...
    def about_document(self) -> None: ...
    def learn_from_guesses(self) -> None: ...
    def forget_guesses(self) -> None: ...


@dataclass(frozen=True)
class Command:
    """A command: `keys` are alternatives; `run` gets the lab."""

    name: str
    menu: str
    title: str
    keys: tuple[str, ...]
    run: Callable[[Lab], object]
    repeats: bool = False  # while its key is held down


def press(find: Callable[[Lab], QAbstractButton | QAction], lab: Lab) -> None:
    """Click the button; if it is disabled, say why."""
    control = find(lab)
    if not control.isEnabled():
        lab.session.note(control.toolTip())
    elif isinstance(control, QAction):
        control.trigger()
    else:
        control.click()


def press_in_full(find: Callable[[Lab], QAbstractButton], lab: Lab) -> None:
    """Click a button that exists only in Full, and switch to Full for now; the user's own choice
    stays."""
    if lab.modes.shown == SIMPLE:
        lab.modes.ask(KEY, FULL)
        lab.session.note(IN_FULL)
    press(find, lab)
