"""Bags, beside runs trained one by one on the same samples, and scikit-learn's BaggingClassifier
made of them."""

from collections import Counter

import numpy as np
import pytest
from sklearn.base import BaseEstimator, ClassifierMixin
from sklearn.ensemble import BaggingClassifier

import linlab
from linlab import LinlabError
from tests.engine import textbook

X, Y = textbook.data(3, n=30)
GRID = np.stack(np.meshgrid(np.linspace(-3, 3, 9), np.linspace(-3, 3, 8)), axis=-1).reshape(-1, 2)


def samples(n, members, seed):
    return [np.random.default_rng((seed, b)).integers(0, n, n) for b in range(members)]


def runs_of(model, members, seed, **how):
    return [
        linlab.train(model, X[s], Y[s], seed=seed, **how) for s in samples(len(X), members, seed)
    ]


@pytest.mark.parametrize(
    ("model", "how"),
    [
        ("svm", {"epochs": 4}),
        ("perceptron", {"updates": 50, "space": "rbf", "gamma": 1.0}),
        ("naive-bayes", {}),
        ("logistic", {"stop": "still", "epochs": 20}),
    ],
)
def test_that_each_member_is_the_run_on_its_own_sample(model, how):
    bag, runs = linlab.bag(model, X, Y, members=7, seed=5, **how), runs_of(model, 7, 5, **how)
    for member, run in zip(bag.model.members, runs, strict=True):
        np.testing.assert_array_equal(member.scores(GRID), run.scores(GRID))
    np.testing.assert_array_equal(bag.drawn, samples(30, 7, 5))
    again = linlab.bag(model, X, Y, members=7, seed=5, **how)
    assert again.scores(GRID).tobytes() == bag.scores(GRID).tobytes()
    assert (
        linlab.bag(model, X, Y, members=3, seed=5, **how).drawn.tolist() == bag.drawn[:3].tolist()
    )


class Fitted(ClassifierMixin, BaseEstimator):
    def __init__(self, run=None):
        self.run = run
        self.classes_ = np.arange(3)

    def predict(self, X):
        return np.searchsorted(["a", "b", "c"], self.run.predict(X))


def test_that_scikit_learns_bag_of_the_same_members_answers_the_same():
    runs = runs_of("perceptron", 9, 2, epochs=3)
    theirs = BaggingClassifier(Fitted(), n_estimators=9)
    theirs.estimator_, theirs.estimators_ = Fitted(), [Fitted(run) for run in runs]
    theirs.estimators_features_ = [np.arange(2)] * 9
    theirs.classes_, theirs.n_classes_, theirs.n_features_in_ = np.array(["a", "b", "c"]), 3, 2
    bag = linlab.bag("perceptron", X, Y, members=9, seed=2, epochs=3)
    np.testing.assert_array_equal(bag.predict(GRID), theirs.predict(GRID))
    np.testing.assert_allclose(bag.votes(GRID) / 9, theirs.predict_proba(GRID))


def test_that_out_of_bag_each_example_is_judged_by_who_did_not_draw_it():
    bag, runs = (
        linlab.bag("perceptron", X, Y, members=4, seed=1, epochs=5),
        runs_of("perceptron", 4, 1, epochs=5),
    )
    wrong = judged = 0
    for i in range(30):
        votes = Counter(
            run.predict([X[i]])[0]
            for run, s in zip(runs, samples(30, 4, 1), strict=True)
            if i not in s
        )
        if votes:
            answer = min(c for c in votes if votes[c] == max(votes.values()))
            judged, wrong = judged + 1, wrong + (answer != Y[i])
        assert bag.out_of_bag[i] == (answer if votes else None)
    assert judged < 30  # some example was drawn by all four
    assert any(
        a not in (None, b) for a, b in zip(bag.out_of_bag, bag.predict(X), strict=True)
    )  # who has seen it knows better
    assert bag.out_of_bag_error == wrong / judged


def test_that_samples_of_one_class_are_left_out_and_counted():
    x, y = [(0, 0), (4, 0), (5, 0)], ["a", "b", "b"]
    alone = [len(set(np.array(y)[s])) < 2 for s in samples(3, 20, 0)]
    bag = linlab.bag("perceptron", x, y, members=20, epochs=5)
    assert 0 < bag.lacking == sum(alone) and len(bag.model.members) == 20 - sum(alone)
    assert [
        s.tolist() for s, one in zip(samples(3, 20, 0), alone, strict=True) if not one
    ] == bag.drawn.tolist()


def test_that_a_sample_may_lack_one_of_three_classes():
    x, y = [(0, 0), (0, 1), (4, 0), (5, 0), (0, 7)], [3, 3, 4, 4, 10]
    bag = linlab.bag("perceptron", x, y, members=12, epochs=20)
    assert any(len(member.examples.classes) == 2 for member in bag.model.members)
    assert bag.classes == (3, 4, 10) and set(bag.predict(x).tolist()) <= {3, 4, 10}


def test_that_a_bag_votes_with_others():
    bag, run = (
        linlab.bag("svm", X, Y, members=3, epochs=2),
        linlab.train("logistic", X, Y, epochs=2),
    )
    found = linlab.vote([bag, run, run])
    np.testing.assert_array_equal(found.predict(GRID), run.predict(GRID))


@pytest.mark.parametrize(("call", "said"), [
    (lambda: linlab.bag("svm", X, Y, members=0), "members must be a whole number of at least 1"),
    (lambda: linlab.bag("svm", X, Y, members=2.5), "members must be a whole number"),
    (lambda: linlab.bag("svm", X, ["a"] * 30), "Only the class “a” occurs"),
    (lambda: linlab.bag("svm", X, [None] * 30), "There are no labelled points"),
    (lambda: linlab.bag("svm", X), "give X and y"),
    (lambda: linlab.bag("svm", X, Y, lamb=1), "There is no setting “lamb”"),
    (lambda: linlab.bag("sum", X, Y), "There is no model “sum”"),
    (lambda: linlab.bag("svm", X, Y, seed=2**40), "The seed must be"),
    (lambda: linlab.bag("svm", X, Y, stop="soon"), "There is no stopping rule"),
    (lambda: linlab.bag("svm", X, Y, stop="dev"), "there are none"),
    (lambda: linlab.bag("svm", [(0, 0), (1, 0)], [0, 1], members=1, seed=0), "Every sample has points of only one class"),
    (lambda: linlab.bag("svm", [(0, 0), (1, 0)], [0, 1], members=1, seed=3).out_of_bag_error, "nothing is out of bag"),
])  # fmt: skip
def test_that_what_cannot_be_bagged_is_refused_in_a_sentence(call, said):
    with pytest.raises(LinlabError, match=said):
        call()
