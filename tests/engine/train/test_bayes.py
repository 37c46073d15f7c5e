"""Naive Bayes: the lectures' worked numbers and scikit-learn's."""

from fractions import Fraction

import numpy as np
import pytest

import linlab
from linlab.engine.data.datasets import make_points
from tests.engine import textbook


def test_that_the_frogs_probabilities_are_the_lectures():
    run = linlab.train("naive-bayes", make_points("frog"), bins=3, smoothing=0)
    minus, plus = (run.classes.index(c) for c in ("-", "+"))
    tables = run.tables()
    assert run.t == 14
    assert tables["P(y)"][plus] == pytest.approx(6 / 14)
    np.testing.assert_allclose(tables["P(x1|y)"][minus], [6 / 8, 1 / 8, 1 / 8])
    np.testing.assert_allclose(tables["P(x2|y)"][minus], [4 / 8, 3 / 8, 1 / 8])
    np.testing.assert_allclose(tables["P(x1|y)"][plus], [1 / 6, 2 / 6, 3 / 6])
    np.testing.assert_allclose(tables["P(x2|y)"][plus], [1 / 6, 1 / 6, 4 / 6])
    joint = run.joint([(1, 1)])[0]
    assert joint[minus] == pytest.approx(8 / 14 * 1 / 8 * 3 / 8)
    assert joint[plus] == pytest.approx(6 / 14 * 2 / 6 * 1 / 6)
    assert round(joint[minus], 3) == 0.027
    assert round(joint[plus], 3) == 0.024
    assert run.predict([(1, 1)])[0] == "-"


def test_that_the_traffic_lights_fool_naive_bayes():
    run = linlab.train("naive-bayes", make_points("traffic-lights"), bins=2, smoothing=0)
    joint = dict(zip(run.classes, run.joint([(1, 1)])[0], strict=True))
    assert joint["broken"] == pytest.approx(4 / 28)
    assert joint["working"] == pytest.approx(6 / 28)
    assert run.predict([(1, 1)])[0] == "working"  # although both lights are red only when broken
    assert run.probabilities([(1, 1)])[0, run.classes.index("working")] == pytest.approx(0.6)


@pytest.mark.parametrize("classes", [2, 3, 5])
def test_that_gaussian_naive_bayes_is_scikit_learns(classes):
    from sklearn.naive_bayes import GaussianNB

    X, y = textbook.data(classes, n=60)
    run = linlab.train("gaussian-naive-bayes", X, y)
    reference = GaussianNB().fit(X, y)
    places = np.random.default_rng(0).normal(size=(50, 2)) * 2
    np.testing.assert_allclose(
        run.probabilities(places), reference.predict_proba(places), atol=1e-6
    )
    np.testing.assert_allclose(run.tables()["mean"], reference.theta_, atol=1e-12)
    np.testing.assert_allclose(run.tables()["variance"], reference.var_, rtol=1e-6)
    assert (run.predict(places) == reference.predict(places)).all()


@pytest.mark.parametrize("smoothing", [0.5, 1.0, 3.0])
@pytest.mark.parametrize("bins", [2, 3, 7])
@pytest.mark.parametrize("classes", [2, 3])
def test_that_categorical_naive_bayes_is_scikit_learns(classes, bins, smoothing):
    from sklearn.naive_bayes import CategoricalNB

    X, y = textbook.data(classes, n=60)
    run = linlab.train("naive-bayes", X, y, bins=bins, smoothing=smoothing)
    low, high = X.min(axis=0), X.max(axis=0)

    def cut(Z):
        return np.clip(np.floor((Z - low) / ((high - low) / bins)), 0, bins - 1).astype(int)

    reference = CategoricalNB(alpha=smoothing, min_categories=bins).fit(cut(X), y)
    places = np.random.default_rng(0).normal(size=(50, 2)) * 2
    np.testing.assert_allclose(
        run.probabilities(places), reference.predict_proba(cut(places)), atol=1e-12
    )


def test_that_its_log_probabilities_are_the_weights_of_a_linear_model():
    X, y = textbook.data(3, n=60)
    run = linlab.train("naive-bayes", X, y, bins=4, smoothing=1)
    np.testing.assert_allclose(
        run.problem.counting.features(X) @ run.weights.T + run.bias, run.scores(X), atol=1e-12
    )
    np.testing.assert_allclose(np.exp(run.weights[:, :4]), run.tables()["P(x1|y)"])
    gaussian = linlab.train("gaussian-naive-bayes", X, y)
    np.testing.assert_allclose(
        np.c_[X, X**2] @ gaussian.weights.T + gaussian.bias, gaussian.scores(X), atol=1e-9
    )


@pytest.mark.parametrize("model", ["naive-bayes", "gaussian-naive-bayes"])
def test_that_an_update_counts_one_example(model):
    X, y = textbook.data(3)
    run = linlab.train(model, X, y, order="cyclic", updates=0)
    for t in (1, 2, 10, 24):
        seen = y[:t]
        np.testing.assert_allclose(run.at(t).tables()["P(y)"], [(seen == c).mean() for c in "abc"])
    assert run.at(1000).t == 24
    assert "counted" in run.at(1000).reason
    with pytest.raises(linlab.LinlabError, match="no further step"):
        run.at(24).step()


@pytest.mark.parametrize("model", ["naive-bayes", "gaussian-naive-bayes"])
def test_that_its_mistakes_are_those_made_before_counting(model):
    X, y = textbook.data(2)
    run = linlab.train(
        model,
        X,
        y,
        order="cyclic",
        updates=0,
        **({"smoothing": 1} if model == "naive-bayes" else {}),
    )
    wrong = sum(
        run.at(t).predict(X[t])[0] != y[t] or run.at(t).scores(X[t])[0, 0] == 0 for t in range(24)
    )
    assert run.at(24).measures().mistakes == wrong


def test_that_far_away_points_lose_no_digits():
    from sklearn.naive_bayes import GaussianNB

    X, y = textbook.data(2, n=60)
    near, far = (
        linlab.train("gaussian-naive-bayes", X, y),
        linlab.train("gaussian-naive-bayes", X + 1e7, y),
    )
    np.testing.assert_allclose(far.probabilities(X + 1e7), near.probabilities(X), atol=1e-6)
    assert (GaussianNB().fit(X, y).predict(X) == far.predict(X + 1e7)).all()


@pytest.mark.parametrize(
    ("low", "high", "bins"),
    [("0", "0.9", 9), ("0.1", "0.7", 3), ("-0.3", "0.3", 6), ("1", "2", 10), ("0", "1", 3)],
)
def test_that_a_bin_holds_its_edge_where_that_is_a_short_decimal(low, high, bins, tmp_path):
    """As it is worked out on paper: 0.3 lies in the bin that begins at 0.3, not before it."""
    low, high = Fraction(low), Fraction(high)
    places = [float(low + k * (high - low) / bins) for k in range(bins + 1)]
    expected = [*range(bins), bins - 1]  # the last bin also holds the upper end
    X = [(place, 0.0) for place in places]
    y = ["ab"[k % 2] for k in range(bins + 1)]
    run = linlab.train("naive-bayes", X, y, bins=bins, smoothing=1.0, epochs=1)
    assert run.problem.counting.bin(0, np.array(places)).tolist() == expected
    counts = np.zeros((2, bins))
    for k, name in zip(expected, y, strict=True):
        counts["ab".index(name), k] += 1
    seen = {name: np.count_nonzero(np.array(y) == name) for name in "ab"}
    table = run.model.counting.tables(run.model.counts)["P(x1|y)"]
    for c, name in enumerate("ab"):
        assert table[c] == pytest.approx((counts[c] + 1) / (seen[name] + bins))
    run.save(tmp_path / "model.py")
    run.save(tmp_path / "weights.json")
    names = {"__name__": "model"}
    exec((tmp_path / "model.py").read_text(), names)
    np.testing.assert_array_equal(names["scores"](X), run.scores(X))
    read = linlab.load_weights(tmp_path / "weights.json")
    np.testing.assert_array_equal(read.scores(X), run.scores(X))
