"""Fan: the boundaries of many runs that differ in one thing, thin, and that of their mean, thick:
what varies is chance.

The shading says how many runs agree, the words below in how much they do not. All runs have made as
many steps as the one in hand; they are trained in the background, from the points and the
settings in force.
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from linlab.engine.document.document import Document
from linlab.engine.ground.numerals import grouped, number, percent
from linlab.engine.picture.palette import LIGHT, Palette
from linlab.engine.picture.placing.corner import steady_corner
from linlab.engine.picture.plane_panel import around, fitted
from linlab.engine.picture.shapes import (
    Entry,
    Frame,
    Item,
    Lines,
    Panel,
    Pen,
    Shading,
    View,
)
from linlab.engine.views.chart import chart
from linlab.engine.views.figure import Figure
from linlab.engine.views.kit.marks import class_marks, rings
from linlab.engine.views.kit.of_texts import only_of_places
from linlab.engine.views.kit.ready import Need, Ready, ReadyRun
from linlab.engine.views.kit.view import optional, view
from linlab.engine.views.kit.ways_out import of_member, use_space
from linlab.engine.views.kit.words import SIZE, foot, lines_of, with_foot
from linlab.engine.views.plane_and_curves import roomy
from linlab.engine.views.snapshot import Snapshot
from linlab.engine.views.view import CHECK, Option, Refusal

from .runs import OVER, RUNS, Runs, horizon, in_force, trained, why_alike
from .spread import Spread, boundary, spread

FOOT = 4.9  # sizes of the type: three lines of words
MOST_PICTURES = 8  # pictures
OF_TEXTS = "Each run puts the texts at other places, so their boundaries have no plane in common."
MOST_IN_A_DUAL = 800  # examples: each run has a Gram matrix of its own


def _too_large(moment: ReadyRun) -> Refusal | None:
    """Why so many runs cannot be trained, or drawn into one plane."""
    problem = moment.trace.problem(moment.t)
    if problem.dual and problem.n > MOST_IN_A_DUAL:
        return Refusal(
            f"{RUNS} kernel machines of {grouped(problem.n)} examples each take too much memory: use at most "
            f"{grouped(MOST_IN_A_DUAL)} examples, or the space “fourier”.",
            of_member(moment, use_space("fourier")),
        )
    return only_of_places(moment, OF_TEXTS)


Fanned = Ready[None, Runs | None]

VARIES = Option(
    "over",
    "Runs with",
    "what differs between the runs; everything else stays the same",
    lambda moment: OVER,
)


def _of(figure: Figure, moment: ReadyRun) -> tuple[Document, str]:
    """What the runs are of, however far they are trained."""
    return in_force(moment), str(VARIES.value(figure, moment))


def _key(figure: Figure, moment: ReadyRun) -> tuple[Document, str, int]:
    far = moment.t if _jumps(moment) else horizon(moment.trace.problem(moment.t), moment.t)
    return (*_of(figure, moment), far)


def _jumps(moment: Ready[None, Any]) -> bool:
    """Whether scores jump, as those of votes and counts do, so that it takes long to see where."""
    return moment.model.single is None


def _run(figure: Figure, moment: ReadyRun) -> Runs:
    document, over, far = _key(figure, moment)
    runs = trained(document, over, far, (document, over))
    room = _rooms(figure, Frame(0, 0, figure.width, figure.height))[0]
    _found(
        runs,
        moment,
        roomy(lambda frame: _plane(figure, moment, LIGHT, frame), figure, room, LIGHT).view,
    )  # it is kept
    return runs


def fan(figure: Figure, moment: Fanned, palette: Palette, room: Frame) -> tuple[Panel, ...]:
    upper, lower = _rooms(figure, room)
    runs = moment.found
    panel = roomy(lambda frame: _plane(figure, moment, palette, frame), figure, upper, palette)
    items, entries = list[Item](), list[Entry]()
    if runs is not None:
        at, found, lost = _found(runs, moment, panel.view)
        words = _words(figure, moment, runs, at, found, lost)
        items, entries = _drawn(figure, palette, panel.view, found)
    elif moment.last is None:
        words = [f"{RUNS} runs are being trained"]
    else:
        words = ["The runs are being trained again"]
    items += _own(figure, moment, palette, panel.view, entries)
    panel = _plane(
        figure,
        moment,
        palette,
        panel.frame,
        [*items, *_points(figure, moment, palette)],
        tuple(entries),
    )
    panel = replace(
        panel, legend_at=steady_corner(panel, panel.to_page(moment.points.x), "top left")
    )
    lines = lines_of(figure, lower.width, words)
    fits = len(lines) * 1.3 * SIZE * figure.font <= lower.height
    return panel, foot(figure, palette, lower, lines, max(3, len(lines)) if fits else 3)


def _rooms(figure: Figure, room: Frame) -> tuple[Frame, Frame]:
    """For the plane, and for the words below it."""
    return with_foot(room, min(FOOT * figure.font, 0.3 * room.height))


def _plane(
    figure: Figure,
    moment: Snapshot,
    palette: Palette,
    frame: Frame,
    items: Sequence[Item] = (),
    entries: tuple[Entry, ...] = (),
) -> Panel:
    region = figure.region or around(moment.points.x)
    box = fitted(
        (region.left, region.bottom), (region.right, region.top), frame.width, frame.height
    )
    return chart(
        figure,
        frame,
        palette,
        items,
        (box.left, box.right),
        (box.bottom, box.top),
        titles=moment.features,
        legend=entries,
    )


def _found(runs: Runs, moment: Ready[None, Any], box: View) -> tuple[int, Spread, int]:
    """Of which step there is something to show, what, and how many runs diverged before."""
    with runs.lock:
        t = runs.nearest(moment.t)
        if _jumps(moment):
            t = next(
                (
                    at
                    for at, seen in ((t, box), *reversed(runs.kept))
                    if (at, seen) in runs.kept and seen == box
                ),
                t,
            )
        key = t, box
        if key not in runs.kept:
            models, lost = runs.models(t)
            while len(runs.kept) >= MOST_PICTURES:
                runs.kept.pop(next(iter(runs.kept)))
            runs.kept[key] = spread(models, moment.model, box), lost
        return (t, *runs.kept[key])


def _drawn(
    figure: Figure, palette: Palette, box: View, found: Spread
) -> tuple[list[Item], list[Entry]]:
    """Who agrees where, the boundaries, and their mean."""
    if not found.many:
        return [], []
    thin = Pen(palette.text, 0.9 * figure.scale, opacity=0.35)
    thick = Pen(palette.accent, 3.2 * figure.scale)
    classes = int(found.winner.max()) + 1
    half = (
        (box.right - box.left) / (found.share.shape[1] - 1) / 2,
        (box.top - box.bottom) / (found.share.shape[0] - 1) / 2,
    )
    least = 1 / max(2, classes)
    items: list[Item] = [
        Shading(found.winner, np.clip((found.share - least) / (1 - least), 0, 1), tuple(palette.tint_of(k) for k in range(classes)),
                palette.card, palette.shade, (box.left - half[0], box.right + half[0], box.bottom - half[1], box.top + half[1]),
                0.0, "agreement").finer(),
        Lines("runs", found.lines, thin),
        Lines("mean ground", found.mean, Pen(palette.card, 5.6 * figure.scale, opacity=0.75)),
        Lines("mean", found.mean, thick),
    ]  # fmt: skip
    return items, [
        Entry(f"{found.many} runs", pen=Pen(palette.text, 0.9, opacity=0.7)),
        Entry("mean", pen=thick),
    ]


def _own(
    figure: Figure, moment: Fanned, palette: Palette, box: View, entries: list[Entry]
) -> list[Item]:
    """The boundary of the run in hand."""
    lines = boundary(moment.model, box)
    if not lines:
        return []
    pen = Pen(palette.text, 1.8 * figure.scale, (5.0, 3.0))
    entries.append(Entry("this run", pen=pen))
    return [Lines("this run", lines, pen)]


def _points(figure: Figure, moment: Fanned, palette: Palette) -> list[Item]:
    """The points, and rings around those that are highlighted."""
    points = moment.points
    size = 7.0 * figure.scale
    rim = Pen(palette.rim, 0.7 * figure.scale)
    return [
        class_marks(
            points, points.classes, points.label, points.ids, points.x, size, rim, "points"
        ),
        *rings(figure, moment, palette, points.ids, points.x, 2.0 * size),
    ]


def _words(
    figure: Figure, moment: Fanned, runs: Runs, at: int, found: Spread, lost: int
) -> list[str]:
    """In how much the runs differ, and what has to be known about them."""
    over = VARIES.value(figure, moment)
    document = in_force(moment)
    words = [why_alike(runs.traces[0].problem(0), over, document.shares)]
    if at != moment.t:
        words.append(f"Shown: step {at}; later steps are being trained")
    if not found.many:
        words.append("No run has learnt anything yet")
    else:
        n = len(moment.model.examples.y)
        words.append(
            f"Runs with {dict(OVER)[over]} disagree about {int(found.disagreed.sum())} of {n} examples and "
            f"{percent(found.unsure)} of this part of the plane; errors {_plus_minus(found.errors)}"
            + ("" if np.isnan(found.turned) else f"; direction of w ±{number(found.turned)}°")
        )
    if found.many + lost < len(runs.traces) and found.many:
        words.append(f"runs that have learnt nothing yet: {len(runs.traces) - lost - found.many}")
    words += [f"{lost} diverged"] if lost else []
    words += [f"samples left out because they lack a class: {runs.lacking}"] if runs.lacking else []
    return words


def _plus_minus(errors: Any) -> str:
    """The mean of shares and their standard deviation, in percent."""
    away = 0.0 if np.ptp(errors) == 0.0 else float(errors.std())
    return f"{percent(float(errors.mean()))} ± {percent(away)}"


FAN_VIEW = view(
    "fan",
    "Repeat it",
    f"the boundaries of {RUNS} runs with other orders, starts, seeds or bootstrap samples, and "
    "of their mean s/‖w‖ (for counts, mean P(·|x)): how much is chance",
    Need(_too_large),
    fan,
    computation=optional(_key, _run, _of),
    options=(VARIES,),
    group=CHECK,
    tab="Repeat",
    key="Q",
)
