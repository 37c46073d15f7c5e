"""Symbols of formulas in the plane: what is highlighted when the mouse is at one in a listing or in
the arithmetic of a step, and which symbol stands for what the mouse is at in the plane.

    w           its arrow
    b           the distance of the line from the origin, |b| / ‖w‖
    x, y, i     the example of the step
    s, m        the example, and its distance to the line
    θ           the arrow and the line
"""

import math
from collections.abc import Callable, Iterable
from typing import Any

import numpy as np

from linlab.engine.ground.numerals import number
from linlab.engine.picture.scene import Scene
from linlab.engine.picture.shapes import Item, Label, Lines, Marks, Pen
from linlab.engine.train.problem import Problem
from linlab.engine.train.state import Step

from .arrows import arrows_of, factor_of

NAME = "pointed symbol"
NEAR_PX = 6.0  # pixels from an arrow or a line
BAR, HAT = "\u0304", "\u0302"


def _arrow(scene: Scene) -> Iterable[Item]:
    arrows = arrows_of(scene)
    ends = tuple(
        np.stack([arrow.start, arrow.end]) * factor_of(scene, arrows)
        for arrow in arrows
        if arrow.kind == "weights"
    )
    if ends:
        yield Lines(NAME, ends, _broad(scene), arrow=True)


def _line(scene: Scene) -> Iterable[Item]:
    if scene.drawn:
        yield Lines(NAME, tuple(scene.contours.boundary), _broad(scene))


def _offset(scene: Scene) -> Iterable[Item]:
    """From the origin to the nearest place of the line."""
    found = _plain_line(scene)
    if found is None:
        return
    w, b = found
    length = math.hypot(*w)
    with np.errstate(over="ignore", invalid="ignore"):
        foot = -b / length * (w / length)
    if not np.isfinite(foot).all():
        return
    yield Lines(NAME, (np.stack([np.zeros(2), foot]),), Pen(scene.palette.accent, 3 * scene.scale))
    middle = (float(foot[0]) / 2, float(foot[1]) / 2)
    yield Label(
        number(abs(b) / length),
        middle,
        0.92 * scene.font,
        scene.palette.text,
        dx=0.8 * scene.font,
        veil=scene.palette.card,
        name=f"{NAME} label",
    )


def _example(scene: Scene) -> Iterable[Item]:
    x = scene.places[scene.trained_on]
    if 0 < len(x) < len(scene.points):
        pen = Pen(scene.palette.accent, 3 * scene.scale)
        yield Marks(NAME, "disc", x, scene.ring + 16 * scene.scale, None, pen)


_SHOWN: dict[str, tuple[Callable[[Scene], Iterable[Item]], ...]] = {
    "w": (_arrow,),
    "b": (_offset,),
    "x": (_example,),
    "y": (_example,),
    "i": (_example,),
    "s": (_example,),
    "m": (_example,),
    "θ": (_line, _arrow),
}
MEASURED = frozenset({"s", "m"})  # of these the distance of the example is drawn, too


def plain(symbol: str) -> str:
    """A symbol without the bar of a mean or the hat of an answer."""
    return symbol.replace(BAR, "").replace(HAT, "")


def draw(scene: Scene) -> Iterable[Item]:
    """What a symbol stands for, highlighted."""
    for part in _SHOWN.get(plain(scene.symbol), ()) if scene.symbol else ():
        yield from part(scene)


def measured_by(symbol: str, step: Step | None) -> int | None:
    """The id of the example whose distance a symbol stands for."""
    one = step is not None and len(step.ids) == 1 and symbol in MEASURED
    return int(step.ids[0]) if one and step is not None else None


def symbol_at(scene: Scene, x: float, y: float) -> str:
    """The symbol of what is drawn at a place: the example of the step, w, or the line; empty for
    anything else."""
    trained = scene.points.ids[scene.trained_on]
    if scene.pointed is not None:
        return "x" if len(trained) == 1 and int(trained[0]) == scene.pointed else ""
    mean = scene.in_force is not None and scene.in_force.read_out.is_mean
    near = NEAR_PX * scene.scale * scene.unit
    place = np.array([x, y])
    arrows = arrows_of(scene)
    factor = factor_of(scene, arrows)
    for arrow in arrows:
        if arrow.kind == "weights" and _away(factor * arrow.end, place) <= near:
            return f"w{BAR}" if mean else "w"
    found = _plain_line(scene)
    if found is not None and abs(found[0] @ place + found[1]) <= near * math.hypot(*found[0]):
        return f"b{BAR}" if mean else "b"
    return ""


def _away(end: Any, place: Any) -> float:
    """The distance of a place from the segment between the origin and an end."""
    square = float(end @ end)
    share = min(1.0, max(0.0, float(end @ place) / square)) if square > 0 else 0.0
    return float(np.linalg.norm(place - share * end))


def _plain_line(scene: Scene) -> tuple[Any, float] | None:
    """w and b of the line that is drawn, of two classes where lines are straight."""
    single = None if scene.model is None else scene.model.single
    posed: Problem | None = None if scene.model is None else scene.model.own_problem
    if single is None or posed is None or not scene.drawn:
        return None
    w = posed.in_plane(single.theta)
    if w is None or not w.any():
        return None
    return w, float(posed.split(single.theta)[1][0])


def _broad(scene: Scene) -> Pen:
    return Pen(scene.palette.accent, 8 * scene.scale, opacity=0.45)
