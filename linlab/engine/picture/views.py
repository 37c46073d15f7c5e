"""Views: what a figure can show of a moment of a run, each a function that returns panels and a line in VIEWS.

From its line follow its place in the export dialog, in films and on the command line. The same picture is the preview, the
file in each format, and each frame of a film.
"""

import math
from collections.abc import Callable
from dataclasses import dataclass, replace

from linlab.engine.train.segments import epochs
from linlab.engine.words.explain import explain

from .curves import curve_values, curves_panel
from .figure import Figure, Moment
from .furniture import LEADING, overhang, title_lines
from .metrics import shortened, wrapped
from .palette import PALETTES, Palette
from .plane_panel import around, clear_of_legend, fitted, plane_panel
from .scene import Scene
from .shapes import Frame, Label, Panel, Pen, Picture

MOST_LINES = 3  # of a caption
CHANGED = "The proof is about one problem from the start, but there is a change on the way."


@dataclass(frozen=True)
class FigureView:
    """Something to show: its panels within a frame of the page, and whether the plane or the curves are among them."""

    name: str
    title: str
    help: str
    panels: Callable[[Figure, Moment, Palette, Frame], tuple[Panel, ...]]
    plane: bool = False  # so that layers and a region can be chosen
    curves: bool = False  # so that the kind of curves and their axes can be chosen


def draw(figure: Figure, moment: Moment) -> Picture:
    """The picture of a moment."""
    palette = PALETTES[figure.palette]
    background = palette.card
    notes = _caption(figure, moment, palette) if figure.caption else ()
    foot = 1.9 * figure.font * max(len(notes), moment.lines) if notes else 0.0
    room = Frame(0, 0, figure.width, figure.height - foot)
    panels = VIEWS[figure.view].panels(figure, moment, palette, room)
    return Picture(figure.width, figure.height, background, panels, notes)


def _plane(figure: Figure, moment: Moment, palette: Palette, room: Frame) -> tuple[Panel, ...]:
    region = figure.region or around(moment.points.x)

    def panel(frame: Frame) -> Panel:
        view = fitted((region.left, region.bottom), (region.right, region.top), frame.width, frame.height)
        scene = Scene(
            palette=palette, points=moment.points, parts=moment.parts, model=moment.model, step=moment.step, view=view,
            size=(frame.width, frame.height), optimum=moment.optimum, scale=figure.scale, font=figure.font, cell=figure.cell,
            features=moment.features,
        )  # fmt: skip
        if figure.legend and figure.region is None:
            scene = replace(scene, view=clear_of_legend(scene, figure.layers, frame, region))
        manners = {name for name, on in (("legend", figure.legend), ("axes", figure.axes)) if on}
        return plane_panel(scene, figure.layers | manners, frame, title=figure.title)

    return (_roomy(panel, figure, room, palette, figure.axes, (3.6, 0.9), figure.title),)


def _curves(figure: Figure, moment: Moment, palette: Palette, room: Frame) -> tuple[Panel, ...]:
    t, values = moment.values or (curve_values(moment.trace, moment.t, optimum=moment.optimum) if moment.trace else ([], {}))
    beneath = VIEWS[figure.view].plane and room.y > 0  # the title stands over the plane

    def panel(frame: Frame) -> Panel:
        return curves_panel(figure.curves, t, values, far=int(max(moment.t, *t[-1:])) if len(t) else moment.t, log=figure.log,
                            frame=frame, palette=palette, font=figure.font, cursor=moment.t, legend=figure.legend,
                            upto=moment.t, titles=figure.axes, scale=figure.scale,
                            title="" if VIEWS[figure.view].plane else figure.title)  # fmt: skip

    return (_roomy(panel, figure, room, palette, True, (4.4, 1.7), "" if beneath else figure.title),)


def _roomy(panel: Callable[[Frame], Panel], figure: Figure, room: Frame, palette: Palette, axes: bool,
           beside: tuple[float, float], title: str) -> Panel:  # fmt: skip
    """The panel, with so much room to its left and right, in sizes of the type, or more if the words at its axes need it."""
    made = panel(_inside(figure, room, palette, axes, beside, title))
    for _ in range(2):  # another width may have other numbers
        reach = [min(each / figure.font + 0.2, 0.4 * room.width / figure.font) for each in overhang(made)]
        if not axes or (reach[0] <= beside[0] and reach[1] <= beside[1]):
            break
        beside = max(beside[0], reach[0]), max(beside[1], reach[1])
        made = panel(_inside(figure, room, palette, axes, beside, title))
    return made


def _inside(figure: Figure, room: Frame, palette: Palette, axes: bool, beside: tuple[float, float], title: str) -> Frame:
    """The frame of a panel: what the axes and the title leave of the room."""
    font = figure.font
    left, right, below = (beside[0] * font, beside[1] * font, 3.3 * font) if axes else (1.0, 1.0, 1.0)
    width = max(8.0, room.width - left - right)
    lines = len(title_lines(title, width, font)) if title else 0
    top = (2.4 + LEADING * (lines - 1)) * font if lines else 0.7 * font if axes else 1.0
    pen = Pen(palette.quiet if palette.name == "print" else palette.border, 1.0)
    return Frame(room.x + left, room.y + top, width, max(8.0, room.height - top - below), pen=pen)


def _both(figure: Figure, moment: Moment, palette: Palette, room: Frame) -> tuple[Panel, ...]:
    first, second = _halves(room)
    return (*_plane(figure, moment, palette, first), *_curves(figure, moment, palette, second))


def _halves(room: Frame) -> tuple[Frame, Frame]:
    """Side by side on a wide page, one over the other on a high one."""
    if room.width > 1.2 * room.height:
        cut = 0.58 * room.width
        return Frame(room.x, room.y, cut, room.height), Frame(room.x + cut, room.y, room.width - cut, room.height)
    cut = 0.62 * room.height
    return Frame(room.x, room.y, room.width, cut), Frame(room.x, room.y + cut, room.width, room.height - cut)


def _caption(figure: Figure, moment: Moment, palette: Palette) -> tuple[Label, ...]:
    """Where the run is and what the update did, in lines that fit; the last one stands at the foot."""
    if moment.trace is None:
        return ()
    problem = moment.trace.problem(max(0, moment.t - 1))  # of the update that led here
    tenths = math.floor(10 * epochs(moment.trace, moment.t))  # never more than were gone through
    text = f"Update {moment.t} · epoch {tenths // 10}.{tenths % 10}"
    if moment.step is not None:
        text += f" · {explain(moment.step, problem.learner)}"
    width = figure.width - 2 * figure.font
    lines = [shortened(line, width, figure.font) for line in wrapped(text, width, figure.font)]  # of overlong words
    if len(lines) > MOST_LINES:
        lines = [*lines[: MOST_LINES - 1], f"{lines[MOST_LINES - 1].rpartition(' ')[0] or lines[MOST_LINES - 1]} …"]
    room = max(len(lines), moment.lines)
    return tuple(Label(line, (figure.font, figure.height - (room - k - 0.3) * 1.7 * figure.font), figure.font, palette.text)
                 for k, line in enumerate(lines))  # fmt: skip


VIEWS: dict[str, FigureView] = {
    view.name: view
    for view in (
        FigureView("plane", "Plane", "the points and what the model makes of the plane", _plane, plane=True),
        FigureView("curves", "Curves", "losses, errors, the proof or J − J* against updates", _curves, curves=True),
        FigureView("both", "Plane and curves", "the plane with the curves beside it", _both, plane=True, curves=True),
    )
}
