"""Stacks in a document: A's updates on x and what the jackknifed B says, against loops and
scikit-learn's own stack."""

import threading
from dataclasses import replace

import numpy as np
import pytest
from sklearn.base import BaseEstimator, ClassifierMixin
from sklearn.ensemble import StackingClassifier

import linlab
from linlab import Document, Learner, LinlabError, Trace
from linlab.engine.document.document import Change
from linlab.engine.train import stopping
from linlab.engine.train.models import decisions
from linlab.engine.train.teams import stacking
from linlab.engine.words.explain import explain
from linlab.engine.words.team import votes_in_words
from tests.engine import textbook

POINTS = linlab.make_points("overlapping-blobs", n=60, seed=3)
THREE = linlab.make_points("blobs", n=45, seed=2, classes=3, noise=1.4)
GRID = np.stack(np.meshgrid(np.linspace(-4, 4, 15), np.linspace(-4, 4, 13)), axis=-1).reshape(-1, 2)
A = Learner.of("logistic", order="cyclic", bias="regularised", lam=0.02, alpha=0.1)
SEED, K = 4, 5


def document(*, points=POINTS, a=A, b="naive-bayes", shares=(100.0, 0.0, 0.0), **settings):
    """The stack between its A and its B."""
    second = Learner.of(b) if isinstance(b, str) else b
    return Document(
        points, (a, Learner.of("stacking", **settings), second), seed=SEED, shares=shares
    )


def folds(n, k=K):
    """The lecture's parts, as the conventions address them."""
    out = [0] * n
    for position, i in enumerate(np.random.default_rng((SEED, 7)).permutation(n).tolist()):
        out[i] = position % k
    return np.array(out)


def finished(b, x, y):
    """B trained as the lab says: until it is done by its own rule, or for 50 epochs."""
    own = Learner.of(b) if isinstance(b, str) else b
    run = linlab.train(own.model, x, y, seed=SEED, **dict(own.chosen))
    if not own.recipe.counting:
        rule = "mistake-free" if own.recipe.loss.mistake_driven else "still"
        run = run.at(stopping.converge(run.trace, rule, limit=run.t)[0])
    return run


def columns(run, outputs, x, classes):
    """What is told of B about each place, feature by feature."""
    out = []
    for place in x:
        row = []
        for c in classes:
            if outputs == "label":
                row.append(float(run.predict([place])[0] == c))
                continue
            p = float(run.probabilities([place])[0][run.classes.index(c)])
            p = (
                1 / len(classes) if np.isnan(p) else p
            )  # no class is possible there, and none is preferred
            row += (
                [p]
                if outputs == "probability"
                else [float(min(int(p * 10), 9) == k) for k in range(10)]
            )
        out.append(row)
    return np.array(out)


def jackknifed(problem, b, outputs, jackknife=True):
    """The lecture's table: the examples of each part are told of by the B trained on the others."""
    names, told = np.array(problem.classes)[problem.y], [None] * problem.n
    fold = folds(problem.n)
    for k in range(K):
        rest = fold != k if jackknife else np.ones(problem.n, bool)
        run = finished(b, problem.x[rest], names[rest])
        for i in np.flatnonzero(fold == k):
            told[i] = columns(run, outputs, problem.x[i : i + 1], problem.classes)[0]
    return np.array(told)


def by_hand(features, y, updates, alpha=0.1, lam=0.02):
    """Logistic regression by SGD, example after example; the constant feature is one of them."""
    w = [0.0] * features.shape[1]
    for t in range(updates):
        f, target = features[t % len(features)].tolist(), float(y[t % len(y)])
        p = 1 / (1 + np.exp(-textbook.dot(w, f)))
        w = [(1 - alpha * lam) * v - alpha * (p - target) * u for v, u in zip(w, f, strict=True)]
    return np.array(w)


@pytest.mark.parametrize("outputs", ["label", "probability", "bins"])
@pytest.mark.parametrize("b", ["naive-bayes", "logistic"])
@pytest.mark.parametrize("jackknife", ["on", "off"])
def test_that_a_makes_its_updates_on_x_and_what_the_b_says_that_has_not_seen_it(
    outputs, b, jackknife
):
    trace = Trace(document(b=b, outputs=outputs, jackknife=jackknife, shares=(80.0, 20.0, 0.0)), 1)
    problem = trace.problem(0)
    told = jackknifed(problem, b, outputs, jackknife == "on")
    np.testing.assert_allclose(problem.read[:, 2:-1], told, rtol=1e-12)
    features = np.column_stack([problem.x, told, np.ones(problem.n)])
    whole = finished(b, problem.x, np.array(problem.classes)[problem.y])
    new = np.column_stack(
        [GRID, columns(whole, outputs, GRID, problem.classes), np.ones(len(GRID))]
    )
    for t in (1, 37, 200):
        w = by_hand(features, problem.y, t)
        np.testing.assert_allclose(trace.at(t).theta[0], w, rtol=1e-9, atol=1e-12)
        np.testing.assert_allclose(trace.model(t).scores(GRID)[:, 0], new @ w, rtol=1e-9, atol=1e-9)
    dev = problem.held_out[0]
    said = (
        np.column_stack(
            [dev[0], columns(whole, outputs, dev[0], problem.classes), np.ones(len(dev[1]))]
        )
        @ w
        > 0
    )
    assert trace.sample(200).dev_error == pytest.approx(np.mean(said != dev[1]))


class Ours(ClassifierMixin, BaseEstimator):
    """A model of the lab as scikit-learn trains it."""

    def __init__(self, learner=None):
        self.learner = learner

    def fit(self, X, y):
        self.run_ = finished(self.learner, X, y)
        self.classes_ = np.array(self.run_.classes)
        return self

    def predict(self, X):
        return self.run_.predict(X)

    def predict_proba(self, X):
        return self.run_.probabilities(X)


class Above(ClassifierMixin, BaseEstimator):
    """A by hand, on the columns that scikit-learn hands it: what B says, then x."""

    def fit(self, X, y):
        self.classes_ = np.unique(y)
        self.w_ = by_hand(
            np.column_stack([X[:, -2:], 1 - X[:, :1], X[:, :1], np.ones(len(X))]),
            y == self.classes_[1],
            180,
        )
        return self

    def predict(self, X):
        s = np.column_stack([X[:, -2:], 1 - X[:, :1], X[:, :1], np.ones(len(X))]) @ self.w_
        return self.classes_[(s > 0).astype(int)]


def test_that_a_stack_agrees_with_scikit_learns_on_the_same_folds():
    trace = Trace(document(b="logistic", outputs="probability"), 1)
    problem = trace.problem(0)
    fold, names = folds(problem.n), np.array(problem.classes)[problem.y]
    parts = [(np.flatnonzero(fold != k), np.flatnonzero(fold == k)) for k in range(K)]
    made = StackingClassifier(
        [("b", Ours(Learner.of("logistic")))], Above(), cv=parts, passthrough=True
    )
    made.fit(problem.x, names)
    model = trace.model(180)
    np.testing.assert_allclose(made.final_estimator_.w_, model.theta[0], rtol=1e-9, atol=1e-12)
    assert [problem.classes[k] for k in decisions(model, model.scores(GRID))] == made.predict(
        GRID
    ).tolist()


@pytest.mark.parametrize("points", [POINTS, THREE], ids=["two", "three"])
def test_that_a_stack_of_the_document_is_the_notebooks_stack(points):
    stack = linlab.stack(
        A, "naive-bayes", points, folds=K, outputs="probability", seed=SEED, updates=150
    )
    run = linlab.train(
        "stacking", points, others=[A, "naive-bayes"], outputs="probability", seed=SEED, updates=150
    )
    assert run.theta.tolist() == stack.model.theta.tolist()
    assert run.scores(GRID).tolist() == stack.scores(GRID).tolist()
    assert (
        run.learner.model == "stacking"
        and run.problem.learner == A
        and run.model.title == "Stacking"
    )


@pytest.mark.parametrize(
    "a",
    [
        "perceptron",
        "averaged-perceptron",
        "voted-perceptron",
        "mira",
        "pegasos",
        Learner.of("svm", space="fourier", features=20),
        Learner.of("logistic", optimiser="adam"),
        Learner.of("logistic", batch="all"),
        Learner.of("logistic", optimiser="lbfgs"),
    ],
)
def test_that_training_a_little_at_a_time_and_going_back_comes_to_the_same(a):
    doc = document(points=THREE, a=Learner.of(a) if isinstance(a, str) else a)
    one, other = Trace(doc, 1), Trace(doc, 1)
    end = one.at(90).t
    for t in (end // 3, end):
        while other.reach(t, 0.0) < other.clamp(t):
            pass
        assert (
            other.at(t).theta.tobytes()
            == one.at(t).theta.tobytes()
            == Trace(doc, 1).at(t).theta.tobytes()
        )
        assert other.model(t).scores(GRID).tobytes() == one.model(t).scores(GRID).tobytes()
    assert one.sample(end).train_error <= 0.5 and not one.diverged


def test_that_the_voters_of_a_stack_remember_what_they_were_told():
    a = Learner.of("voted-perceptron", order="cyclic", bias="regularised")
    trace = Trace(document(a=a), 1)
    problem, t = trace.problem(0), 3 * len(POINTS)
    theta, votes = np.zeros(problem.d), np.zeros(len(GRID))
    for k in range(t):
        i = k % problem.n
        y = 1.0 if problem.y[i] else -1.0
        if y * (theta @ problem.read[i]) <= 0:
            theta = theta + y * problem.read[i]
        votes += np.sign(problem.reads(GRID) @ theta)
    np.testing.assert_allclose(trace.model(t).scores(GRID)[:, 0], votes)


def test_that_points_and_settings_changed_on_the_way_train_b_anew():
    points, plain = POINTS.add([(0.1, 0.2), (0.3, 0.1)], 0).remove([4, 5, 6]), document()
    doc = plain.after(Change(50, points=points))
    trace = Trace(doc, 1)
    assert trace.at(49).theta.tolist() == Trace(plain, 1).at(49).theta.tolist()
    told = jackknifed(trace.problem(50), "naive-bayes", "label")
    np.testing.assert_allclose(trace.problem(50).read[:, 2:-1], told)
    assert (
        trace.at(50).theta.tolist() == Trace(plain, 1).at(50).theta.tolist()
    )  # and A goes on from where it was
    later = [trace.at(t).theta.tobytes() for t in (120, 60, 120)]
    assert later[0] == later[2] == Trace(doc, 1).at(120).theta.tobytes()
    finer = plain.after(
        Change(30, learners=(*plain.learners[:2], Learner.of("naive-bayes", bins=9)))
    )
    another = Trace(finer, 1)
    assert another.problem(30).read.tolist() != another.problem(29).read.tolist()
    np.testing.assert_allclose(
        another.problem(30).read[:, 2:-1],
        jackknifed(another.problem(30), Learner.of("naive-bayes", bins=9), "label"),
    )


def test_that_a_learner_may_become_a_stack_on_the_way_and_back():
    plain = document()
    alone = (plain.learners[0], A, plain.learners[2])
    doc = (
        replace(plain, learners=alone)
        .after(Change(30, learners=plain.learners))
        .after(Change(60, learners=alone))
    )
    trace = Trace(doc, 1)
    assert [len(trace.model(t).team) for t in (29, 30, 59, 60, 80)] == [0, 1, 1, 0, 0]
    before, after = trace.at(29), trace.at(30)
    assert before.theta.shape == (1, 3) and after.theta.shape == (1, 5)
    assert after.theta[0, 2:4].tolist() == [0.0, 0.0]  # what B says has no weight yet
    assert [trace.learner(t).model for t in (0, 45, 60)] == ["logistic", "stacking", "logistic"]


@pytest.mark.parametrize(("learners", "says"), [
    ((Learner.of("stacking"),), "needs a first other model, but this document has no other model"),
    ((Learner.of("stacking"), Learner.of("svm")), "needs a second other model, but this document has 1 other model"),
    ((Learner.of("stacking"), Learner.of("naive-bayes"), Learner.of("svm")), "Naive Bayes counts only x₁ and x₂"),
    ((Learner.of("stacking"), Learner.of("svm", space="rbf"), Learner.of("svm")), "SVM has no weights in a kernel space"),
    ((Learner.of("stacking", outputs="bins"), Learner.of("svm"), Learner.of("svm")), "SVM gives scores, not probabilities"),
    ((Learner.of("stacking", folds=50), Learner.of("svm"), Learner.of("mira")), "50 folds need at least 50 labelled points"),
])  # fmt: skip
def test_that_a_stack_that_cannot_be_made_gets_a_sentence(learners, says):
    with pytest.raises(LinlabError, match=says):
        Trace(Document(POINTS.take(np.arange(40)), learners))


def test_that_a_fold_that_leaves_one_class_is_refused():
    few = linlab.Points.of([(x, 0) for x in range(8)], [*"aaaaaaab"])
    with pytest.raises(LinlabError, match="only the class “a” is left"):
        Trace(document(points=few), 1)


def test_that_an_update_says_what_a_was_told():
    for outputs in ("label", "probability", "bins"):
        trace = Trace(document(outputs=outputs), 1)
        step = trace.step(8)
        row = jackknifed(trace.problem(0), "naive-bayes", outputs)[step.example]
        said = explain(step, trace.problem(0).learner)
        if outputs == "label":
            assert f"The base model says {'AB'[int(row.argmax())]}." in said
        elif outputs == "probability":
            assert f"P_base(A|x) = {row[0]:.3g}" in said
        else:
            tenth = int(row[:10].argmax())
            assert f"P_base(A|x) in [{tenth / 10}, {(tenth + 1) / 10}]" in said
        assert np.array_equal(step.rebuild(trace.at(7).theta), trace.at(8).theta)


def test_that_the_member_of_a_stack_is_b_trained_on_all_and_it_may_be_overruled():
    trace = Trace(document(), 1)
    model, problem = trace.model(100), trace.problem(0)
    b = finished("naive-bayes", problem.x, np.array(problem.classes)[problem.y])
    [(name, member)] = model.team
    assert (
        name == "base model (Naive Bayes)"
        and member.scores(GRID).tolist() == b.scores(GRID).tolist()
    )
    xs, ys = np.linspace(-4, 4, 15), np.linspace(-4, 4, 13)
    own = np.array(problem.classes)[decisions(model, model.scores(GRID))]
    assert model.disputed(xs, ys).ravel().tolist() == (own != b.predict(GRID)).tolist()
    assert (
        votes_in_words(model, *GRID[17]) == f"base model (Naive Bayes): {b.predict(GRID[17:18])[0]}"
    )
    np.testing.assert_allclose(model.grid(xs, ys).reshape(1, -1).T, model.scores(GRID), atol=1e-12)


def test_that_b_is_trained_when_somebody_asks_and_then_for_every_a():
    doc = document(b="svm", folds=7)
    told = Trace(doc, 1).problem(0).base_outputs
    assert told.jackknife.left(True) == 8 * told.jackknife.effort > 0
    told.prepare()
    assert told.jackknife.left(True) == 0
    faster = replace(doc, learners=(A.replace(alpha=0.2), *doc.learners[1:]))
    assert Trace(faster, 1).problem(0).base_outputs.jackknife is told.jackknife


def test_that_what_takes_long_is_made_in_another_thread_and_can_be_ended():
    many = linlab.make_points("moons", n=3000, seed=1)
    trace = Trace(
        document(points=many, b=Learner.of("logistic", space="monomial", degree=8), folds=50), 1
    )
    assert not trace.problem(0).ready and trace.reach(10, 0.0) == 0
    while not trace.doing:
        assert trace.reach(10, 0.01) == 0
    assert trace.doing.startswith(("base model on all examples", "base model without fold"))
    trace.cancel_tasks()
    left = trace.problem(0).base_outputs.jackknife.left(True)
    assert left > 0


@pytest.mark.parametrize(
    "b",
    [
        Learner.of("logistic", optimiser="lbfgs"),
        Learner.of("logistic"),
        Learner.of("svm", space="rbf"),
        Learner.of("voted-perceptron"),
    ],
    ids=str,
)
def test_that_nobody_waits_while_b_is_trained(b, monkeypatch):
    """It was thought to take a thirtieth of its time, so a drag waited for six of them at each
    move."""
    threads, plain = set(), stacking.Jackknife.b

    def asked(self, without=None):
        threads.add(threading.current_thread())
        return plain(self, without)

    monkeypatch.setattr(stacking.Jackknife, "b", asked)
    many = linlab.make_points("overlapping-blobs", n=200, seed=1)
    trace = Trace(document(points=many, b=b), 1)
    while trace.reach(1, 0.01) < 1:
        assert threading.main_thread() not in threads
    assert trace.problem(0).ready and threads


def test_that_counting_b_is_done_at_once():
    assert Trace(document(b="naive-bayes"), 1).problem(0).ready


@pytest.mark.parametrize("b", [Learner.of("svm", space="rbf"), Learner.of("naive-bayes")], ids=str)
def test_that_b_is_asked_about_a_grid_as_a_grid(b, monkeypatch):
    """Place by place, a drag with an RBF below took half a second at each move."""
    model = Trace(document(b=b), 1).model(30)
    xs, ys = np.linspace(-4, 4, 15), np.linspace(-4, 4, 13)
    told = model.member_answers(GRID)[0]
    expected = (told != decisions(model, model.scores(GRID))).reshape(13, 15)
    own = type(model.problem.base_outputs.jackknife.b())
    monkeypatch.setattr(own, "scores", lambda self, x: pytest.fail("place by place"))
    for _ in range(2):
        np.testing.assert_array_equal(model.disputed(xs, ys), expected)
    other = model.disputed(xs[:4], ys)
    np.testing.assert_array_equal(other, expected[:, :4])
