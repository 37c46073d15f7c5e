"""Exact SVM and exact logistic regression as models: one step leads from 0 to the optimum."""

import numpy as np
import pytest
from scipy.optimize import minimize
from sklearn.linear_model import LogisticRegression
from sklearn.svm import SVC

import linlab
from linlab import Learner, make_points
from linlab.engine.train.trace import Trace

LAM = 0.05
POINTS = {
    2: make_points("overlapping-blobs", n=40, seed=1),
    4: make_points("blobs", n=36, noise=1.5, classes=4, seed=2),
}


def test_that_it_starts_at_zero_and_ends_after_one_step():
    for model in ("exact-svm", "exact-logistic"):
        for points in POINTS.values():
            trace = Trace(linlab.Document(points, (Learner.of(model, lam=LAM),)))
            assert not trace.at(0).theta.any() and trace.at(5).t == trace.end == 1
            assert trace.at(1).theta.any() and trace.reason == "this is the exact optimum"


@pytest.mark.parametrize("space", [{}, {"space": "rbf", "gamma": 0.5}])
def test_that_two_classes_have_the_scores_of_libsvm(space):
    points = POINTS[2]
    run = linlab.train("exact-svm", points, lam=LAM, **space)
    kernel = {"kernel": "rbf", "gamma": 0.5} if space else {"kernel": "linear"}
    peer = SVC(C=1 / (LAM * len(points)), tol=1e-10, **kernel).fit(points.x, points.label)
    np.testing.assert_allclose(
        run.model.scores(points.x)[:, 0], peer.decision_function(points.x), atol=1e-4
    )


@pytest.mark.parametrize("classes", [2, 4])
def test_that_logistic_regression_has_the_probabilities_of_scikit_learn(classes):
    points = POINTS[classes]
    run = linlab.train("exact-logistic", points, lam=LAM)
    peer = LogisticRegression(C=1 / (LAM * len(points)), tol=1e-10, max_iter=10_000)
    expected = peer.fit(points.x, points.label).predict_proba(points.x)
    np.testing.assert_allclose(run.model.chances(run.model.scores(points.x)), expected, atol=1e-5)


def test_that_four_classes_have_the_optimum_of_the_quadratic_program():
    points = POINTS[4]
    n, y, x = len(points), points.label, points.x
    others = np.array([[c for c in range(4) if c != k] for k in y])  # (n, 3)

    def parts(v):
        return v[:8].reshape(4, 2), v[8:12], v[12:]

    def height(v):
        w, _, slack = parts(v)
        return slack.mean() + LAM / 2 * (w**2).sum()

    def slope(v):
        return np.concatenate([LAM * v[:8], np.zeros(4), np.full(n, 1 / n)])

    def room(v):
        w, b, slack = parts(v)
        s = x @ w.T + b
        lead = s[np.arange(n), y][:, None] - s[np.arange(n)[:, None], others]
        return np.concatenate([(lead - 1 + slack[:, None]).ravel(), slack])

    start = np.concatenate([np.zeros(12), np.ones(n)])
    found = minimize(
        height, start, jac=slope, constraints={"type": "ineq", "fun": room}, method="SLSQP",
        options={"maxiter": 500, "ftol": 1e-10},
    )  # fmt: skip
    run = linlab.train("exact-svm", points, lam=LAM)
    w, b = run.model.parts()
    s = x @ w.T + b
    rival = np.where(np.arange(4) == y[:, None], -np.inf, s).max(axis=1)
    own = np.maximum(0, 1 - (s[np.arange(n), y] - rival)).mean() + LAM / 2 * (w**2).sum()
    assert own == pytest.approx(found.fun, rel=1e-5) and own <= found.fun + 1e-9


def test_that_it_votes_is_compared_and_is_exported(tmp_path):
    points = POINTS[2]
    learners = tuple(Learner.of(m) for m in ("exact-svm", "exact-logistic", "perceptron", "vote"))
    vote = Trace(linlab.Document(points, learners), 3)
    assert [name for name, _ in vote.model(200).team][:2] == [
        "Exact SVM",
        "Exact logistic regression",
    ]
    compared = linlab.compare(
        {"a": Learner.of("exact-svm"), "b": Learner.of("svm")}, points, folds=4
    )
    assert compared.folds == 4 and len(compared.accuracy["a"]) == 4
    run = linlab.train("exact-svm", points)
    run.save(tmp_path / "w.json")
    again = linlab.load_weights(tmp_path / "w.json")
    assert (again.predict(points.x) == run.predict(points.x)).all()


def test_that_without_an_optimum_it_says_why_and_stays_at_zero():
    separable = make_points("blobs", n=20, noise=0.1)
    trace = Trace(
        linlab.Document(separable, (Learner.of("logistic", optimiser="exact", penalty="none"),))
    )
    assert trace.at(3).t == 0
    assert trace.reason.startswith(
        "there is no exact optimum to step to: The examples are separable"
    )
