"""Votes, counted one by one, and by scikit-learn's VotingClassifier over the same answers."""

from collections import Counter

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sklearn.base import BaseEstimator, ClassifierMixin
from sklearn.ensemble import VotingClassifier
from sklearn.preprocessing import LabelEncoder

import linlab
from linlab import LinlabError
from linlab.engine.many.answering import Examples, confidence
from linlab.engine.many.voting import Voting
from linlab.engine.train.models import Model
from tests.engine import textbook

X, Y = textbook.data(3, n=36)
GRID = np.stack(np.meshgrid(np.linspace(-3, 3, 13), np.linspace(-3, 3, 11)), axis=-1).reshape(-1, 2)
TWO = np.where(Y == "a", "no", "yes")


def three(y=Y, models=("perceptron", "logistic", "naive-bayes"), **how):
    return [linlab.train(model, X, y, epochs=3, seed=k, **how) for k, model in enumerate(models)]


class Fitted(ClassifierMixin, BaseEstimator):
    """A run as scikit-learn would have it, in numbers of classes."""

    def __init__(self, run=None):
        self.run = run

    def fit(self, X, y):
        return self

    def predict(self, X):
        return np.searchsorted(self.run.classes, self.run.predict(X))

    def predict_proba(self, X):
        return self.run.probabilities(X)


def scikit(runs, how, weights=None):
    made = VotingClassifier(
        [(str(k), Fitted(run)) for k, run in enumerate(runs)], voting=how, weights=weights
    )
    made.estimators_, made.le_ = [Fitted(run) for run in runs], LabelEncoder().fit(Y)
    made.classes_ = made.le_.classes_
    return made


class Says(Model):
    """A model that says what it is told to, of classes of its own."""

    title = "Says"

    def __init__(self, classes, said, chances=None):
        self.said, self.given = np.asarray(said), chances
        self.over = Examples(tuple(classes), np.zeros((0, 2)), np.zeros(0, int), np.zeros(0, int))

    @property
    def examples(self):
        return self.over

    def scores(self, x):
        k = len(self.over.classes)
        return np.where(self.said == 1, 1.0, -1.0)[:, None] if k == 2 else np.eye(k)[self.said]

    def chances(self, scores):
        return self.given


class Speaker:
    def __init__(self, *args, **kwargs):
        self.model = Says(*args, **kwargs)
        self.classes = self.model.over.classes


def said_by_some(k):
    four = st.lists(st.integers(0, k - 1), min_size=4, max_size=4)
    return st.tuples(st.just("abcde"[:k]), st.lists(four, min_size=1, max_size=7))


SAID = st.integers(2, 5).flatmap(said_by_some)
PLACES = np.zeros((4, 2))


@settings(max_examples=40)
@given(SAID)
def test_that_votes_are_counted_as_in_the_lecture(case):
    classes, said = case
    members = [Speaker(classes, one) for one in said]
    majority, plurality = linlab.vote(members, how="majority"), linlab.vote(members)
    for i in range(4):
        count = Counter(classes[one[i]] for one in said)
        assert plurality.votes(PLACES)[i].tolist() == [count[c] for c in classes]
        most = max(count.values())
        assert plurality.predict(PLACES)[i] == min(c for c in count if count[c] == most)
        expected = next((c for c in count if count[c] > len(said) / 2), None)
        assert majority.predict(PLACES)[i] == expected
        assert np.isnan(majority.scores(PLACES)[i]).all() == (expected is None)
    assert plurality.member_answers(PLACES).tolist() == [[classes[c] for c in one] for one in said]


@settings(max_examples=40)
@given(SAID, st.data())
def test_that_a_weighted_vote_is_the_sum_of_weights(case, data):
    classes, said = case
    weights = data.draw(
        st.lists(st.integers(0, 5), min_size=len(said), max_size=len(said)).filter(any)
    )
    found = linlab.vote([Speaker(classes, one) for one in said], how="weighted", weights=weights)
    for i in range(4):
        sums = [
            sum(w for one, w in zip(said, weights, strict=True) if one[i] == c)
            for c in range(len(classes))
        ]
        assert found.votes(PLACES)[i].tolist() == sums
        assert found.predict(PLACES)[i] == classes[sums.index(max(sums))]


@settings(max_examples=60)
@given(SAID, st.data())
def test_that_decimal_weights_tie_where_whole_ones_do(case, data):
    """0.1 + 0.2 against 0.3 goes to the lowest class, as 1 + 2 against 3 does, and thirds do."""
    classes, said = case
    whole = data.draw(
        st.lists(st.integers(0, 6), min_size=len(said), max_size=len(said)).filter(any)
    )
    unit = data.draw(st.sampled_from([10, 100, 3, 7, 12, 1]))
    speakers = [Speaker(classes, one) for one in said]
    found = linlab.vote(speakers, how="weighted", weights=[w / unit for w in whole])
    for i in range(4):
        sums = [
            sum(w for one, w in zip(said, whole, strict=True) if one[i] == c)
            for c in range(len(classes))
        ]
        assert found.predict(PLACES)[i] == classes[sums.index(max(sums))]
        assert found.votes(PLACES)[i] == pytest.approx(np.array(sums) / unit)


def test_that_a_tie_of_a_tenth_and_two_tenths_with_three_goes_to_the_lowest_class():
    speakers = [Speaker(("A", "B"), [c] * 4) for c in (1, 1, 0)]
    found = linlab.vote(speakers, how="weighted", weights=[0.1, 0.2, 0.3])
    assert set(found.predict(PLACES)) == {"A"}
    assert (found.scores(PLACES) == 0).all()


@pytest.mark.parametrize("y", [Y, TWO], ids=["three classes", "two"])
@pytest.mark.parametrize("how", ["hard", "soft", "weighted"])
def test_that_scikit_learn_counts_the_same(y, how):
    probable, any_ = (
        ("logistic", "naive-bayes", "gaussian-naive-bayes"),
        ("mira", "logistic", "perceptron"),
    )
    runs = three(y, probable if how == "soft" else any_)
    weights = [0.5, 2.0, 1.0] if how == "weighted" else None
    mine = linlab.vote(runs, how="plurality" if how == "hard" else how, weights=weights)
    theirs = scikit(runs, "soft" if how == "soft" else "hard", weights)
    theirs.le_ = LabelEncoder().fit(y)
    np.testing.assert_array_equal(mine.predict(GRID), theirs.predict(GRID))
    if how == "soft":
        np.testing.assert_allclose(mine.probabilities(GRID), theirs.predict_proba(GRID), atol=1e-12)
        np.testing.assert_allclose(mine.votes(GRID), 3 * theirs.predict_proba(GRID), atol=1e-12)


def test_that_models_without_probabilities_are_refused_vote_hard_or_are_left_out():
    runs = three(models=("svm", "logistic", "naive-bayes"))
    with pytest.raises(
        LinlabError, match="SVM gives scores, not probabilities, so it has no soft vote"
    ):
        linlab.vote(runs, how="soft")
    p = [run.probabilities(GRID) for run in runs[1:]]
    certain = (runs[0].predict(GRID)[:, None] == np.array(["a", "b", "c"])) * 1.0
    hard = linlab.vote(runs, how="soft", without_probabilities="hard")
    np.testing.assert_allclose(hard.probabilities(GRID), (certain + p[0] + p[1]) / 3)
    out = linlab.vote(runs, how="soft", without_probabilities="leave-out")
    np.testing.assert_allclose(out.probabilities(GRID), (p[0] + p[1]) / 2)


def test_that_weights_may_be_the_accuracy_on_dev_points():
    runs = three(split=(60, 40, 0))
    found = linlab.vote(runs, how="weighted", weights="dev")
    for run, weight in zip(runs, found.model.weights, strict=True):
        assert weight == pytest.approx(1 - run.measures().dev_error)


def test_that_members_may_know_different_classes_and_labels_come_back_as_they_were():
    x = [(0, 0), (4, 0), (0, 4)]
    runs = [
        linlab.train("perceptron", x[:2], [10, 9], epochs=9),
        linlab.train("perceptron", x[1:], [9, 8], epochs=9),
    ]
    found = linlab.vote([*runs, linlab.train("perceptron", x, [10, 9, 8], epochs=9)])
    assert found.classes == (8, 9, 10)
    assert found.predict(x).tolist() == [
        linlab.train("perceptron", x, [10, 9, 8], epochs=9).predict(x).tolist()[0],
        9,
        8,
    ]
    assert found.votes(x).sum(axis=1).tolist() == [3, 3, 3]


def test_that_votes_vote_and_who_is_undecided_has_no_vote():
    a, b, c = Speaker("ab", [0] * 4), Speaker("ab", [1] * 4), Speaker("ab", [1] * 4)
    split = linlab.vote([a, b], how="majority")
    assert split.predict(PLACES).tolist() == [None] * 4
    assert linlab.vote([split, c]).votes(PLACES).tolist() == [[0.0, 1.0]] * 4


def test_that_where_no_class_is_possible_nothing_becomes_nan():
    run = linlab.train(
        "naive-bayes", [(0, 0), (1, 1), (9, 9)], ["a", "b", "c"], smoothing=0.0, bins=9
    )
    far = [(0.0, 9.0)]
    assert np.isnan(run.scores(far)).all()
    found = linlab.vote([run, run], how="soft")
    assert found.probabilities(far).tolist() == [[1 / 3] * 3]
    assert found.predict(far).tolist() == run.predict(far).tolist() == ["a"]
    assert confidence(run.model, np.array(far)).tolist() == [1 / 3]


def test_that_confidence_is_the_largest_probability_or_sigma_of_the_lead():
    for run in (*three(), *three(TWO)):
        if run.model.chances(run.scores(X)) is not None:
            expected = run.probabilities(X).max(axis=1)
        else:
            s = run.scores(X)
            lead = np.abs(s[:, 0]) if s.shape[1] == 1 else [np.diff(np.sort(row))[-1] for row in s]
            expected = 1 / (1 + np.exp(-np.asarray(lead)))
        np.testing.assert_allclose(confidence(run.model, X), expected)
        assert (confidence(run.model, X) >= (0.5 if len(run.classes) == 2 else 1 / 3) - 1e-12).all()


def test_that_a_vote_is_a_model_like_any_other():
    found = linlab.vote(three())
    model = found.model
    assert isinstance(model, Voting) and model.title == "Vote of 3, plurality"
    xs, ys = np.linspace(-2, 2, 5), np.linspace(-1, 1, 3)
    places = np.stack(np.meshgrid(xs, ys), axis=-1).reshape(-1, 2)
    np.testing.assert_array_equal(model.grid(xs, ys).reshape(3, -1).T, found.scores(places))
    assert found.predict([]).shape == (0,)


@pytest.mark.parametrize(("call", "said"), [
    (lambda runs: linlab.vote([]), "at least one member"),
    (lambda runs: linlab.vote(runs[0]), "Give a list of models that vote"),
    (lambda runs: linlab.vote([3]), "Only trained models can vote"),
    (lambda runs: linlab.vote(runs, how="loud"), "the votes are majority, plurality, soft, weighted"),
    (lambda runs: linlab.vote(runs, how="weighted"), "needs weights"),
    (lambda runs: linlab.vote(runs, how="weighted", weights="test"), "numbers or \"dev\""),
    (lambda runs: linlab.vote(runs, how="weighted", weights="dev"), "has no dev points"),
    (lambda runs: linlab.vote(runs, how="weighted", weights=[1, 2]), "3 members, but 2 weights"),
    (lambda runs: linlab.vote(runs, how="weighted", weights=[1, -2, 3]), "none of them negative"),
    (lambda runs: linlab.vote(runs, how="weighted", weights=[0, 0, 0]), "not all of them 0"),
    (lambda runs: linlab.vote(runs, how="weighted", weights=["x", 1, 2]), "must be numbers"),
    (lambda runs: linlab.vote(runs, weights=[1, 2, 3]), "Only a weighted vote has weights"),
    (lambda runs: linlab.vote(runs, how="soft", without_probabilities="shout"), "one of refuse, hard, leave-out"),
    (lambda runs: linlab.vote(runs[:1], how="soft", without_probabilities="leave-out"), "a soft vote needs one"),
    (lambda runs: linlab.vote(runs).probabilities(X), "A plurality vote counts answers"),
    (lambda runs: linlab.vote(runs).predict([(1, 2, 3)]), "pairs of numbers"),
])  # fmt: skip
def test_that_a_vote_without_a_meaning_is_refused_in_a_sentence(call, said):
    with pytest.raises(LinlabError, match=said) as caught:
        call(three())
    assert str(caught.value).endswith((".", ")."))
