"""The documents that undo goes back through can be listed, and nobody who lists them changes
them."""

from dataclasses import FrozenInstanceError, replace

import numpy as np
import pytest

from linlab.app.session.session import Session
from linlab.app.session.state import undo as undo_module
from linlab.app.session.state.undo import FEWEST, MOST_BYTES, DocumentAndPlace, Undo
from linlab.engine.data.datasets import make_points
from linlab.engine.document.document import Change, Document
from linlab.engine.learner.learner import Learner

PLAIN = Document(make_points("moons", n=30), (Learner.of("perceptron"),))
A, B, C = (replace(PLAIN, seed=seed) for seed in (1, 2, 3))


def told(past):
    return [(each.document.seed, each.t, each.step) for each in past]


def test_that_the_past_is_listed_oldest_first_with_its_steps_and_updates():
    undo = Undo()
    assert undo.past == ()
    undo.push("to b", DocumentAndPlace(A, t=12))
    undo.push("to c", DocumentAndPlace(B, t=7))
    assert told(undo.past) == [(1, 12, "to b"), (2, 7, "to c")]
    undo.swap(DocumentAndPlace(C, t=9), back=True)
    assert told(undo.past) == [(1, 12, "to b")]
    undo.swap(DocumentAndPlace(B, t=3), back=False)
    assert told(undo.past) == [(1, 12, "to b"), (2, 3, "to c")]
    undo.clear()
    assert undo.past == ()


def test_that_who_lists_the_past_cannot_change_it():
    undo = Undo()
    undo.push("to b", DocumentAndPlace(A))
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
    assert [(each.document, each.t, each.step) for each in session.undo_stack.past] == [
        (PLAIN, 20, "seed"),
        (A, 35, "title"),
    ]
    session.undo()
    assert [each.step for each in session.undo_stack.past] == ["seed"]


@pytest.mark.parametrize("words", [{"title": "Moons"}, {"notes": "Ask first."}])
def test_that_words_about_a_document_leave_its_run_alone(qapp, words):
    session = Session(PLAIN)
    session.go(50)
    session.go(20)
    trace, theta = session.trace, session.trace.at(20).theta
    steps = (lambda: session.edit("words", replace(PLAIN, **words)), session.undo, session.redo)
    for step in steps:
        step()
        assert session.trace is trace and (session.t, session.replay.far, session.run.trained) == (
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


def test_that_large_documents_of_long_ago_are_forgotten_and_the_last_steps_never(monkeypatch):
    """Six thousand points that are dragged for an hour took all memory."""
    points = make_points("moons", n=6000)
    undo, own = Undo(), points.x.nbytes
    assert own > 90_000
    for k in range(2000):
        points = points.move(int(points.ids[k]), (k / 1000, 0.0))
        undo.push(f"move {k}", DocumentAndPlace(replace(PLAIN, points=points)))
    steps = [each.step for each in undo.past]
    held = {id(each.document.points.x): each.document.points.x for each in undo.past}
    assert sum(x.nbytes for x in held.values()) <= undo.nbytes <= MOST_BYTES
    assert steps == [f"move {k}" for k in range(2000 - len(steps), 2000)]
    assert len(steps) > MOST_BYTES / (2 * own)
    monkeypatch.setattr(undo_module, "MOST_BYTES", own)
    undo.push("the last", DocumentAndPlace(replace(PLAIN, points=points.move(0, (9.0, 9.0)))))
    assert len(undo.past) == FEWEST and undo.past[-1].step == "the last"


def test_that_small_documents_and_what_is_said_about_them_are_never_forgotten():
    undo = Undo()
    for k in range(5000):
        undo.push(f"title {k}", DocumentAndPlace(replace(PLAIN, title=str(k))))
    assert len(undo.past) == 5000
    assert undo.nbytes == sum(
        each.nbytes for each in (PLAIN.points.x, PLAIN.points.label, PLAIN.points.ids)
    ) + (PLAIN.points.truth.nbytes if PLAIN.points.truth is not None else 0)


def test_that_points_which_a_timeline_holds_count_once():
    points = make_points("moons", n=6000)
    later = points.move(int(points.ids[0]), (3.0, 3.0))
    document = replace(PLAIN, points=points, timeline=(Change(5, points=later),))
    undo = Undo()
    undo.push("one", DocumentAndPlace(document))
    before = undo.nbytes
    assert before >= points.x.nbytes + later.x.nbytes
    undo.push("two", DocumentAndPlace(replace(document, title="the same points")))
    assert undo.nbytes == before
