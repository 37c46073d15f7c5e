"""Another run: another data set or model begins at update 0, undo returns to where the run before
was; *Start over* forgets."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from linlab import Document, Learner, Trace, make_points
from linlab.engine.train.stopping import converge

SHIFT = Qt.KeyboardModifier.ShiftModifier


def far_gone(session, t=400, far=900):
    session.go(far)
    session.go(t)
    assert (session.t, session.replay.far) == (t, far)


CHANGES = {
    "another data set": lambda window: window.left.data.choose("moons"),
    "another model": lambda window: window.left.model.choose_model("svm"),
}


@pytest.mark.parametrize("change", CHANGES)
def test_that_it_begins_at_update_0_and_undo_returns_to_where_one_was(window, change, qtbot):
    session, scrubber = window.session, window.transport.scrubber
    far_gone(session)
    before = session.document
    CHANGES[change](window)
    assert (session.t, session.replay.far, session.replay.catching_up) == (0, 0, False)
    assert scrubber.most == 1
    window.right.curves._refresh()
    assert session.run.history.far == 0
    session.go(30)
    session.undo()
    assert (session.document, session.t, session.replay.far) == (before, 400, 900)
    session.redo()
    assert (session.t, session.replay.far) == (30, 30)
    session.undo()
    assert (session.t, session.replay.far) == (400, 900)


def test_that_settings_and_moved_points_replay(window):
    session = window.session
    session.edit("svm", session.with_learner(Learner.of("svm")))
    far_gone(session)
    session.edit("λ", session.with_learner(session.learner.replace(lam=0.5)))
    assert (session.t, session.replay.far) == (400, 900)
    session.edit(
        "move", session.with_points(session.points.move(int(session.points.ids[0]), (0.0, 0.0)))
    )
    assert (session.t, session.replay.far) == (400, 900)
    session.edit("space", session.with_learner(session.learner.replace(space="rbf")))
    assert session.replay.now == 400
    session.undo()
    assert session.replay.now == 400
    window.left.data.draw_again()  # the same data set, as another sample of it
    assert session.replay.now == 400


def test_that_a_model_that_continues_goes_on_where_it_is(window):
    session = window.session
    far_gone(session)
    session.continuing = True
    window.left.model.choose_model("svm")
    assert session.t == 400 and session.learner.model == "svm"


def test_that_it_goes_on_playing(window, qtbot):
    far_gone(window.session)
    window.player.play()
    window.left.data.choose("moons")
    assert window.player.playing and window.session.t < 100
    window.player.pause()


@pytest.mark.parametrize("how", ["key", "button"])
def test_that_home_keeps_the_run_and_start_over_forgets_it(window, hand, qtbot, how):
    session, transport = window.session, window.transport
    assert not transport.over.isVisible()
    far_gone(session)
    hand.key(Qt.Key.Key_Home)
    assert (session.t, session.replay.far, transport.scrubber.most) == (0, 900, 900)
    if how == "key":
        hand.key(Qt.Key.Key_Home, SHIFT)
    else:
        QTest.mouseClick(transport.over, Qt.MouseButton.LeftButton)
    assert (session.t, session.replay.far, transport.scrubber.most) == (0, 0, 1)
    window.right.curves._refresh()
    assert session.run.history.far == 0
    assert not transport.over.isVisible()
    session.go(7)
    assert transport.scrubber.most == 7


def test_that_it_starts_over_from_any_update_while_it_plays(window, hand, qtbot):
    window.player.play()
    qtbot.waitUntil(lambda: window.session.t > 3)
    hand.key(Qt.Key.Key_Home, SHIFT)
    assert not window.player.playing and (window.session.t, window.session.replay.far) == (0, 0)


def test_that_the_end_of_a_document_does_not_depend_on_where_one_was(window, hand, qtbot):
    session = window.session
    learner = Learner.of("perceptron")
    session.open(Document(make_points("moons", n=40, seed=1), (learner,)))
    session.go(20_000)
    qtbot.waitUntil(lambda: not session.replay.catching_up)
    for t in (20_000, 3, 0):
        session.edit("blobs", Document(make_points("blobs", n=60, seed=0), (learner,)))
        session.go(t)
        qtbot.waitUntil(lambda: not session.replay.catching_up)
        hand.key(Qt.Key.Key_End)
        qtbot.waitUntil(lambda: window.player.note != "")
        end, why = converge(Trace(session.document), "mistake-free")
        beyond = t > end  # then it stays there, and says where the end was
        said = (t, f"{why}, at step {end}") if beyond else (end, why)
        assert (session.t, window.player.note) == said


def test_that_new_begins_at_0_with_all_points_to_train_on_and_undo_returns_to_where_one_was(
    window, hand, monkeypatch
):
    session = window.session
    best = session.learner.replace(average="best")
    session.open(Document(session.points, (best,), shares=(60.0, 20.0, 20.0)))
    far_gone(session)
    before = session.document
    window.documents.new()
    assert (session.t, session.replay.far, session.document.shares) == (0, 0, (100.0, 0.0, 0.0))
    for place, button in (
        ((-1.0, 0.0), Qt.MouseButton.LeftButton),
        ((1.0, 0.5), Qt.MouseButton.RightButton),
    ):
        hand.click(place, button)
    assert (
        session.document.parts_of(session.points).tolist() == [0, 0] and session.trace is not None
    )
    for _ in range(3):
        session.undo()
    assert (session.document, session.t, session.replay.far) == (before, 400, 900)
    session.redo()
    assert not len(session.points) and session.t == 0


@pytest.mark.parametrize(
    ("model", "settings", "words"),
    [
        ("svm", {"space": "rbf"}, ("the space “Linear”", "the space “RBF kernel”")),
        ("naive-bayes", {}, ("the space “Linear”", "the counts of Naive Bayes")),
    ],
)
def test_that_a_continued_run_that_cannot_keep_its_weights_says_so(window, model, settings, words):
    session, said = window.session, []
    session.edit("svm", session.with_learner(Learner.of("svm")))
    session.go(100)
    session.said.connect(said.append)
    session.continuing = True
    session.edit("α", session.with_learner(session.learner.replace(alpha=0.5)))
    assert not said  # that goes on with the weights there are
    session.edit("change", session.with_learner(Learner.of(model, **settings)))
    assert len(said) == 1 and "starts again" in said[0] and all(each in said[0] for each in words)
    assert not session.trace.at(session.t).theta.any()
    session.undo()
    session.continuing = False
    session.edit("replay", session.with_learner(Learner.of("svm", space="rbf")))
    assert len(said) == 1  # it was so from the start


def test_that_starting_over_begins_at_0_again_after_w_was_dragged(window):
    session = window.session
    by_hand = session.learner.replace(start="1 2 3")
    session.edit("set the start", session.with_learner(by_hand))
    session.go(3)
    window.player.start_over()
    assert session.t == 0 and session.learner["start"] == "zeros"
    session.undo()
    assert session.learner == by_hand
