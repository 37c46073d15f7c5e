"""Models compared over folds, beside a loop that trains and judges them one by one."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

import linlab
from linlab import LinlabError
from linlab.engine.ground.progress import watched
from linlab.engine.train.teams.folds import folds_of
from tests.engine import textbook

X, Y = textbook.data(3, n=40)


def by_hand(model, settings, X, y, folds, seed, epochs):
    """Whether each example is answered rightly by the run that has not seen it."""
    place = {int(i): k for k, i in enumerate(np.random.default_rng((seed, 7)).permutation(len(y)))}
    fold = np.array([place[i] % folds for i in range(len(y))])
    right = [None] * len(y)
    for k in range(folds):
        seen = [i for i in range(len(y)) if fold[i] != k]
        run = linlab.train(
            model, X[seen], [y[i] for i in seen], epochs=epochs, seed=seed, **settings
        )
        for i in np.flatnonzero(fold == k):
            right[i] = run.predict([X[i]])[0] == y[i]
    return fold, np.array(right)


@given(st.integers(2, 30), st.integers(0, 60), st.integers(0, 2**32 - 1))
def test_that_folds_are_addressed_by_the_seed_and_even(folds, more, seed):
    n = folds + more
    fold, order = folds_of(n, folds, seed), np.random.default_rng((seed, 7)).permutation(n).tolist()
    assert [fold[i] for i in order] == [k % folds for k in range(n)]
    assert np.ptp(np.bincount(fold, minlength=folds)) <= 1


def test_that_every_example_is_judged_by_runs_that_have_not_seen_it():
    models = {"svm": {"space": "rbf", "gamma": 0.6}, "perceptron": {}, "naive-bayes": {"bins": 4}}
    compared = linlab.compare(models, X, Y, folds=5, epochs=6, seed=3)
    for name, settings in models.items():
        fold, right = by_hand(name, settings, X, Y, 5, 3, 6)
        np.testing.assert_array_equal(compared.fold, fold)
        np.testing.assert_array_equal(compared.right[name], right)
        assert compared.accuracy[name].tolist() == [right[fold == k].mean() for k in range(5)]
    again = linlab.compare(models, X, Y, folds=5, epochs=6, seed=3)
    assert all(again.right[name].tobytes() == compared.right[name].tobytes() for name in models)


def test_that_its_tests_are_those_of_its_accuracies():
    compared = linlab.compare({"svm": {}, "perceptron": {}}, X, Y, folds=8, epochs=3, seed=1)
    a, b = compared.accuracy["svm"], compared.accuracy["perceptron"]
    assert a.shape == (8,)
    t, df, p = compared.paired("svm", "perceptron")
    assert df == 7 and (t, p) == pytest.approx(tuple(stats.ttest_rel(a, b)))
    t, df, p = compared.two_sample("svm", "perceptron")
    assert df == 14 and (t, p) == pytest.approx(tuple(stats.ttest_ind(a, b)))
    one, other = compared.right["svm"], compared.right["perceptron"]
    for fold in (None, 2):
        mine = slice(None) if fold is None else compared.fold == fold
        alone = [
            int(sum(u and not v for u, v in zip(*pair, strict=True)))
            for pair in ((one[mine], other[mine]), (other[mine], one[mine]))
        ]
        found = compared.mcnemar("svm", "perceptron", fold)
        assert [found.a_alone, found.b_alone] == alone
        assert found.p == pytest.approx(
            stats.binomtest(alone[0], sum(alone)).pvalue if sum(alone) else 1.0
        )
    wrong = int((~one).sum())
    assert compared.error("svm").share == wrong / 40
    assert compared.error("svm").low == pytest.approx(
        stats.binomtest(wrong, 40).proportion_ci(method="wilson").low
    )


def test_that_learners_may_have_names_of_their_own_and_unlabelled_points_take_no_part():
    models = {
        "weak": linlab.Learner.of("svm", lam=10.0),
        "strong": linlab.Learner.of("svm", lam=0.001),
    }
    compared = linlab.compare(models, X, Y, folds=4, epochs=4)
    more = linlab.compare(models, [*X, (0, 0)], [*Y, None], folds=4, epochs=4)
    assert set(compared.accuracy) == {"weak", "strong"}
    assert all(compared.right[name].tobytes() == more.right[name].tobytes() for name in models)


def test_that_a_class_missing_from_training_is_simply_never_right():
    x = [(0, 0), (1, 0), (0, 1), (5, 5), (6, 5), (5, 6), (-5, 5)]
    compared = linlab.compare({"perceptron": {}}, x, [*"aaabbbc"], folds=7, epochs=3)
    assert not compared.right["perceptron"][6]


def test_that_it_says_how_far_it_is():
    told = []
    with watched(told.append):
        linlab.compare({"svm": {}, "perceptron": {}}, X, Y, folds=3, epochs=1)
    assert [line for line in told if line.startswith("fold")] == [
        f"fold {k} of 3: {name}" for k in (1, 2, 3) for name in ("svm", "perceptron")
    ]


@pytest.mark.parametrize(("call", "said"), [
    (lambda: linlab.compare({"svm": {}}, X[:5], Y[:5], folds=10), "10 folds need at least 10 labelled points, but there are 5"),
    (lambda: linlab.compare({"svm": {}}, X, Y, folds=1), "folds must be a whole number of at least 2"),
    (lambda: linlab.compare({"svm": {}}, X[:4], ["a", "a", "a", "b"], folds=4), "only the class “a” is left to train on"),
    (lambda: linlab.compare({"svm": {}}, X[:4], ["a"] * 4, folds=2), "Only the class “a” occurs"),
    (lambda: linlab.compare({"svm": {}}, X[:4], [None] * 4, folds=2), "there are 0"),
    (lambda: linlab.compare({}, X, Y), "Give the models to compare"),
    (lambda: linlab.compare(["svm"], X, Y), "Give the models to compare"),
    (lambda: linlab.compare({"svm": 3}, X, Y), "must be a dictionary or a linlab.Learner"),
    (lambda: linlab.compare({"svn": {}}, X, Y), "There is no model “svn”"),
    (lambda: linlab.compare({3: {}}, X, Y), "must be a text, not 3"),
    (lambda: linlab.compare({"svm": {"lambda": 1}}, X, Y), "no setting “lambda”"),
    (lambda: linlab.compare({"svm": {}}, X, Y, seed=-1), "seed must be"),
    (lambda: linlab.compare({"svm": {}}, X, Y, epochs=1, updates=2), "epochs or steps, not both"),
    (lambda: linlab.compare({"svm": {}}, X, Y, epochs=1, folds=2).paired("svm", "svm"), "All 2 differences are 0"),
    (lambda: linlab.compare({"svm": {}}, X, Y, epochs=1, folds=2).paired("svm", "mira"), "There is no “mira” in this"),
    (lambda: linlab.compare({"svm": {}}, X, Y, epochs=1, folds=2).mcnemar("svm", "svm", 2), "There is no fold 2"),
])  # fmt: skip
def test_that_what_cannot_be_compared_is_refused_in_a_sentence(call, said):
    with pytest.raises(LinlabError, match=said) as caught:
        call()
    assert str(caught.value).endswith((".", "}."))
