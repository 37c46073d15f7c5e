"""The box of the scene: a floor and two walls behind everything, with lines at round numbers, and
at the three edges that bound it on the page the numbers and what they measure.

Nothing in a box is behind its far sides, and none of those three edges is before anything in it:
they are painted first.
"""

from typing import Any

import numpy as np

from linlab.engine.ground.arrays import Floats
from linlab.engine.picture.metrics import text_width
from linlab.engine.picture.palette import mixed
from linlab.engine.picture.shapes import Areas, Item, Label, Lines, Pen
from linlab.engine.picture.ticks import ticks

from .scene_items import Stage
from .space import HALF
from .turning import Turn

CORNERS = np.array([(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)])


def box(stage: Stage, titles: tuple[str, str, str], numbers: bool) -> list[Item]:
    """The floor and the two walls behind everything, with lines at round numbers; and at the three
    edges nearest to the reader the numbers and what they measure."""
    palette = stage.palette
    turn = stage.turn
    figure = stage.figure
    lift = stage.space.lift
    away = turn.axes[2]
    x, y = (-float(np.copysign(HALF[k], away[k] or -1.0)) for k in (0, 1))  # the far walls
    floor = np.column_stack([CORNERS * HALF[:2], np.full(4, -HALF[2])])
    walls = [
        np.array([(x, -1, -HALF[2]), (x, 1, -HALF[2]), (x, 1, HALF[2]), (x, -1, HALF[2])]),
        np.array([(-1, y, -HALF[2]), (1, y, -HALF[2]), (1, y, HALF[2]), (-1, y, HALF[2])]),
    ]
    pen = Pen(palette.quiet, 0.8 * figure.scale, opacity=0.45)
    items: list[Item] = [
        Areas("walls", tuple(map(turn.page, walls)), mixed(palette.text, palette.card, 0.025), pen),
        Areas("floor", (turn.page(floor),), mixed(palette.text, palette.card, 0.06), pen),
    ]
    ends = stage.space.full if lift > 0 else np.column_stack([stage.space.flat, (0.0, 1.0)])
    found, faint = [], []
    for k in range(3):
        low, high = float(ends[0, k]), float(ends[1, k])
        marks = (
            [(at, text) for at, text in ticks(low, high, False, 4) if low <= at <= high]
            if numbers
            else []
        )
        places = [(2 * (at - low) / (high - low) - 1) * HALF[k] for at, _ in marks]
        found.append([(place, text) for place, (_, text) in zip(places, marks, strict=True)])
        faint += [line for place in places for line in _rules(k, place, x, y)]
    rules = tuple(turn.page(np.array(faint).reshape(-1, 2, 3)))
    items.append(Lines("rules", rules, Pen(palette.grid, 0.7 * figure.scale, opacity=0.13)))
    if figure.axes:
        for k, edge in enumerate(_edges(turn, -x, -y)):
            items += _scale(stage, edge, k, found[k] if k < 2 or lift > 0 else [], titles[k])
    return items


def _rules(k: int, at: float, x: float, y: float) -> list[Any]:
    """The lines of the floor and of a wall where an edge of the box has a number."""
    bottom = -HALF[2]
    top = HALF[2]
    if k == 0:
        return [[(at, -1, bottom), (at, 1, bottom)], [(at, y, bottom), (at, y, top)]]
    if k == 1:
        return [[(-1, at, bottom), (1, at, bottom)], [(x, at, bottom), (x, at, top)]]
    return [[(x, -1, at), (x, 1, at)], [(-1, y, at), (1, y, at)]]


def _edges(turn: Turn, x: float, y: float) -> list[Floats]:
    """The two edges of the floor that are nearest, and the upright edge at the left. (2, 3) each"""
    bottom = -HALF[2]
    corners = np.column_stack([CORNERS * HALF[:2], np.full(4, bottom)])
    left = corners[int(np.argmin(turn.page(corners)[:, 0].round(9)))]
    return [
        np.array([(-1, y, bottom), (1, y, bottom)]),
        np.array([(x, -1, bottom), (x, 1, bottom)]),
        np.stack([left, left * (1, 1, -1)]),
    ]


def _scale(
    stage: Stage, edge: Floats, k: int, marks: list[tuple[float, str]], title: str
) -> list[Item]:
    """Numbers along an edge and a title beyond them, on its outer side; none where it is seen end
    on."""
    turn, figure, palette = stage.turn, stage.figure, stage.palette
    size = 0.82 * figure.font
    ends = turn.page(edge)
    along = (ends[1] - ends[0]) * stage.unit
    length = float(np.hypot(*along))
    if length < 4 * size:
        return []
    out = np.array([along[1], -along[0]]) / length
    middle = ends.mean(axis=0)
    if out @ (middle - turn.page(np.array([(0, 0, -0.4 * HALF[2])]))[0]) < 0:
        out = -out
    items: list[Item] = []
    half = float(HALF[k])
    last = -1e9
    for at, text in marks:
        place = ends[0] + (at / half + 1) / 2 * (ends[1] - ends[0])
        if (at / half + 1) / 2 * length - last < 1.9 * size or (
            k == 2 and (at / half + 1) / 2 * length < 0.9 * size
        ):
            continue  # there the numbers of the floor are
        last = (at / half + 1) / 2 * length
        items.append(_word(stage, text, place, size, palette.quiet, out, 0.75 * size))
    away = (2.3 if marks else 0.9) * size
    if title:
        place = middle if k < 2 else ends[1]
        towards = out if k < 2 else np.array([0.0, 1.0])
        items.append(
            _word(
                stage,
                title,
                place,
                figure.font,
                palette.text,
                towards,
                away if k < 2 else 0.9 * size,
            )
        )
    return items


def _word(
    stage: Stage, text: str, place: Floats, size: float, ink: str, out: Floats, away: float
) -> Label:
    """Words beyond an edge: they begin, end or are centred there, as they lean, and stay on the
    page."""
    if out[0] > 0.5:
        anchor = "start"
    elif out[0] < -0.5:
        anchor = "end"
    else:
        anchor = "middle"
    lean = 0.0 if anchor != "middle" else 0.45 * size
    at = float(place[0]) * stage.unit + float(out[0]) * away
    wide = text_width(text, size)
    left = at - {"start": 0.0, "middle": wide / 2, "end": wide}[anchor]
    most = max(0.0, stage.wide / 2 - 0.3 * size)
    stay = max(-most, min(left, most - wide)) - left
    return Label(
        text,
        (float(place[0]), float(place[1])),
        size,
        ink,
        anchor,
        dx=float(out[0]) * away + stay,
        dy=-float(out[1]) * (away + lean),
    )
