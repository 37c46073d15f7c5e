"""A long computation is watched: it says what it does, and ends where the watcher raises."""

import numpy as np
import pytest
from scipy.optimize import linprog
from sklearn.svm import SVC

from linlab.engine.data.datasets import make_points
from linlab.engine.data.points import Points
from linlab.engine.document.document import Document
from linlab.engine.learner.learner import Learner
from linlab.engine.optimum import exact, hard_margin
from linlab.engine.train.trace import Trace


def problem_of(points, model, **settings):
    return Trace(Document(points, (Learner.of(model, **settings),))).problem(0)


MIXED = make_points("moons", n=60, noise=0.5, seed=3)
APART = make_points("moons", n=60, noise=0.05, seed=3)
WAYS = [
    ("perceptron", {"space": "rbf"}, APART),
    ("perceptron", {}, MIXED),
    ("mira", {"space": "rbf"}, APART),
    ("mira", {}, MIXED),
    ("svm", {}, MIXED),
    ("svm", {"space": "rbf"}, MIXED),
    ("svm", {"bias": "regularised"}, MIXED),
    ("svm", {"penalty": "l1"}, MIXED),
    ("logistic", {}, MIXED),
    ("logistic", {"penalty": "l1"}, MIXED),
    ("logistic", {"penalty": "none"}, MIXED),
]


class Enough(Exception):
    pass


@pytest.mark.parametrize(("model", "settings", "points"), WAYS)
def test_that_every_method_is_watched_and_ends_where_the_watcher_raises(
    model, settings, points
) -> None:
    problem, said = problem_of(points, model, **settings), []
    exact.optimum(problem, said.append)
    assert said and all(said)
    for k in {1, len(said) // 2 + 1, len(said)}:
        heard = []

        def watch(doing, heard=heard, k=k) -> None:
            heard.append(doing)
            if len(heard) == k:
                raise Enough

        with pytest.raises(Enough):
            exact.optimum(problem, watch)
        assert heard == said[:k]


def test_that_interior_points_tell_their_steps_and_their_gap() -> None:
    said = []
    exact.optimum(problem_of(APART, "perceptron", space="rbf"), said.append)
    assert any("step 3, duality gap" in each for each in said)


@pytest.mark.parametrize("bias", ["free", "regularised", "none"])
@pytest.mark.parametrize(("space", "gamma"), [("rbf", 1.0), ("laplace", 0.5)])
def test_that_the_largest_margin_of_many_examples_is_that_of_libsvm(space, gamma, bias) -> None:
    points = make_points("moons", n=1200, noise=0.08, seed=2)
    problem = problem_of(points, "perceptron", space=space, gamma=gamma, bias=bias)
    found = hard_margin.separator(problem)
    assert found is not None
    theta, multipliers = found.theta, found.a
    signs = 2.0 * problem.y - 1.0
    margins = signs * (problem.read @ theta.T)[:, 0]
    assert margins.min() >= 1.0 - 1e-8
    if bias == "free":  # libsvm has no other
        size = np.abs if space == "laplace" else np.square
        gram = np.exp(-gamma * size(problem.x[:, None] - problem.x).sum(axis=2))
        svc = SVC(C=1e9, kernel="precomputed", tol=1e-8).fit(gram, problem.y)
        a = np.zeros(problem.n)
        a[svc.support_] = svc.dual_coef_[0]
        assert problem.square(theta) == pytest.approx(a @ gram @ a, rel=1e-4)
        assert problem.square(theta) <= a @ gram @ a * (1 + 1e-6)
        assert abs(signs @ multipliers) < 1e-6 * multipliers.sum()
    values = (
        problem.gram @ problem.split(theta)[0][0]
    )  # coefficients may differ: the Gram matrix is all but singular
    np.testing.assert_allclose(
        problem.gram @ (multipliers * signs), values, atol=1e-6 * np.abs(values).max()
    )
    assert multipliers.min() > -1e-9 * multipliers.max()
    assert (
        multipliers * (margins - 1.0)
    ).max() < 1e-6 * multipliers.max()  # only examples on the margin hold it


@pytest.mark.parametrize(("noise", "classes"), [(0.3, 3), (2.0, 3), (0.3, 2), (2.0, 2)])
def test_that_many_examples_are_separable_if_a_linear_program_says_so(noise, classes) -> None:
    points = make_points("blobs", n=900, noise=noise, classes=classes, seed=5)
    problem = problem_of(points, "perceptron")
    ones, rows = np.column_stack([problem.x, np.ones(problem.n)]), []
    for f, y in zip(ones, problem.y, strict=True):
        for z in set(range(classes)) - {y}:
            row = np.zeros((classes, 3))
            row[y], row[z] = -f, f
            rows.append(row.ravel())
    feasible = (
        linprog(
            np.zeros(3 * classes), np.array(rows), -np.ones(len(rows)), bounds=(None, None)
        ).status
        == 0
    )
    assert (hard_margin.separator(problem) is not None) == feasible == (noise < 1.0)


def test_that_one_example_that_is_seldom_decides_whether_many_are_separable() -> None:
    rng = np.random.default_rng(0)
    x = np.concatenate(
        [rng.uniform(-1, 1, (1000, 2)), rng.uniform(-1, 1, (1000, 2)) + [3, 0], [[-1.5, 0.0]]]
    )
    y = np.repeat(
        [0, 1, 1], [1000, 1000, 1]
    )  # the last one lies behind the others of another class
    assert hard_margin.separator(problem_of(Points.of(x, y.tolist()), "perceptron")) is None
    assert (
        hard_margin.separator(problem_of(Points.of(x[:-1], y[:-1].tolist()), "perceptron"))
        is not None
    )


@pytest.mark.parametrize("noise", [0.08, 0.6])
def test_that_a_small_part_of_many_examples_settles_whether_they_are_separable(
    monkeypatch, noise
) -> None:
    sizes, solve = [], hard_margin.qp.soft_margin

    def watched(columns, *rest):
        sizes.append(len(columns))
        return solve(columns, *rest)

    monkeypatch.setattr(hard_margin.qp, "soft_margin", watched)
    problem = problem_of(
        make_points("moons", n=2000, noise=noise, seed=2), "perceptron", space="rbf", gamma=0.5
    )
    if noise < 0.1:
        assert hard_margin.separator(problem) is not None
    else:  # there is always a separator among so many bumps, but none that 16 digits could write down
        with pytest.raises(hard_margin.Undecided):
            hard_margin.separator(problem)
    assert max(sizes) < 1000
