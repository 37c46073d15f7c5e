"""The table of examples: every number against a computation written here."""

import math

import numpy as np
import pytest

from linlab.engine.data.datasets import make_points
from linlab.engine.document.document import Document
from linlab.engine.learner.learner import Learner
from linlab.engine.picture.palette import LIGHT
from linlab.engine.picture.shapes import Label
from linlab.engine.train.trace import Trace
from linlab.engine.views import examples
from linlab.engine.views.examples import rows
from linlab.engine.views.figure import Figure
from linlab.engine.views.snapshot import Snapshot
from linlab.engine.views.views import VIEWS, draw


def moment(model, t, classes=2, **settings):
    points = make_points("blobs", n=30, classes=classes, noise=1.4, seed=5).relabel([4], -1)
    return Snapshot.of(
        Trace(Document(points, (Learner.of(model, **settings),), shares=(60.0, 20.0, 20.0))), t
    )


def column(table, key):
    return next(column for column in table.columns if column.key == key)


LOSS = {
    "svm": lambda m: max(0.0, 1 - m),
    "mira": lambda m: max(0.0, 1 - m),
    "perceptron": lambda m: max(0.0, -m),
}


@pytest.mark.parametrize("classes", [2, 4])
@pytest.mark.parametrize("t", [0, 25, 300])
@pytest.mark.parametrize(
    ("model", "settings"),
    [
        ("perceptron", {}),
        ("mira", {}),
        ("svm", {"space": "rbf"}),
        ("logistic", {}),
        ("naive-bayes", {"smoothing": 1.0}),
    ],
)
def test_that_each_row_has_the_numbers_of_its_point(model, settings, t, classes):
    at = moment(model, t, classes, **settings)
    table = rows(Figure(), at)
    assert table.ids == tuple(at.points.ids.tolist()) and len(table) == 30
    scores, labels = at.model.scores(at.points.x), at.points.label
    for k in range(scores.shape[1]):
        np.testing.assert_allclose(column(table, f"s{k}").sort, scores[:, k])
    for i in range(30):
        s, y = scores[i], labels[i]
        assert column(table, "class").texts[i] == (at.points.classes[y] if y >= 0 else "unlabelled")
        assert column(table, "part").texts[i] == ("train", "dev", "test")[at.parts[i]]
        shown = column(table, "m").sort[i]
        if y < 0:
            assert np.isnan(shown) and column(table, "m").texts[i] == "–"
            continue
        m = (
            (s[0] if y == 1 else -s[0])
            if len(s) == 1
            else s[y] - max(s[c] for c in range(len(s)) if c != y)
        )
        assert shown == pytest.approx(m)
        if model in LOSS:
            assert column(table, "loss").sort[i] == pytest.approx(LOSS[model](m))
        if model in ("svm", "mira"):
            assert column(table, "slack").sort[i] == pytest.approx(max(0.0, 1 - m))
        if model == "logistic":
            s = [0.0, s[0]] if len(s) == 1 else s
            p = math.exp(s[y]) / sum(math.exp(each) for each in s)
            assert column(table, "p").sort[i] == pytest.approx(p)
            assert column(table, "loss").sort[i] == pytest.approx(-math.log(p))
    if model == "svm":
        problem = at.model.problem
        for row in range(scores.shape[1]):
            shown = dict(zip(table.ids, column(table, f"a{row}").sort, strict=True))
            assert [shown[id] for id in problem.ids] == pytest.approx(
                at.model.theta[row, : problem.n]
            )
    if t:
        lit = {table.ids[k] for k in table.highlighted}
        assert lit == set(at.step.ids.tolist())


def test_that_updates_are_counted_for_examples_and_for_nobody_else():
    at = moment("perceptron", 80)
    counted = dict(zip(range(30), column(rows(Figure(), at), "updates").texts, strict=True))
    trained = (at.parts == 0) & (at.points.label >= 0)
    assert all((counted[i] == "–") != trained[i] for i in range(30))
    assert sum(int(counted[i]) for i in range(30) if trained[i]) == at.trace.sample(80).mistakes


def test_that_a_figure_has_the_rows_in_the_order_asked_for():
    at = moment("svm", 50)
    picture = draw(
        Figure(view="examples", width=900, height=900, options=(("sort", "m"),)), at, LIGHT
    )
    words = [item.text for item in picture.panels[0].items if isinstance(item, Label)]
    begin = words.index("margin m") + 1
    shown = [float(text.replace("−", "-")) for text in words[begin : begin + 30] if text != "–"]
    assert len(shown) == 29 and shown == sorted(shown)


def test_that_it_says_so_when_there_are_no_points():
    at = Snapshot.of_points(make_points("blobs", n=4).take(np.zeros(4, bool)))
    assert "no points" in VIEWS["examples"].refuses(at)


def test_that_a_row_of_a_vote_has_the_numbers_of_the_vote_and_no_loss_of_its_last_theta():
    points = make_points("blobs", n=30, noise=1.4, seed=5)
    trace = Trace(Document(points, (Learner.of("voted-perceptron"),)))
    theta, votes = np.zeros(3), np.zeros(30)
    x = np.c_[points.x, np.ones(30)]
    for t in range(1, 41):
        step = trace.step(t)
        i, y = int(step.examples[0]), 2.0 * step.labels[0] - 1.0
        theta = theta + y * x[i] if y * (theta @ x[i]) <= 0 else theta
        votes += np.sign(x @ theta)
    table = rows(Figure(), Snapshot.of(trace, 40))
    np.testing.assert_allclose(column(table, "s0").sort, votes)
    np.testing.assert_allclose(column(table, "m").sort, np.where(points.label == 1, votes, -votes))
    assert "votes" in column(table, "s0").help
    assert column(table, "s0").title == "s, votes" and column(table, "m").title == "margin m, votes"
    assert "where the model has one" in VIEWS["examples"].help  # this one has no loss
    assert "loss" not in [column.key for column in table.columns]
    averaged = Trace(Document(points, (Learner.of("averaged-perceptron"),)))
    table = rows(Figure(), Snapshot.of(averaged, 40))
    np.testing.assert_allclose(
        column(table, "loss").sort, np.maximum(0.0, -column(table, "m").sort)
    )


def test_that_only_the_numbers_that_are_looked_at_are_written(monkeypatch):
    written = []
    monkeypatch.setattr(examples, "number", lambda value: written.append(value) or f"{value:.1f}")
    at = moment("svm", 25)
    table = rows(Figure(), at)
    by_margin = table.sorted_by("m")
    assert written == []
    order = np.argsort(column(table, "m").sort, kind="stable")  # what has no margin comes last
    assert column(by_margin, "x1").texts[3] == f"{at.points.x[order[3], 0]:.1f}"
    assert written == [at.points.x[order[3], 0]]
    assert list(column(by_margin, "x1").texts[1:3]) == [
        f"{at.points.x[k, 0]:.1f}" for k in order[1:3]
    ]
