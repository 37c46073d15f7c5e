"""Spaces: kernels, feature maps and the factorised fields."""

import numpy as np
import pytest

import linlab
from linlab.engine.learner.features import FEATURES, Monomials
from linlab.engine.learner.kernels import KERNELS
from linlab.engine.picture import field
from tests.engine import textbook
from tests.engine.plane import plane_catalog, plane_spaces

RNG = np.random.default_rng(5)
A, B = RNG.normal(size=(7, 2)), RNG.normal(size=(9, 2))
SETTINGS = {"gamma": 0.6, "degree": 3, "coef0": 0.5, "features": 40}


def test_that_kernels_agree_with_scikit_learn():
    from sklearn.metrics import pairwise

    expected = {
        "linear-kernel": pairwise.linear_kernel(A, B),
        "polynomial": pairwise.polynomial_kernel(A, B, degree=3, gamma=1, coef0=0.5),
        "rbf": pairwise.rbf_kernel(A, B, gamma=0.6),
        "laplace": pairwise.laplacian_kernel(A, B, gamma=0.6),
    }
    for name, gram in expected.items():
        np.testing.assert_allclose(KERNELS[name].gram(A, B, SETTINGS), gram, rtol=1e-12)


def test_that_the_lectures_map_gives_the_squared_dot_product():
    phi = lambda x: np.stack([x[:, 0] ** 2, x[:, 1] ** 2, np.sqrt(2) * x[:, 0] * x[:, 1]], axis=1)  # noqa: E731
    gram = KERNELS["polynomial"].gram(A, B, {"degree": 2, "coef0": 0.0})
    np.testing.assert_allclose(phi(A) @ phi(B).T, gram, rtol=1e-12)


def test_that_monomials_are_all_products_up_to_the_degree():
    x = np.array([[2.0, 3.0]])
    assert Monomials(3).features(x)[0].tolist() == [2, 3, 4, 6, 9, 8, 12, 18, 27]
    assert Monomials(3).names[5:7] == ("x₁³", "x₁²x₂")


def test_that_random_fourier_features_tend_to_the_rbf_kernel():
    gram = KERNELS["rbf"].gram(A, B, {"gamma": 0.6})
    error = {}
    for many in (100, 10_000):
        worst = []
        for seed in range(5):
            waves = FEATURES["fourier"].make({"gamma": 0.6, "features": many}, seed)
            worst.append(np.abs(waves.features(A) @ waves.features(B).T - gram).max())
        error[many] = np.mean(worst)
    assert error[10_000] < 0.05
    assert error[10_000] < error[100] / 5  # like 1/√D


def test_that_more_waves_keep_the_first_ones():
    few, many = (FEATURES["fourier"].make({"gamma": 0.6, "features": d}, 3) for d in (5, 50))
    np.testing.assert_array_equal(few.omega, many.omega[:5])
    np.testing.assert_array_equal(few.phase, many.phase[:5])


@pytest.mark.parametrize("classes", [2, 4])
@pytest.mark.parametrize("bias", ["free", "regularised", "none"])
@pytest.mark.parametrize("space", plane_spaces())
def test_that_the_factorised_field_equals_scoring_each_place(space, bias, classes):
    X, y = textbook.data(classes)
    run = linlab.train("logistic", X, y, space=space, bias=bias, epochs=3, **SETTINGS)
    xs, ys = np.linspace(-3, 3, 13), np.linspace(-2, 4, 9)
    across, up = np.meshgrid(xs, ys)
    direct = run.scores(np.c_[across.ravel(), up.ravel()]).T.reshape(-1, 9, 13)
    np.testing.assert_allclose(run.field(xs, ys), direct, rtol=1e-10, atol=1e-10)


@pytest.mark.parametrize("space", [name for name, kernel in KERNELS.items() if kernel.grid])
@pytest.mark.parametrize("held", [0, 1, 3])
def test_that_a_field_of_few_coefficients_is_their_sum(space, held):
    centres, a = np.random.default_rng(6).normal(size=(50, 2)), np.zeros((2, 50))
    a[0, 4 : 4 + held], a[1, 5 : 5 + held] = 1.5, -0.7
    xs, ys = np.linspace(-3, 3, 90), np.linspace(-2, 2, 70)
    across, up = np.meshgrid(xs, ys)
    k = KERNELS[space].gram(np.c_[across.ravel(), up.ravel()], centres, SETTINGS)
    expected = sum(np.outer(a[:, i], k[:, i]) for i in range(50)).reshape(2, 70, 90)
    np.testing.assert_allclose(
        KERNELS[space].grid(a, centres, SETTINGS, xs, ys), expected, rtol=1e-10, atol=1e-10
    )


def test_that_a_field_may_have_no_width():
    xs, ys = np.full(40, 0.5), np.linspace(-2, 2, 70)
    field = KERNELS["rbf"].grid(np.ones((1, 7)), A, SETTINGS, xs, ys)
    expected = KERNELS["rbf"].gram(np.c_[xs[:1].repeat(70), ys], A, SETTINGS).sum(axis=1)
    np.testing.assert_allclose(field[0], np.tile(expected[:, None], 40), rtol=1e-10)


@pytest.mark.parametrize(
    "model", ["naive-bayes", "gaussian-naive-bayes", "voted-perceptron", "averaged-perceptron"]
)
@pytest.mark.parametrize("classes", [2, 3])
def test_that_other_read_outs_have_fields_too(model, classes):
    X, y = textbook.data(classes)
    run = linlab.train(model, X, y, epochs=3)
    xs, ys = np.linspace(-3, 3, 6), np.linspace(-2, 4, 5)
    across, up = np.meshgrid(xs, ys)
    direct = run.scores(np.c_[across.ravel(), up.ravel()]).T.reshape(-1, 5, 6)
    np.testing.assert_allclose(run.field(xs, ys), direct, rtol=1e-10, atol=1e-10)


def test_that_level_sets_lie_where_the_score_is_the_level():
    X, y = textbook.data(2)
    run = linlab.train("svm", X, y, epochs=20)
    xs, ys = np.linspace(-3, 3, 60), np.linspace(-3, 3, 50)
    f = run.field(xs, ys)
    lines = field.Contours(f, xs, ys).boundary
    assert lines
    np.testing.assert_allclose(run.scores(np.concatenate(lines)), 0.0, atol=1e-9)
    edges = field.Contours(f, xs, ys).margin
    assert edges
    np.testing.assert_allclose(np.abs(run.scores(np.concatenate(edges))), 1.0, atol=1e-9)


def test_that_the_border_of_many_classes_is_where_the_winner_changes():
    X, y = textbook.data(4)
    run = linlab.train("logistic", X, y, epochs=30)
    xs = ys = np.linspace(-3, 3, 121)
    f = run.field(xs, ys)
    for line in field.Contours(f, xs, ys).boundary:
        s = np.sort(run.scores(line), axis=1)
        assert (
            np.quantile(s[:, -1] - s[:, -2], 0.9) < 0.05
        )  # but for the corners, where a grid cell is the limit
    winner = field.winner(f)
    assert set(np.unique(winner)) == {0, 1, 2, 3}
    assert run.classes[winner[60, 100]] == run.predict([[xs[100], ys[60]]])[0]


def test_that_the_catalogue_offers_every_space_to_every_model_but_naive_bayes():
    for recipe in plane_catalog().values():
        own = recipe.counting is not None and bool(recipe.counting.no_space)
        assert ("space" in recipe.parameters) == (not own and not recipe.of_others)
