"""Teams in a document: votes and bags that go on with their members, update by update, against
loops and scikit-learn."""

from collections import Counter
from dataclasses import replace

import numpy as np
import pytest
from sklearn.base import BaseEstimator, ClassifierMixin
from sklearn.ensemble import BaggingClassifier, VotingClassifier

import linlab
from linlab import Document, Learner, LinlabError, Trace
from linlab.engine.document.document import Change
from linlab.engine.picture.field import Contours
from linlab.engine.picture.inside.members import hatching
from linlab.engine.train import measures, stopping
from linlab.engine.train.models import decisions
from linlab.engine.views.snapshot import Snapshot
from linlab.engine.views.sweep.knobs import Case, knobs_of
from linlab.engine.words.explain import explain
from linlab.engine.words.team import votes_in_words

POINTS = linlab.make_points("overlapping-blobs", n=60, seed=3)
THREE = linlab.make_points("blobs", n=45, seed=2, classes=3, noise=1.4)
GRID = np.stack(np.meshgrid(np.linspace(-4, 4, 15), np.linspace(-4, 4, 13)), axis=-1).reshape(-1, 2)
FOUR = ("perceptron", "svm", "logistic", "naive-bayes")
SHARES = (70.0, 30.0, 0.0)


def document(team, *, points=POINTS, others=FOUR, shares=SHARES, seed=4, **settings):
    """The team in the midst of the others."""
    learners = [Learner.of(name) if isinstance(name, str) else name for name in others]
    return Document(
        points,
        (*learners[:1], Learner.of(team, **settings), *learners[1:]),
        seed=seed,
        shares=shares,
    )


def members(doc, t):
    return [
        Trace(doc, k).model(t)
        for k, learner in enumerate(doc.learners)
        if not learner.recipe.of_others
    ]


def said_by(model, x):
    """Answers by name, one place at a time."""
    return [
        model.examples.classes[int(decisions(model, model.scores(x))[k])] for k in range(len(x))
    ]


class Says(ClassifierMixin, BaseEstimator):
    """A model as scikit-learn would have it, in numbers of classes."""

    def __init__(self, model=None):
        self.model = model
        self.classes_ = np.arange(2)

    def fit(self, X, y):
        return self

    def predict(self, X):
        return decisions(self.model, self.model.scores(X))


@pytest.mark.parametrize("points", [POINTS, THREE], ids=["two", "three"])
@pytest.mark.parametrize("t", [0, 1, 33, 140])
def test_that_a_vote_counts_what_the_runs_of_the_others_say_after_as_many_updates(points, t):
    for how in ("plurality", "majority"):
        doc = document("vote", points=points, how=how)
        answers, model = (
            [said_by(member, GRID) for member in members(doc, t)],
            Trace(doc, 1).model(t),
        )
        classes = model.examples.classes
        for k, said in enumerate(decisions(model, model.scores(GRID)).tolist()):
            votes = Counter(each[k] for each in answers)
            best = max(classes, key=lambda name: (votes[name], -classes.index(name)))
            wanted = None if how == "majority" and 2 * votes[best] <= len(answers) else best
            assert (classes[said] if said >= 0 else None) == wanted


def test_that_a_soft_vote_takes_the_mean_of_probabilities_and_of_certainties():
    for without, having in (("hard", 4), ("leave-out", 2)):
        doc = document("vote", how="soft", without=without)
        model, chances = Trace(doc, 1).model(80), []
        for member in members(doc, 80):
            found = member.chances(member.scores(GRID))
            if found is None and without == "hard":
                found = np.eye(2)[decisions(member, member.scores(GRID))]
            if found is not None:
                chances.append(np.where(np.isnan(found), 0.5, found))
        assert len(chances) == having == len(model.team)
        assert model.chances(model.scores(GRID)) == pytest.approx(np.mean(chances, axis=0))


def test_that_weights_are_dev_accuracies_or_numbers_of_ones_own():
    doc = document("vote", how="weighted")
    model, voters = Trace(doc, 1).model(50), members(doc, 50)
    right = [1 - measures.held_out(member, 0)[0] for member in voters]
    assert model.member_weights == pytest.approx(right)
    chosen = Trace(document("vote", how="weighted", voices="0 3 0.5"), 1).model(50)
    assert chosen.member_weights.tolist() == [0.0, 3.0, 0.5, 1.0]  # one is missing
    assert said_by(chosen, GRID) != said_by(voters[0], GRID)
    only = Trace(document("vote", how="weighted", voices="0 1 0 0"), 1).model(50)
    assert said_by(only, GRID) == said_by(voters[1], GRID)


def test_that_votes_agree_with_scikit_learn():
    doc = document("vote", others=FOUR[:3])
    voters = [Says(model) for model in members(doc, 70)]
    made = VotingClassifier([(str(k), each) for k, each in enumerate(voters)])
    made.estimators_, made.classes_ = voters, np.arange(2)
    made.le_ = type("Same", (), {"inverse_transform": staticmethod(lambda y: y)})
    model = Trace(doc, 1).model(70)
    assert decisions(model, model.scores(GRID)).tolist() == made.predict(GRID).tolist()


def test_that_each_member_of_a_bag_makes_its_updates_on_its_own_sample():
    doc = document("bagging", of="second", members=6)
    trace = Trace(doc, 1)
    problem = Trace(doc, 2).problem(0)
    for t in (0, 5, 130):
        model = trace.model(t)
        for b, (name, member) in enumerate(model.team):
            drawn = np.random.default_rng((4, b)).integers(0, problem.n, problem.n)
            alone = linlab.train(
                "svm",
                problem.x[drawn],
                np.array(problem.classes)[problem.y[drawn]],
                updates=t,
                seed=4,
            )
            assert name == f"Sample {b + 1}"
            assert member.theta.tolist() == alone.theta.tolist()
        votes = np.array([said_by(member, GRID) for _, member in model.team])
        assert said_by(model, GRID) == [
            max("AB", key=lambda c: ((votes[:, k] == c).sum(), c == "A")) for k in range(len(GRID))
        ]


def test_that_a_bag_agrees_with_scikit_learns_on_the_same_samples():
    doc = document("bagging", members=7)
    problem, model = Trace(doc, 0).problem(0), Trace(doc, 1).model(90)
    made = BaggingClassifier(n_estimators=7)
    made.estimators_, made.classes_, made.n_classes_, made.n_features_in_ = (
        [Says(m) for _, m in model.team],
        np.arange(2),
        2,
        2,
    )
    made.estimators_features_ = [np.arange(2)] * 7
    said = decisions(model, model.scores(GRID))
    shares = made.predict_proba(GRID)
    assert said.tolist() == shares.argmax(axis=1).tolist()
    wrong = []
    for i in range(problem.n):
        outside = [
            member
            for b, (_, member) in enumerate(model.team)
            if i not in np.random.default_rng((4, b)).integers(0, problem.n, problem.n)
        ]
        votes = Counter(
            int(decisions(member, member.scores(problem.x[i : i + 1]))[0]) for member in outside
        )
        if votes:
            wrong.append(max((0, 1), key=lambda c: (votes[c], -c)) != problem.y[i])
    assert model.out_of_bag_error == pytest.approx(np.mean(wrong))
    assert Trace(doc, 1).sample(90).bag_error == model.out_of_bag_error


def test_that_a_bag_of_the_document_is_the_notebooks_bag():
    doc = document("bagging", members=9, shares=(100.0, 0.0, 0.0))
    bag = linlab.bag("perceptron", POINTS, members=9, seed=4, updates=150)
    model = Trace(doc, 1).model(150)
    assert model.scores(GRID).tolist() == bag.scores(GRID).tolist()
    assert model.out_of_bag_error == bag.out_of_bag_error


def test_that_the_effect_of_the_number_of_members_can_be_swept():
    doc = document("bagging", of="third", members=8)
    knob = knobs_of(Case.of(Snapshot.of(Trace(doc, 1), 20)), len(POINTS))["members"]
    assert knob.values[0] == 1 and knob.now == 8
    [case] = knob.cases(3)
    trace = Trace(case.document)
    assert case.learner["members"] == 3 and len(trace.model(20).team) == 3
    alone = Trace(document("bagging", of="third", members=3), 1)
    assert trace.model(20).scores(GRID).tolist() == alone.model(20).scores(GRID).tolist()


def test_that_what_is_left_open_is_an_error():
    doc = document("vote", how="majority", others=("perceptron", "svm"))
    trace = Trace(doc, 1)
    model, problem = trace.model(40), trace.problem(40)
    left = decisions(model, model.scores(problem.x)) < 0
    assert left.any()
    a, b = (np.array(said_by(member, problem.x)) for member in members(doc, 40))
    truth = np.array(problem.classes)[problem.y]
    assert trace.sample(40).train_error == np.mean((a != b) | (a != truth))
    assert trace.step(41).margins.min() >= -1 and not np.isnan(trace.step(41).margins).any()


def test_that_points_edited_on_the_way_reach_all_members():
    points = POINTS.add([(0.1, 0.2), (0.3, 0.1)], 0).remove([4, 5, 6])
    for team, settings in (("vote", {}), ("bagging", {"members": 5})):
        plain = document(team, **settings)
        picked = int(Trace(plain, 1).problem(0).ids[20])
        doc = plain.after(Change(50, points=points)).after(Change(80, pick=picked))
        trace = Trace(doc, 1)
        assert (
            trace.model(49).scores(GRID).tolist() == Trace(plain, 1).model(49).scores(GRID).tolist()
        )
        assert trace.problem(50).n == trace.model(50).examples.y.size != trace.problem(49).n
        later = [trace.model(t).scores(GRID).tolist() for t in (120, 60, 120, 90)]
        assert later[0] == later[2] == Trace(doc, 1).model(120).scores(GRID).tolist()
        if team == "vote":
            assert [said_by(m, GRID) for _, m in trace.model(120).team] == [
                said_by(m, GRID) for m in members(doc, 120)
            ]
            assert [step.ids.tolist() for _, _, step in trace.step(81).team[:3]] == [[picked]] * 3


def test_that_a_learner_may_become_a_team_on_the_way_and_back():
    plain = document("vote")
    svm = (plain.learners[0], Learner.of("svm"), *plain.learners[2:])
    doc = (
        replace(plain, learners=svm)
        .after(Change(30, learners=plain.learners))
        .after(Change(60, learners=svm))
    )
    trace = Trace(doc, 1)
    assert trace.at(90).t == 90
    assert not trace.model(29).team and len(trace.model(30).team) == 4 and not trace.model(60).team
    assert trace.model(45).scores(GRID).tolist() == Trace(plain, 1).model(45).scores(GRID).tolist()
    swapped = (Learner.of("vote"), *svm[1:])  # and another one is made of it meanwhile
    both = (
        replace(doc, timeline=())
        .after(Change(20, learners=swapped))
        .after(Change(40, learners=plain.learners))
    )
    for which in (0, 1):
        assert (
            Trace(both, which).model(70).scores(GRID).tolist()
            == Trace(both, which).model(70).scores(GRID).tolist()
        )


def test_that_a_team_ends_with_its_last_member():
    doc = document("vote", others=("naive-bayes", "gaussian-naive-bayes"))
    trace = Trace(doc, 1)
    n = trace.problem(0).n
    assert trace.at(10_000).t == trace.end == n and "all members" in trace.reason
    assert trace.step(n).team[0][2] is not None
    mixed = Trace(document("vote", others=("naive-bayes", "perceptron")), 1)
    assert mixed.at(4 * n).t == 4 * n and mixed.end is None
    assert "has finished" in " ".join(line for _, line in _lines(mixed.step(4 * n)))


def _lines(step):
    from linlab.engine.words.team import one_by_one

    return one_by_one(step)


def test_that_a_team_has_converged_when_all_members_have():
    apart = linlab.make_points("blobs", n=40, seed=1)
    doc = document(
        "vote", points=apart, others=("perceptron", "averaged-perceptron"), shares=(100.0, 0.0, 0.0)
    )
    t, why = stopping.converge(Trace(doc, 1), "mistake-free", limit=5000)
    alone = [stopping.converge(Trace(doc, k), "mistake-free", limit=5000)[0] for k in (0, 2)]
    assert t == max(alone) and why == "converged: all members have"
    for t, why in stopping.onward(Trace(doc, 1), 0):
        if why:
            assert t == max(alone)


def test_that_training_a_little_at_a_time_comes_to_the_same():
    doc = document("bagging", members=8)
    one, other = Trace(doc, 1), Trace(doc, 1)
    while other.reach(400, 0.0) < 400:
        pass
    assert other.model(400).scores(GRID).tolist() == one.model(400).scores(GRID).tolist()
    assert (
        other.mistakes(400)
        == one.mistakes(400)
        == sum(run.mistakes(400) for run in one.segment_run(0).members)
    )


@pytest.mark.parametrize(("team", "others", "settings", "says"), [
    ("vote", (), {}, "none yet: add some"),
    ("bagging", (), {}, "needs a first other model, but this document has no other model"),
    ("bagging", ("svm",), {"of": "second"}, "needs a second other model, but this document has 1 other model"),
    ("vote", ("svm",), {"how": "weighted"}, "needs dev points, but there are none"),
    ("vote", ("svm",), {"how": "weighted", "voices": "0"}, "must not all be 0"),
    ("vote", ("svm",), {"how": "soft", "without": "leave-out"}, "a soft vote needs one"),
])  # fmt: skip
def test_that_a_team_without_members_gets_a_sentence(team, others, settings, says):
    if settings.get("voices") == "0":  # which is what there is if nobody says anything
        assert Learner.of("vote", **settings)["voices"] == "dev"
        settings = {"how": "weighted", "voices": "0 1"}
    doc = Document(POINTS, (Learner.of(team, **settings), *map(Learner.of, others)))
    with pytest.raises(LinlabError, match=says):
        Trace(doc).model(0)


def test_that_negative_weights_and_other_nonsense_are_refused():
    with pytest.raises(LinlabError, match="must not be negative"):
        Learner.of("vote", how="weighted", voices="1 -1")
    with pytest.raises(LinlabError, match="one of dev or numbers such as “1 2"):
        Learner.of("vote", voices="many")
    assert "soft vote" in Learner.of("vote").idle("without") and "weighted vote" in Learner.of(
        "vote"
    ).idle("voices")


def test_that_an_update_of_a_team_is_told_member_by_member():
    doc = document("vote", others=("perceptron", "svm"))
    step = Trace(doc, 1).step(30)
    said = explain(step, doc.learners[1])
    singles = {name: Trace(doc, k).step(30) for k, name in ((0, "Perceptron"), (2, "SVM"))}
    assert [name for name, _, _ in step.team] == [*singles]
    for (name, line), single in zip(_lines(step), singles.values(), strict=True):
        assert line.startswith(f"#{single.example + 1},") and line.endswith(
            "changes" if single.updated else "stays"
        ), name
    assert f"On example #{step.example + 1} in class" in said
    model = Trace(doc, 1).model(30)
    assert votes_in_words(model, 1.0, 1.0) == " · ".join(
        f"{name}: {said_by(Trace(doc, k).model(30), np.array([(1.0, 1.0)]))[0]}"
        for k, name in ((0, "Perceptron"), (2, "SVM"))
    )
    many = Trace(document("bagging", members=20), 1).model(30)
    assert sum(int(part.split()[0]) for part in votes_in_words(many, 0.5, 0.2).split(" · ")) == 20


def test_that_disputed_places_are_those_where_two_members_differ():
    doc = document("vote")
    model, xs, ys = Trace(doc, 1).model(60), np.linspace(-4, 4, 15), np.linspace(-4, 4, 13)
    said = np.array([said_by(member, GRID) for member in members(doc, 60)])
    wanted = np.array([len(set(column)) > 1 for column in said.T]).reshape(13, 15)
    assert model.disputed(xs, ys).tolist() == wanted.tolist()
    for line in hatching(wanted, xs, ys, 0.3):
        (a, b), (c, d) = line
        assert c - a == pytest.approx(d - b) and c > a
        i, j = (
            np.rint((np.array([a, c]) + 4) / 8 * 14).astype(int),
            np.rint((np.array([b, d]) + 4) / 8 * 12).astype(int),
        )
        assert wanted[j, i].all()
    assert hatching(np.zeros((13, 15), bool), xs, ys, 0.3) == []


def test_that_what_is_left_open_has_a_border_on_both_sides():
    xs, ys = np.linspace(-2, 2, 41), np.linspace(-2, 2, 41)
    f = np.broadcast_to(np.where(xs < -1, -1.0, np.where(xs > 1, 1.0, np.nan)), (1, 41, 41))
    lines = Contours(np.nan_to_num(f), xs, ys, left_open=np.isnan(f[0])).boundary
    places = np.concatenate(lines)
    assert sorted(set(np.sign(places[:, 0]).tolist())) == [-1.0, 1.0]
    assert np.abs(np.abs(places[:, 0]) - 1.0).max() < 0.11
