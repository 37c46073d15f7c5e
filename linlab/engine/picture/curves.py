"""The curves of a run as a panel: the objective, its parts and the held-out losses, errors or the
perceptron's proof.

A logarithmic axis takes logarithms: t = 0 is drawn at 1, and values that are not above 0 leave a
gap. Ticks are few and never overlap.
"""

import math
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from linlab.engine.ground.numerals import number
from linlab.engine.ground.progress import tell
from linlab.engine.optimum import theory
from linlab.engine.train.measures import WRONG_NOW, Sample
from linlab.engine.train.segments import within
from linlab.engine.train.trace import Trace

from .axes_and_legend import legend_box
from .fitting import cut_off, fitting, settled_top
from .metrics import text_width
from .palette import Palette
from .placing.corner import best_corner, places_along
from .shapes import Axis, Entry, Frame, Group, Item, Label, Lines, Marks, Panel, Pen, View

SHORTEST = 10  # fewest steps on the axis
WIDTH = 1.7  # of a curve
_LEAST, _MOST = 1e-300, 1e300  # smallest number with a logarithm or a width
_OCTAVE = 8  # fewest moments for each doubling of t


@dataclass(frozen=True)
class Curve:
    """How a curve is drawn."""

    key: str
    title: str
    colour: Callable[[Palette], str]
    dashed: bool = False
    help: str = ""

    def pen(self, palette: Palette, scale: float = 1.0) -> Pen:
        width = WIDTH * scale
        return Pen(self.colour(palette), width, (3.8 * width, 2.2 * width) if self.dashed else ())


@dataclass(frozen=True)
class Mode:
    """Curves that share an axis, and its title; `scale` is that of the numbers on it."""

    key: str
    title: str
    lines: tuple[Curve, ...]
    help: str
    axis: str
    scale: float = 1.0
    log: bool = False  # always
    settles: bool = False  # whether the first epoch may go beyond the axis


LINES = (
    Curve("objective", "objective", lambda palette: palette.accent, help="the objective: mean loss + λ times the penalty; for naive Bayes the mean of −log P(y, x)"),
    Curve("data_loss", "loss", lambda palette: palette.on_card("#E69F00"), help="the mean loss on the training points"),
    Curve("regulariser", "penalty", lambda palette: "#8C6BB1", help="λ times the penalty, ½‖w‖² or ‖w‖₁; with a regularised bias b too"),
    Curve("dev_loss", "dev", lambda palette: palette.dev, True, "the mean loss on the dev points"),
    Curve("test_loss", "test", lambda palette: palette.test, True, "the mean loss on the test points"),
    Curve("train_error", WRONG_NOW, lambda palette: palette.accent, help="the share of training points that the model gets wrong"),
    Curve("dev_error", "on dev", lambda palette: palette.dev, True, "wrong on dev: the share of dev points that the model gets wrong"),
    Curve("test_error", "on test", lambda palette: palette.test, True, "wrong on test: the share of test points that the model gets wrong"),
    Curve("bag_error", "out of bag", lambda palette: "#8C6BB1", True, "wrong out of bag: the share of training points that are wrong, each judged by the members that have not seen it"),
    Curve("upper", "α·√M·R", lambda palette: palette.on_card("#E69F00"), True,
         "‖θ‖ is at most this, θ = (w, b); R is the length of the longest example (x, 1), times √2 for more than two classes"),
    Curve("length", "‖θ‖", lambda palette: palette.accent, help="the length of θ = (w, b), which grows slowly"),
    Curve("projection", "u·θ", lambda palette: "#009E73", help="how far θ = (w, b) goes in the direction u of the largest margin"),
    Curve("lower", "α·Mγ*", lambda palette: "#8C6BB1", True, "u·θ is at least this: each of M mistakes adds α·γ* or more"),
    Curve("gap", "J − J*", lambda palette: palette.accent, help="how far the objective is above its minimum"),
)  # fmt: skip
MODES = (
    Mode("loss", "Loss", LINES[:5], "losses on the training, dev and test points; for a vote those of its last weights, for naive Bayes ℓ = −log P(y|x)", "loss", settles=True),
    Mode("error", "Error", LINES[5:9], "shares of errors, in percent", "errors in percent", scale=100.0),
    Mode("proof", "Bound", LINES[9:13], "α·Mγ* ≤ u·θ ≤ ‖θ‖ ≤ α·√M·R after M mistakes of the perceptron, so M ≤ (R/γ*)²; θ = (w, b)",
         "length"),
    Mode("gap", "J − J*", LINES[13:], "how far the objective is above the exact optimum, on a logarithmic axis", "J − J*",
         log=True),
)  # fmt: skip
PROOF = ("lower", "projection", "length", "upper")  # in the order of the inequality


def mode_of(key: str) -> Mode:
    return next(mode for mode in MODES if mode.key == key)


def curve_values(
    trace: Trace, last: int, most: int = 400, optimum: Any = None
) -> tuple[Any, dict[str, Any]]:
    """The times up to `last`, and each curve's values there; with an Optimum J − J* too, with a
    mistake bound its proof."""
    last = trace.at(last).t
    t = sorted({*measured_at(last, most), last})
    samples = []
    for each in t:
        tell("Measuring the curves")
        samples.append(trace.sample(each))
    names = [line.key for line in LINES if line.key in Sample.__dataclass_fields__]
    values = {name: np.array([getattr(each, name) for each in samples], float) for name in names}
    if optimum is not None:
        values["gap"] = gap(trace, t, values["objective"], optimum)
    problem = trace.problem(last)
    bound = (
        None
        if theory.why_unbounded(trace, last) or theory.why_none(problem)
        else theory.mistake_bound(problem)
    )
    if bound is not None:
        sides = [
            theory.proof(problem, bound, trace.at(each.t).theta, each.mistakes) for each in samples
        ]
        values |= dict(zip(PROOF, np.array(sides).T, strict=True))
    return np.array(t, float), values


def gap(trace: Trace, t: Any, objective: Any, optimum: Any) -> Any:
    """J − J* at these times; NaN while another problem than that of the optimum was in force, or if
    J* is not known exactly enough."""
    above = objective - optimum.objective
    return np.where(within(trace, t, optimum.problem) & (above >= optimum.gap), above, np.nan)


def measured_at(far: int, most: int) -> list[int]:
    """About this many times at which to measure a run of `far` steps, coarse to fine.

    As the run grows they become sparser by dropping some, never by moving them; each octave keeps
    at least eight, for a logarithmic axis.

    >>> measured_at(5, 160), len(measured_at(1_000_000, 160)) < 400
    ([0, 4, 2, 1, 3, 5], True)
    """
    step = 1
    while far > most * step:
        step *= 2
    places = set(range(0, far + 1, step))
    while step > 1:
        step //= 2
        places |= set(range(0, min(far, 2 * _OCTAVE * step) + 1, step))
    return sorted(places, key=lambda t: (-(t & -t) if t else -far - 1, t))


def across(t: Any, log: bool) -> Any:
    """Where steps lie on their axis."""
    t = np.asarray(t, float)
    return np.log10(np.maximum(t, 1.0)) if log else t


def upward(values: Any, log: bool) -> Any:
    """Where values lie on their axis, NaN where they cannot."""
    y = np.asarray(values, float)
    y = np.where(np.isfinite(y), np.clip(y, -_MOST, _MOST), np.nan)
    return np.log10(np.where(y > _LEAST, y, np.nan)) if log else y


def curves_panel(
    mode: str,
    t: Any,
    values: Mapping[str, Any],
    far: int,
    frame: Frame,
    palette: Palette,
    font: float = 12.0,
    *,
    log: tuple[bool, bool] = (False, False),
    cursor: int | None = None,
    hover: int | None = None,
    legend: bool = False,
    titles: bool = False,
    title: str = "",
    end: float = 0.0,
    scale: float = 1.0,
    upto: int | None = None,
    epoch: int = 0,
) -> Panel:
    """The curves of a mode over the times t, at least up to `far`; a curve that is not given is not
    shown.

    Axes and legend are made for all times; the curves are drawn up to `upto`, as a film shows them
    grow. `log` is for (t, values). The axis of steps has no ticks over the length `end` of the
    page, which something else covers. Losses of the first `epoch` steps that are far above the
    later ones go beyond the axis, with an arrow there.
    """
    kind = mode_of(mode)
    log = log[0], log[1] or kind.log
    x = across(t, log[0])
    ys = {line: upward(values[line.key], log[1]) for line in kind.lines if line.key in values}
    ys = {line: y for line, y in ys.items() if np.isfinite(y).any()}
    cuts = kind.settles and not log[1]
    top = settled_top(t, list(ys.values()), epoch) if cuts else math.inf
    fitted = [np.minimum(y, top) for y in ys.values()]
    low, high = _range(fitted, log[1])
    right = float(across(max(far, SHORTEST, *t[-1:]), log[0]))
    size = 0.85 * font
    below = fitting(
        0.0,
        right,
        log[0],
        frame.width,
        (5.6 * size, 8),
        1.0,
        lambda text: text_width(text, size) + size,
    )
    free = right * (1.0 - end / frame.width) if end else math.inf

    def empty(high: float) -> Panel:
        up = fitting(
            low, high, log[1], frame.height, (2.8 * size, 6), kind.scale, lambda text: 1.2 * size
        )
        return Panel(
            frame,
            View(0.0, low, right, high),
            (),
            replace(palette, plane=palette.card),
            font,
            Axis(tuple(each for each in below if each[0] <= free), "step" if titles else ""),
            Axis(up, kind.axis if titles else ""),
            title,
            tuple(Entry(line.title, pen=line.pen(palette, scale)) for line in ys) if legend else (),
            _corner(x, fitted),
            scale,
        )

    panel = _clear(empty, high, [np.column_stack([x, y])[np.isfinite(y)] for y in fitted])
    seen = slice(None) if upto is None else slice(0, int(np.searchsorted(t, upto, side="right")))
    drawn = tuple(item for line, y in ys.items() for item in _curve(panel, line, x[seen], y[seen]))
    items: list[Item] = [_grid(panel), Group("curves", drawn)]
    items += _beyond(panel, {line: y[seen] for line, y in ys.items()}, x[seen])
    if cursor is not None:
        items.append(cursor_line(panel, cursor, log[0]))
    if hover is not None:
        items.append(mouse_line(panel, hover, log[0]))
    return replace(panel, items=tuple(items))


def cursor_line(panel: Panel, t: int, log: bool) -> Lines:
    """A line at the current step."""
    return Lines(
        "cursor", (_upright(panel, float(across(t, log))),), Pen(panel.palette.text, panel.scale)
    )


def mouse_line(panel: Panel, t: int, log: bool) -> Lines:
    """A line at the mouse."""
    pen = Pen(panel.palette.quiet, panel.scale, (panel.scale, 2 * panel.scale))
    return Lines("mouse", (_upright(panel, float(across(t, log))),), pen)


def _upright(panel: Panel, x: float) -> Any:
    """A line from the bottom to the top."""
    view, frame = panel.view, panel.frame
    x = view.left + _sharp((x - view.left) / (view.right - view.left), frame.x, frame.width) * (
        view.right - view.left
    )
    return np.array([(x, view.bottom), (x, view.top)])


def _grid(panel: Panel) -> Lines:
    """Faint lines at the ticks beside."""
    assert panel.up is not None
    view, frame = panel.view, panel.frame
    high = view.top - view.bottom
    rows = [
        view.top - _sharp((view.top - at) / high, frame.y, frame.height) * high
        for at, _ in panel.up.ticks
    ]
    pen = Pen(panel.palette.grid, 1.0, opacity=0.12)
    return Lines("grid", tuple(np.array([(view.left, y), (view.right, y)]) for y in rows), pen)


def _sharp(share: float, begin: float, length: float) -> float:
    """The share of a length that ends in the middle of a pixel, where a thin line is sharp."""
    middle = math.floor(begin + share * length) + 0.5
    return min(max(0.5, middle - begin), length - 0.5) / length


def _range(ys: Iterable[Any], log: bool) -> tuple[float, float]:
    """From the lowest to the highest with some space; 0 is always visible, unless it lies at minus
    infinity."""
    found = [y[np.isfinite(y)] for y in ys]
    low = min((float(y.min()) for y in found), default=-1.0 if log else 0.0)
    high = max((float(y.max()) for y in found), default=0.0)
    if not log:
        low, high = min(0.0, low), max(0.0, high)
        high = high if high - low > _LEAST else low + 1.0
    room = 0.08 * max(high - low, 0.5 if log else 0.0)
    return low - room, high + room


def _curve(panel: Panel, line: Curve, x: Any, y: Any) -> Iterable[Item]:
    """Its pieces between the gaps; a value between two gaps is a dot."""
    places = cut_off(np.column_stack([x, y]), panel.view.top)
    seen = np.isfinite(places[:, 1])
    table_segments = np.split(places, np.flatnonzero(np.diff(seen)) + 1)
    table_segments = [each for each in table_segments if np.isfinite(each[0, 1])]
    pen = line.pen(panel.palette, panel.scale)
    yield Lines(
        line.key, tuple(_thin(each, panel) for each in table_segments if len(each) > 1), pen
    )
    alone = [each[0] for each in table_segments if len(each) == 1]
    if alone:
        yield Marks(line.key, "disc", np.array(alone), 2.0 * pen.width, pen.colour)


def _beyond(panel: Panel, ys: Mapping[Curve, Any], x: Any) -> Iterable[Item]:
    """An arrow for each curve that leaves the axis at the top, where it is highest, and at the
    highest of them how far it goes."""
    view = panel.view
    size = 0.75 * panel.font
    inside = view.top - 0.6 * size / panel.frame.height * (view.top - view.bottom)
    edge = (
        0.6 * size / panel.frame.width * (view.right - view.left)
    )  # so that no arrow is cut in half
    peaks = []
    for line, y in ys.items():
        known = np.where(np.isfinite(y), y, -np.inf)
        if known.max(initial=-np.inf) > view.top:
            k = int(known.argmax())
            at = float(np.clip(x[k], view.left + edge, view.right - edge))
            peaks.append((float(y[k]), at))
            yield Marks("beyond", "up", np.array([(at, inside)]), size, line.colour(panel.palette))
    if peaks:
        peak, across_at = max(peaks)
        right = across_at > (view.left + view.right) / 2
        yield Label(
            number(peak),
            (across_at, inside),
            0.85 * panel.font,
            panel.palette.quiet,
            "end" if right else "start",
            dx=-size if right else size,
            veil=panel.palette.card,
            name="beyond",
        )


def _thin(places: Any, panel: Panel) -> Any:
    """For each half pixel across, only the first, lowest, highest and last point, which looks the
    same. (k, 2)"""
    columns = 2.0 * panel.frame.width
    if len(places) <= 4 * columns:
        return places
    column = np.floor(
        (places[:, 0] - panel.view.left) / (panel.view.right - panel.view.left) * columns
    )
    cuts = np.flatnonzero(np.diff(column)) + 1
    begins = np.concatenate([[0], cuts])
    ends = np.concatenate([cuts, [len(places)]]) - 1
    by_height = np.lexsort((places[:, 1], column))
    return places[np.unique(np.concatenate([begins, ends, by_height[begins], by_height[ends]]))]


def _clear(empty: Callable[[float], Panel], high: float, curves: list[Any]) -> Panel:
    """The panel whose axis ends there, or higher if the legend would hide curves, each (k, 2), in
    every corner."""
    panel = empty(high)
    box = legend_box(panel)
    if box is None:
        return panel
    for reach in (0.0, box.height + 2 * panel.font):
        rest = panel.frame.height - reach
        if rest < 0.5 * panel.frame.height:
            break  # it is too low for both
        low = panel.view.bottom
        panel = empty(low + (high - low) * panel.frame.height / rest)
        places = places_along(panel, curves)
        corner, hidden = best_corner(panel, places, panel.legend_at)
        panel = replace(panel, legend_at=corner)
        if not hidden:
            break
    return panel


def _corner(x: Any, ys: Iterable[Any]) -> str:
    """The corner where the legend covers less: the side where the curves are lower."""
    right = x > (x[0] + x[-1]) / 2 if len(x) else np.zeros(0, bool)
    heights = [
        [float(np.nanmean(part)) for part in (y[~right], y[right]) if np.isfinite(part).any()]
        for y in ys
    ]
    rise = sum(pair[1] - pair[0] for pair in heights if len(pair) == 2)
    return "top left" if rise > 0 else "top right"
