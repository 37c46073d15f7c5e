"""Where something happens: the next change of θ and the next mistake are those of a textbook
loop."""

import numpy as np
import pytest

import linlab
from linlab import Document, Learner, Trace
from linlab.engine.document.document import Change
from linlab.engine.train import seeking
from tests.engine import textbook

X, Y = textbook.data(2, n=30, seed=1)
Y[:3] = [min(Y), min(Y), max(Y)]  # nothing separates them, so mistakes go on
POINTS = linlab.Points.of(X, Y)
UPDATES = 150


def last(search):
    *_, found = search
    return found


def order(t):
    n = len(X)
    return np.random.default_rng((0, (t - 1) // n)).permutation(n)[(t - 1) % n]


def happened(kind, **settings):
    """(the updates that change θ, the updates at which the example's margin is not above 0), by the
    textbook's loop."""
    changed, wrong, before = [], [], [0.0, 0.0, 0.0]
    for t, (theta,) in enumerate(
        textbook.binary(kind, X, Y, UPDATES, "free", order, **settings), start=1
    ):
        i = order(t)
        margin = (1.0 if Y[i] == max(Y) else -1.0) * textbook.dot(
            before, textbook.phi(X[i], "free")
        )
        changed += (
            [t] if max(abs(a - b) for a, b in zip(theta, before, strict=True)) > 1e-12 else []
        )
        wrong += [t] if margin <= 0 else []
        before = list(theta)
    return changed, wrong


@pytest.mark.parametrize(("model", "settings"), [("perceptron", {}), ("mira", {})])
def test_that_changes_and_mistakes_are_found_forth_and_back(model, settings):
    trace = Trace(Document(POINTS, (Learner.of(model, **settings),)))
    changed, wrong = happened(model, **settings)
    assert changed and wrong
    for forth, back, times in (
        (seeking.next_change, seeking.change_before, changed),
        (seeking.next_mistake, seeking.mistake_before, wrong),
    ):
        for t in range(100):
            after, before = (
                [when for when in times if when > t],
                [when for when in times if when < t],
            )
            assert last(forth(trace, t)) == after[0]
            found = last(back(trace, t))
            assert found == before[-1] if before else isinstance(found, str)


def test_that_decay_changes_theta_at_every_update_but_where_it_is_zero():
    trace = Trace(Document(POINTS, (Learner.of("svm", lam=0.1),)))
    assert [last(seeking.next_change(trace, t)) for t in range(20)] == list(range(1, 21))


def test_that_a_run_in_which_no_example_pulls_has_no_next_one_and_that_is_said_at_once():
    blobs = linlab.make_points("blobs", n=60, seed=0)
    trace = Trace(Document(blobs, (Learner.of("perceptron"),)))
    for search in (seeking.next_change(trace, 120), seeking.next_mistake(trace, 120)):
        assert "no example changes the weights" in last(search)
    assert trace.reached(10_000) <= 121


def test_that_it_looks_so_far_and_no_further(monkeypatch):
    monkeypatch.setattr(seeking, "EPOCHS", 3)
    blobs = linlab.make_points("blobs", n=60, seed=0)
    trace = Trace(Document(blobs, (Learner.of("svm", lam=0.01),)))
    assert last(seeking.next_mistake(trace, 200)) == "There is no mistake in the next 3 epochs."


def test_that_the_end_of_a_run_is_told():
    trace = Trace(Document(POINTS, (Learner.of("naive-bayes"),)))
    assert last(seeking.next_change(trace, 0)) == 1
    assert "every example has been counted" in last(seeking.next_change(trace, len(X)))
    wrong = [t for t in range(1, len(X) + 1) if trace.mistakes(t) > trace.mistakes(t - 1)]
    assert last(seeking.next_mistake(trace, 0)) == wrong[0]
    none = "There is no mistake before the run ends: every example has been counted."
    assert last(seeking.next_mistake(trace, wrong[-1])) == none


def test_that_a_change_of_the_timeline_is_looked_across():
    blobs = linlab.make_points("blobs", n=60, seed=0)
    turned = blobs.relabel(blobs.ids, 1 - blobs.label)
    trace = Trace(Document(blobs, (Learner.of("perceptron"),)).after(Change(200, points=turned)))
    assert last(seeking.next_mistake(trace, 150)) == 201
