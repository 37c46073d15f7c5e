"""What there is at one event is built once, and is never of an event before."""

from dataclasses import replace

import pytest

from linlab.app.session import session as sessions
from linlab.engine.document.document import Change
from linlab.engine.learner.learner import Learner


@pytest.fixture
def built(monkeypatch):
    """The snapshots that sessions build from now on."""
    made, plain = [], sessions.Snapshot

    def build(*given, **more):
        made.append(plain(*given, **more))
        return made[-1]

    monkeypatch.setattr(sessions, "Snapshot", build)
    return made


def test_that_one_event_has_one_snapshot_however_many_ask(session, built):
    seen = []
    for _ in range(5):
        session.changed.connect(lambda: seen.append((session.snapshot, session.points)))
    session.edit("seed", replace(session.settled, seed=5))
    assert len(seen) == 5 and len(built) == 1 and len({id(each) for each, _ in seen}) == 1
    session.go(3)
    assert session.snapshot is session.snapshot and len(built) == 2


def test_that_a_snapshot_tells_what_the_session_is(session):
    session.go(12)
    ids = session.points.ids
    session.pointing.select(frozenset(ids[:3].tolist()))
    session.pointing.point_at(int(ids[1]), (0.5, 0.25))
    session.lock(frozenset({"data"}))
    now = session.snapshot
    assert (now.document, now.t, now.now, now.focus) == (session.settled, 12, 12, 0)
    assert now.points is session.points and now.learner is session.learner
    assert now.trace is session.trace and now.step.t == 12
    assert now.model is session.run.model and now.moments == (session.run.moment,)
    assert (now.selection, now.pointed, now.cursor) == (
        frozenset(ids[:3].tolist()),
        int(ids[1]),
        (0.5, 0.25),
    )
    assert now.locks == {"data"}


def moves(session):
    """Everything that changes what there is, one after the other."""
    moved = session.points.shift(session.points.ids[:1], (0.25, 0.5))
    yield lambda: session.preview(session.with_points(moved))
    yield lambda: session.replay.play(2)
    yield lambda: session.commit("move point")
    yield lambda: session.go(9)
    yield lambda: session.edit("model", session.with_learner(Learner.of("svm")))
    yield session.undo
    yield session.redo
    both = session.settled.with_models([0, Learner.of("logistic")])
    yield lambda: session.edit("add", both, 1)
    yield lambda: session.focus_on(0)
    yield lambda: session.edit(
        "later", session.settled.after(Change(session.t, points=session.points))
    )
    yield lambda: session.pointing.select(frozenset({int(session.points.ids[0])}))
    yield lambda: session.lock(frozenset({"all"}))
    yield lambda: session.lock(frozenset())
    yield session.start_over
    yield lambda: session.open(replace(both, seed=9), 4, focus=1)


def test_that_no_snapshot_is_of_an_event_before(session):
    def fresh():
        now = session.snapshot
        assert now.document is session.document and now.t == session.t
        assert now.moments == tuple(run.moment for run in session.runs)
        assert (now.focus, now.now) == (session.focus, session.replay.now)
        assert now.points is session.document.points_at(session.replay.now)
        assert now.learner is session.document.learners_at(session.replay.now)[session.focus]
        assert (now.locks, now.selection) == (session.locks, session.pointing.selection)

    for signal in (session.changed, session.moved, session.pointing.changed):
        signal.connect(fresh)
    session.go(5)
    for change in moves(session):
        change()
        fresh()


def test_that_another_document_with_its_model_in_hand_is_told_once(session):
    both = session.settled.with_models([0, Learner.of("svm")])
    told = []
    session.changed.connect(lambda: told.append((session.focus, session.locks, session.t)))
    session.open(both, 3, focus=1, locks=frozenset({"points"}))
    assert told == [(1, frozenset({"points"}), 3)]
