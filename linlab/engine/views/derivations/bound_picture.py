"""The picture of the mistake bound: M mistakes against the bound (R/γ*)², with the two curves that
force them together, and each example at its margin under u.

u·θ grows like M, ‖θ‖ like √M; where the curves meet there are no more mistakes. What no θ is right
about falls short of γ* by d, and D² = Σ d² lets the lower curve sink.
"""

from typing import Any

import numpy as np

from linlab.engine.ground.arrays import Floats
from linlab.engine.optimum import theory
from linlab.engine.optimum.slack import Slack
from linlab.engine.picture.palette import Palette
from linlab.engine.picture.shapes import Entry, Frame, Item, Lines, Marks, Panel, Pen
from linlab.engine.train.moment import Moment
from linlab.engine.train.trace import Trace
from linlab.engine.views.chart import Span, chart, span_of, stacked, upright
from linlab.engine.views.figure import Figure
from linlab.engine.views.kit.marks import class_marks, rings
from linlab.engine.views.kit.ready import Ready
from linlab.engine.views.plane_and_curves import roomy
from linlab.engine.views.view import Option
from linlab.engine.views.weights.path import times
from linlab.engine.words.derivations.mistake_bound import BoundTerms, crossing, times_shown

LOWER, UPPER, TOWARDS = "#8C6BB1", "#E69F00", "#009E73"  # as in the curves of the bound
STRIP = 6.4  # sizes of the type: the examples at their margins
LOW = 17.0  # sizes of the type: in a lower room there are the curves alone

UP_TO_OPTION = Option(
    "upto",
    "Up to",
    "how far the mistakes axis goes",
    lambda moment: (("bound", "the bound"), ("now", "now"), ("log", "the bound, logarithmic")),
)


def bound_picture(
    figure: Figure, ready: Ready[Any, Any], found: BoundTerms, palette: Palette, room: Frame
) -> tuple[Panel, ...]:
    slack = found.slack
    moment = Moment(ready.trace, ready.t)
    if slack is None:
        return ()
    strip = STRIP * figure.font if room.height >= LOW * figure.font else 0.0
    top, middle = stacked(room, (room.height - strip, strip))
    curves = roomy(
        lambda frame: _curves(figure, ready, moment, palette, frame, found, slack),
        figure,
        top,
        palette,
    )
    if not strip:
        return (curves,)
    margins = roomy(
        lambda frame: _margins(figure, ready, palette, frame, found, slack),
        figure,
        middle,
        palette,
    )
    return curves, margins


def grown(bound: BoundTerms, slack: Slack, trace: Trace, t: int) -> Floats:
    """Mistakes, u·θ and ‖θ‖, both for α = 1, at moments up to t. (m, 3)"""
    known = bound.kept.setdefault(trace, {})
    alpha = float(bound.problem.learner["alpha"])
    wanted = times(trace, t)
    for each in [each for each in wanted if each not in known]:
        state = trace.at(each, passing=True)
        known[each] = (
            state.mistakes,
            theory.product(bound.problem, slack.direction, state.theta) / alpha,
            theory.length(bound.problem, state.theta) / alpha,
        )
    trace.at(wanted[-1])  # back to where the trace was
    return np.array([known[each] for each in wanted])


def _sides(bound: Slack, deviation: float, k: Floats) -> tuple[Floats, Floats]:
    """k·γ − √k·D and √k·R."""
    return k * bound.gamma - np.sqrt(k) * deviation, np.sqrt(k) * bound.radius


def _curves(
    figure: Figure,
    ready: Ready[Any, Any],
    moment: Moment,
    palette: Palette,
    frame: Frame,
    bound: BoundTerms,
    slack: Slack,
) -> Panel:
    """Both sides of the inequality over k, what they enclose, and where they meet."""
    far = UP_TO_OPTION.value(figure, ready)
    scale = figure.scale
    deviation = slack.deviation(times_shown(moment))
    last = crossing(slack, deviation)
    history = grown(bound, slack, moment.trace, moment.t)
    made = float(history[-1, 0])
    log = far == "log"
    end = 1.06 * max(4.0, made if far == "now" else max(last, made))
    k = np.geomspace(1.0, end, 200) if log else np.linspace(0.0, end, 200)
    lower, upper = _sides(slack, deviation, k)
    pens = {
        "upper": Pen(palette.on_card(UPPER), 1.7 * scale, (6.5, 3.7)),
        "length": Pen(palette.accent, 2.0 * scale),
        "projection": Pen(TOWARDS, 2.0 * scale),
        "lower": Pen(LOWER, 1.7 * scale, (6.5, 3.7)),
    }
    items: list[Item] = [
        Lines(name, (_line(k, y, log),), pens[name])
        for name, y in (("lower", lower), ("upper", upper))
    ]
    across: Span = (0.0, float(np.log10(end))) if log else (0.0, end)
    shown_to = [upper, history[:, 2], np.maximum(lower, 0.0)]
    top = 1.15 * max(float(x.max()) for x in shown_to)
    least = min(float(x[x > 0].min(initial=top)) for x in (upper, lower, history[:, 1])) / 1.3
    up = (
        (float(np.log10(max(least, top / 1e3))), float(np.log10(top)))
        if log
        else span_of(*shown_to)
    )
    if last <= end:
        items.append(
            Lines(
                "bound",
                (upright(float(np.log10(last)) if log else last, up),),
                Pen(palette.wrong, 1.4 * scale),
            )
        )
    for name, column in (("projection", 1), ("length", 2)):
        line = _line(history[:, 0], history[:, column], log)
        if len(line):
            items += [
                Lines(name, (line,), pens[name]),
                Marks(f"{name} now", "disc", line[-1:], 6 * scale, pens[name].colour),
            ]
    names = ("√M·R", "‖θ‖", "u·θ", "Mγ*" if bound.separable else "Mγ* − √M·D")
    entries = tuple(Entry(text, pen=pen) for text, pen in zip(names, pens.values(), strict=True))
    title = (
        "length of θ = (w, b)"
        if bound.problem.learner["alpha"] == 1
        else "length of θ/α, θ = (w, b)"
    )
    title = title if frame.height > 7 * figure.font else ""
    return chart(
        figure,
        frame,
        palette,
        items,
        across,
        up,
        titles=("mistakes M", title),
        log=(log, log),
        legend=entries,
        legend_at="bottom right" if far != "now" else "top left",
        narrow=True,
    )


def _line(k: np.ndarray, values: np.ndarray, log: bool) -> np.ndarray:
    """Places on the axes; on logarithmic ones what is not above 0 is left out."""
    line = np.stack([k, values], axis=1)
    return np.log10(line[(line > 1e-12).all(axis=1)]) if log else line


def _margins(
    figure: Figure,
    ready: Ready[Any, Any],
    palette: Palette,
    frame: Frame,
    bound: BoundTerms,
    slack: Slack,
) -> Panel:
    """Each example at its margin under u: those left of γ* fall short of it."""
    problem = bound.problem
    margins = bound.margins(slack)
    rows = len(problem.classes)
    places = np.stack([margins, (rows - 1 - problem.y) + 0.5], axis=1)
    across = span_of(margins, [slack.gamma])
    up = (0.0, float(rows))
    size = (7.0 if rows < 4 else 5.0) * figure.scale
    rim = Pen(palette.rim, 0.6)
    dashed = Pen(LOWER, 2.2 * figure.scale, (5.0, 3.0))
    items: list[Item] = [
        Lines("zero", (upright(0.0, up),), Pen(palette.quiet, 1.0)),
        class_marks(ready.points, problem.classes, problem.y, problem.ids, places, size, rim),
        Lines("gamma", (upright(slack.gamma, up),), dashed),
        *rings(figure, ready, palette, problem.ids, places, 2.0 * size),
    ]
    made = chart(
        figure, frame, palette, items, across, up, titles=("margin under u; dashed: γ*", "")
    )
    return Panel(
        made.frame,
        made.view,
        tuple(items),
        made.palette,
        made.font,
        made.across,
        None,
        scale=made.scale,
    )
