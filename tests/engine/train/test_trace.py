"""The trace: bit for bit the same from everywhere, bounded in memory, continued by the timeline."""

import dataclasses

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import linlab
from linlab import Document, Learner, Points, Trace
from linlab.engine.document.document import Change
from tests.engine import textbook

X, Y = textbook.data(2)
POINTS = Points.of(X, Y)
KINDS = [
    ("perceptron", {}),
    ("averaged-perceptron", {"space": "rbf"}),
    ("voted-perceptron", {}),
    ("mira", {"average": "mean"}),
    ("svm", {"space": "rbf", "lam": 0.1}),
    ("svm", {"order": "hardest"}),
    ("svm", {"order": "hardest", "batch": 5}),
    ("svm", {"order": "sampled", "start": "random"}),
    ("pegasos", {"order": "by-class"}),
    ("logistic", {"optimiser": "adam", "batch": 7}),
    ("logistic", {"optimiser": "momentum", "space": "laplace"}),
    ("logistic", {"penalty": "l1", "lam": 0.05, "optimiser": "adagrad"}),
    ("logistic", {"optimiser": "lbfgs"}),
    ("naive-bayes", {}),
    ("gaussian-naive-bayes", {}),
]


def document(model="svm", points=POINTS, **chosen):
    return Document(points, (Learner.of(model, **chosen),), seed=4)


def same(a, b):
    assert a.t == b.t
    for name in ("theta", "total", "memory"):
        np.testing.assert_array_equal(getattr(a, name), getattr(b, name))
    np.testing.assert_array_equal(a.tally, b.tally)


@pytest.mark.parametrize(("model", "chosen"), KINDS)
@settings(max_examples=8, deadline=None)
@given(times=st.lists(st.integers(0, 700), min_size=2, max_size=6))
def test_that_a_state_is_the_same_from_any_direction(model, chosen, times):
    wandering, places = Trace(document(model, **chosen)), np.array([[0.1, 0.2], [-1.0, 2.0]])
    for t in times:
        straight = Trace(document(model, **chosen))
        same(wandering.at(t), straight.at(t))
        np.testing.assert_array_equal(
            wandering.model(t).scores(places), straight.model(t).scores(places)
        )
        assert dataclasses.astuple(wandering.sample(t)) == dataclasses.astuple(straight.sample(t))


@pytest.mark.parametrize(("model", "chosen"), KINDS)
def test_that_stepping_one_by_one_and_rebuilding_gives_the_same_weights(model, chosen):
    trace, far = Trace(document(model, **chosen)), Trace(document(model, **chosen))
    last = far.at(100).t
    theta = trace.at(0).theta
    for t in range(1, last + 1):
        step = trace.step(t)
        np.testing.assert_array_equal(step.before, theta)
        theta = step.rebuild(theta)
        np.testing.assert_array_equal(theta, trace.at(t).theta)
    np.testing.assert_array_equal(theta, far.at(100).theta)


def test_that_the_order_of_an_epoch_is_addressed_by_seed_and_epoch():
    trace = Trace(document(order="shuffled"))
    for epoch in (0, 3, 40):
        seen = [trace.step(24 * epoch + k + 1).example for k in range(24)]
        assert seen == np.random.default_rng((4, epoch)).permutation(24).tolist()


@pytest.mark.parametrize("order", ["cyclic", "shuffled", "by-class", "hardest"])
def test_that_an_epoch_sees_every_example_once(order):
    trace = Trace(document(order=order))
    for epoch in (0, 2):
        assert sorted(trace.step(24 * epoch + k + 1).example for k in range(24)) == list(range(24))


def test_that_by_class_sorts_and_hardest_begins_with_the_smallest_margin():
    trace = Trace(document(order="by-class"))
    labels = [trace.step(t).label for t in range(1, 25)]
    assert labels == sorted(labels)
    trace = Trace(document(order="hardest"))
    scores = trace.model(48).scores(X)[:, 0]
    margins = np.where(Y == "b", scores, -scores)
    assert [trace.step(49 + k).example for k in range(24)] == np.argsort(
        margins, kind="stable"
    ).tolist()


def test_that_a_pick_replaces_the_example_of_one_update():
    plain, picked = Trace(document()), Trace(document().after(Change(10, pick=3)))
    assert picked.step(11).ids.tolist() == [3]
    assert [picked.step(t).example for t in (10, 12, 13)] == [
        plain.step(t).example for t in (10, 12, 13)
    ]
    same(picked.at(10), plain.at(10))
    same(
        Trace(document().after(Change(10, pick=999))).at(30), plain.at(30)
    )  # a point that is not there


def test_that_keyframes_stay_within_their_budget_and_change_nothing():
    rng = np.random.default_rng(0)
    points = Points.of(rng.normal(size=(120, 2)), rng.integers(2, size=120))
    small, large = (
        Trace(document("svm", points, space="rbf"), budget=b) for b in (40_000, 10_000_000)
    )
    for t in (50_000, 20_000, 49_999, 123):
        same(small.at(t), large.at(t))
        assert small.nbytes <= 40_000
    assert len(small._frames.times) < len(large._frames.times)


def test_that_a_million_updates_in_a_kernel_space_keep_few_keyframes():
    rng = np.random.default_rng(0)
    trace = Trace(
        document(
            "averaged-perceptron",
            Points.of(rng.normal(size=(40, 2)), rng.integers(2, size=40)),
            space="rbf",
        )
    )
    trace.at(300_000)
    assert trace.nbytes < 2**20


@pytest.mark.parametrize(
    ("model", "chosen"),
    [("svm", {}), ("svm", {"space": "rbf"}), ("perceptron", {"space": "fourier"})],
)
def test_that_a_change_of_settings_goes_on_from_the_weights_it_has(model, chosen):
    before = document(model, **chosen)
    new = before.learners[0].replace(alpha=0.5)
    trace, plain = Trace(before.after(Change(30, learners=(new,)))), Trace(before)
    same(trace.at(29), plain.at(29))
    same(trace.at(30), plain.at(30))
    assert trace.step(31).rate == 0.5
    assert plain.step(31).rate != 0.5
    np.testing.assert_array_equal(trace.step(31).before, plain.step(31).before)


@pytest.mark.parametrize("space", ["linear", "rbf", "polynomial"])
@pytest.mark.parametrize("bias", ["free", "regularised"])
def test_that_a_change_of_points_leaves_the_learnt_function_as_it_was(space, bias):
    before = document("svm", space=space, bias=bias)
    places = np.random.default_rng(1).normal(size=(30, 2))
    edited = POINTS.move(3, (5.0, 5.0)).remove([4, 5]).add((0.3, 0.3), 1)
    trace, plain = Trace(before.after(Change(40, points=edited))), Trace(before)
    np.testing.assert_allclose(
        trace.model(40).scores(places), plain.model(40).scores(places), atol=1e-12
    )
    assert trace.problem(40).n == 23
    assert not np.allclose(trace.model(60).scores(places), plain.model(60).scores(places))
    same(trace.at(60), Trace(before.after(Change(40, points=edited))).at(60))


@pytest.mark.parametrize("model", ["svm", "averaged-perceptron", "voted-perceptron"])
def test_that_a_third_class_can_join_and_leave_a_run(model):
    before = document(model)
    three = POINTS.add_class("c").add([(4, 4), (4, 5)], 2)
    trace = Trace(before.after(Change(30, points=three)).after(Change(60, points=POINTS)))
    plain, places = Trace(before), np.random.default_rng(1).normal(size=(30, 2))
    two, now = plain.model(30).scores(places)[:, 0], trace.model(30).scores(places)
    if model != "voted-perceptron":
        np.testing.assert_allclose(now[:, 1] - now[:, 0], two, atol=1e-12)
    assert now.shape[1] == 3
    assert trace.model(60).scores(places).shape[1] == 1
    assert np.isfinite(trace.model(90).scores(places)).all()


def test_that_another_space_starts_anew_but_time_goes_on():
    before = document("svm")
    trace = Trace(before.after(Change(30, learners=(Learner.of("svm", space="rbf"),))))
    assert trace.at(30).t == 30
    assert not trace.at(30).theta.any()
    assert trace.at(31).theta.any()


def test_that_several_learners_see_the_same_examples_in_the_same_order():
    both = Document(POINTS, (Learner.of("svm"), Learner.of("perceptron", space="rbf")), seed=2)
    a, b = Trace(both, 0), Trace(both, 1)
    assert [a.step(t).example for t in range(1, 60)] == [b.step(t).example for t in range(1, 60)]


def test_that_diverging_weights_stop_the_run_at_the_last_finite_state():
    run = linlab.train("logistic", X * 50, Y, alpha=1e5, lam=10, epochs=1000)
    assert run.diverged
    assert run.t < 24_000
    assert "learning rate" in run.reason
    assert np.isfinite(run.theta).all()
    assert np.abs(run.theta).max() <= 1e100
    assert np.isfinite(run.objective())
    assert np.isfinite(run.scores(X)).all()
    assert np.isfinite([v for v in dataclasses.astuple(run.measures()) if v is not None]).all()
    np.testing.assert_array_equal(
        run.at(run.t - 1).step().rebuild(run.at(run.t - 1).theta), run.theta
    )
    assert run.advance(100).t == run.t
    with pytest.raises(linlab.LinlabError, match="no further step"):
        run.step()
    assert run.at(3).t == 3  # the history before stays usable


@pytest.mark.parametrize("space", ["linear", "rbf"])
@pytest.mark.parametrize("optimiser", ["sgd", "momentum"])
def test_that_divergence_is_found_in_every_space(space, optimiser):
    run = linlab.train("svm", X, Y, alpha=100, lam=1, space=space, optimiser=optimiser, epochs=200)
    assert run.diverged
    assert np.isfinite(run.theta).all()


@pytest.mark.parametrize("optimiser", ["lbfgs", "newton-cg", "cg"])
def test_that_an_iteration_of_a_solver_makes_the_mistakes_that_a_full_batch_makes(optimiser):
    trace, steps = Trace(document("logistic", optimiser=optimiser)), 0
    read, sign = np.concatenate([X, np.ones((24, 1))], axis=1), np.where(Y == "b", 1.0, -1.0)
    assert trace.sample(0).mistakes == 0
    for t in range(1, trace.at(1000).t + 1):
        steps += int(np.sum(sign * (read @ trace.at(t - 1).theta[0]) <= 0))
        assert trace.sample(t).mistakes == steps
    assert (
        trace.sample(1).mistakes
        == 24
        == Trace(document("logistic", batch="all")).sample(1).mistakes
    )
    going_on = Trace(
        document("perceptron").after(
            Change(30, learners=(Learner.of("logistic", optimiser=optimiser),))
        )
    )
    wrong = int(np.sum(sign * (read @ going_on.at(30).theta[0]) <= 0))
    assert going_on.sample(31).mistakes == going_on.sample(30).mistakes + wrong


def test_that_the_best_read_out_is_the_epoch_with_the_fewest_dev_errors():
    points = linlab.make_points("overlapping-blobs", n=120, seed=3)
    run = linlab.train("perceptron", points, average="best", split=(60, 40, 0), epochs=15)
    problem = run.problem
    x, y = problem.held_out[0]
    last = linlab.train("perceptron", points, split=(60, 40, 0), epochs=15)
    errors = [np.mean((last.at(e * problem.n).scores(x)[:, 0] > 0) != y) for e in range(1, 16)]
    best = int(np.argmin(errors)) + 1
    np.testing.assert_array_equal(run.weights, last.at(best * problem.n).weights)
