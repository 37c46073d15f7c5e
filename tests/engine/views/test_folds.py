"""The lecture's table of a stack, beside a loop that trains B without each fold and asks it."""

from dataclasses import replace

import numpy as np
import pytest

import linlab
from linlab import Document, Learner, Trace
from linlab.engine.ground.progress import watched
from linlab.engine.many.teaching import Teacher, TeachingRule, label_by_rounds
from linlab.engine.picture.palette import LIGHT
from linlab.engine.picture.shapes import Label
from linlab.engine.views.figure import Figure
from linlab.engine.views.snapshot import Snapshot
from linlab.engine.views.views import VIEWS, completed, draw

POINTS = linlab.make_points("moons", n=50, noise=0.5, seed=1)
B = Learner.of("naive-bayes", bins=9)
VIEW, SEED, K = VIEWS["folds"], 2, 4


def document(shares=(80.0, 20.0, 0.0), **settings):
    return Document(
        POINTS,
        (Learner.of("stacking", folds=K, **settings), Learner.of("logistic"), B),
        seed=SEED,
        shares=shares,
    )


def seen(doc, t=10, **options):
    figure = Figure(view="folds", options=tuple(options.items()))
    moment = completed(figure, Snapshot.of(Trace(doc), t))
    return figure, moment, VIEW.table(figure, moment)


def cells(table):
    return {column.key: column.texts for column in table.columns}


def by_hand(doc):
    """For each example its fold, and what the B says that has not seen it, and the one that has."""
    problem = Trace(doc).problem(0)
    names, n = np.array(problem.classes)[problem.y], problem.n
    fold = np.empty(n, int)
    for position, i in enumerate(np.random.default_rng((SEED, 7)).permutation(n)):
        fold[i] = position % K
    without = [
        linlab.train("naive-bayes", problem.x[fold != k], names[fold != k], bins=9, seed=SEED)
        for k in range(K)
    ]
    whole = linlab.train("naive-bayes", problem.x, names, bins=9, seed=SEED)
    asked = [without[fold[i]].predict(problem.x[i : i + 1])[0] for i in range(n)]
    return problem, names, fold, np.array(asked), whole


def test_that_each_example_is_answered_by_the_b_that_has_not_seen_it():
    doc = document()
    problem, names, fold, asked, whole = by_hand(doc)
    table = seen(doc)[2]
    found = cells(table)
    order = [int(i) - 1 for i in found["n"]]
    assert order == sorted(range(problem.n), key=lambda i: (fold[i], i))
    assert [int(k) - 1 for k in found["fold"]] == fold[order].tolist()
    assert (
        list(found["said"]) == asked[order].tolist()
        and list(found["class"]) == names[order].tolist()
    )
    assert list(found["right"]) == ["yes" if asked[i] == names[i] else "no" for i in order]
    assert list(found["seen"]) == whole.predict(problem.x[order]).tolist()
    assert table.ids == tuple(problem.ids[order].tolist())
    right, trusted = np.mean(asked == names), np.mean(whole.predict(problem.x) == names)
    assert trusted > right and f"{100 * right:.1f}".rstrip("0").rstrip(".") in table.foot
    assert (
        f"{100 * trusted:.1f}".rstrip("0").rstrip(".") in table.foot
        and "trusts the base model too much" in table.foot
    )
    dev = problem.held_out[0]
    good = np.mean(whole.predict(dev[0]) == np.array(problem.classes)[dev[1]])
    assert f"(dev points: {100 * good:.1f}".rstrip("0").rstrip(".") in table.foot


def test_that_fold_by_fold_is_the_lectures_table():
    doc = document()
    _, names, fold, asked, _ = by_hand(doc)
    found = cells(seen(doc, show="folds")[2])
    assert found["trained"] == ("D₂ … D₄", "D₁, D₃, D₄", "D₁, D₂, D₄", "D₁ … D₃") and found[
        "model"
    ] == ("base 1", "base 2", "base 3", "base 4")
    assert found["asked"] == ("D₁", "D₂", "D₃", "D₄")
    for k, (many, right) in enumerate(zip(found["many"], found["right"], strict=True)):
        own = fold == k
        assert int(many) == own.sum()
        assert float(right.removesuffix(" %")) == pytest.approx(
            100 * np.mean(asked[own] == names[own]), abs=0.051
        )


@pytest.mark.parametrize("up_to", [0, 1, 3])
def test_that_the_table_is_filled_up_to_a_fold(up_to):
    _, _, table = seen(document(), filled=str(up_to))
    found = cells(table)
    assert all(
        (said == "…") == (int(k) > up_to)
        for k, said in zip(found["fold"], found["said"], strict=True)
    )
    assert set(found["seen"]) == {"…"} and f"{up_to} of 4 folds are filled" in table.foot
    assert [
        share == "…"
        for share in cells(seen(document(), filled=str(up_to), show="folds")[2])["right"]
    ] == [k >= up_to for k in range(4)]


def test_that_it_is_filled_as_the_work_goes_on():
    figure, parts = Figure(view="folds"), []
    moment = Snapshot.of(Trace(document()), 0)
    with watched(lambda doing: None, parts.append):
        whole = VIEW.work.run(figure, moment)
    assert [len(part.said) for part in parts] == [1, 2, 3, 4] and whole.seen is not None
    table = VIEW.table(figure, replace(moment, found=parts[1]))
    assert "2 of 4 folds are filled" in table.foot
    words = [
        item.text for item in draw(figure, moment, LIGHT).panels[0].items if isinstance(item, Label)
    ]
    assert "is being trained" in " ".join(words) and VIEW.table(figure, moment) is None


def test_that_probabilities_are_told_as_they_are_and_the_switch_is_told():
    doc = document(outputs="probability", jackknife="off")
    problem, _, _, _, whole = by_hand(doc)
    _, _, table = seen(doc)
    found = cells(table)
    for i, told in list(zip([int(i) - 1 for i in found["n"]], found["told"], strict=True))[:6]:
        p = np.nan_to_num(whole.probabilities(problem.x[i : i + 1])[0], nan=0.5)
        assert told.startswith(f"P_base(A|x) = {p[0]:.3g},")
    assert "Jackknifing is off: the top model is trained on answers to seen examples" in table.foot


def test_that_a_guessed_label_is_no_truth_to_go_by():
    hidden = linlab.make_points("moons", n=50, noise=0.3, seed=1, hidden=40)
    learners = (
        Learner.of("stacking", folds=K),
        Learner.of("logistic"),
        Learner.of("gaussian-naive-bayes"),
    )
    done = label_by_rounds(
        Document(hidden, learners, seed=SEED), TeachingRule((Teacher(2),), 0.7, rounds=1)
    )
    moment = completed(Figure(view="folds"), Snapshot.of(Trace(done.document), done.t))
    guessed = moment.trace.problem(done.t).guessed
    assert guessed is not None and guessed.any()
    found = cells(VIEW.table(Figure(view="folds"), moment))
    assert [right == "–" for right in found["right"]] == [
        bool(guessed[int(i) - 1]) for i in found["n"]
    ]


def test_that_it_says_why_there_is_nothing_unless_there_is_a_stack():
    plain = Document(POINTS, (Learner.of("svm"),))
    assert "Only Stacking splits its examples into folds" in VIEW.refuses(
        Snapshot.of(Trace(plain), 3)
    )
    assert not VIEW.refuses(Snapshot.of(Trace(document()), 3))
