"""Where a run stops: judged epoch by epoch, so that it is the same update whoever asks, from
wherever and how fast."""

import numpy as np
import pytest

import linlab
from linlab import Document, Learner, Points, Trace
from linlab.engine.document.document import Change
from linlab.engine.train import stopping
from linlab.engine.train.stopping import converge, onward
from tests.engine import textbook

BLOBS = linlab.make_points("blobs", n=60, seed=0)
X, Y = textbook.data(2)


def last(trace, t):
    return list(onward(trace, t))[-1]


def first_epoch_without_a_mistake(points, seed):
    """The lecture's perceptron, epoch after epoch, until one passes without a mistake."""
    n, w, t = len(points), np.zeros(3), 0
    while True:
        mistakes = 0
        for i in np.random.default_rng((seed, t // n)).permutation(n):
            f, y = np.array([*points.x[i], 1.0]), 1.0 if points.label[i] == 1 else -1.0
            if y * (w @ f) <= 0:
                w, mistakes = w + y * f, mistakes + 1
        t += n
        if mistakes == 0:
            return t


@pytest.mark.parametrize("seed", [0, 1, 2])
def test_that_a_perceptron_stops_at_the_same_update_wherever_one_asks(seed):
    document = Document(BLOBS, (Learner.of("perceptron"),), seed=seed)
    end = first_epoch_without_a_mistake(BLOBS, seed)
    assert converge(Trace(document), "mistake-free") == (
        end,
        "converged: a whole epoch without a mistake",
    )
    for t in (
        0,
        1,
        37,
        end // 2,
        end - 60,
        end - 1,
        end,
        end + 5,
        end + 1000,
    ):  # even if that lies behind
        assert last(Trace(document), t) == (end, "converged: a whole epoch without a mistake")


def test_that_each_epoch_is_looked_at_once_and_in_turn():
    seen = [
        t
        for t, _ in onward(
            Trace(Document(BLOBS, (Learner.of("logistic", alpha=0.01),), seed=0)), 70
        )
    ][:20]
    assert seen == sorted(seen)
    assert sorted(set(seen)) == [
        70,
        *range(120, max(seen) + 1, 60),
    ]  # at 70 while it goes through what lies behind


def test_that_a_long_epoch_is_interrupted_for_a_look_at_the_clock(monkeypatch):
    monkeypatch.setattr(stopping, "CLOCK_SECONDS", 0.0)
    monkeypatch.setattr("linlab.engine.train.tracing.pace.MOMENT", 2**12)
    rng = np.random.default_rng(0)
    points = Points.of(rng.normal(size=(300, 2)), rng.integers(2, size=300))
    watch = onward(Trace(Document(points, (Learner.of("perceptron", space="rbf"),))), 0)
    t, why = next(watch)
    assert 0 < t < 300 and not why


def test_that_the_rule_is_that_of_the_learner_in_force():
    svm = Learner.of("svm", lam=0.1)
    trace = Trace(Document(BLOBS, (Learner.of("perceptron"),)).after(Change(600, learners=(svm,))))
    t, why = last(trace, 600)
    assert "the weights moved" in why and t > 600
    moved = np.linalg.norm(trace.at(t).theta - trace.at(t - 60).theta)
    assert moved < 1e-3
    assert np.linalg.norm(trace.at(t - 60).theta - trace.at(t - 120).theta) >= 1e-3
    back = Trace(Document(BLOBS, (svm,)).after(Change(90, learners=(Learner.of("perceptron"),))))
    t, why = last(back, 90)
    assert "without a mistake" in why
    assert back.at(t).mistakes == back.at(t - 60).mistakes
    assert t - 60 >= 120  # the first epoch of which the perceptron saw the whole


def test_that_an_epoch_across_a_change_is_not_a_whole_one():
    fewer = BLOBS.remove(BLOBS.ids[::3].tolist())
    document = Document(BLOBS, (Learner.of("perceptron"),)).after(Change(90, points=fewer))
    trace = Trace(document)
    assert len(fewer) == 40
    t, why = last(trace, 90)
    assert "without a mistake" in why
    assert t % 40 == 0 and t - 40 >= 120  # epochs of 40 from 120 on; 90 to 120 is a part of one
    assert next(now for now, _ in onward(trace, 90)) == 120
    ended = Trace(Document(BLOBS, (Learner.of("perceptron"),)).after(Change(120, points=fewer)))
    assert last(ended, 100)[0] > 120  # what the old points said at 120 is not about the new


def test_that_a_diverging_run_stops_with_its_reason():
    trace = Trace(Document(Points.of(X * 50, Y), (Learner.of("logistic", alpha=1e5, lam=10),)))
    t, why = last(trace, 0)
    assert "learning rate is too large" in why and t == trace.end


@pytest.mark.parametrize("optimiser", ["lbfgs", "newton-cg", "cg"])
def test_that_a_solver_runs_to_its_own_end(optimiser):
    document = Document(Points.of(X, Y), (Learner.of("logistic", optimiser=optimiser, lam=0.01),))
    trace = Trace(document)
    t, why = last(trace, 0)
    assert t == Trace(document).at(1000).t
    assert why == trace.reason


def test_that_counting_runs_until_all_is_counted():
    trace = Trace(Document(BLOBS, (Learner.of("naive-bayes"),)))
    assert last(trace, 7) == (60, "every example has been counted")


def test_that_an_epoch_of_a_solver_is_one_iteration():
    document = Document(Points.of(X, Y), (Learner.of("logistic", optimiser="lbfgs"),))
    assert Trace(document).problem(0).updates_per_epoch == 1
    assert linlab.train("logistic", X, Y, optimiser="lbfgs", epochs=3).t == 3


@pytest.mark.parametrize(
    ("model", "settings", "word"),
    [
        ("perceptron", {}, "separable"),
        ("svm", {"alpha": 0.5, "lam": 0.01}, "constant learning rate"),
        ("svm", {"alpha": 0.5, "lam": 1e-9, "rate": "inverse-root"}, "more steps"),
    ],
)
def test_that_a_run_without_an_end_is_given_up_with_a_reason(monkeypatch, model, settings, word):
    monkeypatch.setattr(stopping, "LONG_RUN_STEPS", 120)
    rng = np.random.default_rng(3)
    points = Points.of(rng.normal(size=(40, 2)), rng.integers(0, 2, 40))  # no line separates them
    trace = Trace(Document(points, (Learner.of(model, **settings),)))
    for asked, given_up in ((7, 120), (119, 120), (120, 240)):
        *_, (t, why) = stopping.onward(trace, asked)
        assert t == given_up
    assert "not converged" in why
    assert word in why
