"""Every command of the window in one table: its title, keys and menu. Menus, shortcuts and the help
page follow from it."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Protocol

from PySide6.QtCore import Qt
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QAbstractButton, QWidget

from linlab.app.panels.bookmarks.commands import BookmarkCommands
from linlab.app.panels.left_panel import LeftPanel
from linlab.app.panels.right_panel import RightPanel
from linlab.app.panels.transport import Transport
from linlab.app.panels.views.beside import BesideCard
from linlab.app.panels.views.views_card import inward
from linlab.app.plane.plane import Plane
from linlab.app.plane.tools import TOOLS, Tool
from linlab.app.session.player import Player
from linlab.app.session.session import Session
from linlab.engine.document.look import FULL, SIMPLE
from linlab.engine.picture.layers import MANNERS, switches
from linlab.engine.picture.showing.layer import Layer
from linlab.engine.views.views import VIEWS

from .appearance import Appearance
from .bar.toolbar import Toolbar
from .document_commands import DocumentCommands
from .editing import Editing
from .lesson_commands import LessonCommands
from .modes import KEY, Modes


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
    modes: Modes
    beside: BesideCard

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
    def about_document(self) -> None: ...
    def learn_from_guesses(self) -> None: ...
    def forget_guesses(self) -> None: ...


IN_FULL = "The curves stand in Full; F4 goes back to Simple."


@dataclass(frozen=True)
class Command:
    """A command: `keys` are alternatives; `run` gets the lab."""

    name: str
    menu: str
    title: str
    keys: tuple[str, ...]
    run: Callable[[Lab], object]


def _take_class(k: int, lab: Lab) -> None:
    lab.editing.press_digit(k)


def _press(find: Callable[[Lab], QAbstractButton | QAction], lab: Lab) -> None:
    """Click the button; if it is disabled, say why."""
    control = find(lab)
    if not control.isEnabled():
        lab.session.note(control.toolTip())
    elif isinstance(control, QAction):
        control.trigger()
    else:
        control.click()


def _tool(tool: Tool) -> Command:
    return Command(
        f"tool-{tool.name}",
        "Tool",
        tool.title,
        (tool.key,),
        lambda w: w.editing.take_tool(tool.name),
    )


def _layer(layer: Layer, *keys: str) -> Command:
    return Command(
        f"show-{layer.name}",
        "Layers",
        layer.title,
        keys,
        partial(_press, lambda w: w.bar.layer_actions[layer.name]),
    )


def _curve(mode: str, title: str, key: str) -> Command:
    return Command(
        f"curves-{mode}",
        "Curves",
        title,
        (key,),
        partial(_press_in_full, lambda w: w.right.curves.modes.buttons[mode]),
    )


def _press_in_full(find: Callable[[Lab], QAbstractButton], lab: Lab) -> None:
    """Click a button that exists only in Full, and switch to Full for now; the user's own choice
    stays."""
    if lab.modes.shown == SIMPLE:
        lab.modes.ask(KEY, FULL)
        lab.session.note(IN_FULL)
    _press(find, lab)


def _view(name: str, key: str) -> Command:
    return Command(
        f"view-{name}",
        "Views",
        VIEWS[name].title,
        (key,) if key else (),
        partial(_open_view, name),
    )


def _open_view(name: str, lab: Lab) -> None:
    """Open it in the right column, or in Simple, which has no views there, beside the plane."""
    if lab.modes.shown == SIMPLE and name in inward():
        lab.put_beside("" if lab.beside.name == name else name)
    else:
        _press_in_full(lambda w: w.right.views.tabs.buttons[name], lab)


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
    """All commands, menu by menu: one for each tool with a key, one for each layer, and COMMANDS."""
    tools = [_tool(tool) for tool in TOOLS.values() if tool.key]
    keyed = [layer.name for layer in switches() if layer.keyed][:9]
    layers = [
        _layer(layer, *([f"Ctrl+{keyed.index(layer.name) + 1}"] if layer.name in keyed else []))
        for layer in switches()
    ]
    views = [
        _view(name, f"Alt+{VIEWS[name].key}" if VIEWS[name].key else "")
        for name in ("curves", *inward())
    ]
    return tuple(
        sorted((*tools, *layers, *views, *COMMANDS), key=lambda command: MENUS.index(command.menu))
    )


COMMANDS: tuple[Command, ...] = (
    Command("new", "File", "New", ("Ctrl+N",), lambda w: w.documents.new()),
    Command("open", "File", "Open…", ("Ctrl+O",), lambda w: w.documents.open()),
    Command(
        "open-prepared",
        "File",
        "Open as prepared…",
        ("Ctrl+Shift+O",),
        lambda w: w.documents.open_prepared(),
    ),
    Command("save", "File", "Save", ("Ctrl+S",), lambda w: w.documents.save()),
    Command("save-as", "File", "Save as…", ("Ctrl+Shift+S",), lambda w: w.documents.save_as()),
    Command(
        "revert",
        "File",
        "Restore the document or page as it was opened",
        ("F9",),
        lambda w: w.documents.revert(),
    ),
    Command(
        "next-document",
        "File",
        "Next page of the lesson, or next document",
        ("Ctrl+PgDown",),
        lambda w: w.documents.turn(1),
    ),
    Command(
        "previous-document",
        "File",
        "Previous page or document",
        ("Ctrl+PgUp",),
        lambda w: w.documents.turn(-1),
    ),
    Command(
        "about-document", "File", "About this document…", ("Ctrl+I",), lambda w: w.about_document()
    ),
    Command("export-figure", "File", "Export figure…", ("Ctrl+E",), lambda w: w.export("figure")),
    Command(
        "export-weights",
        "File",
        "Export weights…",
        ("Ctrl+Shift+W",),
        lambda w: w.export("weights"),
    ),
    Command(
        "export-points", "File", "Export points…", ("Ctrl+Shift+P",), lambda w: w.export("points")
    ),
    Command(
        "export-table",
        "File",
        "Export table of steps…",
        ("Ctrl+Shift+T",),
        lambda w: w.export("table"),
    ),
    Command("export-film", "File", "Export film…", ("Ctrl+Shift+F",), lambda w: w.export("film")),
    Command(
        "export-homework",
        "File",
        "Export homework…",
        ("Ctrl+Shift+H",),
        lambda w: w.export("homework"),
    ),
    Command("close", "File", "Quit", ("Ctrl+Q",), lambda w: w.close()),
    Command("undo", "Edit", "Undo", ("Ctrl+Z",), lambda w: w.session.undo()),
    Command("redo", "Edit", "Redo", ("Ctrl+Y", "Ctrl+Shift+Z"), lambda w: w.session.redo()),
    Command("copy", "Edit", "Copy points, or the picture", ("Ctrl+C",), lambda w: w.editing.copy()),
    Command("cut", "Edit", "Cut points", ("Ctrl+X",), lambda w: w.editing.cut()),
    Command("paste", "Edit", "Paste points", ("Ctrl+V",), lambda w: w.editing.paste()),
    Command(
        "select-all", "Edit", "Select all points", ("Ctrl+A",), lambda w: w.editing.select_all()
    ),
    Command(
        "select-none", "Edit", "Clear the selection", ("Escape",), lambda w: w.editing.escape()
    ),
    Command(
        "delete",
        "Edit",
        "Delete the selected points",
        ("Delete", "Backspace"),
        lambda w: w.editing.delete(),
    ),
    Command("add-class", "Edit", "Add a class", ("Ctrl+Shift+N",), lambda w: w.editing.add_class()),
    Command(
        "resample",
        "Edit",
        "Draw new points of the same kind",
        ("R",),
        lambda w: w.left.data.draw_again(),
    ),
    *(
        Command(
            f"class-{k + 1}",
            "Tool",
            f"Class {k + 1}, or relabel the selected points",
            (str(k + 1),),
            partial(_take_class, k),
        )
        for k in range(8)
    ),
    Command(
        "class-0",
        "Tool",
        "Unlabelled, or unlabel the selected points",
        ("0",),
        partial(_take_class, -1),
    ),
    Command(
        "brush-smaller", "Tool", "Smaller brush", ("[",), lambda w: w.bar.brush_card.widen(1 / 1.25)
    ),
    Command("brush-larger", "Tool", "Larger brush", ("]",), lambda w: w.bar.brush_card.widen(1.25)),
    Command("brush-thinner", "Tool", "Thinner spray", ("{",), lambda w: w.bar.brush_card.spray(-1)),
    Command("brush-denser", "Tool", "Denser spray", ("}",), lambda w: w.bar.brush_card.spray(1)),
    Command("play", "Run", "Play or pause", ("Space",), lambda w: w.player.toggle()),
    Command("step", "Run", "One step", ("Right",), lambda w: w.editing.step_or_nudge(1, 0)),
    Command("back", "Run", "One step back", ("Left",), lambda w: w.editing.step_or_nudge(-1, 0)),
    Command("nudge-up", "Edit", "Nudge the selection up", ("Up",), lambda w: w.editing.nudge(0, 1)),
    Command(
        "nudge-down",
        "Edit",
        "Nudge the selection down",
        ("Down",),
        lambda w: w.editing.nudge(0, -1),
    ),
    Command(
        "aim-left",
        "Edit",
        "Move the cross in the plane left",
        ("Alt+Left",),
        lambda w: w.bar.aim.move_by(-1, 0),
    ),
    Command(
        "aim-right",
        "Edit",
        "Move the cross right",
        ("Alt+Right",),
        lambda w: w.bar.aim.move_by(1, 0),
    ),
    Command("aim-up", "Edit", "Move the cross up", ("Alt+Up",), lambda w: w.bar.aim.move_by(0, 1)),
    Command(
        "aim-down", "Edit", "Move the cross down", ("Alt+Down",), lambda w: w.bar.aim.move_by(0, -1)
    ),
    Command(
        "epoch", "Run", "To the end of the epoch", ("Shift+Right",), lambda w: w.player.epoch()
    ),
    Command(
        "change",
        "Run",
        "To the next update (a step that changes the weights)",
        ("Ctrl+Right", "PgDown"),
        lambda w: w.player.next_change(),
    ),
    Command(
        "change-before",
        "Run",
        "To the previous update",
        ("Ctrl+Left", "PgUp"),
        lambda w: w.player.change_before(),
    ),
    Command(
        "mistake",
        "Run",
        "To the next mistake",
        ("Ctrl+Shift+Right",),
        lambda w: w.player.next_mistake(),
    ),
    Command(
        "mistake-before",
        "Run",
        "To the previous mistake",
        ("Ctrl+Shift+Left",),
        lambda w: w.player.mistake_before(),
    ),
    Command("rewind", "Run", "Rewind to step 0", ("Home",), lambda w: w.player.rewind()),
    Command(
        "start-over",
        "Run",
        "Start over and forget the run",
        ("Shift+Home",),
        lambda w: w.player.start_over(),
    ),
    Command("end", "Run", "Run until converged, or stop", ("End",), lambda w: w.player.converge()),
    Command("slower", "Run", "Slower", ("-",), lambda w: w.player.faster(-5)),
    Command("faster", "Run", "Faster", ("+", "="), lambda w: w.player.faster(5)),
    Command(
        "mode",
        "Run",
        "Changes count from the start, or from here",
        ("C",),
        lambda w: w.transport.mode.toggle(),
    ),
    Command(
        "bookmark",
        "Bookmarks",
        "Set a bookmark here, or rename it…",
        ("Ctrl+D",),
        lambda w: w.bookmarks.ask(),
    ),
    Command(
        "next-bookmark", "Bookmarks", "To the next bookmark", ("D",), lambda w: w.bookmarks.next(1)
    ),
    Command(
        "previous-bookmark",
        "Bookmarks",
        "To the previous bookmark",
        ("Shift+D",),
        lambda w: w.bookmarks.next(-1),
    ),
    Command(
        "remove-bookmark",
        "Bookmarks",
        "Remove the bookmark here",
        ("Alt+D",),
        lambda w: w.bookmarks.remove(),
    ),
    Command("fit", "View", "Show all points", ("F",), lambda w: w.plane.fit()),
    Command("zoom-in", "View", "Zoom in", ("Ctrl++", "Ctrl+="), lambda w: w.plane.zoom(0.8)),
    Command("zoom-out", "View", "Zoom out", ("Ctrl+-",), lambda w: w.plane.zoom(1.25)),
    Command("left-panel", "View", "Data and model on the left", ("F2",), lambda w: w.fold("left")),
    Command(
        "right-panel",
        "View",
        "Curves, this step and numbers on the right",
        ("F3",),
        lambda w: w.fold("right"),
    ),
    Command(
        "beside",
        "View",
        "A view beside the plane, or the plane alone",
        ("W",),
        lambda w: w.toggle_beside(),
    ),
    Command("simple-or-full", "View", "Simple or Full", ("F4",), lambda w: w.modes.turn()),
    Command("theme", "View", "Light or dark", ("Ctrl+T",), lambda w: w.next_theme()),
    Command(
        "larger-text",
        "View",
        "Larger text",
        ("Alt++", "Alt+="),
        lambda w: w.appearance.step_text_size(1),
    ),
    Command(
        "smaller-text",
        "View",
        "Smaller text",
        ("Alt+-",),
        lambda w: w.appearance.step_text_size(-1),
    ),
    Command(
        "reduced-motion",
        "View",
        "Reduce motion",
        (),
        lambda w: w.appearance.toggle_motion(),
    ),
    Command("full-screen", "View", "Full screen", ("F11",), lambda w: w.full_screen()),
    Command(
        "present", "View", "Present on the full screen", ("F5", "Shift+F5"), lambda w: w.present()
    ),
    Command(
        "add-model",
        "Model",
        "Add another model…",
        ("Ctrl+M",),
        lambda w: w.left.model.team.open_menu(),
    ),
    Command(
        "duplicate-model",
        "Model",
        "Duplicate the current model",
        ("Ctrl+Shift+D",),
        lambda w: w.left.model.team.duplicate(),
    ),
    Command(
        "remove-model",
        "Model",
        "Remove the current model",
        ("Ctrl+Shift+M",),
        lambda w: w.left.model.team.remove(),
    ),
    Command(
        "model-up",
        "Model",
        "Move the current model up",
        ("Ctrl+Up",),
        lambda w: w.left.model.team.up(),
    ),
    Command(
        "model-down",
        "Model",
        "Move the current model down",
        ("Ctrl+Down",),
        lambda w: w.left.model.team.down(),
    ),
    Command(
        "take-next",
        "Model",
        "Go to the next of several models",
        ("Ctrl+Tab",),
        lambda w: w.left.model.team.next(1),
    ),
    Command(
        "take-previous",
        "Model",
        "Go to the previous one",
        ("Ctrl+Shift+Tab",),
        lambda w: w.left.model.team.next(-1),
    ),
    Command(
        "arrange",
        "Model",
        "Models in one plane, side by side, or one alone",
        ("S",),
        lambda w: w.left.model.team.next_arrangement(),
    ),
    Command("next-model", "Model", "Next model", ("M",), lambda w: w.left.model.next_model(1)),
    Command(
        "previous-model",
        "Model",
        "Previous model",
        ("Shift+M",),
        lambda w: w.left.model.next_model(-1),
    ),
    Command("next-space", "Model", "Next space", ("K",), lambda w: w.left.model.next_space(1)),
    Command(
        "previous-space",
        "Model",
        "Previous space",
        ("Shift+K",),
        lambda w: w.left.model.next_space(-1),
    ),
    Command("guess", "Model", "Learn from guesses…", ("Ctrl+G",), lambda w: w.learn_from_guesses()),
    Command(
        "forget-guesses",
        "Model",
        "Forget guessed labels",
        ("Ctrl+Shift+G",),
        lambda w: w.forget_guesses(),
    ),
    Command(
        "about-model", "Model", "What the model does", ("I",), lambda w: w.left.model.show_info()
    ),
    *(
        _layer(layer, key)
        for layer, key in zip(MANNERS, ("Ctrl+H", "Ctrl+L", "Ctrl+Shift+L"), strict=True)
    ),
    _curve("loss", "Loss", "Alt+L"),
    _curve("error", "Error", "Alt+E"),
    _curve("proof", "Bound", "Alt+B"),
    _curve("gap", "J − J*", "Alt+J"),
    Command(
        "log-t",
        "Curves",
        "Logarithmic steps",
        ("Alt+T",),
        partial(_press_in_full, lambda w: w.right.curves.log_x),
    ),
    Command(
        "log-y",
        "Curves",
        "Logarithmic values",
        ("Alt+Y",),
        partial(_press_in_full, lambda w: w.right.curves.log_y),
    ),
    Command(
        "optimum",
        "Curves",
        "Exact optimum on or off",
        ("O",),
        partial(_press, lambda w: w.right.curves.exact.button),
    ),
    Command(
        "open-lesson", "Lesson", "Open a lesson…", ("Ctrl+Alt+O",), lambda w: w.lessons.choose()
    ),
    Command(
        "lesson-on",
        "Lesson",
        "See what happens, play, or go on",
        ("Ctrl+Return",),
        lambda w: w.lessons.on(),
    ),
    Command(
        "write-lesson", "Lesson", "Write a lesson", ("Ctrl+Alt+W",), lambda w: w.lessons.write()
    ),
    Command(
        "make-step",
        "Lesson",
        "Make this a page of the lesson",
        ("Ctrl+Shift+K",),
        lambda w: w.lessons.make_step(),
    ),
    Command(
        "leave-lesson", "Lesson", "Leave the lesson", ("Ctrl+Shift+Q",), lambda w: w.lessons.leave()
    ),
    Command("help", "Help", "Keys and mouse", ("F1",), lambda w: w.show_help()),
    Command(
        "symbols",
        "Help",
        "What the symbols mean, and their values now",
        ("Shift+F1",),
        lambda w: w.show_symbols(),
    ),
)

# These repeat while their keys are held down; everything else happens once.
REPEATED = (
    "undo",
    "redo",
    "brush-smaller",
    "brush-larger",
    "brush-thinner",
    "brush-denser",
    "step",
    "back",
    "nudge-up",
    "nudge-down",
    "aim-left",
    "aim-right",
    "aim-up",
    "aim-down",
    "epoch",
    "change",
    "change-before",
    "mistake",
    "mistake-before",
    "next-bookmark",
    "previous-bookmark",
    "slower",
    "faster",
    "zoom-in",
    "zoom-out",
)


def make_actions(window: QWidget, lab: Lab) -> dict[str, QAction]:
    """A QAction with shortcuts for each command; its data is the command's menu."""
    actions = {}
    for command in commands():
        action = QAction(command.title, window)
        action.setObjectName(command.name)
        action.setData(command.menu)
        action.setShortcuts([QKeySequence(key) for key in command.keys])
        action.setShortcutContext(Qt.ShortcutContext.WindowShortcut)
        action.setAutoRepeat(command.name in REPEATED)
        action.triggered.connect(lambda _=False, run=command.run: run(lab))
        window.addAction(action)
        actions[command.name] = action
    return actions
