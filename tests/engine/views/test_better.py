"""Is A better than B? Folds, accuracies and tests beside loops and scipy's tests."""

import re
from dataclasses import replace

import numpy as np
import pytest
from scipy import stats

import linlab
from linlab.engine.data.points import Points
from linlab.engine.document.document import Document
from linlab.engine.ground.numerals import read_number
from linlab.engine.ground.progress import watched
from linlab.engine.learner.learner import Learner
from linlab.engine.picture.palette import DARK, LIGHT
from linlab.engine.picture.shapes import Label
from linlab.engine.train.trace import Trace
from linlab.engine.views.figure import Figure
from linlab.engine.views.several.better import how_often, p_text
from linlab.engine.views.snapshot import Snapshot
from linlab.engine.views.views import VIEWS, completed, draw
from tests.engine import textbook

VIEW, of = VIEWS["better"], Learner.of
LEARNERS = (
    of("perceptron"),
    of("svm", lam=0.05),
    of("svm", lam=2.0),
    of("gaussian-naive-bayes"),
    of("logistic", batch=4),
)


def document(classes=2, n=60, learners=LEARNERS, shares=(100.0, 0.0, 0.0), seed=3):
    X, y = textbook.data(classes, n)
    X = np.array(X) + np.random.default_rng(1).normal(0, 1.2, (n, 2))
    return Document(Points.of(X, y), learners, seed, shares)


def seen(document, t=0, size=(420, 460), **options):
    figure = Figure("better", *map(float, size), options=tuple(options.items()))
    moment = completed(figure, Snapshot.of(Trace(document), t))
    return moment.found, draw(figure, moment, LIGHT).panels


def words(panel):
    return " ".join(item.text for item in panel.items if isinstance(item, Label))


def by_hand(document, which, folds, epochs=20):
    """Which examples are right, and the accuracy of each fold, training runs one by one."""
    points = document.points.take(document.parts_of(document.points) == 0)
    y = [points.classes[k] for k in points.label]
    order = np.random.default_rng((document.seed, 7)).permutation(len(y)).tolist()
    learner, right = document.learners[which], [False] * len(y)
    for k in range(folds):
        kept = [i for i in range(len(y)) if order.index(i) % folds != k]
        run = linlab.train(
            learner.model,
            points.x[kept],
            [y[i] for i in kept],
            epochs=epochs,
            seed=document.seed,
            **dict(learner.chosen),
        )
        for i in range(len(y)):
            if i not in kept:
                right[i] = run.predict([points.x[i]])[0] == y[i]
    accuracy = [
        np.mean([right[i] for i in range(len(y)) if order.index(i) % folds == k])
        for k in range(folds)
    ]
    return np.array(right), np.array(accuracy)


def table_of(panel):
    """The rows of the table as they are printed."""
    texts = [item for item in panel.items if isinstance(item, Label)]
    lines = {}
    for item in texts:
        lines.setdefault(round(-item.place[1], 3), []).append(item.text)
    return [lines[key] for key in sorted(lines)]


@pytest.mark.parametrize(
    ("classes", "a", "b", "folds"), [(2, 1, 2, 10), (2, 3, 1, 4), (4, 2, 4, 5), (4, 5, 1, 10)]
)
def test_that_dots_are_the_accuracies_of_folds_and_the_tests_are_those_of_scipy(
    classes, a, b, folds
):
    doc = document(classes)
    _, (dots, table, _) = seen(doc, a=str(a), b=str(b), folds=float(folds))
    (right_a, one), (right_b, other) = (by_hand(doc, which - 1, folds) for which in (a, b))
    upper, lower = dots.named("accuracies")
    np.testing.assert_allclose(upper.places[:, 0], one)
    np.testing.assert_allclose(lower.places[:, 0], other)
    (pairs,) = dots.named("pairs")
    np.testing.assert_allclose([line[:, 0] for line in pairs.lines], np.column_stack([one, other]))
    assert [float(line.lines[0][0, 0]) for line in dots.named("mean")] == pytest.approx(
        [one.mean(), other.mean()]
    )
    rows = table_of(table)
    for row, test, df in (
        (rows[1], stats.ttest_rel, folds - 1),
        (rows[2], stats.ttest_ind, 2 * folds - 2),
    ):
        t, p = test(one, other)
        assert float(row[1].removeprefix("t-value ").replace("−", "-")) == pytest.approx(
            t, rel=0.006
        ) and row[2] == str(df)
        assert float(row[3]) == pytest.approx(p, abs=0.0006)
    alone = int((right_a & ~right_b).sum()), int((right_b & ~right_a).sum())
    assert rows[3][1] == f"{alone[0]} : {alone[1]}" and "all folds" in rows[3][0]
    assert float(rows[3][3]) == pytest.approx(
        stats.binomtest(alone[0], sum(alone)).pvalue, abs=0.0006
    )


def test_that_a_vote_is_trained_on_each_fold_with_the_models_that_it_asks():
    doc = document(
        learners=(
            of("perceptron"),
            of("svm", lam=0.05),
            of("gaussian-naive-bayes"),
            of("vote", how="majority"),
        )
    )
    _, (dots, _, _) = seen(doc, a="4", b="1", folds=5.0, epochs="5")
    points, order = doc.points, np.random.default_rng((3, 7)).permutation(60).tolist()
    fold = np.array([order.index(i) % 5 for i in range(60)])
    expected = []
    for k in range(5):
        updates = 5 * int((fold != k).sum())
        names = np.array(points.classes)
        votes = 0
        for learner in doc.learners[:3]:
            run = linlab.train(
                learner.model,
                points.x[fold != k],
                names[points.label[fold != k]],
                updates=updates,
                seed=3,
                **dict(learner.chosen),
            )
            votes = votes + (run.predict(points.x[fold == k]) == "b")
        expected.append(np.mean((votes >= 2) == (points.label[fold == k] == 1)))
    np.testing.assert_allclose(dots.named("accuracies")[0].places[:, 0], expected)


def test_that_no_two_dots_of_a_row_lie_on_each_other():
    _, (dots, _, _) = seen(document(), folds=20.0)
    for row in dots.named("accuracies"):
        assert len({tuple(place) for place in row.places.round(9).tolist()}) == 20


def test_that_mcnemar_is_asked_on_the_test_points_where_there_are_some_and_dev_points_take_no_part():
    doc = document(n=120, shares=(60.0, 15.0, 25.0))
    found, (_, table, _) = seen(doc, a="1", b="3")
    points, parts = doc.points, doc.parts_of(doc.points)
    train, test = points.take(parts == 0), points.take(parts == 2)
    right = []
    for which in (0, 2):
        learner = doc.learners[which]
        run = linlab.train(
            learner.model,
            train.x,
            [train.classes[k] for k in train.label],
            epochs=20,
            seed=doc.seed,
            **dict(learner.chosen),
        )
        right.append(
            np.array(
                [
                    said == test.classes[k]
                    for said, k in zip(run.predict(test.x), test.label, strict=True)
                ]
            )
        )
    alone = int((right[0] & ~right[1]).sum()), int((right[1] & ~right[0]).sum())
    assert len(found.comparison.fold) == len(train) and sum(alone) > 0
    last = table_of(table)[3]
    assert last[:2] == ["McNemar on the test points", f"{alone[0]} : {alone[1]}"]
    assert float(last[3]) == pytest.approx(stats.binomtest(alone[0], sum(alone)).pvalue, abs=0.0006)


def test_that_the_sentence_says_the_difference_what_p_means_and_what_it_does_not():
    doc = document()
    _, (_, _, foot) = seen(doc, a="1", b="2", size=(500, 560))
    (right, one), (right_too, other) = by_hand(doc, 0, 10), by_hand(doc, 1, 10)
    said, p = words(foot), stats.ttest_rel(one, other).pvalue
    points = 100 * (right.mean() - right_too.mean())
    assert (
        f"Perceptron is right {abs(points):.2g} points {'more' if points > 0 else 'less'} often than SVM"
        in said
    )
    assert "9 degrees of freedom" in said
    assert f"appear in {how_often(p)} repetitions" in said and ("may be chance" in said) == (
        p >= 0.05
    )
    assert (
        "neither the probability that they are equally good nor the size" in said
        and "the p-value is too small" in said
    )


@pytest.mark.parametrize(("a", "b"), [(1, 2), (4, 3), (2, 5)])
def test_that_it_is_right_more_often_by_its_share_of_the_examples(a, b):
    """Folds of 5 and of 4 examples: their mean accuracy is another number."""
    doc = document(n=47)
    _, (_, _, foot) = seen(doc, a=str(a), b=str(b), size=(500, 560))
    (right, one), (too, other) = by_hand(doc, a - 1, 10), by_hand(doc, b - 1, 10)
    said = re.search(
        r"right (\S+) points (more|less) often than .*, on (\S+) % against (\S+) %", words(foot)
    )
    assert said, words(foot)
    lead = 100 * (right.sum() - too.sum()) / 47
    assert float(said[1]) == pytest.approx(abs(lead), rel=0.05)
    assert said[2] == ("more" if lead > 0 else "less")
    assert float(said[3]) == pytest.approx(100 * right.sum() / 47, abs=0.051)
    assert float(said[4]) == pytest.approx(100 * too.sum() / 47, abs=0.051)
    assert abs(one.mean() - right.mean()) + abs(other.mean() - too.mean()) > 1e-3


@pytest.mark.parametrize("level", [0.05, 0.01, 0.001])
@pytest.mark.parametrize("off", [-3e-4, -4e-6, -1e-9, 0.0, 1e-9, 4e-6, 3e-4])
def test_that_a_p_near_a_level_is_printed_on_its_side_of_it(level, off):
    p = level + off
    printed = float(p_text(p))
    assert (printed < level, printed == level) == (p < level, p == level)
    assert printed == pytest.approx(p, abs=6e-4)
    if level == 0.05:
        some, many = how_often(p).split(" of ")
        share = read_number(some) / read_number(many)
        assert (share < level, share == level) == (p < level, p == level)


@pytest.mark.parametrize(("doc", "options", "said"), [
    (document(n=6), {}, "10 folds need at least 10 labelled points"),
    (document(), {"a": "2", "b": "2"}, "same model"),
    (document(learners=(of("svm"), of("svm"))), {}, "All 10 differences are 0"),
    (Document(Points.of([(0, 0), (1, 0), (0, 1), (5, 5)], [*"aaab"]), LEARNERS), {"folds": 4.0}, "only the class “a” is left"),
])  # fmt: skip
def test_that_what_has_no_test_is_said_in_a_sentence(doc, options, said):
    _, panels = seen(doc, size=(500, 560), **options)
    text = " ".join(map(words, panels))
    assert said in text and "nan" not in text.lower()


def test_that_neither_of_two_perfect_models_has_a_t():
    x = [(-4.0 + 0.1 * k, 0.3 * (k % 5)) for k in range(20)] + [
        (4.0 - 0.1 * k, 0.3 * (k % 5)) for k in range(20)
    ]
    doc = Document(
        Points.of(x, ["a"] * 20 + ["b"] * 20), (of("perceptron"), of("gaussian-naive-bayes"))
    )
    _, (_, table, foot) = seen(doc)
    assert [row[1:] for row in table_of(table)[1:]] == [
        ["no t-value", "–", "–"],
        ["no t-value", "–", "–"],
        ["0 : 0", "–", "1.000"],
    ]
    assert "as often" in words(foot) and "100 %" in words(foot)


def test_that_in_a_low_room_the_sentence_comes_before_the_table():
    doc = document()
    _, (dots, foot) = seen(doc, a="1", b="2", size=(300, 230))
    assert (
        "paired t-test, t-value " in words(foot)
        and "if both were equally good" in words(foot).lower()
        and dots.frame.height > 30
    )


def test_that_one_model_alone_is_refused_in_words_and_two_are_not():
    doc = document()
    alone = Snapshot.of(Trace(replace(doc, learners=LEARNERS[:1])), 0)
    refusal = VIEW.why_not(Figure("better"), alone)
    assert refusal is not None and "only one model" in refusal.sentence
    assert refusal.way_out is not None and refusal.way_out.title == "Add a second model"
    assert VIEW.why_not(Figure("better"), Snapshot.of(Trace(doc), 0)) is None
    assert [title for _, title in VIEW.option("b").choices(Snapshot.of(Trace(doc), 0))][:2] == [
        "SVM, λ 0.05",
        "SVM, λ 2",
    ]


def test_that_the_update_and_the_model_in_hand_make_no_difference_but_points_and_settings_do():
    doc, figure = document(), Figure("better")
    keys = [
        VIEW.work.key(figure, Snapshot.of(Trace(doc, which), t)) for which, t in ((0, 0), (2, 50))
    ]
    assert keys[0] == keys[1] and hash(keys[0]) == hash(keys[1])
    other = replace(doc, learners=(of("mira"), *LEARNERS[1:]))
    assert VIEW.work.key(figure, Snapshot.of(Trace(other), 0)) != keys[0]


def test_that_folds_are_handed_over_one_by_one_and_it_can_be_ended_between_them():
    parts, told, figure = [], [], Figure("better", 400.0, 400.0, options=(("folds", 6.0),))
    moment = Snapshot.of(Trace(document()), 0)
    with watched(told.append, parts.append):
        found = VIEW.work.run(figure, moment)
    assert [part.comparison.folds for part in parts] == [1, 2, 3, 4, 5, 6] and len(told) == 12
    for part in parts:
        assert part.accuracies[0].tolist() == found.accuracies[0][: part.comparison.folds].tolist()
        assert draw(figure, replace(moment, found=part), DARK).panels
    assert "3 of 6 folds" in words(draw(figure, replace(moment, found=parts[2]), DARK).panels[-1])

    class Enough(Exception):
        pass

    def stop(doing):
        if "fold 3" in doing:
            raise Enough

    with pytest.raises(Enough), watched(stop):
        VIEW.work.run(figure, moment)


@pytest.mark.parametrize("size", [(300, 260), (380, 420), (760, 640)])
@pytest.mark.parametrize("palette", [LIGHT, DARK], ids=lambda palette: palette.name)
def test_that_all_lies_within_the_page(size, palette):
    figure = Figure("better", *map(float, size))
    moment = completed(figure, Snapshot.of(Trace(document()), 0))
    for panel in draw(figure, moment, palette).panels:
        frame = panel.frame
        assert (
            min(frame.x, frame.y) >= 0
            and frame.x + frame.width <= size[0] + 1
            and frame.y + frame.height <= size[1] + 1
        )
