"""Whatever the points, many models answer without NaN, or a sentence says why not."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import linlab
from linlab import LinlabError

PLACE = st.sampled_from([0.0, -0.0, 1.0, -1.0, 0.5, 3.0, 1e-300, 1e-9, 1e9, -1e30, 1e60])
POINTS = st.lists(st.tuples(PLACE, PLACE, st.sampled_from(["a", "b", "c", None])), max_size=12)
MODELS = st.sampled_from(
    [
        "perceptron",
        "voted-perceptron",
        "mira",
        "svm",
        "pegasos",
        "logistic",
        "naive-bayes",
        "gaussian-naive-bayes",
    ]
)

CALLS = {
    "bag": lambda a, b, X, y: linlab.bag(a, X, y, members=3, updates=20),
    "stack": lambda a, b, X, y: linlab.stack(a, b, X, y, folds=2, updates=20),
    "stack, bins": lambda a, b, X, y: linlab.stack(a, b, X, y, folds=2, outputs="bins", updates=20),
    "self_train": lambda a, b, X, y: linlab.self_train(a, X, y, threshold=0.6, rounds=3, updates=20),
    "co_train": lambda a, b, X, y: linlab.co_train(a, b, X, y, threshold=0.6, rounds=3, views=("x1", "both"), updates=20),
    "vote": lambda a, b, X, y: linlab.vote([linlab.train(m, X, y, updates=20) for m in (a, b)], how="majority"),
    "soft vote": lambda a, b, X, y: linlab.vote(
        [linlab.train(m, X, y, updates=20) for m in (a, b)], how="soft", without_probabilities="hard"),
}  # fmt: skip


@pytest.mark.parametrize("call", CALLS)
@settings(max_examples=30)
@given(points=POINTS, a=MODELS, b=MODELS)
def test_that_odd_points_give_answers_or_a_sentence(call, points, a, b):
    X, y = [p[:2] for p in points], [p[2] for p in points]
    try:
        made = CALLS[call](a, b, X, y)
        answers = made.predict(X).tolist()
    except LinlabError as error:
        assert str(error).endswith((".", ")."))
        return
    assert set(answers) <= {*made.classes, *([None] if call == "vote" else [])}
    if call.endswith("train"):
        assert (
            np.isfinite(made.confidence).all()
            and ((made.confidence >= 0) & (made.confidence <= 1)).all()
        )
        assert all(given in (None, now) for given, now in zip(y, made.labels, strict=True))
        assert [label is None for label in made.labels] == [r < 0 for r in made.round_of]
    if call.startswith("stack"):
        assert np.isfinite(made.base_outputs).all()
    if call == "soft vote":
        np.testing.assert_allclose(made.probabilities(X).sum(axis=1), 1.0)
    if call == "bag" and not made.outside.any(axis=0).any():
        return
    if call == "bag":
        assert 0 <= made.out_of_bag_error <= 1


@settings(max_examples=30)
@given(points=POINTS, a=MODELS, b=MODELS, folds=st.integers(2, 5))
def test_that_odd_points_are_compared_or_a_sentence_says_why_not(points, a, b, folds):
    learners = {"one": linlab.Learner.of(a), "other": linlab.Learner.of(b)}
    try:
        compared = linlab.compare(
            learners, [p[:2] for p in points], [p[2] for p in points], folds=folds, updates=20
        )
    except LinlabError as error:
        assert str(error).endswith(".")
        return
    assert all(
        accuracy.shape == (folds,) and np.isfinite(accuracy).all()
        for accuracy in compared.accuracy.values()
    )
    assert 0 < compared.mcnemar("one", "other").p <= 1
    for test in (compared.paired, compared.two_sample):
        try:
            assert np.isfinite(test("one", "other")).all()
        except LinlabError as error:
            assert "there is no t" in str(error)
