"""Joint against naive tables as bins grow. A joint table has a cell for every class and pair of
bins, a naive one a cell for every class and bin:

    joint    P(y, u, v) = (n(y, u, v) + n₀)/(N + n₀Kb²)        Kb² − 1 parameters
    naive    P(y) P(u|y) P(v|y)                               (K − 1) + 2K(b − 1) parameters
"""

from functools import lru_cache
from typing import NamedTuple

import numpy as np

from linlab.engine.data.datasets import DATASETS, fresh
from linlab.engine.document.document import Source
from linlab.engine.ground.arrays import Floats, Ints
from linlab.engine.ground.numerals import grouped, percent
from linlab.engine.learner.counting.bins import BINS
from linlab.engine.train.models import Bayes
from linlab.engine.views.snapshot import Snapshot
from linlab.engine.views.table import Column, Table

SIZES = (2, 3, 4, 6, 8, 12, 16)
NEW_POINTS = 4000
NONE = "–"


class Row(NamedTuple):
    """One number of bins. Errors are on new data, None where there are none."""

    bins: int
    joint_cells: int
    joint_parameters: int
    joint_empty: int
    joint_error: float | None
    naive_cells: int
    naive_parameters: int
    naive_empty: int
    naive_error: float | None


def tables_of(x: Floats, y: Ints, classes: int, bins: int) -> tuple[Floats, object]:
    """How often each class goes with each pair of bins, and the bins. (K, bins, bins)"""
    counting = BINS.make({"bins": bins, "smoothing": 0.0}, x, None)
    indicators = counting.features(x)
    u, v = (indicators[:, j * bins : (j + 1) * bins].argmax(axis=1) for j in (0, 1))
    table = np.zeros((classes, bins, bins))
    np.add.at(table, (y, u, v), 1.0)
    return table, counting


def answers(table: Floats, smoothing: float, u: Ints, v: Ints) -> tuple[Ints, Ints]:
    """Of the joint and of the naive table; ties go to the lowest class. (n,) each"""
    joint = (table + smoothing)[:, u, v].argmax(axis=0)
    bins = table.shape[1]
    seen = table.sum(axis=(1, 2))
    one = (table.sum(axis=2) + smoothing) / np.maximum(seen + smoothing * bins, 1e-300)[:, None]
    two = (table.sum(axis=1) + smoothing) / np.maximum(seen + smoothing * bins, 1e-300)[:, None]
    naive = (seen[:, None] * one[:, u] * two[:, v]).argmax(axis=0)
    return joint, naive


@lru_cache(maxsize=4)  # a play asks for the same again and again
def rows_of(
    x: bytes, y: bytes, classes: tuple[str, ...], smoothing: float, source: Source | None
) -> tuple[Row, ...]:
    places = np.frombuffer(x).reshape(-1, 2)
    labels = np.frombuffer(y, np.int64)
    new = _new(classes, source)
    many = len(classes)
    out = []
    for bins in SIZES:
        table, counting = tables_of(places, labels, many, bins)
        errors: tuple[float | None, float | None] = (None, None)
        if new is not None:
            indicators = counting.features(new[0])  # type: ignore[attr-defined]
            u, v = (indicators[:, j * bins : (j + 1) * bins].argmax(axis=1) for j in (0, 1))
            joint, naive = answers(table, smoothing, u, v)
            errors = float((joint != new[1]).mean()), float((naive != new[1]).mean())
        apart = np.concatenate([table.sum(axis=2), table.sum(axis=1)], axis=1)
        out.append(
            Row(
                bins,
                many * bins * bins,
                many * bins * bins - 1,
                int((table == 0).sum()),
                errors[0],
                2 * many * bins,
                many - 1 + 2 * many * (bins - 1),
                int((apart == 0).sum()),
                errors[1],
            )
        )
    return tuple(out)


def _new(classes: tuple[str, ...], source: Source | None) -> tuple[Floats, Ints] | None:
    """New points of the data set, if it can be drawn from. (n, 2) and (n,)"""
    if source is None or source.name not in DATASETS or not DATASETS[source.name].known:
        return None
    values = {name: value for name, value in source.values if name != "n"}
    points = fresh(source.name, NEW_POINTS, seed=source.seed, **values)
    index = {name: k for k, name in enumerate(classes)}
    label = np.array([index.get(name, -1) for name in points.classes])[points.label]
    return points.x[label >= 0], label[label >= 0]


def growing_table(moment: Snapshot, model: Bayes) -> Table:
    problem = model.problem
    document = None if moment.trace is None else moment.trace.document
    rows = rows_of(
        np.ascontiguousarray(problem.x).tobytes(),
        np.ascontiguousarray(problem.y, np.int64).tobytes(),
        problem.classes,
        float(problem.learner["smoothing"]),
        None if document is None else document.source,
    )
    here = int(problem.learner["bins"])

    def shown(values: list[float | None]) -> tuple[str, ...]:
        return tuple(NONE if value is None else percent(value) for value in values)

    def counted(values: list[int]) -> tuple[str, ...]:
        return tuple(grouped(value) for value in values)

    return Table(
        (
            Column("bins", "bins", "bins along each axis", counted([r.bins for r in rows])),
            Column("joint", "joint", "parameters of the joint table", counted([r.joint_parameters for r in rows])),
            Column("joint-empty", "empty", "cells of the joint table without an example", counted([r.joint_empty for r in rows])),
            Column("joint-error", "error", "of the joint table on new data", shown([r.joint_error for r in rows])),
            Column("naive", "naive", "parameters of naive Bayes", counted([r.naive_parameters for r in rows])),
            Column("naive-empty", "empty", "cells of naive Bayes without an example", counted([r.naive_empty for r in rows])),
            Column("naive-error", "error", "of naive Bayes on new data", shown([r.naive_error for r in rows])),
        ),
        highlighted=frozenset(k for k, r in enumerate(rows) if r.bins == here),
    )  # fmt: skip


WORDS = [
    "a joint table has K·b² cells, of which most are empty as b grows; naive Bayes has 2K·b, each filled by more examples",
    "errors are on new data; parameters are the numbers that are free",
]
