"""For a log-linear model: how often each feature goes with a class, and how often the model expects
it to.

    empirical (1/N) Σ 1[yᵢ = c] φⱼ(xᵢ)      expected (1/N) Σ P(c|xᵢ) φⱼ(xᵢ)

Their difference is the gradient of the mean log-likelihood, so they close as the model learns; at
the optimum without a penalty they are equal.
"""

from dataclasses import replace
from typing import Any

import numpy as np

from linlab.engine.data.points import Points
from linlab.engine.ground.numerals import steady
from linlab.engine.picture.metrics import shortened
from linlab.engine.picture.palette import Palette
from linlab.engine.picture.shapes import Areas, Axis, Entry, Frame, Item, Panel, Pen
from linlab.engine.train.models import Linear, softmax
from linlab.engine.views.chart import chart, span_of
from linlab.engine.views.figure import Figure
from linlab.engine.views.kit.marks import class_colour

MOST_FEATURES = 16  # features that have a pair of bars each


def features_of(model: Linear) -> tuple[tuple[str, ...], Any]:
    """What the features are called, the constant 1 first, and their values. (n, d)"""
    problem = model.problem
    names = problem.names or ()
    columns = problem.columns[:, : len(problem.names or ())]
    return ("1", *names), np.concatenate([np.ones((problem.n, 1)), columns], axis=1)


def counts_of(model: Linear) -> tuple[Any, Any]:
    """Empirical and expected counts of each class and feature. (K, d) each"""
    problem, (_, values) = model.problem, features_of(model)
    truth = np.eye(len(problem.classes))[problem.y]
    return truth.T @ values / problem.n, softmax(model.answers()).T @ values / problem.n


def expected_panel(
    figure: Figure, points: Points, palette: Palette, frame: Frame, model: Linear, row: int
) -> Panel:
    names, _ = features_of(model)
    empirical, expected = (table[row, :MOST_FEATURES] for table in counts_of(model))
    name = model.problem.classes[row]
    ink = class_colour(points, name)
    up = span_of(empirical, expected, air=0.16)
    items: list[Item] = []
    rim = Pen(ink, 1.8)
    for key, values, x, fill, pen in (
        ("empirical", empirical, 0.12, ink, None),
        ("expected", expected, 0.5, palette.card, rim),
    ):
        rings = tuple(
            np.array([(k + x, 0), (k + x + 0.36, 0), (k + x + 0.36, v), (k + x, v)])
            for k, v in enumerate(values)
        )
        items.append(Areas(key, rings, fill, pen))
    wide = frame.width / len(empirical)
    away = float(np.abs(empirical - expected).max(initial=0.0))
    entries = (
        Entry(f"counted for “{shortened(name, 8 * figure.font, figure.font)}”", "square", ink),
        Entry("expected", "square", palette.card, rim),
    )
    title = f"features; the largest difference is {steady(away)}"
    made = chart(
        figure,
        frame,
        palette,
        items,
        (0.0, float(len(empirical))),
        up,
        legend=entries,
        narrow=True,
        titles=(title, "mean count"),
    )
    ticks = tuple(
        (k + 0.5, shortened(feature, wide, 0.85 * figure.font))
        for k, feature in enumerate(names[:MOST_FEATURES])
    )
    return replace(made, across=Axis(ticks, title if figure.axes else ""))
