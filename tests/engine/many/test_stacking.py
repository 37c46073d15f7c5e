"""A upon B, beside loops that jackknife B and train A on columns of their own."""

import subprocess
import sys

import numpy as np
import pytest

import linlab
from linlab import LinlabError
from linlab.engine.train.teams.folds import folds_of
from tests.engine import textbook
from tests.engine.plane import plane_learning

X, Y = textbook.data(3, n=30)
TWO = np.where(X[:, 0] > 0.2, "yes", "no")
GRID = np.stack(np.meshgrid(np.linspace(-3, 3, 6), np.linspace(-3, 3, 5)), axis=-1).reshape(-1, 2)


def told(run, outputs, x, classes):
    """What A is told about each x, one class after the other."""
    out = []
    for place in x:
        row = []
        for c in classes:
            if outputs == "label":
                row.append(1.0 if run.predict([place])[0] == c else 0.0)
                continue
            p = run.probabilities([place])[0][run.classes.index(c)] if c in run.classes else 0.0
            row += (
                [p]
                if outputs == "probability"
                else [
                    1.0 if k / 10 <= p < (k + 1) / 10 or (k == 9 and p == 1) else 0.0
                    for k in range(10)
                ]
            )
        out.append(row)
    return np.array(out)


@pytest.mark.parametrize("outputs", ["label", "probability", "bins"])
@pytest.mark.parametrize("y", [Y, TWO], ids=["three classes", "two"])
def test_that_what_a_is_told_of_a_fold_comes_from_the_b_that_has_not_seen_it(outputs, y):
    stack = linlab.stack("perceptron", "logistic", X, y, folds=4, outputs=outputs, seed=2, epochs=3)
    fold, classes = folds_of(30, 4, 2), sorted(set(y))
    for k in range(4):
        run = linlab.train("logistic", X[fold != k], y[fold != k], stop="still", seed=2)
        np.testing.assert_allclose(
            stack.base_outputs[fold == k], told(run, outputs, X[fold == k], classes), rtol=1e-13
        )
    np.testing.assert_array_equal(stack.fold, fold)
    assert (
        len(stack.names)
        == stack.base_outputs.shape[1]
        == len(classes) * (10 if outputs == "bins" else 1)
    )
    whole = linlab.train("logistic", X, y, stop="still", seed=2)
    naive = linlab.stack(
        "perceptron", "logistic", X, y, folds=4, outputs=outputs, seed=2, epochs=3, jackknife=False
    )
    np.testing.assert_allclose(naive.base_outputs, told(whole, outputs, X, classes), rtol=1e-13)


def by_hand(columns, y, updates, alpha, lam):
    """Logistic regression by SGD on any columns, the constant feature among them; y = ±1, examples
    in turn."""
    w = [0.0] * columns.shape[1]
    for t in range(updates):
        f, target = columns[t % len(columns)].tolist(), y[t % len(y)]
        p = 1 / (1 + np.exp(-textbook.dot(w, f)))
        w = [(1 - alpha * lam) * v - alpha * (p - target) * u for v, u in zip(w, f, strict=True)]
    return np.array(w)


@pytest.mark.parametrize("outputs", ["label", "probability", "bins"])
def test_that_a_is_a_textbook_loop_over_x_and_what_b_says(outputs):
    a = linlab.Learner.of(
        "logistic", lam=0.02, alpha=0.1, rate="constant", order="cyclic", bias="regularised"
    )
    stack = linlab.stack(a, "naive-bayes", X, TWO, folds=5, outputs=outputs, seed=1, epochs=4)
    columns = np.column_stack([X, stack.base_outputs, np.ones(30)])
    w = by_hand(columns, (TWO == "yes") * 1.0, 120, 0.1, 0.02)
    np.testing.assert_allclose(stack.model.theta[0], w, rtol=1e-9, atol=1e-12)
    b = linlab.train(
        "naive-bayes", X, TWO, epochs=4, seed=1
    )  # new points are told of by the B trained on all
    new = np.column_stack([GRID, told(b, outputs, GRID, ["no", "yes"]), np.ones(len(GRID))]) @ w
    np.testing.assert_allclose(stack.scores(GRID)[:, 0], new, rtol=1e-9, atol=1e-9)
    assert stack.predict(GRID).tolist() == ["yes" if s > 0 else "no" for s in new]


@pytest.mark.parametrize("space", ["linear", "monomial", "fourier"])
def test_that_a_stack_is_a_model_like_any_other(space):
    stack = linlab.stack(linlab.Learner.of("logistic", space=space), "svm", X, Y, epochs=3)
    xs, ys = np.linspace(-3, 3, 6), np.linspace(-3, 3, 5)
    np.testing.assert_allclose(
        stack.model.grid(xs, ys).reshape(3, -1).T, stack.scores(GRID), atol=1e-12
    )
    np.testing.assert_allclose(stack.probabilities(GRID).sum(axis=1), 1.0)
    assert stack.model.problem.names[-3:] == ("base says a", "base says b", "base says c")
    assert stack.model.problem.in_plane(stack.model.theta) is None
    again = linlab.stack(linlab.Learner.of("logistic", space=space), "svm", X, Y, epochs=3)
    assert again.model.theta.tobytes() == stack.model.theta.tobytes()


@pytest.mark.parametrize(
    "a", [name for name, recipe in plane_learning().items() if not recipe.counting]
)
def test_that_every_model_with_weights_can_be_told_what_every_other_says(a):
    for b in plane_learning():
        stack = linlab.stack(a, b, X, Y, folds=3, updates=20)
        assert set(stack.predict(GRID).tolist()) <= {"a", "b", "c"}


def test_that_a_stack_whose_b_has_not_seen_every_class_is_told_so():
    x, y = [*X[:12], (9, 9)], [*Y[:12], "z"]
    stack = linlab.stack("perceptron", "logistic", x, y, folds=13, outputs="probability", epochs=2)
    assert stack.base_outputs[12, 3] == 0.0 and stack.base_outputs[:12, 3].min() > 0.0
    assert stack.base_outputs.sum(axis=1) == pytest.approx(np.ones(13))


@pytest.mark.parametrize(("call", "said"), [
    (lambda: linlab.stack("svm", "svm", X, Y, outputs="scores"), "one of label, probability, bins"),
    (lambda: linlab.stack("svm", "svm", X, Y, outputs="bins"), "SVM gives scores, not probabilities"),
    (lambda: linlab.stack("naive-bayes", "svm", X, Y), "Naive Bayes counts only x₁ and x₂"),
    (lambda: linlab.stack(linlab.Learner.of("svm", space="rbf"), "svm", X, Y), "SVM has no weights in a kernel space"),
    (lambda: linlab.stack("svm", "svm", X[:3], Y[:3], folds=5), "5 folds need at least 5 labelled points"),
    (lambda: linlab.stack("svm", "svm", X[:6], [*"aaaaab"], folds=6), "only the class “a” is left"),
    (lambda: linlab.stack("svm", "svm", X, ["a"] * 30), "Only the class “a” occurs"),
    (lambda: linlab.stack("svm", 7, X, Y), "A model must be a name or a linlab.Learner, not 7"),
    (lambda: linlab.stack("svm", "svm", X, Y, epochs=-1), "epochs must be"),
])  # fmt: skip
def test_that_what_cannot_be_stacked_is_refused_in_a_sentence(call, said):
    with pytest.raises(LinlabError, match=said):
        call()


def test_that_training_many_models_loads_neither_scipy_nor_scikit_learn_nor_a_window():
    code = """
import sys, linlab
X, y = [(0, 0), (0, 1), (4, 0), (4, 1)], [0, 0, 1, 1]
linlab.compare({"svm": {}, "perceptron": {}}, X, y, folds=4, epochs=2).mcnemar("svm", "perceptron")
linlab.vote([linlab.bag("svm", X, y, members=3, epochs=2), linlab.stack("svm", "svm", X, y, folds=4, epochs=2)]).predict(X)
linlab.co_train("svm", "logistic", X, [0, None, None, 1], threshold=0.6, epochs=2)
print([name for name in ("scipy.special", "scipy.stats", "scipy.optimize", "sklearn", "PySide6") if name in sys.modules])
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
