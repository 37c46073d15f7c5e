"""The boundary of a vote: where the predicted class changes, not the nearest corner of a grid."""

import numpy as np
import pytest

from linlab import Document, Learner
from linlab.engine.document.document import Source
from linlab.engine.picture.field import Contours
from linlab.engine.train.trace import Trace

XS, YS = np.linspace(-4.0, 4.0, 81), np.linspace(-4.0, 4.0, 81)  # a tenth apart


def model_of(name, learner, t, **options):
    source = Source(name, 0, tuple(options.items()))
    trace = Trace(Document(source.draw(), (learner,), source=source))
    return trace.model(trace.at(t).t)


def answers(model, x):
    scores = model.scores(x)
    return scores[:, 0] > 0 if scores.shape[1] == 1 else scores.argmax(axis=1)


CASES = [
    ("overlapping-blobs", Learner.of("voted-perceptron"), {}),
    ("moons", Learner.of("voted-perceptron", space="rbf"), {}),
    ("blobs", Learner.of("voted-perceptron"), {"classes": 3.0, "noise": 1.2}),
    ("overlapping-blobs", Learner.of("naive-bayes", bins=7), {}),
]


@pytest.mark.parametrize(
    ("name", "learner", "options"), CASES, ids=["linear", "rbf", "three", "counts"]
)
def test_that_the_class_changes_within_a_hundredth_of_a_cell(name, learner, options):
    model = model_of(name, learner, 200, **options)
    field = np.nan_to_num(model.grid(XS, YS), neginf=-99.0, posinf=99.0)
    corners = np.concatenate(Contours(field, XS, YS, model).boundary)
    on_column = np.abs(corners[:, :1] / 0.1 - np.round(corners[:, :1] / 0.1)) < 1e-6
    way = np.where(on_column, (0.0, 0.001), (0.001, 0.0))
    assert len(corners) > 40
    assert (answers(model, corners - way) != answers(model, corners + way)).mean() > 0.98
    stairs = np.concatenate(Contours(field, XS, YS).boundary)
    beside = np.stack(
        [answers(model, stairs + way) for way in ((-0.001, 0), (0.001, 0), (0, -0.001), (0, 0.001))]
    )
    assert (beside == beside[0]).all(axis=0).mean() > 0.2  # as it would be without the model


def test_that_between_its_bends_the_boundary_of_linear_votes_is_straight():
    model = model_of("overlapping-blobs", Learner.of("voted-perceptron"), 300)
    line = max(Contours(model.grid(XS, YS), XS, YS, model).boundary, key=len)
    ways = np.diff(line, axis=0)
    ways = ways[np.linalg.norm(ways, axis=1) > 0.02]
    turns = np.abs((np.diff(np.arctan2(ways[:, 1], ways[:, 0])) + np.pi) % (2 * np.pi) - np.pi)
    assert np.median(turns) < 0.02  # a staircase turns at every step


def test_that_what_is_looked_at_once_is_not_remembered():
    model = model_of("moons", Learner.of("voted-perceptron", space="rbf"), 200)
    x = np.random.default_rng(0).normal(size=(100, 2))
    before = len(model.log.counts)
    seen = model.uncached_scores(x)
    assert len(model.log.counts) == before
    np.testing.assert_array_equal(seen, model.scores(x))
    assert len(model.log.counts) > before


def test_that_a_smooth_boundary_is_the_same_either_way():
    model = model_of("moons", Learner.of("svm", space="rbf"), 200)
    field = model.grid(XS, YS)
    plain, sharp = (
        np.concatenate(found.boundary)
        for found in (Contours(field, XS, YS), Contours(field, XS, YS, model))
    )
    away = np.linalg.norm(plain[:, None] - sharp[None], axis=2).min(axis=1)
    assert away.max() < 0.02
