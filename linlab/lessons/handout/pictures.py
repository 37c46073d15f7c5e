"""The pictures of a step on paper: the plane as its look says, and the view that stands beside it or in the right column."""

from collections.abc import Iterable
from contextlib import suppress
from dataclasses import replace
from typing import Any

import numpy as np

from linlab.engine.document.look import Look
from linlab.engine.ground.errors import LinlabError
from linlab.engine.picture.fellows import ALONE, ONE, SIDE
from linlab.engine.picture.layers import switches
from linlab.engine.picture.palette import PALETTES
from linlab.engine.picture.shapes import Frame, Item, Label, Lines, Marks, Panel, Pen, Picture, View
from linlab.engine.views.chart import chart, span_of
from linlab.engine.views.figure import Figure, Moment
from linlab.engine.views.plane_and_curves import roomy
from linlab.engine.views.views import VIEWS, completed, draw
from linlab.lessons.facts import optimum_of
from linlab.lessons.questions import moments
from linlab.lessons.shown import USUALLY, Shown

Row = tuple[Picture, ...]
WIDE, HIGH = 636.0, 290.0  # pixels of 1/96 inch: across an A4 page
_ALONE, _HALF = 520.0, (WIDE - 8.0) / 2  # how wide a plane alone is, and each of two pictures beside each other
_ROWS = {1: HIGH, 2: HIGH, 3: 220.0}  # how high planes side by side are, by how many there are; of more, two rows
_ANSWER, _CURVE = (440.0, 250.0), 175.0  # how large a plane is among the answers, and how high a curve
_FONT, _SMALL = 13.0, 11.5


def pictures_of(shown: Shown, palette: str) -> tuple[Row, ...]:
    """What the step shows, in rows."""
    look, moment = shown.look, _moment(shown, shown.look.t)
    beside = _beside(shown, moment)
    many = len(shown.document.learners)
    if _arranged(shown) == SIDE:
        plane = (_plane(shown, moment, palette, WIDE, _ROWS.get(many, 380.0)),)
        return (plane, (_drawn(look, moment, beside, palette, WIDE),)) if beside else (plane,)
    if beside:
        return ((_plane(shown, moment, palette, _HALF, HIGH), _drawn(look, moment, beside, palette, _HALF)),)
    return ((_plane(shown, moment, palette, _ALONE, HIGH),),)


def ringed(shown: Shown, ids: Iterable[int], palette: str) -> Picture:
    """The plane of the step with rings around these examples, and their numbers."""
    made, problem = _plane(shown, _moment(shown, shown.look.t), palette, *_ANSWER, alone=True), shown.here.problem
    panel, colour, wanted = made.panels[0], PALETTES[palette].accent, np.isin(problem.ids, list(ids))
    rings: list[Item] = [Marks("answer", "disc", problem.x[wanted], 19.0, None, Pen(colour, 2.2))]
    rings += [Label(str(k + 1), tuple(problem.x[k].tolist()), _SMALL, colour, "middle", dy=-17.0, bold=True,
                    veil=panel.palette.plane, name="number") for k in np.flatnonzero(wanted)]  # fmt: skip
    return replace(made, panels=(replace(panel, items=(*panel.items, *rings)), *made.panels[1:]))


def afterwards(shown: Shown, layer: str, palette: str) -> Picture:
    """The plane when the step has played, with this layer."""
    layers = USUALLY if shown.look.layers is None else {*shown.look.layers}
    later = replace(shown, look=replace(shown.look, layers=tuple(sorted(layers | {layer}))))
    return _plane(later, _moment(shown, shown.end), palette, *_ANSWER, alone=True)


def course(shown: Shown, values: Any, title: str, palette: str, empty: bool) -> Picture:
    """A curve over the updates that the step plays, or the axes to draw it into."""
    colours, t = PALETTES[palette], moments(shown.here)
    figure = Figure(width=WIDE, height=_CURVE, palette=palette, font=_SMALL)
    line = Lines("curve", (np.column_stack([t, values]),), Pen(colours.accent, 2.0))
    ends = float(t[0]), float(max(t[-1], t[0] + 1))

    def panel(frame: Frame) -> Panel:
        return chart(figure, frame, colours, () if empty else (line,), ends, span_of(values), titles=("update", title))

    made = roomy(panel, figure, Frame(0, 0, figure.width, figure.height), colours)
    return Picture(figure.width, figure.height, colours.card, (made,))


def _moment(shown: Shown, t: int) -> Moment:
    here = replace(shown.here, t=t, then=None)
    optimum = None
    if shown.look.exact or shown.look.curves == "gap":
        with suppress(LinlabError):  # a model that has none
            optimum = optimum_of(here.problem)
    return Moment.of(here.trace, t, optimum)


def _beside(shown: Shown, moment: Moment) -> str:
    """The view that is seen with the plane; none where there would be only a sentence that says why not."""
    name = shown.look.beside or ("" if "numbers" in shown.fold else shown.look.view)
    name = {"both": "curves", "plane": ""}.get(name, name)
    return name if name in VIEWS and not VIEWS[name].refuses(moment) else ""


def _arranged(shown: Shown) -> str:
    return (shown.look.models or ONE) if len(shown.document.learners) > 1 else ALONE


def _plane(shown: Shown, moment: Moment, palette: str, width: float, height: float, alone: bool = False) -> Picture:
    look = shown.look
    named = USUALLY if look.layers is None else {*look.layers}
    layers = frozenset(layer.name for layer in switches() if layer.name in named and (look.exact or layer.name != "optimum"))
    arranged = ALONE if alone and _arranged(shown) == SIDE else _arranged(shown)
    figure = Figure("plane", width, height, palette, _FONT if width > _HALF else _SMALL, legend="legend" in named,
                    axes="axes" in named, layers=layers, region=None if look.region is None else View(*look.region),
                    models=arranged)  # fmt: skip
    return draw(figure, moment)


def _drawn(look: Look, moment: Moment, view: str, palette: str, width: float) -> Picture:
    """A view, once its work is done."""
    chosen = tuple((name, value) for of, name, value in look.options if of == view)
    figure = Figure(view, width, HIGH, palette, _SMALL, curves=look.curves or "loss", log=look.log, options=chosen)
    return draw(figure, completed(figure, moment))
