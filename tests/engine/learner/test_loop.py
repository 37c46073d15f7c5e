"""Each learner against a textbook loop, update by update."""

import math

import numpy as np
import pytest

import linlab
from tests.engine import textbook

MODELS = ("perceptron", "mira", "svm", "pegasos", "logistic")
SETTINGS = {
    "perceptron": {"alpha": 1.0},
    "mira": {"C": 0.35},
    "svm": {"lam": 0.05, "alpha": 0.2},
    "pegasos": {"lam": 0.3},
    "logistic": {"lam": 0.02, "alpha": 0.3},
}


def textbook_path(model, X, y, updates, bias, order):
    settings = {("cap" if name == "C" else name): value for name, value in SETTINGS[model].items()}
    loop = textbook.binary if len(set(y)) == 2 else textbook.multiclass
    return list(loop(model, X, y, updates, bias, order, **settings))


@pytest.mark.parametrize("bias", ["free", "regularised", "none"])
@pytest.mark.parametrize("classes", [2, 3, 5])
@pytest.mark.parametrize("model", MODELS)
def test_that_every_update_is_the_textbooks(model, classes, bias):
    X, y = textbook.data(classes)
    run = linlab.train(
        model, X, y, bias=bias, order="shuffled", seed=7, updates=0, **SETTINGS[model]
    )
    for t, theta in enumerate(
        textbook_path(model, X, y, 70, bias, textbook.shuffled(len(y), 7)), start=1
    ):
        np.testing.assert_allclose(
            run.at(t).theta, theta, rtol=0, atol=1e-11, err_msg=f"update {t}"
        )


@pytest.mark.parametrize("classes", [2, 3])
def test_that_the_averaged_perceptron_is_the_mean_of_all_weights_so_far(classes):
    X, y = textbook.data(classes)
    run = linlab.train("averaged-perceptron", X, y, order="cyclic", updates=0)
    path = np.array(textbook_path("perceptron", X, y, 60, "free", textbook.cyclic(len(y))))
    for t in (1, 2, 17, 60):
        mean = path[:t].mean(axis=0)
        np.testing.assert_allclose(np.c_[run.at(t).weights, run.at(t).bias], mean, atol=1e-12)


@pytest.mark.parametrize(
    ("classes", "space"), [(2, "linear"), (3, "linear"), (2, "linear-kernel"), (4, "linear-kernel")]
)
def test_that_the_voted_perceptron_lets_every_weight_vector_vote_as_long_as_it_survived(
    classes, space
):
    X, y = textbook.data(classes)
    places = np.random.default_rng(0).normal(size=(40, 2))
    run = linlab.train("voted-perceptron", X, y, order="cyclic", space=space, updates=0)
    path = textbook_path("perceptron", X, y, 90, "free", textbook.cyclic(len(y)))
    for t in (1, 5, 90):
        votes = np.zeros((len(places), 1 if classes == 2 else classes))
        for theta in path[:t]:
            s = np.c_[places, np.ones(len(places))] @ np.array(theta).T
            if classes == 2:
                votes += np.sign(s)
            else:
                votes[np.arange(len(places)), s.argmax(axis=1)] += 1
        np.testing.assert_array_equal(run.at(t).scores(places), votes)


@pytest.mark.parametrize("bias", ["free", "regularised", "none"])
@pytest.mark.parametrize("classes", [2, 3, 5])
@pytest.mark.parametrize("model", [*MODELS, "averaged-perceptron"])
def test_that_a_linear_kernel_gives_the_primal_run_update_for_update(model, classes, bias):
    X, y = textbook.data(classes)
    settings = SETTINGS.get(model, {})
    primal = linlab.train(model, X, y, bias=bias, updates=80, seed=3, **settings)
    dual = linlab.train(
        model, X, y, bias=bias, updates=80, seed=3, space="linear-kernel", **settings
    )
    for t in (1, 2, 3, 40, 80):
        p, d = primal.at(t), dual.at(t)
        np.testing.assert_allclose(d.weights @ X, p.weights, atol=1e-10)
        np.testing.assert_allclose(d.bias, p.bias, atol=1e-10)
        np.testing.assert_allclose(d.scores(X), p.scores(X), atol=1e-10)
        assert d.objective() == pytest.approx(p.objective(), abs=1e-10)


def kernel_perceptron(X, y, k, updates):
    """Riezler's kernel perceptron for two classes: a counter per example."""
    sign = np.where(y == max(y), 1.0, -1.0)
    a, bias = np.zeros(len(y)), 0.0
    for t in range(updates):
        i = t % len(y)
        if sign[i] * (sum(a[j] * k(X[j], X[i]) for j in range(len(y))) + bias) <= 0:
            a[i] += sign[i]
            bias += sign[i]
        yield a.copy(), bias


@pytest.mark.parametrize(
    ("space", "settings", "k"),
    [
        (
            "rbf",
            {"gamma": 0.7},
            lambda u, v: math.exp(-0.7 * ((u[0] - v[0]) ** 2 + (u[1] - v[1]) ** 2)),
        ),
        (
            "laplace",
            {"gamma": 0.7},
            lambda u, v: math.exp(-0.7 * (abs(u[0] - v[0]) + abs(u[1] - v[1]))),
        ),
        (
            "polynomial",
            {"degree": 3, "coef0": 0.5},
            lambda u, v: (u[0] * v[0] + u[1] * v[1] + 0.5) ** 3,
        ),
    ],
)
def test_that_the_kernel_perceptron_counts_mistakes_per_example(space, settings, k):
    X, y = textbook.data(2)
    run = linlab.train("perceptron", X, y, space=space, order="cyclic", updates=0, **settings)
    for t, (a, bias) in enumerate(kernel_perceptron(X, y, k, 60), start=1):
        np.testing.assert_allclose(run.at(t).weights[0], a, atol=1e-12)
        assert run.at(t).bias[0] == pytest.approx(bias)


@pytest.mark.parametrize("space", ["linear", "rbf", "fourier"])
@pytest.mark.parametrize("classes", [2, 4])
def test_that_mira_lands_on_margin_one_when_it_is_not_capped(classes, space):
    X, y = textbook.data(classes)
    run = linlab.train("mira", X, y, C=1e9, space=space, updates=0, order="cyclic")
    landed = 0
    for t in range(60):
        step = run.at(t).step()
        if step.updated:
            s = run.at(t + 1).scores(X[step.example])[0]
            truth = int(step.labels[0])
            margin = (
                (s[0] if truth else -s[0]) if classes == 2 else s[truth] - s[int(step.rivals[0])]
            )
            assert margin == pytest.approx(1.0, abs=1e-9)
            landed += 1
    assert landed > 5


def test_that_miras_cap_bites():
    X, y = textbook.data(2)
    run = linlab.train("mira", X, y, C=0.01, updates=0)
    assert max(run.at(t).step().rate for t in range(30)) == 0.01


@pytest.mark.parametrize(
    ("rate", "formula"),
    [
        ("constant", lambda t: 0.3),
        ("inverse-time", lambda t: 0.3 / (1 + t / 20)),
        ("inverse-root", lambda t: 0.3 / math.sqrt(t)),
        ("pegasos", lambda t: 1 / (0.05 * t)),
    ],
)
def test_that_each_rate_follows_its_formula(rate, formula):
    X, y = textbook.data(2)
    run = linlab.train("svm", X, y, rate=rate, alpha=0.3, t0=20, lam=0.05, updates=0)
    for t in (1, 2, 10, 77):
        step = run.at(t - 1).step()
        assert step.rate == pytest.approx(formula(t), rel=1e-14)
        assert step.shrink == pytest.approx(1 - formula(t) * 0.05, abs=1e-15)


@pytest.mark.parametrize("space", ["linear", "linear-kernel"])
@pytest.mark.parametrize("batch", [1, 5, "all"])
def test_that_a_batch_takes_the_mean_gradient_and_a_short_last_one_counts_in_full(batch, space):
    X, y = textbook.data(3, n=23)
    run = linlab.train(
        "logistic", X, y, batch=batch, alpha=0.4, lam=0.1, order="cyclic", updates=0, space=space
    )
    F = np.c_[X, np.ones(len(y))]
    one_hot = (y[:, None] == np.unique(y)).astype(float)
    W, size = np.zeros((3, 3)), len(y) if batch == "all" else batch
    t = 0
    for _ in range(3):
        for first in range(0, len(y), size):
            some = slice(first, first + size)
            P = np.exp(F[some] @ W.T)
            P /= P.sum(axis=1, keepdims=True)
            g = (P - one_hot[some]).T @ F[some] / len(P)
            g[:, :2] += 0.1 * W[:, :2]
            W = W - 0.4 * g
            t += 1
            at = run.at(t)
            weights = at.weights @ X if space == "linear-kernel" else at.weights
            np.testing.assert_allclose(np.c_[weights, at.bias], W, atol=1e-11)
    assert run.trace.problem(0).updates_per_epoch == -(-23 // size)


def test_that_l1_makes_weights_exactly_zero_and_matches_the_proximal_step():
    X, y = textbook.data(2)
    X = np.c_[X[:, 0] + np.where(y == "b", 1.5, -1.5), X[:, 1] * 0.05]  # only x₁ matters
    run = linlab.train(
        "logistic", X, y, penalty="l1", lam=0.1, alpha=0.1, epochs=40, order="cyclic"
    )
    w = np.zeros(3)
    for t in range(run.t):
        f, target = np.array([*X[t % 24], 1.0]), float(y[t % 24] == "b")
        w = w - 0.1 * (1 / (1 + math.exp(-w @ f)) - target) * f
        w[:2] = np.sign(w[:2]) * np.maximum(np.abs(w[:2]) - 0.1 * 0.1, 0)
        np.testing.assert_allclose(run.at(t + 1).theta[0], w, atol=1e-11)
    assert run.weights[0, 1] == 0.0
    assert run.weights[0, 0] != 0.0


@pytest.mark.parametrize(("lam", "name"), [(None, "svm"), (None, "logistic")])
def test_that_lambda_and_c_are_one_setting(lam, name):
    X, y = textbook.data(2)
    by_c = linlab.train(name, X, y, C=20, epochs=2)
    by_lam = linlab.train(name, X, y, lam=0.05, epochs=2)
    np.testing.assert_array_equal(by_c.theta, by_lam.theta)
