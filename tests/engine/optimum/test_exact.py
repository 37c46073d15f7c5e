"""Exact optima against independent references: scikit-learn, scipy from many starts, subgradients
and duality."""

from typing import Any

import numpy as np
import pytest
from scipy.optimize import linprog, minimize
from sklearn.linear_model import LogisticRegression
from sklearn.svm import SVC, LinearSVC

from linlab import train
from linlab.engine.data.points import Points
from linlab.engine.ground.errors import LinlabError
from linlab.engine.learner import losses
from linlab.engine.learner.learner import Learner
from linlab.engine.learner.losses import LOSSES, Loss
from linlab.engine.optimum.exact import Optimum, optimum
from linlab.engine.train import measures
from linlab.engine.train.models import Bayes, Linear
from linlab.engine.train.problem import Problem, pose

BIASES = ("free", "regularised", "none")


def cloud(n: int = 40, classes: int = 2, apart: float = 1.5, seed: int = 0) -> Points:
    rng = np.random.default_rng(seed)
    y = np.arange(n) % classes
    turn = 2 * np.pi * y / classes
    x = (
        apart * np.stack([np.cos(turn), np.sin(turn)], axis=1)
        + rng.standard_normal((n, 2))
        + (0.7, -0.4)
    )
    return Points.of(x, [f"class {k}" for k in y])


def posed(points: Points, model: str, **settings: Any) -> Problem:
    return pose(points, Learner.of(model, **settings), 0)


def signs(problem: Problem) -> Any:
    return np.where(problem.y == 1, 1.0, -1.0)


def height(problem: Problem, theta: Any) -> float:
    return float(sum(measures.objective(Linear(problem, theta))))


def no_neighbour_is_lower(found: Optimum, seed: int = 0) -> bool:
    """J is convex, so a minimum among near and far neighbours in many directions is one."""
    rng, problem = np.random.default_rng(seed), found.problem
    size = 1.0 + np.abs(found.theta).max()
    steps = [
        10.0**k * size * rng.standard_normal(found.theta.shape)
        for k in (-6, -5, -4, -3, -2, -1)
        for _ in range(20)
    ]
    return min(height(problem, found.theta + step) for step in steps) >= found.objective - 1e-12 * (
        1 + found.objective
    )


def lowest(problem: Problem, starts: int = 3) -> float:
    """J* by scipy: hinge as a quadratic program over (θ, ξ) by SLSQP, from several starts; primal
    spaces only."""
    rows, d, n, k = problem.rows, problem.d, problem.n, problem.decayed
    lam, rng, best = problem.learner.decay, np.random.default_rng(0), np.inf
    who, rival = np.nonzero(np.arange(len(problem.classes)) != problem.y[:, None])
    unit = np.eye(len(problem.classes))
    turn = unit[problem.y[who]] - unit[rival]
    turn = turn[:, 1:] if rows == 1 else turn
    table = np.concatenate(
        [(turn[:, :, None] * problem.read[who][:, None, :]).reshape(len(who), -1), np.eye(n)[who]],
        axis=1,
    )
    mask = np.zeros((rows, d))
    mask[:, :k] = 1.0
    quadratic = np.concatenate([lam * mask.ravel(), np.zeros(n)])
    linear = np.concatenate([np.zeros(rows * d), np.full(n, 1.0 / n)])
    for _ in range(starts):
        start = np.concatenate([rng.standard_normal(rows * d), np.full(n, 5.0)])
        answer = minimize(
            lambda v: float(0.5 * (quadratic * v * v).sum() + linear @ v),
            start,
            jac=lambda v: quadratic * v + linear,
            method="SLSQP",
            bounds=[(None, None)] * (rows * d) + [(0, None)] * n,
            constraints={"type": "ineq", "fun": lambda v: table @ v - 1.0, "jac": lambda v: table},
            options={"maxiter": 500, "ftol": 1e-14},
        )
        best = min(best, height(problem, answer.x[: rows * d].reshape(rows, d)))
    return best


# Hinge loss with L2


@pytest.mark.parametrize("lam", [1e-4, 0.01, 1.0])
@pytest.mark.parametrize("space", ["linear", "rbf"])
def test_that_a_free_bias_gives_the_svm_of_libsvm_with_its_support_vectors(
    space: str, lam: float
) -> None:
    problem = posed(cloud(), "svm", space=space, lam=lam)
    found = optimum(problem)
    kernel = {"kernel": "linear"} if space == "linear" else {"kernel": "rbf", "gamma": 1.0}
    svc = SVC(C=1 / (lam * problem.n), tol=1e-10, shrinking=False, **kernel).fit(
        problem.x, problem.y
    )
    scores = svc.decision_function(problem.x)  # libsvm's own: right to about 1e-4 where λ is small
    assert np.allclose(found.model.scores(problem.x)[:, 0], scores, atol=1e-3)
    a = np.zeros(problem.n)
    a[svc.support_] = np.abs(svc.dual_coef_[0])
    assert np.allclose(found.coefficients, a, atol=1e-3 * found.bound)
    theirs = np.zeros_like(found.theta)
    if space == "linear":
        theirs[0, :2], theirs[0, 2] = svc.coef_, svc.intercept_[0]
    else:
        theirs[0, svc.support_], theirs[0, -1] = svc.dual_coef_[0], svc.intercept_[0]
    assert found.objective == pytest.approx(height(problem, theirs), rel=1e-5)
    assert found.objective <= height(problem, theirs) + 1e-12
    assert found.bound == pytest.approx(1 / (lam * problem.n))
    at_bound = np.flatnonzero(a >= found.bound * (1 - 1e-9))
    assert found.bounded.tolist() == at_bound.tolist()
    assert found.free.tolist() == sorted(set(svc.support_) - set(at_bound))
    margins = measures.margins(found.model)
    assert np.allclose(margins[found.free], 1.0, atol=1e-8)
    assert (margins[found.bounded] <= 1 + 1e-8).all()


@pytest.mark.parametrize("model", ["svm", "pegasos"])
def test_that_a_regularised_bias_gives_the_svm_of_liblinear(model: str) -> None:
    problem = posed(cloud(), model, lam=0.02, bias="regularised")
    svc = LinearSVC(C=1 / (0.02 * problem.n), loss="hinge", tol=1e-10, max_iter=1_000_000).fit(
        problem.x, problem.y
    )
    found = optimum(problem)
    assert np.allclose(found.weights, svc.coef_, atol=1e-6)
    assert np.allclose(found.bias, svc.intercept_, atol=1e-6)


@pytest.mark.parametrize("bias", ["regularised", "none"])
def test_that_more_classes_give_the_crammer_singer_machine_of_liblinear(bias: str) -> None:
    problem = posed(cloud(45, 3), "svm", lam=0.02, bias=bias)
    svc = LinearSVC(
        multi_class="crammer_singer",
        C=1 / (0.02 * problem.n),
        tol=1e-10,
        max_iter=1_000_000,
        fit_intercept=bias == "regularised",
    ).fit(problem.x, problem.y)
    theta = np.column_stack([svc.coef_, svc.intercept_]) if bias == "regularised" else svc.coef_
    found = optimum(problem)
    assert found.objective == pytest.approx(height(problem, theta), rel=1e-8)
    assert np.allclose(found.theta, theta, atol=1e-4)


@pytest.mark.parametrize("bias", BIASES)
@pytest.mark.parametrize("classes", [2, 3, 4])
def test_that_scipy_finds_no_better_svm_on_few_points(classes: int, bias: str) -> None:
    problem = posed(cloud(16, classes), "svm", lam=0.03, bias=bias)
    found = optimum(problem)
    assert found.objective == pytest.approx(lowest(problem), rel=1e-8)
    assert no_neighbour_is_lower(found)


@pytest.mark.parametrize("lam", [1e-5, 0.01, 1e4])
@pytest.mark.parametrize("bias", BIASES)
@pytest.mark.parametrize("classes", [2, 3])
@pytest.mark.parametrize("space", ["linear", "monomial", "fourier", "polynomial", "rbf", "laplace"])
def test_that_no_dual_value_lies_between_a_hinge_optimum_and_its_bound(
    space: str, classes: int, bias: str, lam: float
) -> None:
    """Weak duality: λ(Σ a − ½‖w‖²) ≤ J* whenever 0 ≤ a ≤ 1/(λN) and w = Σ aᵢ(φ(xᵢ, yᵢ) − φ(xᵢ,
    z))."""
    problem = posed(cloud(30, classes), "svm", space=space, lam=lam, bias=bias)
    found = optimum(problem)
    a = found.coefficients
    assert a is not None
    assert (a >= 0).all()
    assert (a <= found.bound * (1 + 1e-12)).all()
    dual = lam * float(a.sum()) - problem.penalty(found.theta)
    assert found.objective == pytest.approx(dual, rel=1e-8)
    assert found.objective == pytest.approx(height(problem, found.theta), rel=1e-14)
    assert no_neighbour_is_lower(found)


def test_that_a_linear_kernel_has_the_optimum_of_the_linear_space() -> None:
    for bias in BIASES:
        for model in ("svm", "logistic"):
            one = optimum(posed(cloud(30, 3), model, lam=0.02, bias=bias))
            two = optimum(posed(cloud(30, 3), model, lam=0.02, bias=bias, space="linear-kernel"))
            assert one.objective == pytest.approx(two.objective, rel=1e-10)
            x = one.problem.x
            assert np.allclose(one.model.scores(x), two.model.scores(x), atol=1e-6)


def test_that_places_that_are_no_longer_examples_get_no_coefficient() -> None:
    for model in ("svm", "logistic"):
        for bias in BIASES:
            learner = Learner.of(model, space="rbf", bias=bias)
            plain, haunted = (
                optimum(pose(cloud(), learner, 0, ghosts=g))
                for g in (None, np.array([[0.5, 0.5], [9, 9]]))
            )
            assert haunted.objective == pytest.approx(plain.objective, rel=1e-12)
            assert haunted.weights.shape == (1, 42)
            assert not haunted.weights[:, 40:].any()


def test_that_doubled_points_change_no_optimum() -> None:
    once = cloud(20, 3)
    labels = [once.classes[k] for k in once.label] * 2
    twice = Points.of(np.concatenate([once.x, once.x]), labels)
    for model in ("svm", "logistic"):
        for space in ("linear", "rbf"):
            alone, doubled = (
                optimum(posed(p, model, lam=0.01, space=space)) for p in (once, twice)
            )
            assert alone.objective == pytest.approx(doubled.objective, rel=1e-8)


def test_that_two_thousand_points_and_extreme_penalties_are_no_trouble() -> None:
    many = cloud(2000, 4)
    for lam in (1e-6, 1e6):
        found = optimum(posed(many, "svm", lam=lam))
        assert no_neighbour_is_lower(found)


# Hinge loss by linear programs


@pytest.mark.parametrize("bias", BIASES)
@pytest.mark.parametrize("classes", [2, 3])
def test_that_hinge_with_l1_is_at_a_minimum(classes: int, bias: str) -> None:
    problem = posed(
        cloud(30, classes), "svm", penalty="l1", lam=0.05, bias=bias, space="monomial", degree=3
    )
    found = optimum(problem)
    assert no_neighbour_is_lower(found)
    assert (found.weights == 0).any()


def test_that_mira_on_separable_points_takes_the_hard_margin() -> None:
    points = cloud(20, apart=5.0)
    found = optimum(posed(points, "mira"))
    svc = SVC(C=1e6, kernel="linear", tol=1e-10).fit(points.x, points.label)
    assert found.objective == pytest.approx(0.0, abs=1e-12)
    assert np.allclose(found.weights, svc.coef_, rtol=1e-6)
    assert found.free.tolist() == sorted(svc.support_)
    assert "shortest" in found.note


@pytest.mark.parametrize("classes", [2, 3])
def test_that_mira_on_overlapping_points_reaches_the_linear_program(classes: int) -> None:
    problem = posed(cloud(30, classes), "mira", bias="none")
    n, d, rows = problem.n, problem.d, problem.rows
    table, right = [], []
    for i in range(n):
        for z in set(range(classes)) - {int(problem.y[i])}:
            row = np.zeros((rows, d))
            if rows == 1:
                row[0] = signs(problem)[i] * problem.read[i]
            else:
                row[problem.y[i]], row[z] = problem.read[i], -problem.read[i]
            table.append(np.concatenate([-row.ravel(), -np.eye(n)[i]]))
            right.append(-1.0)
    costs = np.concatenate([np.zeros(rows * d), np.full(n, 1 / n)])
    answer = linprog(
        costs, np.array(table), right, bounds=[(None, None)] * (rows * d) + [(0, None)] * n
    )
    assert optimum(problem).objective == pytest.approx(answer.fun, rel=1e-9)


# Perceptron and counts


def test_that_the_perceptron_has_a_separator_or_nothing_to_gain() -> None:
    for classes in (2, 3):
        apart = optimum(posed(cloud(24, classes, 8.0), "perceptron"))
        assert apart.objective == 0.0
        assert measures.margins(apart.model).min() == pytest.approx(1.0)
        mixed = optimum(posed(cloud(24, classes, 0.5), "perceptron"))
        assert mixed.objective == 0.0
        assert not mixed.theta.any()
        assert "no weights were found" in mixed.note


@pytest.mark.parametrize("model", ["naive-bayes", "gaussian-naive-bayes"])
def test_that_the_counts_of_all_examples_are_the_optimum_of_naive_bayes(model: str) -> None:
    plain = {"smoothing": 0} if model == "naive-bayes" else {}
    run = train(model, cloud(30, 3), **plain)
    found = optimum(run.problem)
    assert isinstance(found.model, Bayes)
    assert np.allclose(found.theta, run.at(10_000).theta)
    assert found.objective == pytest.approx(run.at(10_000).objective())
    assert np.allclose(found.weights, run.weights)
    assert np.allclose(found.bias, run.bias)


# Log loss


@pytest.mark.parametrize("classes", [2, 3])
@pytest.mark.parametrize("bias", ["free", "none"])
def test_that_log_loss_with_l2_agrees_with_scikit_learn(bias: str, classes: int) -> None:
    problem = posed(cloud(40, classes), "logistic", lam=0.02, bias=bias, space="monomial", degree=2)
    features = problem.read[:, :5]
    model = LogisticRegression(
        C=1 / (0.02 * problem.n),
        tol=1e-12,
        max_iter=100_000,
        fit_intercept=bias == "free",
        solver="newton-cg",
    ).fit(features, problem.y)
    found = optimum(problem)
    assert np.allclose(found.weights, model.coef_, atol=1e-6)
    assert np.allclose(
        found.bias - found.bias.mean(), model.intercept_ - np.mean(model.intercept_), atol=1e-5
    )


@pytest.mark.parametrize("lam", [1e-5, 0.01, 10.0])
@pytest.mark.parametrize("bias", BIASES)
@pytest.mark.parametrize("classes", [2, 3])
@pytest.mark.parametrize("space", ["linear", "monomial", "fourier", "rbf"])
def test_that_the_gradient_of_log_loss_is_zero(
    space: str, classes: int, bias: str, lam: float
) -> None:
    """∂J/∂θ in feature spaces; in kernel spaces the gradient of the function, −p/N + λa, of the
    same length."""
    problem = posed(cloud(40, classes), "logistic", space=space, lam=lam, bias=bias)
    found = optimum(problem)
    pulls = LOSSES["log"].value_and_pull(problem.read @ found.theta.T, problem.y)[1]
    k = problem.decayed
    if problem.dual:
        rest = lam * found.theta[:, :k] - pulls.T / problem.n
        assert float(np.sum((rest @ problem.gram) * rest)) < 1e-22
    else:
        slope = -pulls.T @ problem.read / problem.n
        slope[:, :k] += lam * found.theta[:, :k]
        assert np.abs(slope).max() < 1e-11


@pytest.mark.parametrize("classes", [2, 3])
def test_that_log_loss_without_a_penalty_is_at_a_centred_minimum(classes: int) -> None:
    found = optimum(posed(cloud(40, classes, 1.0), "logistic", penalty="none"))
    assert no_neighbour_is_lower(found)
    if classes > 2:
        assert np.allclose(found.theta.sum(axis=0), 0.0, atol=1e-9)


@pytest.mark.parametrize("lam", [1e-4, 0.01, 0.1, 1.0])
@pytest.mark.parametrize("bias", BIASES)
@pytest.mark.parametrize("classes", [2, 3])
def test_that_log_loss_with_l1_has_a_zero_subgradient_and_exact_zeros(
    classes: int, bias: str, lam: float
) -> None:
    problem = posed(
        cloud(60, classes), "logistic", penalty="l1", lam=lam, bias=bias, space="monomial", degree=4
    )
    theta = optimum(problem).theta
    pulls = LOSSES["log"].value_and_pull(problem.read @ theta.T, problem.y)[1]
    slope, k = -pulls.T @ problem.read / problem.n, problem.decayed
    w, g = theta[:, :k], slope[:, :k]
    lack = np.where(w != 0, np.abs(g + lam * np.sign(w)), np.maximum(0.0, np.abs(g) - lam))
    assert lack.max() < 1e-7 * lam
    assert np.abs(slope[:, k:]).max(initial=0.0) < 1e-9
    if lam >= 0.1:
        assert (w == 0).mean() > 0.4


def test_that_log_loss_with_l1_is_no_higher_than_liblinears() -> None:
    problem = posed(
        cloud(60), "logistic", penalty="l1", lam=0.02, bias="none", space="monomial", degree=2
    )
    model = LogisticRegression(
        l1_ratio=1.0,
        C=1 / (0.02 * problem.n),
        solver="liblinear",
        tol=1e-12,
        max_iter=100_000,
        fit_intercept=False,
    ).fit(problem.read, problem.y)
    found = optimum(problem)
    assert found.objective == pytest.approx(height(problem, model.coef_), rel=1e-8)
    assert np.array_equal(found.weights == 0, model.coef_ == 0)


def test_that_separable_points_have_no_log_optimum_without_a_penalty() -> None:
    for space in ("linear", "rbf"):
        with pytest.raises(LinlabError, match="keeps falling"):
            optimum(posed(cloud(20, apart=6.0), "logistic", penalty="none", space=space))
    with pytest.raises(LinlabError, match="keeps falling"):
        optimum(posed(cloud(30, 3, apart=9.0), "logistic", lam=0.0))


def test_that_points_that_touch_at_the_boundary_have_no_log_optimum_without_a_penalty() -> None:
    touching = Points.of(
        [(0, 0), (0, 0), (1, 0), (2, 1), (-1, 0), (-2, 1)], ["a", "b", "a", "a", "b", "b"]
    )
    with pytest.raises(LinlabError, match="keeps falling"):
        optimum(posed(touching, "logistic", penalty="none"))


# A loss that someone adds


def test_that_an_added_loss_is_minimised_if_it_is_smooth_and_refused_if_not(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def square(m):  # type: ignore[no-untyped-def]
        return 0.5 * (1.0 - m) ** 2, 1.0 - m

    for smooth in (True, False):
        name = "square" if smooth else "edgy"
        monkeypatch.setitem(
            losses.LOSSES, name, Loss(name, "Square loss", "m", "", square, smooth=smooth)
        )
        problem = posed(cloud(), name, lam=0.1, bias="none")
        if smooth:
            x, n = problem.x, problem.n
            ridge = np.linalg.solve(x.T @ x / n + 0.1 * np.eye(2), x.T @ signs(problem) / n)
            assert np.allclose(optimum(problem).weights, ridge, atol=1e-6)
        else:
            with pytest.raises(LinlabError, match="No exact method"):
                optimum(problem)
