"""One example has one loss, −log P(y|x), wherever naive Bayes shows it: against counts made here."""

import math

import numpy as np
import pytest

from linlab.engine.data.datasets import make_points
from linlab.engine.document.document import Document
from linlab.engine.ground.numerals import read_number
from linlab.engine.learner.learner import Learner
from linlab.engine.picture.palette import LIGHT
from linlab.engine.train.trace import Trace
from linlab.engine.views.examples import rows
from linlab.engine.views.figure import Figure
from linlab.engine.views.snapshot import Snapshot
from linlab.engine.views.views import draw
from linlab.engine.words.arithmetic import arithmetic

BINS, T = 4, 25


def run(classes):
    points = make_points("blobs", n=30, classes=classes, noise=1.4, seed=5)
    learner = Learner.of("naive-bayes", bins=BINS, smoothing=1.0, order="cyclic")
    return Trace(Document(points, (learner,)))


def joint(everywhere, x, y, classes, place):
    """P(y, x) of a place for each class, by the examples that were counted."""
    low = everywhere.min(axis=0)
    width = (everywhere.max(axis=0) - low) / BINS
    bins = np.clip(np.floor((x - low) / width), 0, BINS - 1)
    own = np.clip(np.floor((place - low) / width), 0, BINS - 1)
    out = []
    for c in range(classes):
        p = np.mean(y == c)
        for j in (0, 1):
            p *= (np.sum(bins[y == c, j] == own[j]) + 1) / (np.sum(y == c) + BINS)
        out.append(p)
    return np.array(out)


@pytest.mark.parametrize("classes", [2, 3])
def test_that_losses_examples_and_the_card_show_the_same_loss_of_an_example(classes):
    trace = run(classes)
    points, x = trace.document.points, trace.document.points.x
    at = Snapshot.of(trace, T)
    seen = trace.problem(T).y[:T]
    np.testing.assert_array_equal(seen, points.label[:T])  # in their own order
    both = [joint(x, x[:T], points.label[:T], classes, place) for place in x]
    lost = np.array([-math.log(p[y] / p.sum()) for p, y in zip(both, points.label, strict=True)])

    table = rows(Figure(), at)
    (column,) = [column for column in table.columns if column.key == "loss"]
    np.testing.assert_allclose(column.sort, lost, rtol=1e-9)

    top = draw(Figure(view="losses", width=400, height=520), at, LIGHT).panels[0]
    for marks in top.named("examples")[0].items:
        shown = np.clip(lost[np.isin(points.ids, marks.ids)], 0, top.view.top + top.view.bottom)
        np.testing.assert_allclose(marks.places[:, 1], shown, rtol=1e-9)

    step = trace.step(T + 1)
    lines = {line.label: line.value for line in arithmetic(step, trace.problem(T).learner)}
    assert read_number(lines["loss ℓ"]) == pytest.approx(lost[T], rel=6e-3)
    assert read_number(lines["P(y|x)"]) == pytest.approx(math.exp(-lost[T]), rel=6e-3)

    now = trace.sample(T)
    assert now.data_loss == pytest.approx(lost.mean())
    named = [-math.log(p[y]) for p, y in zip(both, points.label, strict=True)]
    assert now.objective == pytest.approx(np.mean(named))  # J has another name, and says so
