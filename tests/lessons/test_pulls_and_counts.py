"""What a lesson tells of pulls and of expected counts, beside formulas written here."""

import numpy as np
import pytest
from scipy.special import expit, softmax

from linlab.engine.data.datasets import make_points
from linlab.engine.document.document import Document
from linlab.engine.ground.errors import LinlabError
from linlab.engine.learner.learner import Learner
from linlab.lessons.facts.known import Facts
from linlab.lessons.facts.situation import Situation

W = np.array([0.8, -0.4, 0.3])  # and the bias


@pytest.mark.parametrize(
    ("model", "pull"),
    [
        ("perceptron", lambda m: float(m <= 0)),
        ("svm", lambda m: float(m < 1)),
        ("logistic", lambda m: expit(-m)),
    ],
)
def test_that_an_example_pulls_as_its_loss_is_steep(model, pull):
    points = make_points("overlapping-blobs", n=30, seed=2)
    document = Document(points, (Learner.of(model, order="cyclic", start="0.8 -0.4 0.3"),))
    phi = np.append(points.x[0], 1.0)
    strength = pull((2 * points.label[0] - 1) * W @ phi)
    fact = Facts(Situation(document)).fact
    assert fact("next_pull") == pytest.approx(strength)
    assert fact("next_reach") == pytest.approx(strength**2 * phi @ phi)


def test_that_a_class_is_expected_as_often_as_its_probabilities_add_up_to():
    two, three = (
        make_points("imbalanced", n=40, seed=1),
        make_points("blobs", n=31, classes=3, seed=1),
    )
    known = Facts(Situation(Document(two, (Learner.of("logistic", start="0.8 -0.4 0.3"),))))
    assert known.asked("expected", ["B"]) == pytest.approx(
        expit(np.c_[two.x, np.ones(40)] @ W).sum()
    )
    assert known.asked("counted", ["B"]) == np.sum(two.label == 1)
    rows = np.array([[1.0, 0, 0], [0, 1, 0], [0, 0, 1]])
    known = Facts(
        Situation(Document(three, (Learner.of("logistic", start="1 0 0; 0 1 0; 0 0 1"),)))
    )
    expected = softmax(np.c_[three.x, np.ones(31)] @ rows.T, axis=1).sum(axis=0)
    assert [known.asked("expected", [name]) for name in "ABC"] == pytest.approx(expected)
    assert [known.asked("counted", [name]) for name in "ABC"] == [
        np.sum(three.label == k) for k in range(3)
    ]


def test_that_expected_and_counted_sums_of_a_feature_are_sums_over_the_examples():
    points = make_points("overlapping-blobs", n=30, seed=2)
    fact = Facts(Situation(Document(points, (Learner.of("logistic", start="0.8 -0.4 0.3"),)))).asked
    chance = expit(points.x @ W[:2] + W[2])
    in_b = points.label == 1
    for j in (0, 1):
        assert fact("expected_sum", ["B", j + 1]) == pytest.approx(chance @ points.x[:, j])
        assert fact("counted_sum", ["B", j + 1]) == pytest.approx(points.x[in_b, j].sum())
    with pytest.raises(LinlabError, match="A feature is 1 or 2"):
        fact("counted_sum", ["B", 3])


def test_that_the_weights_after_the_next_step_are_one_step_downhill():
    points = make_points("overlapping-blobs", n=30, seed=2)
    learner = Learner.of("logistic", start="0.8 -0.4 0.3", batch="all", alpha=0.5, penalty="none")
    fact = Facts(Situation(Document(points, (learner,)))).fact
    y = 2 * points.label - 1
    pull = y * expit(-y * (points.x @ W[:2] + W[2]))
    after = W[:2] + 0.5 * (pull @ points.x) / len(points)
    assert [fact("next_w1"), fact("next_w2")] == pytest.approx(after)
    assert [fact("w1"), fact("w2")] == pytest.approx(W[:2])
