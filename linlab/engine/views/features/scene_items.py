"""What stands in the scene: the plane of the points as the sheet that it becomes, the points with
lines down to the floor, and the walls between the classes, all from back to front."""

import math
from dataclasses import dataclass
from functools import lru_cache
from itertools import groupby
from typing import Any

import numpy as np

from linlab.engine.ground.arrays import Floats
from linlab.engine.ground.effort import MOMENT
from linlab.engine.ground.once import with_it
from linlab.engine.picture.field import Contours
from linlab.engine.picture.palette import Palette, colour_of, symbol_of
from linlab.engine.picture.scene import drawable
from linlab.engine.picture.shapes import CORE, Areas, Group, Item, Lines, Marks, Pen
from linlab.engine.picture.ticks import ticks
from linlab.engine.train.models import Model
from linlab.engine.views.figure import Figure
from linlab.engine.views.kit.marks import HighlightedIds, rings
from linlab.engine.views.snapshot import Snapshot

from .order import crossing, near_each_other, sliced, strokes
from .space import HALF, Space
from .turning import Turn
from .walls import Answer, cut

DOT = 9.0  # how wide a mark is
CROWD = 80  # points that have lines to the floor; of more only those that are highlighted
THRONG = 1500  # points of which not each is painted over just those that it touches
GRID, STEPS = 9, 32  # lines of the sheet each way, at most, and the steps of each
PIECES = 4  # of a line to the floor
TOUCHING_WIDTHS = 1.3  # of the width of a mark, from middle to middle: farther apart no two touch
CELLS = 56  # of the grid, each way, in which the boundary is looked for


@dataclass(frozen=True, eq=False)
class Stage:
    """A scene, how it is seen, and how large it is on the page."""

    figure: Figure
    moment: Snapshot
    palette: Palette
    space: Space
    turn: Turn
    unit: float
    wide: float  # of the page

    @property
    def dot(self) -> float:
        many = max(1, len(self.moment.points))
        return (
            DOT
            * self.figure.scale
            * min(1.0, max(0.55, math.sqrt(math.sqrt(150 / many))), max(0.55, self.unit / 70))
        )


@lru_cache(maxsize=4)  # while the run goes on the points stay
def sheet(space: Space) -> list[Floats]:
    """Lines x₁ = c and x₂ = c at round numbers of the plane of the points, where they come to lie.
    (k, 3) each"""
    ends = space.flat
    along = np.linspace(ends[0], ends[1], STEPS + 1)
    every = [
        [at for at, _ in ticks(float(low), float(high), False, GRID) if low <= at <= high]
        for low, high in ends.T
    ]
    lines = [np.column_stack([np.full(STEPS + 1, c), along[:, 1]]) for c in every[0]]
    lines += [np.column_stack([along[:, 0], np.full(STEPS + 1, c)]) for c in every[1]]
    return list(space.place(np.concatenate(lines)).reshape(len(lines), -1, 3))


def boundary(model: Model | None, space: Space) -> list[Floats]:
    """Where the predicted class changes in the plane of the points, where it comes to lie. (k, 3)
    each"""
    (left, bottom), (right, top) = space.flat.tolist()
    return (
        []
        if model is None
        else [space.place(line) for line in _in_plane(model, left, bottom, right, top)]
    )


@with_it()
def _in_plane(
    model: Model, left: float, bottom: float, right: float, top: float
) -> tuple[Floats, ...]:
    """The same in the plane, if that is soon found. (k, 2) each"""
    if not model.decided or model.effort(CELLS * 16, CELLS * CELLS) > MOMENT:
        return ()
    xs, ys = np.linspace(left, right, CELLS), np.linspace(bottom, top, CELLS)
    jumps = None if model.single is not None else model
    return tuple(Contours(drawable(model.grid(xs, ys)), xs, ys, jumps).boundary)


def painted(stage: Stage, answer: Answer | None, curves: list[Floats]) -> list[Item]:
    """Everything in the box, cell by cell from back to front, and within a cell point by point."""
    points = stage.moment.points
    palette = stage.palette
    scale = stage.figure.scale
    q = stage.space.place(points.x)
    turn = stage.turn
    cells = np.zeros(len(q), int) if answer is None else answer.cell(q)
    lines = _by_cell(sheet(stage.space), answer, turn)
    curve = _by_cell(curves, answer, turn, 1e-6)
    drops, drop_cells = _drops(stage, q, answer)
    walls = {} if answer is None else answer.walls()
    order = [0] if answer is None else answer.order(turn)
    items = list[Item]()
    clear = 0.22 if len(walls) < 2 else 0.13
    for rank, cell in enumerate(order):
        for name, found, pen in (
            ("sheet", lines, Pen(palette.quiet, 0.7 * scale, opacity=0.32)),
            ("boundary", curve, Pen(palette.text, 2.2 * scale)),
        ):
            if found.get(cell):
                items.append(Lines(name, tuple(found[cell]), pen))
        items += _in_cell(stage, q, np.flatnonzero(cells == cell), drops[drop_cells == cell])
        for other in order[rank + 1 :]:
            ring = walls.get((min(cell, other), max(cell, other)))
            if ring is not None:
                items.append(
                    Areas(
                        "plane",
                        (turn.page(ring),),
                        palette.accent,
                        Pen(palette.accent, 1.3 * scale),
                        clear,
                    )
                )
    return items


def _by_cell(
    lines: list[Floats], answer: Answer | None, turn: Turn, nearer: float = 0.0
) -> dict[int, list[Floats]]:
    """Pieces of lines on the page by the cell that they lie in, or that lies so much nearer to the
    eye: what is in a wall is seen before it."""
    q, line, cell = cut([each + nearer * turn.axes[2] for each in lines], answer)
    places = turn.page(q)
    breaks = np.flatnonzero((np.diff(line) != 0) | (np.diff(cell) != 0)) + 1
    out: dict[int, list[Floats]] = {}
    for k, piece in zip((0, *breaks), np.split(places, breaks), strict=True):
        if len(piece) > 1 and cell[k] >= 0:
            out.setdefault(int(cell[k]), []).append(piece)
    return out


def _drops(stage: Stage, q: Floats, answer: Answer | None) -> tuple[Floats, Any]:
    """Short pieces of the lines from points down to the floor, and the cells they lie in. (m, 2,
    3), (m,)"""
    tall = q[:, 2] + HALF[2] > 0.02
    if len(q) > CROWD:
        tall &= _highlighted(stage.moment)
    top = q[tall]
    foot = np.column_stack([top[:, :2], np.full(len(top), -HALF[2])])
    share = np.linspace(0, 1, PIECES + 1)[:, None]
    places, line, cell = cut(list((1 - share) * top[:, None] + share * foot[:, None]), answer)
    whole = np.flatnonzero((line[1:] == line[:-1]) & (cell[1:] == cell[:-1]))
    return np.stack([places[whole], places[whole + 1]], axis=1), cell[whole]


def _in_cell(stage: Stage, q: Floats, which: Any, drops: Floats) -> list[Item]:
    """The points of a cell, and pieces of lines to the floor, in strokes from back to front."""
    points = stage.moment.points
    turn = stage.turn
    many = len(which)
    if not many and not len(drops):
        return []
    places = turn.page(q[which])
    ends = turn.page(drops)
    part = np.asarray(stage.moment.parts)[which]
    kinds = np.concatenate([1 + 3 * (points.label[which] + 1) + part, np.zeros(len(drops), int)])
    known, kind = np.unique(kinds, return_inverse=True)
    depth = np.concatenate([turn.depth(q[which]), turn.depth(drops.mean(axis=1))])
    if many > THRONG:
        found = sliced(depth, kind)
    else:
        reach = TOUCHING_WIDTHS * stage.dot / stage.unit
        pairs = [near_each_other(places, reach), crossing(places, reach, ends) + (0, many)]
        found = strokes(depth, kind, np.concatenate(pairs))
    pen = Pen(stage.palette.quiet, 0.8 * stage.figure.scale, opacity=0.4)
    items: list[Item] = []
    for k, own in found:
        if known[k] == 0:
            items.append(Lines("drops", tuple(ends[np.array(own) - many]), pen))
        else:
            items += _marks(stage, which[own], places[own], int(known[k]) - 1)
    return _gathered(items)


def _gathered(items: list[Item]) -> list[Item]:
    """The same, with marks that are painted one after the other as a group."""
    out: list[Item] = []
    for marks, run in groupby(items, lambda item: isinstance(item, Marks)):
        each = tuple(run)
        out += [Group("points", each)] if marks else each
    return out


def _marks(stage: Stage, which: Any, places: Floats, kind: int) -> list[Item]:
    """Points of one class and one part: hollow if set aside, with a dot inside if as test."""
    points = stage.moment.points
    palette = stage.palette
    size = stage.dot
    label = kind // 3 - 1
    part = kind % 3
    name = points.classes[label] if label >= 0 else "unlabelled"
    ink = colour_of(label)
    pen = Pen(ink, 0.2 * size) if part or label < 0 else Pen(palette.rim, 0.09 * size)
    found: list[Item] = [
        Marks(
            name,
            symbol_of(label),
            places,
            size,
            palette.card if part else ink,
            pen,
            points.ids[which],
        )
    ]
    if part == 2:
        found.append(Marks("test", "disc", places, CORE * size, ink))
    return found


def rings_in(stage: Stage) -> list[Item]:
    """Around the example of this step, the selection and the point that is pointed at."""
    chosen = _highlighted(stage.moment)
    points = stage.moment.points
    places = stage.turn.page(stage.space.place(points.x[chosen]))
    ids = points.ids[chosen]
    size = 1.9 * stage.dot
    return rings(stage.figure, stage.moment, stage.palette, ids, places, size)


def _highlighted(moment: Snapshot) -> Any:
    """Which points are. (n,)"""
    every = [id for ids in HighlightedIds.of(moment) for id in ids]
    return np.isin(moment.points.ids, np.array(every, np.int64))
