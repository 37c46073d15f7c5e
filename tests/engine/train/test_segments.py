"""Segments of a run: epochs and problems through a timeline, counted by hand."""

import math
from fractions import Fraction

import numpy as np
import pytest

from linlab.engine.data.datasets import make_points
from linlab.engine.document.document import Change, Document
from linlab.engine.learner.learner import Learner
from linlab.engine.train.segments import begins, epochs, within
from linlab.engine.train.trace import Trace

POINTS = make_points("blobs", seed=1, n=60, classes=2)
PLAIN = Document(POINTS, (Learner.of("svm"),))


def through(document: Document, t: int) -> Fraction:
    """Epochs by walking: each update is its share of the epoch of the examples it was chosen
    from."""
    total = Fraction(0)
    for made in range(t):
        points, learner = document.points_at(made), document.learners_at(made)[0]
        batch = len(points) if learner["batch"] == "all" else learner["batch"]
        total += Fraction(1, math.ceil(len(points) / batch))
    return total


@pytest.mark.parametrize("t", [0, 1, 59, 60, 61, 150])
def test_that_an_epoch_is_over_when_every_example_had_its_turn(t: int) -> None:
    assert epochs(Trace(PLAIN), t) == Fraction(t, 60)


def test_that_epochs_are_counted_through_the_timeline() -> None:
    fewer = POINTS.take(np.arange(0, 60, 7)[:9])
    more = make_points("blobs", seed=2, n=200, classes=2)
    document = PLAIN.after(Change(60, points=fewer)).after(Change(90, points=more))
    document = document.after(Change(95, pick=int(more.ids[3]))).after(
        Change(120, learners=(Learner.of("svm", batch=8),))
    )
    trace = Trace(document)
    assert begins(trace) == [0, 60, 90, 120]
    for t in (0, 59, 60, 61, 89, 90, 91, 119, 120, 121, 400):
        assert epochs(trace, t) == through(document, t)
    counts = [epochs(trace, t) for t in range(200)]
    assert counts == sorted(counts)  # a change takes nothing back


def test_that_a_problem_is_found_again_in_another_trace_of_the_same_document() -> None:
    document = PLAIN.after(Change(30, learners=(Learner.of("svm", lam=1.0),))).after(
        Change(70, learners=PLAIN.learners)
    )
    times = np.array([0, 29, 30, 69, 70, 100])
    one, other = Trace(document), Trace(document)
    early, middle = [True, True, False, False, True, True], [False, False, True, True, False, False]
    assert (
        within(one, times, other.problem(10)).tolist() == early
    )  # the third segment is the first problem again
    assert within(one, times, other.problem(50)).tolist() == middle
    moved = Trace(Document(POINTS.move(0, (9.0, 9.0)), PLAIN.learners))
    assert not within(one, times, moved.problem(0)).any()
