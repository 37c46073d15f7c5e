"""The commands on points and classes: what keys and menus do to them. Each change is one step of undo."""

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtGui import QGuiApplication

from linlab.engine.errors import LinlabError
from linlab.engine.points import Points

from .tools import many

if TYPE_CHECKING:
    from .window import Window

NUDGE = 2  # pixels


class Editing:
    """What can be done to the points of a window's session."""

    def __init__(self, window: "Window") -> None:
        self.lab = window

    def add_class(self) -> None:
        names = self.lab.session.points.classes
        free = next(n for n in (*"ABCDEFGH", *(f"class {k}" for k in range(9, 20))) if n not in names)
        self._edit(f"add class {free}", lambda: self.lab.session.points.add_class(free))
        if len(self.lab.session.points.classes) > len(names):
            self.lab.take_class(len(names))

    def rename_class(self, k: int, name: str) -> None:
        points = self.lab.session.points
        self._edit(f"rename class {points.classes[k]}", lambda: points.rename_class(k, name))

    def remove_class(self, k: int) -> None:
        points = self.lab.session.points
        self._edit(f"remove class {points.classes[k]}", lambda: points.remove_class(k))

    def _edit(self, name: str, make: Callable[[], Points]) -> None:
        try:
            self.lab.session.edit(name, self.lab.session.with_points(make()))
        except LinlabError as error:
            self.lab.say(str(error))

    def resample(self) -> None:
        document = self.lab.session.settled
        if document.source is None:
            self.lab.say("These points were not drawn by a generator, so they cannot be drawn anew.")
            return
        source = replace(document.source, seed=(document.source.seed + 1) % 2**31)
        try:
            self.lab.session.edit("resample", replace(document, points=source.draw(), source=source, timeline=()))
        except LinlabError as error:
            self.lab.say(str(error))

    def select_all(self) -> None:
        self.lab.session.selection = frozenset(self.lab.session.points.ids.tolist())
        self.lab.take_tool("move")
        self.lab.plane.refresh()

    def escape(self) -> None:
        """Drop the gesture that is going on, else the selection."""
        if self.lab.plane.busy:
            self.lab.plane.drop_gesture()
            return
        self.lab.session.selection = frozenset()
        self.lab.plane.refresh()

    def delete(self) -> None:
        chosen = sorted(self.lab.session.selection)
        if chosen:
            self._edit(many(len(chosen), "delete"), lambda: self.lab.session.points.remove(chosen))

    def nudge(self, dx: int, dy: int) -> None:
        chosen, unit = sorted(self.lab.session.selection), NUDGE * self.lab.plane.unit()
        if chosen:
            self._edit(many(len(chosen), "nudge"), lambda: self.lab.session.points.shift(chosen, (dx * unit, dy * unit)))

    def step_or_nudge(self, dx: int, dy: int) -> None:
        """Arrows nudge while something is selected with the move tool, and step otherwise."""
        if self.lab.session.selection and self.lab.plane.tool.name == "move":
            self.nudge(dx, dy)
        else:
            self.lab.player.step(dx)

    def copy(self) -> None:
        clipboard = QGuiApplication.clipboard()
        if self.lab.session.selection:
            from linlab.engine.csvfile import format_csv

            points = self.lab.session.points
            table = points.take(np.isin(points.ids, list(self.lab.session.selection)))
            plain = not any("," in name for name in table.classes) and table.texts is None
            clipboard.setText(format_csv(table).replace(",", "\t") if plain else format_csv(table))
            self.lab.say(f"Copied {len(table)} points as a table.")
        else:
            from .figures import image

            clipboard.setImage(image(self.lab.plane.picture, 2 * 96))
            self.lab.say("Copied the picture of the plane.")

    def cut(self) -> None:
        if self.lab.session.selection:
            self.copy()
            self.delete()

    def paste(self) -> None:
        from linlab.engine.csvfile import parse_csv

        try:
            new = parse_csv(QGuiApplication.clipboard().text(), "the clipboard", labels=False)
            points, before = self.lab.session.points, len(self.lab.session.points)
            points = _joined(points, new)
            self.lab.session.edit(many(len(points) - before, "paste"), self.lab.session.with_points(points))
        except LinlabError as error:
            self.lab.say(str(error))
            return
        self.lab.session.selection = frozenset(points.ids[before:].tolist())
        self.lab.take_tool("move")
        self.lab.plane.refresh()

    def train_next(self, id: int) -> None:
        self.lab.session.edit("choose the next example", self.lab.session.with_pick(id))
        self.lab.player.step(1)


def _joined(points: Points, new: Points) -> Points:
    """These points and the new ones; classes that are not there yet are added."""
    for name in new.classes:
        if name not in points.classes:
            points = points.add_class(name)
    index = np.array([*(points.classes.index(c) for c in new.classes), -1])
    return points.add(new.x, index[new.label])
