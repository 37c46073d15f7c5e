"""Examples in a view: marks in the colours and shapes of their classes, and what is highlighted:
the example of this step, the selection, and the point that the mouse is on."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, NamedTuple

import numpy as np

from linlab.engine.data.points import Points
from linlab.engine.ground.arrays import Ints
from linlab.engine.picture.palette import Palette, colour_of, rim_of, symbol_of
from linlab.engine.picture.shapes import Group, Item, Marks, Pen
from linlab.engine.views.figure import Figure
from linlab.engine.views.snapshot import Snapshot

MOST_HIGHLIGHTED_ROWS = 32  # examples of a step whose rows are highlighted in a table


def class_number(points: Points, name: str) -> int:
    """The place of a class among those of the points; the first, if they have none of that name."""
    return points.classes.index(name) if name in points.classes else 0


def class_colour(points: Points, name: str) -> str:
    return colour_of(class_number(points, name))


def class_symbol(points: Points, name: str) -> str:
    return symbol_of(class_number(points, name))


def class_marks(
    points: Points,
    classes: Sequence[str],
    y: Ints,
    ids: Ints,
    places: Any,
    size: float,
    rim: Pen,
    name: str = "examples",
) -> Group:
    """Examples of these classes y (n,) at places (n, 2), each class with its own colour and
    shape."""
    return Group(
        name,
        tuple(
            Marks(
                each,
                class_symbol(points, each),
                places[y == k],
                size,
                class_colour(points, each),
                rim and replace(rim, colour=rim_of(class_colour(points, each), rim.colour)),
                ids[y == k],
            )
            for k, each in enumerate(classes)
        ),
    )


class HighlightedIds(NamedTuple):
    """The ids of the points to look at: the example of this step, of several the first, but none
    where a solver looked at all; the selection; and the point that the mouse is on."""

    example: tuple[int, ...]
    selection: tuple[int, ...]
    pointed: tuple[int, ...]

    @classmethod
    def of(cls, moment: Snapshot) -> "HighlightedIds":
        step = moment.step
        example = () if step is None or step.jump is not None else tuple(step.ids[:1].tolist())
        pointed = () if moment.pointed is None else (moment.pointed,)
        return cls(example, tuple(sorted(moment.selection)), pointed)


class Highlight(NamedTuple):
    """Some of them: why, which, and in which colour."""

    name: str
    ids: tuple[int, ...]
    ink: str

    def among(self, ids: Ints) -> Any:
        """Which of these it is about. (n,)"""
        return np.isin(ids, np.asarray(self.ids, np.int64))


def highlights(moment: Snapshot, palette: Palette) -> tuple[Highlight, Highlight, Highlight]:
    example, selection, pointed = HighlightedIds.of(moment)
    return (
        Highlight("example", example, palette.in_plane(palette.halo)),
        Highlight("selection", selection, palette.in_plane(palette.accent)),
        Highlight("pointed", pointed, palette.text),
    )


def rings(
    figure: Figure,
    moment: Snapshot,
    palette: Palette,
    ids: Ints,
    places: Any,
    size: float,
    width: float = 2.0,
) -> list[Item]:
    """A ring so wide around each place (n, 2) whose point is highlighted."""
    found: list[Item] = []
    for each in highlights(moment, palette):
        among = each.among(ids)
        if among.any():
            pen = Pen(each.ink, width * figure.scale)
            found.append(Marks(each.name, "disc", places[among], size, None, pen))
    return found


def highlighted_rows(moment: Snapshot, ids: Sequence[int]) -> frozenset[int]:
    """The rows of a table, one for each of these points, that are highlighted: also all examples of
    a step that saw few."""
    step = (
        ()
        if moment.step is None or len(moment.step.ids) > MOST_HIGHLIGHTED_ROWS
        else moment.step.ids.tolist()
    )
    _, selection, pointed = HighlightedIds.of(moment)
    chosen = {*step, *selection, *pointed}
    return frozenset(k for k, id in enumerate(ids) if id in chosen)


def place_asked(moment: Snapshot, alone: bool = False) -> tuple[float, float] | None:
    """The place that is asked about: where the mouse is, or the first example of this step, with
    `alone` only if it is the only one."""
    if moment.cursor is not None:
        return moment.cursor
    step = moment.step
    if step is None or step.x is None or step.names or (alone and len(step.x) != 1):
        return None
    return float(step.x[0, 0]), float(step.x[0, 1])
