"""Continuing under other points or another learner: memory, mean and votes against loops written
out here."""

import math

import numpy as np
import pytest

from linlab import Document, Learner, Points, Trace
from linlab.engine.document.document import Change
from tests.engine import textbook

X, Y = textbook.data(2)
POINTS = Points.of(X, Y)
THREE = POINTS.add_class("c").add([(3.0, 3.0), (3.5, 2.0), (2.5, 3.5)], 2)
ALPHA = 0.1


def document(model, points=POINTS, **chosen):
    return Document(points, (Learner.of(model, order="cyclic", **chosen),), seed=4)


class Remembering:
    """An optimiser as its paper has it, with what it remembers by name."""

    def __init__(self, name, shape):
        self.name, self.count = name, 0
        self.mean, self.squares, self.moves = np.zeros(shape), np.zeros(shape), np.zeros(shape)

    def step(self, g):
        self.count += 1
        if self.name == "adagrad":
            self.squares = self.squares + g**2
            return -ALPHA * g / (np.sqrt(self.squares) + 1e-8)
        if self.name == "rmsprop":
            self.squares = 0.9 * self.squares + 0.1 * g**2
            return -ALPHA * g / (np.sqrt(self.squares) + 1e-8)
        if self.name == "adadelta":
            self.squares = 0.95 * self.squares + 0.05 * g**2
            change = -np.sqrt(self.moves + 1e-6) / np.sqrt(self.squares + 1e-6) * g
            self.moves = 0.95 * self.moves + 0.05 * change**2
            return change
        self.mean = 0.9 * self.mean + 0.1 * g
        self.squares = 0.999 * self.squares + 0.001 * g**2
        mean, squares = self.mean / (1 - 0.9**self.count), self.squares / (1 - 0.999**self.count)
        return -ALPHA * mean / (np.sqrt(squares) + 1e-8)


def logistic_gradient(theta, x, y):
    """∂/∂θ of −log P(y|x): one row with y = 0 or 1, or a row for each class."""
    f = np.array([x[0], x[1], 1.0])
    if len(theta) == 1:
        return (1 / (1 + math.exp(-theta[0] @ f)) - y) * f[None]
    s = theta @ f
    p = np.exp(s - s.max()) / np.exp(s - s.max()).sum()
    p[y] -= 1
    return np.outer(p, f)


def learn(theta, optimiser, points, since, until):
    for t in range(since, until):
        i = t % len(points)
        theta = theta + optimiser.step(logistic_gradient(theta, points.x[i], points.label[i]))
    return theta


@pytest.mark.parametrize("name", ["adagrad", "rmsprop", "adadelta", "adam"])
def test_that_an_adaptive_optimiser_goes_on_when_a_third_class_joins_and_leaves(name):
    rate = {} if name == "adadelta" else {"alpha": ALPHA, "rate": "constant"}
    learner = document("logistic", optimiser=name, lam=0, **rate)
    trace = Trace(learner.after(Change(30, points=THREE)).after(Change(70, points=POINTS)))

    own = Remembering(name, (1, 3))
    theta = learn(np.zeros((1, 3)), own, POINTS, 0, 30)
    np.testing.assert_allclose(
        trace.at(29).theta, learn(np.zeros((1, 3)), Remembering(name, (1, 3)), POINTS, 0, 29)
    )
    nothing = np.zeros((1, 3))
    theta = np.concatenate([-theta / 2, theta / 2, nothing])
    own.mean = np.concatenate(
        [-own.mean, own.mean, nothing]
    )  # the slopes of −log P by the two rows are −g and g
    own.squares = np.concatenate([own.squares, own.squares, nothing])
    own.moves = np.concatenate(
        [own.moves / 4, own.moves / 4, nothing]
    )  # each row moves half as far
    theta = learn(theta, own, THREE, 30, 70)
    np.testing.assert_allclose(trace.step(70).after, theta, rtol=1e-9, atol=1e-12)

    theta = theta[1:2] - theta[:1]
    own.mean = (own.mean[1:2] - own.mean[:1]) / 2
    own.squares = (own.squares[:1] + own.squares[1:2]) / 2
    own.moves = 2 * (own.moves[:1] + own.moves[1:2])
    theta = learn(theta, own, POINTS, 70, 100)
    np.testing.assert_allclose(trace.at(100).theta, theta, rtol=1e-9, atol=1e-12)
    assert not trace.diverged


def test_that_the_slopes_of_two_rows_are_those_of_one_with_both_signs():
    one = np.array([[0.4, -1.2, 0.3]])
    for x, y in zip(POINTS.x, POINTS.label, strict=True):
        g = logistic_gradient(one, x, y)
        np.testing.assert_allclose(
            logistic_gradient(np.concatenate([-one / 2, one / 2]), x, y), np.concatenate([-g, g])
        )


def test_that_a_new_feature_starts_with_nothing_remembered():
    before = document("logistic", optimiser="adagrad", lam=0, space="monomial", degree=1)
    new = before.learners[0].replace(degree=2)
    trace, plain = Trace(before.after(Change(30, learners=(new,)))), Trace(before)
    names = ["x₁", "x₂", "x₁²", "x₁x₂", "x₂²", "bias"]
    held = dict(zip(names, trace.at(30).memory[0, 0], strict=True))
    then = dict(zip(["x₁", "x₂", "bias"], plain.at(30).memory[0, 0], strict=True))
    assert held == {**then, "x₁²": 0.0, "x₁x₂": 0.0, "x₂²": 0.0}
    assert (trace.at(80).memory >= 0).all()


@pytest.mark.parametrize("gone", [0, 5])
def test_that_momentum_keeps_its_move_when_an_example_is_deleted(gone):
    mu, gamma, until = 0.8, 0.5, 60
    before = document(
        "logistic",
        optimiser="momentum",
        momentum=mu,
        space="rbf",
        gamma=gamma,
        lam=0,
        bias="none",
        alpha=ALPHA,
        rate="constant",
    )
    trace = Trace(before.after(Change(40, points=POINTS.remove([int(POINTS.ids[gone])]))))
    everyone, a, previous = list(range(len(X))), np.zeros(len(X)), None
    for t in range(until):
        here = everyone if t < 40 else [i for i in everyone if i != gone]
        i = here[t % len(here)]
        score = sum(a[j] * math.exp(-gamma * float(np.sum((X[j] - X[i]) ** 2))) for j in everyone)
        g = 1 / (1 + math.exp(-score)) - (Y[i] == "b")
        move = np.zeros(len(X)) if previous is None else mu * (a - previous)
        move[i] -= ALPHA * g
        previous, a = a, a + move
    places = np.random.default_rng(1).normal(size=(20, 2))
    reference = np.exp(-gamma * ((places[:, None] - X[None]) ** 2).sum(axis=2)) @ a
    np.testing.assert_allclose(
        trace.model(until).scores(places)[:, 0], reference, rtol=1e-9, atol=1e-12
    )


def test_that_a_mean_after_a_change_of_space_is_that_of_the_weights_there():
    before = document("svm", average="mean")
    trace = Trace(
        before.after(
            Change(90, learners=(Learner.of("svm", average="mean", space="monomial", degree=2),))
        )
    )
    assert not trace.model(90).theta.any()
    for t in (91, 100):
        since = [trace.at(k).theta for k in range(91, t + 1)]
        np.testing.assert_allclose(trace.model(t).theta, np.mean(since, axis=0), rtol=1e-12)


def test_that_a_mean_goes_on_over_a_change_of_settings_and_begins_where_it_is_asked_for():
    before = document("svm", average="mean", lam=0.1)
    trace = Trace(before.after(Change(30, learners=(before.learners[0].replace(lam=0.5),))))
    every = [trace.at(k).theta for k in range(1, 51)]
    np.testing.assert_allclose(trace.model(50).theta, np.mean(every, axis=0), rtol=1e-12)
    asked = Trace(
        document("svm").after(
            Change(30, learners=(Learner.of("svm", average="mean", order="cyclic"),))
        )
    )
    np.testing.assert_array_equal(asked.model(30).theta, asked.at(30).theta)
    since = [asked.at(k).theta for k in range(31, 41)]
    np.testing.assert_allclose(asked.model(40).theta, np.mean(since, axis=0), rtol=1e-12)


def test_that_a_vote_after_another_learner_is_that_of_the_weights_since():
    noisy = np.random.default_rng(0).normal(size=(40, 2))
    labels = np.array(["A", "B"] * 20)
    points = Points.of(noisy, labels)
    trace = Trace(
        document("perceptron", points).after(
            Change(50, learners=(Learner.of("voted-perceptron", order="cyclic"),))
        )
    )
    path = list(textbook.binary("perceptron", noisy, labels, 90, "free", textbook.cyclic(40)))
    read = np.concatenate([noisy, np.ones((40, 1))], axis=1)
    for t in (51, 60, 90):
        votes = sum(np.sign(read @ np.array(theta[0])) for theta in path[50:t])
        np.testing.assert_array_equal(trace.model(t).scores(noisy)[:, 0], votes)
    wrong = np.mean((votes > 0) != (labels == "B"))
    assert trace.sample(90).train_error == wrong


@pytest.mark.parametrize("space", ["linear", "rbf"])
@pytest.mark.parametrize("begin", ["zeros", "random"])
def test_that_a_vote_goes_on_over_changed_points_and_settings(space, begin):
    before = document("voted-perceptron", space=space, start=begin)
    edited = POINTS.move(3, (5.0, 5.0)).remove([4, 5]).add((0.3, 0.3), 1)
    stronger = before.learners[0].replace(alpha=2.0)
    trace = Trace(before.after(Change(20, points=edited)).after(Change(45, learners=(stronger,))))
    places, votes = np.random.default_rng(1).normal(size=(30, 2)), np.zeros(30)
    for t in range(1, 71):
        votes += np.sign((trace.problem(t).reads(places) @ trace.at(t).theta.T)[:, 0])
        if t in (20, 21, 45, 70):
            np.testing.assert_array_equal(trace.model(t).scores(places)[:, 0], votes)


def test_that_a_vote_goes_on_when_a_class_leaves_and_comes_back():
    before = document("voted-perceptron", THREE)
    trace = Trace(before.after(Change(30, points=POINTS)).after(Change(60, points=THREE)))
    places = np.random.default_rng(1).normal(size=(40, 2)) * 2
    read, votes = np.concatenate([places, np.ones((40, 1))], axis=1), np.zeros((40, 3))
    for t in range(1, 91):
        theta = trace.step(t).after
        if t <= 60:  # as two rows of one difference, and these as three: what the third had is gone
            f = theta[1:2] - theta[:1] if len(theta) == 3 else theta
            theta = np.concatenate([-f / 2, f / 2, 0 * f])
        votes[np.arange(40), (read @ theta.T).argmax(axis=1)] += 1
    np.testing.assert_array_equal(trace.model(90).scores(places), votes)
    assert trace.model(60).scores(places).shape == (40, 3)


def test_that_a_change_of_another_learner_leaves_this_one_alone():
    both = Document(
        POINTS, (Learner.of("svm", order="hardest", alpha=1.0), Learner.of("perceptron")), seed=2
    )
    other = both.after(Change(36, learners=(both.learners[0], Learner.of("mira"))))
    changed, alone = Trace(other, 0), Trace(both, 0)
    assert [changed.step(t).example for t in range(1, 73)] == [
        alone.step(t).example for t in range(1, 73)
    ]


def test_that_gaussian_counts_go_on_in_new_units():
    before = document("gaussian-naive-bayes")
    edited = POINTS.add([(9.0, -7.0), (8.0, 6.0)], 1).move(int(POINTS.ids[2]), (30.0, 1.0))
    trace = Trace(before.after(Change(10, points=edited)))
    assert trace.at(1000).t == 26  # the point that was moved had been counted where it was
    seen, labels = np.concatenate([X, [[9.0, -7.0], [8.0, 6.0]]]), np.array([*Y, "b", "b"])
    tables = trace.problem(26).counting.tables(trace.at(26).theta)
    for k, name in enumerate("ab"):
        np.testing.assert_allclose(tables["mean"][k], seen[labels == name].mean(axis=0), rtol=1e-9)
        np.testing.assert_allclose(
            tables["variance"][k], seen[labels == name].var(axis=0), rtol=1e-9
        )


def test_that_counts_start_anew_in_bins_that_lie_elsewhere():
    inside, outside = (POINTS.add(place, 1) for place in ((0.1, 0.1), (50.0, 50.0)))
    before = document("naive-bayes")
    kept, anew = (Trace(before.after(Change(10, points=points))) for points in (inside, outside))
    assert (kept.at(10).theta[:, -1].sum(), kept.at(1000).t) == (10, 25)
    assert (anew.at(10).theta.any(), anew.at(1000).t) == (False, 35)
    for trace in (kept, anew):
        np.testing.assert_array_equal(trace.at(1000).theta[:, -1], [12, 13])
