"""The documents that undo goes back through can be listed, and nobody who lists them changes
them."""

from dataclasses import FrozenInstanceError, replace

import numpy as np
import pytest

from linlab.app.session.session import Session
from linlab.app.session.undo import Kept, Undo
from linlab.engine.data.datasets import make_points
from linlab.engine.document.document import Document
from linlab.engine.learner.learner import Learner

PLAIN = Document(make_points("moons", n=30), (Learner.of("perceptron"),))
A, B, C = (replace(PLAIN, seed=seed) for seed in (1, 2, 3))


def told(past):
    return [(each.document.seed, each.t, each.step) for each in past]


def test_that_the_past_is_listed_oldest_first_with_its_steps_and_updates():
    undo = Undo()
    assert undo.past == ()
    undo.push("to b", Kept(A, t=12))
    undo.push("to c", Kept(B, t=7))
    assert told(undo.past) == [(1, 12, "to b"), (2, 7, "to c")]
    undo.swap(Kept(C, t=9), back=True)
    assert told(undo.past) == [(1, 12, "to b")]
    undo.swap(Kept(B, t=3), back=False)
    assert told(undo.past) == [(1, 12, "to b"), (2, 3, "to c")]
    undo.clear()
    assert undo.past == ()


def test_that_who_lists_the_past_cannot_change_it():
    undo = Undo()
    undo.push("to b", Kept(A))
    assert isinstance(undo.past, tuple)
    with pytest.raises(FrozenInstanceError):
        undo.past[0].t = 5
    undo.past + undo.past
    assert len(undo.past) == 1


def test_that_a_session_tells_what_was_done_where(qapp):
    session = Session(PLAIN)
    session.go(20)
    session.edit("seed", A)
    session.go(35)
    session.edit("title", replace(A, title="Moons"))
    assert [(each.document, each.t, each.step) for each in session.past] == [
        (PLAIN, 20, "seed"),
        (A, 35, "title"),
    ]
    session.undo()
    assert [each.step for each in session.past] == ["seed"]


@pytest.mark.parametrize("words", [{"title": "Moons"}, {"notes": "Ask first."}])
def test_that_words_about_a_document_leave_its_run_alone(qapp, words):
    session = Session(PLAIN)
    session.go(50)
    session.go(20)
    trace, theta = session.trace, session.trace.at(20).theta
    steps = (lambda: session.edit("words", replace(PLAIN, **words)), session.undo, session.redo)
    for step in steps:
        step()
        assert session.trace is trace and (session.t, session.far, session.run.trained) == (
            20,
            50,
            50,
        )
        np.testing.assert_array_equal(session.trace.at(20).theta, theta)
    session.edit("seed", replace(session.settled, seed=4))
    assert session.trace is not trace and session.t == 20


def test_that_starting_over_and_opening_again_train_anew(qapp):
    session = Session(PLAIN)
    for again in (session.start_over, lambda: session.open(PLAIN)):
        session.go(50)
        before = session.trace
        again()
        assert session.trace is not before and (session.t, session.run.trained) == (0, 0)
