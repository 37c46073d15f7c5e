"""Comparisons of models on labels drawn by lot, beside a loop and scipy's tests."""

import numpy as np
import pytest
from scipy import stats

import linlab
from linlab.engine.data.points import Points
from linlab.engine.ground.errors import LinlabError
from linlab.engine.ground.progress import watched
from linlab.engine.learner.learner import Learner
from linlab.engine.many.by_chance import (
    critical,
    density,
    paired_t,
    repetition_by_chance,
    two_sample_t,
)
from linlab.engine.many.plan import Plan
from tests.engine import textbook

MODELS = {"perceptron": {}, "gaussian-naive-bayes": {}}
PLANS = {name: Plan(Learner.of(name), 4, epochs=2) for name in MODELS}


def points(classes=2, n=30):
    X, y = textbook.data(classes, n)
    return Points.of(X, y)


def by_hand(points, folds, seed, how, r):
    """Repetition r, drawn and trained one thing after the other. (models, folds)"""
    rng, n, names = np.random.default_rng((seed, 13, r)), len(points), np.array(points.classes)
    order, lot = rng.permutation(n).tolist(), rng.integers(0, len(names), n)
    out = []
    for k in range(folds):
        if how == "splits":
            order = rng.permutation(n).tolist()
            left = order[: n // 3]
        else:
            left = [order[i] for i in range(n) if i % folds == k]
            lot = rng.integers(0, len(names), n) if how == "fresh" and k else lot
        kept = [i for i in range(n) if i not in left]
        out.append([])
        for model in MODELS:
            run = linlab.train(model, points.x[kept], names[lot[kept]], epochs=2, seed=4)
            test = sorted(left)
            out[-1].append(
                np.mean(
                    [
                        said == names[lot[i]]
                        for said, i in zip(run.predict(points.x[test]), test, strict=True)
                    ]
                )
            )
    return np.array(out).T


@pytest.mark.parametrize("how", ["fresh", "folds", "splits"])
@pytest.mark.parametrize("classes", [2, 4])
def test_that_a_repetition_trains_on_some_of_the_lot_and_is_judged_on_the_rest(how, classes):
    np.testing.assert_allclose(
        repetition_by_chance(PLANS, points(classes), 5, 4, how, 7),
        by_hand(points(classes), 5, 4, how, 7),
    )


def test_that_repetitions_differ_and_each_is_the_same_again():
    one, same, other = (repetition_by_chance(PLANS, points(), 5, 4, "folds", r) for r in (1, 1, 2))
    assert one.tobytes() == same.tobytes() != other.tobytes()


def test_that_every_t_is_that_of_scipy_and_there_is_none_where_nothing_varies():
    rng = np.random.default_rng(0)
    a, b = rng.integers(0, 7, (2, 40, 6)) / 6
    a[3], b[3], a[4], b[4] = 0.5, 0.5, np.arange(6) / 6, np.arange(6) / 6 + 0.1
    for row, (x, y) in enumerate(zip(a, b, strict=True)):
        if np.ptp(x - y) > 1e-9:
            assert paired_t(a, b)[row] == pytest.approx(stats.ttest_rel(x, y).statistic)
        if np.ptp(x) + np.ptp(y) > 1e-9:
            assert two_sample_t(a, b)[row] == pytest.approx(stats.ttest_ind(x, y).statistic)
    assert (
        np.isnan(paired_t(a, b)[[3, 4]]).all()
        and np.isnan(two_sample_t(a, b)[3])
        and np.isfinite(two_sample_t(a, b)[4])
    )


@pytest.mark.parametrize("df", [1, 4, 9, 98])
def test_that_density_and_critical_value_are_those_of_scipy(df):
    t = np.linspace(-6, 6, 41)
    np.testing.assert_allclose(density(t, df), stats.t.pdf(t, df), rtol=1e-10)
    assert critical(df) == pytest.approx(stats.t.ppf(0.975, df))


@pytest.mark.parametrize(
    ("how", "folds", "times", "many"), [("fresh", 5, 50, False), ("splits", 30, 15, True)]
)
def test_that_false_alarms_are_5_percent_of_independent_differences_and_more_where_points_are_shared(
    how, folds, times, many
):
    plans = {
        "svm": Plan(Learner.of("svm"), 4, epochs=2),
        "naive-bayes": Plan(Learner.of("gaussian-naive-bayes"), 4),
    }
    t = paired_t(
        *np.stack(
            [repetition_by_chance(plans, points(), folds, 1, how, r) for r in range(times)], axis=1
        )
    )
    alarms = int((np.abs(np.nan_to_num(t)) > stats.t.ppf(0.975, folds - 1)).sum())
    assert (stats.binomtest(alarms, times, 0.05, alternative="greater").pvalue < 0.001) == many


def test_that_a_sample_without_a_second_class_has_no_accuracies_and_too_few_points_are_refused():
    three = Points.of([(0, 0), (1, 1), (2, 0)], ["a", "b", "a"])
    found = [repetition_by_chance(PLANS, three, 3, 0, "folds", r) for r in range(12)]
    assert any(each is None for each in found)
    with pytest.raises(LinlabError, match="10 folds need at least 10"):
        repetition_by_chance(PLANS, three, 10, 0, "folds", 0)


def test_that_it_says_what_it_is_told_to_say_before_each_model():
    told = []
    with watched(told.append):
        repetition_by_chance(PLANS, points(), 3, 0, "folds", 0, "comparison 1 of 9")
    assert told == ["comparison 1 of 9"] * 6
