"""Facts of kernels, counts, guesses, bags and comparisons, beside what a few lines of numpy, scipy
or a lecture say."""

import math

import numpy as np
import pytest
from scipy import stats

import linlab
from linlab.engine.data.datasets import make_points
from linlab.engine.document.document import Document
from linlab.engine.ground.errors import LinlabError
from linlab.engine.learner.learner import Learner
from linlab.engine.many.teaching import Teacher, TeachingRule, label_by_rounds
from linlab.lessons.facts.known import Facts
from linlab.lessons.facts.situation import Situation
from linlab.lessons.written.expressions import Expression


def value(expression, document, t=0):
    return Expression.read(expression).value(Facts(Situation(document, 0, t)))


def lab(data, *models, seed=0, shares=(100, 0, 0), **knobs):
    return Document(
        make_points(data, **knobs),
        tuple(Learner.of(name, **settings) for name, settings in models),
        seed,
        shares,
    )


def test_that_a_kernel_of_two_places_is_its_formula_and_random_features_come_near_it():
    def of(**settings):
        return value("kernel(1, 2, 3, 1)", lab("circles", ("svm", settings), n=10))

    assert of(space="polynomial", degree=2, coef0=0) == pytest.approx(25)
    assert of(space="rbf", gamma=0.3) == pytest.approx(math.exp(-0.3 * 5))
    assert of(space="linear") == pytest.approx(5)
    assert of(space="fourier", gamma=0.3, features=10_000) == pytest.approx(
        math.exp(-0.3 * 5), abs=0.05
    )


def test_that_more_random_features_imitate_the_kernel_better():
    few, many = (
        value("imitation", lab("moons", ("svm", {"space": "fourier", "features": d}), n=30))
        for d in (10, 1000)
    )
    assert many < few / 4
    with pytest.raises(LinlabError, match="only random features"):
        value("imitation", lab("moons", ("naive-bayes", {}), n=30))


def test_that_counts_are_those_of_the_frog():
    frog = lab("frog", ("naive-bayes", {"smoothing": 0}))
    assert value("prior('+')", frog, 14) == pytest.approx(6 / 14)
    assert value("share('-', 2, 0)", frog, 14) == pytest.approx(4 / 8)
    assert value("share('+', 1, 1)", frog, 14) == pytest.approx(2 / 6)
    with pytest.raises(LinlabError, match="bins"):
        value("share('-', 1, 0)", lab("frog", ("gaussian-naive-bayes", {})), 14)


def test_that_wrong_guesses_are_those_that_are_not_true():
    start = lab("overlapping-blobs", ("logistic", {}), n=40, hidden=80)
    rounds = label_by_rounds(start, TeachingRule((Teacher(0),), 0.6, 2, 5))
    points = rounds.document.points_at(rounds.t)
    untrue = sum(
        points.guessed[k] and points.label[k] != points.true[k] for k in range(len(points))
    )
    assert value("wrong_guesses", rounds.document, rounds.t) == untrue > 0


def test_that_what_a_bag_leaves_out_was_not_drawn():
    bag = lab("moons", ("perceptron", {}), ("bagging", {"members": 5}), n=20, seed=3)
    missed = [
        1 - len(set(np.random.default_rng((3, b)).integers(0, 20, 20))) / 20 for b in range(5)
    ]
    assert value("m2.left_out", bag, 20) == pytest.approx(np.mean(missed))


def test_that_an_interval_of_an_error_is_scipys():
    low, high = stats.binomtest(6, 40).proportion_ci(method="wilson")
    anything = lab("frog", ("naive-bayes", {}))
    assert value("interval_low(0.15, 40)", anything) == pytest.approx(low)
    assert value("interval_high(0.15, 40)", anything) == pytest.approx(high)


def test_that_two_models_are_compared_as_the_view_does_on_the_training_part_alone():
    both = lab(
        "overlapping-blobs", ("svm", {}), ("naive-bayes", {}), n=50, seed=1, shares=(80, 0, 20)
    )
    own = both.points.take(both.parts_of(both.points) == 0)
    accuracy = linlab.compare(
        {"svm": {}, "naive-bayes": {}}, own, folds=5, epochs=20, seed=1
    ).accuracy
    t, p = stats.ttest_rel(accuracy["svm"], accuracy["naive-bayes"])
    assert value("fold_accuracy(1, 2, 5)", both) == pytest.approx(accuracy["svm"].mean())
    assert (value("paired_t(1, 2, 5)", both), value("paired_p(1, 2, 5)", both)) == pytest.approx(
        (t, p)
    )
