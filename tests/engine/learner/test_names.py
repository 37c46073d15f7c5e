"""What learners are called when several stand beside each other."""

import pytest

from linlab.engine.learner.learner import Learner
from linlab.engine.learner.names import names_of

of = Learner.of


@pytest.mark.parametrize(("learners", "names"), [
    ([of("svm")], ("SVM",)),
    ([of("svm", lam=3), of("perceptron", alpha=2)], ("SVM", "Perceptron")),
    ([of("svm", lam=0.05), of("svm", lam=1)], ("SVM, λ 0.05", "SVM, λ 1")),
    ([of("svm"), of("svm", lam=1), of("logistic")], ("SVM, λ 0.01", "SVM, λ 1", "Logistic regression")),
    ([of("logistic", batch=1), of("logistic", batch=16), of("logistic", batch="all")],
     ("Logistic regression, batches of 1", "Logistic regression, batches of 16", "Logistic regression, all examples at once")),
    ([of("svm"), of("svm", space="rbf")], ("SVM, Linear", "SVM, RBF kernel")),
    ([of("svm", optimiser="adam"), of("svm")], ("SVM, Adam", "SVM, SGD")),
    ([of("svm", average="mean"), of("svm")], ("SVM, read-out mean", "SVM, read-out last")),
    ([of("vote"), of("vote", how="majority")], ("Vote, plurality", "Vote, majority")),
    ([of("naive-bayes", bins=3), of("naive-bayes", bins=9)], ("Naive Bayes, B 3", "Naive Bayes, B 9")),
])  # fmt: skip
def test_that_a_name_is_the_model_and_what_differs(learners, names):
    assert names_of(learners) == names


def test_that_one_setting_is_named_where_one_tells_them_apart():
    assert names_of(
        [of("svm", lam=0.1, alpha=1), of("svm", lam=0.2, alpha=1), of("svm", lam=0.3, alpha=2)]
    ) == ("SVM, λ 0.1", "SVM, λ 0.2", "SVM, λ 0.3")


def test_that_a_setting_that_says_something_about_each_is_named_first():
    learners = [
        of("logistic", alpha=0.1, batch="all", optimiser="momentum", momentum=0.9),
        of("logistic", alpha=0.3, batch="all", optimiser="adam"),
        of("logistic", optimiser="lbfgs"),
    ]
    assert names_of(learners) == (
        "Logistic regression, Momentum",
        "Logistic regression, Adam",
        "Logistic regression, L-BFGS",
    )


def test_that_two_settings_are_named_where_it_takes_two():
    assert names_of([of("svm", lam=a, alpha=b) for a in (0.1, 1) for b in (0.5, 2)]) == (
        "SVM, λ 0.1, α 0.5",
        "SVM, λ 0.1, α 2",
        "SVM, λ 1, α 0.5",
        "SVM, λ 1, α 2",
    )


def test_that_a_setting_that_does_nothing_is_not_named():
    learners = [of("svm", gamma=2), of("svm", gamma=5), of("svm", space="rbf", gamma=5)]
    assert names_of(learners) == ("SVM, Linear", "SVM, Linear, no. 2", "SVM, RBF kernel")


@pytest.mark.parametrize(
    "learners",
    [
        [of("svm")] * 6,
        [of("svm", lam=0.01), of("svm", lam=0.010000001)],
        [of("perceptron", start="1 2 3"), of("perceptron", start="3 2 1"), of("perceptron")],
        [
            of("svm", **{name: value})
            for name, value in (
                ("lam", 1),
                ("alpha", 1),
                ("batch", 2),
                ("order", "cyclic"),
                ("bias", "none"),
                ("rate", "pegasos"),
            )
        ],
    ],
)
def test_that_no_name_is_given_twice(learners):
    assert len(set(names_of(learners))) == len(learners)
