"""Words at the arrows of a step: “w before”, what is added, “w”, and the length |b|/‖w‖.

Each stands at the tip of its arrow or beside its middle, where it covers the fewest points and
lines. What is too short to be told apart has no words; the legend explains it.
"""

import math
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from linlab.engine.ground.numerals import number
from linlab.engine.learner.learner import Learner
from linlab.engine.picture.metrics import text_width
from linlab.engine.picture.placing.free_space import along
from linlab.engine.picture.scene import DOT, Scene
from linlab.engine.picture.shapes import HEAD, Frame, Label, Lines, Panel

from .arrows import Arrow, grey, offset_of, pen_of, shown_arrows, words_of

SIZE, BOLD = 0.95, 1.08  # of the font: words, and those of w
SHORTEST = 26.0  # pixels of an arrow that has words
APART = 16.0  # pixels between the tips of w before and w, if both have words
AIR = 4.0  # pixels between an arrow and its words
HIGH, EDGE = 1.3, 0.2  # the room of words, in their size
_ANGLES = np.array([0.0, 0.9, -0.9, 1.6, -1.6, 2.3, -2.3])  # at a tip, from its direction
TURNS = np.stack([np.cos(_ANGLES), np.sin(_ANGLES)], axis=1)
FROM_TIP = AIR + HEAD * np.maximum(0.0, -TURNS[:, :1])  # pixels: behind a tip is its head (k, 1)
PLACES = (0.5, 0.35, 0.65)  # where along an arrow
POINT, LINE, COVERED = 3.0, 0.4, 1e9  # what it costs to cover a point, a piece of a line, words
BETWEEN = 6.0  # pixels between two places of a line
NAME = "arrow label"
KINK = ("perceptron", "hinge")  # losses that add y x, times the rate


@dataclass(frozen=True, eq=False)
class Words:
    """What is to be said of a segment of the page, at its end or beside it."""

    text: str
    ends: Any  # (2, 2) on the page
    colour: str
    at_tip: bool
    origin: Any  # (2,) on the page: beside a segment, words stand first on the other side
    bold: bool = False
    needed: bool = True  # else it is left out where it would cover a point or a line


def with_arrow_labels(scene: Scene, panel: Panel, legend: Frame | None) -> Panel:
    """The panel with words at its arrows, on top, and none under its legend."""
    words = list(_words(scene, panel))
    if not words:
        return panel
    frame = panel.frame
    low, high = np.array([frame.x, frame.y]), np.array([frame.width, frame.height])
    lines = [
        panel.to_page(line)
        for item in panel.items
        if isinstance(item, Lines) and (item.arrow or item.name in ("boundary", "offset"))
        for line in item.lines
    ]
    air = DOT * scene.dot / 2 + AIR * scene.scale
    covered = [
        (panel.to_page(scene.places), air, POINT),
        (along(lines, low, low + high, BETWEEN), 0.0, LINE),
    ]
    taken = [] if legend is None else [_ends(legend)]
    labels = []
    for each in words:
        box = _size_of(each, scene)
        middle = _best(each, box, frame, covered, taken, scene)
        if middle is not None:
            taken.append(np.stack([middle - box / 2, middle + box / 2]))
            labels.append(_label(each, middle, scene, panel))
    return replace(panel, items=(*panel.items, *labels))


def _words(scene: Scene, panel: Panel) -> Iterator[Words]:
    """What is to be said, the most important first."""
    several = scene.model is not None and len(scene.model.examples.classes) > 2
    shown = [(arrow, panel.to_page(ends)) for arrow, ends in shown_arrows(scene)]
    origin = panel.to_page(np.zeros(2))[0]
    tips = [ends[1] for arrow, ends in shown if arrow.kind == "weights"]
    long = [each for each in shown if _length(each[1]) >= SHORTEST * scene.scale]
    for arrow, ends in sorted(long, key=lambda each: _RANK.index(each[0].kind)):
        at_tip = arrow.kind in ("weights", "last weights", "weights before")
        if arrow.kind == "weights before" and (several or _near(ends[1], tips, scene)):
            continue
        text = words_of(scene, arrow) if at_tip else _added(scene, arrow)
        if text:
            colour = scene.palette.words_on_card(pen_of(scene, arrow).colour)
            yield Words(text, ends, colour, at_tip, origin, arrow.kind == "weights")
    offset = offset_of(scene)
    if offset is not None:
        colour = scene.palette.words_on_card(grey(scene))
        text = f"|b|/‖w‖ = {number(offset.length)}"
        yield Words(text, panel.to_page(offset.ends), colour, False, origin, needed=False)


_RANK = ("weights", "last weights", "weights before", "update", "change", "shrinking", "L1")


def _added(scene: Scene, arrow: Arrow) -> str:
    """What a part of the step adds to w, as the rule writes it."""
    posed = None if scene.model is None else scene.model.own_problem
    if posed is None or scene.step is None:
        return ""
    rate = _rate(posed.learner)
    if arrow.kind == "shrinking":
        return f"− {rate or 'α'}λ w"
    if arrow.kind != "update" or posed.learner.recipe.loss.name not in KINK:
        return words_of(scene, arrow)
    if posed.rows == 1:
        return f"+ {rate} y x" if rate else "+ y x"
    own = arrow.row == int(scene.step.labels[0])
    return " ".join(part for part in ("+" if own else "−", rate, "x") if part)


def _rate(learner: Learner) -> str:
    """The symbol of the rate, as the rule writes it: a rate of 1 is left out."""
    if learner.rate.capped:
        return "τ"
    if learner.rate.name != "constant":
        return "αₜ"
    return "" if learner["alpha"] == 1.0 else "α"


def _length(ends: Any) -> float:
    return math.dist(ends[0], ends[1])


def _near(tip: Any, others: list[Any], scene: Scene) -> bool:
    return any(math.dist(tip, other) < APART * scene.scale for other in others)


def _size_of(words: Words, scene: Scene) -> Any:
    """The width and height of the room that words take. (2,)"""
    size = _type(words, scene)
    wide = text_width(words.text, size, words.bold) + 2 * EDGE * size
    return np.array([wide, HIGH * size])


def _type(words: Words, scene: Scene) -> float:
    return (BOLD if words.bold else SIZE) * scene.font


def _best(
    words: Words, box: Any, frame: Frame, covered: list[Any], taken: list[Any], scene: Scene
) -> Any:
    """The middle of the box that covers least (2,); None if each would cover other words or leave
    the frame."""
    middles = _middles(words, box, scene)
    low, high = middles - box / 2, middles + box / 2
    begin, end = _ends(frame)
    inside = ((low >= begin) & (high <= end)).all(axis=1)
    cost = 0.1 * np.arange(len(middles)) + np.where(inside, 0.0, COVERED)
    for places, air, worth in covered:
        worth = worth if words.needed else POINT
        over = (places > low[:, None] - air) & (places < high[:, None] + air)
        cost += worth * over.all(axis=2).sum(axis=1)
    for first, last in taken:
        cost += COVERED * ((low < last) & (high > first)).all(axis=1)
    best = int(cost.argmin())
    return middles[best] if cost[best] < (COVERED if words.needed else POINT) else None


def _ends(box: Frame) -> Any:
    """Its first and last corner. (2, 2)"""
    return np.array([(box.x, box.y), (box.x + box.width, box.y + box.height)])


def _middles(words: Words, box: Any, scene: Scene) -> Any:
    """Where the middle of a box may be, so that it touches the arrow's tip or its side. (k, 2)"""
    start, end = words.ends
    way = (end - start) / max(_length(words.ends), 1e-9)
    across = np.array([-way[1], way[0]])
    if words.at_tip:
        out = TURNS[:, :1] * way + TURNS[:, 1:] * across
        at = end
        air = FROM_TIP
    else:
        outer = across if across @ (start - words.origin) >= 0 else -across
        out = np.tile([outer, -outer], (len(PLACES), 1))
        at = start + np.repeat(PLACES, 2)[:, None] * (end - start)
        air = AIR
    reach = np.abs(box / 2 * out).sum(axis=1, keepdims=True)  # of a box from its middle
    return at + out * (air * scene.scale + reach)


def _label(words: Words, middle: Any, scene: Scene, panel: Panel) -> Label:
    return Label(
        words.text,
        panel.from_page(float(middle[0]), float(middle[1])),
        _type(words, scene),
        words.colour,
        "middle",
        bold=words.bold,
        veil=scene.palette.card,
        name=NAME,
    )
