"""Bags, stacks and votes of a notebook are those of a document with the same learners and seed, to
the last bit: what the window shows."""

import numpy as np
import pytest

import linlab
from linlab import LinlabError
from linlab.engine.data.points import Points
from linlab.engine.document.document import Document
from linlab.engine.learner.learner import Learner
from linlab.engine.train.stopping import converge
from linlab.engine.train.trace import Trace
from tests.engine import textbook

X, Y = textbook.data(3, n=30)
POINTS = Points.of(X, list(Y))
GRID = np.stack(np.meshgrid(np.linspace(-3, 3, 9), np.linspace(-3, 3, 8)), axis=-1).reshape(-1, 2)
SEED = 5
EPOCH = len(X)
SVM, BAYES = Learner.of("svm", lam=0.05), Learner.of("naive-bayes")


def in_the_window(*learners, shares=(100.0, 0.0, 0.0)):
    """The run of the first of them."""
    return Trace(Document(POINTS, learners, seed=SEED, shares=shares))


@pytest.mark.parametrize("members", [1, 7, 120])
def test_that_a_bag_is_the_windows(members):
    trace = in_the_window(Learner.of("bagging", members=members), SVM)
    shown = trace.model(3 * EPOCH)
    bag = linlab.bag(SVM, X, Y, members=members, seed=SEED, epochs=3)
    assert bag.scores(GRID).tobytes() == shown.scores(GRID).tobytes()
    assert bag.out_of_bag_error == shown.out_of_bag_error
    assert [member.theta.tolist() for member in bag.model.members] == [
        member.theta.tolist() for member in shown.members
    ]


@pytest.mark.parametrize(
    ("stop", "learner"),
    [
        ("still", Learner.of("logistic", rate="inverse-time", alpha=0.5)),
        ("mistake-free", Learner.of("perceptron")),
    ],
)
def test_that_a_bag_stops_where_the_window_does(stop, learner):
    y = np.where(X @ (1.0, 0.5) > 0.2, "yes", "no")  # a line separates them
    document = Document(
        Points.of(X, list(y)), (Learner.of("bagging", members=9), learner), seed=SEED
    )
    trace = Trace(document)
    limit = 200 * EPOCH
    t, why = converge(trace, stop, limit=limit)
    bag = linlab.bag(learner, X, y, members=9, seed=SEED, stop=stop, epochs=200)
    for member, shown in zip(bag.model.members, trace.model(t).members, strict=True):
        assert member.theta.tobytes() == shown.theta.tobytes()
    assert bag.scores(GRID).tobytes() == trace.model(t).scores(GRID).tobytes()
    assert why == "converged: all members have"
    alone = {converge(run, stop, limit=limit)[0] for run in trace.learning(0)}
    assert len(alone) > 1 and max(alone) <= t  # one by one they would stop here and there


@pytest.mark.parametrize("outputs", ["label", "probability"])
@pytest.mark.parametrize("b", [BAYES, Learner.of("logistic")], ids=["naive Bayes", "logistic"])
def test_that_a_stack_is_the_windows(outputs, b):
    settings = {"outputs": outputs, "folds": 4}
    trace = in_the_window(Learner.of("stacking", **settings), SVM, b)
    stack = linlab.stack(SVM, b, X, Y, seed=SEED, epochs=2, **settings)
    assert stack.model.theta.tobytes() == trace.model(2 * EPOCH).theta.tobytes()
    assert stack.scores(GRID).tobytes() == trace.model(2 * EPOCH).scores(GRID).tobytes()
    told = trace.problem(0).base_outputs
    assert stack.base_outputs.tobytes() == told.rows.tobytes()
    assert stack.fold.tolist() == told.jackknife.fold.tolist()
    assert stack.b.scores(GRID).tobytes() == told.jackknife.b().scores(GRID).tobytes()


@pytest.mark.parametrize(
    "settings",
    [
        {"how": "majority"},
        {"how": "plurality"},
        {"how": "soft", "without": "hard"},
        {"how": "soft", "without": "leave-out"},
        {"how": "weighted", "voices": "1 2 0.5"},
        {"how": "weighted", "voices": "dev"},
    ],
    ids=lambda settings: " ".join(settings.values()),
)
def test_that_a_vote_is_the_windows(settings):
    shares = (60.0, 40.0, 0.0)
    members = (SVM, BAYES, Learner.of("logistic"))
    shown = in_the_window(Learner.of("vote", **settings), *members, shares=shares).model(4 * EPOCH)
    runs = [
        linlab.train(
            each.model, X, Y, seed=SEED, split=shares, updates=4 * EPOCH, **dict(each.chosen)
        )
        for each in members
    ]
    voices = settings.get("voices")
    vote = linlab.vote(
        runs,
        how=settings["how"],
        weights=[1, 2, 0.5] if voices == "1 2 0.5" else voices,
        without_probabilities=settings.get("without", "refuse"),
    )
    assert vote.scores(GRID).tobytes() == shown.scores(GRID).tobytes()


def test_that_members_who_are_right_about_no_dev_point_have_equal_votes_as_in_the_window():
    shares = (60.0, 40.0, 0.0)
    left = X[:, 0] < 0
    parts = Document(POINTS, (SVM,), seed=SEED, shares=shares).parts_of(POINTS)
    y = np.where(left == (parts == 0), "a", "b")  # among the dev points the other way round
    far = np.column_stack([X[:, 0] + np.where(left, -9, 9), X[:, 1]])
    runs = [
        linlab.train(model, far, y, seed=SEED, split=shares, updates=200)
        for model in ("perceptron", "svm", "mira")
    ]
    assert [run.measures().dev_error for run in runs] == [1.0] * 3
    vote = linlab.vote(runs, how="weighted", weights="dev")
    learners = [Learner.of(model) for model in ("vote", "perceptron", "svm", "mira")]
    learners[0] = learners[0].replace(how="weighted", voices="dev")
    shown = Trace(Document(Points.of(far, list(y)), tuple(learners), seed=SEED, shares=shares))
    assert vote.scores(GRID).tobytes() == shown.model(200).scores(GRID).tobytes()
    assert vote.votes(GRID).sum(axis=1).tolist() == [3.0] * len(GRID)


@pytest.mark.parametrize(
    "call",
    [
        lambda: linlab.bag("vote", X, Y),
        lambda: linlab.stack("svm", "bagging", X, Y),
        lambda: linlab.stack("adaboost", "svm", X, Y),
    ],
)
def test_that_a_team_of_teams_is_refused_in_a_sentence(call):
    with pytest.raises(LinlabError, match="is made of other models itself"):
        call()
