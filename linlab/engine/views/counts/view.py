"""The view of counts: which of its panels a model has."""

from typing import Any

import numpy as np

from linlab.engine.ground.numerals import number, percent
from linlab.engine.learner.spaces import space
from linlab.engine.picture.palette import Palette
from linlab.engine.picture.shapes import Frame, Panel
from linlab.engine.views.chart import stacked
from linlab.engine.views.figure import Figure
from linlab.engine.views.plane_and_curves import roomy
from linlab.engine.views.snapshot import Snapshot
from linlab.engine.views.table import Column, Table, table_panel
from linlab.engine.views.view import Choices, FigureView, Option

from .expected import expected_panel
from .tables import products_panel, tables_panel


def refuses(moment: Snapshot) -> str:
    model = moment.model
    if model is None:
        return "There is nothing to count yet: training needs points of at least two classes."
    if model.counted is not None or (model.single is not None and _loglinear(moment)):
        return ""
    if model.single is not None and model.chances(model.answers()[:1]) is not None:
        return "In this space there are no features to count: choose linear or monomials."
    return f"{model.title} counts nothing: naive Bayes does, and log-linear models compare counts with what they expect."


def _loglinear(moment: Snapshot) -> bool:
    assert moment.model is not None
    model = moment.model.single
    counted = (
        model is not None
        and model.problem.map is not None
        and model.chances(model.answers()[:1]) is not None
    )
    return counted and "features" not in _parameters(moment)


def _parameters(moment: Snapshot) -> tuple[str, ...]:
    assert moment.model is not None and moment.model.single is not None
    return tuple(space(moment.model.single.problem.learner["space"]).parameters)


def _classes(moment: Snapshot) -> Choices:
    """Of a log-linear model, the class whose counts are compared; the last one first."""
    if moment.model is None or moment.model.single is None or refuses(moment):
        return ()
    return tuple((name, name) for name in reversed(moment.model.examples.classes))


CLASS = Option("class", "Class", "the class whose features are counted", _classes)


def counts(figure: Figure, moment: Snapshot, palette: Palette, room: Frame) -> tuple[Panel, ...]:
    assert moment.model is not None
    counted = moment.model.counted
    if counted is None:
        row = moment.model.examples.classes.index(CLASS.value(figure, moment))
        return (
            roomy(
                lambda frame: expected_panel(figure, moment, palette, frame, row),
                figure,
                room,
                palette,
            ),
        )
    if counted.counting.moments_of(counted.counts[0]) is not None:
        return (table_panel(_moments(moment), room, palette, figure.font),)
    top, bottom = stacked(room, (3, 1.6))
    tables = roomy(
        lambda frame: tables_panel(figure, moment, palette, frame), figure, top, palette, axes=False
    )
    return tables, roomy(
        lambda frame: products_panel(figure, moment, palette, frame),
        figure,
        bottom,
        palette,
        axes=False,
    )


def _moments(moment: Snapshot) -> Table:
    """Means and standard deviations of each class and axis."""
    assert moment.model is not None and moment.model.counted is not None
    model, (one, two) = moment.model.counted, moment.features
    prior: Any = model.counting.prior(model.counts)
    rows = [
        model.counting.moments_of(model.counts[c]) or [np.nan] * 4
        for c in range(len(model.examples.classes))
    ]

    def texts(k: int, root: bool = False) -> tuple[str, ...]:
        values = [row[k] ** 0.5 if root else row[k] for row in rows]
        return tuple("–" if v != v else number(v) for v in values)

    lit = frozenset(
        {model.examples.classes.index(moment.step.label)} if moment.step is not None else ()
    )
    return Table(
        (
            Column("class", "class", "what is counted", model.examples.classes, words=True),
            Column(
                "n", "n", "how many of it", tuple(number(float(n)) for n in model.counts[:, -1])
            ),
            Column("p", "P(y)", "its share", tuple(percent(float(p)) for p in prior)),
            Column("m1", f"μ {one}", "the mean", texts(0)),
            Column("m2", f"μ {two}", "the mean", texts(1)),
            Column("s1", f"σ {one}", "the standard deviation", texts(2, True)),
            Column("s2", f"σ {two}", "the standard deviation", texts(3, True)),
        ),
        lit=lit,
    )


COUNTS_VIEW = FigureView(
    "counts",
    "Counts",
    "what naive Bayes counts and multiplies; of a log-linear model, counts and what it expects",
    counts,
    refuses=refuses,
    options=(CLASS,),
)
