"""The table of how all models do, beside counts of errors and scipy's intervals."""

from dataclasses import replace

import numpy as np
import pytest
from scipy import stats

import linlab
from linlab.engine.data.datasets import fresh
from linlab.engine.data.guess import Guess
from linlab.engine.data.points import Points
from linlab.engine.document.document import Document, Source
from linlab.engine.ground.numerals import grouped
from linlab.engine.learner.learner import Learner
from linlab.engine.picture.palette import DARK, LIGHT
from linlab.engine.picture.shapes import Label
from linlab.engine.train import stopping
from linlab.engine.train.trace import Trace
from linlab.engine.views.figure import Figure
from linlab.engine.views.several import new_data
from linlab.engine.views.several.pair import Pair
from linlab.engine.views.snapshot import Snapshot
from linlab.engine.views.views import VIEWS, completed, draw
from tests.engine import textbook

VIEW, of, SEED = VIEWS["test"], Learner.of, 5
LEARNERS = (
    of("perceptron"),
    of("svm", lam=0.05),
    of("svm", space="rbf", gamma=0.7),
    of("gaussian-naive-bayes"),
)
SOURCE = Source("overlapping-blobs", 2, (("n", 60.0), ("noise", 0.9)))


def document(learners=LEARNERS, shares=(60.0, 20.0, 20.0), source=SOURCE):
    return Document(source.draw(), learners, SEED, shares, source=source)


def seen(document, t, which=0, **options):
    figure = Figure("test", 520.0, 420.0, options=tuple(options.items()))
    moment = completed(figure, Snapshot.of(Trace(document, which), t))
    return figure, moment, VIEW.table(figure, moment)


def cells(table, key):
    return next(column.texts for column in table.columns if column.key == key)


def check(share_text, interval_text, wrong, n):
    """An error and its interval as they are printed, against counts."""
    assert float(share_text.removesuffix(" %")) == pytest.approx(100 * wrong / n, abs=0.051)
    low, high = stats.binomtest(int(wrong), n).proportion_ci(method="wilson")
    assert interval_text == f"{100 * low:.0f}–{100 * high:.0f} %"


@pytest.mark.parametrize("t", [0, 17, 140])
def test_that_errors_are_those_of_runs_in_a_notebook_with_scipys_wilson_intervals(t):
    doc = document()
    _, _, table = seen(doc, t, fresh="200")
    points, parts = doc.points, doc.parts_of(doc.points)
    names = np.array(points.classes)
    sample = fresh(SOURCE.name, 200, noise=0.9, seed=2)
    train = points.take(parts == 0)
    for row, learner in enumerate(doc.learners):
        run = linlab.train(
            learner.model, train.x, names[train.label], updates=t, seed=SEED, **dict(learner.chosen)
        )
        for k, part in enumerate(("train", "dev", "test")):
            own = points.take(parts == k)
            wrong = sum(a != b for a, b in zip(run.predict(own.x), names[own.label], strict=True))
            check(cells(table, part)[row], cells(table, f"{part}-interval")[row], wrong, len(own))
        wrong = sum(a != b for a, b in zip(run.predict(sample.x), names[sample.label], strict=True))
        check(cells(table, "fresh")[row], cells(table, "fresh-interval")[row], wrong, 200)
    assert cells(table, "updates") == (*[str(t)] * 3, str(min(t, len(train))))


@pytest.mark.parametrize("many", ["200", "1000", "5000"])
def test_that_the_fresh_sample_is_as_large_as_chosen_and_the_same_again(many):
    doc = document(LEARNERS[1:2])
    texts = [cells(seen(doc, 90, fresh=many)[2], "fresh") for _ in range(2)]
    sample, model = fresh(SOURCE.name, int(many), noise=0.9, seed=2), Trace(doc).model(90)
    share = float(np.mean((model.scores(sample.x)[:, 0] > 0) != (sample.label == 1)))
    assert texts[0] == texts[1] and float(texts[0][0].removesuffix(" %")) == pytest.approx(
        100 * share, abs=0.051
    )


def test_that_four_classes_are_judged_and_five_thousand_points_of_a_kernel_wait_for_their_work(
    monkeypatch,
):
    source = Source("blobs", 1, (("classes", 4.0), ("n", 80.0), ("noise", 1.4)))
    doc = document(
        (of("svm", space="rbf"), of("naive-bayes", bins=4, smoothing=1.0)), source=source
    )
    figure, moment, table = seen(doc, 60, fresh="5000")
    sample = fresh("blobs", 5000, noise=1.4, classes=4, seed=1)
    for which in (0, 1):
        wrong = int(
            (Trace(doc, which).model(60).scores(sample.x).argmax(axis=1) != sample.label).sum()
        )
        check(cells(table, "fresh")[which], cells(table, "fresh-interval")[which], wrong, 5000)
    monkeypatch.setattr(new_data, "QUICK_EFFORT", 0)
    later = replace(Snapshot.of(Trace(doc), 61), found=moment.found)
    assert cells(VIEW.table(figure, later), "fresh")[0] == "…"
    keys = [VIEW.work.key(figure, each) for each in (moment, later)]
    assert keys[0] != keys[1]
    again = replace(later, found=VIEW.work.run(figure, later))
    assert cells(VIEW.table(figure, again), "fresh")[0].endswith(" %")


def test_that_each_is_done_when_its_own_rule_says_so_and_else_says_why_not():
    X = [(-2.0 - 0.1 * k, 0.2 * k) for k in range(10)] + [
        (2.0 + 0.1 * k, 0.3 * k) for k in range(10)
    ]
    learners = (
        of("perceptron"),
        of("mira"),
        of("gaussian-naive-bayes"),
        of("svm"),
        of("logistic", optimiser="lbfgs"),
    )
    doc = Document(Points.of(X, ["a"] * 10 + ["b"] * 10), learners)
    figure, moment, table = seen(doc, 30)
    done, why = cells(table, "done"), cells(table, "why")
    assert done[:3] == (
        str(stopping.converge(Trace(doc, 0), "mistake-free")[0]),
        str(stopping.converge(Trace(doc, 1), "still")[0]),
        "20",
    )
    solver = Trace(doc, 4)
    solver.at(1000)
    assert (
        done[3] == "–" and "not converged in 10 000 steps" in why[3] and done[4] == str(solver.end)
    )
    words = " ".join(
        item.text for item in draw(figure, moment, LIGHT).panels[1].items if isinstance(item, Label)
    )
    assert "SVM: not converged in 10 000 steps" in words and "there are no new points" in words
    assert "Perceptron" not in words and not any(
        column.key in ("dev", "test", "fresh") for column in table.columns
    )
    assert VIEW.option("fresh").choices(moment) == ()


def test_that_a_vote_is_judged_with_its_members_and_is_done_with_them():
    doc = document((*LEARNERS[:2], LEARNERS[3], of("vote", how="majority")))
    _, _, table = seen(doc, 100)
    points, parts = doc.points, doc.parts_of(doc.points)
    test = points.take(parts == 2)
    votes = sum((Trace(doc, k).model(100).scores(test.x)[:, 0] > 0).astype(int) for k in range(3))
    check(
        cells(table, "test")[3],
        cells(table, "test-interval")[3],
        int(((votes >= 2) != (test.label == 1)).sum()),
        len(test),
    )
    assert (
        cells(table, "done")[3] == "–"
        and "one of its members has not converged" in cells(table, "why")[3]
    )


def test_that_early_stopping_and_divergence_are_told():
    doc = document((of("svm", early=2), of("svm", alpha=1e5, lam=10.0)))
    _, _, table = seen(doc, 10)
    *_, (t, why) = stopping.onward(Trace(doc), 0)
    assert cells(table, "done") == (grouped(t), "–")
    assert (
        "stopped early" in why
        and cells(table, "why")[0] == why
        and "grew without bound" in cells(table, "why")[1]
    )


def test_that_guessed_labels_are_no_truth_and_no_folds_have_them():
    X, y = textbook.data(2, 40)
    points = Points.of(X, [*y[:30], *[None] * 10])
    points = points.guess(points.ids[30:], [1] * 10, [Guess(1, 0.9, "SVM")] * 10)
    doc = Document(points, LEARNERS[:2])
    _, _, table = seen(doc, 60)
    for which in (0, 1):
        said = Trace(doc, which).model(60).scores(X[:30])[:, 0] > 0
        check(
            cells(table, "train")[which],
            cells(table, "train-interval")[which],
            int((said != (y[:30] == "b")).sum()),
            30,
        )
    pair = Pair.of(Figure("better"), Snapshot.of(Trace(doc), 0))
    assert pair.examples.ids.tolist() == points.ids[:30].tolist()


def test_that_rows_are_sorted_by_numbers_and_copied_and_the_model_in_hand_is_lit():
    _, _, table = seen(document(), 40, which=2)
    assert table.highlighted == {2}
    shares = [
        float(text.removesuffix(" %")) for text in cells(table.sorted_by("train", True), "train")
    ]
    assert shares == sorted(shares, reverse=True)
    head = table.tabbed().splitlines()[0].split("\t")
    assert head == [
        "model",
        *(
            each
            for part in ("wrong now", "on dev", "on test", "on new points")
            for each in (part, "95 %")
        ),
        "steps",
        "done after",
        "why",
    ]


def test_that_points_of_no_known_generator_have_no_fresh_sample_and_nothing_to_learn_from_is_refused():
    X, y = textbook.data(2)
    doc = Document(Points.of(X, y), LEARNERS[:2])
    _, _, table = seen(doc, 9)
    assert [column.key for column in table.columns] == [
        "model",
        "train",
        "train-interval",
        "updates",
        "done",
        "why",
    ]
    alone = Snapshot.of(Trace(doc), 0)
    assert "two classes" in VIEW.refuses(replace(alone, moments=(None, None))) and not VIEW.refuses(
        alone
    )


@pytest.mark.parametrize("size", [(300, 260), (380, 420), (760, 640)])
def test_that_all_lies_within_the_page(size):
    figure = Figure("test", *map(float, size))
    for panel in draw(figure, completed(figure, Snapshot.of(Trace(document()), 17)), DARK).panels:
        frame = panel.frame
        assert (
            min(frame.x, frame.y) >= 0
            and frame.x + frame.width <= size[0] + 1
            and frame.y + frame.height <= size[1] + 1
        )
