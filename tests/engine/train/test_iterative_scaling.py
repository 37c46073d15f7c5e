"""Iterative scaling against a loop written from Darroch and Ratcliff, and its limit against the
maximum of the likelihood."""

import numpy as np
import pytest
from scipy.optimize import minimize

import linlab
from linlab import Learner, LinlabError, make_points
from linlab.engine.train.trace import Trace

POINTS = {
    2: make_points("overlapping-blobs", n=40, seed=1, noise=1.6),
    4: make_points("blobs", n=48, noise=2.0, classes=4, seed=2),
}


def trace_of(classes, **settings):
    learner = Learner.of("logistic", optimiser="gis", penalty="none", **settings)
    return Trace(linlab.Document(POINTS[classes], (learner,)))


def textbook(points, classes, steps):
    """Weights and biases of each class after each of so many iterations."""
    x, y = points.x, points.label
    least = x.min(axis=0)
    total = max(sum(row - least) for row in x)
    f = np.array([[*(row - least), total - sum(row - least)] for row in x])
    v = np.zeros((classes, 3))
    out = []
    for _ in range(steps + 1):
        w = v[:, :2] - v[:, 2:]
        out.append((w, total * v[:, 2] - w @ least))
        p = np.exp(f @ v.T)
        p /= p.sum(axis=1, keepdims=True)
        new = v.copy()
        for c in range(classes):
            for j in range(3):
                empirical = max(1e-6, sum(f[i, j] for i in range(len(x)) if y[i] == c) / len(x))
                expected = sum(p[i, c] * f[i, j] for i in range(len(x))) / len(x)
                new[c, j] = v[c, j] + np.log(empirical / expected) / total
        v = new
    return out


@pytest.mark.parametrize("classes", [2, 4])
def test_that_iterations_are_those_of_the_textbook(classes):
    trace = trace_of(classes)
    for t, (w, b) in enumerate(textbook(POINTS[classes], classes, 12)):
        theta = trace.at(t).theta
        if classes == 2:
            w, b = w[1:] - w[:1], b[1:] - b[:1]
        np.testing.assert_allclose(theta, np.c_[w, b], atol=1e-10)


@pytest.mark.parametrize("classes", [2, 4])
def test_that_it_ends_at_the_maximum_of_the_likelihood(classes):
    trace, points = trace_of(classes), POINTS[classes]
    end = trace.at(20_000)
    assert trace.reason.startswith("converged: empirical and expected counts differ by")

    def loss(flat):
        s = np.c_[points.x, np.ones(len(points))] @ flat.reshape(classes, 3).T
        return (np.log(np.exp(s).sum(axis=1)) - s[np.arange(len(points)), points.label]).mean()

    best = minimize(loss, np.zeros(3 * classes), method="BFGS", options={"gtol": 1e-9}).x
    best = best.reshape(classes, 3)
    theta = end.theta if classes > 2 else np.concatenate([0 * end.theta, end.theta])
    np.testing.assert_allclose(theta - theta[0], best - best[0], atol=2e-3)


@pytest.mark.parametrize("classes", [2, 4])
def test_that_the_likelihood_never_falls(classes):
    trace = trace_of(classes)
    heights = [trace.sample(t).objective for t in range(40)]
    assert all(b <= a + 1e-12 for a, b in zip(heights, heights[1:], strict=False))
    assert heights[0] == pytest.approx(np.log(classes)) and heights[-1] < heights[0]


def test_that_a_count_of_zero_is_said():
    points = linlab.Points.of([(0, 0), (0, 0), (1, 1), (1, 0)], "aabb")
    trace = Trace(
        linlab.Document(points, (Learner.of("logistic", optimiser="gis", penalty="none"),))
    )
    trace.at(20_000)
    assert "counts of 0 taken as 10⁻⁶" in trace.reason
    assert np.isfinite(trace.at(trace.end or 20_000).theta).all()


@pytest.mark.parametrize(
    ("model", "settings", "says"),
    [
        ("logistic", {}, "no penalty"),
        ("logistic", {"penalty": "none", "space": "rbf"}, "use a feature space"),
        ("logistic", {"penalty": "none", "bias": "none"}, "use the bias free"),
        ("svm", {"penalty": "none"}, "needs probabilities"),
    ],
)
def test_that_what_it_cannot_do_is_refused_with_a_way_out(model, settings, says):
    with pytest.raises(LinlabError, match=says):
        Learner.of(model, optimiser="gis", **settings)
