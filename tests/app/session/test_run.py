"""One run for each learner of the document, all at the same t."""

import numpy as np
import pytest
import shiboken6

from linlab.app.session import run as run_module
from linlab.app.session.session import Session
from linlab.engine.data.datasets import make_points
from linlab.engine.document.document import Change, Document
from linlab.engine.learner.learner import Learner
from linlab.engine.train.trace import Trace

THREE = make_points("blobs", seed=1, n=30, classes=3)


@pytest.fixture
def opened(qapp):
    made = []

    def make(*learners, points=THREE):
        made.append(Session(Document(points, learners)))
        return made[-1]

    yield make
    for session in made:
        shiboken6.delete(session)


def test_that_all_runs_are_at_the_same_t(opened, qtbot):
    session = opened(
        Learner.of("perceptron"), Learner.of("svm"), Learner.of("logistic", space="rbf")
    )
    for t in (40, 3000, 7):
        session.go(t)
        qtbot.waitUntil(lambda: not session.replay.catching_up)
        assert [run.t for run in session.runs] == [t, t, t]
        for which, run in enumerate(session.runs):
            np.testing.assert_array_equal(
                run.model.theta, Trace(session.document, which).model(t).theta
            )
    session.focus_on(2)
    assert session.run is session.runs[2] and session.t == 7
    session.edit("drag", session.with_points(THREE.move(0, (2.0, 2.0))))
    assert [run.t for run in session.runs] == [7, 7, 7]
    np.testing.assert_array_equal(
        session.runs[1].model.theta, Trace(session.document, 1).model(7).theta
    )


def test_that_nobody_waits_for_a_run_that_has_ended(opened):
    session = opened(Learner.of("svm"), Learner.of("naive-bayes"))
    session.go(100)
    ended = session.runs[1]
    assert (session.t, ended.t) == (100, len(THREE)) and ended.finished
    assert not session.run.finished
    session.focus_on(1)
    assert session.t == len(THREE) and session.runs[0].t == len(THREE)
    session.go(10)
    assert [run.t for run in session.runs] == [10, 10]


def test_that_there_are_as_many_runs_as_learners(opened):
    session = opened(Learner.of("svm"), Learner.of("logistic"))
    session.focus_on(1)
    session.open(Document(THREE, (Learner.of("perceptron"),)), 5)
    assert [run.trace.problem(5).learner.model for run in session.runs] == ["perceptron"]
    assert session.run.t == 5


def test_that_slow_motion_goes_on_when_a_class_gets_its_first_point(window, qtbot):
    session = window.session
    session.open(Document(THREE.add_class("D"), (Learner.of("perceptron"),)), 9)
    session.replay.anticipate(0.5)
    assert window.plane.scene_now().towards is not None
    assert window.plane.scene_now().field.shape[0] == 3
    session.edit("add point", session.with_points(session.points.add((0.0, 0.0), 3)))
    assert window.plane.picture.panels
    assert window.plane.scene_now().field.shape[0] == 4
    session.replay.anticipate(0.5)
    assert session.run.coming.step.t == 10
    assert window.plane.picture.panels


def test_that_slow_motion_crosses_a_change_that_brings_a_class(window):
    more = THREE.add_class("D").add([(0.0, 0.0), (0.5, 0.5)], 3)
    document = Document(THREE, (Learner.of("perceptron"),)).after(Change(10, points=more))
    window.session.open(document, 9)
    window.session.replay.anticipate(0.5)
    assert window.session.run.coming.step.t == 10
    assert window.plane.picture.panels
    assert window.plane.scene_now().field.shape[0] == 3


def test_that_what_is_coming_is_over_when_it_is_made_or_nobody_plays(window):
    session = window.session
    for over in (
        lambda: session.go(session.t + 1),
        window.player.pause,
        session.replay.forget_coming,
    ):
        session.replay.anticipate(0.25)
        assert session.run.coming.share == 0.25
        over()
        assert session.run.coming is None


def test_that_a_run_at_its_end_anticipates_nothing(opened):
    session = opened(Learner.of("naive-bayes"))
    session.go(10_000)
    session.replay.anticipate(0.0)
    assert session.run.finished and session.run.coming is None


def test_that_all_runs_of_a_document_together_remember_no_more_than_one_would(
    opened, qtbot, monkeypatch
):
    """Six models at full speed kept six times as much."""
    monkeypatch.setattr(run_module, "KEYFRAME_BYTES", 2**18)
    models = ("perceptron", "svm", "logistic", "averaged-perceptron")
    points = make_points("overlapping-blobs", seed=1, n=200)
    for names in (models[:1], models):
        learners = [Learner.of(name, space="rbf") for name in names]
        session = opened(*learners, points=points)
        session.go(20_000)
        qtbot.waitUntil(lambda session=session: session.t == 20_000)
        assert 2**16 < sum(each.trace.nbytes for each in session.runs) <= 2**18
