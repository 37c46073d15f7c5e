"""Measures against their definitions, written out here."""

import numpy as np
import pytest
import scipy.stats

import linlab
from linlab.engine.data.datasets import fresh
from linlab.engine.train import measures, models
from tests.engine import textbook


@pytest.mark.parametrize("bias", ["free", "regularised", "none"])
@pytest.mark.parametrize("space", ["linear", "linear-kernel"])
@pytest.mark.parametrize(
    ("model", "penalty"), [("svm", "l2"), ("logistic", "l2"), ("logistic", "l1"), ("svm", "none")]
)
def test_that_the_objective_is_mean_loss_plus_penalty(model, penalty, space, bias):
    if penalty == "l1" and space == "linear-kernel":
        return
    X, y = textbook.data(2)
    run = linlab.train(model, X, y, lam=0.2, penalty=penalty, space=space, bias=bias, epochs=4)
    weights = run.weights @ X if space == "linear-kernel" else run.weights
    m = np.where(y == "b", 1, -1) * (X @ weights[0] + run.bias[0])
    losses = np.maximum(0, 1 - m) if model == "svm" else np.log1p(np.exp(-m))
    w = np.append(weights, run.bias) if bias == "regularised" else weights
    R = {"l2": 0.5 * np.sum(w**2), "l1": np.abs(w).sum(), "none": 0.0}[penalty]
    assert run.objective() == pytest.approx(losses.mean() + 0.2 * R, rel=1e-10)
    sample = run.measures()
    assert sample.data_loss == pytest.approx(losses.mean())
    assert sample.train_error == np.mean(m < 0)


@pytest.mark.parametrize("bias", ["free", "regularised"])
@pytest.mark.parametrize("space", ["linear", "linear-kernel"])
def test_that_the_geometric_margin_is_a_distance_in_the_plane(space, bias):
    points = linlab.make_points("blobs", seed=0)
    run = linlab.train("svm", points, space=space, epochs=60, bias=bias)
    w = run.weights @ points.x if space == "linear-kernel" else run.weights
    sign = np.where(points.label == 1, 1, -1)
    distances = sign * (points.x @ w[0] + run.bias[0]) / np.linalg.norm(w)
    assert measures.geometric_margin(run.model) == pytest.approx(distances.min())
    assert measures.street(run.model) == pytest.approx(2 / np.linalg.norm(w))


def test_that_support_vectors_lie_on_or_inside_the_margin():
    X, y = textbook.data(2)
    run = linlab.train("svm", X, y, epochs=30, lam=0.1)
    m = np.where(y == "b", 1, -1) * run.scores(X)[:, 0]
    assert measures.support(run.model).tolist() == np.flatnonzero(m <= 1).tolist()


def test_that_the_geometric_margin_of_many_classes_is_the_distance_to_the_nearest_border():
    points = linlab.make_points("blobs", seed=0, classes=3)
    run = linlab.train("perceptron", points, stop="mistake-free", epochs=500)
    F = np.c_[points.x, np.ones(len(points))]
    each = []
    for f, c in zip(F, points.label, strict=True):
        for z in range(3):
            if z != c:
                d = run.theta[c] - run.theta[z]
                each.append(f @ d / np.linalg.norm(d[:2]))
    assert measures.geometric_margin(run.model) == pytest.approx(min(each), rel=1e-6)


def test_that_the_margin_of_many_classes_is_where_the_answer_changes():
    """Walking away from each example in every direction, the nearest place of another answer is as
    far as it says."""
    X, y = [(0, 3), (-2, 3), (-1, 0)], ["a", "b", "c"]
    run = linlab.train("perceptron", X, y, order="cyclic", epochs=60)
    assert run.predict(X).tolist() == y
    assert (
        run.measures().margin
        == pytest.approx(5 / np.sqrt(90))
        == measures.geometric_margin(run.model)
    )
    around = 2 * np.pi * np.arange(3600) / 3600
    ring = np.stack([np.cos(around), np.sin(around)], axis=1)
    for radius, other in ((0.526, False), (0.528, True)):
        answers = [
            (run.predict(np.asarray(x) + radius * ring) != label).any()
            for x, label in zip(X, y, strict=True)
        ]
        assert any(answers) == other


def test_that_there_is_no_margin_where_two_classes_have_no_boundary():
    run = linlab.train("perceptron", [(0, 1), (0, -1), (5, 0)], ["a", "b", "c"], updates=0)
    assert run.measures().margin is None
    same = np.array([[0.0, 1.0, 0.0], [0.0, -1.0, 0.0], [0.0, -1.0, -9.0]])
    assert measures.geometric_margin(models.Linear(run.problem, same)) is None


def test_that_dev_and_test_errors_are_those_of_the_points_set_aside():
    points = linlab.make_points("overlapping-blobs", n=200, seed=0)
    run = linlab.train("logistic", points, epochs=5, split=(60, 20, 20))
    parts = run.trace.document.parts_of(points)
    for part, error in ((1, run.measures().dev_error), (2, run.measures().test_error)):
        truth = [points.classes[k] for k in points.label[parts == part]]
        assert error == pytest.approx(np.mean(run.predict(points.x[parts == part]) != truth))
    assert run.problem.n == (parts == 0).sum()


def risk(run, points):
    """Mean loss and error on a sample."""
    scores = run.scores(points.x)
    return float(run.model.losses(points.x, points.label, scores).mean()), measures.error(
        scores, points.label
    )


def test_that_expected_risk_can_be_estimated_on_a_fresh_sample():
    points = linlab.make_points("overlapping-blobs", n=60, seed=0)
    run = linlab.train("logistic", points, epochs=20)
    sample = fresh("overlapping-blobs", 20_000)
    loss, error = risk(run, sample)
    s = np.where(sample.label == 1, 1, -1) * run.scores(sample.x)[:, 0]
    assert loss == pytest.approx(np.log1p(np.exp(-s)).mean())
    assert error == pytest.approx(np.mean(s <= 0), abs=1e-4)
    again = risk(run, fresh("overlapping-blobs", 20_000, seed=5))[1]
    assert error == pytest.approx(again, abs=0.02)


@pytest.mark.parametrize("classes", [2, 3])
def test_that_losses_of_a_vote_are_those_of_its_last_theta_everywhere(classes):
    points = linlab.make_points("blobs", n=120, seed=3, classes=classes, noise=1.6)
    run = linlab.train("voted-perceptron", points, epochs=3, split=(60, 20, 20))
    parts, now = run.trace.document.parts_of(points), run.measures()
    theta = run.trace.at(run.t).theta
    for part, loss, error in (
        (0, now.data_loss, now.train_error),
        (1, now.dev_loss, now.dev_error),
        (2, now.test_loss, now.test_error),
    ):
        x, y = points.x[parts == part], points.label[parts == part]
        s = np.c_[x, np.ones(len(x))] @ theta.T
        if classes == 2:
            lost = np.maximum(0.0, -np.where(y == 1, 1, -1) * s[:, 0])
        else:
            lost = [max(0.0, max(np.delete(row, c)) - row[c]) for row, c in zip(s, y, strict=True)]
        assert loss == pytest.approx(np.mean(lost))
        truth = [points.classes[k] for k in y]
        assert error == pytest.approx(np.mean(run.predict(x) != truth))  # of the vote


def test_that_naive_bayes_has_the_same_loss_on_all_parts():
    points = linlab.make_points("overlapping-blobs", n=120, seed=3)
    run = linlab.train("gaussian-naive-bayes", points, epochs=1, split=(60, 20, 20))
    parts, now = run.trace.document.parts_of(points), run.measures()
    mine = parts == 0
    for part, loss in ((0, now.data_loss), (1, now.dev_loss), (2, now.test_loss)):
        lost = []
        for x, c in zip(points.x[parts == part], points.label[parts == part], strict=True):
            both = []
            for k in range(2):
                own = points.x[mine & (points.label == k)]
                density = scipy.stats.norm.pdf(x, own.mean(axis=0), own.std(axis=0)).prod()
                both.append(len(own) / mine.sum() * density)
            lost.append(-np.log(both[c] / sum(both)))
        assert loss == pytest.approx(np.mean(lost), rel=1e-6)


@pytest.mark.parametrize("space", ["linear", "linear-kernel"])
@pytest.mark.parametrize("bias", ["free", "regularised", "none"])
def test_that_the_street_is_2_over_the_norm_whatever_the_bias(bias, space):
    X, y = textbook.data(2)
    run = linlab.train("svm", X, y, lam=0.1, bias=bias, space=space, epochs=5)
    w = run.weights @ X if space == "linear-kernel" else run.weights
    assert run.measures().norm == pytest.approx(np.linalg.norm(w))
    assert measures.street(run.model) == pytest.approx(2 / run.measures().norm)


def test_that_sgd_approaches_the_exact_optimum():
    X, y = textbook.data(2, n=60)
    run = linlab.train("svm", X, y, lam=0.1, rate="pegasos", epochs=0, average="mean")
    best = run.optimum().objective
    gaps = [run.at(t).objective() - best for t in (60, 600, 60_000)]
    assert gaps[0] > gaps[1] > gaps[2] > 0
    assert gaps[2] < 2e-3 * best
    run = linlab.train("logistic", X, y, lam=0.1, batch="all", alpha=1.0, epochs=2000)
    assert run.objective() - run.optimum().objective == pytest.approx(0, abs=1e-9)
