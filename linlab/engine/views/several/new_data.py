"""How the models of a document do at this step, a row for each: training, dev and test error and
that on a fresh sample, each with Wilson's 95 % interval, the steps that were made, and after how
many the run is done by its own rule.
"""

from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from linlab.engine.document.document import Source
from linlab.engine.ground.effort import MOMENT
from linlab.engine.ground.numerals import grouped, percent
from linlab.engine.learner.learner import Learner
from linlab.engine.many.significance import Interval, wilson
from linlab.engine.picture.palette import Palette
from linlab.engine.picture.shapes import Frame, Panel
from linlab.engine.train.measures import WRONG_NOW, given
from linlab.engine.train.models import Model
from linlab.engine.views.figure import Figure
from linlab.engine.views.kit.ready import Ready
from linlab.engine.views.kit.view import Computation, view
from linlab.engine.views.kit.words import height_of, words_panel
from linlab.engine.views.sweep.risk import expected_risk, generator
from linlab.engine.views.table import ROW, Column, Table, table_panel, wide
from linlab.engine.views.view import CHECK, Choices, Option

from .runs import NEED, Key, Run, Runs, all_runs, runs_of

ABSENT, PENDING = "–", "…"
QUICK_EFFORT = MOMENT // 4  # can be done while the picture is drawn
PARTS = (  # key, column, points
    ("train", WRONG_NOW, "the training points"),
    ("dev", "on dev", "the dev points"),
    ("test", "on test", "the test points"),
)

Judging = Ready[Key, Any]


def source_of(moment: Judging) -> Source | None:
    """What draws a fresh sample, where the distribution is known."""
    return generator(moment.trace.document.source)


def _samples(moment: Judging) -> Choices:
    if source_of(moment) is None:
        return ()
    return tuple((str(many), grouped(many)) for many in (200, 1000, 5000))


FRESH = Option(
    "fresh",
    "New points",
    "how many new points to draw from the same distribution, to judge by",
    NEED.choices(_samples),
)


@dataclass(frozen=True)
class Row:
    """A model at this step; intervals by the part that they are of, as far as there are such
    points and it is known."""

    run: Run
    updates: int
    errors: dict[str, Interval]


def rows_of(figure: Figure, moment: Ready[Key, Runs]) -> tuple[Row, ...]:
    found = moment.found
    rows = []
    with found.lock:
        for run in found.runs:
            now = run.at(moment.t)
            if now is None:
                rows.append(Row(run, moment.t, {}))
                continue
            model, sample = now.model, now.sample
            sizes = [
                int(given(model.examples).sum()),
                *(len(y) for _, y in model.examples.held_out),
            ]
            shares = sample.train_error, sample.dev_error, sample.test_error
            errors = {
                name: wilson(round(share * n), n)
                for (name, *_), share, n in zip(PARTS, shares, sizes, strict=True)
                if share is not None and n
            }
            fresh = _fresh(figure, moment, run, model)
            rows.append(Row(run, sample.t, errors if fresh is None else {**errors, "fresh": fresh}))
    return tuple(rows)


def _fresh(figure: Figure, moment: Ready[Key, Runs], run: Run, model: Model) -> Interval | None:
    """The error on a fresh sample, where the generator is known and it is quickly said or has been
    found."""
    source = source_of(moment)
    known: dict[Any, Interval] = moment.found.fresh
    if source is None:
        return None
    many = int(FRESH.value(figure, moment))
    key = (run.which, moment.t, FRESH.value(figure, moment))
    if key not in known and model.effort(many) <= QUICK_EFFORT:
        known.clear() if len(known) > 100 else None
        known[key] = _judged(model, source, moment, many)
    return known.get(key)


def _judged(model: Model, source: Source, moment: Judging, many: int) -> Interval:
    risk = expected_risk(model, source, moment.points.classes, many=many)
    return wilson(round(risk.error * many), many)


def key_of(figure: Figure, moment: Ready[Key, None]) -> tuple[Key, str, int]:
    """Models that take long to ask are asked in the background, at every step anew."""
    key = moment.subject
    many = str(FRESH.value(figure, moment))
    learners = key.document.learners_at(moment.t)
    slow = bool(many) and not all(_quick(learner, moment, int(many)) for learner in learners)
    return key, many, moment.t if slow else -1


def _quick(learner: Learner, moment: Judging, many: int) -> bool:
    """Whether it is certain to answer at once: by weights of its own, or by coefficients of few
    examples."""
    own = learner.recipe
    single = bool(own.counting) or ("space" in own.parameters and not learner.votes)
    return single and (
        not learner.dual or many * len(moment.points) * len(moment.points.classes) <= QUICK_EFFORT
    )


def run(figure: Figure, moment: Ready[Key, None]) -> Runs:
    found = all_runs(moment.subject)
    source = source_of(moment)
    if source is None:
        return found
    for each in found.runs:
        key = each.which, moment.t, FRESH.value(figure, moment)
        if each.trace is None or key in found.fresh:
            continue
        with found.lock:
            model = each.trace.model(moment.t)
        found.fresh[key] = _judged(model, source, moment, int(FRESH.value(figure, moment)))
    return found


def table(figure: Figure, moment: Ready[Key, Runs]) -> Table | None:
    """The rows with all that is known of them, and why a run is done or not; none before all
    are."""
    if not moment.found.whole:
        return None
    rows = rows_of(figure, moment)
    many = str(FRESH.value(figure, moment))
    columns = [
        Column("model", "model", "the model", tuple(row.run.name for row in rows), words=True)
    ]
    wanted = [
        *PARTS,
        *([("fresh", "on new points", f"{grouped(int(many))} new points")] if many else []),
    ]
    for name, title, of in wanted:
        if name == "fresh" or any(name in row.errors for row in rows):
            columns += _error(rows, name, title, of)
    columns.append(
        Column(
            "updates",
            "steps",
            "how many steps were made",
            tuple(grouped(row.updates) for row in rows),
            np.array([row.updates for row in rows]),
        )
    )
    ends = [row.run.end for row in rows]
    columns.append(
        Column(
            "done",
            "done after",
            "after how many steps the run met its own stopping rule",
            tuple(ABSENT if end.t is None else grouped(end.t) for end in ends),
            np.array([np.nan if end.t is None else end.t for end in ends]),
        )
    )
    columns.append(
        Column(
            "why", "why", "why it is done, or why not", tuple(end.why for end in ends), words=True
        )
    )
    which = moment.trace.which
    return Table(
        tuple(columns),
        highlighted=frozenset(
            k for k, row in enumerate(rows) if row.run.which == which and len(rows) > 1
        ),
    )


def _error(rows: tuple[Row, ...], name: str, title: str, of: str) -> list[Column]:
    """The error on a part of the points, and within what it probably lies."""
    found = [row.errors.get(name) for row in rows]
    none = [PENDING if row.run.trace is not None and name == "fresh" else ABSENT for row in rows]
    shares: Any = np.array([np.nan if each is None else each.share for each in found])
    lows: Any = np.array([np.nan if each is None else each.low for each in found])
    return [
        Column(
            name,
            title,
            f"the share of {of} that the model gets wrong",
            tuple(
                other if each is None else percent(each.share)
                for each, other in zip(found, none, strict=True)
            ),
            shares,
        ),
        Column(
            f"{name}-interval",
            "95 %",
            f"the 95 % interval (Wilson) of the share of {of} that the model gets wrong",
            tuple(ABSENT if each is None else between(each) for each in found),
            lows,
        ),
    ]


def between(found: Interval) -> str:
    """
    >>> between(wilson(31, 200)), between(wilson(0, 10))
    ('11–21 %', '0–28 %')
    """
    return f"{100 * found.low:.0f}–{100 * found.high:.0f} %"


def _waiting(figure: Figure, moment: Judging) -> str:
    return "All models are being trained; their errors appear here"


def panels(
    figure: Figure, moment: Ready[Key, Runs], palette: Palette, room: Frame
) -> tuple[Panel, ...]:
    made = table(figure, moment)
    if made is None:
        return (words_panel(figure, palette, room, [_waiting(figure, moment)]),)
    drawn = Table(made.columns[:-1], highlighted=made.highlighted)
    font = max(
        0.55 * figure.font,
        min(figure.font, figure.font * (room.width - 2) / wide(drawn, figure.font)),
    )
    words = _words(moment)
    high = (len(drawn) + 1.3) * ROW * 0.92 * font
    low = min(height_of(figure, room.width, words), max(0.0, room.height - high))
    upper = Frame(room.x, room.y, room.width, max(8.0, min(high, room.height - low)))
    below = Frame(room.x, room.y + upper.height + 1, room.width, max(2.0, low - 2))
    body = table_panel(drawn, upper, palette, font)
    return replace(body, frame=replace(upper, pen=None)), words_panel(figure, palette, below, words)


def _words(moment: Ready[Key, Runs]) -> list[str]:
    runs = moment.found.runs
    words = [f"after step {grouped(moment.t)}; 95 %: Wilson’s interval"]
    if source_of(moment) is None:
        words.append("the distribution of these points is unknown, so there are no new points")
    undone: dict[str, list[str]] = {}
    for run in runs:
        if run.end.t is None:
            undone.setdefault(run.end.why.rstrip("."), []).append(run.name)
    return [*words, *(f"{'; '.join(names)}: {why}" for why, names in undone.items())]


TEST_VIEW = view(
    "test",
    "New data",
    "how many points each model gets wrong: now, on dev, on test and on new points, "
    "with 95 % intervals, and when it is done",
    NEED,
    panels,
    computation=Computation(key_of, run, _waiting, runs_of),
    options=(FRESH,),
    table=table,
    group=CHECK,
    key="A",
)
