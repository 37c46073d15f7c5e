"""What chance alone does: the same comparison again and again on points whose labels are drawn by
lot, so that neither model can be better. Above is what t was, beside Student's curve; below the
share of false alarms, which is meant to approach 5 %.

It does where every difference comes from labels of its own. Folds of one sample share what they
train on: their t varies more than Student's curve says, and there are more false alarms.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from linlab.engine.ground.cores.parallel import on_all_cores
from linlab.engine.ground.errors import LinlabError
from linlab.engine.ground.numerals import grouped, percent, steady
from linlab.engine.ground.progress import hand_over
from linlab.engine.many import by_chance
from linlab.engine.many.by_chance import FOLDS as OF_ONE
from linlab.engine.many.by_chance import (
    FRESH,
    LEVEL,
    SPLITS,
    critical,
    density,
    repetition_by_chance,
)
from linlab.engine.many.significance import wilson
from linlab.engine.picture.palette import Palette, mixed
from linlab.engine.picture.shapes import Areas, Entry, Frame, Item, Lines, Panel, Pen
from linlab.engine.views.chart import chart, level, side_by_side, stacked, upright
from linlab.engine.views.figure import Figure
from linlab.engine.views.kit.ready import Ready, ReadyRun
from linlab.engine.views.kit.view import Computation, NoResult, view
from linlab.engine.views.kit.words import height_of, with_foot, words_panel
from linlab.engine.views.plane_and_curves import roomy
from linlab.engine.views.view import COMPARE, Option

from .pair import FOLDS, TWO_MODELS, A, B, Pair

HALF = 5  # bars from 0 to where the false alarms begin
SIDE = 12  # bars to each side
HOW = ((FRESH, "fresh samples"), (OF_ONE, "folds of a sample"), (SPLITS, "thirds of a sample"))
WHY = {
    FRESH: "every fold has labels of its own, so the differences are independent and the share approaches 5 %",
    OF_ONE: "folds of one sample share training points: the t-value may vary more than Student’s curve says; then the p-value is too "
    "small and more than 5 % are false alarms",
    SPLITS: "random thirds of one sample share training and test points: the t-value may vary much more than "
    "Student’s curve says; then the p-value is much too small",
}
UNPAIRED = "the two-sample t-test assumes that the accuracies of the two models are independent, but both are judged on the same points"
TESTS: dict[str, tuple[str, Callable[[Any, Any], Any], Callable[[int], int]]] = {
    "paired": ("paired t-test", by_chance.paired_t, lambda folds: folds - 1),
    "two-sample": ("two-sample t-test", by_chance.two_sample_t, lambda folds: 2 * folds - 2),
}
SAMPLES = Option(
    "samples",
    "From",
    "where the K differences of a comparison come from: folds that each have fresh labels, the "
    "folds of one sample, or random thirds of one",
    lambda moment: HOW,
)
TEST = Option(
    "test",
    "Test",
    "which t-value to draw",
    lambda moment: tuple((key, each[0]) for key, each in TESTS.items()),
    beside=True,
)
TIMES = Option(
    "times",
    "Times",
    "how many times to compare the models",
    lambda moment: tuple((many, many) for many in ("200", "50", "500", "2000")),
    beside=True,
)
TRAINED = Option(
    "epochs",
    "Epochs",
    "for how many epochs each model is trained from its start",
    lambda moment: tuple((many, many) for many in ("5", "1", "20", "50")),
    beside=True,
)


@dataclass(frozen=True, eq=False)
class ChanceFound:
    """Accuracies of A and of B, a row for each repetition so far."""

    of: object
    a: Any  # (m, K)
    b: Any  # (m, K)
    lacking: int = 0  # repetitions that lacked a class to train on


def _key(figure: Figure, moment: ReadyRun) -> tuple[Pair, str, int]:
    return (
        Pair.of(figure, moment, TRAINED),
        str(SAMPLES.value(figure, moment)),
        int(TIMES.value(figure, moment)),
    )


def run(figure: Figure, moment: ReadyRun) -> ChanceFound | NoResult:
    key = pair, how, times = _key(figure, moment)
    if pair.trouble:
        return NoResult(key, pair.trouble)
    examples, plans = pair.examples, pair.plans
    seed = pair.document.seed
    rows = list[Any]()
    lacking = 0

    def repetition(r: int) -> Any:
        doing = f"comparison {r + 1} of {times}"
        return repetition_by_chance(plans, examples, pair.folds, seed, how, r, doing)

    try:
        for made in on_all_cores(repetition, range(times)):
            lacking += made is None
            rows += [] if made is None else [made]
            if rows:
                a, b = np.stack(rows, axis=1)
                hand_over(ChanceFound(key, a, b, lacking))
    except LinlabError as trouble:
        return NoResult(key, str(trouble))
    if not rows:
        return NoResult(
            key, "No sample had two classes to train on: use more points or fewer folds."
        )
    return ChanceFound(key, a, b, lacking)


def waiting(figure: Figure, moment: ReadyRun) -> str:
    wait = "The comparison is being repeated; the result appears here"
    return Pair.of(figure, moment, TRAINED).trouble or wait


def panels(
    figure: Figure, moment: Ready[None, ChanceFound], palette: Palette, room: Frame
) -> tuple[Panel, ...]:
    t, df = values_of(figure, moment)
    words = words_of(figure, moment, t, df)
    upper, below = with_foot(room, min(height_of(figure, room.width, words), 0.45 * room.height))
    rooms = (side_by_side if room.width > 1.7 * room.height else stacked)(upper, (1.25, 1.0))
    times = int(TIMES.value(figure, moment))
    return (
        roomy(lambda frame: _bars(figure, palette, frame, t, df), figure, rooms[0], palette),
        roomy(
            lambda frame: _share(figure, palette, frame, t, df, times), figure, rooms[1], palette
        ),
        words_panel(figure, palette, below, words),
    )


def values_of(figure: Figure, moment: Ready[None, ChanceFound]) -> tuple[Any, int]:
    """t of each repetition, NaN where it has none, and the degrees of freedom."""
    _, test, freedom = TESTS[TEST.value(figure, moment)]
    return test(moment.found.a, moment.found.b), freedom(moment.found.a.shape[1])


def alarms(t: Any, df: int) -> Any:
    """Whether each t says that there is a difference. (m,)"""
    return np.abs(np.nan_to_num(t)) > critical(df)


def _bars(figure: Figure, palette: Palette, frame: Frame, t: Any, df: int) -> Panel:
    """How often t was what, as areas that sum to 1, and Student's density."""
    edge = critical(df)
    wide = edge / HALF
    edges = wide * np.arange(-SIDE, SIDE + 1)
    known = t[np.isfinite(t)]
    inside = np.clip(
        known, edges[0] + wide / 2, edges[-1] - wide / 2
    )  # the last bars have all that lies beyond
    counts = np.histogram(inside, edges)[0] / max(1, len(known)) / wide
    x = np.linspace(edges[0], edges[-1], 241)
    curve = density(x, df)
    up = 0.0, 1.12 * max(float(counts.max(initial=0.0)), float(curve.max()))
    pen = Pen(palette.text, 1.8 * figure.scale)
    beyond = np.abs(edges[:-1] + wide / 2) > edge
    items: list[Item] = []
    for name, chosen, ink in (
        ("t", ~beyond, palette.accent),
        ("false alarms", beyond, palette.wrong),
    ):
        rings = tuple(
            np.array([(left, 0.0), (left + wide, 0.0), (left + wide, top), (left, top)])
            for left, top in zip(edges[:-1][chosen], counts[chosen], strict=True)
            if top
        )
        items.append(Areas(name, rings, mixed(ink, palette.card, 0.6), Pen(palette.card, 0.8)))
    items.append(Lines("density", (np.column_stack([x, curve]),), pen))
    dashed = Pen(palette.quiet, 1.0 * figure.scale, (4.0, 3.0))
    items.append(Lines("critical", (upright(-edge, up), upright(edge, up)), dashed))
    entries = (
        Entry(f"Student’s t, {df} d.f.", pen=pen),
        Entry(f"|t-value| > {steady(edge)}", symbol="square", fill=palette.wrong),
    )
    return chart(
        figure,
        frame,
        palette,
        items,
        (float(edges[0]), float(edges[-1])),
        up,
        titles=("t-value", "density"),
        legend=entries,
        narrow=True,
    )


def _share(figure: Figure, palette: Palette, frame: Frame, t: Any, df: int, times: int) -> Panel:
    """The share of false alarms after every repetition, within Wilson's interval."""
    wrong = np.cumsum(alarms(t, df))
    many = np.arange(1, len(t) + 1)
    bounds = [wilson(int(k), int(n)) for k, n in zip(wrong, many, strict=True)]
    share, low, high = (np.array(each) for each in zip(*bounds, strict=True))
    later = slice(min(len(t) - 1, max(9, times // 5)), None)  # the first few say nothing
    up = 0.0, max(0.12, 1.15 * float(high[later].max()))
    ring = np.vstack(
        [np.column_stack([many, np.minimum(high, up[1])]), np.column_stack([many, low])[::-1]]
    )
    ink = Pen(palette.wrong, 1.8 * figure.scale)
    quiet = Pen(palette.quiet, 1.0 * figure.scale, (4.0, 3.0))
    across = 0.0, float(max(times, len(t)))
    items: list[Item] = [
        Areas("interval", (ring,), palette.wrong, opacity=0.16),
        Lines("5 %", (level(LEVEL, across),), quiet),
        Lines("share", (np.column_stack([many, np.minimum(share, up[1])]),), ink),
    ]
    entries = (Entry("false alarms so far", pen=ink), Entry("5 %", pen=quiet))
    return chart(
        figure,
        frame,
        palette,
        items,
        across,
        up,
        titles=("comparisons", "false alarms"),
        percent=(False, True),
        legend=entries,
    )


def words_of(figure: Figure, moment: Ready[None, ChanceFound], t: Any, df: int) -> list[str]:
    found = moment.found
    how = str(SAMPLES.value(figure, moment))
    wrong = int(alarms(t, df).sum())
    share, low, high = wilson(wrong, len(t))
    words = [
        "the labels are random, so neither model can be better and a p-value below 5 % is a false alarm",
        f"{grouped(wrong)} of {grouped(len(t))} comparisons raise an alarm: {percent(share)} (95 % interval {percent(low)} to "
        f"{percent(high)})",
        WHY[how] if TEST.value(figure, moment) == "paired" else UNPAIRED,
    ]
    none = int(np.isnan(t).sum())
    words += (
        [f"no t-value for {grouped(none)} of them: all differences are equal, so there is no alarm"]
        if none
        else []
    )
    words += (
        [f"samples left out because they have only one class: {grouped(found.lacking)}"]
        if found.lacking
        else []
    )
    return words


CHANCE_VIEW = view(
    "chance",
    "By luck alone",
    "the comparison repeated on random labels: the t-value beside Student’s curve, and "
    "how many false alarms there are",
    TWO_MODELS,
    panels,
    computation=Computation(_key, run, waiting),
    options=(A, B, SAMPLES, TEST, FOLDS, TIMES, TRAINED),
    group=COMPARE,
    tab="By luck",
    key="O",
)
