"""The menus Edit and Tool: points, classes and the tools of the plane."""

from functools import partial

from linlab.app.plane.tools import TOOLS, Tool

from .command import Command, Lab


def tool_commands() -> list[Command]:
    """A command for each tool that has a key."""
    return [_tool(tool) for tool in TOOLS.values() if tool.key]


def _tool(tool: Tool) -> Command:
    return Command(
        f"tool-{tool.name}",
        "Tool",
        tool.title,
        (tool.key,),
        lambda lab: lab.editing.take_tool(tool.name),
    )


def _take_class(k: int, lab: Lab) -> None:
    lab.editing.press_digit(k)


EDIT: tuple[Command, ...] = (
    Command("undo", "Edit", "Undo", ("Ctrl+Z",), lambda lab: lab.session.undo(), repeats=True),
    Command(
        "redo",
        "Edit",
        "Redo",
        ("Ctrl+Y", "Ctrl+Shift+Z"),
        lambda lab: lab.session.redo(),
        repeats=True,
    ),
    Command(
        "copy", "Edit", "Copy points, or the picture", ("Ctrl+C",), lambda lab: lab.editing.copy()
    ),
    Command("cut", "Edit", "Cut points", ("Ctrl+X",), lambda lab: lab.editing.cut()),
    Command("paste", "Edit", "Paste points", ("Ctrl+V",), lambda lab: lab.editing.paste()),
    Command(
        "select-all", "Edit", "Select all points", ("Ctrl+A",), lambda lab: lab.editing.select_all()
    ),
    Command(
        "select-none", "Edit", "Clear the selection", ("Escape",), lambda lab: lab.editing.escape()
    ),
    Command(
        "delete",
        "Edit",
        "Delete the selected points",
        ("Delete", "Backspace"),
        lambda lab: lab.editing.delete(),
    ),
    Command(
        "add-class", "Edit", "Add a class", ("Ctrl+Shift+N",), lambda lab: lab.editing.add_class()
    ),
    Command(
        "resample",
        "Edit",
        "Draw new points of the same kind",
        ("R",),
        lambda lab: lab.left.data.draw_again(),
    ),
    Command(
        "nudge-up",
        "Edit",
        "Nudge the selection up",
        ("Up",),
        lambda lab: lab.editing.nudge(0, 1),
        repeats=True,
    ),
    Command(
        "nudge-down",
        "Edit",
        "Nudge the selection down",
        ("Down",),
        lambda lab: lab.editing.nudge(0, -1),
        repeats=True,
    ),
    Command(
        "aim-left",
        "Edit",
        "Move the cross in the plane left",
        ("Alt+Left",),
        lambda lab: lab.bar.aim.move_by(-1, 0),
        repeats=True,
    ),
    Command(
        "aim-right",
        "Edit",
        "Move the cross right",
        ("Alt+Right",),
        lambda lab: lab.bar.aim.move_by(1, 0),
        repeats=True,
    ),
    Command(
        "aim-up",
        "Edit",
        "Move the cross up",
        ("Alt+Up",),
        lambda lab: lab.bar.aim.move_by(0, 1),
        repeats=True,
    ),
    Command(
        "aim-down",
        "Edit",
        "Move the cross down",
        ("Alt+Down",),
        lambda lab: lab.bar.aim.move_by(0, -1),
        repeats=True,
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
        "brush-smaller",
        "Tool",
        "Smaller brush",
        ("[",),
        lambda lab: lab.bar.brush_card.widen(1 / 1.25),
        repeats=True,
    ),
    Command(
        "brush-larger",
        "Tool",
        "Larger brush",
        ("]",),
        lambda lab: lab.bar.brush_card.widen(1.25),
        repeats=True,
    ),
    Command(
        "brush-thinner",
        "Tool",
        "Thinner spray",
        ("{",),
        lambda lab: lab.bar.brush_card.spray(-1),
        repeats=True,
    ),
    Command(
        "brush-denser",
        "Tool",
        "Denser spray",
        ("}",),
        lambda lab: lab.bar.brush_card.spray(1),
        repeats=True,
    ),
)
