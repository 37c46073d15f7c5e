"""Self-training and co-training, beside the lecture's pseudo-code and scikit-learn's
SelfTrainingClassifier."""

import numpy as np
import pytest
from sklearn.base import BaseEstimator, ClassifierMixin
from sklearn.semi_supervised import SelfTrainingClassifier

import linlab
from linlab import LinlabError
from tests.engine import textbook

X, Y = textbook.data(3, n=45)
HIDDEN = [label if i < 9 else None for i, label in enumerate(Y)]
TWO = np.where(X[:, 0] > 0, 1, 0)
HALF = [int(label) if i % 5 == 0 else None for i, label in enumerate(TWO)]
GRID = np.stack(np.meshgrid(np.linspace(-3, 3, 9), np.linspace(-3, 3, 8)), axis=-1).reshape(-1, 2)


def sure_of(run, x):
    """CONFIDENT is a number here: max P, or σ of how far the answer is ahead."""
    try:
        return float(run.probabilities([x])[0].max())
    except LinlabError:
        s = sorted(run.scores([x])[0])
        return float(1 / (1 + np.exp(-(abs(s[0]) if len(s) == 1 else s[-1] - s[-2]))))


def pseudo_code(models, X, y, threshold, T, seeing=lambda x, k: x, **how):
    """D and U as in the lecture; for every point its label, the round and the least confidence of
    those who gave it."""
    D = {i: label for i, label in enumerate(y) if label is not None}
    U = {i for i in range(len(y)) if i not in D}
    when, sure = dict.fromkeys(D, 0), dict.fromkeys(D, 1.0)
    t = 0
    while t < T:
        t += 1
        A = [
            linlab.train(
                model, [seeing(X[i], k) for i in sorted(D)], [D[i] for i in sorted(D)], **how
            )
            for k, model in enumerate(models)
        ]
        moved = {}
        for i in U:
            z = [run.predict([seeing(X[i], k)])[0] for k, run in enumerate(A)]
            sure[i] = min(sure_of(run, seeing(X[i], k)) for k, run in enumerate(A))
            if len(set(z)) == 1 and sure[i] >= threshold:
                moved[i] = z[0]
        if not moved:
            break
        D.update(moved)
        U -= set(moved)
        when.update(dict.fromkeys(moved, t))
    return (
        [D.get(i) for i in range(len(y))],
        [when.get(i, -1) for i in range(len(y))],
        sure,
        sorted(D),
    )


@pytest.mark.parametrize(
    ("model", "y", "threshold"),
    [
        ("logistic", HIDDEN, 0.6),
        ("naive-bayes", HIDDEN, 0.6),
        ("gaussian-naive-bayes", HIDDEN, 0.95),
        ("svm", HALF, 0.75),
        ("perceptron", HIDDEN, 0.9),
        ("logistic", HALF, 0.8),
    ],
)
@pytest.mark.parametrize("rounds", [1, 2, 10])
def test_that_self_training_is_the_lectures_pseudo_code(model, y, threshold, rounds):
    found = linlab.self_train(model, X, y, threshold=threshold, rounds=rounds, seed=3, epochs=5)
    labels, when, sure, D = pseudo_code([model], X, y, threshold, rounds, seed=3, epochs=5)
    assert found.labels.tolist() == labels
    assert found.round_of.tolist() == when
    assert max(when) == found.rounds > 0
    guessed = [i for i in range(45) if when[i] > 0]
    np.testing.assert_allclose(found.confidence[guessed], [sure[i] for i in guessed])
    assert (found.confidence[found.round_of == 0] == 1.0).all()
    last = linlab.train(model, X[D], [labels[i] for i in D], seed=3, epochs=5)
    assert found.scores(GRID).tobytes() == last.scores(GRID).tobytes()
    assert found.predict(GRID).tolist() == last.predict(GRID).tolist()
    left = [i for i in range(45) if when[i] < 0]
    np.testing.assert_allclose(found.confidence[left], [sure_of(last, X[i]) for i in left])


@pytest.mark.parametrize(
    ("views", "seeing"),
    [
        (("both", "both"), lambda x, k: x),
        (("x1", "x2"), lambda x, k: (x[0], 0.0) if k == 0 else (0.0, x[1])),
        (("x2", "both"), lambda x, k: (0.0, x[1]) if k == 0 else x),
    ],
)
@pytest.mark.parametrize(
    ("models", "y", "threshold"),
    [
        (("logistic", "svm"), HALF, 0.52),
        (("gaussian-naive-bayes", "logistic"), HIDDEN, 0.5),
    ],
)
def test_that_co_training_is_the_lectures_pseudo_code(views, seeing, models, y, threshold):
    found = linlab.co_train(
        *models, X, y, threshold=threshold, rounds=5, views=views, seed=1, epochs=6
    )
    labels, when, sure, D = pseudo_code(models, X, y, threshold, 5, seeing, seed=1, epochs=6)
    assert found.labels.tolist() == labels and found.round_of.tolist() == when and max(when) > 0
    guessed = [i for i in range(45) if when[i] > 0]
    np.testing.assert_allclose(found.confidence[guessed], [sure[i] for i in guessed])
    last = [
        linlab.train(model, [seeing(X[i], k) for i in D], [labels[i] for i in D], seed=1, epochs=6)
        for k, model in enumerate(models)
    ]
    for place, answer in zip(GRID, found.predict(GRID), strict=True):
        sides = [
            (sure_of(run, seeing(place, k)), run.predict([seeing(place, k)])[0])
            for k, run in enumerate(last)
        ]
        assert answer == (sides[0][1] if sides[0][0] >= sides[1][0] else sides[1][1])


class Logistic(ClassifierMixin, BaseEstimator):
    """A run as scikit-learn would have it."""

    def fit(self, X, y):
        self.run_ = linlab.train("logistic", X, y, epochs=5, seed=0)
        self.classes_ = np.array(self.run_.classes)
        return self

    def predict(self, X):
        return self.run_.predict(X)

    def predict_proba(self, X):
        return self.run_.probabilities(X)


@pytest.mark.parametrize(("threshold", "rounds"), [(0.55, 3), (0.7, 10), (0.95, 10), (0.4, 1)])
def test_that_scikit_learns_self_training_gives_the_same_labels_in_the_same_rounds(
    threshold, rounds
):
    numbers = np.array([-1 if label is None else "abc".index(label) for label in HIDDEN])
    theirs = SelfTrainingClassifier(Logistic(), threshold=threshold, max_iter=rounds).fit(
        X, numbers
    )
    mine = linlab.self_train("logistic", X, HIDDEN, threshold=threshold, rounds=rounds, epochs=5)
    np.testing.assert_array_equal(mine.label, theirs.transduction_)
    np.testing.assert_array_equal(mine.round_of, theirs.labeled_iter_)
    np.testing.assert_array_equal(
        np.array(["a", "b", "c"])[theirs.predict(GRID)], mine.predict(GRID)
    )


def test_that_a_round_is_the_same_however_many_follow_and_bit_for_bit_again():
    ten = linlab.self_train("logistic", X, HIDDEN, threshold=0.55, rounds=10, epochs=5)
    for rounds in range(ten.rounds + 1):
        some = linlab.self_train("logistic", X, HIDDEN, threshold=0.55, rounds=rounds, epochs=5)
        early = (ten.round_of >= 0) & (ten.round_of <= rounds)
        assert some.round_of.tolist() == np.where(early, ten.round_of, -1).tolist()
        assert some.label.tolist() == np.where(early, ten.label, -1).tolist()
    again = linlab.self_train("logistic", X, HIDDEN, threshold=0.55, rounds=10, epochs=5)
    assert (
        again.confidence.tobytes() == ten.confidence.tobytes()
        and again.scores(GRID).tobytes() == ten.scores(GRID).tobytes()
    )


def test_that_without_rounds_or_unlabelled_points_it_is_plain_training():
    run = linlab.train("logistic", X[:9], Y[:9], epochs=5)
    none = linlab.self_train("logistic", X, HIDDEN, rounds=0, epochs=5)
    np.testing.assert_array_equal(none.scores(GRID), run.scores(GRID))
    assert none.rounds == 0 and none.labels.tolist() == HIDDEN
    full = linlab.self_train("logistic", X, Y, epochs=5)
    assert (
        full.rounds == 0
        and full.labels.tolist() == Y.tolist()
        and full.confidence.tolist() == [1.0] * 45
    )


def test_that_points_with_an_empty_class_and_any_settings_will_do():
    points = linlab.Points.of(X, HIDDEN, classes=("z", "a", "b", "c"))
    found = linlab.self_train(
        "logistic", points, threshold=0.6, epochs=5, space="monomial", degree=2
    )
    same = linlab.self_train(
        linlab.Learner.of("logistic", space="monomial", degree=2),
        X,
        HIDDEN,
        threshold=0.6,
        epochs=5,
    )
    assert found.classes == ("a", "b", "c") and found.labels.tolist() == same.labels.tolist()
    vote = linlab.vote([found, same, linlab.train("svm", X, Y, epochs=3)])
    np.testing.assert_array_equal(vote.predict(GRID), same.predict(GRID))


@pytest.mark.parametrize(("call", "said"), [
    (lambda: linlab.self_train("logistic", X, HIDDEN, threshold=1.5), "threshold must be a number from 0 to 1"),
    (lambda: linlab.self_train("logistic", X, HIDDEN, threshold=float("nan")), "threshold must be a number from 0 to 1"),
    (lambda: linlab.self_train("logistic", X, HIDDEN, threshold="high"), "threshold must be a number"),
    (lambda: linlab.self_train("logistic", X, HIDDEN, rounds=-1), "rounds must be a whole number of at least 0"),
    (lambda: linlab.self_train("logistic", X, [None] * 45), "There are no labelled points"),
    (lambda: linlab.self_train("logistic", X, ["a", *[None] * 44]), "Only the class “a” occurs"),
    (lambda: linlab.self_train("logistic", X), "give X and y"),
    (lambda: linlab.co_train("logistic", "svm", X, HIDDEN, views=("x1", "x3")), "one of both, x1, x2"),
    (lambda: linlab.co_train("logistic", "svm", X, HIDDEN, views=("x1",)), "each of the two models"),
    (lambda: linlab.co_train("logistic", "svm", X, HIDDEN, views="x1"), "each of the two models"),
    (lambda: linlab.co_train("logistic", "svm", X, HIDDEN).probabilities(X), "The more confident of Logistic"),
    (lambda: linlab.co_train("logistic", None, X, HIDDEN), "A model must be a name"),
    (lambda: linlab.self_train("svm", X, HIDDEN).probabilities(X), "gives scores, not probabilities"),
])  # fmt: skip
def test_that_what_cannot_be_taught_is_refused_in_a_sentence(call, said):
    with pytest.raises(LinlabError, match=said):
        call()
