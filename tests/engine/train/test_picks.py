"""Counting counts every example once, wherever it begins and whatever is picked, and says so only
when it is true."""

from collections import Counter

import numpy as np
import pytest

from linlab import Document, Learner, Points, Trace
from linlab.engine.document.document import Change
from tests.engine import textbook

X, Y = textbook.data(2, n=30)
POINTS = Points.of(X, Y)
IDS = POINTS.ids.tolist()
MODELS = ["naive-bayes", "gaussian-naive-bayes"]
ORDERS = ["cyclic", "shuffled", "by-class", "hardest"]


def counted(trace, since=0):
    """The ids that the updates after `since` counted, in turn."""
    return [int(trace.step(t).ids[0]) for t in range(since + 1, trace.at(10_000).t + 1)]


def joint(seen, labels, x, smoothing=0.37, bins=3):
    """log P(y, x) of two classes from the examples seen so far, written out."""
    low, width = X.min(axis=0), (X.max(axis=0) - X.min(axis=0)) / bins

    def cut(z):
        return np.clip(np.floor((np.asarray(z) - low) / width), 0, bins - 1).astype(int)

    out = []
    for name in "ab":
        own = [cut(z) for z, label in zip(seen, labels, strict=True) if label == name]
        p = len(own) / len(seen) if seen else 0.5
        for j in (0, 1):
            p *= (sum(z[j] == cut(x)[j] for z in own) + smoothing) / (len(own) + bins * smoothing)
        out.append(p)
    return out


def mistakes(ids, before=(), smoothing=0.37):
    """How many of these examples, taken in turn, were not given to their class by those before."""
    taken, wrong = [IDS.index(i) for i in (*before, *ids)], 0
    for k in range(len(before), len(taken)):
        p = joint([X[i] for i in taken[:k]], [Y[i] for i in taken[:k]], X[taken[k]], smoothing)
        own = "ab".index(Y[taken[k]])
        wrong += p[own] <= p[1 - own]
    return wrong


@pytest.mark.parametrize("order", ORDERS)
@pytest.mark.parametrize("model", MODELS)
@pytest.mark.parametrize("t", [10, 30, 47])
def test_that_counting_after_another_learner_counts_every_example_once(model, order, t):
    before = Document(POINTS, (Learner.of("perceptron", order=order),), seed=4)
    trace = Trace(before.after(Change(t, learners=(Learner.of(model, order=order),))))
    assert trace.at(10_000).t == t + 30
    assert trace.reason == "every example has been counted"
    assert sorted(counted(trace, t)) == sorted(IDS)
    np.testing.assert_array_equal(trace.at(t + 30).theta[:, -1], [15, 15])
    straight = Trace(Document(POINTS, (Learner.of(model),)))
    np.testing.assert_allclose(
        trace.model(t + 30).scores(X), straight.model(30).scores(X), atol=1e-9
    )


def test_that_it_goes_through_the_epoch_from_where_it_begins_and_round():
    before = Document(POINTS, (Learner.of("perceptron"),), seed=4)
    trace = Trace(before.after(Change(40, learners=(Learner.of("naive-bayes"),))))
    order = np.random.default_rng((4, 1)).permutation(30)
    assert [trace.step(t).example for t in range(41, 71)] == [*order[10:], *order[:10]]


def test_that_draws_with_replacement_end_after_as_many_as_there_are_examples():
    document = Document(POINTS, (Learner.of("naive-bayes", order="sampled"),), seed=4)
    trace = Trace(document)
    drawn = np.random.default_rng((4, 0)).integers(30, size=30)
    assert trace.at(10_000).t == 30
    assert "drawn" in trace.reason and "every" not in trace.reason
    np.testing.assert_array_equal(trace.at(30).theta[:, -1], [np.sum(Y[drawn] == c) for c in "ab"])
    picked = Trace(document.after(Change(7, pick=IDS[3])))
    assert [picked.step(t).example for t in range(1, 31)] == [*drawn[:7], 3, *drawn[8:]]
    assert (
        picked.sample(30).mistakes
        == Trace(document.after(Change(7, pick=IDS[3]))).sample(30).mistakes
    )


@pytest.mark.parametrize("order", ORDERS)
@pytest.mark.parametrize("model", MODELS)
def test_that_a_pick_changes_places_and_everyone_is_still_counted_once(model, order):
    document = Document(POINTS, (Learner.of(model, order=order),), seed=4)
    plain = counted(Trace(document))
    first, second, late = plain[20], plain[4], plain[2]
    for t, id in ((3, first), (10, second), (12, late)):
        document = document.after(Change(t, pick=id))
    trace = Trace(document)
    order_now = counted(trace)
    expected = plain.copy()
    expected[3], expected[20] = expected[20], expected[3]
    place = expected.index(second)
    if place > 10:
        expected[10], expected[place] = expected[place], expected[10]
    assert order_now == expected  # `late` had been counted: its pick changes nothing
    assert order_now[3] == first
    assert Counter(order_now) == Counter(IDS)
    assert trace.reason == "every example has been counted"
    np.testing.assert_array_equal(trace.at(30).theta[:, -1], [15, 15])


def test_that_the_mistakes_of_counting_follow_picks_and_the_update_where_it_begins():
    before = Document(POINTS, (Learner.of("perceptron"),), seed=4)
    counting = Learner.of("naive-bayes", smoothing=0.37, bins=3)
    document = before.after(Change(40, learners=(counting,)))
    document = document.after(Change(45, pick=counted(Trace(document), 40)[25]))
    trace, earlier = Trace(document), Trace(before).sample(40).mistakes
    turns = counted(trace, 40)
    for t in (40, 41, 46, 60, 70):
        assert trace.sample(t).mistakes == earlier + mistakes(turns[: t - 40])


def test_that_counting_goes_on_under_other_settings_without_counting_twice():
    learner = Learner.of("naive-bayes", smoothing=0.37, bins=3)
    trace = Trace(
        Document(POINTS, (learner,), seed=4).after(
            Change(12, learners=(learner.replace(smoothing=5.3),))
        )
    )
    turns = counted(trace)
    assert sorted(turns) == sorted(IDS)
    whole = mistakes(turns[:12]) + mistakes(turns[12:], turns[:12], smoothing=5.3)
    assert trace.sample(30).mistakes == whole


def test_that_a_learner_after_counting_takes_over_the_mistakes_that_were_shown():
    counting = Document(POINTS, (Learner.of("naive-bayes", smoothing=0.37, bins=3),), seed=4)
    trace = Trace(counting.after(Change(20, learners=(Learner.of("perceptron"),))))
    shown = Trace(counting).sample(20).mistakes
    assert shown == mistakes(counted(Trace(counting))[:20])
    assert trace.sample(20).mistakes == shown
    wrong = sum(bool((trace.step(t).margins <= 0).any()) for t in range(21, 61))
    assert trace.sample(60).mistakes == shown + wrong


def test_that_a_later_change_of_the_points_is_reached_and_its_new_ones_are_counted():
    more = POINTS.add([(0.0, 0.1), (0.1, 0.0)], 0)
    trace = Trace(
        Document(POINTS, (Learner.of("naive-bayes"),), seed=4).after(Change(50, points=more))
    )
    assert trace.at(10_000).t == 52
    assert sorted(counted(trace)[:30]) == sorted(IDS)
    assert sorted(counted(trace)[50:]) == sorted(set(more.ids.tolist()) - set(IDS))


@pytest.mark.parametrize("order", [*ORDERS, "sampled"])
def test_that_the_counts_are_the_same_from_any_direction(order):
    document = Document(POINTS, (Learner.of("perceptron"),), seed=4)
    document = document.after(
        Change(40, learners=(Learner.of("gaussian-naive-bayes", order=order),))
    )
    document = document.after(Change(47, pick=IDS[5])).after(
        Change(55, points=POINTS.add((1.0, 1.0), 0))
    )
    wandering = Trace(document)
    for t in (1000, 3, 60, 41, 48, 47, 56, 55, 70):
        straight = Trace(document)
        np.testing.assert_array_equal(wandering.at(t).theta, straight.at(t).theta)
        assert wandering.sample(t) == straight.sample(t)
        if 0 < t < 71:
            np.testing.assert_array_equal(
                wandering.step(t).after[:, -1].sum(), straight.step(t).after[:, -1].sum()
            )
