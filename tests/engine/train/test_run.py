"""The notebook's names: what the README promises of a run."""

import subprocess
import sys

import numpy as np
import pytest

import linlab
from linlab import LinlabError
from tests.engine import textbook

X, Y = textbook.data(3)


def test_that_the_notebook_example_works_as_written():
    y = (X[:, 0] > 0).astype(int)
    run = linlab.train(
        "svm",
        X,
        y,
        space="rbf",
        gamma=0.6,
        lam=0.01,
        rate="constant",
        alpha=0.1,
        bias="free",
        order="cyclic",
        epochs=50,
        seed=0,
    )
    assert run.t == 50 * 24
    assert run.classes == (0, 1)
    assert run.weights.shape == (1, 24)
    assert run.bias.shape == (1,)
    assert run.scores(X).shape == (24, 1)
    assert np.mean(run.predict(X) == y) > 0.9
    assert run.field(np.linspace(-1, 1, 5), np.linspace(-1, 1, 4)).shape == (1, 4, 5)
    assert run.step().t == run.t + 1
    assert run.advance(10_000).t == run.t + 10_000
    assert run.at(100).t == 100
    best = run.optimum()
    assert 0 < best.objective <= run.objective()
    assert best.weights.shape == run.weights.shape
    assert best.bias.shape == run.bias.shape


@pytest.mark.parametrize(
    "labels",
    [
        ["u", "v", "w"],
        [0, 1, 2],
        [-1, 1, 7],
        [0.5, 1.5, 2.5],
        [9, 10, 100],
        [np.int64(3), np.int64(4), np.int64(5)],
    ],
)
def test_that_labels_of_any_kind_come_back_as_they_were(labels):
    y = [labels["abc".index(c)] for c in Y]
    run = linlab.train("logistic", X, y, epochs=40)
    assert list(run.classes) == sorted(labels)
    assert set(run.predict(X).tolist()) <= set(np.array(labels).tolist())
    assert run.predict(X).dtype == np.array(labels).dtype
    assert np.mean(run.predict(X) == np.array(y)) > 0.6


def test_that_booleans_are_labels_too():
    run = linlab.train("perceptron", X, X[:, 0] > 0.1, epochs=20)
    assert run.classes == (False, True)
    assert run.predict([(5, 0)]).tolist() == [True]


def test_that_the_positive_class_is_the_last_in_order():
    run = linlab.train("logistic", [(0, 0), (4, 0)], [10, 9], epochs=50)
    assert run.classes == (9, 10)
    assert run.scores([(0, 0)])[0, 0] > 0 > run.scores([(4, 0)])[0, 0]


def test_that_probabilities_add_up_and_agree_with_the_scores():
    run = linlab.train("logistic", X, Y, epochs=5)
    p = run.probabilities(X)
    np.testing.assert_allclose(p.sum(axis=1), 1)
    np.testing.assert_array_equal(np.array(run.classes)[p.argmax(axis=1)], run.predict(X))
    two = linlab.train("logistic", X, X[:, 0] > 0, epochs=5)
    np.testing.assert_allclose(two.probabilities(X)[:, 1], 1 / (1 + np.exp(-two.scores(X)[:, 0])))


def test_that_a_model_without_probabilities_says_so():
    with pytest.raises(LinlabError, match="SVM gives scores, not probabilities"):
        linlab.train("svm", X, Y, epochs=1).probabilities(X)


def test_that_a_run_is_a_value():
    run = linlab.train("svm", X, Y, epochs=2)
    before = run.theta.copy()
    run.advance(500)
    run.step()
    run.at(3)
    np.testing.assert_array_equal(run.theta, before)


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        ({"epochs": 1, "updates": 2}, "epochs or steps, not both"),
        ({"epochs": 1, "steps": 2}, "epochs or steps, not both"),
        ({"steps": 2, "updates": 2}, "steps or updates, not both"),
        ({"epochs": -1}, "epochs must be a whole number"),
        ({"updates": 2.5}, "steps must be a whole number"),
        ({"seed": -3}, "seed must be a whole number"),
        ({"seed": 2**40}, "seed"),
        ({"stop": "soon"}, "mistake-free, still, dev"),
        ({"stop": "dev"}, "there are none"),
        ({"average": "best"}, "there are none"),
        ({"split": (1, 2)}, "share"),
    ],
)
def test_that_a_wrong_argument_gets_a_sentence(arguments, says):
    with pytest.raises(LinlabError, match=says):
        linlab.train("svm", X, Y, **arguments)


@pytest.mark.parametrize(
    ("x", "y", "says"),
    [
        ([[1, 2, 3]], ["a"], "pairs"),
        ([["a", "b"]], ["a"], "numbers"),
        ([[np.nan, 0], [1, 1]], ["a", "b"], "finite"),
        ([[0, 0], [1, 1]], ["a"], "points"),
        ([[0, 0], [1, 1]], None, "label"),
        (np.zeros((10, 2)), list(range(10)), "at most 8"),
    ],
)
def test_that_wrong_points_get_a_sentence(x, y, says):
    with pytest.raises(LinlabError, match=says):
        linlab.train("svm", x, y)


def test_that_a_kernel_space_refuses_more_pairs_than_it_can_hold():
    rng = np.random.default_rng(0)
    with pytest.raises(LinlabError, match="fourier"):
        linlab.train("svm", rng.normal(size=(7000, 2)), rng.integers(2, size=7000), space="rbf")


def test_that_the_perceptron_stops_after_an_epoch_without_a_mistake():
    points = linlab.make_points("blobs", seed=0)
    run = linlab.train("perceptron", points, stop="mistake-free", epochs=1000)
    n = len(points)
    assert "without a mistake" in run.reason
    assert run.t % n == 0
    assert run.measures().mistakes == run.at(run.t - n).measures().mistakes
    assert run.measures().train_error == 0
    assert run.at(run.t - n).measures().mistakes > run.at(max(0, run.t - 2 * n)).measures().mistakes


def test_that_gradient_descent_stops_when_it_stands_still():
    run = linlab.train(
        "logistic",
        X,
        Y,
        batch="all",
        alpha=1.0,
        lam=0.1,
        stop="still",
        epsilon=1e-6,
        epochs=100_000,
    )
    assert "converged" in run.reason
    assert np.linalg.norm(run.theta - run.at(run.t - 1).theta) < 1e-6
    assert np.linalg.norm(run.at(run.t - 1).theta - run.at(run.t - 2).theta) >= 1e-6


def test_that_early_stopping_goes_back_to_the_best_epoch_on_dev():
    points = linlab.make_points("moons", n=120, noise=0.4, seed=1)
    run = linlab.train("perceptron", points, stop="dev", patience=3, split=(50, 50, 0), epochs=200)
    x, y = run.problem.held_out[0]
    n = run.problem.n
    errors = [np.mean((run.at(e * n).scores(x)[:, 0] > 0) != y) for e in range(1, run.t // n + 4)]
    best = run.t // n - 1
    assert errors[best] == min(errors[: best + 4])
    assert all(e >= errors[best] for e in errors[best + 1 : best + 4])
    assert "stopped early" in run.reason


def test_that_a_run_that_never_converges_says_so():
    run = linlab.train(
        "perceptron", linlab.make_points("xor", seed=0), stop="mistake-free", epochs=5
    )
    assert "without converging" in run.reason


def test_that_importing_linlab_loads_nothing_heavy():
    code = "import sys, linlab; print([m for m in ('numpy', 'numba', 'scipy', 'sklearn', 'PySide6') if m in sys.modules])"
    out = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert out.stdout.strip() == "[]"


def test_that_training_loads_neither_scipy_nor_scikit_learn():
    code = (
        "import sys, linlab; linlab.train('svm', [(0, 0), (1, 1)], 'ab').field([0, 1], [0, 1]); "
        "print([m for m in ('scipy.optimize', 'sklearn', 'contourpy', 'PySide6') if m in sys.modules])"
    )
    out = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert out.stdout.strip() == "[]"


def test_that_unknown_names_are_refused_like_any_modules():
    with pytest.raises(AttributeError, match="no 'tarin'"):
        _ = linlab.tarin
    assert "train" in dir(linlab)


def test_that_steps_and_its_earlier_name_updates_make_the_same_run() -> None:
    points = linlab.make_points("moons", n=30)
    for make in (
        lambda **far: linlab.train("svm", points, **far),
        lambda **far: linlab.bag("perceptron", points, members=3, **far),
        lambda **far: linlab.stack("svm", "naive-bayes", points, folds=2, **far),
    ):
        one, other = make(steps=25), make(updates=25)
        assert one.scores(points.x).tolist() == other.scores(points.x).tolist()
        with pytest.raises(linlab.LinlabError, match="steps or updates, not both"):
            make(steps=25, updates=25)
    run = linlab.train("svm", points, steps=25)
    assert run.t == 25 and run.advance(5).t == run.advance(updates=5).t == 30
    with pytest.raises(linlab.LinlabError, match="steps must be a whole number"):
        run.advance()
