"""How often each example has caused an update, against loops written here."""

import numpy as np
import pytest

from linlab.engine.data.datasets import make_points
from linlab.engine.document.document import Change, Document
from linlab.engine.learner.learner import Learner
from linlab.engine.train.tallies import times_updated
from linlab.engine.train.trace import Trace


def trace_of(model, n=30, classes=2, timeline=(), **settings):
    points = make_points("blobs", n=n, classes=classes, noise=1.5, seed=2)
    return Trace(Document(points, (Learner.of(model, **settings),), seed=4, timeline=timeline))


def by_steps(trace, t):
    """The pull of every step, looked at one by one."""
    counts = {}
    for k in range(1, t + 1):
        step = trace.step(k)
        for id, pull in zip(step.ids.tolist(), step.pulls, strict=True):
            if pull.any():
                counts[id] = counts.get(id, 0) + 1
    return counts


def test_that_a_perceptrons_counts_are_those_of_the_lectures_loop():
    trace = trace_of("perceptron")
    x, y, n = trace.problem(0).x, 2 * trace.problem(0).y - 1, 30
    w, b, counts = np.zeros(2), 0.0, np.zeros(n, int)
    for t in range(100):
        i = np.random.default_rng((4, t // n)).permutation(n)[t % n]
        if y[i] * (w @ x[i] + b) <= 0:
            w, b, counts[i] = w + y[i] * x[i], b + y[i], counts[i] + 1
    assert times_updated(trace, 100) == {
        int(id): int(c) for id, c in zip(trace.problem(0).ids, counts, strict=True) if c
    }


@pytest.mark.parametrize(
    ("model", "settings"),
    [
        ("perceptron", {"space": "rbf"}),
        ("voted-perceptron", {}),
        ("mira", {}),
        ("svm", {}),
        ("logistic", {}),
        ("naive-bayes", {}),
        ("svm", {"batch": 4}),
        ("logistic", {"optimiser": "adam"}),
        ("svm", {"order": "hardest"}),
    ],
)
@pytest.mark.parametrize("classes", [2, 3])
def test_that_they_are_the_pulls_of_the_steps_forth_back_and_across(model, settings, classes):
    trace, other = (
        trace_of(model, classes=classes, **settings),
        trace_of(model, classes=classes, **settings),
    )
    end = other.clamp(70)
    for t in (0, 13, min(70, end), 40, min(41, end), 7):
        assert times_updated(trace, t) == by_steps(other, other.clamp(t)), t


def test_that_a_kernel_perceptrons_counts_are_its_coefficients():
    trace = trace_of("perceptron", space="rbf", bias="none")
    counts, problem = times_updated(trace, 90), trace.problem(90)
    alpha = np.abs(trace.at(90).theta[0])
    assert counts == {int(id): int(a) for id, a in zip(problem.ids, alpha, strict=True) if a}


def test_that_changes_and_picks_on_the_way_are_counted_too():
    points = make_points("blobs", n=30, noise=1.5, seed=2)
    timeline = (
        Change(5, pick=int(points.ids[3])),
        Change(20, points=points.take(np.arange(30) != 7)),
    )
    trace, other = (trace_of("perceptron", timeline=timeline) for _ in range(2))
    assert times_updated(trace, 60) == by_steps(other, 60)


def test_that_a_solver_and_a_jump_too_far_are_not_counted():
    assert times_updated(trace_of("logistic", optimiser="lbfgs"), 3) is None
    assert times_updated(trace_of("svm", batch=4), 10_000) is None
