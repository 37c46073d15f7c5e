"""The pictures of a page on paper: the plane, and the view beside it or in the right column."""

from collections.abc import Collection, Iterator
from contextlib import suppress
from dataclasses import replace

import numpy as np

from linlab.engine.document.look import Look
from linlab.engine.ground.errors import LinlabError
from linlab.engine.picture.axes_and_legend import legend_box
from linlab.engine.picture.other_models import ALONE, ONE, SIDE
from linlab.engine.picture.palette import PALETTES
from linlab.engine.picture.shapes import ABOVE, Item, Label, Panel, Picture, View
from linlab.engine.picture.showing.choice import names
from linlab.engine.views.figure import Figure
from linlab.engine.views.snapshot import Snapshot
from linlab.engine.views.views import VIEWS, completed, draw
from linlab.lessons.facts.numbers import optimum_of
from linlab.lessons.kinds.ink import Area
from linlab.lessons.kinds.kind import Answer, Question
from linlab.lessons.shown import USUALLY, Shown

Row = tuple[Picture, ...]
WIDE, HIGH = 636.0, 216.0  # pixels of 1/96 inch: across an A4 page
_ALONE, _HALF = (
    430.0,
    (WIDE - 8.0) / 2,
)  # width of a single plane, and of each of two pictures side by side
_BESIDE = 256.0  # height of a view, and of the plane beside it
_ROWS = {
    2: HIGH,
    3: 200.0,
}  # height of planes side by side, by their number; more of them take two rows
_ANSWER, _CHART = (
    (440.0, 250.0),
    175.0,
)  # size of a plane among the answers, and height of a chart
_FONT, _SMALL = 13.0, 11.5
_NUMBERED = 12  # most examples of an answer that get numbers


def pictures_of(shown: Shown, palette: str) -> tuple[Row, ...]:
    """What the page shows, in rows."""
    look = shown.look
    moment = moment_of(shown, shown.look.t)
    beside = _beside(shown, moment)
    many = len(shown.document.learners)
    if _arranged(shown) == SIDE:
        plane = (_plane(shown, moment, palette, WIDE, _ROWS.get(many, 380.0)),)
        return (plane, (_drawn(look, moment, beside, palette, WIDE),)) if beside else (plane,)
    if beside:
        return (
            (
                _plane(shown, moment, palette, _HALF, _BESIDE),
                _drawn(look, moment, beside, palette, _HALF),
            ),
        )
    return ((_plane(shown, moment, palette, _ALONE, HIGH),),)


def answered(shown: Shown, question: Question, answer: Answer, palette: str) -> Picture | None:
    """The answer drawn into the plane, after the page has played if the question is about that; or
    its chart."""
    kind = question.kind
    if kind.draw is None:
        return chart(shown, question, answer, palette, with_answer=True)
    moment = moment_of(shown, shown.end if kind.predicts else shown.look.t)
    made = _plane(shown, moment, palette, *_ANSWER, alone=True)
    panel = made.panels[0]
    drawn = kind.draw(question, None, answer, Area(moment.points, panel.view, panel.palette))
    if kind.numbers_examples:
        drawn += tuple(_numbers(shown, answer.value, panel))
    return replace(made, panels=(replace(panel, items=(*panel.items, *drawn)), *made.panels[1:]))


def chart(
    shown: Shown, question: Question, answer: Answer, palette: str, with_answer: bool
) -> Picture | None:
    """The chart of a question with its answer, or the axes to draw it into; None if it has no
    chart."""
    if question.kind.chart is None:
        return None
    colours = PALETTES[palette]
    size = (WIDE, _CHART)
    panel = question.kind.chart(question, answer, shown.here, colours, size, with_answer)
    return Picture(*size, colours.card, (panel,))


def _numbers(shown: Shown, ids: Collection[int], panel: Panel) -> Iterator[Label]:
    """The numbers of these examples above them; with many, it is clear which they are."""
    problem = shown.here.problem
    wanted = np.flatnonzero(np.isin(problem.ids, list(ids)))
    for k in wanted if len(wanted) <= _NUMBERED else ():
        x, y = problem.x[k].tolist()
        yield Label(
            str(k + 1),
            (x, y),
            _SMALL,
            panel.palette.text,
            "middle",
            dy=-22.0,
            bold=True,
            veil=panel.palette.plane,
            name="number",
        )


def moment_of(shown: Shown, t: int) -> Snapshot:
    """The page after t steps, with the optimum if it is shown."""
    here = replace(shown.here, t=t, then=None)
    optimum = None
    if shown.look.exact or shown.look.curves == "gap":
        with suppress(LinlabError):  # a model that has none
            optimum = optimum_of(here.problem)
    return Snapshot.of(here.trace, t, optimum)


def _beside(shown: Shown, moment: Snapshot) -> str:
    """The view shown with the plane; none if it could only say why it does not apply."""
    name = shown.look.beside or ("" if "numbers" in shown.fold else shown.look.view)
    name = {"both": "curves", "plane": ""}.get(name, name)
    return name if name in VIEWS and not VIEWS[name].refuses(moment) else ""


def _arranged(shown: Shown) -> str:
    return (shown.look.models or ONE) if len(shown.document.learners) > 1 else ALONE


def figures_of(shown: Shown, moment: Snapshot) -> tuple[Figure, ...]:
    """The plane of a page, and the view beside it."""
    plane = _plane_figure(shown, "light", _ALONE, HIGH)
    beside = _beside(shown, moment)
    return (plane, _view_figure(shown.look, beside, "light", _ALONE)) if beside else (plane,)


def _plane(
    shown: Shown, moment: Snapshot, palette: str, width: float, height: float, alone: bool = False
) -> Picture:
    """The plane, with its legend above it and not over the points."""
    return _with_legend_above(draw(_plane_figure(shown, palette, width, height, alone), moment))


def _with_legend_above(made: Picture) -> Picture:
    """The same with the legend of each plane above it, and without the errors of the models, which
    may be asked for."""
    panels = tuple(replace(panel, items=_without_errors(panel.items)) for panel in made.panels)
    (panel, *others) = panels
    above = replace(panel, legend_at=ABOVE)
    box = legend_box(above)
    if others or box is None:
        return replace(made, panels=panels)
    high = max(0.0, box.height - panel.frame.y)
    lower = replace(above, frame=replace(panel.frame, y=panel.frame.y + high))
    return replace(made, height=made.height + high, panels=(lower,))


def _without_errors(items: tuple[Item, ...]) -> tuple[Item, ...]:
    """The headings of planes without the share of errors."""
    return tuple(
        replace(item, text=item.text.partition("   ")[0])
        if isinstance(item, Label) and item.name == "heading"
        else item
        for item in items
    )


def _plane_figure(
    shown: Shown, palette: str, width: float, height: float, alone: bool = False
) -> Figure:
    look = shown.look
    named = USUALLY if look.layers is None else {*look.layers}
    layers = frozenset(
        name for name in names() if name in named and (look.exact or name != "optimum")
    )
    return Figure(
        "plane",
        width,
        height,
        palette,
        _FONT if width > _HALF else _SMALL,
        legend="legend" in named,
        axes="axes" in named,
        layers=layers,
        region=None if look.region is None else View(*look.region),
        models=ALONE if alone and _arranged(shown) == SIDE else _arranged(shown),
    )


def _drawn(look: Look, moment: Snapshot, view: str, palette: str, width: float) -> Picture:
    """A view after its work is done."""
    figure = _view_figure(look, view, palette, width)
    return draw(figure, completed(figure, moment))


def _view_figure(look: Look, view: str, palette: str, width: float) -> Figure:
    chosen = tuple((name, value) for of, name, value in look.options if of == view)
    return Figure(
        view,
        width,
        _BESIDE,
        palette,
        _SMALL,
        curves=look.curves or "loss",
        log=look.log,
        options=chosen,
    )
