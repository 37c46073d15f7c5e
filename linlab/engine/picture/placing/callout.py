"""The text about the example of a step: beside it, with a thin line to it, over no point, arrow or
boundary if there is room for that near the example. For a batch too large for rings, it says how
many examples there are, wherever there is room."""

import math
import re
from dataclasses import replace
from typing import Any

import numpy as np

from linlab.engine.ground.numerals import grouped, number
from linlab.engine.picture.metrics import text_width
from linlab.engine.picture.scene import DOT, Scene
from linlab.engine.picture.shapes import Frame, Group, Label, Lines, Marks, Panel, Pen

from .free_space import Spot, free_spot

ARROWS = ("weights", "last weights", "weights before", "shrinking", "update", "L1", "offset")
HARD, SOFT = (
    ("boundary", *ARROWS),
    ("margins", "optimum", "optimum margins", "slack", "boundary before", "last line"),
)  # lines to avoid
SIZES = (1.08, 0.88)  # of the font: smaller if there is no room
RING_NEAR, RING_NOT_FAR = (
    2.5,
    4.5,
)  # sizes of the type from the ring: where it stands, or else at most
AIR, EDGE, HIGH = (
    3.0,
    0.3,
    1.6,
)  # pixels to points and lines; what a veil has beside the words, and its height, in their size
NAME = "example label"


def with_callout(
    scene: Scene, panel: Panel, before: Panel | None, floor: float, legend: Frame | None
) -> Panel:
    """The panel with the text on top, and the line to its example beneath the points."""
    *leader, words = callout(scene, panel, before, floor, legend) or (None,)
    if words is None:
        return panel
    beneath = next((k for k, item in enumerate(panel.items) if item.name == "points"), 0)
    return replace(panel, items=(*panel.items[:beneath], *leader, *panel.items[beneath:], words))


def callout(
    scene: Scene, panel: Panel, before: Panel | None, floor: float, legend: Frame | None
) -> tuple[Lines | Label, ...]:
    """The line and the words about the example of this step, or nothing if there is no room.

    The text stays where it was `before` if possible. The lowest `floor` pixels of the frame are
    covered, and so is what is under the legend.
    """
    which, frame, palette = scene.trained_on, panel.frame, scene.palette
    if not len(which):
        return ()
    at = panel.to_page(scene.places[which])
    inside = (
        (at >= (frame.x, frame.y)) & (at <= (frame.x + frame.width, frame.y + frame.height - floor))
    ).all(axis=1)
    one = len(scene.step.ids) == 1 if scene.step is not None else False
    if one and not inside.all():
        return ()
    rings = [item for item in panel.items if isinstance(item, Marks) and item.name == "example"]
    if rings and not one:
        return ()  # it needs no line
    ring = rings[0].size if rings else 0.0
    text, widest = _words(scene) if one else 2 * (_count(scene),)
    near = tuple(at[0].tolist()) if one else (frame.x, frame.y + frame.height - floor)
    stood = _place_before(panel, before)
    around = _Around(scene, panel, legend, at[:1] if one else at[:0], ring)
    for share, far, over in NEARBY if one else ANYWHERE:
        size = share * scene.font
        box = text_width(widest, size) + 2 * EDGE * size, HIGH * size
        room = _room(panel, scene, floor)
        room = room if math.isinf(far) else _within(room, near, ring / 2 + far * size, box)
        spot = around.free_spot(box, room, near, _spot_of(stood, box[0], near), over)
        if spot is not None:
            break
    else:
        return ()
    spare = box[0] - text_width(text, size) - 2 * EDGE * size  # they stand at the nearer end of it
    left = spot.x + (spare if one and spot.x + box[0] / 2 < near[0] else 0.0)
    place = panel.from_page(left + EDGE * size, spot.y + HIGH * size / 2)
    words = Label(
        text, place, size, palette.text if one else palette.quiet, veil=palette.card, name=NAME
    )
    way = _way(box_of(panel, words), near, ring) if one else None
    if way is None:
        return (words,)
    leader = np.array([panel.from_page(*end) for end in way])
    return Lines("leader", (leader,), Pen(palette.text, scene.scale, opacity=0.6)), words


def _way(box: Frame, near: tuple[float, float], ring: float) -> Any:
    """From the nearest place of a box to the ring around what it speaks of (2, 2); None if it
    stands there already."""
    edge = (
        min(max(near[0], box.x), box.x + box.width),
        min(max(near[1], box.y), box.y + box.height),
    )
    length = math.dist(edge, near)
    if length < ring / 2 + AIR:
        return None
    share = ring / 2 / length
    return np.array([edge, [near[k] + (edge[k] - near[k]) * share for k in (0, 1)]])


ANYWHERE = tuple((share, math.inf, False) for share in SIZES)  # size, how far, over points
NEARBY = (
    *((share, far, False) for far in (RING_NEAR, RING_NOT_FAR) for share in SIZES),
    (SIZES[1], RING_NEAR, True),
)


def _room(panel: Panel, scene: Scene, floor: float) -> Frame:
    """The frame without its edge and what covers it."""
    frame, edge = panel.frame, 4.0 * scene.scale
    return Frame(
        frame.x + edge, frame.y + edge, frame.width - 2 * edge, frame.height - floor - 2 * edge
    )


def _within(room: Frame, near: Any, reach: float, box: tuple[float, float]) -> Frame:
    """The part of a room in which a box is no further from a place than that."""
    left, top = max(room.x, near[0] - reach - box[0]), max(room.y, near[1] - reach - box[1])
    right = min(room.x + room.width, near[0] + reach + box[0])
    bottom = min(room.y + room.height, near[1] + reach + box[1])
    return Frame(left, top, right - left, bottom - top)


class _Around:
    """What there is in a panel that words should not cover, on the page."""

    def __init__(
        self, scene: Scene, panel: Panel, legend: Frame | None, ringed: Any, ring: float
    ) -> None:
        turn = np.linspace(0, 2 * np.pi, 24, endpoint=False)
        circle = ring / 2 * np.stack([np.cos(turn), np.sin(turn)], axis=1)
        self.air = DOT * scene.dot / 2 + AIR * scene.scale
        self.rings = np.concatenate([np.empty((0, 2)), *(at + circle for at in ringed)])
        places = [panel.to_page(scene.places), self.rings]
        self.lines: dict[bool, list[Any]] = {True: [], False: []}  # whether it must be avoided
        self.words = [] if legend is None else [legend]
        hard = () if scene.coming else HARD  # while lines and arrows move, the words stay
        for item in panel.items:
            if isinstance(item, Lines) and (item.name in HARD or item.name in SOFT):
                self.lines[item.name in hard] += map(panel.to_page, item.lines)
            elif isinstance(item, Label):
                self.words.append(box_of(panel, item))
            elif item.name == "stacks" and isinstance(item, Group) and item.items:
                numbers = [
                    (each.place, (2 * each.dx, each.dy))
                    for each in item.items
                    if isinstance(each, Label)
                ]
                places.append(
                    panel.to_page([place for place, _ in numbers]) + [away for _, away in numbers]
                )
        self.places = np.concatenate(places)

    def free_spot(
        self, box: tuple[float, float], room: Frame, near: Any, stood: Spot | None, over: bool
    ) -> Spot | None:
        """The free spot nearest to a place; if it may stand `over` points, as few points and lines
        as possible and no other words are under it."""
        if over:
            soft = [*self.lines[True], *self.lines[False]]
            return free_spot(
                box,
                room,
                near,
                self.rings,
                (),
                self.words,
                soft,
                before=stood,
                covers=self.places,
            )
        return free_spot(
            box,
            room,
            near,
            self.places,
            self.lines[True],
            self.words,
            self.lines[False],
            air=self.air,
            before=stood,
        )


def _place_before(panel: Panel, before: Panel | None) -> Frame | None:
    """Where the words stood in the picture before, if that was as large."""
    if before is None or (before.frame.width, before.frame.height) != (
        panel.frame.width,
        panel.frame.height,
    ):
        return None
    words = next(
        (item for item in before.items if isinstance(item, Label) and item.name == NAME), None
    )
    return None if words is None else box_of(before, words)


def _spot_of(stood: Frame | None, wide: float, near: Any) -> Spot | None:
    """The spot of a box that wide which has the words where they stood: on the left of a place, at
    its right end."""
    if stood is None:
        return None
    right = stood.x + stood.width
    on_the_left = right <= near[0] or right - wide / 2 < near[0]
    return Spot(right - wide if on_the_left else stood.x, stood.y)


def box_of(panel: Panel, words: Label) -> Frame:
    """The area of the page that a label's background covers."""
    (x, y), width = (
        panel.to_page(words.place)[0].tolist(),
        text_width(words.text, words.size, words.bold),
    )
    left = x + words.dx - {"start": 0.0, "middle": 0.5, "end": 1.0}[words.anchor] * width
    edge, high = EDGE * words.size, HIGH * words.size
    return Frame(left - edge, y + words.dy - high / 2, width + 2 * edge, high)


def _words(scene: Scene) -> tuple[str, str]:
    """The example and its margin; and the widest text it may become, so that it rarely moves."""
    step = scene.step
    assert step is not None
    name = f"  margin {'was ' if step.updated and not scene.coming else ''}"
    name = f"  last weights:{name[1:]}" if scene.averaged else name
    margin = number(step.margin)
    most = len(str(len(scene.points)))
    widest = f"#{'4' * most}{name}" + max(re.sub(r"\d", "4", margin), "−0.000", key=len)
    return f"#{step.example + 1}{name}{margin}", widest


def _count(scene: Scene) -> str:
    """How many examples a step averages over."""
    trained = int(((scene.parts == 0) & (scene.points.label >= 0)).sum())
    count = len(scene.trained_on)
    return (
        f"all {grouped(count)} examples"
        if count >= trained
        else f"{grouped(count)} of {grouped(trained)} examples"
    )
