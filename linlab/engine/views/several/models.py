"""All models of a document in one chart: one measure over the steps, a line for each, in the line
style that it has in the plane. A ring says where a run is done by its own rule; where it grew
without bound, there is a cross.
"""

from dataclasses import dataclass
from typing import Any

import numpy as np

from linlab.engine.ground.numerals import grouped
from linlab.engine.picture.curves import SHORTEST
from linlab.engine.picture.model_styles import WIDTH, style_of
from linlab.engine.picture.palette import Palette
from linlab.engine.picture.shapes import ABOVE, Entry, Frame, Item, Lines, Marks, Panel, Pen
from linlab.engine.train.measures import WRONG_NOW, WRONG_ON_DEV, WRONG_ON_TEST
from linlab.engine.views.chart import chart, span_of
from linlab.engine.views.figure import Figure
from linlab.engine.views.kit.ready import Need, Ready, ReadyRun
from linlab.engine.views.kit.view import Computation, view
from linlab.engine.views.kit.words import height_of, with_foot, words_panel
from linlab.engine.views.plane_and_curves import roomy
from linlab.engine.views.snapshot import Snapshot
from linlab.engine.views.view import COMPARE, Choices, Option, Refusal

from .pair import only_one
from .runs import Key, Run, Runs, all_runs, column, runs_of

OFF_SCALE = 1e6  # what is larger than so many times the middle one is not drawn to scale


@dataclass(frozen=True)
class Measure:
    """A number of each moment of a run; `part` is that of the points which it needs: 1 dev, 2
    test."""

    key: str
    title: str
    part: int = 0
    share: bool = False


MEASURES = (
    Measure("dev_error", WRONG_ON_DEV, 1, True),
    Measure("train_error", WRONG_NOW, 0, True),
    Measure("test_error", WRONG_ON_TEST, 2, True),
    Measure("objective", "objective J"),
    Measure("data_loss", "loss"),
    Measure("regulariser", "λ · penalty"),
    Measure("dev_loss", "dev loss", 1),
    Measure("test_loss", "test loss", 2),
    Measure("norm", "‖w‖"),
    Measure("margin", "geometric margin"),
    Measure("mistakes", "mistakes"),
)


def _measures(moment: Snapshot) -> Choices:
    labelled = moment.points.label >= 0
    return tuple(
        (each.key, each.title)
        for each in MEASURES
        if not each.part or (labelled & (moment.parts == each.part)).any()
    )


SHOWN = Option("measure", "Measure", "what to draw for each model", _measures)
Measured = Ready[Key, Runs]


def panels(figure: Figure, moment: Measured, palette: Palette, room: Frame) -> tuple[Panel, ...]:
    found = moment.found
    measure = next(each for each in MEASURES if each.key == SHOWN.value(figure, moment))
    lines = {run.which: curve(run, measure.key, moment.t, found.lock) for run in found.runs}
    words = _words(moment, found, measure, lines)
    low = min(height_of(figure, room.width, words), 0.4 * room.height) if words else 0.0
    upper, below = with_foot(room, low)
    drawn = roomy(
        lambda frame: _chart(figure, moment, palette, frame, found, measure, lines),
        figure,
        upper,
        palette,
    )
    if not words:
        return (drawn,)
    return drawn, words_panel(figure, palette, below, words)


def curve(run: Run, measure: str, t: int, lock: Any) -> Any:
    """The line of a run up to t, or to its end if that comes first. (k, 2)"""
    samples = [sample for sample in run.samples if sample.t <= t]
    with lock:
        now = run.at(t) if samples and samples[-1].t < t else None
    samples += (
        [now.sample] if now is not None and now.t > samples[-1].t else []
    )  # it may have ended before
    places = np.column_stack([column(samples, "t"), column(samples, measure)])
    return places[(places[:, 0] <= t) & np.isfinite(places[:, 1])]


def _chart(
    figure: Figure,
    moment: Measured,
    palette: Palette,
    frame: Frame,
    found: Runs,
    measure: Measure,
    lines: dict[int, Any],
) -> Panel:
    heights = np.concatenate([line[:, 1] for line in lines.values()]) if lines else np.empty(0)
    top = OFF_SCALE * max(1.0, float(np.median(np.abs(heights)))) if len(heights) else 1.0
    up = span_of(np.clip(heights, -top, top), least=0.1 if measure.share else 1.0)
    items, entries = list[Item](), list[Entry]()
    for run in found.runs:
        pen = style_of(palette, run.which, WIDTH * figure.scale)
        entries.append(Entry(run.name, pen=pen))
        line = lines[run.which]
        if len(line):
            items.append(
                Lines(
                    f"model {run.which + 1}",
                    (np.clip(line, -top, top),) if len(line) > 1 else (),
                    pen,
                )
            )
            if len(line) == 1:
                items.append(
                    Marks(f"model {run.which + 1}", "disc", line, 3.0 * pen.width, pen.colour)
                )
    for run in found.runs:
        items += _end(figure, palette, run, lines[run.which], moment.t)
    across = 0.0, float(max(moment.t, SHORTEST))
    return chart(
        figure,
        frame,
        palette,
        items,
        across,
        (up[0] - 0.03 * (up[1] - up[0]), up[1]),
        titles=("step", measure.title),
        percent=(False, measure.share),
        legend=tuple(entries),
        legend_at=ABOVE,
    )


def _end(figure: Figure, palette: Palette, run: Run, line: Any, t: int) -> list[Item]:
    """A ring where a run is done, or a cross where it ended badly, once it is there."""
    pen = style_of(palette, run.which, 1.6 * figure.scale)
    if run.end.t is not None and run.end.t <= t:
        at = line[line[:, 0] == run.end.t]
        return (
            [
                Marks(
                    "done", "disc", at, 8.0 * figure.scale, palette.card, Pen(pen.colour, pen.width)
                )
            ]
            if len(at)
            else []
        )
    if run.end.diverged and run.last <= t and len(line):
        return [Marks("diverged", "cross", line[-1:], 9.0 * figure.scale, pen.colour)]
    return []


def _words(moment: Measured, found: Runs, measure: Measure, lines: dict[int, Any]) -> list[str]:
    many = len(found.key.document.learners)
    words = (
        [f"{len(found.runs)} of {many} models measured so far"] if len(found.runs) < many else []
    )
    if moment.t > found.key.far:
        words.append(f"steps after {grouped(found.key.far)} are being measured")
    if any(run.end.t is not None and run.end.t <= moment.t for run in found.runs):
        words.append("ring: done by its own stopping rule")
    if any(run.end.diverged and run.last <= moment.t for run in found.runs):
        words.append("cross: the weights grew without bound")
    without = [run.name for run in found.runs if run.samples and not len(lines[run.which])]
    words += [f"no {measure.title}: {', '.join(without)}"] if without else []
    words += [f"{run.name}: {run.end.why.rstrip('.')}" for run in found.runs if not run.samples]
    return words


def _key(figure: Figure, moment: Ready[Key, None]) -> Key:
    return moment.subject


def _run(figure: Figure, moment: Ready[Key, None]) -> Runs:
    return all_runs(moment.subject)


def _waiting(figure: Figure, moment: Ready[Key, None]) -> str:
    return "All models are being trained; their curves appear here"


def _runs(moment: ReadyRun) -> Key | Refusal:
    return only_one(moment) or Key.of(moment)


MODELS_VIEW = view(
    "models",
    "All models",
    "one measure of all models over the steps: errors, losses, J, ‖w‖ or mistakes",
    Need(_runs),
    panels,
    computation=Computation(_key, _run, _waiting, runs_of),
    options=(SHOWN,),
    group=COMPARE,
    key="U",
)
