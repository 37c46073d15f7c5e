"""Joint against naive tables, log weights, and points drawn from a generative model."""

import math

import numpy as np
import pytest
from scipy import stats

from linlab import Document, Learner
from linlab.engine.data.datasets import fresh
from linlab.engine.document.document import Source
from linlab.engine.ground.numerals import read_number
from linlab.engine.picture.palette import LIGHT
from linlab.engine.picture.shapes import Label, Marks
from linlab.engine.train.trace import Trace
from linlab.engine.views.counts.ghosts import drawn_from, generative
from linlab.engine.views.counts.growing import SIZES, rows_of
from linlab.engine.views.counts.log_weights import log_weights_table
from linlab.engine.views.figure import Figure
from linlab.engine.views.snapshot import Snapshot
from linlab.engine.views.views import VIEWS, draw


def trace_of(classes=2, model="naive-bayes", **settings):
    source = Source("blobs", 1, (("classes", float(classes)), ("n", 60.0), ("noise", 1.0)))
    return Trace(Document(source.draw(), (Learner.of(model, **settings),), seed=3, source=source))


def by_hand(points, new, bins, smoothing, classes):
    """Cells, parameters, empty cells and errors of both tables, one point after the other."""
    low, high = points.x.min(axis=0), points.x.max(axis=0)

    def bin_of(x, j):
        width = (high[j] - low[j]) / bins
        return min(bins - 1, max(0, math.floor((x[j] - low[j]) / width + 1e-12)))

    joint = {}
    for x, y in zip(points.x, points.label.tolist(), strict=True):
        key = (y, bin_of(x, 0), bin_of(x, 1))
        joint[key] = joint.get(key, 0) + 1
    one = {(y, u) for y, u, _ in joint}
    two = {(y, v) for y, _, v in joint}
    seen = [sum(n for (y, _, _), n in joint.items() if y == c) for c in range(classes)]
    wrong = [0, 0]
    for x, y in zip(new.x, new.label.tolist(), strict=True):
        u, v = bin_of(x, 0), bin_of(x, 1)
        both = [joint.get((c, u, v), 0) + smoothing for c in range(classes)]
        apart = []
        for c in range(classes):
            of_u = sum(n for (k, a, _), n in joint.items() if (k, a) == (c, u)) + smoothing
            of_v = sum(n for (k, _, b), n in joint.items() if (k, b) == (c, v)) + smoothing
            apart.append(seen[c] * of_u * of_v / (seen[c] + smoothing * bins) ** 2)
        wrong[0] += both.index(max(both)) != y
        wrong[1] += max(range(classes), key=lambda c: (round(apart[c], 12), -c)) != y
    empty = classes * bins * bins - len(joint), 2 * classes * bins - len(one) - len(two)
    return empty, [k / len(new) for k in wrong]


@pytest.mark.parametrize("classes", [2, 4])
def test_that_cells_parameters_and_errors_are_those_counted_by_hand(classes):
    trace = trace_of(classes)
    problem = trace.problem(0)
    document = trace.document
    rows = rows_of(
        problem.x.tobytes(),
        problem.y.astype(np.int64).tobytes(),
        problem.classes,
        1.0,
        document.source,
    )
    assert [row.bins for row in rows] == list(SIZES)
    new = fresh("blobs", 4000, seed=1, classes=classes, noise=1.0)
    for row in rows[1:5:2]:
        b = row.bins
        empty, errors = by_hand(document.points, new, b, 1.0, classes)
        assert (row.joint_empty, row.naive_empty) == empty
        assert row.joint_parameters == classes * b * b - 1
        assert row.naive_parameters == classes - 1 + 2 * classes * (b - 1)
        assert row.joint_error == pytest.approx(errors[0], abs=2e-3)
        assert row.naive_error == pytest.approx(errors[1], abs=2e-3)
    assert rows[-1].joint_empty > 0.5 * rows[-1].joint_cells


@pytest.mark.parametrize("classes", [2, 4])
@pytest.mark.parametrize("t", [0, 25, 60])
def test_that_log_weights_add_up_to_the_joint_probability(classes, t):
    model = trace_of(classes, bins=4).model(t)
    table = log_weights_table(model)
    columns = [[read_number(text) for text in column.texts] for column in table.columns[1:]]
    at = np.array([[0.3, -0.8]])
    here = model.counting.features(at)[0]
    for k, column in enumerate(columns):
        total = column[0] + sum(w for w, on in zip(column[1:], here, strict=True) if on)
        assert total == pytest.approx(float(model.joint(at)[0, k]), abs=0.02)


@pytest.mark.parametrize("classes", [2, 4])
def test_that_a_gaussian_model_draws_from_its_normal_distributions(classes):
    model = trace_of(classes, "gaussian-naive-bayes").model(60)
    found = drawn_from(generative(model), 8000, seed=5)
    for k in range(classes):
        own = found.x[found.label == k]
        m1, m2, v1, v2 = model.counting.moments_of(model.counts[k])
        for values, mean, variance in ((own[:, 0], m1, v1), (own[:, 1], m2, v2)):
            assert stats.kstest(values, "norm", (mean, math.sqrt(variance))).pvalue > 1e-4
        assert abs(len(own) / 8000 - 1 / classes) < 0.03
        assert abs(np.corrcoef(own.T)[0, 1]) < 0.08  # naive: both axes are drawn apart


def test_that_bins_are_drawn_as_often_as_they_are_likely():
    model = trace_of(2, bins=4).model(60)
    found = drawn_from(generative(model), 20_000, seed=5)
    for k in (0, 1):
        own = found.x[found.label == k]
        for j in (0, 1):
            seen = np.bincount(model.counting.bin(j, own[:, j]), minlength=4) / len(own)
            np.testing.assert_allclose(
                seen, model.counting.conditional(model.counts, j)[k], atol=0.02
            )


def test_that_the_same_seed_draws_the_same_points_and_others_draw_others():
    model = generative(trace_of().model(60))
    a, b, c = (drawn_from(model, 20, seed, n) for seed, n in ((1, 0), (1, 0), (1, 1)))
    assert (a.x == b.x).all() and not (a.x == c.x).any()
    assert generative(trace_of(model="svm").model(5)) is None


def test_that_ghosts_are_in_the_plane_only_when_asked_for_and_tables_are_shown():
    moment = Snapshot.of(trace_of(), 60)
    view = VIEWS["counts"]
    assert view.marks(Figure("counts"), moment, LIGHT) == ()
    ghosts = view.marks(Figure("counts", options=(("ghosts", "on"),)), moment, LIGHT)
    assert sum(len(each.places) for each in ghosts if isinstance(each, Marks)) == 40
    for show, word in (("growing", "K·b² cells"), ("weights", "linear in the indicators")):
        panels = draw(
            Figure("counts", 460.0, 420.0, options=(("show", show),)), moment, LIGHT
        ).panels
        said = " ".join(i.text for p in panels for i in p.items if isinstance(i, Label))
        assert word in said
