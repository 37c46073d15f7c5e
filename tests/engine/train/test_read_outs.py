"""Carpuat's average, which adds only at mistakes, and a random iterate drawn by the seed."""

import numpy as np
import pytest

import linlab
from linlab import Document, Learner, make_points
from linlab.engine.document.document import Change
from linlab.engine.train.trace import Trace

POINTS = {
    2: make_points("overlapping-blobs", n=30, seed=1),
    4: make_points("blobs", n=32, noise=1.2, classes=4, seed=2),
}
TIMES = (0, 1, 7, 40, 300)
LEARNERS = [
    ("perceptron", {}),
    ("svm", {}),
    ("logistic", {"batch": 7}),
    ("svm", {"space": "rbf", "gamma": 0.5}),
    ("mira", {"space": "monomial"}),
]


def states(classes, model, settings, average, seed=3):
    learner = Learner.of(model, **settings, average=average)
    return Trace(Document(POINTS[classes], (learner,), seed=seed))


@pytest.mark.parametrize("classes", [2, 4])
@pytest.mark.parametrize(("model", "settings"), LEARNERS)
def test_that_the_sum_grows_only_at_mistakes(classes, model, settings):
    trace = states(classes, model, settings, "mistakes")
    plain = states(classes, model, settings, "last")
    total, many = 0.0 * plain.at(0).theta, 0
    for t in range(max(TIMES) + 1):
        step = plain.step(t)
        if step is not None and (step.margins <= 0).any():
            total, many = total + plain.at(t).theta, many + 1
        if t in TIMES:
            expected = total / many if many else plain.at(t).theta
            np.testing.assert_allclose(trace.model(t).theta, expected, rtol=1e-9, atol=1e-12)
            assert (trace.at(t).theta == plain.at(t).theta).all()


def test_that_the_perceptrons_average_is_that_of_the_lecture():
    points = POINTS[2]
    x = np.c_[points.x, np.ones(len(points))]
    y = np.where(points.label == 1, 1, -1)
    w, m, many = np.zeros(3), np.zeros(3), 0
    for t in range(90):
        i = t % len(points)
        if y[i] * (w @ x[i]) <= 0:
            w = w + y[i] * x[i]
            m, many = m + w, many + 1
    run = linlab.train("perceptron", points, steps=90, order="cyclic", average="mistakes")
    np.testing.assert_allclose(run.model.theta[0], m / many, atol=1e-9)


def chance(seed, t):
    """splitmix64, by whole numbers of Python."""
    most = 2**64 - 1
    z = (seed * 0x9E3779B97F4A7C15 + t * 0xD1342543DE82EF95) & most
    z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & most
    z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & most
    return ((z ^ (z >> 31)) >> 11) / 2**53


def drawn(seed, t):
    """Which of θ₀ … θ_{t−1} is kept after t steps."""
    return max(k for k in range(t) if chance(seed, k + 1) * (k + 1) < 1)


@pytest.mark.parametrize("classes", [2, 4])
@pytest.mark.parametrize(("model", "settings"), LEARNERS)
def test_that_a_random_iterate_is_one_of_the_weights_so_far(classes, model, settings):
    for seed in (0, 3, 12345):
        trace = states(classes, model, settings, "random", seed)
        plain = states(classes, model, settings, "last", seed)
        assert (trace.model(0).theta == plain.at(0).theta).all()
        for t in TIMES[1:]:
            np.testing.assert_array_equal(trace.model(t).theta, plain.at(drawn(seed, t)).theta)


def test_that_each_iterate_is_equally_likely():
    t, seeds = 12, 6000
    counts = np.bincount([drawn(seed, t) for seed in range(seeds)], minlength=t)
    chi = ((counts - seeds / t) ** 2 / (seeds / t)).sum()
    assert chi < 31.3  # the 99.9 % quantile of χ² with 11 degrees of freedom


def test_that_a_run_reached_in_other_pieces_has_the_same_answer():
    for average in ("mistakes", "random"):
        one, two = (states(4, "perceptron", {}, average) for _ in range(2))
        for t in (5, 17, 200, 90):
            one.at(t)
        np.testing.assert_array_equal(one.model(200).theta, two.model(200).theta)


def test_that_what_is_kept_goes_on_through_a_change_of_points_and_begins_anew_with_another_read_out():
    points = POINTS[2]
    for average in ("mistakes", "random"):
        learner = Learner.of("perceptron", average=average, order="cyclic")
        moved = points.move(int(points.ids[0]), points.x[0] + 1e-12)
        same = Trace(Document(points, (learner,)))
        on = Trace(Document(points, (learner,), timeline=(Change(60, points=moved),)))
        np.testing.assert_allclose(on.model(120).theta, same.model(120).theta, atol=1e-6)
        mean = learner.replace(average="mean")
        other = Trace(Document(points, (mean,), timeline=(Change(60, learners=(learner,)),)))
        assert other.at(60).tally[2] == 0 and not other.at(60).total.any()


@pytest.mark.parametrize("average", ["mistakes", "random"])
def test_that_a_document_keeps_it_and_words_tell_it(average, tmp_path):
    document = Document(POINTS[2], (Learner.of("perceptron", average=average),))
    document.save(tmp_path / "a.linlab")
    assert Document.load(tmp_path / "a.linlab") == document
    run = linlab.train("perceptron", POINTS[2], average=average, steps=20)
    words = {
        "mistakes": "the mean weights at mistakes answer",
        "random": "a random iterate answers",
    }
    assert words[average] in run.explain()
