"""Words at the arrows of a step: “w before”, what is added, “w”, and the length |b|/‖w‖.

Each stands at the tip of its arrow or beside its middle, where it covers the fewest points and
lines. What is too short to be told apart has no words; the legend explains it.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from linlab.engine.ground.numerals import number
from linlab.engine.learner.learner import Learner
from linlab.engine.picture.axes_and_legend import legend_box
from linlab.engine.picture.metrics import text_width
from linlab.engine.picture.placing.free_space import along
from linlab.engine.picture.scene import DOT, Scene
from linlab.engine.picture.shapes import Frame, Label, Lines, Panel

from .arrows import Arrow, arrows_of, factor_of, grey, offset_of, pen_of, words_of

SIZE, BOLD = 0.95, 1.08  # of the font: words, and those of w
SHORTEST = 26.0  # pixels of an arrow that has words
APART = 16.0  # pixels between the tips of w before and w, if both have words
AIR = 4.0  # pixels between an arrow and its words
HIGH, EDGE = 1.3, 0.2  # the room of words, in their size
TURNS = (0.0, 0.9, -0.9, 1.6, -1.6, 2.3, -2.3)  # where at a tip words may stand, from its direction
PLACES = (0.5, 0.35, 0.65)  # where along an arrow
POINT, LINE, COVERED = 3.0, 2.0, 60.0  # what it costs to cover a point, a line, other words
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


def with_arrow_labels(scene: Scene, panel: Panel) -> Panel:
    """The panel with words at its arrows, on top."""
    words = list(_words(scene, panel))
    if not words:
        return panel
    dots = panel.to_page(scene.places)
    lines = [
        panel.to_page(line)
        for item in panel.items
        if isinstance(item, Lines) and (item.arrow or item.name in ("boundary", "offset"))
        for line in item.lines
    ]
    legend = legend_box(panel)
    taken = [] if legend is None else [legend]
    labels = []
    for each in words:
        found = _placed(each, scene, panel.frame, dots, lines, taken)
        if found is not None:
            taken.append(found)
            labels.append(_label(each, found, scene, panel))
    return replace(panel, items=(*panel.items, *labels))


def _words(scene: Scene, panel: Panel) -> Iterator[Words]:
    """What is to be said, the most important first."""
    arrows = arrows_of(scene)
    factor = factor_of(scene, arrows)
    several = scene.model is not None and len(scene.model.examples.classes) > 2
    shown = [
        (arrow, panel.to_page(np.stack([arrow.start, arrow.end]) * factor)) for arrow in arrows
    ]
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
        yield Words(text, panel.to_page(offset.ends), colour, False, origin)


_RANK = ("weights", "last weights", "weights before", "update", "change", "shrinking", "L1")


def _added(scene: Scene, arrow: Arrow) -> str:
    """What a part of the step adds to w, as the rule writes it."""
    posed = None if scene.model is None else scene.model.posed
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
    return float(np.linalg.norm(ends[1] - ends[0]))


def _near(tip: Any, others: list[Any], scene: Scene) -> bool:
    return any(np.linalg.norm(tip - other) < APART * scene.scale for other in others)


def _size(words: Words, scene: Scene) -> float:
    return (BOLD if words.bold else SIZE) * scene.font


def _placed(
    words: Words, scene: Scene, frame: Frame, dots: Any, lines: list[Any], taken: list[Frame]
) -> Frame | None:
    """The box on the page that covers least; None if all of them would cover other words or leave
    the frame."""
    size = _size(words, scene)
    wide = text_width(words.text, size, words.bold) + 2 * EDGE * size
    high = HIGH * size
    best: tuple[float, Frame] | None = None
    for k, middle in enumerate(_middles(words, np.array([wide, high]), scene)):
        box = Frame(float(middle[0]) - wide / 2, float(middle[1]) - high / 2, wide, high)
        inside = (
            frame.x <= box.x
            and frame.y <= box.y
            and box.x + wide <= frame.x + frame.width
            and box.y + high <= frame.y + frame.height
        )
        if not inside:
            continue
        cost = 0.1 * k + COVERED * sum(_overlap(box, other) for other in taken)
        cost += POINT * _within(box, dots, DOT * scene.dot / 2 + AIR * scene.scale)
        cost += LINE * sum(
            _within(box, along([line], *_corners(box), 4.0), 0.0) > 0 for line in lines
        )
        if best is None or cost < best[0]:
            best = cost, box
    return best[1] if best is not None and best[0] < COVERED else None


def _middles(words: Words, box: Any, scene: Scene) -> Iterator[Any]:
    """Where the middle of a box may be, so that it touches the arrow's tip or its side."""
    start, end = words.ends
    way = (end - start) / max(_length(words.ends), 1e-9)
    air = AIR * scene.scale
    if words.at_tip:
        for turn in TURNS:
            cos, sin = np.cos(turn), np.sin(turn)
            out = np.array([cos * way[0] - sin * way[1], sin * way[0] + cos * way[1]])
            yield end + out * (air + _reach(box, out))
        return
    across = np.array([-way[1], way[0]])
    outer = across if across @ (start - words.origin) >= 0 else -across
    for share in PLACES:
        for out in (outer, -outer):
            yield start + share * (end - start) + out * (air + _reach(box, out))


def _reach(box: Any, out: Any) -> float:
    """How far a box extends from its middle against a direction."""
    return float(np.abs(box / 2 * out).sum())


def _corners(box: Frame) -> tuple[Any, Any]:
    return np.array([box.x, box.y]), np.array([box.x + box.width, box.y + box.height])


def _within(box: Frame, places: Any, air: float) -> int:
    low, high = _corners(box)
    return int(((places > low - air) & (places < high + air)).all(axis=1).sum())


def _overlap(a: Frame, b: Frame) -> bool:
    return (
        a.x < b.x + b.width
        and b.x < a.x + a.width
        and a.y < b.y + b.height
        and b.y < a.y + a.height
    )


def _label(words: Words, box: Frame, scene: Scene, panel: Panel) -> Label:
    size = _size(words, scene)
    place = panel.from_page(box.x + box.width / 2, box.y + box.height / 2)
    return Label(
        words.text,
        place,
        size,
        words.colour,
        "middle",
        bold=words.bold,
        veil=scene.palette.card,
        name=NAME,
    )
