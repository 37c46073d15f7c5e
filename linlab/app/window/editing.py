"""The commands on points and classes: what keys and menus do to them. Each change is one step of undo."""

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray
from PySide6.QtGui import QGuiApplication

from linlab.app.plane.tools import free_name, many
from linlab.engine.data.points import Points
from linlab.engine.ground.errors import LinlabError

if TYPE_CHECKING:
    from .window import Window

NUDGE = 2  # pixels
BESIDE = 10  # pixels to the right and down, where copies are put that would lie on their originals


class Editing:
    """What can be done to the points of a window's session."""

    def __init__(self, window: "Window") -> None:
        self.lab = window
        window.session.over.connect(self._hush)

    def add_class(self) -> None:
        names, free = self.lab.session.points.classes, free_name(self.lab.session.points)
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
            self.lab.session.note(str(error))

    def _hush(self, sentence: str) -> None:
        """What the banner says is over."""
        if self.lab.banner.text() == sentence:
            self.lab.banner.hide()

    def resample(self) -> None:
        self.lab.left.data.draw_again()

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
            from linlab.engine.data.csvfile import format_csv

            points = self.lab.session.points
            table = points.take(np.isin(points.ids, list(self.lab.session.selection)))
            plain = not any("," in name for name in table.classes) and table.texts is None
            clipboard.setText(format_csv(table).replace(",", "\t") if plain else format_csv(table))
            self.lab.session.note(f"Copied {_count(len(table))} as a table.")
        else:
            from linlab.app.export.figures import image

            clipboard.setImage(image(self.lab.plane.picture, 2 * 96))
            self.lab.session.note("Copied the picture of the plane.")

    def cut(self) -> None:
        if self.lab.session.selection:
            self.copy()
            self.delete()

    def paste(self) -> None:
        from linlab.engine.data.csvfile import parse_csv

        session = self.lab.session
        try:
            new = parse_csv(QGuiApplication.clipboard().text(), "the clipboard", labels=False)
            before = session.points
            beside = _beside(before, new, BESIDE * self.lab.plane.unit())
            points = _joined(before, replace(new, x=new.x + beside))
            session.edit(many(len(new), "paste"), session.with_points(points))
        except LinlabError as error:
            session.note(str(error))
            return
        session.selection = frozenset(points.ids[len(before) :].tolist())
        self.lab.take_tool("move")
        self.lab.plane.refresh()
        where = ", a little beside the originals" if beside.any() else ""
        session.note(f"Pasted {_count(len(new))}{where}.")

    def train_next(self, id: int) -> None:
        self.lab.session.edit("choose the next example", self.lab.session.with_pick(id))
        self.lab.player.step(1)


def _count(many: int) -> str:
    return f"{many} point{'s' if many != 1 else ''}"


def _beside(points: Points, new: Points, step: float) -> NDArray[np.float64]:
    """How far to shift the new points so that most of them do not lie exactly on points that are there. (2,)"""
    taken, away = set(map(tuple, points.x.tolist())), np.array([step, -step])
    for k in range(100):  # more copies than that may lie on each other
        if sum(place in taken for place in map(tuple, (new.x + k * away).tolist())) <= len(new) / 2:
            return k * away
    return np.zeros(2)


def _joined(points: Points, new: Points) -> Points:
    """These points and the new ones; classes that are not there yet are added."""
    for name in new.classes:
        if name not in points.classes:
            points = points.add_class(name)
    index = np.array([*(points.classes.index(c) for c in new.classes), -1])
    return points.add(new.x, index[new.label])
