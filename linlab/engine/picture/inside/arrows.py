"""w as an arrow in the plane, and what the step did to it, tip to tail:

    w before (thin)  →  shrinkage by λ  →  update  =  w (bold)

With them the line before is drawn, thin: each w is perpendicular to its own line. For one example
and plain SGD the shrinkage is a separate segment; for a batch, an optimiser with a memory or a
solver the arrow is Δw as a whole. For more than two classes these are the arrows of the classes
that moved. All arrows have the same scale, which the legend gives. b is shown as the distance of
the line from the origin, |b|/‖w‖, a dotted segment.
"""

import math
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from linlab.engine.ground.numerals import number
from linlab.engine.ground.once import with_it
from linlab.engine.learner.learner import Learner
from linlab.engine.picture.field import Contours
from linlab.engine.picture.palette import colour_of, mixed
from linlab.engine.picture.scene import Scene
from linlab.engine.picture.shapes import HEAD, Entry, Item, Lines, Pen
from linlab.engine.train.problem import Problem
from linlab.engine.train.state import Step

LONGEST_ARROW = 0.4  # longest arrow, as a fraction of the plane's shorter side
FACTORS = (8.0, 5.0, 4.0, 2.5, 2.0, 1.0)  # by which arrows are scaled, times a power of ten
SHORTEST = 0.15  # of that side: arrows are doubled until the longest is this long
DOUBLINGS = 6  # at most
SHORTEST_OFFSET, ASIDE = 30.0, 9.0  # pixels of the distance to the origin; and beside an arrow
DOTS = (1.6, 3.2)
WORDS = {
    "weights": "w",
    "last weights": "last w",
    "weights before": "w before",
    "shrinking": "shrinkage by λ",
    "update": "update",
    "change": "Δw",
    "L1": "L1 penalty",
}
WIDTHS = {
    "weights": 2.8,
    "last weights": 1.4,
    "weights before": 1.4,
    "shrinking": 2.0,
    "update": 2.2,
    "change": 2.2,
    "L1": 2.0,
}
NAMES = {"change": "update"}  # of the drawn items, if different from the kind


@dataclass(frozen=True, eq=False)
class Arrow:
    """From one place in the plane to another, before scaling."""

    kind: str  # a key of WORDS
    start: Any  # (2,)
    end: Any  # (2,)
    row: int  # of θ

    @property
    def length(self) -> float:
        return math.dist(self.start, self.end)


def refuses(learner: Learner, classes: int) -> str:
    if learner.reads_texts:
        return "w has a weight for each word, so it is not an arrow in the plane."
    return "" if learner.straight else "w is an arrow in the plane only in the linear space."


def added_step_by_step(learner: Learner) -> bool:
    """Whether w is an arrow to which steps add: counts and means are no such sum."""
    return learner.straight and not learner.recipe.counting


def draw(scene: Scene) -> Iterable[Item]:
    """The line before and the distance from the origin, then the arrows; w comes last, on top."""
    before = _lines_before(scene)
    if before:
        yield Lines("boundary before", before, _line_pen(scene))
    offset = offset_of(scene)
    if offset is not None:
        yield Lines("offset", (offset.ends,), Pen(grey(scene), 1.2 * scene.scale, DOTS))
    for arrow, ends in shown_arrows(scene):
        name = NAMES.get(arrow.kind, arrow.kind)
        yield Lines(name, (ends,), pen_of(scene, arrow), True)


def legend(scene: Scene) -> Iterable[Entry]:
    """The new w first, with the factor that all arrows are scaled by."""
    arrows = arrows_of(scene)
    factor = factor_of(scene, arrows)
    scaled = "" if factor == 1.0 else f" × {number(factor)}"
    said = set()
    head = HEAD * scene.scale * scene.unit
    long = [arrow for arrow in arrows if factor * arrow.length >= head]  # the others are but heads
    for arrow in sorted(long, key=lambda each: list(WORDS).index(each.kind)):
        text = words_of(scene, arrow)
        if text not in said:
            said.add(text)
            yield Entry(text + scaled, pen=pen_of(scene, arrow), arrow=True)
            scaled = ""
    if _lines_before(scene):
        several = scene.model is not None and len(scene.model.examples.classes) > 2
        yield Entry("lines before" if several else "line before", pen=_line_pen(scene))


def ends_of(scene: Scene, arrow: Arrow, factor: float) -> Any:
    """Where an arrow is drawn: what the step adds slides from the origin to the tip of w, while the
    step is seen to be made. (2, 2)"""
    ends = np.array([arrow.start, arrow.end]) * factor
    if scene.coming and arrow.kind in ("update", "change"):
        return ends - (1.0 - scene.slid) * ends[0]
    return ends


@with_it()
def shown_arrows(scene: Scene) -> list[tuple[Arrow, Any]]:
    """The arrows, and the two ends of each where it is drawn. (2, 2)"""
    arrows = arrows_of(scene)
    factor = factor_of(scene, arrows)
    return [(arrow, ends_of(scene, arrow, factor)) for arrow in arrows]


@with_it()
def arrows_of(scene: Scene) -> list[Arrow]:
    """Those that are long enough to be seen, in the order in which they are drawn."""
    posed = None if scene.model is None else scene.model.own_problem
    if posed is None or not posed.straight:
        return []
    found = [*_update(scene, posed), *_weights(scene, posed)]
    far = max((math.hypot(*arrow.end) for arrow in found), default=0.0)
    least = max(0.01 * scene.unit, 1e-9 * far)
    return [arrow for arrow in found if arrow.length > least]


def factor_of(scene: Scene, arrows: Iterable[Arrow]) -> float:
    """The scale of all arrows, so that the longest fits and can be seen: 1, a short number below
    it, or 2, 4, 8 …; while one is dragged, as it was."""
    if scene.arrow_factor is not None:
        return scene.arrow_factor
    longest = max((math.hypot(*arrow.end) for arrow in arrows), default=0.0)
    side = min(scene.width, scene.height)
    room = LONGEST_ARROW * side
    if longest <= room:
        doubled = (2.0**k for k in range(DOUBLINGS) if 2.0**k * longest >= SHORTEST * side)
        return next(doubled, 2.0**DOUBLINGS) if longest > 0 else 1.0
    power = 10.0 ** math.floor(math.log10(room / longest))
    wanted = room / longest / power
    fits = next((each for each in FACTORS if each <= wanted), 1.0)
    return float(f"{fits * power:.2g}")


@dataclass(frozen=True, eq=False)
class Offset:
    """How far the line is from the origin: a segment at right angles to it."""

    ends: Any  # (2, 2) from beside the origin to the line
    length: float  # |b|/‖w‖


@with_it()
def offset_of(scene: Scene) -> Offset | None:
    """Of the line of two classes, where both ends are in view and the segment can be seen. Where w
    points to the line, it stands beside the arrow."""
    posed = None if scene.model is None else scene.model.own_problem
    theta = _now(scene)
    if posed is None or theta is None or not posed.straight or posed.rows > 1 or not scene.drawn:
        return None
    arrows = posed.arrows(theta)
    assert arrows is not None
    w, b = arrows[0], float(posed.split(theta)[1][0])
    norm = math.hypot(*w)
    shortest, longest = SHORTEST_OFFSET * scene.scale * scene.unit, 2 * max(map(abs, scene.view))
    if norm == 0 or not shortest < abs(b) / norm < longest:
        return None
    aside = np.array([-w[1], w[0]]) / norm if b < 0 else np.zeros(2)
    begin = ASIDE * scene.scale * scene.unit * aside
    ends = np.stack([begin, begin - b / norm * (w / norm)])
    view = scene.view
    seen = (ends >= (view.left, view.bottom)) & (ends <= (view.right, view.top))
    return Offset(ends, abs(b) / norm) if seen.all() else None


def _weights(scene: Scene, posed: Problem) -> Iterator[Arrow]:
    """w of the θ that answers; beside it, or alone in a vote, w of the last θ."""
    now = _now(scene)
    rows = _moved_rows(scene, posed)
    if now is not None:
        yield from (Arrow("weights", np.zeros(2), w, r) for r, w in _rows(posed, now, rows))
    if scene.last is not None:
        last = scene.last.theta
        if now is None or not np.array_equal(last, now):
            yield from (
                Arrow("last weights", np.zeros(2), w, r) for r, w in _rows(posed, last, rows)
            )


def _now(scene: Scene) -> Any:
    """The single θ that answers, moving towards the next in slow motion; None in a vote."""
    single = None if scene.model is None else scene.model.single
    if single is None:
        return None
    then = None if scene.towards is None else scene.towards[0].single
    return single.theta if then is None else scene.moved(single.theta, then.theta)


def _update(scene: Scene, posed: Problem) -> Iterator[Arrow]:
    """w before, and tip to tail what the step did to it; but not what w hides, as it began at 0."""
    step = _made(scene)
    if step is None:
        return
    stations = _stations(scene, step, posed)
    for row in _moved_rows(scene, posed) or ():
        places = [(kind, posed.arrows(theta)) for kind, theta in stations]
        first, last = places[0][1], places[-1][1]
        assert first is not None and last is not None
        begins = not scene.coming and not first[row].any()
        for (_, start), (kind, end) in zip(places, places[1:], strict=False):
            assert start is not None and end is not None
            if not (begins and (end[row] == last[row]).all()):
                yield Arrow(kind, start[row], end[row], row)
        yield Arrow("weights before", np.zeros(2), first[row], row)


def _stations(scene: Scene, step: Step, posed: Problem) -> list[tuple[str, Any]]:
    """θ before the update and after each part of it, with the name of that part."""
    learner = posed.learner
    before = step.before
    after = step.after
    one = len(step.labels) == 1 and step.jump is None and learner.optimiser.name == "sgd"
    if not one:
        return [("", before), ("change", after)]
    shrunk = before.copy()
    shrunk[:, : step.decayed] *= step.shrink
    return [("", before), ("shrinking", shrunk), ("update", shrunk + step.change), ("L1", after)]


@with_it()
def _made(scene: Scene) -> Step | None:
    """The update that led to what is drawn, or is leading to it; None if it changed nothing, or the
    document changed in between."""
    step, model = scene.step, scene.model
    if step is None or model is None or model.own_problem is None:
        return None
    if step.before.shape != (model.own_problem.rows, model.own_problem.d):
        return None
    if not np.any(step.before != step.after):
        return None
    if scene.averaged or scene.coming or model.single is None:
        return step
    return step if np.array_equal(step.after, model.single.theta) else None


def _moved_rows(scene: Scene, posed: Problem) -> list[int] | None:
    """With more than two classes, those whose w moved; None: all, because none did."""
    step = _made(scene)
    if step is None:
        return None
    return [r for r in range(posed.rows) if np.any(step.before[r] != step.after[r])]


def _rows(posed: Problem, theta: Any, rows: list[int] | None) -> Iterator[tuple[int, Any]]:
    arrows = posed.arrows(theta)
    assert arrows is not None
    for row in range(len(arrows)) if rows is None else rows:
        yield row, arrows[row]


@with_it()
def _lines_before(scene: Scene) -> tuple[Any, ...]:
    """The boundary before the update, if the θ that answers is the one that it changed."""
    step = _made(scene)
    posed = None if scene.model is None else scene.model.own_problem
    if step is None or posed is None or not posed.straight or scene.averaged:
        return ()
    arrows = posed.arrows(step.before)
    bias = posed.split(step.before)[1]
    assert arrows is not None
    if not arrows.any():
        return ()
    across, up = arrows[:, 0, None] * scene.xs, arrows[:, 1, None] * scene.ys
    field = across[:, None, :] + up[:, :, None] + bias[:, None, None]  # (rows, ny, nx)
    return tuple(Contours(field, scene.xs, scene.ys).boundary)


def words_of(scene: Scene, arrow: Arrow) -> str:
    text = WORDS[arrow.kind]
    if arrow.kind != "weights":
        return text
    if scene.in_force is not None and scene.in_force.read_out.is_mean:
        text = "w\u0304"
    elif scene.averaged:
        random = scene.in_force is not None and scene.in_force.read_out.keeps
        text = "random w" if random else "best w"
    classes = () if scene.model is None else scene.model.examples.classes
    return f"{text} of {classes[arrow.row]}" if len(classes) > 2 else text


def pen_of(scene: Scene, arrow: Arrow) -> Pen:
    palette = scene.palette
    if arrow.kind in ("weights", "last weights"):
        several = scene.model is not None and len(scene.model.examples.classes) > 2
        ink = colour_of(scene.class_of_row[arrow.row]) if several else palette.text
    elif arrow.kind == "weights before":
        return Pen(grey(scene), WIDTHS[arrow.kind] * scene.scale)
    else:
        ink = palette.halo if arrow.kind in ("update", "change") else palette.accent
    return Pen(palette.in_plane(ink), WIDTHS[arrow.kind] * scene.scale)


def _line_pen(scene: Scene) -> Pen:
    return Pen(grey(scene), 1.2 * scene.scale)


@with_it()
def grey(scene: Scene) -> str:
    """The previous state is grey in every palette: on stage even the quiet ink is almost black."""
    return mixed(scene.palette.text, scene.palette.plane, 0.6)
