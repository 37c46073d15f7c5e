"""The commands on points, classes and tools. Each change is one undo."""

from collections.abc import Callable
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QGuiApplication

from linlab.app.plane.gestures.tool import check_places, free_name, many
from linlab.app.plane.plane import Plane
from linlab.app.plane.tools import TOOLS
from linlab.app.session.player import Player
from linlab.app.session.texts import add_points, counted, paste_texts, takes_texts
from linlab.engine.data.points import Points
from linlab.engine.data.texts.editing import joined
from linlab.engine.data.texts.pasting import CLIPBOARD
from linlab.engine.data.texts.tables import are_texts_alone
from linlab.engine.ground.errors import LinlabError
from linlab.engine.views.counts.ghosts import MANY, NOT_GENERATIVE, drawn_from, generative

NUDGE = 2  # pixels
COPY_SHIFT_PX = 10  # pixels by which copies are shifted if they would cover their originals


class Editing(QObject):
    """The commands on the points of a session; `taken` is emitted when the current tool or class
    changes."""

    taken = Signal()

    def __init__(self, plane: Plane, player: Player) -> None:
        super().__init__(plane)
        self.session = plane.session
        self.plane = plane
        self.player = player

    def take_tool(self, name: str) -> None:
        self.plane.tool = TOOLS[name]
        self.plane.refresh()  # the hint of an empty plane names the class
        self.taken.emit()

    def take_class(self, label: int) -> None:
        classes = self.session.points.classes
        if label == len(classes) == 1:  # nothing can be learnt without a second one
            self.add_class()
            self.session.note(f"Class {self.session.points.classes[-1]} is new.")
        elif label >= len(classes):
            self.session.note(f"There is no class {label + 1} yet: “+ Class” adds one.")
        else:
            self.session.label = label
            self.take_tool(self.plane.tool.name if self.plane.tool.classed else "add")
            self.session.pointing.changed.emit()  # a list of texts names the class

    def press_digit(self, label: int) -> None:
        """Give the selected points the class of this digit; without a selection, make it the
        current class."""
        chosen = sorted(self.session.pointing.selection)
        if not chosen:
            self.take_class(label)
            return
        points = self.session.points
        if label == len(points.classes) == 1:
            points = points.add_class(free_name(points))
        if label >= len(points.classes):
            self.session.note(f"There is no class {label + 1} yet: “+ Class” adds one.")
            return
        before = self.session.settled
        self._edit(self._many(len(chosen), "relabel"), lambda: points.relabel(chosen, label))
        if self.session.settled != before:
            done = f"labelled {points.classes[label]}" if label >= 0 else "without a label"
            verb = "is" if len(chosen) == 1 else "are"
            self.session.note(f"{self._count(len(chosen))} {verb} now {done}. Ctrl+Z undoes it.")

    def add_point(self, place: tuple[float, float], label: int) -> None:
        def make() -> Points:
            check_places(self.session)
            return self.session.points.add(place, label)

        self._edit("add point", make)

    def draw_from_model(self) -> None:
        """Add points that a generative model draws itself."""
        session = self.session
        model = generative(session.snapshot.model)
        if model is None:
            session.note(NOT_GENERATIVE)
            return
        points = session.points
        found = drawn_from(model, MANY, session.document.seed, len(points))
        label = np.array([points.classes.index(name) for name in model.problem.classes])
        self._edit(
            f"add {MANY} points drawn from the model",
            lambda: points.add(found.x, label[found.label]),
        )

    def add_class(self) -> None:
        names = self.session.points.classes
        free = free_name(self.session.points)
        self._edit(f"add class {free}", lambda: self.session.points.add_class(free))
        if len(self.session.points.classes) > len(names):
            self.take_class(len(names))

    def rename_class(self, k: int, name: str) -> None:
        points = self.session.points
        self._edit(f"rename class {points.classes[k]}", lambda: points.rename_class(k, name))

    def remove_class(self, k: int) -> None:
        points = self.session.points
        self._edit(f"remove class {points.classes[k]}", lambda: points.remove_class(k))

    def _many(self, count: int, what: str) -> str:
        """An edit of this many points, or texts, in words."""
        if not takes_texts(self.session):
            return many(count, what)
        return f"{what} {'a text' if count == 1 else counted(count)}"

    def _count(self, count: int) -> str:
        if takes_texts(self.session):
            return counted(count)
        return f"{count} point{'s' if count != 1 else ''}"

    def _edit(self, name: str, make: Callable[[], Points]) -> None:
        try:
            self.session.edit(name, self.session.with_points(make()))
        except LinlabError as error:
            self.session.note(str(error))

    def select_all(self) -> None:
        self.session.pointing.select(frozenset(self.session.points.ids.tolist()))
        self.take_tool("move")
        self.plane.refresh()

    def escape(self) -> None:
        """Cancel the current gesture, otherwise clear the selection."""
        if self.plane.busy:
            self.plane.hand.drop_gesture()
            return
        self.session.pointing.select(frozenset())
        self.plane.refresh()

    def delete(self) -> None:
        chosen = sorted(self.session.pointing.selection)
        if chosen:
            self._edit(
                self._many(len(chosen), "delete"), lambda: self.session.points.remove(chosen)
            )

    def nudge(self, dx: int, dy: int) -> None:
        chosen = sorted(self.session.pointing.selection)
        unit = NUDGE * self.plane.unit()

        def make() -> Points:
            check_places(self.session)
            return self.session.points.shift(chosen, (dx * unit, dy * unit))

        if chosen:
            self._edit(many(len(chosen), "nudge"), make)

    def step_or_nudge(self, dx: int, dy: int) -> None:
        """Arrows nudge while something is selected with the move tool, and step otherwise."""
        if self.session.pointing.selection and self.plane.tool.nudges:
            self.nudge(dx, dy)
        else:
            self.player.step(dx)

    def copy(self) -> None:
        clipboard = QGuiApplication.clipboard()
        if self.session.pointing.selection:
            from linlab.engine.data.csvfile import format_csv

            points = self.session.points
            table = points.take(np.isin(points.ids, list(self.session.pointing.selection)))
            plain = (
                not any("," in name for name in table.classes)
                and table.texts is None
                and table.guesses is None
            )
            clipboard.setText(format_csv(table).replace(",", "\t") if plain else format_csv(table))
            self.session.note(f"Copied {self._count(len(table))} as a table.")
        else:
            from linlab.app.export.figures import image

            clipboard.setImage(image(self.plane.picture, 2 * 96))
            self.session.note("Copied the picture of the plane.")

    def cut(self) -> None:
        if self.session.pointing.selection:
            self.copy()
            self.delete()

    def paste(self) -> None:
        """Add the points or texts of the clipboard. An empty document takes lines of texts, too."""
        session = self.session
        pasted = QGuiApplication.clipboard().text()
        if takes_texts(session):
            paste_texts(session, pasted)
            return
        try:
            new = self._pasted(pasted)
        except LinlabError as error:
            if len(session.points) or not pasted.strip():
                session.note(str(error))
            else:
                paste_texts(session, pasted)
            return
        if new is None:
            return
        if are_texts_alone(new):
            add_points(session, new)
        else:
            self._paste_points(new)

    def _paste_points(self, new: Points) -> None:
        session = self.session
        before = session.points
        beside = _beside(before, new, COPY_SHIFT_PX * self.plane.unit())
        try:
            points = joined(before, replace(new, x=new.x + beside))
            session.edit(many(len(new), "paste"), session.with_points(points))
        except LinlabError as error:
            session.note(str(error))
            return
        session.pointing.select(frozenset(points.ids[len(before) :].tolist()))
        self.take_tool("move")
        self.plane.refresh()
        where = ", slightly offset from the originals" if beside.any() else ""
        session.note(f"Pasted {self._count(len(new))}{where}.")

    def _pasted(self, text: str) -> Points | None:
        """The points of a table on the clipboard; None if its columns were not chosen."""
        from linlab.app.window.dialogs.columns import ask_for_columns
        from linlab.engine.data.columns.choice import WhichColumns
        from linlab.engine.data.columns.files import parse_table

        try:
            return parse_table(text, CLIPBOARD, labels=False)
        except WhichColumns as which:
            return ask_for_columns(which, self.plane.window())

    def train_next(self, id: int) -> None:
        self.session.edit(
            "choose the next example", self.session.settled.with_pick(self.session.t, id)
        )
        self.player.step(1)


def _beside(points: Points, new: Points, step: float) -> NDArray[np.float64]:
    """How far to shift the new points so that most of them do not cover existing points. (2,)"""
    taken = set(map(tuple, points.x.tolist()))
    away = np.array([step, -step])
    for k in range(100):  # more copies than that may cover each other
        if sum(place in taken for place in map(tuple, (new.x + k * away).tolist())) <= len(new) / 2:
            return k * away
    return np.zeros(2)
