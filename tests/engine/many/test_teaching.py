"""Self-training and co-training written into the timeline of a document, beside loops written
straight from the lecture."""

from dataclasses import replace

import numpy as np
import pytest
from sklearn.naive_bayes import GaussianNB
from sklearn.semi_supervised import SelfTrainingClassifier

from linlab import LinlabError, Points, make_points
from linlab.engine.document.document import Change, Document, Source
from linlab.engine.ground.progress import watched
from linlab.engine.learner.learner import Learner
from linlab.engine.many.teaching import (
    ALL_LABELLED,
    Teacher,
    TeachingRule,
    forgotten,
    label_by_rounds,
)
from linlab.engine.train.measures import sample
from linlab.engine.train.models import winners
from linlab.engine.train.trace import Trace

SOURCE = Source("moons", 1, (("hidden", 80.0), ("n", 60.0), ("noise", 0.3)))
BOTH, VIEWS = (Teacher(0), Teacher(1)), (Teacher(0, "x1"), Teacher(0, "x2"))


def document(*learners, **more):
    return Document(
        SOURCE.draw(), learners or (Learner.of("logistic", alpha=0.5),), source=SOURCE, **more
    )


class Logistic:
    """Online logistic regression as the lecture has it: θ is taken along from round to round."""

    def __init__(self, alpha=0.5, lam=0.01):
        self.theta, self.alpha, self.lam = np.zeros(3), alpha, lam

    def train(self, x, y, start, epochs, seed=0):
        """From update `start` on, to the first whole epoch in which θ moves less than 0.001, or so
        many epochs on."""
        n, t, judged = len(x), start, (start, self.theta.copy())
        while True:
            if t > start and (t % n == 0 or t == start + epochs * n):
                if t - judged[0] == n and np.linalg.norm(self.theta - judged[1]) < 1e-3:
                    return t
                judged = t, self.theta.copy()
            if t == start + epochs * n:
                return t
            i = np.random.default_rng((seed, t // n)).permutation(n)[t % n]
            features, sign = np.array([*x[i], 1.0]), 2 * y[i] - 1
            pull = sign / (1 + np.exp(sign * self.theta @ features))
            self.theta[:2] *= 1 - self.alpha * self.lam
            self.theta += self.alpha * pull * features
            t += 1

    def says(self, x):
        p = 1 / (1 + np.exp(-(x @ self.theta[:2] + self.theta[2])))
        return (p > 0.5).astype(int), np.maximum(p, 1 - p)


class Gaussian:
    """Naive Bayes by scikit-learn, of some of the features; counting is over when every example has
    been counted."""

    def __init__(self, columns=(0, 1)):
        self.columns = list(columns)

    def train(self, x, y, start, epochs):
        self.model, counted = GaussianNB().fit(x[:, self.columns], y), getattr(self, "counted", 0)
        self.counted = len(y)
        return start + len(y) - counted

    def says(self, x):
        p = self.model.predict_proba(x[:, self.columns])
        return p.argmax(axis=1), p.max(axis=1)


def pseudo_code(points, models, threshold, T, epochs, others=()):
    """D and U of the lecture; the labels, the round and the least confidence of each point, and
    when the rounds ended."""
    label, when, sure, t, ends = (
        points.label.copy(),
        np.zeros(len(points), int),
        np.ones(len(points)),
        0,
        [],
    )
    for k in range(1, T + 2):
        D, U = label >= 0, np.flatnonzero(label < 0)
        t = max([model.train(points.x[D], label[D], t, epochs) for model in (*models, *others)])
        if k > T or not len(U):
            break
        said = [model.says(points.x[U]) for model in models]
        moves = np.array(
            [
                all(z[i] == said[0][0][i] for z, _ in said)
                and all(p[i] >= threshold for _, p in said)
                for i in range(len(U))
            ]
        )
        if not moves.any():
            break
        sure[U[moves]] = np.min([p for _, p in said], axis=0)[moves]
        label[U[moves]], when[U[moves]] = said[0][0][moves], k
        ends.append(t)
    return label, when, sure, ends, t


def compare(found, reference):
    label, when, sure, ends, t = reference
    points = found.document.points_at(found.t)
    assert points.label.tolist() == label.tolist()
    assert [0 if guess is None else guess.round for guess in points.guesses] == when.tolist()
    guessed = points.guessed
    np.testing.assert_allclose(
        [guess.sure for guess in points.guesses if guess], sure[guessed], rtol=1e-6
    )
    assert [change.t for change in found.document.timeline] == ends and found.t == t
    assert found.guessed == tuple(int((when == k).sum()) for k in range(1, max(when) + 1))


@pytest.mark.parametrize(
    ("threshold", "rounds", "epochs"), [(0.9, 10, 20), (0.75, 2, 7), (0.6, 1, 50), (0.95, 10, 30)]
)
def test_that_self_training_is_the_lectures_pseudo_code_update_by_update(threshold, rounds, epochs):
    found = label_by_rounds(document(), TeachingRule((Teacher(0),), threshold, rounds, epochs))
    compare(found, pseudo_code(SOURCE.draw(), [Logistic()], threshold, rounds, epochs))
    assert len(found.guessed) > 0


@pytest.mark.parametrize("threshold", [0.8, 0.95, 0.99])
def test_that_self_training_of_counts_is_scikit_learns(threshold):
    points = SOURCE.draw()
    found = label_by_rounds(
        document(Learner.of("gaussian-naive-bayes")), TeachingRule((Teacher(0),), threshold, 10)
    )
    theirs = SelfTrainingClassifier(GaussianNB(), threshold=threshold, max_iter=10).fit(
        points.x, points.label
    )
    after = found.document.points_at(found.t)
    assert after.label.tolist() == theirs.transduction_.tolist()
    assert [0 if guess is None else guess.round for guess in after.guesses] == np.maximum(
        theirs.labeled_iter_, 0
    ).tolist()
    compare(found, pseudo_code(points, [Gaussian()], threshold, 10, 50))


@pytest.mark.parametrize("threshold", [0.6, 0.8])
def test_that_co_training_of_two_models_is_the_lectures_pseudo_code(threshold):
    learners = Learner.of("logistic", alpha=0.5), Learner.of("logistic", alpha=0.1, lam=0.1)
    found = label_by_rounds(document(*learners), TeachingRule(BOTH, threshold, 4, 15))
    compare(found, pseudo_code(SOURCE.draw(), [Logistic(), Logistic(0.1, 0.1)], threshold, 4, 15))
    by = next(guess.by for guess in found.document.points_at(found.t).guesses if guess)
    assert by == "Logistic regression, λ 0.01 and Logistic regression, λ 0.1"


def test_that_co_training_on_one_feature_each_is_the_lectures_pseudo_code():
    found = label_by_rounds(
        document(Learner.of("gaussian-naive-bayes")), TeachingRule(VIEWS, 0.7, 10)
    )
    compare(found, pseudo_code(SOURCE.draw(), [Gaussian([0]), Gaussian([1])], 0.7, 10, 50))
    by = next(guess.by for guess in found.document.points_at(found.t).guesses if guess)
    assert by == "Gaussian naive Bayes on x₁ alone and Gaussian naive Bayes on x₂ alone"


FOUND = label_by_rounds(document(), TeachingRule((Teacher(0),), 0.9, 10, 20))


def test_that_going_back_takes_labels_away_and_the_run_is_the_one_that_was_taught():
    trace, ends = Trace(FOUND.document), [change.t for change in FOUND.document.timeline]
    assert len(ends) >= 2 and ends == sorted(set(ends))
    for k, t in enumerate([0, *ends]):
        points = FOUND.document.points_at(t)
        assert points.guessed.sum() == sum(FOUND.guessed[:k])
        assert {guess.round for guess in points.guesses or () if guess} == set(range(1, k + 1))
        if k:
            assert FOUND.document.points_at(t - 1).guessed.sum() == sum(FOUND.guessed[: k - 1])
            assert trace.problem(t).n == trace.problem(0).n + points.guessed.sum()
    before = Trace(document())
    assert trace.at(ends[0] - 1).theta.tobytes() == before.at(ends[0] - 1).theta.tobytes()


def test_that_it_is_the_same_again_and_after_a_file(tmp_path):
    assert label_by_rounds(document(), TeachingRule((Teacher(0),), 0.9, 10, 20)) == FOUND
    FOUND.document.save(tmp_path / "a.linlab")
    loaded = Document.load(tmp_path / "a.linlab")
    assert loaded == FOUND.document
    assert (
        Trace(loaded).at(FOUND.t).theta.tobytes()
        == Trace(FOUND.document).at(FOUND.t).theta.tobytes()
    )


def test_that_guesses_are_forgotten_and_nothing_else():
    assert forgotten(FOUND.document) == document()
    first = FOUND.document.timeline[0].t
    moved = FOUND.document.with_points(
        FOUND.document.points_at(first), FOUND.document.points_at(first).move(3, (2, 2)), first
    )
    kept = forgotten(moved)
    assert [change.t for change in kept.timeline] == [first] and not kept.points_at(
        first
    ).guessed.any()
    assert kept.points_at(first) == document().points.move(3, (2, 2))
    assert (
        label_by_rounds(FOUND.document, TeachingRule((Teacher(0),), 0.9, 10, 20)) == FOUND
    )  # it begins where nobody has guessed


def test_that_dev_and_test_points_are_never_guessed():
    split = document(shares=(60.0, 20.0, 20.0))
    found = label_by_rounds(split, TeachingRule((Teacher(0),), 0.6, 10, 10))
    points = found.document.points_at(found.t)
    assert points.guessed.any() and (split.parts_of(points)[points.guessed] == 0).all()


def test_that_no_error_counts_a_guessed_label_as_truth():
    trace = Trace(FOUND.document)
    model, points = trace.model(FOUND.t), FOUND.document.points_at(FOUND.t)
    scores = model.scores(points.x)[:, 0]
    own = (points.label >= 0) & ~points.guessed
    wrong = np.mean((scores[own] > 0) != points.label[own])
    assert (
        trace.sample(FOUND.t).train_error == sample(model, 0, 0).train_error == pytest.approx(wrong)
    )


def test_that_it_begins_after_what_was_changed_by_hand():
    base = document()
    later = replace(base, timeline=(Change(333, base.points.move(0, (1, 1))),))
    found = label_by_rounds(later, TeachingRule((Teacher(0),), 0.75, 2, 10))
    assert found.document.timeline[0] == later.timeline[0] and found.document.timeline[1].t > 333


@pytest.mark.parametrize(("base", "rule", "says"), [
    (Document(make_points("moons"), (Learner.of("svm"),)), {}, ALL_LABELLED[:40]),
    (Document(make_points("moons", hidden=50).take(np.arange(0)), (Learner.of("svm"),)), {}, ALL_LABELLED[:40]),
    (Document(Points.of([(0, 0), (1, 1)], ["a", None]), (Learner.of("svm"),)), {}, "Only the class “a” occurs"),
    (document(Learner.of("logistic", alpha=1e6, lam=1.0)), {}, "diverges: the weights grew"),
])  # fmt: skip
def test_that_what_cannot_be_taught_is_told(base, rule, says):
    with pytest.raises(LinlabError, match=says.replace("(", r"\(")):
        label_by_rounds(base, TeachingRule((Teacher(0),), **rule))


@pytest.mark.parametrize(
    ("wrong", "says"),
    [
        ({"threshold": 1.5}, "threshold must be a number from 0 to 1"),
        ({"threshold": float("nan")}, "threshold"),
        ({"rounds": 0}, "rounds must be a whole number of at least 1"),
        ({"rounds": 10**9}, "rounds must be a whole number from 1"),
        ({"epochs": 0}, "epochs must be a whole number of at least 1"),
    ],
)
def test_that_a_rule_that_is_none_is_refused(wrong, says):
    with pytest.raises(LinlabError, match=says):
        TeachingRule((Teacher(0),), **wrong)


def test_that_it_says_how_far_it_is_and_ends_when_nobody_waits():
    heard = []

    class Enough(Exception):
        pass

    def watch(doing):
        heard.append(doing)
        if doing.startswith("round 2"):
            raise Enough

    with pytest.raises(Enough), watched(watch):
        label_by_rounds(document(), TeachingRule((Teacher(0),), 0.9, 10, 20))
    assert heard[0].startswith("round 1 of 10, step ")


def test_that_nobody_who_is_sure_is_an_answer_too():
    found = label_by_rounds(document(), TeachingRule((Teacher(0),), 1.0, 10, 2))
    assert (
        found.document == document()
        and found.guessed == ()
        and found.why == "no model is sure enough of the 48 points left"
    )


@pytest.mark.parametrize("model", ["vote", "bagging", "stacking"])
@pytest.mark.parametrize("teachers", [(Teacher(0),), BOTH])
def test_that_models_made_of_models_teach_like_any_other(model, teachers):
    base = document(Learner.of(model), Learner.of("logistic"), Learner.of("gaussian-naive-bayes"))
    found = label_by_rounds(base, TeachingRule(teachers, 0.7, 2, 8))
    points, first = found.document.points_at(found.t), found.document.timeline[0].t
    models = [
        Trace(base, teacher.which).model(first) for teacher in teachers
    ]  # as they were when the first round ended
    for k, guess in enumerate(points.guesses):
        if guess is not None and guess.round == 1:
            said = {
                member.examples.classes[int(winners(member.scores(points.x[k : k + 1]))[0])]
                for member in models
            }
            assert said == {points.classes[points.label[k]]} and guess.sure >= 0.7
    assert found.guessed and forgotten(found.document) == base
