"""The plane and the curves as views, each alone or both on a page, with room at their axes for
whatever numbers there are."""

from collections.abc import Callable, Iterable
from dataclasses import replace
from functools import partial

from linlab.engine.learner.learner import Learner
from linlab.engine.picture.axes_and_legend import LEADING, legend_box, overhang, title_lines
from linlab.engine.picture.curves import curve_values, curves_panel
from linlab.engine.picture.other_models import ONE, SIDE, SMALLER, cells, edge, heading
from linlab.engine.picture.palette import Palette
from linlab.engine.picture.placing.texts import axes_of, placed
from linlab.engine.picture.plane_panel import (
    around,
    clear_of_legend,
    fitted,
    legend_entries,
    plane_panel,
)
from linlab.engine.picture.scene import Scene
from linlab.engine.picture.shapes import ABOVE, Entry, Frame, Panel, Pen
from linlab.engine.picture.showing.choice import answers
from linlab.engine.train.stopping import converged
from linlab.engine.train.trace import Trace

from .figure import Figure
from .snapshot import Snapshot
from .view import FigureView


def plane(figure: Figure, moment: Snapshot, palette: Palette, room: Frame) -> tuple[Panel, ...]:
    if figure.models == SIDE and moment.other_models:
        return _side_by_side(figure, moment, palette, room)
    region = figure.region or around(moment.placed.x)
    asked = answers(figure.layers, moment.trace, moment.t)

    def panel(frame: Frame) -> Panel:
        scene = replace(_scene(figure, moment, palette, frame), asked=asked)
        if figure.models == ONE and moment.trace is not None:
            scene = replace(scene, other_models=moment.other_models, which=moment.trace.which)
        if figure.legend and figure.region is None:
            scene = replace(scene, view=clear_of_legend(scene, figure.layers, frame, region))
        manners = {name for name, on in (("legend", figure.legend), ("axes", figure.axes)) if on}
        return plane_panel(
            scene, figure.layers | manners, frame, title=figure.title, before=moment.before
        )

    return (roomy(panel, figure, room, palette, figure.axes, (3.6, 0.9), figure.title),)


def _scene(figure: Figure, moment: Snapshot, palette: Palette, frame: Frame) -> Scene:
    region = figure.region or around(moment.placed.x)
    view = fitted(
        (region.left, region.bottom), (region.right, region.top), frame.width, frame.height
    )
    return Scene(
        palette=palette,
        points=moment.placed,
        parts=moment.parts,
        model=moment.model,
        step=moment.step,
        view=view,
        size=(frame.width, frame.height),
        optimum=moment.optimum,
        scale=figure.scale,
        font=figure.font,
        cell=figure.cell,
        features=axes_of(moment.model, moment.features),
        learner=_learner(moment.trace, moment.t),
        ended=moment.trace is not None and bool(converged(moment.trace, moment.t)),
    )


def _learner(trace: Trace | None, t: int) -> Learner | None:
    return None if trace is None else trace.document.learners_at(t)[trace.which]


def _side_by_side(
    figure: Figure, moment: Snapshot, palette: Palette, room: Frame
) -> tuple[Panel, ...]:
    """A plane for each model, with its name, its error and its axes; over them what their marks and
    lines mean. The title is the page's."""
    layers = figure.layers - {"example"}
    traces = {other.which: other for other in moment.other_models}
    scenes = {
        which: replace(
            _scene(figure, moment, palette, room),
            points=placed(moment.points, other.model),
            model=other.model,
            features=axes_of(other.model, moment.features),
            scale=SMALLER * figure.scale,
            step=other.step,
            optimum=moment.optimum
            if moment.trace is not None and which == moment.trace.which
            else None,
            asked=answers(layers, other.trace, other.t),
            learner=_learner(other.trace, other.t),
            ended=bool(converged(other.trace, other.t)),
        )
        for which, other in traces.items()
    }
    shown = layers | ({"axes"} if figure.axes else frozenset())
    legend = _entries(scenes.values(), layers) if figure.legend else ()

    def plane_of(which: int, frame: Frame) -> Panel:
        other = traces[which]
        scene = replace(
            scenes[which],
            view=_scene(figure, moment, palette, frame).view,
            size=(frame.width, frame.height),
        )
        name = heading(scene, other.name, other.sample, False)
        return plane_panel(scene, shown, edge(scene, frame, False), extra=(name,))

    def planes(room: Frame) -> list[Panel]:
        places = cells(room, len(traces), 0.8 * figure.font)
        return [
            roomy(partial(plane_of, which), figure, place, palette, figure.axes, (3.6, 0.9))
            for which, place in zip(traces, places, strict=True)
        ]

    inner = _inside(figure, room, palette, False, (0, 0), "")
    panels = planes(inner)
    box = legend_box(_with_legend(panels[0], legend, inner))
    if box is not None:
        below = replace(inner, y=inner.y + box.height, height=max(8.0, inner.height - box.height))
        first, *rest = planes(below)
        panels = [_with_legend(first, legend, inner), *rest]
    return tuple(panels)


def _with_legend(panel: Panel, legend: tuple[Entry, ...], room: Frame) -> Panel:
    """The first panel of a room with a legend above it, which is as wide as all of them."""
    share = (room.width - (panel.frame.x - room.x)) / panel.frame.width
    return replace(panel, legend=legend, legend_at=ABOVE, legend_share=share)


def _entries(scenes: Iterable[Scene], layers: frozenset[str]) -> tuple[Entry, ...]:
    """What the marks and lines of all planes mean, each said once."""
    found: dict[str, Entry] = {}
    for scene in scenes:
        for entry in legend_entries(scene, layers):
            found.setdefault(entry.text, entry)
    return tuple(found.values())


def curves(figure: Figure, moment: Snapshot, palette: Palette, room: Frame) -> tuple[Panel, ...]:
    return (_curves(figure, moment, palette, room, figure.title, figure.title),)


def both(figure: Figure, moment: Snapshot, palette: Palette, room: Frame) -> tuple[Panel, ...]:
    first, second = halves(room)
    over = (
        figure.title if second.y == room.y else ""
    )  # beside the plane there is as much room over the curves
    return (
        *plane(figure, moment, palette, first),
        _curves(figure, moment, palette, second, "", over),
    )


def _curves(
    figure: Figure, moment: Snapshot, palette: Palette, room: Frame, title: str, over: str
) -> Panel:
    """The curves with a title, and room for one over them; of what asks others and has no loss of
    its own, its errors."""
    lossless = figure.curves == "loss" and moment.model is not None and moment.model.parts() is None
    kind = "error" if lossless else figure.curves
    t, values = moment.values or (
        curve_values(moment.trace, moment.t, optimum=moment.optimum) if moment.trace else ([], {})
    )

    def panel(frame: Frame) -> Panel:
        return curves_panel(
            kind,
            t,
            values,
            far=int(max(moment.t, *t[-1:])) if len(t) else moment.t,
            log=figure.log,
            frame=frame,
            palette=palette,
            font=figure.font,
            cursor=moment.t,
            legend=figure.legend,
            upto=moment.t,
            titles=figure.axes,
            scale=figure.scale,
            title=title,
            epoch=moment.trace.problem(0).updates_per_epoch if moment.trace else 0,
        )

    return roomy(panel, figure, room, palette, True, (4.4, 1.7), over)


def halves(room: Frame) -> tuple[Frame, Frame]:
    """Side by side on a wide page, one over the other on a high one."""
    if room.width > 1.2 * room.height:
        cut = 0.58 * room.width
        return Frame(room.x, room.y, cut, room.height), Frame(
            room.x + cut, room.y, room.width - cut, room.height
        )
    cut = 0.62 * room.height
    return Frame(room.x, room.y, room.width, cut), Frame(
        room.x, room.y + cut, room.width, room.height - cut
    )


def roomy(
    panel: Callable[[Frame], Panel],
    figure: Figure,
    room: Frame,
    palette: Palette,
    axes: bool = True,
    beside: tuple[float, float] = (4.4, 1.7),
    title: str = "",
) -> Panel:
    """The panel, with so much room to its left and right, in sizes of the type, or more if the
    words at its axes need it."""
    made = panel(_inside(figure, room, palette, axes, beside, title))
    for _ in range(2):  # another width may have other numbers
        reach = [
            min(each / figure.font + 0.2, 0.4 * room.width / figure.font) for each in overhang(made)
        ]
        if not axes or (reach[0] <= beside[0] and reach[1] <= beside[1]):
            break
        beside = max(beside[0], reach[0]), max(beside[1], reach[1])
        made = panel(_inside(figure, room, palette, axes, beside, title))
    return made


def _inside(
    figure: Figure,
    room: Frame,
    palette: Palette,
    axes: bool,
    beside: tuple[float, float],
    title: str,
) -> Frame:
    """The frame of a panel: what the axes and the title leave of the room."""
    font = figure.font
    left, right, below = (
        (beside[0] * font, beside[1] * font, 3.3 * font) if axes else (1.0, 1.0, 1.0)
    )
    width = max(8.0, room.width - left - right)
    lines = len(title_lines(title, width, font)) if title else 0
    if lines:
        top = (2.4 + LEADING * (lines - 1)) * font
    elif axes:
        top = 0.7 * font
    else:
        top = 1.0
    pen = Pen(palette.quiet if palette.name == "print" else palette.border, 1.0)
    return Frame(room.x + left, room.y + top, width, max(8.0, room.height - top - below), pen=pen)


PLANE_AND_CURVES = (
    FigureView(
        "plane", "Plane", "the points, and how the model divides the plane", plane, plane=True
    ),
    FigureView(
        "curves",
        "Curves",
        "losses, errors, the proof or J − J* over the steps",
        curves,
        curves=True,
        key="1",
    ),
    FigureView(
        "both",
        "Plane and curves",
        "the plane with the curves beside it",
        both,
        plane=True,
        curves=True,
    ),
)
