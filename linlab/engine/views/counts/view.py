"""The view of counts: which of its panels a model has."""

from functools import partial
from typing import Any

import numpy as np

from linlab.engine.ground.numerals import number, percent
from linlab.engine.learner.spaces import imitation
from linlab.engine.picture.palette import Palette
from linlab.engine.picture.shapes import Frame, Item, Panel
from linlab.engine.train.models import Bayes, Linear
from linlab.engine.views.chart import stacked
from linlab.engine.views.figure import Figure
from linlab.engine.views.kit.of_texts import LINEAR, PERCEPTRON
from linlab.engine.views.kit.ready import Need, Ready, ReadyRun
from linlab.engine.views.kit.view import view
from linlab.engine.views.kit.ways_out import of_member, use_model, use_space
from linlab.engine.views.kit.words import height_of, with_foot, words_panel
from linlab.engine.views.plane_and_curves import roomy
from linlab.engine.views.snapshot import Snapshot
from linlab.engine.views.table import Column, Table, table_panel, wide
from linlab.engine.views.view import WHY, Choices, Option, Panels, Refusal

from . import growing, log_weights
from .expected_counts import expected_panel
from .ghosts import ghosts
from .growing import growing_table
from .log_weights import log_weights_table
from .tables import products_panel, tables_panel


def _drawing(moment: ReadyRun) -> Panels | Refusal:
    """What there is to draw: the counts, or those that a log-linear model expects."""
    model = moment.model
    counted, linear = model.counted, model.single
    if counted is not None and counted.problem.reads_texts:
        return Refusal(
            f"{model.title} counts words: the view Words has P(v|y) of each.", PERCEPTRON
        )
    if counted is not None:
        return partial(_counted, counted)
    if linear is None or linear.chances(linear.answers()[:1]) is None:
        return Refusal(
            f"{model.title} has no counts: choose naive Bayes, or a log-linear model to compare observed and expected counts.",
            use_model("naive-bayes", "naive Bayes"),
        )
    if linear.problem.too_large:
        return Refusal(linear.problem.too_large, LINEAR)
    if linear.problem.map is None or imitation(linear.problem.learner["space"]) is not None:
        return Refusal(
            "This space has no features to count: choose Linear or Monomials.",
            of_member(moment, use_space("linear")),
        )
    return partial(_expected, linear)


NEED = Need(_drawing, "There is nothing to count yet")


def _classes(moment: Ready[Panels, None]) -> Choices:
    """Of a log-linear model, the class whose counts are compared; the last one first."""
    if moment.model.single is None:
        return ()
    return tuple((name, name) for name in reversed(moment.model.examples.classes))


CLASS = Option("class", "Class", "the class whose features are counted", NEED.choices(_classes))


def counts(
    figure: Figure, moment: Ready[Panels, None], palette: Palette, room: Frame
) -> tuple[Panel, ...]:
    return moment.subject(figure, moment, palette, room)


def _expected(
    model: Linear, figure: Figure, moment: Snapshot, palette: Palette, room: Frame
) -> tuple[Panel, ...]:
    row = model.problem.classes.index(CLASS.value(figure, moment))

    def panel(frame: Frame) -> Panel:
        return expected_panel(figure, moment.points, palette, frame, model, row)

    return (roomy(panel, figure, room, palette),)


def _shows(moment: Ready[Panels, None]) -> Choices:
    """What there is of a model that counts."""
    counted = moment.model.counted
    if counted is None:
        return ()
    plain = (("counts", "counts"),)
    if counted.counting.moments_of(counted.counts[0]) is not None:
        return plain
    return (*plain, ("growing", "joint against naive"), ("weights", "log weights"))


SHOW = Option("show", "Show", "what to show of the counts", NEED.choices(_shows))
GHOSTS = Option(
    "ghosts",
    "Draw",
    "show points that the model itself draws, faint, in the plane; Ctrl+Alt+G adds them",
    NEED.choices(
        lambda moment: (
            (("off", "no"), ("on", "as ghosts")) if moment.model.counted is not None else ()
        )
    ),
    beside=True,
)


def _marks(figure: Figure, moment: Ready[Panels, None], palette: Palette) -> tuple[Item, ...]:
    """Points of the model, if they are asked for."""
    if GHOSTS.value(figure, moment) != "on":
        return ()
    return ghosts(moment, palette, figure.scale)


def _as_table(
    figure: Figure, palette: Palette, room: Frame, table: Table, words: list[str]
) -> tuple[Panel, ...]:
    low = height_of(figure, room.width, words)
    upper, lower = with_foot(room, low)
    font = min(figure.font, figure.font * (room.width - 2) / wide(table, figure.font))
    return table_panel(table, upper, palette, font), words_panel(figure, palette, lower, words)


def _counted(
    model: Bayes, figure: Figure, moment: Snapshot, palette: Palette, room: Frame
) -> tuple[Panel, ...]:
    shown = SHOW.value(figure, moment)
    if shown == "growing":
        return _as_table(figure, palette, room, growing_table(moment, model), growing.WORDS)
    if shown == "weights":
        return _as_table(figure, palette, room, log_weights_table(model), log_weights.WORDS)
    if model.counting.moments_of(model.counts[0]) is not None:
        return (table_panel(_moments(moment, model), room, palette, figure.font),)

    def tables(frame: Frame) -> Panel:
        return tables_panel(figure, moment, palette, frame, model)

    def products(frame: Frame) -> Panel:
        return products_panel(figure, moment, palette, frame, model)

    top, bottom = stacked(room, (3, 1.6))
    return (
        roomy(tables, figure, top, palette, axes=False),
        roomy(products, figure, bottom, palette, axes=False),
    )


def _moments(moment: Snapshot, model: Bayes) -> Table:
    """Means and standard deviations of each class and axis."""
    one, two = moment.features
    prior: Any = model.counting.prior(model.counts)
    rows = [
        model.counting.moments_of(model.counts[c]) or [np.nan] * 4
        for c in range(len(model.examples.classes))
    ]

    def texts(k: int, root: bool = False) -> tuple[str, ...]:
        values = [row[k] ** 0.5 if root else row[k] for row in rows]
        return tuple("–" if v != v else number(v) for v in values)

    highlighted = frozenset(
        {model.examples.classes.index(moment.step.label)} if moment.step is not None else ()
    )
    return Table(
        (
            Column("class", "class", "the class", model.examples.classes, words=True),
            Column(
                "n",
                "n",
                "how many of its examples are counted",
                tuple(number(float(n)) for n in model.counts[:, -1]),
            ),
            Column("p", "P(y)", "its prior probability", tuple(percent(float(p)) for p in prior)),
            Column("m1", f"μ {one}", "the mean", texts(0)),
            Column("m2", f"μ {two}", "the mean", texts(1)),
            Column("s1", f"σ {one}", "the standard deviation", texts(2, True)),
            Column("s2", f"σ {two}", "the standard deviation", texts(3, True)),
        ),
        highlighted=highlighted,
    )


COUNTS_VIEW = view(
    "counts",
    "Counts",
    "what naive Bayes counts and multiplies; for a log-linear model, observed and expected counts",
    NEED,
    counts,
    options=(CLASS, SHOW, GHOSTS),
    marks=_marks,
    group=WHY,
    key="7",
)
